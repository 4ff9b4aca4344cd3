import Motion
import Testing

@Suite("Spring curve")
struct SpringCurveTests {
    @Test("A-64 positions of the measured springs")
    func positions() {
        let rows: [(SpringCurve, [Double])] = [
            (SpringCurve(damping: 10), [10.4405, 61.0493, 102.3360, 111.8446]),
            (SpringCurve(damping: 20), [9.0204, 44.2175, 71.2703, 93.8901]),
            (SpringCurve(damping: 30), [9.0204, 44.2175, 71.2703, 93.8901]),
            (SpringCurve(damping: 10, initialVelocity: 5), [29.3078, 87.3205, 116.0415, 107.6722]),
            (SpringCurve(damping: 10, initialVelocity: -5), [-8.4267, 34.7780, 88.6305, 116.0171]),
        ]
        for (spring, values) in rows {
            for (time, value) in zip([0.05, 0.15, 0.25, 0.45], values) {
                #expect(abs(spring.value(at: time) * 100 - value) < 1e-3, "\(spring) at \(time)")
            }
            #expect(spring.value(at: 0) == 0 && abs(spring.value(at: 100) - 1) < 1e-9)
        }
    }

    @Test("A-65 settling durations")
    func settling() {
        let rows: [(Double, Double, Double, Double, Double)] = [
            (1, 100, 10, 0, 1.4727003346780927), (1, 300, 20, 0, 0.7442555), (2, 100, 5, 0, 5.6583481),
            (1, 100, 10, 5, 1.3815511), (1, 100, 10, -5, 1.5350814), (1, 100, 5, 0, 2.854975),
            (1, 100, 15, 0, 1.022094), (1, 100, 1, 0, 13.9132102), (1, 100, 20, 0, 1), (1, 100, 30, 0, 1),
            (1, 400, 40, 0, 0.5), (1, 25, 10, 0, 1.9),
            (1, 100, 0, 0, Double(Float.greatestFiniteMagnitude)),
        ]
        for (mass, stiffness, damping, velocity, seconds) in rows {
            let spring = SpringCurve(mass: mass, stiffness: stiffness, damping: damping, initialVelocity: velocity)
            #expect(abs(spring.settlingDuration / seconds - 1) < 1e-6, "\(spring)")
        }
    }

    @Test("A-61, A-62 the spring fitted to a damping ratio and a duration")
    func fitted() {
        let rows: [(Double, Double, Double, Double)] = [
            (0.5, 0.5, 646.8780, 25.43380), (0.7, 0.5, 387.2746, 27.55101), (0.8, 1, 80.89737, 14.39087),
            (0.35, 1, 286.4094, 11.84654), (1, 0.5, 341.0237, 36.93365),
        ]
        for (ratio, duration, stiffness, damping) in rows {
            let spring = SpringCurve(dampingRatio: ratio, duration: duration)
            #expect(abs(spring.stiffness / stiffness - 1) < 1e-6)
            #expect(abs(spring.damping / damping - 1) < 1e-6)
        }
        let moving: [(Double, Double, Double)] = [
            (1, 1, 83.1380362), (0.5, 0.25, 159.67233774), (0.5, 1.5, 147.61602003),
        ]
        for (ratio, velocity, stiffness) in moving {
            let spring = SpringCurve(dampingRatio: ratio, duration: 1, initialVelocity: velocity)
            #expect(abs(spring.stiffness / stiffness - 1) < 1e-6, "ratio \(ratio), velocity \(velocity)")
        }
    }

    @Test("A-67, A-68 springs by perceptual duration and bounce")
    func perceptual() {
        let rows: [(Double, Double, Double, Double, Double?)] = [
            (0.5, 0, 157.91367, 25.13274, 0.8), (0.5, 0.3, 157.91367, 17.592919, 0.8629553),
            (1, 0.5, 39.4784, 6.28319, 2.3438754), (0.5, -0.3, 157.91367, 35.903916, nil),
        ]
        for (duration, bounce, stiffness, damping, settling) in rows {
            let spring = SpringCurve(perceptualDuration: duration, bounce: bounce)
            #expect(abs(spring.stiffness / stiffness - 1) < 1e-5)
            #expect(abs(spring.damping / damping - 1) < 1e-5)
            if let settling { #expect(abs(spring.settlingDuration / settling - 1) < 1e-5) }
        }
    }

    @Test("SP-19 a spring animation of a position passes through the captured frames")
    func animation() {
        let spring = SpringCurve(dampingRatio: 0.6, duration: 0.8)
        let animation = LayerAnimation(
            identifier: 1, key: .positionX, timing: MediaTiming(duration: 0.8),
            course: .spring(from: .number(50), to: .number(150), by: nil, spring))
        for (time, x) in [(0.15, 130.98), (0.45, 151.06), (0.8, 150.0)] {
            guard case .number(let value)? = animation.sample(model: .number(150), at: time).value else {
                Issue.record("nothing at \(time)")
                continue
            }
            #expect(abs(value - x) < 0.5)
        }
    }

    @Test("No spring value, however odd, hangs the solver or gives something that is no number")
    func oddSprings() {
        let bad: [Double] = [.nan, .infinity, 0, -1, 1e-300, 1e300]
        for value in bad {
            for field in 0..<5 {
                var v: [Double] = [1, 100, 10, 0]
                if field < 4 { v[field] = value }
                let spring = SpringCurve(
                    mass: v[0], stiffness: v[1], damping: v[2], initialVelocity: v[3], allowsOverdamping: field == 4)
                #expect(!spring.settlingDuration.isNaN)
                #expect(!spring.value(at: 0.3).isNaN)
            }
            let fitted = SpringCurve(dampingRatio: value, duration: value, initialVelocity: value)
            #expect(fitted.stiffness.isFinite && fitted.damping.isFinite)
            let felt = SpringCurve(perceptualDuration: value, bounce: value)
            #expect(felt.stiffness.isFinite && felt.damping.isFinite)
        }
    }
}
