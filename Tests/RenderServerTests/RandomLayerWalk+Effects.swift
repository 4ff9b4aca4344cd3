import Motion
import Raster

@testable import RenderServer

extension WalkFeature {
    /// Layers get masks, with sublayers and animations of their own, lose them, and become sublayers again.
    static let masks = WalkFeature(
        name: "masks", share: 0.08, step: { walk, layer in walk.changeMask(of: layer) })

    /// Shadows, blur, backdrops, blend modes.
    static let effects = WalkFeature(
        name: "effects", share: 0.15, step: { walk, layer in walk.changeEffects(of: layer) })

    /// The same without backdrops.
    static let filters = WalkFeature(
        name: "filters", share: 0.15, step: { walk, layer in walk.changeEffects(of: layer, hasBackdrops: false) })
}

extension RandomLayerWalk {
    /// Masks have numbers of their own, from 100 on: one for each layer that may be masked.
    fileprivate func changeMask(of layer: UInt32) {
        let mask = 100 + layer * 2
        switch random.int(0...5) {
        case 0:
            sketch.mask(layer, nil)
            note("no mask #\(layer)")
        case 1:
            // Also those of others: a mask belongs to the last that it was given to.
            let other = 100 + UInt32(random.int(1...20)) * 2
            sketch.mask(layer, other)
            note("mask #\(other) of another for #\(layer)")
        case 2:
            let child = mask + 1
            change(child, "sublayer of mask") { $0.bounds = self.bounds() }
            change(child, "sublayer of mask") {
                $0.position = self.point()
                $0.backgroundColor = self.color()
            }
            sketch.sublayers(mask, random.chance(0.7) ? [child] : [])
        case 3:
            animate(mask, .positionX, from: .number(0), to: .number(40))
        default:
            change(mask, "mask of #\(layer)") {
                $0.bounds = self.bounds()
                $0.position = SIMD2(self.random.double(0...30), self.random.double(0...30))
                $0.backgroundColor = self.color()
                $0.cornerRadius = self.random.pick([0, 0, 6])
                $0.transform = self.matrix()
                $0.opacity = self.random.pick([1, 1, 0.6])
                $0.isHidden = self.random.chance(0.05)
            }
            sketch.mask(layer, mask)
        }
    }

    fileprivate func changeEffects(of layer: UInt32, hasBackdrops: Bool = true) {
        if random.chance(0.15) {
            sketch.noEffects(layer)
            note("no effects #\(layer)")
            return
        }
        if random.chance(0.2) {
            let (key, from, to): (LayerKey, MotionValue, MotionValue) =
                random.pick([
                    (.shadowOpacity, .number(0), .number(1)), (.shadowRadius, .number(0), .number(6)),
                    (.shadowOffset, .vector2(SIMD2(-5, 0)), .vector2(SIMD2(5, 9))),
                    (.shadowColor, .color(color()), .color(color())), (.blurRadius, .number(0), .number(4)),
                    (hasBackdrops ? .backdropBlurRadius : .blurRadius, .number(0), .number(5)),
                ])
            animate(layer, key, from: from, to: to)
            return
        }
        var shape: RectangleShape?
        if random.chance(0.2) { shape = RectangleShape(random.double(-5...5), 3, random.double(5...30), 12) }
        sketch.effects(layer, shape: shape) {
            if random.chance(0.5) {
                $0.shadowColor = color()
                $0.shadowOpacity = random.pick([0.3, 1, 1])
                $0.shadowOffset = SIMD2(random.double(-8...8), random.double(-8...8))
                $0.shadowRadius = random.pick([0, 0.7, 2, 5])
            }
            if random.chance(0.25) { $0.blurRadius = random.pick([0.6, 2, 4]) }
            if random.chance(0.25), hasBackdrops {
                $0.backdropBlurRadius = random.pick([0, 1.5, 4])
                $0.backdropSaturation = random.pick([1, 1.8, 0])
            }
            if random.chance(0.25) { $0.blendMode = random.pick(LayerBlendMode.allCases) }
        }
        note("effects of #\(layer)")
    }
}
