internal import Motion

/// One layer of the render tree: the values now on screen (the model's, with animations applied), and what follows from
/// them in screen pixels.
struct RenderNode {
    // MARK: Presentation values, as in `LayerState`

    var bounds = SIMD4<Double>(0, 0, 0, 0)
    var position = SIMD2<Double>(0, 0)
    var anchorPoint = SIMD2<Double>(0.5, 0.5)
    var zPosition = 0.0
    var cornerRadius = 0.0
    var borderWidth = 0.0
    var contentsScale = 1.0
    var backgroundColor = SIMD4<Float>(0, 0, 0, 0)
    var borderColor = SIMD4<Float>(0, 0, 0, 1)
    var opacity: Float = 1
    var traits = LayerTraits.standard
    var gravity = ContentsGravity.resize
    var maskedCorners = LayerCorners.all
    var smoothedEdges = LayerEdges.all
    var specialKind = SpecialKind.none

    // MARK: Numbers of records kept elsewhere; -1 for none

    var extras: Int32 = -1
    var contents: Int32 = -1
    var animated: Int32 = -1
    /// Only of a layer that does not simply lie flat in its superlayer.
    var projection: Int32 = -1
    /// Place in the superlayer's list, which decides among equal z positions.
    var listPosition: Int32 = 0
    /// Place in drawing order; only good while siblings are put in order.
    var drawingPlace: Int32 = 0

    // MARK: Derived by the geometry pass

    /// From the layer's own space, in points, to screen pixels; for a projected layer, the nearest affine map.
    var world = Affine()
    /// The bounds on screen: edges rounded to whole pixels, or, for a turned layer, the pixels around it.
    var rect = ScreenRect.empty
    /// The contents' place on screen, likewise.
    var contentsRect = ScreenRect.empty
    /// What the layer itself may draw, clipped.
    var ownExtent = ScreenRect.empty
    /// What sublayers may draw at most.
    var sublayerClip = ScreenRect.empty
    /// Opacity that is not applied here, but passed on to each sublayer.
    var sublayerOpacity: Float = 1
    /// Opacity of the group, or of what the layer draws when it is no group.
    var alpha: UInt8 = 255
    var orientation = Affine.Orientation.upright
    /// Neither hidden nor transparent nor of impossible geometry, nor within such a layer.
    var isVisible = false
    /// Opacity is applied to the picture of the whole subtree.
    var isGroup = false
    /// What lies below is cut to something that is not a rectangle of pixels.
    var hasShapeClip = false
    /// An odd number of layers above has its geometry flipped: the layer's plane is mirrored, its contents are not.
    var isMirrored = false
}

/// The truth values of a layer, and its two filters.
struct LayerTraits: OptionSet {
    var rawValue: UInt16

    static let isHidden = LayerTraits(rawValue: 1 << 0)
    static let masksToBounds = LayerTraits(rawValue: 1 << 1)
    static let isDoubleSided = LayerTraits(rawValue: 1 << 2)
    static let allowsGroupOpacity = LayerTraits(rawValue: 1 << 3)
    static let allowsEdgeAntialiasing = LayerTraits(rawValue: 1 << 4)
    static let isOpaque = LayerTraits(rawValue: 1 << 5)
    static let magnifiesNearest = LayerTraits(rawValue: 1 << 6)
    static let minifiesNearest = LayerTraits(rawValue: 1 << 7)
    static let isTransformLayer = LayerTraits(rawValue: 1 << 8)
    static let isGeometryFlipped = LayerTraits(rawValue: 1 << 9)
    static let hasContinuousCorners = LayerTraits(rawValue: 1 << 10)
    static let minifiesTrilinear = LayerTraits(rawValue: 1 << 11)

    static let standard: LayerTraits = [.isDoubleSided, .allowsGroupOpacity]

    init(rawValue: UInt16) { self.rawValue = rawValue }

    init(_ state: LayerState) {
        self = []
        if state.isHidden { insert(.isHidden) }
        if state.masksToBounds { insert(.masksToBounds) }
        if state.isDoubleSided { insert(.isDoubleSided) }
        if state.allowsGroupOpacity { insert(.allowsGroupOpacity) }
        if state.allowsEdgeAntialiasing { insert(.allowsEdgeAntialiasing) }
        if state.isOpaque { insert(.isOpaque) }
        if state.magnificationFilter == .nearest { insert(.magnifiesNearest) }
        if state.minificationFilter == .nearest { insert(.minifiesNearest) }
        if state.minificationFilter == .trilinear { insert(.minifiesTrilinear) }
        if state.hasContinuousCorners { insert(.hasContinuousCorners) }
        if state.isTransformLayer { insert(.isTransformLayer) }
        if state.isGeometryFlipped { insert(.isGeometryFlipped) }
    }
}
