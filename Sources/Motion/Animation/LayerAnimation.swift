/// One running animation of one layer property, in the form both the presentation tree and the render server evaluate.
///
/// Plain data except for the way of a keyframe animation and the time of a group, which never change.
public struct LayerAnimation: Hashable, Sendable {
    /// How the way from start to end is described.
    public enum Course: Hashable, Sendable {
        /// `CABasicAnimation`: any combination of from, to and by (fact A-104).
        case basic(from: MotionValue?, to: MotionValue?, by: MotionValue?, curve: TimingCurve)
        /// `CASpringAnimation`: the same ends, reached by a spring that is let go at the start of each round.
        case spring(from: MotionValue?, to: MotionValue?, by: MotionValue?, SpringCurve)
        /// `CAKeyframeAnimation`: a way through stops; the curve is the pace of the whole.
        case keyframes(KeyframeTrack, curve: TimingCurve)
        /// The direction of such a way in radians, plus a turn: what its `rotationMode` makes of it.
        case keyframeAngle(KeyframeTrack, curve: TimingCurve, turn: Double)
    }

    /// Unique in the process for the life of the animation; completions are reported under it.
    public var identifier: UInt64
    public var key: LayerKey
    public var timing: MediaTiming
    public var course: Course
    /// Whether the value is added to what is below (fact A-105).
    public var isAdditive: Bool
    /// Whether each round starts where the last one ended (fact A-105).
    public var isCumulative: Bool
    /// Whether the animation goes away by itself at its end; in a group, whether the group does.
    public var isRemovedOnCompletion: Bool
    /// Makes a transform of the animation's numbers; the key is `transform` or `sublayerTransform` then.
    public var valueFunction: ValueFunction?
    /// The group it runs in. `timing` is then inside the group's time.
    public var group: GroupTiming?

    public init(
        identifier: UInt64, key: LayerKey, timing: MediaTiming, course: Course, isAdditive: Bool = false,
        isCumulative: Bool = false, isRemovedOnCompletion: Bool = true,
        valueFunction: ValueFunction? = nil, group: GroupTiming? = nil
    ) {
        self.identifier = identifier
        self.key = key
        self.timing = timing
        self.course = course
        self.isAdditive = isAdditive
        self.isCumulative = isCumulative
        self.isRemovedOnCompletion = isRemovedOnCompletion
        self.valueFunction = valueFunction
        self.group = group
    }
}

extension LayerAnimation {
    /// Whether it leads from and to values that do not depend on the one below it.
    public var givesBothEnds: Bool {
        switch course {
        case .basic(let from, let to, let by, _), .spring(let from, let to, let by, _):
            isAdditive || (from == nil ? 0 : 1) + (to == nil ? 0 : 1) + (by == nil ? 0 : 1) >= 2
        case .keyframes, .keyframeAngle: true
        }
    }
}
