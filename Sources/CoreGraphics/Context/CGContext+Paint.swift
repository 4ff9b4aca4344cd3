internal import CCairo
public import Foundation
import Raster

extension CGContext {
    // MARK: The current path, which is gone afterwards

    public func fillPath(using rule: CGPathFillRule = .winding) {
        drawPath(using: rule == .evenOdd ? .eoFill : .fill)
    }

    public func strokePath() { drawPath(using: .stroke) }

    public func drawPath(using mode: CGPathDrawingMode) {
        defer { currentPath.removeAll() }
        switch mode {
        case .fill: fillCurrentPath(.winding)
        case .eoFill: fillCurrentPath(.evenOdd)
        case .stroke: strokeCurrentPath(width: state.lineWidth)
        case .fillStroke:
            fillCurrentPath(.winding)
            strokeCurrentPath(width: state.lineWidth)
        case .eoFillStroke:
            fillCurrentPath(.evenOdd)
            strokeCurrentPath(width: state.lineWidth)
        }
    }

    // MARK: Shapes; like every drawing of a path these end the current one

    public func fill(_ rect: CGRect) {
        currentPath.removeAll()
        if fillDirectly(rect) { return }
        currentPath.addRect(rect, transform: state.matrix)
        drawPath(using: .fill)
    }

    public func fill(_ rects: [CGRect]) {
        currentPath.removeAll()
        addRects(rects)
        drawPath(using: .fill)
    }

    /// Makes the rectangle transparent (black where the bitmap has no alpha).
    public func clear(_ rect: CGRect) {
        let mode = state.blendMode
        state.blendMode = .clear
        fill(rect)
        state.blendMode = mode
    }

    public func stroke(_ rect: CGRect) { stroke(rect, width: state.lineWidth) }

    public func stroke(_ rect: CGRect, width: CGFloat) {
        currentPath.removeAll()
        addRect(rect)
        strokeCurrentPath(width: width)
        currentPath.removeAll()
    }

    public func fillEllipse(in rect: CGRect) {
        currentPath.removeAll()
        addEllipse(in: rect)
        drawPath(using: .fill)
    }

    public func strokeEllipse(in rect: CGRect) {
        currentPath.removeAll()
        addEllipse(in: rect)
        drawPath(using: .stroke)
    }

    /// Strokes a line from each point at an even place to the one after it.
    public func strokeLineSegments(between points: [CGPoint]) {
        currentPath.removeAll()
        for index in stride(from: 0, to: points.count - 1, by: 2) {
            move(to: points[index])
            addLine(to: points[index + 1])
        }
        drawPath(using: .stroke)
    }
}

extension CGContext {
    private func fillCurrentPath(_ rule: CGPathFillRule) {
        guard !currentPath.isEmpty else { return }
        compositeFill { cr in
            guard emit(currentPath, to: cr) else { return }
            cairo_set_tolerance(cr, tolerance)
            cairo_set_fill_rule(cr, rule.cairo)
            cairo_fill(cr)
        }
    }

    private func strokeCurrentPath(width: CGFloat) {
        guard !currentPath.isEmpty, state.matrix.isInvertible, width > 0, width.isFinite else { return }
        compositeStroke { cr in
            guard emit(currentPath, to: cr) else { return }
            cairo_set_tolerance(cr, tolerance)
            // The pen is a circle in user space, an ellipse in pixels.
            var matrix = state.matrix.cairo
            cairo_set_matrix(cr, &matrix)
            cairo_set_line_width(cr, width)
            cairo_set_line_cap(cr, state.lineCap.cairo)
            cairo_set_line_join(cr, state.lineJoin.cairo)
            cairo_set_miter_limit(cr, state.miterLimit)
            state.dashLengths.withUnsafeBufferPointer { lengths in
                cairo_set_dash(cr, lengths.baseAddress, Int32(lengths.count), state.dashPhase)
            }
            cairo_stroke(cr)
            cairo_identity_matrix(cr)
        }
    }

    /// cairo's default for a flatness up to the default one, so that the usual flatness draws as well as can be seen.
    private var tolerance: Double { state.flatness <= 0.6 ? 0.1 : min(Double(state.flatness), 100) }

    /// Fills a rectangle whose edges lie on pixel boundaries by the pixel kernels. False: not such a case.
    private func fillDirectly(_ rect: CGRect) -> Bool {
        guard state.fillPattern == nil,
            state.blendMode == .normal || state.blendMode == .copy || state.blendMode == .clear,
            let whole = wholePixels(rect), let surface = directSurface()
        else { return false }
        let part = whole.intersection(state.clip)
        guard !part.isEmpty else { return true }
        let colour = state.blendMode == .clear ? 0 : pixel(of: state.fill)
        if state.blendMode == .normal {
            Kernels.over(colour, onto: surface.subsurface(part))
        } else {
            Kernels.fill(surface.subsurface(part), colour: colour)
        }
        markWritten()
        return true
    }

    /// The pixels under `rect`, if it is made of whole ones.
    func wholePixels(_ rect: CGRect) -> PixelRect? {
        guard state.matrix.keepsRectsUpright, !rect.isNull else { return nil }
        let mapped = rect.applying(state.matrix)
        let slack: CGFloat = 1.0 / 512  // cairo counts in 1/256 of a pixel
        for edge in [mapped.minX, mapped.minY, mapped.maxX, mapped.maxY] where abs(edge - edge.rounded()) > slack {
            return nil
        }
        return PixelRect(
            around: CGRect(
                x: mapped.minX.rounded(), y: mapped.minY.rounded(),
                width: mapped.maxX.rounded() - mapped.minX.rounded(),
                height: mapped.maxY.rounded() - mapped.minY.rounded()))
    }
}
