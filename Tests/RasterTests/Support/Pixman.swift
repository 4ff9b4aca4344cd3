import CPixman
import Raster

/// The oracle for blending: the library most Linux desktops draw with.
enum Pixman {
    private static func image(_ surface: PixelSurface) -> OpaquePointer? {
        let format: pixman_format_code_t =
            switch surface.format {
            case .argb8888: PIXMAN_a8r8g8b8
            case .xrgb8888: PIXMAN_x8r8g8b8
            case .rgb565: PIXMAN_r5g6b5
            case .a8: PIXMAN_a8
            case .xbgr8888: PIXMAN_x8b8g8r8
            case .rgb888: PIXMAN_r8g8b8
            case .bgr888: PIXMAN_b8g8r8
            case .bgr565: PIXMAN_b5g6r5
            case .xrgb2101010: PIXMAN_x2r10g10b10
            }
        return pixman_image_create_bits(
            format, Int32(surface.width), Int32(surface.height), surface.pixels.assumingMemoryBound(to: UInt32.self),
            Int32(surface.bytesPerRow))
    }

    /// A premultiplied colour; the 16-bit channels repeat the byte, as pixman's own 8-bit colours do.
    private static func solid(_ colour: UInt32) -> OpaquePointer? {
        func channel(_ shift: UInt32) -> UInt16 { UInt16((colour >> shift) & 255) * 257 }
        var value = pixman_color_t(red: channel(16), green: channel(8), blue: channel(0), alpha: channel(24))
        return pixman_image_create_solid_fill(&value)
    }

    enum Source {
        case colour(UInt32)
        case picture(PixelSurface)
        /// Sampled bilinearly beyond its edge too, through a matrix in 16.16.
        case transformed(PixelSurface, pixman_transform_t)
    }

    enum Mask {
        case none
        case alpha(UInt8)
        case coverage(PixelSurface)
    }

    static func composite(_ operation: pixman_op_t, _ source: Source, _ mask: Mask, onto destination: PixelSurface) {
        let above: OpaquePointer?
        switch source {
        case .colour(let colour): above = solid(colour)
        case .picture(let surface): above = image(surface)
        case .transformed(let surface, var matrix):
            above = image(surface)
            pixman_image_set_transform(above, &matrix)
            pixman_image_set_filter(above, PIXMAN_FILTER_BILINEAR, nil, 0)
            pixman_image_set_repeat(above, PIXMAN_REPEAT_PAD)
        }
        let cover: OpaquePointer?
        switch mask {
        case .none: cover = nil
        case .alpha(let alpha): cover = solid(UInt32(alpha) << 24)
        case .coverage(let surface): cover = image(surface)
        }
        let below = image(destination)
        pixman_image_composite32(
            operation, above, cover, below, 0, 0, 0, 0, 0, 0, Int32(destination.width), Int32(destination.height))
        for made in [above, cover, below] where made != nil { pixman_image_unref(made) }
    }
}
