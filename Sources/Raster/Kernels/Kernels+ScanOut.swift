internal import CRaster

extension Kernels {
    /// Writes a finished, opaque 32-bit picture to scan-out memory, turned by `rotation`.
    ///
    /// The destination has any format but `a8`; its size is the source's, with width and height exchanged for a quarter
    /// turn. It is written once, in address order, row after row, and never read: scan-out memory is write-combined.
    /// Where a tile lands is `Rotation.panelRect(_:panel:)`.
    ///
    /// `dithering`: the panel's pixel that the destination's first one is, to have formats of 16 bits mix neighbouring
    /// levels in a pattern of 8 x 8 panel pixels where colours lie between; nil to cut the bits off. Other formats take
    /// no notice.
    ///
    /// The source's rows should not be a power of two apart, or a quarter turn finds its lines in the same few sets of
    /// the cache.
    public static func scanOut(
        _ source: PixelSurface, to destination: PixelSurface, rotation: Rotation, dithering: (x: Int, y: Int)? = nil
    ) {
        assert(source.format.isDrawable, "The source must be argb8888 or xrgb8888.")
        assert(destination.size == rotation.applied(to: source.size), "The destination must fit the turned source.")
        var scan = cr_scan(
            format: destination.format.scanFormat, dither: dithering == nil ? 0 : 1,
            panel_x: Int32(truncatingIfNeeded: dithering?.x ?? 0),
            panel_y: Int32(truncatingIfNeeded: dithering?.y ?? 0))
        cr_kernels_current().pointee.scan_out(
            destination.pixels, destination.bytesPerRow, source.pixels, source.bytesPerRow, destination.width,
            destination.height, rotation.kernelValue, &scan)
    }
}

extension PixelFormat {
    fileprivate var scanFormat: cr_scan_format {
        switch self {
        case .xrgb8888, .argb8888: return CR_SCAN_XRGB8888
        case .xbgr8888: return CR_SCAN_XBGR8888
        case .rgb888: return CR_SCAN_RGB888
        case .bgr888: return CR_SCAN_BGR888
        case .rgb565: return CR_SCAN_RGB565
        case .bgr565: return CR_SCAN_BGR565
        case .xrgb2101010: return CR_SCAN_XRGB2101010
        case .a8: preconditionFailure("A mask is not scanned out.")
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
