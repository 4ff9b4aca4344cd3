public import Raster

/// How an outline becomes a stroke; lengths are points of the layer.
public struct ShapeStroke: Hashable, Sendable {
    public enum Cap: UInt8, Hashable, Sendable { case butt, round, square }
    public enum Join: UInt8, Hashable, Sendable { case miter, round, bevel }

    public var width = 1.0
    public var cap = Cap.butt
    public var join = Join.miter
    public var miterLimit = 10.0
    /// Lengths drawn and skipped in turn; empty for a line without gaps.
    public var dashes: [Double] = []
    public var dashPhase = 0.0
    /// The part of the outline's length that is drawn, 0…1 each.
    public var start = 0.0
    public var end = 1.0

    public init() {}
}

/// From the points of a layer to pixels: x' = a·x + c·y + tx, y' = b·x + d·y + ty.
public struct ShapePlacement: Hashable, Sendable {
    public var a, b, c, d, tx, ty: Double

    public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
        self.a = a
        self.b = b
        self.c = c
        self.d = d
        self.tx = tx
        self.ty = ty
    }
}

/// An outline that the render server can turn into coverage, whoever knows how to rasterise it.
///
/// Never changes once it was committed. Asked on the render thread only, one call at a time per shape.
public protocol LayerShape: AnyObject, Sendable {
    /// Left, top, right and bottom edge of all points and control points, points of the layer; nil for an empty outline.
    var extent: SIMD4<Double>? { get }
    /// Writes the coverage of the filled outline into `mask`, an `a8` surface whose top left pixel the placement calls
    /// (0, 0). Overwrites all of it.
    func writeFill(isEvenOdd: Bool, placement: ShapePlacement, to mask: PixelSurface)
    /// The same of the stroked outline.
    func writeStroke(_ stroke: ShapeStroke, placement: ShapePlacement, to mask: PixelSurface)
    /// The outline at a share of the way to another, 0…1; nil where there is nothing in between.
    func blended(with end: any LayerShape, share: Double) -> (any LayerShape)?
    /// A number that outlines through the same points share.
    var digest: Int { get }
    /// Whether the other outline runs through the same points.
    func isSameOutline(as other: any LayerShape) -> Bool
}

extension LayerShape {
    public var digest: Int { ObjectIdentifier(self).hashValue }
    public func isSameOutline(as other: any LayerShape) -> Bool { self === other }
    public func blended(with end: any LayerShape, share: Double) -> (any LayerShape)? { nil }
}
