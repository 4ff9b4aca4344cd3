import Foundation

/// The motion of one axis of a scroll view after the finger lifted: pure functions of time (facts S-02 to S-07, SC-28).
struct ScrollMotion {
    /// Points per second below which a free deceleration is over.
    static let restVelocity: CGFloat = 10
    /// The bounce is a critically damped spring of this frequency, per second.
    static let bounceFrequency: CGFloat = 10.95
    /// The share of the way a finger beyond the edge still moves the content (S-05).
    static let rubberBand: CGFloat = 0.55

    /// Rates that come to rest, per millisecond; others count as the nearest of them.
    static let rates: ClosedRange<CGFloat> = 0.5...0.9999

    /// The range the content may rest in.
    var minimum: CGFloat
    var maximum: CGFloat
    /// Where and how fast it was at the lift.
    var start: CGFloat
    var startVelocity: CGFloat
    /// Per millisecond; `UIScrollView.DecelerationRate`.
    var rate: CGFloat
    var bounces: Bool

    /// The share of the way beyond the edge that a bounce from rest starts with as its velocity, per second (fact SC-28).
    static let releasePull: CGFloat = 7.33

    /// Whether it starts beyond the edge.
    var isBeyondEdge: Bool { start < minimum || start > maximum }

    /// How fast a bounce starts: as what is seen moves, or, when it is at rest, inwards (facts SC-28, SC-29).
    /// - Parameter seen: points per second.
    func releaseVelocity(seen: CGFloat) -> CGFloat {
        guard abs(seen) < Self.restVelocity else { return seen }
        return Self.releasePull * ((start < minimum ? minimum : maximum) - start)
    }

    /// What is shown when the finger asks for `offset` on an axis `length` points long.
    static func banded(_ offset: CGFloat, minimum: CGFloat, maximum: CGFloat, length: CGFloat) -> CGFloat {
        func band(_ distance: CGFloat) -> CGFloat {
            rubberBand * distance * length / (rubberBand * distance + max(length, 1))
        }
        if offset < minimum { return minimum - band(minimum - offset) }
        if offset > maximum { return maximum + band(offset - maximum) }
        return offset
    }

    /// What offset a finger must ask for so that `shown` is shown.
    static func unbanded(_ shown: CGFloat, minimum: CGFloat, maximum: CGFloat, length: CGFloat) -> CGFloat {
        func unband(_ distance: CGFloat) -> CGFloat {
            let limit = max(length, 1)
            return distance >= limit ? limit * 100 : distance * limit / (rubberBand * (limit - distance))
        }
        if shown < minimum { return minimum - unband(minimum - shown) }
        if shown > maximum { return maximum + unband(shown - maximum) }
        return shown
    }

    /// The offset `time` seconds after the lift, and whether the motion is over.
    func offset(at time: CGFloat) -> (value: CGFloat, isAtRest: Bool) {
        if start < minimum || start > maximum {
            return spring(from: start, velocity: startVelocity, to: start < minimum ? minimum : maximum, time: time)
        }
        let decay = log(rate) * 1000
        // Millisecond steps of v·rate^n add up to this many points per point per second (fact S-03: 0.499 and 0.099).
        let reach = rate / (1 - rate) / 1000
        let edge: CGFloat? = startVelocity < 0 ? minimum : startVelocity > 0 ? maximum : nil
        if let edge {
            // x(t) = start + v·reach·(1 − r^t), solved for the moment the edge is reached.
            let share = 1 - (edge - start) / (startVelocity * reach)
            if share > 0 {
                let impact = log(share) / decay
                let velocity = startVelocity * share
                if impact >= 0, abs(velocity) > Self.restVelocity, time > impact {
                    guard bounces else { return (edge, true) }
                    return spring(from: edge, velocity: velocity, to: edge, time: time - impact)
                }
            }
        }
        let speed = abs(startVelocity)
        let duration = speed > Self.restVelocity ? log(Self.restVelocity / speed) / decay : 0
        let moved = min(time, duration)
        let value = start + startVelocity * reach * (1 - exp(decay * moved))
        return (min(max(value, minimum), maximum), time >= duration)
    }

    private func spring(
        from start: CGFloat, velocity: CGFloat, to target: CGFloat, time: CGFloat
    ) -> (value: CGFloat, isAtRest: Bool) {
        let distance = start - target
        let coefficient = velocity + Self.bounceFrequency * distance
        let fade = exp(-Self.bounceFrequency * time)
        let value = (distance + coefficient * time) * fade
        let speed = (coefficient - Self.bounceFrequency * (distance + coefficient * time)) * fade
        if time > 0.05, abs(value) < 0.5, abs(speed) < 5 { return (target, true) }
        return (target + value, false)
    }
}
