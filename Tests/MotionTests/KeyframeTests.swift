import Foundation
import Motion
import Testing

private func numbers(
    _ values: [Double], keyTimes: [Double]? = nil, mode: KeyframeTrack.CalculationMode, at times: [Double]
) throws -> [Double] {
    let track = try #require(KeyframeTrack(values: values.map { .number($0) }, keyTimes: keyTimes, mode: mode))
    return times.map { time in
        if case .number(let value) = track.value(at: time) { value } else { .nan }
    }
}

private func point(_ value: MotionValue) -> SIMD2<Double> {
    if case .vector2(let point) = value { point } else { SIMD2(.nan, .nan) }
}

@Suite("Keyframes")
struct KeyframeTests {
    private static let times = [0.05, 0.2, 0.3, 0.4, 0.5, 0.7, 0.8, 0.9]
    typealias Row = (mode: KeyframeTrack.CalculationMode, keyTimes: [Double]?, values: [Double])

    @Test("A-108 values 0, 1, .5, .7 in every mode at eight moments")
    func measured() throws {
        let rows: [Row] = [
            (.linear, nil, [0.15, 0.6, 0.9, 0.9, 0.75, 0.52, 0.58, 0.64]),
            (.discrete, nil, [0, 0, 1, 1, 0.5, 0.5, 0.7, 0.7]),
            (.paced, nil, [0.085, 0.34, 0.51, 0.68, 0.85, 0.81, 0.64, 0.53]),
            (.cubic, nil, [0.1643, 0.708, 0.9608, 0.9848, 0.8, 0.4917, 0.5296, 0.618]),
            (.linear, [0, 0.1, 0.6, 1], [0.5, 0.9, 0.8, 0.7, 0.6, 0.55, 0.6, 0.65]),
            (.discrete, [0, 0.1, 0.6, 1], [0, 1, 1, 1, 1, 0.5, 0.5, 0.5]),
        ]
        for row in rows {
            let shown = try numbers([0, 1, 0.5, 0.7], keyTimes: row.keyTimes, mode: row.mode, at: Self.times)
            for (a, b) in zip(shown, row.values) { #expect(abs(a - b) < 1e-4, "\(row.mode): \(shown)") }
        }
    }

    @Test("a cubic paced way covers equal lengths in equal times and goes through every stop")
    func cubicPaced() throws {
        let stops: [MotionValue] = [
            .vector2(SIMD2(0, 0)), .vector2(SIMD2(100, 0)), .vector2(SIMD2(100, 30)), .vector2(SIMD2(0, 60)),
        ]
        let track = try #require(KeyframeTrack(values: stops, mode: .cubicPaced))
        var steps: [Double] = []
        for k in 0..<200 {
            let way = point(track.value(at: Double(k + 1) / 200)) - point(track.value(at: Double(k) / 200))
            steps.append((way * way).sum().squareRoot())
        }
        let mean = steps.reduce(0, +) / 200
        #expect(steps.allSatisfy { abs($0 / mean - 1) < 0.03 }, "\(steps.min() ?? 0) \(steps.max() ?? 0)")
        #expect(point(track.value(at: 1)) == SIMD2(0, 60))
    }

    @Test("each segment has a pace of its own")
    func segmentCurves() throws {
        let track = try #require(
            KeyframeTrack(values: [.number(0), .number(1), .number(2)], curves: [.easeIn, .linear]))
        #expect(track.value(at: 0.25) == .number(TimingCurve.easeIn.value(at: 0.5)))
        #expect(track.value(at: 0.75) == .number(1.5))
    }

