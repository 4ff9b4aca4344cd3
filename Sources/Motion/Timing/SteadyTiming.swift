/// An animation's timing with all that does not depend on the moment worked out, ready to be asked in every frame. Answers
/// as `MediaTiming` does, to the last bit.
public struct SteadyTiming: Sendable {
    /// When the first round begins and the last one ends, parent seconds.
    public let startTime, endTime: Double
    private let beginTime, rate, activeDuration, offset, round: Double
    private let progressBefore, progressAtEnd: Double
    private let isBackwards, autoreverses: Bool
    /// There are no rounds to count, or one that never ends: the progress stays where it is.
    private let isFixed: Bool
    public let fillsForwards, fillsBackwards: Bool

    public init(_ timing: MediaTiming) {
        startTime = timing.startTime
        endTime = timing.endTime
        beginTime = timing.beginTime
        rate = timing.speed.isNaN ? 1 : timing.speed.magnitude
        activeDuration = timing.activeDuration
        offset = timing.timeOffset.isFinite ? timing.timeOffset : 0
        round = timing.roundDuration
        isBackwards = timing.speed < 0
        autoreverses = timing.autoreverses
        isFixed = !(round > 0) || !round.isFinite
        progressBefore = timing.position(atActiveTime: 0, atEnd: false).progress
        progressAtEnd = timing.position(atActiveTime: activeDuration, atEnd: true).progress
        fillsForwards = timing.fillsForwards
        fillsBackwards = timing.fillsBackwards
    }

    public enum Phase: UInt8, Sendable {
        case before, active, after
    }

    /// The phase at `time`, parent seconds, and the progress in it: `MediaTiming.phase(at:)` without the number of the
    /// round.
    func progress(at time: Double) -> (Phase, Double) {
        if time > endTime { return (.after, progressAtEnd) }
        if !(time >= startTime) { return (.before, progressBefore) }
        if time == endTime { return (.active, progressAtEnd) }
        if isFixed { return (.active, progressBefore) }
        let elapsed = min((time - beginTime) * rate, activeDuration)
        guard elapsed.isFinite else { return (.active, 0) }
        let rounds = ((isBackwards ? -elapsed : elapsed) + offset) / round
        var share = rounds - rounds.rounded(.down)
        if autoreverses {
            share *= 2
            if share > 1 { share = 2 - share }
        }
        return (.active, share)
    }
}
