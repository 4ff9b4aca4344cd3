/// The timing of an animation or a layer; the values of `CAMediaTiming`, times in seconds.
public struct MediaTiming: Hashable, Sendable {
    /// Start in the parent's time.
    public var beginTime: Double
    /// Length of one round, in own time.
    public var duration: Double
    /// Own seconds per parent second; 0 stands still, negative runs backwards.
    public var speed: Double
    /// Added to own time.
    public var timeOffset: Double
    /// Number of rounds; 0 means one, fractions are allowed, infinity never ends.
    public var repeatCount: Double
    /// How long rounds go on, in own seconds; 0 means `repeatCount` decides.
    public var repeatDuration: Double
    /// Whether each round plays forth and back.
    public var autoreverses: Bool
    public var fillMode: FillMode

    public init(
        beginTime: Double = 0, duration: Double = 0, speed: Double = 1, timeOffset: Double = 0, repeatCount: Double = 0,
        repeatDuration: Double = 0, autoreverses: Bool = false, fillMode: FillMode = .removed
    ) {
        self.beginTime = beginTime
        self.duration = duration
        self.speed = speed
        self.timeOffset = timeOffset
        self.repeatCount = repeatCount
        self.repeatDuration = repeatDuration
        self.autoreverses = autoreverses
        self.fillMode = fillMode
    }
}
