/// Where a contact is at a moment between its reports, or shortly after the last of them.
///
/// Touch devices report at their own rate and panels show at theirs. Who draws the newest report makes a dragged view
/// advance by one report in one frame and by two in the next, and always shows the past. Asking for the moment at which
/// each frame is seen gives even steps and takes most of the lag away. Between two reports the place is on the line between
/// them; after the last one it goes on with the speed of the last reports for at most `limit`, and comes back to the last
/// report when no further one arrives: the finger rests.
public struct ContactResampler: Hashable, Sendable {
    /// One report.
    public struct Sample: Hashable, Sendable {
        /// Seconds.
        public var time: Double
        /// In any unit: what comes out is in the same.
        public var x: Double
        public var y: Double

        public init(time: Double, x: Double, y: Double) {
            self.time = time
            self.x = x
            self.y = y
        }
    }

    /// Seconds; see `limit`.
    public static let defaultLimit = 0.03
    /// Seconds; nobody's finger can be foretold for longer.
    public static let greatestLimit = 0.1

    /// How far beyond the last report a place may lie, seconds, 0…`greatestLimit`; 0 goes never beyond.
    public let limit: Double
    /// The reports of the last `memory` seconds, oldest first.
    private var samples: [Sample] = []

    /// What was further back says nothing about now, seconds.
    private static let memory = 0.06
    private static let capacity = 8
    /// After a gap this long, seconds, the finger starts anew.
    private static let pause = 0.1
    /// Reports this far back count half for the speed, seconds: long enough to even out whole pixels, short enough to follow
    /// a finger that brakes. Measured; see Documentation/touch.md.
    private static let halfWeight = 0.015

    public init(limit: Double = Self.defaultLimit) {
        self.limit = limit.isFinite ? min(max(limit, 0), Self.greatestLimit) : 0
        samples.reserveCapacity(Self.capacity + 1)
    }

    /// The newest report.
    public var last: Sample? { samples.last }

    /// Takes a report. One that is not later than the last one takes its place; one that is no number is left out.
    public mutating func add(_ sample: Sample) {
        guard sample.time.isFinite, sample.x.isFinite, sample.y.isFinite else { return }
        if let last = samples.last {
            if sample.time - last.time > Self.pause { samples.removeAll(keepingCapacity: true) }
            // A clock that went back makes everything before it worthless.
            while let last = samples.last, sample.time <= last.time { samples.removeLast() }
        }
        samples.append(sample)
        while samples.count > Self.capacity
            || (samples.count > 2 && samples[0].time < sample.time - Self.memory)
        { samples.removeFirst() }
    }

    /// The place at `time`, seconds on the clock of the reports, and the moment it is valid for; nil before the first report.
    public func place(at time: Double) -> Sample? { place(at: time, limit: limit) }

    /// The same with another limit for this once, seconds, 0…`greatestLimit`: to foretell further than to show.
    public func place(at time: Double, limit: Double) -> Sample? {
        guard let last = samples.last else { return nil }
        guard time > last.time else { return between(time) }
        guard samples.count >= 2 else { return last }
        // Few reports say little about a speed: no further ahead than they reach back.
        let reach = last.time - samples[0].time
        let ahead = min(time - last.time, limit, reach) * trust(after: time - last.time - limit)
        guard ahead > 0 else { return last }
        let speed = self.speed(last)
        return Sample(time: last.time + ahead, x: last.x + speed.x * ahead, y: last.y + speed.y * ahead)
    }

    /// 1 while reports may still come, falling to 0 when two of them are missing. `silence` is how long ago the last report
    /// was, seconds, as seen from when the frame is made and not when it is shown.
    private func trust(after silence: Double) -> Double {
        let interval = (samples[samples.count - 1].time - samples[0].time) / Double(samples.count - 1)
        guard silence > interval else { return 1 }
        return max(0, 1 - (silence - interval) / (1.5 * interval))
    }

    private func between(_ time: Double) -> Sample {
        var index = samples.count - 1
        while index > 0, samples[index].time > time { index -= 1 }
        let before = samples[index]
        guard index + 1 < samples.count, time > before.time else { return before }
        let after = samples[index + 1]
        let share = (time - before.time) / (after.time - before.time)
        return Sample(
            time: time, x: before.x + (after.x - before.x) * share, y: before.y + (after.y - before.y) * share)
    }

    /// The slope of the line that fits the reports best, the newer ones more than the older.
    private func speed(_ last: Sample) -> (x: Double, y: Double) {
        var weights = 0.0
        var mean = Sample(time: 0, x: 0, y: 0)
        for sample in samples {
            let weight = Self.weight(sample.time - last.time)
            weights += weight
            mean.time += weight * (sample.time - last.time)
            mean.x += weight * (sample.x - last.x)
            mean.y += weight * (sample.y - last.y)
        }
        mean = Sample(time: mean.time / weights, x: mean.x / weights, y: mean.y / weights)
        var spread = 0.0
        var slope = (x: 0.0, y: 0.0)
        for sample in samples {
            let time = sample.time - last.time
            let weight = Self.weight(time) * (time - mean.time)
            spread += weight * (time - mean.time)
            slope.x += weight * (sample.x - last.x - mean.x)
            slope.y += weight * (sample.y - last.y - mean.y)
        }
        guard spread > 0 else { return (0, 0) }
        slope = (slope.x / spread, slope.y / spread)
        // A finger that rests trembles by a pixel or two: a speed is believed as far as it stands out of the reports' own noise.
        var noise = 0.0
        for sample in samples {
            let time = sample.time - last.time - mean.time
            let x = sample.x - last.x - mean.x - slope.x * time
            let y = sample.y - last.y - mean.y - slope.y * time
            noise += Self.weight(sample.time - last.time) * (x * x + y * y)
        }
        let square = slope.x * slope.x + slope.y * slope.y
        guard square > 0 else { return (0, 0) }
        let share = square / (square + noise / spread)
        return (slope.x * share, slope.y * share)
    }

    private static func weight(_ age: Double) -> Double {
        let share = age / halfWeight
        return 1 / (1 + share * share)
    }
}
