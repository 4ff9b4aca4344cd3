internal import CoreGraphics
internal import Foundation
internal import RenderServer

/// Shadow, mask, filters and other rare looks and hooks of a layer, made when first used.
final class LayerLook {
    /// Nil: none, and nothing is cast. The default is opaque black.
    var shadowColor: CGColor? = LayerDetails.black
    var shadowOpacity: Float = 0
    var shadowOffset = CGSize(width: 0, height: -3)
    var shadowRadius: CGFloat = 3
    /// The layer's own copy.
    var shadowPath: CGPath?
    /// The same in the form that is committed.
    var shadowShape: PathShape?
    var shouldRasterize = false
    var rasterizationScale: CGFloat = 1
    var mask: CALayer?
    /// The layer's own copies of filters.
    var filters: [Any]?
    var backgroundFilters: [Any]?
    var compositingFilter: Any?
    var cornerCurve = CALayerCornerCurve.circular
    var smoothedEdges = CAEdgeAntialiasingMask.all
    var minificationFilterBias: Float = 0
    var contentsFormat = CALayerContentsFormat.RGBA8Uint
    var layoutManager: (any CALayoutManager)?
    var style: [AnyHashable: Any]?
    /// Those of the application's class, once they were looked for.
    var properties: [String: any AnyLayerPropertyBox]?
    /// Who is told of changes; nil for nearly every layer.
    var observers: LayerObservers?
    /// Properties whose values come from `style`.
    var styledKeys: Set<String> = []
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
        effects.takeFilters(of: look)
        return effects
    }

    /// The layer's own copy of the path is what casts the shadow (fact D-82).
    final func setShadowPath(_ path: CGPath?) {
        guard path != nil || details?.look?.shadowPath != nil else { return }
        let shape = path.flatMap { PathShape($0) }
        guard canSet("shadowPath", path == nil || shape != nil) else { return }
        let action = willChange("shadowPath", .effectsChanged)
        made.madeLook.shadowPath = path?.copy()
        made.madeLook.shadowShape = shape
        run(action, "shadowPath")
    }

    final func setContentsFormat(_ format: CALayerContentsFormat) {
        guard format != contentsFormat, canSet("contentsFormat") else { return }
        if format == .RGBA16Float {
            LayerLog.noteOnce(
                "Layers draw with 8 bits per component at most; contentsFormat RGBA16Float is drawn as RGBA8Uint.")
        } else if format != .RGBA8Uint && format != .gray8Uint {
            LayerLog.noteOnce("There is no contentsFormat “\(format.rawValue)”; layers draw as RGBA8Uint.")
        }
        made.madeLook.contentsFormat = format
    }

    final func setDrawsAsynchronously(_ isOn: Bool) {
        guard isOn != drawsAsynchronously, canSet("drawsAsynchronously") else { return }
        if isOn { LayerLog.noteOnce("drawsAsynchronously changes nothing here: layers draw at once, in the commit.") }
        flags.set(.drawsAsynchronously, isOn)
    }
}
