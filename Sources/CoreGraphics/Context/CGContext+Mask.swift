internal import CCairo
public import Foundation
import Raster

/// What a clip lets through in part. Not changed once made.
final class ClipMask {
    /// `a8`.
    let coverage: Bitmap
    /// Where it lies, pixels; nothing is let through outside.
    let place: PixelRect

    init(coverage: Bitmap, place: PixelRect) {
        self.coverage = coverage
        self.place = place
    }
}

extension CGContext {
    /// Limits drawing to `rect`, and there to what `mask`, stretched to it, lets through: an image mask what it paints, a
    /// grey picture what is light, a picture with only alpha its alpha. Another picture counts by its lightness.
    ///
    /// The mask's top is at the rectangle's larger y. Takes memory for a byte for each pixel of the clip until the state is
    /// restored.
    public func clip(to rect: CGRect, mask: CGImage) {
        currentPath.removeAll()
        guard let stencil = mask.stencil else { return clip(to: .zero) }
        clip(to: rect, throughAlphaOf: stencil, topIsMaxY: true, filter: mask.filter(state))
    }

    /// The same through an `a8` bitmap.
    func clip(to rect: CGRect, throughAlphaOf stencil: Bitmap, topIsMaxY: Bool = false, filter: cairo_filter_t) {
        let reach = PixelRect(around: rect.standardized.applying(state.matrix)).intersection(state.clip)
        let cr = self.cr
        cairo_new_path(cr)
        cairo_rectangle(cr, Double(reach.minX), Double(reach.minY), Double(reach.width), Double(reach.height))
        cairo_clip(cr)
        state.clip = reach
        guard !reach.isEmpty else { return }
        guard let coverage = try? Bitmap(width: reach.width, height: reach.height, format: .a8) else {
            state.clip = .empty  // without the mask nothing may pass
            return
        }
        withPattern(stencil, in: rect, topIsMaxY: topIsMaxY, isTiled: false, filter: filter) { pattern in
            Self.withCairo(on: coverage, at: reach) { cr in
                cairo_set_source_rgba(cr, 1, 1, 1, 1)
                paintMask(pattern, rect, on: cr)
            }
        }
        if let outer = state.mask {
            let shared = reach.intersection(outer.place)
            let inner = coverage.surface
            Self.multiply(
                inner.subsurface(shared.offset(x: -reach.minX, y: -reach.minY)),
                outer.coverage.surface.subsurface(shared.offset(x: -outer.place.minX, y: -outer.place.minY)))
        }
        state.mask = ClipMask(coverage: coverage, place: reach)
    }

    /// Draws what `body` draws, as far as the mask lets it through.
    func composite(through mask: ClipMask, _ body: () -> Void) {
        let cr = self.cr
        guard let target = cairo_get_group_target(cr) else { return }
        guard !isVector, let pixels = GroupPixels(surface: target) else {
            // On paper there are no pixels to mix with.
            cairo_push_group(cr)
            body()
            guard let drawn = cairo_pop_group(cr) else { return }
            cairo_set_operator(cr, CAIRO_OPERATOR_OVER)
            cairo_set_source(cr, drawn)
            mask.withSurface { cairo_mask_surface(cr, $0, Double(mask.place.minX), Double(mask.place.minY)) }
            cairo_set_source_rgba(cr, 0, 0, 0, 1)
            cairo_pattern_destroy(drawn)
            return
        }
        let area = state.clip.intersection(mask.place).intersection(pixels.bounds)
        guard !area.isEmpty else { return }
        let live = pixels.surface(of: area)
        guard let saved = try? Bitmap(width: area.width, height: area.height, format: live.format) else { return }
        for y in 0..<area.height {
            saved.row(y).copyMemory(from: live.row(y), byteCount: area.width * live.format.bytesPerPixel)
        }
        body()
        cairo_surface_flush(target)
        let coverage = mask.coverage.surface.subsurface(area.offset(x: -mask.place.minX, y: -mask.place.minY))
        if live.format == .a8 {
            Self.restoreAlpha(live, from: saved.surface, outside: coverage)
        } else {
            Kernels.restore(live, from: saved.surface, outside: coverage)
        }
        cairo_surface_mark_dirty(target)
        withExtendedLifetime(saved) {}
    }

    private static func multiply(_ coverage: PixelSurface, _ other: PixelSurface) {
        for y in 0..<coverage.height {
            let row = coverage.row(y).assumingMemoryBound(to: UInt8.self)
            let factors = other.row(y).assumingMemoryBound(to: UInt8.self)
            for x in 0..<coverage.width { row[x] = UInt8((Int(row[x]) * Int(factors[x]) + 127) / 255) }
        }
    }

    private static func restoreAlpha(_ live: PixelSurface, from saved: PixelSurface, outside mask: PixelSurface) {
        for y in 0..<live.height {
            let new = live.row(y).assumingMemoryBound(to: UInt8.self)
            let old = saved.row(y).assumingMemoryBound(to: UInt8.self)
            let cover = mask.row(y).assumingMemoryBound(to: UInt8.self)
            for x in 0..<live.width {
                let share = Int(cover[x])
                new[x] = UInt8((Int(new[x]) * share + Int(old[x]) * (255 - share) + 127) / 255)
            }
        }
    }
}

extension ClipMask {
    fileprivate func withSurface(_ body: (OpaquePointer) -> Void) {
        guard
            let surface = cairo_image_surface_create_for_data(
                coverage.pixels.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_A8, Int32(coverage.width),
                Int32(coverage.height), Int32(coverage.bytesPerRow))
        else { return }
        body(surface)
        cairo_surface_finish(surface)
        cairo_surface_destroy(surface)
    }
}
