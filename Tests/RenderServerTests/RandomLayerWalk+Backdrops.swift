import Motion

@testable import RenderServer

extension WalkFeature {
    /// Many layers that show what lies below them, in each other, in groups, with other effects besides. In no other
    /// walk: there they are as rare as any effect.
    static let backdrops = WalkFeature(
        name: "backdrops", share: 0.2, step: { walk, layer in walk.changeBackdrop(of: layer) })
}

extension RandomLayerWalk {
    fileprivate func changeBackdrop(of layer: UInt32) {
        switch random.int(0...9) {
        case 0:
            sketch.noEffects(layer)
            note("no effects #\(layer)")
        case 1:
            change(layer, "group") { $0.opacity = $0.opacity == 1 ? 0.6 : 1 }
        case 2:
            animate(layer, .backdropBlurRadius, from: .number(0), to: .number(6))
        case 3:
            change(layer, "clear") {
                $0.backgroundColor = SIMD4(0, 0, 0, 0)
                $0.cornerRadius = self.random.pick([0, 0, 8])
            }
        default:
            sketch.effects(layer) {
                $0.backdropBlurRadius = random.pick([0, 0.6, 1.5, 4, 9])
                $0.backdropSaturation = random.pick([1, 1.8, 0, 6])
                if random.chance(0.15) { $0.blurRadius = random.pick([0.6, 3]) }
                if random.chance(0.15) { $0.blendMode = random.pick(LayerBlendMode.allCases) }
                if random.chance(0.15) {
                    $0.shadowOpacity = 1
                    $0.shadowOffset = SIMD2(random.double(-8...8), random.double(-8...8))
                    $0.shadowRadius = random.pick([0, 3])
                }
            }
            note("backdrop #\(layer)")
        }
    }
}
