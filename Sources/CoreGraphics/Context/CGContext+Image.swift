internal import CCairo
public import Foundation
import Raster

extension CGContext {
    /// Draws `image` into `rect`, its top at the rectangle's larger y: upright where y grows upwards, upside down in the
    /// context of a view (UIKit's own drawing of images is upright there). A picture that has only alpha is drawn in the
    /// fill colour.
    public func draw(_ image: CGImage, in rect: CGRect, byTiling isTiled: Bool = false) {
        draw(image, in: rect, topIsMaxY: true, isTiled: isTiled)
    }

    /// Draws `image` into `rect`, its top at the rectangle's smaller y.
    package func drawUpright(_ image: CGImage, in rect: CGRect, byTiling isTiled: Bool = false) {
        draw(image, in: rect, topIsMaxY: false, isTiled: isTiled)
    }

    /// Paints the fill colour through the alpha of `image`, stretched to `rect`, its top at the smaller y: how template
    /// pictures are drawn.
    package func fill(_ rect: CGRect, throughAlphaOf image: CGImage) {
        withPattern(image.bitmap, in: rect, topIsMaxY: false, isTiled: false, filter: image.filter(state)) { pattern in
            compositeFill { cr in paintMask(pattern, rect, on: cr) }
        }
    }

    /// What has been drawn so far, as a picture of its own; nil for PDF.
    public func makeImage() -> CGImage? {
        if isVector { return nil }
        if let foreign { return makeImage(of: foreign) }
        guard let copy = try? Bitmap(width: width, height: height, format: format) else { return nil }
        for y in 0..<height {
            copy.row(y).copyMemory(from: pixels + y * rowBytes, byteCount: width * format.bytesPerPixel)
        }
        if isRedFirst { Self.exchangeRedAndBlue(copy) }
        return CGImage(bitmap: copy)
    }
}

extension CGContext {
    /// In the layout of the context's own memory, as Apple's pictures are.
    private func makeImage(of foreign: ForeignPixels) -> CGImage? {
        var data = Data(count: foreign.bytesPerRow * height)
        data.withUnsafeMutableBytes {
            $0.copyMemory(from: UnsafeRawBufferPointer(start: foreign.memory, count: $0.count))
        }
        guard let provider = CGDataProvider(data: data) else { return nil }
        return CGImage(
            width: width, height: height, bitsPerComponent: 8, bitsPerPixel: bitsPerPixel, bytesPerRow: bytesPerRow,
            space: colorSpace ?? .deviceGray, bitmapInfo: bitmapInfo, provider: provider, decode: nil,
            shouldInterpolate: true, intent: .defaultIntent)
    }

    private func draw(_ image: CGImage, in rect: CGRect, topIsMaxY: Bool, isTiled: Bool) {
        let bitmap = image.bitmap
        withPattern(
            bitmap, in: rect, topIsMaxY: topIsMaxY, isTiled: isTiled, filter: image.filter(state)
        ) { pattern in
            if bitmap.format == .a8 {
                compositeFill { cr in
                    if isTiled { cairo_mask(cr, pattern) } else { paintMask(pattern, rect, on: cr) }
                }
                return
            }
            composite(source: { cairo_set_source($0, pattern) }) { cr in
                if isTiled {
                    cairo_paint_with_alpha(cr, Double(state.alpha))
                } else if state.alpha >= 1 {
                    if emitRect(rect, to: cr) { cairo_fill(cr) }
                } else {
                    guard emitRect(rect, to: cr) else { return }
                    cairo_save(cr)
                    cairo_clip(cr)
                    cairo_paint_with_alpha(cr, Double(state.alpha))
                    cairo_restore(cr)
                }
            }
        }
    }

    /// Draws cairo's source through a pattern's alpha, inside `rect` only: beyond the picture its edge repeats.
    func paintMask(_ pattern: OpaquePointer, _ rect: CGRect, on cr: OpaquePointer) {
        guard emitRect(rect, to: cr) else { return }
        cairo_save(cr)
        cairo_clip(cr)
        cairo_mask(cr, pattern)
        cairo_restore(cr)
    }

    private func emitRect(_ rect: CGRect, to cr: OpaquePointer) -> Bool {
        var elements = PathElements()
        elements.addRect(rect, transform: state.matrix)
        return emit(elements, to: cr)
    }

