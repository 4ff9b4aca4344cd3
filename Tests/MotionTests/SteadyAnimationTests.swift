import Motion
import Testing

/// A sequence of numbers that looks random and is the same in every run.
private struct Choices: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func number(_ range: ClosedRange<Double> = -100...100) -> Double { .random(in: range, using: &self) }
    mutating func one<Element>(of list: [Element]) -> Element { list[Int.random(in: 0..<list.count, using: &self)] }
    mutating func chance(_ share: Double) -> Bool { number(0...1) < share }
}

extension Choices {
    mutating func timing() -> MediaTiming {
        MediaTiming(
            beginTime: one(of: [0, 0.25, 1, -3, .nan, .infinity]), duration: one(of: [0, 0.5, 1, 1.7, -1, .infinity]),
            speed: one(of: [1, 1, 1, 2, -1, 0, 0.3, .nan, .infinity]), timeOffset: one(of: [0, 0, 0.3, -0.2, .nan]),
            repeatCount: one(of: [0, 1, 2.5, .infinity, -1, .nan]), repeatDuration: one(of: [0, 0, 1.7]),
            autoreverses: chance(0.5), fillMode: one(of: [.removed, .forwards, .backwards, .both]))
    }

    mutating func curve() -> TimingCurve {
        one(of: [
            .linear, .easeIn, .easeOut, .easeInEaseOut, .standard, TimingCurve(1, 0, 0, 1), TimingCurve(0, 2, 1, -1),
            TimingCurve(number(0...1), number(-1...2), number(0...1), number(-1...2)),
        ])
    }

    mutating func spring() -> SpringCurve {
        SpringCurve(
            mass: number(0.5...3), stiffness: number(20...500), damping: one(of: [0, 5, 20, 90]),
            initialVelocity: one(of: [0, 8, -8]), allowsOverdamping: chance(0.5))
    }

    mutating func value(for key: LayerKey) -> MotionValue {
        switch key {
        case .position, .anchorPoint, .boundsOrigin, .boundsSize: return .vector2(SIMD2(number(), number()))
        case .bounds, .contentsRect: return .vector4(SIMD4(number(), number(), number(), number()))
        case .backgroundColor:
            return .color(SIMD4<Float>(SIMD4(number(0...1), number(0...1), number(0...1), number(0...1))))
        case .transform: return .matrix(matrix())
        default: return .number(number())
        }
    }

    mutating func matrix() -> Matrix4 {
        switch Int.random(in: 0..<7, using: &self) {
        case 0: return .identity
        case 1: return .scale(number(-3...3), number(-3...3)).concatenating(.translation(number(), number()))
        case 2: return .rotation(number(-4...4), 0, 0, 1).concatenating(.translation(number(), number(), number()))
        case 3: return .rotation(.pi, 0, 0, 1)
        case 4: return .rotation(number(-4...4), number(), number(), number())
        case 5: return .scale(0, 1)
        default: return Matrix4(a: number(-2...2), b: number(-2...2), c: number(-2...2), d: 1, tx: 3, ty: 4)
        }
    }

    mutating func animation() -> LayerAnimation {
        let key = one(of: [
            LayerKey.position, .positionX, .positionY, .bounds, .boundsOrigin, .boundsOriginY, .boundsSize,
            .boundsSizeWidth, .boundsSizeHeight, .opacity, .backgroundColor, .transform, .cornerRadius, .contentsRect,
        ])
        if chance(0.3), let track = track(for: key) {
            return LayerAnimation(
                identifier: 1, key: key, timing: timing(), course: .keyframes(track, curve: curve()),
                isAdditive: chance(0.4), isRemovedOnCompletion: chance(0.5), group: group())
        }
        let from = chance(0.7) ? value(for: key) : nil
        let to = chance(0.7) ? value(for: key) : nil
        let by = chance(0.2) ? value(for: key) : nil
        return LayerAnimation(
            identifier: 1, key: key, timing: timing(),
            course: chance(0.3)
                ? .spring(from: from, to: to, by: by, spring()) : .basic(from: from, to: to, by: by, curve: curve()),
            isAdditive: chance(0.4), isRemovedOnCompletion: chance(0.5), group: group())
    }

    mutating func group() -> GroupTiming? {
        if chance(0.6) { return nil }
        return GroupTiming(timing: timing(), curve: curve())
    }

    /// A way through two to five values, or along curves; of transforms only straight ones.
    mutating func track(for key: LayerKey) -> KeyframeTrack? {
        let count = Int.random(in: 2...5, using: &self)
        let values = (0..<count).map { _ in value(for: key) }
        var modes: [KeyframeTrack.CalculationMode] = [.linear, .discrete, .paced]
        if key != .transform { modes += [.cubic, .cubicPaced] }
        let times = chance(0.5) ? (0..<count).map { _ in number(-0.2...1.2) }.sorted() : nil
        let curves = chance(0.5) ? (1..<count).map { _ in curve() } : []
        return KeyframeTrack(
            values: values, keyTimes: chance(0.8) ? times : times?.shuffled(using: &self), curves: curves,
            mode: one(of: modes), bends: values.map { _ in .init(tension: number(-1...1), bias: number(-1...1)) })
    }
}

