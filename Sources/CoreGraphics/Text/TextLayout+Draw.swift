internal import CCairo
internal import CPango
package import Foundation
package import Raster

extension TextLayout {
    /// Draws the text with the upper-left corner of the layout at `point`, user space, y down. The context's alpha, blend
    /// mode and clip apply; nothing else cuts the ink. Baselines are placed on whole pixels.
    package func draw(in context: CGContext, at point: CGPoint) {
        validate()
        guard !runs.isEmpty || !spans.isEmpty, !context.state.clip.isEmpty, point.x.isFinite, point.y.isFinite else {
            return
        }
        // A text casts one shadow, not one for each run.
        let castsShadow = context.state.shadow != nil
        if castsShadow { context.beginTransparencyLayer(auxiliaryInfo: nil) }
        defer { if castsShadow { context.endTransparencyLayer() } }
        if let styled, styled.onlyColor == nil { return draw(styled, in: context, at: point) }
        drawGlyphs(lines.indices, runs.indices, in: coverageColor ?? color, in: context, at: point)
    }

    /// The same with another colour for all letters.
    package func draw(in context: CGContext, at point: CGPoint, color: CGColor) {
        validate()
        guard !runs.isEmpty, !context.state.clip.isEmpty, point.x.isFinite, point.y.isFinite else { return }
        drawGlyphs(lines.indices, runs.indices, in: color, in: context, at: point)
    }

    /// Draws some runs of some lines in one colour.
    func drawGlyphs(
        _ lines: Range<Int>, _ runs: Range<Int>, in color: CGColor, in context: CGContext, at point: CGPoint
    ) {
        let matrix = context.state.matrix
        withLockedEngine(toPaint: color, in: context) {
            if context.drawsTextUpright {
                drawUpright(lines, runs, color, in: context, at: point.applying(matrix), scale: matrix.a)
            } else if matrix.isInvertible {
                for index in lines {
                    drawWithCairo(
                        runs: self.lines[index].runs.clamped(to: runs), index, color, in: context, at: point)
                }
            }
        }
    }

    /// Runs `body` under the engine's lock. A colour that is a pattern is the context's fill meanwhile, with its cell drawn
    /// before: there may be text in it, which wants the lock, too.
    func withLockedEngine(toPaint color: CGColor, in context: CGContext, _ body: () -> Void) {
        let isPattern = color.pattern != nil
        if isPattern {
            context.saveGState()
            context.setFillColor(color)
            context.compositeFill { _ in }
        }
        TextEngine.shared.lock.withLock { _ in body() }
        if isPattern { context.restoreGState() }
    }

    // MARK: Upright text, from glyph pictures

    /// `origin` is in pixels; the engine's lock is held.
    private func drawUpright(
        _ lines: Range<Int>, _ runs: Range<Int>, _ color: CGColor, in context: CGContext, at origin: CGPoint,
        scale: CGFloat
    ) {
        let target = context.state.blendMode == .normal && color.pattern == nil ? context.directSurface() : nil
        let colour = context.pixel(of: color.rgba)
        if target != nil, colour >> 24 == 0 { return }
        let clip = context.state.clip
        if let target {
            // All glyphs are one shape: where two meet, the colour does not lie over itself.
            var bounds = PixelRect.empty
            forEachUprightRun(lines, runs, at: origin, scale: scale) { placement, glyphs in
                bounds = bounds.union(placement.bounds(of: glyphs))
            }
            bounds = bounds.intersection(clip)
            if let mask = TextEngine.shared.glyphMask.clear(bounds) {
                forEachUprightRun(lines, runs, at: origin, scale: scale) { placement, glyphs in
                    _ = placement.add(glyphs, to: mask, at: bounds)
                }
                Kernels.over(colour, through: mask, onto: target.subsurface(bounds))
            }
            context.markWritten()
        } else {
            forEachUprightRun(lines, runs, at: origin, scale: scale) { placement, glyphs in
                placement.drawThroughMask(glyphs, color: color, in: context)
            }
        }
        guard hasRuns(among: runs, withoutPicturesAt: scale) else { return }
        for index in lines {
            for run in self.lines[index].runs.clamped(to: runs) where self.runs[run].font.raster(scale: scale) == nil {
                drawWithCairo(
                    runs: run..<run + 1, index, color, in: context,
                    at: snapped(index, at: origin, scale).applying(context.state.matrix.inverted()))
            }
        }
    }

    /// The layout's corner, in pixels, moved so that a line's baseline is on the pixel row on which glyph pictures have it.
    func snapped(_ line: Int, at origin: CGPoint, _ scale: CGFloat) -> CGPoint {
        let baseline = (origin.y + lines[line].baseline * scale).rounded()
        return CGPoint(x: origin.x, y: baseline - lines[line].baseline * scale)
    }

