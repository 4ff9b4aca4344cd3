internal import CRaster

extension Kernels {
    /// Lays a gradient, times `alpha`, over the destination.
    ///
    /// `originX`, `originY`: where the destination's top left pixel lies in the space that the map maps from; it also
    /// sets the pattern of the dithering, so give whole pixels of the screen. A pixel's colour depends on its own
    /// coordinates only.
    public static func over(
        gradient table: GradientTable, map: GradientMap, onto destination: PixelSurface, originX: Int, originY: Int,
        alpha: UInt8 = 255
    ) {
        checkDestination(destination)
        assert(originX.magnitude <= 65536 && originY.magnitude <= 65536, "The origin is too far away.")
        let kind =
            switch map.kind {
            case .axial: CR_GRADIENT_AXIAL
            case .radial: CR_GRADIENT_RADIAL
            case .conic: CR_GRADIENT_CONIC
            }
        var parameters = cr_gradient(
            table: table.channels, count: Int32(table.count), kind: kind,
            origin_x: Int32(truncatingIfNeeded: originX), origin_y: Int32(truncatingIfNeeded: originY), p_x: map.a,
            p_y: map.c, p_1: map.tx, q_x: map.b, q_y: map.d, q_1: map.ty)
        cr_kernels_current().pointee.gradient(
            destination.pixels, destination.bytesPerRow, destination.width, destination.height, &parameters,
            table.isOpaque ? 1 : 0, alpha)
        withExtendedLifetime(table) {}
    }
}
