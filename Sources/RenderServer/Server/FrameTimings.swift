/// How long the last shown frames took: what a person in front of the panel feels. All times in seconds.
public struct FrameTimings: Hashable, Sendable {
    /// Values in order, seen through a few of them.
    public struct Percentiles: Hashable, Sendable {
        /// How many values there were; all else is 0 without one.
        public var count = 0
        /// Half of the values are not greater.
        public var p50 = 0.0
        public var p95 = 0.0
        public var p99 = 0.0
        public var greatest = 0.0

        public init() {}

        /// By nearest rank: each is one of the values, at least the share it names of them is not greater. What is no
        /// number does not count.
        public init(_ values: [Double]) {
            let sorted = values.filter { !$0.isNaN }.sorted()
            guard let last = sorted.last else { return }
            func value(at share: Int) -> Double { sorted[(sorted.count * share + 99) / 100 - 1] }
            count = sorted.count
            p50 = value(at: 50)
            p95 = value(at: 95)
            p99 = value(at: 99)
            greatest = last
        }
    }

    /// How many frames were looked at: the last ones, at most `RenderServer.recentLimit`.
    public var frameCount = 0
    /// Refreshes that passed without a new frame among them although one was due.
    public var missedRefreshes = 0
    /// From the newest report of a finger, a mouse or a wheel that a frame shows to its flip; of the frames that show one.
    public var contactLatency = Percentiles()
    /// From one flip to the next, where the next was due at once.
    public var frameInterval = Percentiles()
    /// From taking the commits to handing over the flip.
    public var renderDuration = Percentiles()

    public init() {}

    /// - Parameter reports: oldest first.
    public init(_ reports: [FrameReport]) {
        frameCount = reports.count
        missedRefreshes = reports.reduce(0) { $0 + $1.missedIntervals }
        contactLatency = Percentiles(reports.filter { $0.contactLatency > 0 }.map(\.contactLatency))
        renderDuration = Percentiles(reports.map(\.renderDuration))
        frameInterval = Percentiles(
            zip(reports.dropFirst(), reports).filter { $0.0.isContinuous }.map { $0.0.flipTime - $0.1.flipTime })
    }
}

/// The reports of the last frames, in memory taken once.
struct FrameHistory: Sendable {
    private var reports: [FrameReport] = []
    /// The oldest one's place, once the memory is full.
    private var oldest = 0
    private let capacity: Int

    init(capacity: Int) {
        self.capacity = capacity
        reports.reserveCapacity(capacity)
    }

    mutating func append(_ report: FrameReport) {
        if reports.count < capacity {
            reports.append(report)
        } else {
            reports[oldest] = report
            oldest = (oldest + 1) % capacity
        }
    }

    /// Oldest first.
    var inOrder: [FrameReport] { Array(reports[oldest...] + reports[..<oldest]) }
}
