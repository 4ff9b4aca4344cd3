internal import CRaster

extension Kernels {
    /// Mixes the source, times `alpha`, with the destination.
    ///
    /// The source is `argb8888` or `xrgb8888`. An `xrgb8888` destination counts as opaque, and what would have become
    /// transparent in it becomes black.
    public static func blend(
        _ mode: BlendMode, _ source: PixelSurface, onto destination: PixelSurface, alpha: UInt8 = 255
    ) {
        checkPair(source, destination)
        cr_kernels_current().pointee.blend(
            destination.pixels, destination.bytesPerRow, source.pixels, source.bytesPerRow, nil, 0, destination.width,
            destination.height, cr_blend_mode(UInt32(mode.rawValue)), source.alphaBits, destination.alphaBits, alpha)
    }

    /// The same as far as the `a8` mask covers: result · mask + destination · (255 − mask). With a mode that is not
    /// bounded this, and not the source's alpha, says where the destination changes.
    public static func blend(
        _ mode: BlendMode, _ source: PixelSurface, through mask: PixelSurface, onto destination: PixelSurface,
        alpha: UInt8 = 255
    ) {
        checkPair(source, destination)
        checkMask(mask, destination)
        assert(mask.format == .a8, "A picture needs an a8 mask.")
        cr_kernels_current().pointee.blend(
            destination.pixels, destination.bytesPerRow, source.pixels, source.bytesPerRow, mask.pixels,
            mask.bytesPerRow, destination.width, destination.height, cr_blend_mode(UInt32(mode.rawValue)),
            source.alphaBits, destination.alphaBits, alpha)
    }
}
