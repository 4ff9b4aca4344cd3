/// A timing curve as polynomials, ready to be evaluated in every frame.
public struct CubicPace: Hashable, Sendable {
    /// x(t) = ((ax·t + bx)·t + cx)·t, and y likewise.
    private var ax, bx, cx, ay, by, cy: Double
    /// The curve is the straight line: no equation has to be solved.
    private var isLinear: Bool

    public init(_ curve: TimingCurve) {
        cx = 3 * curve.x1
        bx = 3 * (curve.x2 - curve.x1) - cx
        ax = 1 - cx - bx
        cy = 3 * curve.y1
        by = 3 * (curve.y2 - curve.y1) - cy
        ay = 1 - cy - by
        isLinear = curve.x1 == curve.y1 && curve.x2 == curve.y2
    }

    /// The share of the way gone after share `x` of the time; 0 at or before the start, 1 at or after the end.
    public func value(at x: Double) -> Double {
        if !(x > 0) { return 0 }
        if x >= 1 { return 1 }
        if isLinear { return x }
        let t = parameter(atX: x)
        return ((ay * t + by) * t + cy) * t
    }

    /// The largest error in x that counts as none.
    private static let tolerance = 1e-12

    /// The parameter whose x component is `x`.
    private func parameter(atX x: Double) -> Double {
        // Every curve is not far from the straight line: what x misses there by is a first correction.
        var t = min(max(2 * x - ((ax * x + bx) * x + cx) * x, 0), 1)
        t = stepped(t, towards: x)
        t = stepped(t, towards: x)
        if (((ax * t + bx) * t + cx) * t - x).magnitude <= Self.tolerance { return t }
        return slowParameter(atX: x, from: t)
    }

    /// One step of Halley's: it triples the digits where Newton's doubles them, for the same one division.
    @inline(__always)
    private func stepped(_ t: Double, towards x: Double) -> Double {
        let error = ((ax * t + bx) * t + cx) * t - x
        let slope = (3 * ax * t + 2 * bx) * t + cx
        return t - 2 * error * slope / (2 * slope * slope - error * (6 * ax * t + 2 * bx))
    }

    /// Where the slope nearly vanishes, steps are short; where they lead nowhere, halving finds it.
    @inline(never)
    private func slowParameter(atX x: Double, from start: Double) -> Double {
        var t = start
        for _ in 0..<24 {
            t = stepped(t, towards: x)
            if !(t >= 0 && t <= 1) { break }
            if (((ax * t + bx) * t + cx) * t - x).magnitude <= Self.tolerance { return t }
        }
        var low = 0.0
        var high = 1.0
        for _ in 0..<60 {
            t = (low + high) / 2
            if ((ax * t + bx) * t + cx) * t < x { low = t } else { high = t }
        }
        return t
    }
}
