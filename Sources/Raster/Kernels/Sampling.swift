/// How a picture is drawn through a transform: which source pixels may be read, and which part of the plane they cover.
public struct Sampling: Sendable {
    /// How a colour is made from source pixels.
    public enum Filter: Sendable {
        /// The nearest source pixel.
        case nearest
        /// Four neighbours, weighted in steps of 1/128.
        case bilinear
    }

    public var transform: SamplingTransform
    public var filter: Filter
    /// The source pixels that may be read, in the source's coordinates. Beyond its edge the edge pixel repeats. Not
    /// empty.
    public var taps: PixelRect
    /// What is drawn, in source pixels times 2^32; half-open.
    var minU, minV, maxU, maxV: Int64

    /// Draws all of `taps`.
    public init(transform: SamplingTransform, taps: PixelRect, filter: Filter = .bilinear) {
        self.transform = transform
        self.filter = filter
        self.taps = taps
        minU = Int64(taps.minX) << 32
        minV = Int64(taps.minY) << 32
        maxU = Int64(taps.maxX) << 32
        maxV = Int64(taps.maxY) << 32
    }

    /// Draws the rectangle `minX ..< maxX`, `minY ..< maxY` of the source plane, which may end inside a source pixel or
    /// beyond `taps`; it is cut 16384 pixels before the left and top edges of `taps` and 32767 after them.
    ///
    /// Only destination pixels whose centre maps into it are drawn. Two rectangles that share an edge and a transform
    /// draw each pixel once. With two transforms, as of two layers side by side, the same holds except for a centre less
    /// than a millionth of a pixel from the edge.
    public init(
        transform: SamplingTransform, taps: PixelRect, minX: Double, minY: Double, maxX: Double, maxY: Double,
        filter: Filter = .bilinear
    ) {
        self.init(transform: transform, taps: taps, filter: filter)
        minU = minX.limited.fixed
        minV = minY.limited.fixed
        maxU = maxX.limited.fixed
        maxV = maxY.limited.fixed
    }
}

extension Double {
    /// Far beyond any bitmap, and small enough for fixed point. A NaN becomes 0.
    fileprivate var limited: Double { isNaN ? 0 : Swift.max(-131_072, Swift.min(131_072, self)) }
}
