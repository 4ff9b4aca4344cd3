internal import CCairo
import Foundation
import Raster

/// A pattern that has been set as a colour, with the cell it was last drawn as.
final class PatternPaint {
    let pattern: CGPattern
    private var key: Key?
    private var cell: Bitmap?

    /// What a drawn cell depends on.
    struct Key: Equatable {
        var width: Int
        var height: Int
        var color: SIMD4<Float>
        var alpha: Float
    }

    init(_ pattern: CGPattern) { self.pattern = pattern }

    /// The longest side of a cell's picture, pixels; a larger cell is drawn smaller and stretched.
    static let maximumSide: CGFloat = 4096
    /// How many patterns may be drawn inside each other's cells; deeper ones draw nothing.
    static let deepest = 6

    func cell(_ key: Key, draw: () -> Bitmap?) -> Bitmap? {
        if self.key == key { return cell }
        cell = draw()
        self.key = key
        return cell
    }
}

extension CGContext {
    /// Gives `body` a cairo pattern of a pattern's cells, as they lie in the context.
    func withCells(of paint: PatternPaint, color: SIMD4<Float>, _ body: (OpaquePointer) -> Void) {
        // A cell painted with its own pattern would never end.
        guard patternDepth < PatternPaint.deepest else { return }
        let pattern = paint.pattern
        let phase = CGAffineTransform(translationX: state.patternPhase.width, y: state.patternPhase.height)
        let toPixels = pattern.matrix.concatenating(phase).concatenating(baseMatrix)
        // Paper has no pixels; there a cell gets what a good printer shows.
        let detail: CGFloat = isVector ? 4 : 1
        func pixels(_ length: CGFloat, _ x: CGFloat, _ y: CGFloat) -> Int {
            let size = (length * hypot(x, y) * detail).rounded()
            return size.isFinite ? Int(min(max(size, 1), PatternPaint.maximumSide)) : 1
        }
        let width = pixels(pattern.step.width, toPixels.a, toPixels.b)
        let height = pixels(pattern.step.height, toPixels.c, toPixels.d)
        let alpha = pattern.isColored ? state.alpha * color.w : state.alpha
        let key = PatternPaint.Key(width: width, height: height, color: color, alpha: alpha)
        guard
            let cell = paint.cell(
                key,
                draw: { Self.drawCell(of: pattern, width, height, color: color, alpha: alpha, depth: patternDepth + 1) }
            )
        else { return }
        let rect = CGRect(origin: pattern.bounds.origin, size: pattern.step)
        let outer = state.matrix
        state.matrix = toPixels
        defer { state.matrix = outer }
        // A cell that lies on whole pixels is copied, not sampled.
        let isExact =
            wholePixels(rect) != nil && CGFloat(width) == abs(rect.applying(toPixels).width)
            && toPixels.b == 0 && toPixels.c == 0
        withPattern(
            cell, in: rect, topIsMaxY: false, isTiled: true,
            filter: isExact ? CAIRO_FILTER_NEAREST : CAIRO_FILTER_GOOD
        ) { source in
            state.matrix = outer
            body(source)
        }
    }

    private static func drawCell(
        of pattern: CGPattern, _ width: Int, _ height: Int, color: SIMD4<Float>, alpha: Float, depth: Int
    ) -> Bitmap? {
        guard let bitmap = try? Bitmap(width: width, height: height, format: .argb8888) else { return nil }
        let context = CGContext(bitmap: bitmap, scale: 1)
        let (bounds, step) = (pattern.bounds, pattern.step)
        context.state.matrix = CGAffineTransform(translationX: -bounds.minX, y: -bounds.minY)
            .concatenating(
                CGAffineTransform(scaleX: CGFloat(width) / step.width, y: CGFloat(height) / step.height))
        context.adoptBaseMatrix()
        context.patternDepth = depth
        if !pattern.isColored {
            context.state.fill = color
            context.state.stroke = color
            context.locksColors = true
        }
        if alpha < 1 {
            context.setAlpha(CGFloat(alpha))
            context.beginTransparencyLayer(auxiliaryInfo: nil)
        }
        // Cells larger than their distance lie over each other; more than eight deep is as good as covered.
        func before(_ length: CGFloat, _ step: CGFloat) -> Int { Int(min((length / step - 1e-6).rounded(.up), 8)) - 1 }
        for row in -before(bounds.height, step.height)...0 {
            for column in -before(bounds.width, step.width)...0 {
                context.saveGState()
                context.translateBy(x: CGFloat(column) * step.width, y: CGFloat(row) * step.height)
                context.clip(to: bounds)
                pattern.drawCell(in: context)
                context.restoreGState()
            }
        }
        if alpha < 1 { context.endTransparencyLayer() }
        return context.finish()
    }
}
