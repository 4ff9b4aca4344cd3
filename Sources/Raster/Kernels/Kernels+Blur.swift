internal import CRaster

/// Along a row, or down a column.
public enum Axis: Sendable {
    case horizontal, vertical
}

/// What a blur sees beyond the edge of its source.
public enum BlurEdge: Sendable {
    /// Nothing: transparent pixels.
    case transparent
    /// The pixel at the edge, again and again.
    case repeating
}

extension Kernels {
    /// One pass of a box blur: each destination pixel becomes the mean of the source pixels in the box around it.
    ///
    /// Along the axis the surfaces are independent: `offset` is the number of the source pixel that lies where the
    /// destination's first pixel does, and may be negative. Across the axis they have the same size. Each result depends
    /// on the pixels in its own box only, so any part of a picture may be blurred by itself. Both surfaces are `a8`, or
    /// both have 32-bit pixels; they must not overlap. The time per pixel does not depend on the size of the box.
    ///
    /// An `xrgb8888` source counts as it is stored: its alpha must be 255.
    public static func boxBlur(
        _ source: PixelSurface, to destination: PixelSurface, axis: Axis, box: GaussianBlur.Box, offset: Int = 0,
        edge: BlurEdge = .transparent
    ) {
        if destination.width == 0 || destination.height == 0 { return }
        let isHorizontal = axis == .horizontal
        assert(
            isHorizontal ? source.height == destination.height : source.width == destination.width,
            "Across the axis source and destination must have the same size.")
        assert(
            (source.format == .a8) == (destination.format == .a8) && (source.format == .a8 || source.format.isDrawable),
            "A blur needs two a8 or two 32-bit surfaces.")
        let length = isHorizontal ? source.width : source.height
        assert(length > 0, "A blur needs a source.")
        assert(offset.magnitude <= 1 << 30, "The offset is too large.")
        var parameters = cr_box(
            axis: isHorizontal ? CR_AXIS_HORIZONTAL : CR_AXIS_VERTICAL,
            edge: edge == .transparent ? CR_EDGE_ZERO : CR_EDGE_REPEAT, size: Int32(box.size),
            first: Int64(offset &- box.before), source_length: length)
        let kernels = cr_kernels_current()
        let kernel = source.format == .a8 ? kernels.pointee.box_blur_8 : kernels.pointee.box_blur_32
        kernel(
            destination.pixels, destination.bytesPerRow, source.pixels, source.bytesPerRow, destination.width,
            destination.height, &parameters)
    }
}