@Suite("Animations made ready")
struct SteadyAnimationTests {
    @Test("one made ready shows what the animation does, to the last bit, at every moment", arguments: 1...4)
    func agreement(seed: UInt64) throws {
        var choices = Choices(state: seed)
        for round in 0..<1500 {
            let animation = choices.animation()
            let model = choices.value(for: animation.key.property)
            let steady = try #require(SteadyAnimation(animation))
            let isRemoved = animation.isRemovedOnCompletion
            let group = try animation.group.map { try #require(SteadyGroup($0, isRemoved: isRemoved)) }
            let moments = [0, 0.5, 1, 1.25, -3, animation.startTime, animation.endTime, choices.number(-4...9)]
            for time in moments where time.isFinite {
                var expected = model
                let isOver = animation.apply(to: &expected, at: time)
                var inner: Double? = time
                var phase: SteadyTiming.Phase?
                if let group {
                    let moment = group.moment(at: time)
                    inner = moment.isShown ? moment.time : nil
                    phase = moment.phase
                }
                let name = "\(seed), \(round), \(time): \(animation)"
                if case .matrix(let below) = model {
                    var shown = below
                    if let inner {
                        let moment = steady.moment(at: inner)
                        if moment.isShown {
                            let here = try matrix(animation, model, moment.share)
                            let whole = steady.isAdditive ? here.concatenating(below) : here
                            if whole.isUsable { shown = whole }
                        }
                        phase = phase ?? moment.phase
                    }
                    #expect(expected == .matrix(shown), "\(name)")
                } else {
                    let way = try #require(VectorWay(animation, model: model))
                    var shown = try #require(model.plainVector)
                    if let inner {
                        let moment = steady.apply(way, to: &shown, at: inner)
                        phase = phase ?? moment
                    }
                    #expect(expected.plainVector == shown, "\(name)")
                }
                #expect((phase == .after) == isOver, "\(name)")
            }
        }
    }

    private func matrix(_ animation: LayerAnimation, _ model: MotionValue, _ share: Double) throws -> Matrix4 {
        if case .keyframes(let track, _) = animation.course {
            #expect(track.leadsThroughMatrices)
            return track.matrix(at: share)
        }
        return try #require(MatrixWay(animation, model: model)).value(at: share)
    }

    @Test("groups in groups, functions, directions and sums of rounds are not made ready, nor what leads nowhere")
    func others() throws {
        func made(_ change: (inout LayerAnimation) -> Void) -> LayerAnimation {
            var animation = LayerAnimation(
                identifier: 1, key: .position, timing: MediaTiming(duration: 1),
                course: .basic(from: nil, to: .vector2(SIMD2(1, 2)), by: nil, curve: .linear))
            change(&animation)
            return animation
        }
        let track = try #require(KeyframeTrack(values: [.number(0), .number(1)]))
        #expect(SteadyAnimation(made { _ in }) != nil)
        #expect(SteadyAnimation(made { $0.course = .keyframeAngle(track, curve: .linear, turn: 0) }) == nil)
        #expect(VectorWay(made { $0.course = .keyframes(track, curve: .linear) }, model: .vector2(SIMD2(0, 0))) == nil)
        let turns = try #require(
            KeyframeTrack(values: [.matrix(.identity), .matrix(.rotation(1, 0, 0, 1))], mode: .cubic))
        #expect(!turns.leadsThroughMatrices)
        let group = GroupTiming(timing: MediaTiming(duration: 1))
        #expect(SteadyGroup(group, isRemoved: true) != nil)
        #expect(SteadyGroup(GroupTiming(timing: MediaTiming(duration: 1), parent: group), isRemoved: true) == nil)
        #expect(SteadyAnimation(made { $0.valueFunction = .rotateZ }) == nil)
        #expect(SteadyAnimation(made { $0.isCumulative = true }) == nil)
        let model = MotionValue.vector2(SIMD2(0, 0))
        #expect(VectorWay(made { _ in }, model: model) != nil)
        #expect(
            VectorWay(made { $0.course = .basic(from: .number(1), to: nil, by: nil, curve: .linear) }, model: model)
                == nil)
        for bad in [Double.nan, .infinity, -.infinity] {
            let course = LayerAnimation.Course.basic(from: .vector2(SIMD2(bad, 0)), to: nil, by: nil, curve: .linear)
            #expect(VectorWay(made { $0.course = course }, model: model) == nil)
        }
    }

    @Test("a timing function of any form is solved to the twelfth digit", arguments: 1...4)
    func solution(seed: UInt64) {
        var choices = Choices(state: seed)
        for _ in 0..<3000 {
            // With y like x, the value is the time itself.
            let (x1, x2) = (
                choices.one(of: [0, 1, choices.number(0...1)]), choices.one(of: [0, 1, choices.number(0...1)])
            )
            let curve = TimingCurve(x1, x1 + 1e-16, x2, x2.nextUp)
            for time in [1e-9, 1e-4, 0.5, 1 - 1e-4, 1 - 1e-9, choices.number(0...1)] {
                #expect(abs(curve.value(at: time) - time) < 2e-12, "\(x1), \(x2) at \(time)")
            }
        }
    }
}
