internal import CRaster

extension Kernels {
    /// Lays the source, drawn through `sampling` and times `alpha`, over the destination, inside the drawn quadrilateral
    /// only.
    ///
    /// `originX`, `originY`: where the destination's top left pixel lies in the space that the transform maps from. The
    /// source is `argb8888` or `xrgb8888` and no larger than a bitmap may be; sizes of source and destination are
    /// independent.
    public static func over(
        _ source: PixelSurface, sampling: Sampling, onto destination: PixelSurface, originX: Int, originY: Int,
        alpha: UInt8 = 255
    ) {
        checkDestination(destination)
        assert(source.format.bytesPerPixel == 4, "The source must have 32-bit pixels.")
        assert(
            !sampling.taps.isEmpty && source.bounds.contains(sampling.taps), "Taps must lie within the source.")
        assert(source.bytesPerRow > 0 && source.bytesPerRow * source.height < 1 << 32, "The source is too large.")
        let taps = source.subsurface(sampling.taps)
        var parameters = sampling.parameters(originX: originX, originY: originY, pixels: taps.pixels)
        parameters.stride = taps.bytesPerRow
        let kernels = cr_kernels_current()
        switch sampling.filter {
        case .bilinear:
            kernels.pointee.sample_bilinear(
                destination.pixels, destination.bytesPerRow, destination.width, destination.height, &parameters,
                source.alphaBits, alpha)
        case .nearest:
            kernels.pointee.sample_nearest(
                destination.pixels, destination.bytesPerRow, destination.width, destination.height, &parameters,
                source.alphaBits, alpha)
        }
    }

    /// Lays one colour over the quadrilateral that `sampling` would draw, pixel for pixel the same one: a turned layer's
    /// background.
    public static func over(
        _ colour: UInt32, sampling: Sampling, onto destination: PixelSurface, originX: Int, originY: Int
    ) {
        checkDestination(destination)
        var parameters = sampling.parameters(originX: originX, originY: originY, pixels: destination.pixels)
        cr_kernels_current().pointee.sample_solid(
            destination.pixels, destination.bytesPerRow, destination.width, destination.height, &parameters, colour)
    }
}

extension Sampling {
    /// Everything measured from the corner of the tap rectangle, for a destination that begins at the origin given.
    @inline(__always)
    fileprivate func parameters(originX: Int, originY: Int, pixels: UnsafeRawPointer) -> cr_sampling {
        assert(originX.magnitude <= 65536 && originY.magnitude <= 65536, "The origin is too far away.")
        let x = Int64(originX)
        let y = Int64(originY)
        let left = Int64(taps.minX) << 32
        let top = Int64(taps.minY) << 32
        // The centre of a pixel is half a step from its corner, on either axis.
        let u = transform.tx &+ (transform.a &+ transform.c) >> 1 &+ x &* transform.a &+ y &* transform.c
        let v = transform.ty &+ (transform.b &+ transform.d) >> 1 &+ x &* transform.b &+ y &* transform.d
        // The kernels keep 16 integer bits of a position.
        let low = Int64(-16384) << 32
        let high = Int64(32767) << 32
        return cr_sampling(
            pixels: pixels, stride: 0, width: Int32(taps.width), height: Int32(taps.height), u: u &- left,
            v: v &- top, u_per_x: transform.a, v_per_x: transform.b, u_per_y: transform.c, v_per_y: transform.d,
            u0: max(minU &- left, low), v0: max(minV &- top, low), u1: min(maxU &- left, high),
            v1: min(maxV &- top, high))
    }
}
