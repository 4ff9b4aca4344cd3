internal import CRaster

extension Kernels {
    /// Lays the source, each channel multiplied by the same channel of `tint` (premultiplied), over the destination: the
    /// copies of a replicator, particles. 0xFFFFFFFF changes nothing, 0x80808080 halves the alpha.
    public static func over(_ source: PixelSurface, tint: UInt32, onto destination: PixelSurface) {
        checkPair(source, destination)
        cr_kernels_current().pointee.over_tint(
            destination.pixels, destination.bytesPerRow, source.pixels, source.bytesPerRow, destination.width,
            destination.height, source.alphaBits, tint)
    }

    /// Adds the source, multiplied by `tint` in the same way, to the destination; channels stop at 255.
    public static func add(_ source: PixelSurface, tint: UInt32 = 0xFFFF_FFFF, onto destination: PixelSurface) {
        checkPair(source, destination)
        cr_kernels_current().pointee.add_tint(
            destination.pixels, destination.bytesPerRow, source.pixels, source.bytesPerRow, destination.width,
            destination.height, source.alphaBits, tint)
    }

    /// Changes the colours of a premultiplied picture; alpha stays, and no colour exceeds it.
    public static func apply(_ matrix: ColorMatrix, to destination: PixelSurface) {
        checkDestination(destination)
        withUnsafeBytes(of: matrix.coefficients) { bytes in
            cr_kernels_current().pointee.colour_matrix(
                destination.pixels, destination.bytesPerRow, destination.width, destination.height,
                bytes.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: Int16.self))
        }
    }

    /// Makes a picture half as wide and high: each pixel is the mean of 2 x 2. The destination has half the source's
    /// size, rounded up; of an odd size the last pixel counts twice, so that a position in the source is always twice
    /// the one in the destination.
    public static func halve(_ source: PixelSurface, to destination: PixelSurface) {
        checkDestination(destination)
        assert(source.format.isDrawable, "The source must be argb8888 or xrgb8888.")
        assert(
            destination.width == (source.width + 1) / 2 && destination.height == (source.height + 1) / 2,
            "The destination must have half the source's size, rounded up.")
        cr_kernels_current().pointee.halve(
            destination.pixels, destination.bytesPerRow, source.pixels, source.bytesPerRow, source.width,
            source.height, source.alphaBits)
    }
}
