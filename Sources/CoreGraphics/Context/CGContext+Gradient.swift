internal import CCairo
public import Foundation

/// Gradients paint everything inside the clip, between their ends and, where the options say so, beyond.
extension CGContext {
    public func drawLinearGradient(
        _ gradient: CGGradient, start: CGPoint, end: CGPoint, options: CGGradientDrawingOptions = []
    ) {
        guard [start.x, start.y, end.x, end.y].allSatisfy(\.isFinite) else { return }
        paint(cairo_pattern_create_linear(start.x, start.y, end.x, end.y), gradient, options)
    }

    /// From the circle around `startCenter` to the one around `endCenter`.
    public func drawRadialGradient(
        _ gradient: CGGradient, startCenter: CGPoint, startRadius: CGFloat, endCenter: CGPoint, endRadius: CGFloat,
        options: CGGradientDrawingOptions = []
    ) {
        let numbers = [startCenter.x, startCenter.y, startRadius, endCenter.x, endCenter.y, endRadius]
        guard numbers.allSatisfy(\.isFinite), startRadius >= 0, endRadius >= 0 else { return }
        paint(
            cairo_pattern_create_radial(
                startCenter.x, startCenter.y, startRadius, endCenter.x, endCenter.y, endRadius), gradient, options)
    }

    private func paint(_ pattern: OpaquePointer?, _ gradient: CGGradient, _ options: CGGradientDrawingOptions) {
        guard let pattern else { return }
        defer { cairo_pattern_destroy(pattern) }
        guard state.matrix.isInvertible, let first = gradient.stops.first, let last = gradient.stops.last else {
            return
        }
        // cairo extends to both sides or to none: a transparent stop at an end keeps that side empty.
        let extends = !options.isEmpty
        if extends, !options.contains(.drawsBeforeStartLocation) { add(first.rgba * [1, 1, 1, 0], at: 0, to: pattern) }
        if first.location > 0 { add(first.rgba, at: 0, to: pattern) }
        for stop in gradient.stops { add(stop.rgba, at: stop.location, to: pattern) }
        if last.location < 1 { add(last.rgba, at: 1, to: pattern) }
        if extends, !options.contains(.drawsAfterEndLocation) { add(last.rgba * [1, 1, 1, 0], at: 1, to: pattern) }
        cairo_pattern_set_extend(pattern, extends ? CAIRO_EXTEND_PAD : CAIRO_EXTEND_NONE)
        composite(
            source: { cr in
                var matrix = state.matrix.cairo
                cairo_set_matrix(cr, &matrix)  // the source keeps the matrix it is set under
                cairo_set_source(cr, pattern)
                cairo_identity_matrix(cr)
            },
            shape: { cr in cairo_paint_with_alpha(cr, Double(state.alpha)) })
    }

    private func add(_ rgba: SIMD4<Float>, at location: CGFloat, to pattern: OpaquePointer) {
        let (red, blue) = isRedFirst ? (rgba.z, rgba.x) : (rgba.x, rgba.z)
        cairo_pattern_add_color_stop_rgba(
            pattern, location, Double(red), Double(rgba.y), Double(blue), Double(rgba.w))
    }
}