    /// Calls `body` with the glyphs that have pictures, run after run. The engine's lock is held.
    private func forEachUprightRun(
        _ lines: Range<Int>, _ selected: Range<Int>, at origin: CGPoint, scale: CGFloat,
        _ body: (_ placement: GlyphPlacement, _ glyphs: UnsafeBufferPointer<PositionedGlyph>) -> Void
    ) {
        for line in self.lines[lines] {
            let baseline = (origin.y + line.baseline * scale).rounded()
            let left = origin.x + line.x * scale
            guard abs(baseline) < PixelRect.farthest, abs(left) < PixelRect.farthest else { continue }
            for run in line.runs.clamped(to: selected) {
                let (font, range) = (runs[run].font, runs[run].glyphs)
                guard let raster = font.raster(scale: scale) else { continue }
                let placement = GlyphPlacement(
                    left: left, baseline: Int(baseline), unit: scale / Self.unitsPerPoint, raster: raster)
                glyphs.withUnsafeBufferPointer { body(placement, UnsafeBufferPointer(rebasing: $0[range])) }
            }
        }
    }

    /// Only the selected runs are asked: each of many styles draws its own.
    private func hasRuns(among selected: Range<Int>, withoutPicturesAt scale: CGFloat) -> Bool {
        runs[selected].contains { $0.font.raster(scale: scale) == nil }
    }

    /// Draws the text into the `a8` coverage `target`, which is clear, in place of a colour: `draw(in:at:)` into a clear
    /// picture gives what a colour laid through it gives, byte for byte.
    ///
    /// - Parameters:
    ///   - matrix: from the space of `point` to pixels: a scale and a shift.
    /// - Returns: the pixels that may be covered now; nil, with nothing drawn, where glyphs have colours of their own or
    ///   are too large for pictures.
    package func cover(_ target: PixelSurface, at point: CGPoint, _ matrix: CGAffineTransform) -> PixelRect? {
        validate()
        var ink = PixelRect.empty
        guard coverageColor != nil else { return nil }
        guard !runs.isEmpty, point.x.isFinite, point.y.isFinite else { return ink }
        guard matrix.b == 0, matrix.c == 0, matrix.a == matrix.d, matrix.a > 0 else { return nil }
        return TextEngine.shared.lock.withLock { _ in
            if hasRuns(among: runs.indices, withoutPicturesAt: matrix.a) { return nil }
            forEachUprightRun(lines.indices, runs.indices, at: point.applying(matrix), scale: matrix.a) {
                placement, glyphs in
                ink = ink.union(placement.add(glyphs, to: target, at: target.bounds))
            }
            return ink
        }
    }

    // MARK: Everything else, by cairo

    /// How letters are changed that only cairo can draw so.
    struct GlyphChange {
        var expansion: CGFloat = 1
        var obliqueness: CGFloat = 0
        /// Points; nil fills them.
        var strokeWidth: CGFloat?
    }

    /// Draws some runs of a line under any matrix; the layout's corner is at `point`, user space. The engine's lock is held.
    func drawWithCairo(
        runs range: Range<Int>, _ line: Int, _ color: CGColor, _ change: GlyphChange = GlyphChange(),
        in context: CGContext, at point: CGPoint
    ) {
        for run in runs[range] {
            var positioned = [cairo_glyph_t]()
            positioned.reserveCapacity(run.glyphs.count)
            for glyph in glyphs[run.glyphs] {
                positioned.append(
                    cairo_glyph_t(
                        index: UInt(glyph.glyph),
                        x: point.x + lines[line].x + CGFloat(glyph.x) / Self.unitsPerPoint,
                        y: point.y + lines[line].baseline + CGFloat(glyph.y) / Self.unitsPerPoint))
            }
            if let document = context.document, let file = run.font.file { document.keep(file) }
            context.compositeLetters(color) { cr in
                var matrix = context.state.matrix.cairo
                cairo_set_matrix(cr, &matrix)
                var fontMatrix = cairo_matrix_t()
                cairo_scaled_font_get_font_matrix(run.font.cairoFont, &fontMatrix)
                // y grows downwards, so what is above the baseline goes right by a negative factor.
                var shape = cairo_matrix_t(
                    xx: change.expansion, yx: 0, xy: -change.obliqueness, yy: 1, x0: 0, y0: 0)
                var natural = fontMatrix
                cairo_matrix_multiply(&fontMatrix, &natural, &shape)
                cairo_set_font_face(cr, cairo_scaled_font_get_font_face(run.font.cairoFont))
                cairo_set_font_matrix(cr, &fontMatrix)
                let options = TextEngine.makeFontOptions()
                cairo_set_font_options(cr, options)
                cairo_font_options_destroy(options)
                if let width = change.strokeWidth {
                    cairo_new_path(cr)
                    cairo_glyph_path(cr, positioned, Int32(positioned.count))
                    cairo_set_line_width(cr, width)
                    cairo_set_line_join(cr, CAIRO_LINE_JOIN_ROUND)
                    cairo_set_dash(cr, nil, 0, 0)
                    cairo_stroke(cr)
                } else {
                    cairo_show_glyphs(cr, positioned, Int32(positioned.count))
                }
                cairo_identity_matrix(cr)
            }
        }
    }
}

