internal import CoreGraphics
internal import Foundation
internal import Raster
internal import RenderServer

/// Backgrounds that are patterns. They travel as a special layer's content does: a picture that is laid side by side.
extension CALayer {
    final func setBackground(_ color: CGColor?) {
        if color?.pattern != nil || colorStorage?.pattern != nil {
            guard color != colorStorage, canSet("backgroundColor") else { return }
            if color?.pattern != nil, specialKindHidesPatterns {
                LayerLog.noteOnce("Shape, gradient, replicator and emitter layers show no pattern as background.")
            }
            noteRecordChange(.specialChanged)
        }
        change("backgroundColor", from: colorStorage, to: color) { colorStorage = color }
    }

    /// Whether what the class itself shows takes the place of a pattern.
    private var specialKindHidesPatterns: Bool {
        self is CAShapeLayer || self is CAGradientLayer || self is CAReplicatorLayer || self is CAEmitterLayer
    }

    /// What is committed for a background that is a pattern; nil for another.
    final var backgroundPattern: LayerSpecial? {
        guard let color = colorStorage, color.pattern != nil, color.alpha > 0,
            let tile = color.tile(scale: CGFloat(context?.scale ?? LayerContext.main?.scale ?? 1))
        else { return nil }
        return .pattern(
            PatternContent(
                tile: tile.bitmap, size: SIMD2(Double(tile.size.width), Double(tile.size.height)),
                averageColor: tile.averageColor))
    }

    /// For `render(in:)`; the context is cut to the bounds already.
    final func drawPattern(_ color: CGColor, in context: CGContext) {
        let matrix = context.ctm
        let drawn = hypot(matrix.a, matrix.b)
        let scale = self.context.map { CGFloat($0.scale) } ?? (drawn > 0 && drawn.isFinite ? min(drawn, 4) : 1)
        guard let tile = color.tile(scale: scale), let picture = tile.picture else { return }
        context.drawUpright(picture, in: CGRect(origin: bounds.origin, size: tile.size), byTiling: true)
    }
}
