internal import CoreGraphics
internal import Foundation
internal import RenderServer

/// Shadow, mask, filters and other rare looks of a layer, made when first used.
final class LayerLook {
    /// Nil: none, and nothing is cast. The default is opaque black.
    var shadowColor: CGColor? = LayerDetails.black
    var shadowOpacity: Float = 0
    var shadowOffset = CGSize(width: 0, height: -3)
    var shadowRadius: CGFloat = 3
    /// The layer's own copy.
    var shadowPath: CGPath?
    var shouldRasterize = false
    var rasterizationScale: CGFloat = 1
}

extension CALayer {
    /// The effects in the form that is committed.
    final var renderEffects: LayerEffects {
        guard let look = details?.look else { return .none }
        var effects = LayerEffects()
        effects.shadowColor = look.shadowColor?.motion ?? SIMD4(0, 0, 0, 0)
        effects.shadowOpacity = min(max(look.shadowOpacity, 0), 1)
        effects.shadowOffset = SIMD2(Double(look.shadowOffset.width), Double(look.shadowOffset.height))
        effects.shadowRadius = max(Double(look.shadowRadius), 0)
        effects.shouldRasterize = look.shouldRasterize
        effects.rasterizationScale = Double(look.rasterizationScale)
        return effects
    }
}
