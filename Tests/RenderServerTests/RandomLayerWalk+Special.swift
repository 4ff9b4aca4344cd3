import Motion
import Raster

@testable import RenderServer

extension WalkFeature {
    /// Gradients, shapes, replicators and emitters come, change, move and go.
    static let specials = WalkFeature(name: "special layers", share: 0.2) { walk, layer in walk.changeSpecial(layer) }
}

extension RandomLayerWalk {
    fileprivate func changeSpecial(_ layer: UInt32) {
        switch random.int(0...15) {
        case 0:
            sketch.special(layer, nil)
            note("no special #\(layer)")
        case 1...3:
            sketch.special(layer, .gradient(randomGradient()))
            note("gradient #\(layer)")
        case 4...6:
            sketch.special(layer, .shape(randomShape()))
            note("shape #\(layer)")
        case 7:
            change(layer, "continuous corners") { $0.hasContinuousCorners.toggle() }
        case 8:
            change(layer, "minification") {
                $0.minificationFilter = self.random.pick([.linear, .nearest, .trilinear, .trilinear])
                $0.minificationFilterBias = self.random.pick([0, 0, 0.5, 2])
            }
        case 9, 10:
            sketch.special(layer, .replicator(randomReplicator()))
            note("replicator #\(layer)")
        case 11:
            sketch.special(layer, .emitter(randomEmitter()))
            note("emitter #\(layer)")
        case 12: addPattern(layer)
        default: animateSpecial(layer)
        }
    }

    private func addPattern(_ layer: UInt32) {
        let side = random.pick([4, 16, 40])
        let made = try? picture(side + 2, side + 2) { x, y in
            (x + y) % 3 == 0 ? 0xFFFF_8000 : side == 16 ? 0x8040_0040 : 0xFF20_4060
        }
        guard let tile = made else { return }
        let size = SIMD2(Double(side), Double(side) * random.pick([1, 1, 1.3]))
        sketch.special(layer, .pattern(PatternContent(tile: tile, size: size, averageColor: 0xFF60_5040)))
        note("pattern #\(layer)")
    }

    private func randomEmitter() -> EmitterContent {
        var content = EmitterContent()
        content.position = SIMD2(random.double(0...40), random.double(0...40))
        content.size = SIMD2(random.double(0...30), 10)
        content.shape = random.pick([.point, .line, .rectangle, .circle, .sphere])
        content.mode = random.pick([.points, .outline, .volume])
        content.order = random.pick([.unordered, .oldestLast, .backToFront, .additive])
        content.seed = UInt32(random.int(0...99))
        content.birthRate = random.pick([0, 1, 1, 1])
        var cell = EmitterCell()
        cell.birthRate = random.pick([2, 30])
        cell.lifetime = random.pick([0.2, 2])
        cell.velocity = random.double(-40...40)
        cell.emissionRange = random.pick([0, 6])
        cell.acceleration = SIMD3(0, random.pick([0, 30]), 0)
        cell.scaleSpeed = random.pick([0, 1, -1])
        cell.spin = random.pick([0, 2])
        cell.color = randomColor()
        cell.colorSpeed = SIMD4(0, 0.3, -0.2, random.pick([0, -0.5]))
        cell.contents = try? picture(5, 3) { x, y in (x + y) % 2 == 0 ? 0xFFFF_FFFF : 0x8080_4000 }
        content.cells = [cell]
        return content
    }

    private func randomReplicator() -> ReplicatorContent {
        var content = ReplicatorContent()
        content.count = random.pick([0, 1, 2, 3, 3, 4])
        content.delay = random.pick([0, 0.1, 0.5])
        content.transform = random.pick([
            .translation(11, 3), .rotation(0.5, 0, 0, 1), .scale(0.8, 0.8), .rotation(.pi / 2, 0, 0, 1),
        ])
        if random.chance(0.4) { content.color = randomColor() }
        if random.chance(0.4) { content.colorOffset = SIMD4(-0.2, 0.1, -0.3, -0.1) }
        content.preservesDepth = random.chance(0.1)
        return content
    }

    private func randomColor() -> SIMD4<Float> {
        SIMD4(
            Float(random.double(0...1)), Float(random.double(0...1)), Float(random.double(0...1)),
            random.pick([0, 0.5, 1, 1]))
    }

    private func randomGradient() -> GradientContent {
        var content = GradientContent()
        content.kind = random.pick([.axial, .radial, .conic])
        let isOpaque = random.chance(0.4)
        for _ in 0..<random.int(0...5) {
            var color = randomColor()
            if isOpaque { color.w = 1 }
            content.colors.append(color)
        }
        if random.chance(0.5) {
            content.locations = content.colors.map { _ in random.pick([0, 0.3, 0.5, 1, .nan, random.double(0...1)]) }
        }
        if random.chance(0.7) {
            content.startPoint = SIMD2(random.double(-0.5...1.5), random.double(-0.5...1.5))
            content.endPoint = SIMD2(random.double(-0.5...1.5), random.double(-0.5...1.5))
        }
        return content
    }

    private func randomShape() -> ShapeContent {
        var content = ShapeContent()
        var points: [SIMD2<Double>] = []
        for _ in 0..<random.int(0...5) { points.append(SIMD2(random.double(-20...40), random.double(-20...40))) }
        if random.chance(0.1) { points.append(SIMD2(2000, 3000)) }
        content.shape = PolygonShape(points)
        content.isEvenOdd = random.chance(0.5)
        content.fillColor = randomColor()
        content.strokeColor = randomColor()
        content.stroke.width = random.pick([0, 0.5, 2, 7])
        content.stroke.join = .round
        content.stroke.end = random.pick([1, 1, 0.4])
        return content
    }

    private func animateSpecial(_ layer: UInt32) {
        let (key, from, to): (LayerKey, MotionValue, MotionValue) =
            switch random.int(0...7) {
            case 0: (.strokeEnd, .number(0), .number(1))
            case 1: (.lineWidth, .number(0), .number(9))
            case 2: (.fillColor, .color(randomColor()), .color(randomColor()))
            case 5: (.instanceTransform, .matrix(.identity), .matrix(.translation(9, 9)))
            case 7: (.emitterPosition, .vector2(SIMD2(0, 0)), .vector2(SIMD2(60, 60)))
            case 6: (.instanceColor, .color(randomColor()), .color(randomColor()))
            case 3: (.startPoint, .vector2(SIMD2(0, 0)), .vector2(SIMD2(1, 1)))
            default: (.endPoint, .vector2(SIMD2(0, 0)), .vector2(SIMD2(1, 1)))
            }
        animate(layer, key, from: from, to: to)
    }
}
