internal import Motion

/// One layer of the render tree: the values now on screen (the model's, with animations applied), and what follows from
/// them in screen pixels.
///
/// There is one for every layer, so it holds what a plain layer needs: 192 bytes. What most layers leave as it is lies in
/// `NodeDetails` and is read and set through the node like the rest; what few have, in `NodeExtras`.
struct RenderNode {
    // MARK: Presentation values, as in `LayerState`

    var bounds = SIMD4<Double>(0, 0, 0, 0)
    var backgroundColor = SIMD4<Float>(0, 0, 0, 0)
    var position = SIMD2<Double>(0, 0)

    // MARK: Derived by the geometry pass

    /// From the layer's own space, in points, to screen pixels; for a projected layer, the nearest affine map.
    var world = Affine()
    /// The bounds on screen: edges rounded to whole pixels, or, for a turned layer, the pixels around it.
    var rect = ScreenRect.empty
    /// What the layer itself may draw, clipped.
    var ownExtent = ScreenRect.empty
    /// What sublayers may draw at most.
    var sublayerClip = ScreenRect.empty

    /// The node's own, or the record that all plain nodes share. Whoever overwrites the node calls `releaseDetails()`
    /// before.
    private(set) var details = NodeDetails.plain

    /// Number of the record in `RenderTree.extras`; -1 for none.
    var extras: Int32 = -1
    /// Place in the superlayer's list, which decides among equal z positions.
    var listPosition: Int32 = 0
    var opacity: Float = 1
    /// Derived: opacity that is not applied here, but passed on to each sublayer.
    var sublayerOpacity: Float = 1
    var traits = LayerTraits.standard
    var specialKind = SpecialKind.none
    /// Derived: opacity of the group, or of what the layer draws when it is no group.
    var alpha: UInt8 = 255
    /// Derived.
    var orientation = Affine.Orientation.upright
    private var marks: PlacedMarks = []
}

/// What the geometry pass found to be true of a node.
private struct PlacedMarks: OptionSet {
    var rawValue: UInt8

    static let isVisible = PlacedMarks(rawValue: 1 << 0)
    static let isGroup = PlacedMarks(rawValue: 1 << 1)
    static let hasShapeClip = PlacedMarks(rawValue: 1 << 2)
    static let isMirrored = PlacedMarks(rawValue: 1 << 3)
}

extension RenderNode {
    /// Neither hidden nor transparent nor of impossible geometry, nor within such a layer.
    @inline(__always) var isVisible: Bool {
        get { marks.contains(.isVisible) }
        set { set(.isVisible, newValue) }
    }
    /// Opacity is applied to the picture of the whole subtree.
    @inline(__always) var isGroup: Bool {
        get { marks.contains(.isGroup) }
        set { set(.isGroup, newValue) }
    }
    /// What lies below is cut to something that is not a rectangle of pixels.
    @inline(__always) var hasShapeClip: Bool {
        get { marks.contains(.hasShapeClip) }
        set { set(.hasShapeClip, newValue) }
    }
    /// An odd number of layers above has its geometry flipped: the layer's plane is mirrored, its contents are not.
    @inline(__always) var isMirrored: Bool {
        get { marks.contains(.isMirrored) }
        set { set(.isMirrored, newValue) }
    }

    @inline(__always)
    private mutating func set(_ mark: PlacedMarks, _ isOn: Bool) {
        if isOn { marks.insert(mark) } else { marks.remove(mark) }
    }

    /// Makes the details the node's own, to be changed.
    @inline(never)
    mutating func ownDetails() -> UnsafeMutablePointer<NodeDetails> {
        if details == NodeDetails.plain {
            details = .allocate(capacity: 1)
            details.initialize(to: NodeDetails())
        }
        return details
    }

    /// The node goes, or is made anew.
    mutating func releaseDetails() {
        if details == NodeDetails.plain { return }
        details.deallocate()
        details = NodeDetails.plain
    }
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
    /// No layer: holds the two pictures of a transition.
    static let isTransition = LayerTraits(rawValue: 1 << 12)
    /// They fade into each other.
    static let fadesAcross = LayerTraits(rawValue: 1 << 13)

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
