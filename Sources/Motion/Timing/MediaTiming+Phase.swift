extension MediaTiming {
    /// Where in its rounds an animation stands.
    public struct Position: Hashable, Sendable {
        /// Rounds finished before this one.
        public var round: Double
        /// Share of `duration` gone, 0…1; falls again on the way back of an autoreversing round.
        public var progress: Double

        public init(round: Double, progress: Double) {
            self.round = round
            self.progress = progress
        }
    }

    /// An animation's state at one moment, with the position it holds or fills with.
    public enum Phase: Hashable, Sendable {
        case before(Position)
        case active(Position)
        case after(Position)
    }

    /// One round in own seconds, there and back if it autoreverses; 0 for a duration that is no positive number.
    @inlinable public var roundDuration: Double {
        duration > 0 ? (autoreverses ? 2 * duration : duration) : 0
    }

    /// All rounds together, own seconds; may be infinite.
    public var activeDuration: Double {
        if repeatDuration > 0 { return repeatDuration }
        let round = roundDuration
        // An endless repetition of nothing is over at once rather than stuck.
        if round == 0 { return 0 }
        return repeatCount > 0 ? repeatCount * round : round
    }

    /// When the first round begins, parent seconds. A begin time that is no finite number has passed long ago, so that a
    /// bad value ends an animation instead of holding it for ever.
    public var startTime: Double { beginTime.isFinite ? beginTime : -.infinity }

    /// When the last round ends, parent seconds; infinite for one that repeats for ever or stands still.
    public var endTime: Double {
        guard beginTime.isFinite else { return -.infinity }
        let length = activeDuration
        let rate = speed.isNaN ? 1 : speed.magnitude
        if length == 0 || rate == .infinity { return beginTime }
        return beginTime + length / rate
    }

    /// Whether the value is the same at every moment of the active time.
    public var isStill: Bool { speed == 0 || !roundDuration.isFinite }

    /// Whether it goes on so slowly that a century is not a hundred-thousandth of the way: nobody will see it move.
    public var isNearlyStill: Bool { speed.magnitude < 1e-15 * roundDuration }

    public var fillsForwards: Bool { fillMode == .forwards || fillMode == .both }
    public var fillsBackwards: Bool { fillMode == .backwards || fillMode == .both }

    /// The state at `time`, parent seconds. Both ends belong to the active time (fact A-103: a round that ends at .5
    /// shows its end value at .5).
    public func phase(at time: Double) -> Phase {
        let end = endTime
        if time > end { return .after(position(atActiveTime: activeDuration, atEnd: true)) }
        guard time >= startTime else { return .before(position(atActiveTime: 0, atEnd: false)) }
        if time == end { return .active(position(atActiveTime: activeDuration, atEnd: true)) }
        let rate = speed.isNaN ? 1 : speed.magnitude
        return .active(position(atActiveTime: min((time - beginTime) * rate, activeDuration), atEnd: false))
    }

    /// - Parameters:
    ///   - elapsed: own seconds since the start, never negative.
    ///   - atEnd: whether the position is the limit from inside: a whole number of rounds shows the end of the last
    ///     round, not the start of the next.
    func position(atActiveTime elapsed: Double, atEnd: Bool) -> Position {
        let isBackwards = speed < 0
        let round = roundDuration
        guard round > 0 else { return Position(round: 0, progress: isBackwards ? 0 : 1) }
        let offset = timeOffset.isFinite ? timeOffset : 0
        guard round.isFinite, elapsed.isFinite else { return Position(round: 0, progress: 0) }

        // The offset moves the position but not the end, so positions wrap (fact A-103, timeOffset .3 and speed −1).
        let rounds = ((isBackwards ? -elapsed : elapsed) + offset) / round
        var whole = rounds.rounded(.down)
        var share = rounds - whole
        if atEnd, !isBackwards, share < 1e-9, elapsed > 0 {
            whole -= 1
            share = 1
        }
        if autoreverses {
            share *= 2
            if share > 1 { share = 2 - share }
        }
        return Position(round: max(whole, 0), progress: share)
    }
}
