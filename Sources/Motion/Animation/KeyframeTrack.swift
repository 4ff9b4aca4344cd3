/// The way of a keyframe animation: stops, when each is reached, and how it goes on between them; `CAKeyframeAnimation`.
///
/// Made once and never changed; the numbers lie in plain memory, so that evaluating it allocates nothing.
public final class KeyframeTrack: @unchecked Sendable {
    // Unchecked because of the pointers, whose memory is written in `init` only.

    /// How stops are joined; `CAAnimationCalculationMode`.
    public enum CalculationMode: UInt8, Hashable, Sendable {
        case linear, discrete, paced, cubic, cubicPaced
    }

    /// One piece of the way, from one stop to the next.
    public struct Segment: Hashable, Sendable {
        public var start: MotionValue
        public var end: MotionValue
        /// Where a curve leaves and arrives, as Bézier control values; nil for the straight way.
        public var controls: Controls?

        public struct Controls: Hashable, Sendable {
            public var first: MotionValue
            public var second: MotionValue

            public init(first: MotionValue, second: MotionValue) {
                self.first = first
                self.second = second
            }
        }

        public init(start: MotionValue, end: MotionValue, controls: Controls? = nil) {
            self.start = start
            self.end = end
            self.controls = controls
        }
    }

    /// The bend of a cubic way at one stop, each −1…1, 0 for the plain one.
    public struct Bend: Hashable, Sendable {
        public var tension = 0.0
        public var continuity = 0.0
        public var bias = 0.0

        public init(tension: Double = 0, continuity: Double = 0, bias: Double = 0) {
            self.tension = tension
            self.continuity = continuity
            self.bias = bias
        }
    }

    public let mode: CalculationMode
    private let segments: UnsafeMutableBufferPointer<Segment>
    /// When segment k begins, as a share of the duration; one more at the end. For a discrete way, when each value comes.
    private let times: UnsafeMutableBufferPointer<Double>
    /// Paces inside segments; empty for even ones.
    private let paces: UnsafeMutableBufferPointer<CubicPace>
    /// For a paced way along curves: `lengthSteps` + 1 shares of each segment's length, at even steps of its parameter.
    private let lengths: UnsafeMutableBufferPointer<Double>
    private static let lengthSteps = 32
    /// The segments once more, for values that are evaluated in every frame: of numbers, points, rectangles and colours,
    /// and straight ones of transforms. Empty for others.
    let vectors: UnsafeMutableBufferPointer<VectorSegment>
    let matrices: UnsafeMutableBufferPointer<MatrixWay>

    /// A way through values.
    ///
    /// - Parameters:
    ///   - values: at least two of one kind (fact A-108: one has no effect), else nil.
    ///   - keyTimes: when each is reached, ascending shares of the duration; for `discrete` one more is allowed. Ignored
    ///     by paced ways, and even where their number does not fit. A time before the one before it counts as that one.
    ///   - curves: the pace of each segment; missing ones are even.
    ///   - bends: for cubic ways, one per value; missing ones are plain.
    public convenience init?(
        values: [MotionValue], keyTimes: [Double]? = nil, curves: [TimingCurve] = [], mode: CalculationMode = .linear,
        bends: [Bend] = []
    ) {
        guard values.count >= 2, values.allSatisfy({ $0.isSameKind(as: values[0]) }) else { return nil }
        if mode == .discrete {
            let segments = values.map { Segment(start: $0, end: $0) }
            let times = Self.usable(keyTimes, counts: [values.count, values.count + 1])
            self.init(segments, times: times.map { Array($0.prefix(values.count)) + [1] }, curves: [], mode: mode)
            return
        }
        var segments: [Segment] = []
        for k in 0..<values.count - 1 { segments.append(Segment(start: values[k], end: values[k + 1])) }
        if mode == .cubic || mode == .cubicPaced {
            for k in segments.indices { segments[k].controls = Self.controls(values, k, bends) }
        }
        self.init(segments, times: Self.usable(keyTimes, counts: [values.count]), curves: curves, mode: mode)
    }

