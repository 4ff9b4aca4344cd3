internal import CCairo
internal import CPango
package import Foundation
import Raster

extension TextLayout {
    /// Draws the text with the upper-left corner of the layout at `point`, user space, y down. The context's alpha, blend
    /// mode and clip apply; nothing else cuts the ink. Baselines are placed on whole pixels.
    package func draw(in context: CGContext, at point: CGPoint) {
        validate()
        guard !runs.isEmpty, !context.state.clip.isEmpty, point.x.isFinite, point.y.isFinite else { return }
        let matrix = context.state.matrix
        let engine = TextEngine.shared
        engine.lock.withLock { _ in
            if matrix.b == 0, matrix.c == 0, matrix.a == matrix.d, matrix.a > 0 {
                drawUpright(in: context, at: point.applying(matrix), scale: matrix.a)
            } else if matrix.isInvertible {
                for index in lines.indices { drawWithCairo(runs: lines[index].runs, index, in: context, at: point) }
            }
        }
    }

    // MARK: Upright text, from glyph pictures

    /// `origin` is in pixels; the engine's lock is held.
    private func drawUpright(in context: CGContext, at origin: CGPoint, scale: CGFloat) {
        let target = context.state.blendMode == .normal ? context.directSurface() : nil
        let colour = context.pixel(of: color.rgba)
        if target != nil, colour >> 24 == 0 { return }
        for index in lines.indices {
            let line = lines[index]
            let baseline = (origin.y + line.baseline * scale).rounded()
            let left = origin.x + line.x * scale
            guard abs(baseline) < PixelRect.farthest, abs(left) < PixelRect.farthest else { continue }
            for run in line.runs {
                let (font, range) = (runs[run].font, runs[run].glyphs)
                guard let raster = font.raster(scale: scale) else {
                    // A glyph drawn by cairo starts on the same pixel row as one drawn here.
                    drawWithCairo(
                        runs: run..<run + 1, index, in: context,
                        at: CGPoint(x: origin.x, y: baseline - line.baseline * scale)
                            .applying(context.state.matrix.inverted()))
                    continue
                }
                let placement = GlyphPlacement(
                    left: left, baseline: Int(baseline), unit: scale / Self.unitsPerPoint, raster: raster)
                glyphs.withUnsafeBufferPointer { glyphs in
                    let glyphs = UnsafeBufferPointer(rebasing: glyphs[range])
                    if let target {
                        placement.blend(glyphs, colour: colour, onto: target, clip: context.state.clip)
                    } else {
                        placement.drawThroughMask(glyphs, color: color.rgba, in: context)
                    }
                }
            }
        }
        if target != nil { context.markWritten() }
    }

    // MARK: Everything else, by cairo

    /// Draws some runs of a line under any matrix; the layout's corner is at `point`, user space.
    private func drawWithCairo(runs range: Range<Int>, _ line: Int, in context: CGContext, at point: CGPoint) {
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
            context.composite(color.rgba) { cr in
                var matrix = context.state.matrix.cairo
                cairo_set_matrix(cr, &matrix)
                var fontMatrix = cairo_matrix_t()
                cairo_scaled_font_get_font_matrix(run.font.cairoFont, &fontMatrix)
                cairo_set_font_face(cr, cairo_scaled_font_get_font_face(run.font.cairoFont))
                cairo_set_font_matrix(cr, &fontMatrix)
                let options = TextEngine.makeFontOptions()
                cairo_set_font_options(cr, options)
                cairo_font_options_destroy(options)
                cairo_show_glyphs(cr, positioned, Int32(positioned.count))
                cairo_identity_matrix(cr)
            }
        }
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

    func blend(
        _ glyphs: UnsafeBufferPointer<PositionedGlyph>, colour: UInt32, onto target: PixelSurface, clip: PixelRect
    ) {
        forEach(glyphs) { mask, place in
            let part = place.intersection(clip)
            guard !part.isEmpty, let pixels = mask.pixels else { return }
            let coverage = PixelSurface(
                pixels: pixels + ((part.minY - place.minY) * place.width + part.minX - place.minX),
                bytesPerRow: place.width, width: part.width, height: part.height, format: .a8)
            Kernels.over(colour, through: coverage, onto: target.subsurface(part))
        }
    }

    /// The same pictures under any clip, blend mode and layer: collected in one mask, which cairo draws through.
    func drawThroughMask(_ glyphs: UnsafeBufferPointer<PositionedGlyph>, color: SIMD4<Float>, in context: CGContext) {
        var bounds = PixelRect.empty
        forEach(glyphs) { _, place in bounds = bounds.union(place) }
        bounds = bounds.intersection(context.state.clip)
        guard !bounds.isEmpty,
            let collected = try? Bitmap(width: bounds.width, height: bounds.height, format: .a8)
        else { return }
        forEach(glyphs) { mask, place in
            let part = place.intersection(bounds)
            guard !part.isEmpty, let pixels = mask.pixels else { return }
            for y in part.minY..<part.maxY {
                let input =
                    pixels.assumingMemoryBound(to: UInt8.self) + ((y - place.minY) * place.width - place.minX)
                let output = collected.row(y - bounds.minY).assumingMemoryBound(to: UInt8.self) - bounds.minX
                for x in part.minX..<part.maxX {
                    // Coverages of two glyphs combine as if drawn one over the other.
                    let (a, b) = (UInt32(input[x]), UInt32(output[x]))
                    output[x] = UInt8(truncatingIfNeeded: a + b - (a * b + 127) / 255)
                }
            }
        }
        guard
            let surface = cairo_image_surface_create_for_data(
                collected.pixels.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_A8, Int32(bounds.width),
                Int32(bounds.height), Int32(collected.bytesPerRow))
        else { return }
        context.composite(color) { cr in
            cairo_mask_surface(cr, surface, Double(bounds.minX), Double(bounds.minY))
        }
        cairo_surface_finish(surface)
        cairo_surface_destroy(surface)
        withExtendedLifetime(collected) {}
    }
}
