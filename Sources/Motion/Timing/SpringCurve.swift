#if canImport(Glibc)
    internal import Glibc
#else
    internal import Foundation
#endif

/// A damped spring that is let go at distance 1 from rest: the share of the way gone, over time. `CASpringAnimation`.
public struct SpringCurve: Hashable, Sendable {
    /// Greater than 0.
    public var mass: Double
    /// Greater than 0.
    public var stiffness: Double
    /// 0 or more; 0 swings for ever.
    public var damping: Double
    /// Ways per second at the start, positive towards the target.
    public var initialVelocity: Double
    /// Whether more than critical damping makes it slower; otherwise it counts as critical (fact A-63).
    public var allowsOverdamping: Bool

    /// Offsets below this count as rest.
    public static let restingOffset = 0.001

    /// Values that no spring can have are replaced by the defaults (fact A-66).
    public init(
        mass: Double = 1, stiffness: Double = 100, damping: Double = 10, initialVelocity: Double = 0,
        allowsOverdamping: Bool = false
    ) {
        self.mass = mass > 0 && mass.isFinite ? mass : 1
        self.stiffness = stiffness > 0 && stiffness.isFinite ? stiffness : 100
        self.damping = damping >= 0 && damping.isFinite ? damping : 10
        self.initialVelocity = initialVelocity.isFinite ? initialVelocity : 0
        self.allowsOverdamping = allowsOverdamping
    }

    /// The undamped spring's angular frequency, radians per second.
    /// Kept where all that is made of it is a number.
    var frequency: Double { min(max((stiffness / mass).squareRoot(), 1e-12), 1e12) }
    /// 1 is critical. At most 1e9, which hardly moves any more.
    public var dampingRatio: Double { min(damping / (2 * max((stiffness * mass).squareRoot(), 1e-150)), 1e9) }

    /// The share of the way gone `time` seconds after the start; passes 1 when it overshoots.
    public func value(at time: Double) -> Double { SpringMotion(self).value(at: time) }

    /// Seconds until the spring is at rest (fact A-65); the greatest 32-bit number for one that never is.
    public var settlingDuration: Double {
        let never = Double(Float.greatestFiniteMagnitude)
        if damping == 0 { return never }
        let ratio = dampingRatio
        let omega = frequency
        if ratio < 1 {
            let beta = ratio * omega
            let damped = omega * (1 - ratio * ratio).squareRoot()
            let seconds = log((1 + (beta - initialVelocity).magnitude / damped) / Self.restingOffset) / beta
            return min(seconds, never)
        }
        // Springs so slow that tenths of a second say nothing are given the decay time of their slowest part.
        let decay = allowsOverdamping ? omega / (ratio + (ratio * ratio - 1).squareRoot()) : omega
        if decay < 0.02 { return min(10 / max(decay, .leastNormalMagnitude), never) }
        // Far enough out even for a shot that first flies away.
        let limit = Int((log(1 + initialVelocity.magnitude) + 40) / decay * 10) + 1
        let motion = SpringMotion(self)
        for tenth in 1...max(limit, 1) where motion.offset(at: Double(tenth) / 10).magnitude < Self.restingOffset {
            return Double(tenth) / 10
        }
        return Double(limit) / 10
    }

    /// The spring UIKit fits to a duration (fact A-61): mass 1, at rest after `duration` seconds.
    public init(dampingRatio: Double, duration: Double, initialVelocity: Double = 0) {
        let ratio = dampingRatio > 0 ? min(dampingRatio, 1) : 0.001
        let length = duration > 0 && duration.isFinite ? duration : 0.001
        let velocity = initialVelocity.isFinite ? initialVelocity : 0
        let omega = Self.frequency(ratio: ratio, duration: length, velocity: velocity)
        self.init(stiffness: omega * omega, damping: 2 * ratio * omega, initialVelocity: velocity)
    }

    /// A spring by feel (fact A-67). Bounce 0 is critical, positive overshoots, negative is overdamped.
    ///
    /// - Parameters:
    ///   - perceptualDuration: seconds, greater than 0.
    ///   - bounce: greater than −1, at most 1.
    public init(perceptualDuration: Double, bounce: Double, initialVelocity: Double = 0) {
        let period = perceptualDuration > 0 && perceptualDuration.isFinite ? perceptualDuration : 0.001
        let bounce = bounce.isNaN ? 0 : min(max(bounce, -0.999), 1)
        let omega = 2 * Double.pi / period
        let damping = bounce >= 0 ? 4 * .pi * (1 - bounce) / period : 4 * .pi / (period * (1 + bounce))
        self.init(
            stiffness: omega * omega, damping: damping, initialVelocity: initialVelocity, allowsOverdamping: true)
    }

    /// The angular frequency whose last offset above `restingOffset` is at `duration`: the greatest root of fact A-61's
    /// equation where it has several.
    private static func frequency(ratio: Double, duration: Double, velocity: Double) -> Double {
        let root = max(1 - ratio * ratio, 0).squareRoot()
        /// The logarithm of the remaining offset over the permitted one; falls through 0 at the root.
        func excess(_ omega: Double) -> Double {
            let amplitude =
                ratio < 1
                ? (ratio * omega - velocity).magnitude / (omega * root)
                : (1 + (omega - velocity) * duration).magnitude
            return log(amplitude / restingOffset) - ratio * omega * duration
        }

        // Where the greatest root may begin: the top of the last hill of `excess`, which has one only when the shot is
        // towards the target.
        var low = 1e-9 / duration
        if velocity > 0 {
            let top: Double
            if ratio < 1 {
                let b = ratio * duration * velocity
                top =
                    (b + (b * b + 4 * ratio * ratio * duration * velocity).squareRoot())
                    / (2 * ratio * ratio * duration)
            } else {
                top = velocity
            }
            if excess(top) > 0 { low = top }
        }
        var high = max(low, 1 / duration) * 2
        while excess(high) > 0, high < 1e12 { high *= 2 }
        if low < velocity / ratio, velocity > 0, ratio < 1, excess(high) <= 0 {
            // No root on the last hill: the softer spring before the point where the amplitude vanishes.
            high = min(high, velocity / ratio)
        }
        for _ in 0..<200 {
            let middle = (low + high) / 2
            if middle == low || middle == high { break }
            if excess(middle) > 0 { low = middle } else { high = middle }
        }
        return (low + high) / 2
    }
}