    /// A way along a path: each segment begins where the one before ended, or the value jumps there.
    ///
    /// - Parameters:
    ///   - path: at least one segment, all of the kind `vector2`, else nil.
    ///   - keyTimes: as many as segments and one more, or as many as segments for `discrete`; see above.
    public convenience init?(
        path: [Segment], keyTimes: [Double]? = nil, curves: [TimingCurve] = [], mode: CalculationMode = .linear
    ) {
        guard let first = path.first,
            path.allSatisfy({ $0.start.isSameKind(as: first.start) && $0.end.isSameKind(as: first.start) })
        else { return nil }
        if mode == .discrete {
            self.init(values: [first.start] + path.map(\.end), keyTimes: keyTimes, mode: mode)
        } else {
            self.init(path, times: Self.usable(keyTimes, counts: [path.count + 1]), curves: curves, mode: mode)
        }
    }

    private init(_ list: [Segment], times given: [Double]?, curves: [TimingCurve], mode: CalculationMode) {
        self.mode = mode
        segments = Self.store(list)
        vectors = Self.store(VectorSegment.all(list) ?? [])
        matrices = Self.store(MatrixWay.all(list) ?? [])
        let count = list.count
        var times = given ?? (0...count).map { Double($0) / Double(count) }
        var lengths: [Double] = []
        if mode == .paced || mode == .cubicPaced {
            times = [0]
            for segment in list {
                lengths += segment.lengths(steps: Self.lengthSteps)
                times.append(times[times.count - 1] + (lengths.last ?? 0))
            }
            let total = times[count]
            if total > 0, total.isFinite {
                for k in 0...count { times[k] /= total }
            } else {
                // No way at all: the stops follow each other evenly.
                times = (0...count).map { Double($0) / Double(count) }
            }
            for k in 0..<count {
                let whole = lengths[(k + 1) * (Self.lengthSteps + 1) - 1]
                for step in 0...Self.lengthSteps {
                    let place = k * (Self.lengthSteps + 1) + step
                    lengths[place] =
                        whole > 0 ? lengths[place] / whole : Double(step) / Double(Self.lengthSteps)
                }
            }
        }
        self.times = Self.store(times)
        self.lengths = Self.store(lengths)
        let given = curves.prefix(count)
        let areEven = given.isEmpty || mode == .discrete || !lengths.isEmpty
        paces = Self.store(
            areEven ? [] : (given + Array(repeating: .linear, count: count - given.count)).map(CubicPace.init))
    }

    deinit {
        segments.deallocate()
        times.deallocate()
        paces.deallocate()
        lengths.deallocate()
        vectors.deallocate()
        matrices.deallocate()
    }

    private static func store<Element>(_ list: [Element]) -> UnsafeMutableBufferPointer<Element> {
        let memory = UnsafeMutableBufferPointer<Element>.allocate(capacity: list.count)
        _ = memory.initialize(from: list)
        return memory
    }

    /// Key times in order and in range; nil if they do not fit.
    private static func usable(_ keyTimes: [Double]?, counts: [Int]) -> [Double]? {
        guard let keyTimes, counts.contains(keyTimes.count) else { return nil }
        var last = 0.0
        return keyTimes.map { time in
            last = max(last, min(time.isNaN ? 0 : time, 1))
            return last
        }
    }

    // MARK: Reading it

    public var first: MotionValue { segments[0].start }
    public var last: MotionValue { segments[segments.count - 1].end }

    /// The value at a share of the duration; 0…1, and the ends beyond.
    public func value(at progress: Double) -> MotionValue {
        let (index, share) = place(at: progress)
        return segments[index].value(at: share)
    }

    /// The direction of the way there, radians from the x axis, y down turning clockwise; 0 for what is no way of points.
    public func angle(at progress: Double) -> Double {
        let (index, share) = place(at: progress)
        return segments[index].angle(at: share)
    }

    /// The segment, and how far along its own parameter.
    func place(at progress: Double) -> (Int, Double) {
        let progress = progress.isNaN ? 0 : max(0, min(1, progress))
        // The last segment that has begun.
        var low = 0
        var high = segments.count - 1
        while low < high {
            let middle = (low + high + 1) / 2
            if times[middle] <= progress { low = middle } else { high = middle - 1 }
        }
        if mode == .discrete { return (low, 0) }
        let length = times[low + 1] - times[low]
        var share = length > 0 ? min((progress - times[low]) / length, 1) : 1
        // Before the first key time its value holds.
        if progress < times[low] { share = 0 }
        if !paces.isEmpty { share = paces[low].value(at: share) }
        return (low, lengths.isEmpty ? share : parameter(in: low, at: share))
    }

