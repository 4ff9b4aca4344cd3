/// Where a destination pixel takes its colour from: an affine map from destination space to source pixels, in fixed
/// point.
///
///     sourceX = a * x + c * y + tx
///     sourceY = b * x + d * y + ty
///
/// The space it maps from is the caller's (the screen's, say), not that of one tile. The position of a pixel is exact
/// arithmetic on whole numbers from there on, so that tiles fit together without a seam and a part drawn again gets the
/// same pixels. Thirty-two fraction bits keep the far end of 4096 pixels within a millionth of a pixel.
public struct SamplingTransform: Hashable, Sendable {
    // Source pixels times 2^32, per destination pixel and at the destination's origin.
    let a, b, c, d: Int64
    let tx, ty: Int64

    /// The largest step, source pixels per destination pixel.
    public static let maximumStep = 8192.0
    /// The largest distance of the destination's origin, source pixels.
    public static let maximumOffset = 268_435_456.0

    /// Nil when a value is not finite or beyond its maximum, as for a layer squeezed to nothing: then there is nothing
    /// to draw.
    public init?(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
        // A comparison with NaN is false, so that case leaves here too.
        guard a.magnitude <= Self.maximumStep, b.magnitude <= Self.maximumStep, c.magnitude <= Self.maximumStep,
            d.magnitude <= Self.maximumStep, tx.magnitude <= Self.maximumOffset, ty.magnitude <= Self.maximumOffset
        else { return nil }
        self.a = a.fixed
        self.b = b.fixed
        self.c = c.fixed
        self.d = d.fixed
        self.tx = tx.fixed
        self.ty = ty.fixed
    }
}

extension Double {
    /// Times 2^32, to nearest. The caller has checked the range.
    var fixed: Int64 { Int64((self * 4_294_967_296).rounded()) }
}
