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
    public func value(at x: Double) -> Double {
        if !(x > 0) { return 0 }
        if x >= 1 { return 1 }
        if x1 == y1 && x2 == y2 { return x }
        return sample(y1, y2, at: parameter(atX: x))
    }

    /// The Bézier component with inner control values `c1` and `c2` at parameter `t`.
    private func sample(_ c1: Double, _ c2: Double, at t: Double) -> Double {
        let u = 1 - t
        return 3 * u * u * t * c1 + 3 * u * t * t * c2 + t * t * t
    }

    /// The parameter whose x component is `x`. Newton finds it in a few steps; where the slope vanishes, bisection does.
    private func parameter(atX x: Double) -> Double {
        var t = x
        for _ in 0..<8 {
            let error = sample(x1, x2, at: t) - x
            if abs(error) < 1e-12 { return t }
            let u = 1 - t
            let slope = 3 * u * u * x1 + 6 * u * t * (x2 - x1) + 3 * t * t * (1 - x2)
            if abs(slope) < 1e-7 { break }
            t -= error / slope
        }
        if t >= 0, t <= 1, abs(sample(x1, x2, at: t) - x) < 1e-10 { return t }
        var low = 0.0
        var high = 1.0
        for _ in 0..<60 {
            t = (low + high) / 2
            if sample(x1, x2, at: t) < x { low = t } else { high = t }
        }
        return t
    }
}