    /// Gives `body` a pattern that maps pixels of the context to pixels of `bitmap`.
    func withPattern(
        _ bitmap: Bitmap, in rect: CGRect, topIsMaxY: Bool, isTiled: Bool, filter: cairo_filter_t,
        _ body: (OpaquePointer) -> Void
    ) {
        // From the unit of one picture pixel, y down, to the context's pixels.
        let toRect = CGAffineTransform(
            a: rect.width / CGFloat(bitmap.width), b: 0, c: 0,
            d: (topIsMaxY ? -1 : 1) * rect.height / CGFloat(bitmap.height), tx: rect.minX,
            ty: topIsMaxY ? rect.maxY : rect.minY)
        let mapping = toRect.concatenating(state.matrix)
        guard !rect.isEmpty, !rect.isInfinite, mapping.isInvertible else { return }
        var source = bitmap
        // What cairo has no name for.
        if !bitmap.format.isDrawable, bitmap.format != .a8, bitmap.format != .rgb565 {
            guard let copy = Self.drawableCopy(bitmap) else { return }
            source = copy
        }
        // In a red-first context the picture goes in with red and blue exchanged.
        if isRedFirst, bitmap.format != .a8 {
            guard let exchanged = Self.copyWithRedAndBlueExchanged(source) else { return }
            source = exchanged
        }
        let format: cairo_format_t =
            switch source.format {
            case .argb8888: source.isOpaque ? CAIRO_FORMAT_RGB24 : CAIRO_FORMAT_ARGB32
            case .xrgb8888: CAIRO_FORMAT_RGB24
            case .rgb565: CAIRO_FORMAT_RGB16_565
            case .a8: CAIRO_FORMAT_A8
            default: CAIRO_FORMAT_INVALID
            }
        // cairo needs the pixels only until the drawing call returns.
        guard
            let picture = cairo_image_surface_create_for_data(
                source.pixels.assumingMemoryBound(to: UInt8.self), format, Int32(source.width), Int32(source.height),
                Int32(source.bytesPerRow)), let pattern = cairo_pattern_create_for_surface(picture)
        else { return }
        var matrix = mapping.inverted().cairo
        cairo_pattern_set_matrix(pattern, &matrix)
        cairo_pattern_set_filter(pattern, filter)
        cairo_pattern_set_extend(pattern, isTiled ? CAIRO_EXTEND_REPEAT : CAIRO_EXTEND_PAD)
        body(pattern)
        cairo_set_source_rgba(cr, 0, 0, 0, 1)  // lets go of the pattern
        cairo_pattern_destroy(pattern)
        cairo_surface_finish(picture)
        cairo_surface_destroy(picture)
        withExtendedLifetime(source) {}
    }

    // MARK: Red first

    private static func copyWithRedAndBlueExchanged(_ bitmap: Bitmap) -> Bitmap? {
        guard let copy = drawableCopy(bitmap) else { return nil }
        exchangeRedAndBlue(copy)
        return copy
    }

    private static func drawableCopy(_ bitmap: Bitmap) -> Bitmap? {
        let format: PixelFormat = bitmap.format == .argb8888 ? .argb8888 : .xrgb8888
        guard let copy = try? Bitmap(width: bitmap.width, height: bitmap.height, format: format) else { return nil }
        if bitmap.format.isDrawable {
            for y in 0..<bitmap.height { copy.row(y).copyMemory(from: bitmap.row(y), byteCount: bitmap.width * 4) }
        } else {
            for y in 0..<bitmap.height {
                for x in 0..<bitmap.width {
                    copy.row(y).storeBytes(of: bitmap.pixel(x: x, y: y), toByteOffset: x * 4, as: UInt32.self)
                }
            }
        }
        copy.isOpaque = bitmap.isOpaque
        return copy
    }

    private static func exchangeRedAndBlue(_ bitmap: Bitmap) {
        for y in 0..<bitmap.height {
            let row = bitmap.row(y).assumingMemoryBound(to: UInt32.self)
            for x in 0..<bitmap.width {
                let word = row[x]
                row[x] = (word & 0xFF00_FF00) | (word & 0xFF) << 16 | (word >> 16 & 0xFF)
            }
        }
    }
}
