/// The time of a group that is in no other group, made ready to be asked in every frame. Answers as `GroupTiming.moment`
/// does, to the last bit.
public struct SteadyGroup: Sendable {
    private let timing: SteadyTiming
    private let pace: CubicPace
    /// Seconds of a round; 0 for one that never ends, in which time stands still.
    private let length: Double
    private let showsAfter: Bool

    /// Nil for the group of no group, or for one that is in another.
    ///
    /// - Parameter isRemoved: whether the group goes away at its end.
    public init?(_ group: GroupTiming, isRemoved: Bool) {
        guard group.parent == nil else { return nil }
        timing = SteadyTiming(group.timing)
        pace = CubicPace(group.curve)
        length = group.timing.duration > 0 && group.timing.duration.isFinite ? group.timing.duration : 0
        showsAfter = timing.fillsForwards && !isRemoved
    }

    /// What the group makes of a moment for the animations in it.
    public struct Moment: Sendable {
        public let phase: SteadyTiming.Phase
        /// Whether they show anything.
        public let isShown: Bool
        /// The time they see, seconds, if they do.
        public let time: Double
    }

    /// - Parameter layerTime: its layer's time, seconds.
    public func moment(at layerTime: Double) -> Moment {
        let (phase, progress) = timing.progress(at: layerTime)
        let isShown =
            switch phase {
            case .active: true
            case .before: timing.fillsBackwards
            case .after: showsAfter
            }
        return Moment(phase: phase, isShown: isShown, time: isShown ? pace.value(at: progress) * length : 0)
    }
}
