import Motion
import Testing

/// Opacity, model .5, animated 0 → 1 linearly: what facts were measured with.
private func opacity(_ timing: MediaTiming) -> LayerAnimation {
    LayerAnimation(
        identifier: 1, key: .opacity, timing: timing,
        course: .basic(from: .number(0), to: .number(1), by: nil, curve: .linear), isRemovedOnCompletion: false)
}

private func shown(_ animation: LayerAnimation, at time: Double, model: Double = 0.5) -> Double {
    guard case .number(let number)? = animation.sample(model: .number(model), at: time).value else { return model }
    return number
}

@Suite("Media timing")
struct MediaTimingTests {
    @Test(
        "A-102 fill modes decide what shows outside the active time",
        arguments: [
            (FillMode.removed, [0.5, 0.5, 0, 0.5, 0.5]),
            (.forwards, [0.5, 0.5, 0, 0.5, 1]),
            (.backwards, [0, 0, 0, 0.5, 0.5]),
            (.both, [0, 0, 0, 0.5, 1]),
        ])
    func fillModes(mode: FillMode, expected: [Double]) {
        let animation = opacity(MediaTiming(beginTime: 1, duration: 1, fillMode: mode))
        for (time, value) in zip([0, 0.5, 1, 1.5, 2.5], expected) {
            #expect(abs(shown(animation, at: time) - value) < 1e-12, "\(mode) at \(time)")
        }
    }

    static let model = 0.5
    static let measured: [(String, MediaTiming, [Double])] = {
        let m = model
        return [
            ("autoreverses", MediaTiming(duration: 1, autoreverses: true), [0, 0.2, 0.5, 0.9, 0.8, 0.5, 0.1, m, m, m]),
            ("repeatCount", MediaTiming(duration: 1, repeatCount: 2.5), [0, 0.2, 0.5, 0.9, 0.2, 0.5, 0.9, 0.1, m, m]),
            (
                "repeatDuration", MediaTiming(duration: 1, repeatDuration: 1.7),
                [0, 0.2, 0.5, 0.9, 0.2, 0.5, m, m, m, m]
            ),
            ("speed 2", MediaTiming(duration: 1, speed: 2), [0, 0.4, 1, m, m, m, m, m, m, m]),
            ("timeOffset", MediaTiming(duration: 1, timeOffset: 0.3), [0.3, 0.5, 0.8, 0.2, m, m, m, m, m, m]),
            ("speed −1", MediaTiming(duration: 1, speed: -1), [0, 0.8, 0.5, 0.1, m, m, m, m, m, m]),
            ("duration .25", MediaTiming(duration: 0.25), [0, 0.8, m, m, m, m, m, m, m, m]),
        ]
    }()

    @Test("A-103 speed, offset, repetition and reversal give the measured values", arguments: 0..<7)
    func measuredRounds(row: Int) {
        let (name, timing, expected) = Self.measured[row]
        for (time, value) in zip([0, 0.2, 0.5, 0.9, 1.2, 1.5, 1.9, 2.1, 3, 4.5], expected) {
            #expect(abs(shown(opacity(timing), at: time) - value) < 1e-9, "\(name) at \(time)")
        }
    }

    @Test("Fill forwards holds the end of the last round, never the start of the next")
    func fillAfterRepetition() {
        let whole = opacity(MediaTiming(duration: 0.1, repeatCount: 3, fillMode: .forwards))
        #expect(shown(whole, at: 10) == 1)
        let half = opacity(MediaTiming(duration: 1, repeatCount: 2.5, fillMode: .forwards))
        #expect(abs(shown(half, at: 10) - 0.5) < 1e-12)
        let back = opacity(MediaTiming(duration: 1, autoreverses: true, fillMode: .forwards))
        #expect(abs(shown(back, at: 10)) < 1e-12)
        let reverse = opacity(MediaTiming(duration: 1, speed: -1, fillMode: .forwards))
        #expect(shown(reverse, at: 10) == 0)
    }

    @Test("What goes away at its end fills nothing after it")
    func removedAtEnd() {
        var animation = opacity(MediaTiming(duration: 1, fillMode: .both))
        animation.isRemovedOnCompletion = true
        #expect(animation.sample(model: .number(0.5), at: 1) == .active(.number(1)))
        #expect(animation.sample(model: .number(0.5), at: 1.1) == .ended(nil))
    }