    /// The parameter at which a share of the segment's length is behind.
    private func parameter(in index: Int, at share: Double) -> Double {
        let base = index * (Self.lengthSteps + 1)
        var low = 0
        var high = Self.lengthSteps
        while high - low > 1 {
            let middle = (low + high) / 2
            if lengths[base + middle] <= share { low = middle } else { high = middle }
        }
        let from = lengths[base + low]
        let way = lengths[base + high] - from
        let part = way > 0 ? (share - from) / way : 0
        return (Double(low) + max(0, min(1, part))) / Double(Self.lengthSteps)
    }

    // MARK: Cubic ways

    /// Kochanek's and Bartels' tangents at both ends of segment k, as Bézier controls (fact A-108 is the plain case). The
    /// first and the last stop have a neighbour on one side only, whose difference is the tangent.
    private static func controls(_ values: [MotionValue], _ k: Int, _ bends: [Bend]) -> Segment.Controls? {
        func bend(_ index: Int) -> Bend { index < bends.count ? bends[index] : Bend() }
        let way = values[k + 1].difference(from: values[k])
        var leaving = way
        if k > 0 {
            let (t, c, b) = (bend(k).tension, bend(k).continuity, bend(k).bias)
            let before = values[k].difference(from: values[k - 1])
            leaving = before.scaled((1 - t) * (1 + c) * (1 + b) / 2).sum(way.scaled((1 - t) * (1 - c) * (1 - b) / 2))
        }
        var arriving = way
        if k + 2 < values.count {
            let (t, c, b) = (bend(k + 1).tension, bend(k + 1).continuity, bend(k + 1).bias)
            let after = values[k + 2].difference(from: values[k + 1])
            arriving = way.scaled((1 - t) * (1 - c) * (1 + b) / 2).sum(after.scaled((1 - t) * (1 + c) * (1 - b) / 2))
        }
        return Segment.Controls(
            first: values[k].sum(leaving.scaled(1.0 / 3)), second: values[k + 1].sum(arriving.scaled(-1.0 / 3)))
    }
}

extension KeyframeTrack: Hashable {
    /// Tracks are the same only if they are one object: comparing ways is nobody's need.
    public static func == (a: KeyframeTrack, b: KeyframeTrack) -> Bool { a === b }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension KeyframeTrack.Segment {
    /// The value at parameter `t`, 0…1; exact at both ends.
    func value(at t: Double) -> MotionValue {
        guard let controls, t > 0, t < 1 else {
            return t <= 0 ? start : start.interpolated(to: end, t)
        }
        let s = 1 - t
        return start.scaled(s * s * s).sum(controls.first.scaled(3 * s * s * t))
            .sum(controls.second.scaled(3 * s * t * t)).sum(end.scaled(t * t * t))
    }

    func angle(at t: Double) -> Double {
        guard case .vector2(let a) = start, case .vector2(let d) = end else { return 0 }
        var way = d - a
        if let controls, case .vector2(let b) = controls.first, case .vector2(let c) = controls.second {
            let s = 1 - t
            way = (b - a) * (s * s) + (c - b) * (2 * s * t) + (d - c) * (t * t)
            // A control that lies on its end has no direction; the next one has.
            if way.x == 0, way.y == 0 { way = t < 0.5 ? c - a : d - b }
            if way.x == 0, way.y == 0 { way = d - a }
        }
        return way.x == 0 && way.y == 0 ? 0 : Self.arc(way.y, way.x)
    }

    /// Lengths from the start to `steps` + 1 even steps of the parameter.
    func lengths(steps: Int) -> [Double] {
        var result = [0.0]
        var before = start
        for step in 1...steps {
            let here = value(at: Double(step) / Double(steps))
            result.append(result[step - 1] + here.distance(to: before))
            before = here
        }
        return result
    }
}
