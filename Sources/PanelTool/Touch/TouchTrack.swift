import Foundation

/// One finger as it was seen: where it went, and how often the device told of it.
struct TouchTrack: Sendable {
    struct Point: Hashable, Sendable {
        var x: Double
        var y: Double
        /// Seconds.
        var time: Double
    }

    /// The slot the device has for it.
    let slot: Int
    /// The latest places, oldest first: at most `longest`.
    private(set) var trail: [Point] = []
    private(set) var reportCount = 0

    static let longest = 240
    /// Reports of so many seconds make the rate.
    static let window = 0.5

    init(slot: Int) { self.slot = slot }

    mutating func add(_ point: Point) {
        // A place that is told again is no report: frames ask more often than devices tell.
        if let last = trail.last, point.time <= last.time { return }
        reportCount += 1
        if trail.count == Self.longest { trail.removeFirst() }
        trail.append(point)
    }

    /// Reports a second, of the last half second in which it was heard; nil before there are three.
    var rate: Double? {
        guard let last = trail.last else { return nil }
        let recent = trail.drop { $0.time < last.time - Self.window }
        guard recent.count >= 3, let first = recent.first, last.time > first.time else { return nil }
        return Double(recent.count - 1) / (last.time - first.time)
    }
}
