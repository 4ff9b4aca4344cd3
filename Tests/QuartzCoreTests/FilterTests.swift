import Foundation
import QuartzCore
import RenderServer
import Testing

@testable import QuartzCore

@Suite("Filters of layers", .serialized)
@MainActor
struct FilterTests {
    private func blur(_ radius: CGFloat) -> CAFilter {
        let filter = CAFilter(type: "gaussianBlur")
        filter.inputRadius = radius
        return filter
    }

    @Test("Blurs and saturation are committed; several blurs add up as they would one after the other")
    func commits() throws {
        let screen = Screen()
        let layer = screen.layer()
        layer.filters = [blur(3), blur(4)]
        let gray = CAFilter(type: "colorSaturate")
        gray.inputAmount = 0.5
        layer.backgroundFilters = [blur(20), gray]
        screen.flush()
        let effects = try #require(screen.recorder.last?.effects.first?.effects)
        #expect(effects.blurRadius == 5 && effects.backdropBlurRadius == 20 && effects.backdropSaturation == 0.5)
        layer.filters = nil
        layer.backgroundFilters = []
        screen.flush()
        #expect(screen.recorder.last?.effects.first.map { $0.effects == nil } == true)
    }

    @Test("The layer keeps copies: changing a filter afterwards changes nothing, its key path does")
    func keyPaths() throws {
        let screen = Screen()
        let layer = screen.layer()
        let filter = blur(3)
        filter.name = "soft"
        layer.filters = [filter]
        layer.backgroundFilters = [CAFilter(type: "colorSaturate")]
        screen.flush()
        filter.inputRadius = 99
        #expect(layer.renderEffects.blurRadius == 3)
        layer.setValue(5, forKeyPath: "filters.soft.inputRadius")
        layer.setValue(0, forKeyPath: "backgroundFilters.colorSaturate.inputAmount")
        screen.flush()
        let effects = try #require(screen.recorder.last?.effects.first?.effects)
        #expect(effects.blurRadius == 5 && effects.backdropSaturation == 0)
        #expect(layer.value(forKeyPath: "filters.soft.inputRadius") as? NSNumber == 5)
        layer.setValue(false, forKeyPath: "filters.soft.enabled")
        #expect(layer.renderEffects.blurRadius == 0)
    }

    @Test("A blur's radius can be animated, and shows in presentation layers")
    func animates() throws {
        let screen = Screen()
        let layer = screen.layer()
        layer.filters = [blur(0)]
        screen.flush()
        let animation = CABasicAnimation(keyPath: "filters.gaussianBlur.inputRadius")
        animation.fromValue = 0
        animation.toValue = 8
        animation.duration = 1
        layer.add(animation, forKey: nil)
        screen.flush()
        screen.advance(to: 0.5)
        let shown = try #require(layer.presentation()?.filters?.first as? CAFilter)
        #expect(shown.inputRadius == 4)
        #expect((layer.filters?.first as? CAFilter)?.inputRadius == 0)
    }

    @Test("What layers cannot show is said once and does nothing")
    func unknown() {
        let (a, b) = (CALayer(), CALayer())
        let lines = logged {
            for layer in [a, b] {
                layer.filters = [CAFilter(type: "pinch"), CAFilter(type: "colorSaturate"), blur(2)]
                layer.compositingFilter = "burnBlendMode"
                layer.backgroundFilters = ["gaussianBlur"]
            }
        }
        #expect(lines.count == 4)
        #expect(a.renderEffects.blurRadius == 2 && a.renderEffects.blendMode == .normal)
        #expect(!a.renderEffects.hasBackdrop && a.renderEffects.backdropSaturation == 1)
        #expect(CAFilter(name: "pinch") == nil && CAFilter(name: "gaussianBlur")?.name == "gaussianBlur")
        let filter = blur(1)
        _ = logged { filter.setValue(Double.nan, forKey: "inputRadius") }
        #expect(filter.inputRadius == 1)
    }

    @Test(
        "D-30 a compositing filter names a blend mode",
        arguments: [
            ("multiplyBlendMode", LayerBlendMode.multiply), ("screenBlendMode", .screen),
            ("overlayBlendMode", .overlay), ("darkenBlendMode", .darken), ("lightenBlendMode", .lighten),
            ("colorDodgeBlendMode", .colorDodge), ("colorBurnBlendMode", .colorBurn),
            ("softLightBlendMode", .softLight), ("hardLightBlendMode", .hardLight),
            ("differenceBlendMode", .difference), ("exclusionBlendMode", .exclusion), ("hueBlendMode", .hue),
            ("saturationBlendMode", .saturation), ("colorBlendMode", .color), ("luminosityBlendMode", .luminosity),
            ("normalBlendMode", .normal), ("destOut", .destinationOut), ("plusL", .plusLighter),
        ])
    func blendModes(name: String, mode: LayerBlendMode) {
        let layer = CALayer()
        let lines = logged { layer.compositingFilter = name }
        #expect(lines.isEmpty && layer.renderEffects.blendMode == mode)
        layer.compositingFilter = CAFilter(type: name)
        #expect(layer.renderEffects.blendMode == mode)
        layer.compositingFilter = nil
        #expect(layer.renderEffects == .none)
    }
}
