import Motion

@testable import RenderServer

extension WalkFeature {
    /// Layers are rasterised at all scales, with and without other effects, and cease to be.
    static let rasterizing = WalkFeature(
        name: "rasterising", share: 0.15, step: { walk, layer in walk.changeRasterizing(of: layer) })
}

extension RandomLayerWalk {
    fileprivate func changeRasterizing(of layer: UInt32) {
        if random.chance(0.15) {
            sketch.noEffects(layer)
            note("no effects #\(layer)")
            return
        }
        if random.chance(0.2) {
            let (key, from, to): (LayerKey, MotionValue, MotionValue) =
                random.pick([
                    (.rasterizationScale, .number(0.3), .number(2.5)), (.transformRotation, .number(0), .number(3)),
                    (.opacity, .number(0.1), .number(1)), (.positionX, .number(0), .number(60)),
                ])
            animate(layer, key, from: from, to: to)
            return
        }
        var shape: RectangleShape?
        if random.chance(0.2) { shape = RectangleShape(random.double(-5...5), 3, random.double(5...30), 12) }
        sketch.effects(layer, shape: shape) {
            $0.shouldRasterize = random.chance(0.85)
            $0.rasterizationScale = random.pick([
                1, 1, 1, 1.25, 1.5, 2, 2, 0.5, 0.37, 3, 0, -1, .nan, .infinity, 1e300, 1e-9,
            ])
            if random.chance(0.2) {
                $0.shadowColor = color()
                $0.shadowOpacity = random.pick([0.3, 1, 1])
                $0.shadowOffset = SIMD2(random.double(-8...8), random.double(-8...8))
                $0.shadowRadius = random.pick([0, 0.7, 2, 5])
            }
            if random.chance(0.1) { $0.blurRadius = random.pick([0.6, 2, 4]) }
            if random.chance(0.1) { $0.blendMode = random.pick(LayerBlendMode.allCases) }
        }
        note("rasterise #\(layer)")
    }
}
