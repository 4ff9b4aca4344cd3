internal import Raster

/// One thing to draw, or a group of the items that follow it. Holds no references.
struct DisplayItem {
    enum Kind: UInt8 {
        /// A rectangle of one colour.
        case fill
        /// The same with rounded corners, which have a mask.
        case roundedFill
        /// The border of a rectangle with square corners.
        case border
        /// The border of a rectangle with rounded corners, which have a mask.
        case roundedBorder
        /// A turned rectangle of one colour, with jagged edges.
        case turnedFill
        /// What a `ShapeCoverage` covers, in one colour: turned or unevenly scaled round corners, smoothed edges.
        case shapeFill
        /// Pixels of a bitmap, one to one.
        case copy
        /// A bitmap drawn through a transform.
        case sample
        /// A bitmap drawn in perspective.
        case projectedSample
        /// A rectangle of one colour, seen in perspective, with jagged edges.
        case projectedFill
        /// Two sizes of one bitmap drawn through a transform and mixed: `colour` is the second one's share of 255.
        case mixedSample
        /// The pixels of a gradient, within a rectangle, rounded corners or a `ShapeCoverage`.
        case gradient
        /// One colour through coverage that was made beforehand and lies in a picture.
        case coverageFill
        /// `side` particles, the first of which is the resource.
        case particles
        /// The items up to `end` make one picture, which is drawn with `alpha`, and multiplied by `colour` if that is not 0.
        case group
        /// The same with a mask, with what lies below in it, or mixed in another way: see `GroupEffects`.
        case effectGroup
        /// The items up to `end` make one picture, which is blurred or casts a shadow: see `PictureFilter`.
        case filterGroup
        /// One colour through a `ShadowPicture`.
        case shadow
        /// What the items up to `end` draw is cut to the item's extent.
        case rectClip
        /// What the items up to `end` draw is cut by rounded corners, which have a mask.
        case cornerClip
        /// What the items up to `end` draw is cut by a `ShapeCoverage`.
        case shapeClip
        /// What the items up to `end` draw is cut to some `ScreenHalf`s.
        case halfClip
    }

    var kind: Kind
    var alpha: UInt8 = 255
    var corners: Corners = []
    /// Leaves no trace of what was below, in all pixels of its extent that are not in a corner.
    var isCover = false
    /// First item that is not inside; for a group and a clip.
    var end: Int32 = 0
    /// Number of the mask, the shape, the picture or the first half, by kind.
    var resource: Int32 = -1
    /// Premultiplied.
    var colour: UInt32 = 0
    /// The undivided, unclipped rectangle that corners and borders are measured in.
    var rect = ScreenRect.empty
    /// Width of a rounded corner's square or of a border's left and right edge, pixels; or the number of halves.
    var side: Int32 = 0
    /// Width of a border's upper and lower edge, pixels.
    var upperSide: Int32 = 0
}

/// A bitmap as an item draws it.
struct Picture {
    var source: PixelSurface
    /// For `copy`: where the bitmap's top left pixel lies on the screen.
    var originX = 0
    var originY = 0
    var sampling: Sampling
}

extension DisplayItem.Kind {
    @inline(__always) var hasInside: Bool {
        switch self {
        case .group, .effectGroup, .filterGroup, .rectClip, .cornerClip, .shapeClip, .halfClip: true
        default: false
        }
    }
}

extension DisplayItem {
    /// Whether `part`, a piece of the item's extent, has pixels in the square of a rounded corner.
    @inline(__always)
    func touchesCorner(_ part: ScreenRect) -> Bool {
        if corners.isEmpty { return false }
        let isLeft = part.minX < rect.minX &+ side
        let isRight = part.maxX > rect.maxX &- side
        let isTop = part.minY < rect.minY &+ side
        let isBottom = part.maxY > rect.maxY &- side
        return (isTop && ((isLeft && corners.contains(.topLeft)) || (isRight && corners.contains(.topRight))))
            || (isBottom && ((isLeft && corners.contains(.bottomLeft)) || (isRight && corners.contains(.bottomRight))))
    }
}

/// A premultiplied colour, 0xAARRGGBB, from one that is not.
@inline(__always)
func premultiplied(_ color: SIMD4<Float>) -> UInt32 {
    let alpha = max(0, min(1, color.w))
    let red = UInt32((color.x * alpha).colorByte)
    let green = UInt32((color.y * alpha).colorByte)
    let blue = UInt32((color.z * alpha).colorByte)
    return UInt32(color.w.colorByte) << 24 | red << 16 | green << 8 | blue
}

/// Every channel of a premultiplied colour times `factor` / 255, as the kernels round it.
@inline(__always)
func multiplied(_ colour: UInt32, by factor: UInt8) -> UInt32 {
    if factor == 255 { return colour }
    var result: UInt32 = 0
    for shift in stride(from: UInt32(0), to: 32, by: 8) {
        let t = (colour >> shift & 255) &* UInt32(factor) &+ 128
        result |= ((t &+ (t >> 8)) >> 8) << shift
    }
    return result
}
