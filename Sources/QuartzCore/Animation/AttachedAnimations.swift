/// A layer's animations, oldest first. Adding one and taking one out by its key or as itself take the same time however
/// many there are; a few, which is what layers have, are a plain list.
@MainActor
struct AttachedAnimations {
    /// An animation's `place` is where it stands here. Those that went leave nil behind until there are many such places.
    private var list: [AttachedAnimation?] = []
    private var gone = 0
    /// Places by key, once there are more than `listLength`.
    private var places: [String: Int]?

    /// Up to here looking at all of them is faster than a table.
    private static let listLength = 8

    nonisolated init() {}

    var isEmpty: Bool { list.count == gone }

    subscript(key: String) -> AttachedAnimation? {
        if let places { return places[key].flatMap { list[$0] } }
        return list.last { $0?.key == key } ?? nil
    }

    /// `animation` has a key that no other here has, or none.
    mutating func append(_ animation: AttachedAnimation) {
        animation.place = list.count
        list.append(animation)
        if places != nil {
            if let key = animation.key { places?[key] = animation.place }
        } else if list.count > Self.listLength {
            makePlaces()
        }
    }

    /// Does nothing if it is not here.
    mutating func remove(_ animation: AttachedAnimation) {
        guard list.indices.contains(animation.place), list[animation.place] === animation else { return }
        if places == nil {
            list.remove(at: animation.place)
            for place in animation.place..<list.count { list[place]?.place = place }
            return
        }
        list[animation.place] = nil
        gone += 1
        if let key = animation.key { places?[key] = nil }
        // As many steps as animations went since it was last done.
        guard gone > list.count / 2 else { return }
        list.removeAll { $0 == nil }
        gone = 0
        places = nil
        for (place, animation) in list.enumerated() { animation?.place = place }
        if list.count > Self.listLength { makePlaces() }
    }

    mutating func removeAll() { self = AttachedAnimations() }

    /// Those that the render server has not been told of, which are the newest.
    var unsent: [AttachedAnimation] {
        var first = list.count
        while first > 0, list[first - 1]?.isOnServer != true { first -= 1 }
        return list[first...].compactMap { $0 }
    }

    private mutating func makePlaces() {
        var made: [String: Int] = [:]
        made.reserveCapacity(2 * list.count)
        for case let animation? in list { if let key = animation.key { made[key] = animation.place } }
        places = made
    }
}

extension AttachedAnimations: Sequence {
    struct Iterator: IteratorProtocol {
        fileprivate var rest: IndexingIterator<[AttachedAnimation?]>

        mutating func next() -> AttachedAnimation? {
            while let place = rest.next() { if let animation = place { return animation } }
            return nil
        }
    }

    nonisolated func makeIterator() -> Iterator { Iterator(rest: list.makeIterator()) }
}
