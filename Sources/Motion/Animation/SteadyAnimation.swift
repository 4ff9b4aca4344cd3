/// An animation made ready to be evaluated in every frame: what does not depend on the moment is worked out once, and
/// nothing in it is counted, boxed or copied. Shows what `LayerAnimation.sample` does, to the last bit.
public struct SteadyAnimation: Sendable {
    private enum Course: UInt8 {
        case even, cubic, spring
    }

    private let timing: SteadyTiming
    /// When it, or the group it is in, begins and ends; its layer's time, seconds.
    public let startTime, endTime: Double
    /// How the value goes along; beside the course rather than in it, so that using it copies nothing.
    private let course: Course
    private let pace: CubicPace
    private let motion: SpringMotion
    /// Seconds of a round.
    private let duration: Double
    public let isAdditive: Bool
    /// Whether it shows the same at every moment of its active time, or nearly.
    public let isStill: Bool
    private let showsBefore, showsAfter: Bool

    /// Nil for an animation that is cumulative or has a value function. One in a group needs the group's time; see
    /// `SteadyGroup`.
    public init?(_ animation: LayerAnimation) {
        guard animation.valueFunction == nil, !animation.isCumulative else { return nil }
        timing = SteadyTiming(animation.timing)
        startTime = animation.startTime
        endTime = animation.endTime
        duration = max(animation.timing.duration, 0)
        isAdditive = animation.isAdditive
        isStill = animation.isStill
        showsBefore = timing.fillsBackwards
        // In a group an animation that is over waits for the others.
        showsAfter = timing.fillsForwards && (animation.group != nil || !animation.isRemovedOnCompletion)
        switch animation.course {
        case .basic(_, _, _, let curve), .keyframes(_, let curve):
            course = curve == .linear ? .even : .cubic
            pace = CubicPace(curve)
            motion = Self.noMotion
        case .spring(_, _, _, let spring):
            course = .spring
            pace = Self.noPace
            motion = SpringMotion(spring)
        case .keyframeAngle:
            return nil
        }
    }

    private static let noPace = CubicPace(.linear)
    private static let noMotion = SpringMotion(SpringCurve())

    /// What it says at one moment.
    public struct Moment: Sendable {
        public let phase: SteadyTiming.Phase
        /// Whether it shows anything.
        public let isShown: Bool
        /// How much of the way is gone, if it does.
        public let share: Double
    }

    /// - Parameter time: its layer's time, or its group's, seconds.
    public func moment(at time: Double) -> Moment {
        let (phase, progress) = timing.progress(at: time)
        let isShown = isShown(phase)
        return Moment(phase: phase, isShown: isShown, share: isShown ? share(at: progress) : 0)
    }

    /// Shows the value at `time`, its layer's time or its group's in seconds, in `value`, the property's below it.
    ///
    /// - Parameter way: made of the same animation.
    public func apply(_ way: borrowing VectorWay, to value: inout SIMD4<Double>, at time: Double) -> SteadyTiming.Phase
    {
        let (phase, progress) = timing.progress(at: time)
        if isShown(phase) { way.apply(to: &value, share(at: progress), isAdditive: isAdditive) }
        return phase
    }

    @inline(__always)
    private func isShown(_ phase: SteadyTiming.Phase) -> Bool {
        switch phase {
        case .active: true
        case .before: showsBefore
        case .after: showsAfter
        }
    }

    @inline(__always)
    private func share(at progress: Double) -> Double {
        switch course {
        case .even: progress
        case .cubic: pace.value(at: progress)
        case .spring: motion.value(at: progress * duration)
        }
    }
}

extension MatrixWay {
    /// The way of a basic or spring animation of a transform with its ends filled in: `model` stands for those that are
    /// not given. Nil for anything else.
    public init?(_ animation: LayerAnimation, model: MotionValue) {
        guard !animation.key.isPart, case .matrix = model else { return nil }
        switch animation.course {
        case .basic(let from, let to, let by, _), .spring(let from, let to, let by, _):
            guard case (.matrix(let start), .matrix(let end)) = animation.ends(from: from, to: to, by: by, model: model)
            else { return nil }
            self.init(from: start, to: end)
        case .keyframes, .keyframeAngle: return nil
        }
    }
}
