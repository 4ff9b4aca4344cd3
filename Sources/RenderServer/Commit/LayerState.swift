public import Motion

/// Where contents that do not fill the bounds are placed; `CALayerContentsGravity`, whose "top" is the maximum y.
///
/// Named here by what one sees on a y-down screen: `top` is the visual top (fact D-44 does the translation above).
public enum ContentsGravity: UInt8, Hashable, Sendable {
    case resize, resizeAspect, resizeAspectFill
    case center, top, bottom, left, right
    case topLeft, topRight, bottomLeft, bottomRight
}

/// How contents are sampled when they are scaled or turned; `CALayerContentsFilter`.
public enum ContentsFilter: UInt8, Hashable, Sendable {
    case nearest, linear
    /// Linear between sizes, too: a picture made much smaller is first halved as often as it fits.
    case trilinear
}

/// The edges of a layer, as seen on a y-down screen; `CAEdgeAntialiasingMask` bits.
public struct LayerEdges: OptionSet, Hashable, Sendable {
    public var rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let left = LayerEdges(rawValue: 1)
    public static let right = LayerEdges(rawValue: 2)
    /// The visual bottom.
    public static let bottom = LayerEdges(rawValue: 4)
    /// The visual top.
    public static let top = LayerEdges(rawValue: 8)
    public static let all = LayerEdges(rawValue: 15)
}

/// The corners a corner radius applies to, as seen on a y-down screen; `CACornerMask` bits.
public struct LayerCorners: OptionSet, Hashable, Sendable {
    public var rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let topLeft = LayerCorners(rawValue: 1)
    public static let topRight = LayerCorners(rawValue: 2)
    public static let bottomLeft = LayerCorners(rawValue: 4)
    public static let bottomRight = LayerCorners(rawValue: 8)
    public static let all = LayerCorners(rawValue: 15)
}

/// Everything of a layer that decides its pixels, except its contents, its sublayers and its animations.
///
/// Lengths are points in the layer's own or its superlayer's space as in `CALayer`; colours are gamma-encoded sRGB, not
/// premultiplied, with alpha 0 for "none". Plain data: copying it costs no reference counting.
public struct LayerState: Hashable, Sendable {
    /// (x, y, width, height); the size is never negative.
    public var bounds = SIMD4<Double>(0, 0, 0, 0)
    public var position = SIMD2<Double>(0, 0)
    public var anchorPoint = SIMD2<Double>(0.5, 0.5)
    public var anchorPointZ = 0.0
    public var zPosition = 0.0
    public var transform = Matrix4.identity
    public var sublayerTransform = Matrix4.identity

    /// 0…1, applied to the layer and its sublayers as one group.
    public var opacity: Float = 1
    public var isHidden = false
    public var masksToBounds = false
    public var isDoubleSided = true
    public var allowsGroupOpacity = true
    /// Whether edges that are not aligned to pixels are smoothed; off by default, as on iOS (fact D-85).
    public var allowsEdgeAntialiasing = false
    /// Which edges that smoothing is for.
    public var smoothedEdges = LayerEdges.all
    /// Sublayers keep their depth instead of being flattened into the layer's plane; the layer itself draws nothing
    /// (`CATransformLayer`, fact G-38).
    public var isTransformLayer = false
    /// Sublayers' y axis points up: they are mirrored about the middle of the bounds (fact G-56).
    public var isGeometryFlipped = false
    /// A promise of the owner that contents have no transparent pixel.
    public var isOpaque = false

    public var backgroundColor = SIMD4<Float>(0, 0, 0, 0)
    /// Points.
    public var cornerRadius = 0.0
    public var maskedCorners = LayerCorners.all
    /// Corners begin earlier and bend more gently; `CALayerCornerCurve.continuous` (fact D-80).
    public var hasContinuousCorners = false
    /// Points; drawn inside the bounds, over sublayers (fact D-29).
    public var borderWidth = 0.0
    public var borderColor = SIMD4<Float>(0, 0, 0, 1)

    public var contentsGravity = ContentsGravity.resize
    /// Unit rectangle (x, y, width, height) of the contents that is shown.
    public var contentsRect = SIMD4<Double>(0, 0, 1, 1)
    /// Unit rectangle of the stretched middle (fact D-61).
    public var contentsCenter = SIMD4<Double>(0, 0, 1, 1)
    /// Contents pixels per point.
    public var contentsScale = 1.0
    public var magnificationFilter = ContentsFilter.linear
    public var minificationFilter = ContentsFilter.linear
    /// With `trilinear`: positive values take a smaller, softer size.
    public var minificationFilterBias: Float = 0

    /// The layer's own clock in its superlayer's (facts G-60, A-112); only begin time, speed and offset matter.
    public var beginTime = 0.0
    public var speed = 1.0
    public var timeOffset = 0.0

    public init() {}
}
