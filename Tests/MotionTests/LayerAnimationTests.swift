import Motion
import Testing

private func animation(
    _ key: LayerKey = .opacity, from: MotionValue? = nil, to: MotionValue? = nil, by: MotionValue? = nil,
    repeatCount: Double = 0, autoreverses: Bool = false, additive: Bool = false, cumulative: Bool = false
) -> LayerAnimation {
    LayerAnimation(
        identifier: 1, key: key,
        timing: MediaTiming(duration: 1, repeatCount: repeatCount, autoreverses: autoreverses),
        course: .basic(from: from, to: to, by: by, curve: .linear), isAdditive: additive, isCumulative: cumulative)
}

private func number(_ animation: LayerAnimation, model: Double, at time: Double) -> Double {
    guard case .number(let value)? = animation.sample(model: .number(model), at: time).value else { return .nan }
    return value
}

@Suite("Layer animation")
struct LayerAnimationTests {
    @Test("A-104 from, to and by fill in for each other with the model .5 at half time")
    func ends() {
        let rows: [(from: Double?, to: Double?, by: Double?, value: Double)] = [
            (0.2, nil, nil, 0.35), (nil, 0.8, nil, 0.65), (nil, nil, 0.3, 0.65), (0.2, nil, 0.3, 0.35),
            (nil, 0.9, 0.3, 0.75), (nil, nil, nil, 0.5), (0, 1, 9, 0.5),
        ]
        for row in rows {
            let sample = animation(
                from: row.from.map(MotionValue.number), to: row.to.map(MotionValue.number),
                by: row.by.map(MotionValue.number))
            #expect(abs(number(sample, model: 0.5, at: 0.5) - row.value) < 1e-12, "\(row)")
        }
    }

    @Test("A-105 additive values are added to what is below, one after the other")
    func additive() {
        let first = animation(from: .number(0), to: .number(0.2), additive: true)
        let second = animation(from: .number(0), to: .number(0.1), additive: true)
        let below = number(first, model: 0.5, at: 0.5)
        #expect(abs(below - 0.6) < 1e-12)
        #expect(abs(number(second, model: below, at: 0.5) - 0.65) < 1e-12)
    }

    @Test("A-105 what an additive animation does not say is nothing added")
    func additiveEnds() {
        #expect(abs(number(animation(from: .number(0.3), additive: true), model: 0.5, at: 0.5) - 0.65) < 1e-12)
        #expect(abs(number(animation(to: .number(0.3), additive: true), model: 0.5, at: 0.5) - 0.65) < 1e-12)
        #expect(abs(number(animation(by: .number(0.3), additive: true), model: 0.5, at: 0.5) - 0.65) < 1e-12)
    }