    @Test("tension 1 stops at every stop, 0 does not")
    func tension() throws {
        let values: [MotionValue] = [.number(0), .number(1), .number(2), .number(3)]
        let tight = try #require(
            KeyframeTrack(values: values, mode: .cubic, bends: Array(repeating: .init(tension: 1), count: 4)))
        let plain = try #require(KeyframeTrack(values: values, mode: .cubic))
        guard case .number(let slow) = tight.value(at: 0.34), case .number(let fast) = plain.value(at: 0.34) else {
            Issue.record("no numbers")
            return
        }
        #expect(slow < 1.005)
        #expect(abs(fast - 1.02) < 0.001)
    }

    @Test("along a path: through the middle of its curves, with its direction, paced by length")
    func path() throws {
        // A quarter of a circle of radius 100 about (0, 0), from (100, 0) to (0, 100), then a straight line on to the left.
        let k = 55.2285
        let quarter = KeyframeTrack.Segment(
            start: .vector2(SIMD2(100, 0)), end: .vector2(SIMD2(0, 100)),
            controls: .init(first: .vector2(SIMD2(100, k)), second: .vector2(SIMD2(k, 100))))
        let line = KeyframeTrack.Segment(start: .vector2(SIMD2(0, 100)), end: .vector2(SIMD2(-100, 100)))
        let even = try #require(KeyframeTrack(path: [quarter, line]))
        let middle = point(even.value(at: 0.25))
        #expect(abs((middle * middle).sum().squareRoot() - 100) < 0.1)
        #expect(abs(even.angle(at: 0) - .pi / 2) < 1e-9)
        #expect(abs(even.angle(at: 0.25) - 0.75 * .pi) < 1e-3)
        #expect(abs(even.angle(at: 0.75) - .pi) < 1e-9)

        let paced = try #require(KeyframeTrack(path: [quarter, line], mode: .paced))
        // The arc is 157.08 long, the line 100.
        let corner = point(paced.value(at: 157.08 / 257.08))
        #expect(abs(corner.x) < 0.5 && abs(corner.y - 100) < 0.5)
    }

    @Test("a path of two parts jumps between them")
    func jump() throws {
        let track = try #require(
            KeyframeTrack(path: [
                .init(start: .vector2(SIMD2(0, 0)), end: .vector2(SIMD2(10, 0))),
                .init(start: .vector2(SIMD2(50, 50)), end: .vector2(SIMD2(60, 50))),
            ]))
        #expect(point(track.value(at: 0.499)).x < 10)
        #expect(point(track.value(at: 0.5)) == SIMD2(50, 50))
    }

    @Test("what is no way: fewer than two values, or of different kinds")
    func noWay() {
        #expect(KeyframeTrack(values: []) == nil)
        #expect(KeyframeTrack(values: [.number(1)]) == nil)
        #expect(KeyframeTrack(values: [.number(1), .vector2(SIMD2(0, 0))]) == nil)
        #expect(KeyframeTrack(path: []) == nil)
    }

    @Test("key times that do not fit count as even, those out of order wait for the ones before")
    func badTimes() throws {
        #expect(try numbers([0, 1, 2], keyTimes: [0, 1], mode: .linear, at: [0.25]) == [0.5])
        #expect(try numbers([0, 1, 2], keyTimes: [], mode: .linear, at: [0.25]) == [0.5])
        let wild = try numbers([0, 1, 2], keyTimes: [0.5, 0.2, .nan], mode: .linear, at: [0, 0.4, 0.6, 1])
        #expect(wild.first == 0 && wild.last == 2)
        #expect(try numbers([0, 1], keyTimes: [-3, 8], mode: .linear, at: [.nan, -1, 0.5, 7]) == [0, 0, 0.5, 1])
        #expect(try numbers([1, 1, 1], mode: .paced, at: [0, 0.3, 1]) == [1, 1, 1])
    }

    @Test("as an animation: additive, cumulative, repeated, with a pace of the whole")
    func asAnimation() throws {
        let track = try #require(KeyframeTrack(values: [.number(0), .number(5), .number(10)]))
        var animation = LayerAnimation(
            identifier: 1, key: .positionX, timing: MediaTiming(duration: 1, repeatCount: 3),
            course: .keyframes(track, curve: .linear), isCumulative: true)
        #expect(animation.sample(model: .number(100), at: 2.5).value == .number(25))
        animation.isAdditive = true
        #expect(animation.sample(model: .number(100), at: 0.5).value == .number(105))
        animation.course = .keyframes(track, curve: .easeIn)
        animation.isCumulative = false
        #expect(animation.sample(model: .number(0), at: 0.5).value == .number(10 * TimingCurve.easeIn.value(at: 0.5)))
    }
}

@Suite("Groups")
struct GroupTimingTests {
    private func child(_ group: GroupTiming, begin: Double, duration: Double, fill: FillMode = .removed)
        -> LayerAnimation
    {
        LayerAnimation(
            identifier: 1, key: .opacity, timing: MediaTiming(beginTime: begin, duration: duration, fillMode: fill),
            course: .basic(from: .number(0), to: .number(1), by: nil, curve: .linear), isRemovedOnCompletion: false,
            group: group)
    }

    private func shown(_ animation: LayerAnimation, at time: Double) -> Double? {
        if case .number(let value)? = animation.sample(model: .number(9), at: time).value { value } else { nil }
    }

