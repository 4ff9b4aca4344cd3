/// A cubic Bézier from (0,0) to (1,1) that maps the share of time passed to the share of the way gone;
/// `CAMediaTimingFunction`.
public struct TimingCurve: Hashable, Sendable {
    public var x1: Double
    public var y1: Double
    public var x2: Double
    public var y2: Double

    /// Control points; x values are kept in 0…1, where the curve is a function of time.
    public init(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
        self.x1 = min(max(x1, 0), 1)
        self.y1 = y1
        self.x2 = min(max(x2, 0), 1)
        self.y2 = y2
    }

    // Fact A-04.
    public static let linear = TimingCurve(0, 0, 1, 1)
    public static let easeIn = TimingCurve(0.42, 0, 1, 1)
    public static let easeOut = TimingCurve(0, 0, 0.58, 1)
    public static let easeInEaseOut = TimingCurve(0.42, 0, 0.58, 1)
    public static let standard = TimingCurve(0.25, 0.1, 0.25, 1)

    /// The share of the way gone after share `x` of the time; 0 at or before the start, 1 at or after the end.
    public func value(at x: Double) -> Double { CubicPace(self).value(at: x) }
}
