internal import CRaster

extension Kernels {
    /// Lays `colour`, times the mask, over the destination: glyphs, shadows, shapes. The mask is `a8`.
    public static func over(_ colour: UInt32, through mask: PixelSurface, onto destination: PixelSurface) {
        checkMask(mask, destination)
        assert(mask.format == .a8, "A colour needs an a8 mask.")
        cr_kernels_current().pointee.over_solid_mask(
            destination.pixels, destination.bytesPerRow, mask.pixels, mask.bytesPerRow, destination.width,
            destination.height, colour)
    }

    /// Both are `a8`: the destination becomes what one colour laid through it and then through `coverage` covers.
    public static func add(_ coverage: PixelSurface, to destination: PixelSurface) {
        assert(coverage.size == destination.size, "Source and destination must have the same size.")
        assert(coverage.format == .a8 && destination.format == .a8, "Coverage is a8.")
        cr_kernels_current().pointee.add_coverage(
            destination.pixels, destination.bytesPerRow, coverage.pixels, coverage.bytesPerRow, destination.width,
            destination.height)
    }

    /// Lays the source, times the mask and `alpha`, over the destination. The mask is `a8`, the source `argb8888` or
    /// `xrgb8888`.
    public static func over(
        _ source: PixelSurface, through mask: PixelSurface, onto destination: PixelSurface, alpha: UInt8 = 255
    ) {
        checkPair(source, destination)
        checkMask(mask, destination)
        assert(mask.format == .a8, "A picture needs an a8 mask.")
        cr_kernels_current().pointee.over_mask(
            destination.pixels, destination.bytesPerRow, source.pixels, source.bytesPerRow, mask.pixels,
            mask.bytesPerRow, destination.width, destination.height, source.alphaBits, alpha)
    }

    /// Keeps of the destination what the mask covers. An `a8` mask gives its bytes, an `argb8888` mask its alpha, an
    /// `xrgb8888` mask changes nothing.
    public static func multiply(_ destination: PixelSurface, by mask: PixelSurface) {
        checkMask(mask, destination)
        switch mask.format {
        case .a8:
            cr_kernels_current().pointee.multiply_mask(
                destination.pixels, destination.bytesPerRow, mask.pixels, mask.bytesPerRow, destination.width,
                destination.height)
        case .argb8888:
            cr_kernels_current().pointee.multiply_alpha(
                destination.pixels, destination.bytesPerRow, mask.pixels, mask.bytesPerRow, destination.width,
                destination.height)
        default:
            break
        }
    }

    /// Mixes back what was there: destination · mask + saved · (255 − mask), each channel rounded once, so that a pixel
    /// on which nothing was drawn since keeps its value whatever the mask says. The mask is `a8`; `saved` has 32-bit
    /// pixels. The mask's rows may be counted upwards (a negative `bytesPerRow`).
    public static func restore(_ destination: PixelSurface, from saved: PixelSurface, outside mask: PixelSurface) {
        checkPair(saved, destination)
        checkMask(mask, destination)
        assert(mask.format == .a8, "Restoring needs an a8 mask.")
        cr_kernels_current().pointee.restore(
            destination.pixels, destination.bytesPerRow, saved.pixels, saved.bytesPerRow, mask.pixels,
            mask.bytesPerRow, destination.width, destination.height)
    }
}
