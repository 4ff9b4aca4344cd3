import CAllocationCounter

/// What the frames of one subject cost.
struct FrameSamples {
    /// CPU milliseconds, of all threads.
    private(set) var times: [Double] = []
    /// Milliseconds on the wall's clock.
    private(set) var wallTimes: [Double] = []
    private(set) var allocations: [Int] = []

    init(capacity: Int) {
        times.reserveCapacity(capacity)
        wallTimes.reserveCapacity(capacity)
        allocations.reserveCapacity(capacity)
    }

    mutating func measure(_ frame: () -> Void) {
        let requests = allocation_count()
        let wallStart = CPUClock.monotonic
        let start = CPUClock.process
        frame()
        let time = CPUClock.process - start
        let wallTime = CPUClock.monotonic - wallStart
        let requested = Int(allocation_count() - requests)
        times.append(time * 1000)
        wallTimes.append(wallTime * 1000)
        allocations.append(requested)
    }

    var median: Double { Self.quantile(times, 50) }
    var p99: Double { Self.quantile(times, 99) }
    var wallMedian: Double { Self.quantile(wallTimes, 50) }
    var medianAllocations: Int { allocations.isEmpty ? 0 : allocations.sorted()[allocations.count / 2] }

    private static func quantile(_ values: [Double], _ percent: Int) -> Double {
        if values.isEmpty { return 0 }
        return values.sorted()[min(values.count * percent / 100, values.count - 1)]
    }
}