    @Test("The end time is begin plus all rounds over speed, and the last moment still shows the animation")
    func endTime() {
        #expect(MediaTiming(beginTime: 3, duration: 2).endTime == 5)
        #expect(MediaTiming(beginTime: 3, duration: 2, speed: 4, repeatCount: 2, autoreverses: true).endTime == 5)
        #expect(MediaTiming(beginTime: 3, duration: 2, speed: -2).endTime == 4)
        #expect(MediaTiming(duration: 2, repeatDuration: 7).endTime == 7)
        #expect(MediaTiming(duration: 2, repeatCount: .infinity).endTime == .infinity)
        #expect(MediaTiming(duration: 2, speed: 0).endTime == .infinity)

        let animation = opacity(MediaTiming(beginTime: 100_000.1, duration: 0.3))
        #expect(animation.sample(model: .number(0.5), at: animation.endTime) == .active(.number(1)))
        #expect(animation.sample(model: .number(0.5), at: animation.endTime.nextUp) == .ended(nil))
        #expect(animation.sample(model: .number(0.5), at: animation.startTime.nextDown) == .notStarted)
    }

    @Test("Speed 0 stands still at its offset and never ends")
    func standingStill() {
        let animation = opacity(MediaTiming(duration: 1, speed: 0, timeOffset: 0.4))
        #expect(shown(animation, at: 0) == 0.4)
        #expect(shown(animation, at: 1e6) == 0.4)
        #expect(animation.timing.isStill)
    }

    @Test("No value of any timing field keeps an animation without a length or with a senseless start running")
    func unusableTimings() {
        let bad: [Double] = [.nan, .infinity, -.infinity, 0, -1, 1e300, -1e300]
        for value in bad {
            for field in 0..<6 {
                var timing = MediaTiming(duration: 1, repeatCount: 1, fillMode: .both)
                switch field {
                case 0: timing.beginTime = value
                case 1: timing.duration = value
                case 2: timing.speed = value
                case 3: timing.timeOffset = value
                case 4: timing.repeatCount = value
                default: timing.repeatDuration = value
                }
                let animation = opacity(timing)
                for time in [-1e9, 0, 0.5, 1, 1e9] {
                    let result = shown(animation, at: time)
                    #expect(result >= 0 && result <= 1, "field \(field) = \(value) at \(time) shows \(result)")
                }
                #expect(!animation.endTime.isNaN)
            }
        }
        for duration in [0, -1, Double.nan] {
            for count in [0, 1, Double.infinity] {
                let animation = opacity(MediaTiming(duration: duration, repeatCount: count))
                #expect(animation.sample(model: .number(0.5), at: 0.001) == .ended(nil))
            }
        }
        for begin in [Double.nan, .infinity, -.infinity] {
            #expect(
                opacity(MediaTiming(beginTime: begin, duration: 1)).sample(model: .number(0.5), at: 0) == .ended(nil))
        }
    }

    @Test("G-60 a layer's time is (parent − beginTime) · speed + timeOffset, and back")
    func layerClock() {
        let clock = LayerClock(beginTime: 3, speed: 2, timeOffset: 1)
        #expect(clock.time(fromParent: 10) == 15)
        #expect(clock.parentTime(from: 15) == 10)
        #expect(!clock.isParentTime && LayerClock().isParentTime)
        let stopped = LayerClock(speed: 0, timeOffset: 7)
        #expect(stopped.time(fromParent: 123) == 7)
        #expect(stopped.time(fromParent: .infinity) == 7)
        #expect(stopped.parentTime(from: 123) == 0)
    }

    @Test("A-04, A-05 the named curves pass through the measured points")
    func curves() {
        let x = [0.1, 0.25, 0.5, 0.75, 0.9]
        let rows: [(TimingCurve, [Double])] = [
            (.easeIn, [0.017027, 0.093465, 0.315357, 0.621861, 0.839428]),
            (.easeOut, [0.160572, 0.378140, 0.684643, 0.906535, 0.982973]),
            (.easeInEaseOut, [0.019722, 0.129162, 0.5, 0.870838, 0.980278]),
            (.standard, [0.094795, 0.408511, 0.802403, 0.960459, 0.994316]),
            (.linear, x),
        ]
        for (curve, y) in rows {
            for (x, y) in zip(x, y) { #expect(abs(curve.value(at: x) - y) < 3e-6) }
            #expect(curve.value(at: 0) == 0 && curve.value(at: 1) == 1)
            #expect(curve.value(at: -1) == 0 && curve.value(at: 2) == 1 && curve.value(at: .nan) == 0)
        }
    }
}
