/// A layer's clock in its superlayer's time (fact G-60): own time = (parent − beginTime) · speed + timeOffset.
///
/// Speed 0 stops it at `timeOffset` (fact A-112).
public struct LayerClock: Hashable, Sendable {
    /// Parent time at which own time is `timeOffset`, seconds.
    public var beginTime: Double
    /// Own seconds per parent second.
    public var speed: Double
    /// Seconds.
    public var timeOffset: Double

    public init(beginTime: Double = 0, speed: Double = 1, timeOffset: Double = 0) {
        self.beginTime = beginTime
        self.speed = speed
        self.timeOffset = timeOffset
    }

    /// Own time is the parent's time; true of nearly every layer.
    @inlinable public var isParentTime: Bool { beginTime == 0 && speed == 1 && timeOffset == 0 }

    /// Own time at `parent`, seconds.
    @inlinable
    public func time(fromParent parent: Double) -> Double {
        // A stopped clock shows its offset even at a parent time of infinity, where 0 · ∞ would be no number.
        speed == 0 ? timeOffset : (parent - beginTime) * speed + timeOffset
    }

    /// The parent's time at own time `time`; 0 for a stopped clock, for which there is no answer.
    @inlinable
    public func parentTime(from time: Double) -> Double {
        speed == 0 ? 0 : (time - timeOffset) / speed + beginTime
    }
}
