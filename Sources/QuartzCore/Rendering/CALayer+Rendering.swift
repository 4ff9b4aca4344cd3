internal import CoreGraphics
internal import Foundation
internal import Motion
internal import Raster
internal import RenderServer

/// Drawing the model tree into a context (facts D-28, D-29). Values are the model's; the layer's own place does not count;
/// transforms of sublayers count as far as they are affine, and what lies below a layer is not blurred.
extension CALayer {
    /// How deep the drawing is in the tree, and in pictures of their own.
    private static var depth = 0
    static var pictureDepth = 0
    /// Layers deeper than this are left out: the stack ends.
    private static let depthLimit = 500
    /// Groups deeper than this are drawn without one: each takes a picture as large as the clip.
    static let pictureLimit = 48
    /// Whether what is drawn is a copy that a replicator layer makes, and how many layers may still be drawn as such.
    static var drawsCopies = false
    private static var copiesLeft = 0
    /// As many copies as on a screen.
    private static let copyLimit = 16_384

    final func drawTree(in context: CGContext) {
        guard !isHidden, opacityStorage > 0 else { return }
        guard Self.depth < Self.depthLimit else {
            LayerLog.noteOnce("render(in:) leaves out layers more than \(Self.depthLimit) levels down.")
            return
        }
        if Self.depth == 0 { Self.copiesLeft = Self.copyLimit }
        Self.depth += 1
        defer { Self.depth -= 1 }
        context.saveGState()
        defer { context.restoreGState() }
        let effects = renderEffects
        let alpha = CGFloat(min(opacityStorage, 1))
        if flags.contains(.isTransformLayer) {
            context.setAlpha(context.alpha * alpha)
            return drawSublayers(in: context)
        }
        if effects.hasBackdrop { LayerLog.noteOnce("render(in:) leaves out backgroundFilters.") }
        let mask = mask
        let isGroup = mask != nil || effects.blendMode != .normal || (alpha < 1 && allowsGroupOpacity)
        context.setAlpha(context.alpha * alpha)
        guard isGroup, Self.beginPicture() else { return drawShaded(effects, in: context) }
        defer { Self.pictureDepth -= 1 }
        context.setBlendMode(effects.blendMode.cgBlendMode)
        context.beginTransparencyLayer(auxiliaryInfo: nil)
        drawShaded(effects, in: context)
        if let mask {
            // What is drawn takes its alpha from the mask, outside of which nothing is left.
            context.setBlendMode(.destinationIn)
            context.beginTransparencyLayer(auxiliaryInfo: nil)
            mask.drawAsSublayer(of: self, in: context)
            context.endTransparencyLayer()
        }
        context.endTransparencyLayer()
    }

    /// Whether one more picture may be made; counts it.
    static func beginPicture() -> Bool {
        guard pictureDepth < pictureLimit else {
            LayerLog.noteOnce(
                "render(in:) draws opacity, masks, shadows and blends more than \(pictureLimit) levels down without a group."
            )
            return false
        }
        pictureDepth += 1
        return true
    }

    /// Everything that is in the layer, without shadow, mask, opacity and filters.
    final func drawPicture(in context: CGContext) {
        context.saveGState()
        if masksToBounds { clipToBounds(context) }
        // Nothing shows through no clip, and whoever draws by the clip's box must not be given none.
        if !context.boundingBoxOfClipPath.isEmpty {
            fillBackground(in: context)
            drawOwnContents(in: context)
            if !flags.contains(.isPlainClass) { drawSpecial(in: context) }
            drawSublayers(in: context)
        }
        context.restoreGState()
        drawBorder(in: context)
    }

    final func drawSublayersBackToFront(in context: CGContext) {
        let layers = backToFront
        guard !layers.isEmpty else { return }
        context.saveGState()
        if flags.contains(.isGeometryFlipped) {
            context.translateBy(x: 0, y: 2 * bounds.midY)
            context.scaleBy(x: 1, y: -1)
        }
        for layer in layers { layer.drawAsSublayer(of: self, in: context) }
        context.restoreGState()
    }

    private var backToFront: [CALayer] {
        let layers = sublayers ?? []
        guard layers.contains(where: { $0.zPosition != 0 }) else { return layers }
        return Self.backToFront(layers)
    }

    /// Whether one more copy may be drawn; counts it. Replicators in replicators multiply them.
    static func beginCopy() -> Bool {
        guard copiesLeft > 0 else {
            LayerLog.noteOnce("render(in:) draws no more than \(copyLimit) copies of layers.")
            return false
        }
        copiesLeft -= 1
        return true
    }

    final func drawAsSublayer(of parent: CALayer, in context: CGContext) {
        if Self.drawsCopies, !Self.beginCopy() { return }
        let map = mapToSuperlayer(parent)
        guard map.m13 == 0, map.m23 == 0, map.m33 != 0 else {
            LayerLog.noteOnce("render(in:) leaves out layers that are seen in perspective.")
            return
        }
        let w = map.m33
        let place = CGAffineTransform(
            a: CGFloat(map.m11 / w), b: CGFloat(map.m12 / w), c: CGFloat(map.m21 / w), d: CGFloat(map.m22 / w),
            tx: CGFloat(map.m31 / w), ty: CGFloat(map.m32 / w))
        // Turned away, it shows its back.
        if !isDoubleSided, place.a * place.d - place.b * place.c < 0 { return }
        context.saveGState()
        context.concatenate(place)
        render(in: context)
        context.restoreGState()
    }
}
