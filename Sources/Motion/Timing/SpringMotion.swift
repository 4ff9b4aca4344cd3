#if canImport(Glibc)
    internal import Glibc
#else
    internal import Foundation
#endif

/// A spring with all that does not depend on the time worked out, ready to be evaluated in every frame.
public struct SpringMotion: Hashable, Sendable {
    private enum Kind: UInt8 {
        case swinging, critical, slow
    }

    private var kind: Kind
    /// Whether it never comes to rest.
    private var isUndamped: Bool
    /// Swinging: decay, frequency and share of the sine. Critical: decay and growth. Slow: both decays, and the shares of
    /// the two.
    private var a, b, c, d: Double

    public init(_ curve: SpringCurve) {
        let omega = curve.frequency
        let ratio = curve.dampingRatio
        let v = curve.initialVelocity
        isUndamped = !(curve.damping > 0)
        if ratio < 1 {
            kind = .swinging
            a = ratio * omega
            b = omega * (1 - ratio * ratio).squareRoot()
            c = (a - v) / b
            d = 0
        } else if ratio == 1 || !curve.allowsOverdamping {
            kind = .critical
            a = omega
            b = omega - v
            (c, d) = (0, 0)
        } else {
            kind = .slow
            let spread = (ratio * ratio - 1).squareRoot()
            // ratio − spread, without losing digits where they are nearly the same.
            a = omega / (ratio + spread)
            b = omega * (ratio + spread)
            c = (b - v) / (b - a)
            d = (a - v) / (b - a)
        }
    }

    /// The share of the way gone `time` seconds after the start; passes 1 when it overshoots.
    public func value(at time: Double) -> Double {
        if !(time > 0) { return 0 }
        if time == .infinity { return isUndamped ? 0 : 1 }
        return 1 - offset(at: time)
    }

    /// Distance from rest, 1 at the start (fact A-63).
    func offset(at t: Double) -> Double {
        switch kind {
        case .swinging: exp(-a * t) * (cos(b * t) + c * sin(b * t))
        case .critical: (1 + b * t) * exp(-a * t)
        case .slow: c * exp(-a * t) - d * exp(-b * t)
        }
    }
}
