internal import CRaster

extension Kernels {
    /// Lays the source, seen through `projection` and times `alpha`, over the destination, inside the drawn
    /// quadrilateral only.
    ///
    /// `originX`, `originY`: where the destination's top left pixel lies in the space that the projection maps from. The
    /// source is `argb8888` or `xrgb8888` and no larger than a bitmap may be; sizes of source and destination are
    /// independent.
    public static func over(
        _ source: PixelSurface, projection: Projection, onto destination: PixelSurface, originX: Int, originY: Int,
        alpha: UInt8 = 255
    ) {
        checkDestination(destination)
        assert(source.format.isDrawable, "The source must be argb8888 or xrgb8888.")
        assert(source.bounds.contains(projection.taps), "Taps must lie within the source.")
        assert(source.bytesPerRow > 0 && source.bytesPerRow * source.height < 1 << 32, "The source is too large.")
        let taps = source.subsurface(projection.taps)
        var parameters = projection.parameters(originX: originX, originY: originY, pixels: taps.pixels)
        parameters.stride = taps.bytesPerRow
        let kernels = cr_kernels_current()
        switch projection.filter {
        case .bilinear:
            kernels.pointee.project_bilinear(
                destination.pixels, destination.bytesPerRow, destination.width, destination.height, &parameters,
                source.alphaBits, alpha)
        case .nearest:
            kernels.pointee.project_nearest(
                destination.pixels, destination.bytesPerRow, destination.width, destination.height, &parameters,
                source.alphaBits, alpha)
        }
    }

    /// Lays one colour over the quadrilateral that `projection` would draw, pixel for pixel the same one.
    public static func over(
        _ colour: UInt32, projection: Projection, onto destination: PixelSurface, originX: Int, originY: Int
    ) {
        checkDestination(destination)
        var parameters = projection.parameters(originX: originX, originY: originY, pixels: destination.pixels)
        cr_kernels_current().pointee.project_solid(
            destination.pixels, destination.bytesPerRow, destination.width, destination.height, &parameters, colour)
    }
}

extension Projection {
    /// Everything measured from the corner of the tap rectangle, for a destination that begins at the origin given.
    @inline(__always)
    fileprivate func parameters(originX: Int, originY: Int, pixels: UnsafeRawPointer) -> cr_projection {
        assert(originX.magnitude <= 65536 && originY.magnitude <= 65536, "The origin is too far away.")
        let left = Double(taps.minX)
        let top = Double(taps.minY)
        // The kernels keep 15 integer bits of a position, counted from 16384 pixels before the corner.
        let low = -16383.0
        let high = 32767.0
        return cr_projection(
            pixels: pixels, stride: 0, width: Int32(taps.width), height: Int32(taps.height),
            origin_x: Int32(truncatingIfNeeded: originX), origin_y: Int32(truncatingIfNeeded: originY),
            u_x: u.x - left * w.x, u_y: u.y - left * w.y, u_1: u.z - left * w.z, v_x: v.x - top * w.x,
            v_y: v.y - top * w.y, v_1: v.z - top * w.z, w_x: w.x, w_y: w.y, w_1: w.z, u0: max(minX - left, low),
            v0: max(minY - top, low), u1: min(maxX - left, high), v1: min(maxY - top, high))
    }
}
