internal import CCairo
public import Foundation
import Raster

/// Clipping only ever narrows; `restoreGState()` is the way back.
extension CGContext {
    /// Limits drawing to the inside of the current path, which is gone afterwards. An empty path changes nothing.
    public func clip(using rule: CGPathFillRule = .winding) {
        defer { currentPath.removeAll() }
        guard !currentPath.isEmpty, emit(currentPath, to: cr) else { return }
        cairo_set_antialias(cr, antialias)
        cairo_set_fill_rule(cr, rule.cairo)
        cairo_clip(cr)
        state.clip = state.clip.intersection(PixelRect(around: currentPath.controlBounds))
        state.clipIsRect = state.clip.isEmpty
    }

    /// Limits drawing to `rect`.
    public func clip(to rect: CGRect) {
        currentPath.removeAll()
        if let whole = wholePixels(rect) {
            let part = whole.intersection(state.clip)
            cairo_new_path(cr)
            cairo_rectangle(cr, Double(part.minX), Double(part.minY), Double(part.width), Double(part.height))
            cairo_clip(cr)
            state.clip = part
        } else if rect.isNull {
            clip(to: .zero)
        } else {
            addRect(rect)
            clip()
        }
    }

    /// Limits drawing to what lies in any of the rectangles.
    public func clip(to rects: [CGRect]) {
        currentPath.removeAll()
        guard !rects.isEmpty else { return clip(to: .zero) }
        addRects(rects)
        clip()
    }

    /// Around everything that can still be drawn, user space.
    public var boundingBoxOfClipPath: CGRect {
        state.clip.isEmpty ? .null : CGRect(state.clip).applying(state.matrix.inverted())
    }
}
