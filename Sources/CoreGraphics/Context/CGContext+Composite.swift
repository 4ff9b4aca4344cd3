internal import CCairo
import Foundation
import Raster

/// The road all drawing through cairo takes: a source (what colour), a shape (where), and the state's blend mode.
extension CGContext {
    /// Draws once, with the state's shadow and through its mask. `shape` draws with cairo's current source and leaves no
    /// path behind; it may be called several times, also for another surface.
    func composite(source: (OpaquePointer) -> Void, shape: (OpaquePointer) -> Void) {
        guard !state.clip.isEmpty else { return }
        withForeignPixels {
            guard let mask = state.mask else { return compositeWithShadow(source: source, shape: shape) }
            composite(through: mask) { compositeWithShadow(source: source, shape: shape) }
        }
    }

    private func compositeWithShadow(source: (OpaquePointer) -> Void, shape: (OpaquePointer) -> Void) {
        if let shadow = state.shadow, state.blendMode != .clear { cast(shadow, source: source, shape: shape) }
        let cr = self.cr
        cairo_set_antialias(cr, antialias)
        if state.blendMode == .clear {
            // Some of cairo's shortcuts (a straight stroke) draw the colour in its own mode for this.
            cairo_set_operator(cr, CAIRO_OPERATOR_SOURCE)
            cairo_set_source_rgba(cr, 0, 0, 0, 0)
            shape(cr)
        } else if let mode = isVector && state.blendMode.rawValue > CGBlendMode.luminosity.rawValue
            ? CAIRO_OPERATOR_OVER : state.blendMode.cairo
        {
            cairo_set_operator(cr, mode)
            source(cr)
            shape(cr)
        } else {
            compositeByHand(cr, source: source, shape: shape)
        }
        cairo_identity_matrix(cr)
    }

    var antialias: cairo_antialias_t {
        state.shouldAntialias && state.allowsAntialiasing ? CAIRO_ANTIALIAS_DEFAULT : CAIRO_ANTIALIAS_NONE
    }

    /// Draws with the state's fill: its pattern, or its colour.
    func compositeFill(_ shape: (OpaquePointer) -> Void) { composite(state.fillPattern, state.fill, shape) }

    func compositeStroke(_ shape: (OpaquePointer) -> Void) { composite(state.strokePattern, state.stroke, shape) }

    private func composite(_ paint: PatternPaint?, _ rgba: SIMD4<Float>, _ shape: (OpaquePointer) -> Void) {
        guard let paint else { return composite(rgba, shape: shape) }
        withCells(of: paint, color: rgba) { pattern in
            composite(source: { cairo_set_source($0, pattern) }, shape: shape)
        }
    }

    func composite(_ rgba: SIMD4<Float>, shape: (OpaquePointer) -> Void) {
        composite(source: { self.setSource(rgba, on: $0) }, shape: shape)
    }

    func setSource(_ rgba: SIMD4<Float>, on cr: OpaquePointer) {
        let (red, blue) = isRedFirst ? (rgba.z, rgba.x) : (rgba.x, rgba.z)
        cairo_set_source_rgba(cr, Double(red), Double(rgba.y), Double(blue), Double(rgba.w * state.alpha))
    }

    /// The pixel of a colour in this context's byte order, the state's alpha included.
    func pixel(of rgba: SIMD4<Float>) -> UInt32 {
        let ordered = isRedFirst ? SIMD4(rgba.z, rgba.y, rgba.x, rgba.w) : rgba
        return PackedColor.premultiplied(ordered, alpha: state.alpha)
    }

    // MARK: Writing pixels without cairo

    /// All pixels, if they may be written without cairo: the clip is the rectangle `state.clip`, no transparency layer
    /// is open, pixels have 32 bits. Call `markWritten()` afterwards.
    func directSurface() -> PixelSurface? {
        guard state.clipIsRect, format != .a8, state.mask == nil, state.shadow == nil, foreign == nil, !isVector,
            !savedStates.contains(where: \.beginsLayer)
        else { return nil }
        cairo_surface_flush(surface)
        return PixelSurface(pixels: pixels, bytesPerRow: rowBytes, width: width, height: height, format: format)
    }

    /// Tells cairo that the pixels are no longer what it left.
    func markWritten() { cairo_surface_mark_dirty(surface) }

    // MARK: Paths

    /// Hands a path in pixels to cairo; false if it has coordinates that are not numbers.
    func emit(_ path: PathElements, to cr: OpaquePointer) -> Bool {
        var isUsable = true
        func fit(_ value: CGFloat) -> Double {
            if value.isNaN { isUsable = false }
            return min(max(value, -PixelRect.farthest), PixelRect.farthest)
        }
        cairo_new_path(cr)
        path.forEach { type, from, points in
            switch type {
            case .moveToPoint: cairo_move_to(cr, fit(points[0].x), fit(points[0].y))
            case .addLineToPoint: cairo_line_to(cr, fit(points[0].x), fit(points[0].y))
            case .addQuadCurveToPoint:
                let (control, end) = (points[0], points[1])
                cairo_curve_to(
                    cr, fit(from.x + (control.x - from.x) * 2 / 3), fit(from.y + (control.y - from.y) * 2 / 3),
                    fit(end.x + (control.x - end.x) * 2 / 3), fit(end.y + (control.y - end.y) * 2 / 3),
                    fit(end.x), fit(end.y))
            case .addCurveToPoint:
                cairo_curve_to(
                    cr, fit(points[0].x), fit(points[0].y), fit(points[1].x), fit(points[1].y), fit(points[2].x),
                    fit(points[2].y))
            case .closeSubpath: cairo_close_path(cr)
            }
        }
        if !isUsable { cairo_new_path(cr) }
        return isUsable
    }
}
