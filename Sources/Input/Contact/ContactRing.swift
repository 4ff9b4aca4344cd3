/// The storage of a `ContactQueue`: contacts in the order in which they came, in memory taken at the start.
///
/// When it is full, room is made by giving up what costs least. In this order: moves that a later move of the same
/// contact makes unnecessary; more memory, up to `maximumCapacity`; whole stories that nobody has seen the beginning of.
struct ContactRing {
    /// What the ring may grow to: hours of tapping at a main thread that has stopped reading.
    static let maximumCapacity = 131_072

    private var storage: [Contact]
    /// The oldest contact's place.
    private var head = 0
    private(set) var count = 0
    /// Contacts given up from began to end, because nobody read for so long.
    private(set) var droppedStories = 0

    private static let filler = Contact(
        deviceID: 0, slot: 0, phase: .cancelled, x: 0, y: 0, microseconds: 0, identifier: 0)

    /// `capacity` is rounded up to a power of two, at least 16.
    init(capacity: Int) {
        var size = 16
        while size < min(capacity, Self.maximumCapacity) { size *= 2 }
        storage = Array(repeating: Self.filler, count: size)
    }

    var capacity: Int { storage.count }

    /// The `index`th oldest contact.
    subscript(index: Int) -> Contact {
        get { storage[(head &+ index) & (storage.count &- 1)] }
        set { storage[(head &+ index) & (storage.count &- 1)] = newValue }
    }

    mutating func append(_ contact: Contact) {
        if count == storage.count { makeRoom() }
        self[count] = contact
        count += 1
    }

    /// Moves everything to the end of `contacts`, and begins again at the front of the memory: a queue that is read in
    /// time touches only the first few lines of it.
    mutating func drain(into contacts: inout [Contact]) {
        let first = min(count, storage.count - head)
        contacts.append(contentsOf: storage[head..<head + first])
        contacts.append(contentsOf: storage[0..<count - first])
        head = 0
        count = 0
    }

    private mutating func makeRoom() {
        mergeMoves()
        guard count > capacity / 4 * 3 else { return }
        if capacity < Self.maximumCapacity {
            resize(to: capacity * 2)
        } else {
            dropUnseenStories(downTo: capacity / 2)
            // Only a producer that begins contacts and never ends them gets here; even so nothing begun is lost.
            if count == capacity { resize(to: capacity * 2) }
        }
    }

    private mutating func resize(to size: Int) {
        var contacts: [Contact] = []
        contacts.reserveCapacity(size)
        drain(into: &contacts)
        count = contacts.count
        contacts.append(contentsOf: repeatElement(Self.filler, count: size - count))
        storage = contacts
    }

    /// Of each run of moves of one contact, keeps the last.
    private mutating func mergeMoves() {
        var next: [UInt64: ContactPhase] = [:]
        var kept = count
        for index in stride(from: count - 1, through: 0, by: -1) {
            let contact = self[index]
            let following = next.updateValue(contact.phase, forKey: contact.identifier)
            if contact.phase == .moved && following == .moved { continue }
            kept -= 1
            self[kept] = contact
        }
        removeFirst(kept)
    }

    /// Drops the oldest contacts that both began and got over in here: whoever reads the queue never hears of them, so
    /// no story is left without its beginning or its end.
    private mutating func dropUnseenStories(downTo target: Int) {
        var sizes: [UInt64: Int] = [:]
        var whole: [UInt64] = []
        for index in 0..<count {
            let contact = self[index]
            if contact.phase == .began {
                sizes[contact.identifier] = 1
            } else if let size = sizes[contact.identifier] {
                sizes[contact.identifier] = size + 1
                if contact.isOver { whole.append(contact.identifier) }
            }
        }
        var dropped: Set<UInt64> = []
        var remaining = count
        for identifier in whole where remaining > target {
            dropped.insert(identifier)
            remaining -= sizes[identifier] ?? 0
        }
        var kept = 0
        for index in 0..<count {
            let contact = self[index]
            if dropped.contains(contact.identifier) { continue }
            self[kept] = contact
            kept += 1
        }
        count = kept
        droppedStories += dropped.count
    }

    private mutating func removeFirst(_ number: Int) {
        head = (head &+ number) & (storage.count &- 1)
        count -= number
    }
}