    @Test("A-109 a child from .5 for 1 in a group of 2 seconds")
    func childInGroup() {
        let animation = child(GroupTiming(timing: MediaTiming(duration: 2)), begin: 0.5, duration: 1)
        #expect(shown(animation, at: 0.25) == nil)
        #expect(shown(animation, at: 0.5) == 0)
        #expect(shown(animation, at: 1) == 0.5)
        #expect(abs((shown(animation, at: 1.4) ?? 0) - 0.9) < 1e-12)
        #expect(shown(animation, at: 1.6) == nil)
    }

    @Test("A-109 a child is cut at the end of the group, and a group's fill holds it there")
    func cut() {
        let cut = child(GroupTiming(timing: MediaTiming(duration: 1)), begin: 0.5, duration: 2)
        #expect(shown(cut, at: 1) == 0.25)
        #expect(shown(cut, at: 1.01) == nil)
        if case .ended(nil) = cut.sample(model: .number(9), at: 1.01) {} else { Issue.record("not over") }
        let held = child(GroupTiming(timing: MediaTiming(duration: 1, fillMode: .forwards)), begin: 0.5, duration: 2)
        #expect(shown(held, at: 5) == 0.25)
        #expect(held.endTime == 1)
    }

    @Test("a child that fills forwards is held while the group runs, not longer")
    func childFill() {
        let animation = child(GroupTiming(timing: MediaTiming(duration: 2)), begin: 0, duration: 1, fill: .forwards)
        #expect(shown(animation, at: 1.5) == 1)
        #expect(shown(animation, at: 2.5) == nil)
    }

    @Test("groups in groups: speed, repetition and pace act from the outside in")
    func nested() {
        let outer = GroupTiming(timing: MediaTiming(beginTime: 10, duration: 2, speed: 2, repeatCount: 2))
        let inner = GroupTiming(timing: MediaTiming(beginTime: 1, duration: 1), curve: .easeIn, parent: outer)
        let animation = child(inner, begin: 0, duration: 1)
        #expect(shown(animation, at: 10.25) == nil)
        #expect(shown(animation, at: 10.75) == TimingCurve.easeIn.value(at: 0.5))
        #expect(shown(animation, at: 11.75) == TimingCurve.easeIn.value(at: 0.5))
        #expect(animation.startTime == 10 && animation.endTime == 12)
        #expect(!animation.isStill)
        let frozen = GroupTiming(timing: MediaTiming(duration: 1), parent: GroupTiming(timing: MediaTiming(speed: 0)))
        #expect(child(frozen, begin: 0, duration: 1).isStill)
    }
}

@Suite("Value functions")
struct ValueFunctionTests {
    @Test("numbers become the transform of the function's name", arguments: ValueFunction.allCases)
    func matrices(_ function: ValueFunction) throws {
        let input: MotionValue =
            function.inputCount == 3 ? .numbers(try #require(MotionNumbers([2, 3, 4]))) : .number(2)
        let expected: Matrix4 =
            switch function {
            case .rotateX: .rotation(2, 1, 0, 0)
            case .rotateY: .rotation(2, 0, 1, 0)
            case .rotateZ: .rotation(2, 0, 0, 1)
            case .scaleX: .scale(2, 1, 1)
            case .scaleY: .scale(1, 2, 1)
            case .scaleZ: .scale(1, 1, 2)
            case .scale: .scale(2, 3, 4)
            case .translateX: .translation(2, 0, 0)
            case .translateY: .translation(0, 2, 0)
            case .translateZ: .translation(0, 0, 2)
            case .translate: .translation(2, 3, 4)
            }
        #expect(function.matrix(input) == expected)
        #expect(function.matrix(.vector2(SIMD2(1, 1))) == nil)
    }

    @Test("half a turn by a value function goes all the way, which a whole transform would not")
    func turn() {
        let animation = LayerAnimation(
            identifier: 1, key: .transform, timing: MediaTiming(duration: 1),
            course: .basic(from: .number(0), to: .number(2 * .pi), by: nil, curve: .linear), valueFunction: .rotateZ)
        guard case .matrix(let shown)? = animation.sample(model: .matrix(.identity), at: 0.25).value else {
            Issue.record("no matrix")
            return
        }
        #expect(abs(shown.m11) < 1e-12 && abs(shown.m12 - 1) < 1e-12)
    }
}
