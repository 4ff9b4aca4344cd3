/// How a picture that lies in perspective is drawn: where a destination pixel takes its colour from, which source pixels
/// may be read, and which part of the source plane is drawn.
///
/// The map is a 3 x 3 matrix from the centres of destination pixels (x + 1/2, y + 1/2) to source pixels:
///
///     w       = wx * x + wy * y + w1
///     sourceX = (ux * x + uy * y + u1) / w
///     sourceY = (vx * x + vy * y + v1) / w
///
/// The space it maps from is the caller's (the screen's, say), not that of one tile. A pixel's colour depends on its own
/// coordinates only, so tiles fit together without a seam. Where `w` is not positive the plane lies behind the eye, and
/// nothing is drawn: choose the matrix's sign so that the front is positive.
public struct Projection: Hashable, Sendable {
    /// Rows of the matrix: what is multiplied by x, by y and by 1.
    public let u, v, w: SIMD3<Double>
    public var filter: Sampling.Filter
    /// The source pixels that may be read, in the source's coordinates. Beyond its edge the edge pixel repeats. Not
    /// empty.
    public let taps: PixelRect
    /// What is drawn, source pixels; half-open.
    let minX, minY, maxX, maxY: Double

    /// The largest magnitude of a coefficient. A common factor of all nine changes nothing.
    public static let maximumCoefficient = 1e15

    /// Draws the rectangle `minX ..< maxX`, `minY ..< maxY` of the source plane, which may end inside a source pixel or
    /// beyond `taps`; it is cut 16383 pixels before the left and top edges of `taps` and 32767 after them.
    ///
    /// Only destination pixels whose centre maps into it are drawn.
    ///
    /// Nil when a coefficient is not finite or beyond its maximum, or a limit is no number: then there is nothing to draw.
    public init?(
        u: SIMD3<Double>, v: SIMD3<Double>, w: SIMD3<Double>, taps: PixelRect, minX: Double, minY: Double, maxX: Double,
        maxY: Double, filter: Sampling.Filter = .bilinear
    ) {
        for row in [u, v, w] {
            // A comparison with NaN is false, so that case leaves here too.
            for k in 0..<3 { guard row[k].magnitude <= Self.maximumCoefficient else { return nil } }
        }
        if minX.isNaN || minY.isNaN || maxX.isNaN || maxY.isNaN || taps.isEmpty { return nil }
        self.u = u
        self.v = v
        self.w = w
        self.filter = filter
        self.taps = taps
        self.minX = minX
        self.minY = minY
        self.maxX = maxX
        self.maxY = maxY
    }

    /// Draws all of `taps`.
    public init?(
        u: SIMD3<Double>, v: SIMD3<Double>, w: SIMD3<Double>, taps: PixelRect, filter: Sampling.Filter = .bilinear
    ) {
        self.init(
            u: u, v: v, w: w, taps: taps, minX: Double(taps.minX), minY: Double(taps.minY), maxX: Double(taps.maxX),
            maxY: Double(taps.maxY), filter: filter)
    }
}
