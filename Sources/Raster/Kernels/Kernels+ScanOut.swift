internal import CRaster

extension Kernels {
    /// Writes a finished, opaque 32-bit picture to scan-out memory, turned by `rotation`.
    ///
    /// The destination is `xrgb8888`, `argb8888` or `rgb565`; its size is the source's, with width and height exchanged
    /// for a quarter turn. It is written once, in address order, row after row, and never read: scan-out memory is
    /// write-combined. Where a tile lands is `Rotation.panelRect(_:panel:)`.
    ///
    /// The source's rows should not be a power of two apart, or a quarter turn finds its lines in the same few sets of
    /// the cache.
    public static func scanOut(_ source: PixelSurface, to destination: PixelSurface, rotation: Rotation) {
        assert(source.format.bytesPerPixel == 4, "The source must have 32-bit pixels.")
        assert(destination.size == rotation.applied(to: source.size), "The destination must fit the turned source.")
        let kernels = cr_kernels_current()
        if destination.format == .rgb565 {
            kernels.pointee.scan_out_565(
                destination.pixels, destination.bytesPerRow, source.pixels, source.bytesPerRow, destination.width,
                destination.height, rotation.kernelValue)
        } else {
            assert(destination.format.bytesPerPixel == 4, "Scan-out memory has 32-bit or 565 pixels.")
            kernels.pointee.scan_out_32(
                destination.pixels, destination.bytesPerRow, source.pixels, source.bytesPerRow, destination.width,
                destination.height, rotation.kernelValue)
        }
    }
}

extension Rotation {
    fileprivate var kernelValue: cr_rotation {
        switch self {
        case .none: CR_ROTATION_NONE
        case .quarter: CR_ROTATION_QUARTER
        case .half: CR_ROTATION_HALF
        case .threeQuarter: CR_ROTATION_THREE_QUARTER
        }
    }
}