extension CGContext {
    /// Whether glyph pictures can be used.
    var drawsTextUpright: Bool {
        let matrix = state.matrix
        return matrix.b == 0 && matrix.c == 0 && matrix.a == matrix.d && matrix.a > 0 && !isVector
    }

    /// Inside `TextLayout.withLockedEngine(toPaint:in:_:)`.
    func compositeLetters(_ color: CGColor, _ shape: (OpaquePointer) -> Void) {
        if color.pattern != nil { compositeFill(shape) } else { composite(color.rgba, shape: shape) }
    }
}

/// Where the glyphs of one run go, pixels.
private struct GlyphPlacement {
    let left: Double
    let baseline: Int
    /// Pixels for each unit of a glyph's position.
    let unit: Double
    let raster: GlyphRaster

    init(left: CGFloat, baseline: Int, unit: CGFloat, raster: GlyphRaster) {
        self.left = Double(left)
        self.baseline = baseline
        self.unit = Double(unit)
        self.raster = raster
    }

    /// Calls `body` with each picture that is not empty and the rectangle it covers.
    @inline(__always)
    private func forEach(_ glyphs: UnsafeBufferPointer<PositionedGlyph>, _ body: (GlyphMask, PixelRect) -> Void) {
        for glyph in glyphs {
            // To the nearest quarter of a pixel.
            let quarters = Int(((left + Double(glyph.x) * unit) * Double(GlyphRaster.phases)).rounded())
            let mask = raster.mask(glyph.glyph, phase: quarters & (GlyphRaster.phases - 1))
            if mask.width == 0 { continue }
            let row = glyph.y == 0 ? baseline : baseline + Int((Double(glyph.y) * unit).rounded())
            body(
                mask,
                PixelRect(
                    x: quarters >> 2 + Int(mask.left), y: row - Int(mask.top), width: Int(mask.width),
                    height: Int(mask.height)))
        }
    }

    func bounds(of glyphs: UnsafeBufferPointer<PositionedGlyph>) -> PixelRect {
        var bounds = PixelRect.empty
        forEach(glyphs) { _, place in bounds = bounds.union(place) }
        return bounds
    }

    /// Adds the pictures to a mask that lies at `rect`, and returns what they cover of it.
    func add(_ glyphs: UnsafeBufferPointer<PositionedGlyph>, to mask: PixelSurface, at rect: PixelRect) -> PixelRect {
        var covered = PixelRect.empty
        forEach(glyphs) { picture, place in
            let part = place.intersection(rect)
            guard !part.isEmpty, let pixels = picture.pixels else { return }
            let coverage = PixelSurface(
                pixels: pixels + ((part.minY - place.minY) * place.width + part.minX - place.minX),
                bytesPerRow: place.width, width: part.width, height: part.height, format: .a8)
            Kernels.add(coverage, to: mask.subsurface(part.offset(x: -rect.minX, y: -rect.minY)))
            covered = covered.union(part)
        }
        return covered
    }

    /// The same pictures under any clip, blend mode and layer: collected in one mask, which cairo draws through.
    func drawThroughMask(_ glyphs: UnsafeBufferPointer<PositionedGlyph>, color: CGColor, in context: CGContext) {
        let bounds = bounds(of: glyphs).intersection(context.state.clip)
        guard !bounds.isEmpty,
            let collected = try? Bitmap(width: bounds.width, height: bounds.height, format: .a8)
        else { return }
        _ = add(glyphs, to: collected.surface, at: bounds)
        guard
            let surface = cairo_image_surface_create_for_data(
                collected.pixels.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_A8, Int32(bounds.width),
                Int32(bounds.height), Int32(collected.bytesPerRow))
        else { return }
        context.compositeLetters(color) { cr in
            cairo_mask_surface(cr, surface, Double(bounds.minX), Double(bounds.minY))
        }
        cairo_surface_finish(surface)
        cairo_surface_destroy(surface)
        withExtendedLifetime(collected) {}
    }
}