    @Test("A-23 an additive transform that starts at old · new⁻¹ shows old at its start and new at its end")
    func additiveTransform() throws {
        let old = Matrix4.scale(2, 3).concatenating(.rotation(0.5, 0, 0, 1)).concatenating(.translation(10, 20))
        let new = Matrix4.rotation(1, 0, 0, 1).concatenating(.translation(-5, 7))
        let start = old.concatenating(try #require(new.inverse))
        let sample = animation(.transform, from: .matrix(start), to: .matrix(.identity), additive: true)
        for (time, expected) in [(0.0, old), (1, new)] {
            guard case .matrix(let shown)? = sample.sample(model: .matrix(new), at: time).value else {
                Issue.record("no matrix")
                continue
            }
            #expect(isClose(shown, expected))
        }
    }

    @Test("A-105 cumulative rounds begin where the last one ended")
    func cumulative() {
        let absolute = animation(from: .number(0), to: .number(10), repeatCount: 3, cumulative: true)
        let relative = animation(by: .number(10), repeatCount: 3, cumulative: true)
        for (time, a, r) in [(0.5, 5.0, 105.0), (1.5, 15, 215), (2.5, 25, 325)] {
            #expect(abs(number(absolute, model: 0, at: time) - a) < 1e-9)
            #expect(abs(number(relative, model: 100, at: time) - r) < 1e-9)
        }
        let turn = animation(
            .transform, from: .matrix(.identity), to: .matrix(.rotation(.pi / 2, 0, 0, 1)), repeatCount: 4,
            cumulative: true)
        guard case .matrix(let matrix)? = turn.sample(model: .matrix(.identity), at: 1.5).value else {
            Issue.record("no matrix")
            return
        }
        #expect(isClose(matrix, .rotation(.pi * 3 / 4, 0, 0, 1)))
    }

    @Test("A-106 a truth value switches as soon as the animation starts")
    func hidden() {
        var sample = animation(.isHidden, from: .number(0), to: .number(1))
        sample.timing.beginTime = 1
        sample.timing.fillMode = .both
        sample.isRemovedOnCompletion = false
        #expect(number(sample, model: 1, at: 0.5) == 0)
        #expect(number(sample, model: 1, at: 1) == 1)
        #expect(number(sample, model: 1, at: 9) == 1)
    }

    @Test("A-106 colours move per component, alpha included: red to half-transparent blue")
    func colours() {
        let sample = animation(
            .backgroundColor, from: .color(SIMD4(1, 0, 0, 1)), to: .color(SIMD4(0, 0, 1, 0.5)))
        let value = sample.sample(model: .color(SIMD4(0, 0, 1, 0.5)), at: 0.5).value
        #expect(value == .color(SIMD4(0.5, 0, 0.5, 0.75)))
    }

    @Test("A-106 an animation of a part leaves the rest of the property alone")
    func parts() {
        var position = MotionValue.vector2(SIMD2(3, 4))
        animation(.positionX, from: .number(10), to: .number(20)).apply(to: &position, at: 0.5)
        #expect(position == .vector2(SIMD2(15, 4)))

        var bounds = MotionValue.vector4(SIMD4(1, 2, 3, 4))
        animation(.boundsSizeHeight, by: .number(2)).apply(to: &bounds, at: 0.5)
        #expect(bounds == .vector4(SIMD4(1, 2, 3, 5)))
        animation(.boundsOrigin, to: .vector2(SIMD2(9, 0))).apply(to: &bounds, at: 1)
        #expect(bounds == .vector4(SIMD4(9, 0, 3, 5)))

        var transform = MotionValue.matrix(.scale(2, 2))
        let isOver = animation(.transformRotationZ, from: .number(0), to: .number(2 * .pi)).apply(
            to: &transform, at: 0.5)
        #expect(!isOver)
        guard case .matrix(let matrix) = transform else { return }
        #expect(isClose(matrix, Matrix4.scale(2, 2).concatenating(.rotation(.pi, 0, 0, 1))))
    }

    @Test("A value of a kind that does not belong to the property changes nothing")
    func wrongKinds() {
        var position = MotionValue.vector2(SIMD2(3, 4))
        animation(.position, from: .number(1), to: .number(2)).apply(to: &position, at: 0.5)
        animation(.positionX, from: .vector2(SIMD2(1, 1)), to: .vector2(SIMD2(1, 1))).apply(to: &position, at: 0.5)
        animation(.opacity, to: .number(1)).apply(to: &position, at: 0.5)
        #expect(position == .vector2(SIMD2(3, 4)))
    }

    @Test(
        "Every key names a whole property whose part it reads and replaces consistently", arguments: LayerKey.allCases)
    func everyKey(key: LayerKey) {
        let whole: MotionValue
        switch key.property {
        case .bounds, .contentsRect, .contentsCenter: whole = .vector4(SIMD4(1, 2, 3, 4))
        case .position, .anchorPoint, .shadowOffset: whole = .vector2(SIMD2(5, 6))
        case .transform, .sublayerTransform, .instanceTransform:
            whole = .matrix(
                Matrix4.scale(2, 3, 4).concatenating(.rotation(0.4, 1, 2, 3)).concatenating(.translation(7, 8, 9)))
        case .backgroundColor, .borderColor: whole = .color(SIMD4(0.1, 0.2, 0.3, 0.4))
        default: whole = .number(0.25)
        }
        #expect(key.property.property == key.property)
        let part = key.part(of: whole)
        // A mean of three, which does not come back here.
        if [.transformScale, .sublayerTransformScale, .instanceTransformScale].contains(key) { return }
        let back = key.replacingPart(of: whole, with: part)
        if case .matrix(let a) = back, case .matrix(let b) = whole {
            #expect(isClose(a, b))
        } else {
            #expect(back == whole)
        }
        let moved = part.added(to: part)
        #expect(key.isPart || moved.isSameKind(as: whole))
        if key.isPart { #expect(key.replacingPart(of: whole, with: moved) != whole) }
    }

    @Test("A-18 two additive moves that cancel hold the layer at 160 until the first one ends")
    func additiveFreeze() {
        var out = animation(.positionX, from: .number(-120), to: .number(0), additive: true)
        out.timing.duration = 3
        var back = animation(.positionX, from: .number(120), to: .number(0), additive: true)
        back.timing.duration = 3
        back.timing.beginTime = 1
        for (time, x) in [(1.0, 160.0), (2, 160), (3, 160), (3.5, 140), (4, 120)] {
            var value = MotionValue.vector2(SIMD2(120, 0))
            out.apply(to: &value, at: time)
            back.apply(to: &value, at: time)
            guard case .vector2(let point) = value else { return }
            #expect(abs(point.x - x) < 1e-9, "at \(time)")
        }
    }
}
