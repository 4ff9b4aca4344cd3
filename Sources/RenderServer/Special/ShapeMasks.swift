internal import Raster

/// The coverage of a shape layer's outline in screen pixels, filled and stroked, kept while outline, parameters and
/// placement stay the same; moving by whole pixels changes nothing.
///
/// An outline larger than the screen is kept only where it can be seen, and a little around that.
final class ShapeMasks {
    /// Where the layer was placed last; the outline's pixels follow from it.
    var placement: ShapePlacement?
    private var fill = Mask()
    private var stroke = Mask()
    /// In perspective: the coverage with its colour, as a picture.
    var fillPicture: ShapePicture?
    var strokePicture: ShapePicture?
    /// How often coverage was made, for tests.
    private(set) var madeCount = 0

    /// What decides the coverage, apart from whole pixels.
    private struct Key: Equatable {
        var shape: ObjectIdentifier
        /// With the fractions of pixels in `tx` and `ty`.
        var placement: ShapePlacement
        var stroke: ShapeStroke?
        var isEvenOdd: Bool
    }

    private struct Mask {
        var key: Key?
        var bitmap: Bitmap?
        /// What the bitmap holds, measured from the placement's whole pixels.
        var window = ScreenRect.empty
        var version = 0
    }

    /// Coverage and where its top left pixel lies on the screen.
    struct Coverage {
        var surface: PixelSurface
        var originX: Int
        var originY: Int
        /// Another number when it was made again.
        var version: Int
    }

    /// - Parameters:
    ///   - extent: all pixels that the filled outline may touch on the screen.
    ///   - needed: those of them that may be drawn.
    ///   - budget: pixels to keep of an outline that is not wholly needed.
    /// - Returns: coverage of at least `needed`, valid until the next call; nil when there is no memory for it.
    func fill(
        _ content: ShapeContent, _ placement: ShapePlacement, _ extent: ScreenRect, needed: ScreenRect, budget: Int
    )
        -> Coverage?
    {
        guard let shape = content.shape else { return nil }
        return coverage(
            &fill, shape, placement, stroke: nil, isEvenOdd: content.isEvenOdd, extent, needed: needed, budget: budget)
    }

    /// The same of the stroke.
    func stroke(
        _ content: ShapeContent, _ placement: ShapePlacement, _ extent: ScreenRect, needed: ScreenRect, budget: Int
    ) -> Coverage? {
        guard let shape = content.shape else { return nil }
        return coverage(
            &stroke, shape, placement, stroke: content.stroke, isEvenOdd: false, extent, needed: needed, budget: budget)
    }

    /// The outline is another one.
    func forgetOutline() {
        dropFill()
        dropStroke()
        fillPicture = nil
        strokePicture = nil
    }

    /// Frees what is not drawn any more.
    func dropFill() { fill = Mask() }
    func dropStroke() { stroke = Mask() }

    private func coverage(
        _ mask: inout Mask, _ shape: any LayerShape, _ placement: ShapePlacement, stroke: ShapeStroke?, isEvenOdd: Bool,
        _ extent: ScreenRect, needed: ScreenRect, budget: Int
    ) -> Coverage? {
        let wholeX = placement.tx.pixelFloor
        let wholeY = placement.ty.pixelFloor
        var fraction = placement
        fraction.tx -= Double(wholeX)
        fraction.ty -= Double(wholeY)
        let key = Key(shape: ObjectIdentifier(shape), placement: fraction, stroke: stroke, isEvenOdd: isEvenOdd)
        let wanted = needed.offset(x: -wholeX, y: -wholeY)
        if mask.key != key || !mask.window.contains(wanted) {
            let area = Int(extent.width) * Int(extent.height)
            let window =
                area <= budget ? extent : needed.grown(by: Self.margin).intersection(extent)
            mask.window = window.offset(x: -wholeX, y: -wholeY)
            mask.key = key
            let size = mask.window
            if mask.bitmap?.width != Int(size.width) || mask.bitmap?.height != Int(size.height) {
                mask.bitmap = try? Bitmap(width: Int(size.width), height: Int(size.height), format: .a8)
            }
            guard let bitmap = mask.bitmap else {
                mask.key = nil
                return nil
            }
            madeCount += 1
            mask.version = madeCount
            fraction.tx -= Double(size.minX)
            fraction.ty -= Double(size.minY)
            if let stroke {
                shape.writeStroke(stroke, placement: fraction, to: bitmap.surface)
            } else {
                shape.writeFill(isEvenOdd: isEvenOdd, placement: fraction, to: bitmap.surface)
            }
        }
        guard let bitmap = mask.bitmap else { return nil }
        return Coverage(
            surface: bitmap.surface, originX: Int(mask.window.minX &+ wholeX), originY: Int(mask.window.minY &+ wholeY),
            version: mask.version)
    }

    /// How far around what is seen of a large outline coverage is made, pixels: so that not every step of a scroll makes
    /// it again.
    private static let margin: Int32 = 128
}

extension ScreenRect {
    @inline(__always)
    func offset(x: Int32, y: Int32) -> ScreenRect {
        isEmpty ? self : ScreenRect(minX: minX &+ x, minY: minY &+ y, maxX: maxX &+ x, maxY: maxY &+ y)
    }
}
