/// The truth values of a layer, in one word: most layers are plain, and there are many of them.
struct LayerFlags: OptionSet {
    var rawValue: UInt32

    // Properties. Named so that a new layer has none of them.
    static let isHidden = LayerFlags(rawValue: 1 << 0)
    static let masksToBounds = LayerFlags(rawValue: 1 << 1)
    static let isSingleSided = LayerFlags(rawValue: 1 << 2)
    static let forbidsGroupOpacity = LayerFlags(rawValue: 1 << 3)
    static let smoothsEdges = LayerFlags(rawValue: 1 << 4)
    static let isOpaque = LayerFlags(rawValue: 1 << 5)
    static let redrawsOnBoundsChange = LayerFlags(rawValue: 1 << 6)
    static let isGeometryFlipped = LayerFlags(rawValue: 1 << 7)
    static let drawsAsynchronously = LayerFlags(rawValue: 1 << 11)

    // Layout.
    static let needsLayout = LayerFlags(rawValue: 1 << 8)
    /// The layer or one below it needs layout. True of all superlayers of a layer of which it is true.
    static let subtreeNeedsLayout = LayerFlags(rawValue: 1 << 9)
    static let isInLayout = LayerFlags(rawValue: 1 << 10)

    // Display.
    static let needsDisplay = LayerFlags(rawValue: 1 << 12)
    /// All of the bounds, not just `dirtyRect`.
    static let needsWholeDisplay = LayerFlags(rawValue: 1 << 13)

    // Links.
    static let hasMask = LayerFlags(rawValue: 1 << 14)

    // What views look for; see `frontmostSublayer(before:near:)`.
    static let sublayersAreOwned = LayerFlags(rawValue: 1 << 15)
    static let ownerAnswersTouches = LayerFlags(rawValue: 1 << 30)

    // What the next commit has to send; only while the layer is in a context.
    static let stateChanged = LayerFlags(rawValue: 1 << 16)
    static let sublayersChanged = LayerFlags(rawValue: 1 << 17)
    static let contentsChanged = LayerFlags(rawValue: 1 << 18)
    static let animationsChanged = LayerFlags(rawValue: 1 << 19)
    static let isLeaving = LayerFlags(rawValue: 1 << 20)
    static let effectsChanged = LayerFlags(rawValue: 1 << 21)
    /// What `specialContent()` answers.
    static let specialChanged = LayerFlags(rawValue: 1 << 22)
    static let maskChanged = LayerFlags(rawValue: 1 << 23)

    static let changes: LayerFlags = [
        .stateChanged, .sublayersChanged, .contentsChanged, .animationsChanged, .effectsChanged, .specialChanged,
        .maskChanged,
    ]

    // What the object is.
    /// Exactly a `CALayer`: overrides nothing.
    static let isPlainClass = LayerFlags(rawValue: 1 << 24)
    /// A read-only copy that shows what is on screen.
    static let isPresentation = LayerFlags(rawValue: 1 << 25)
    /// Has said once that it was given an unusable value.
    static let hasComplained = LayerFlags(rawValue: 1 << 26)
    /// Waits in the list of layers whose animations have no window to run in.
    static let isStray = LayerFlags(rawValue: 1 << 27)
    /// Has an underlay, as only tiled layers do.
    static let hasUnderlay = LayerFlags(rawValue: 1 << 31)
    /// Sublayers keep their depth, and the layer draws nothing itself (fact G-38).
    static let isTransformLayer = LayerFlags(rawValue: 1 << 28)
    /// The superlayer's mask, not one of its sublayers.
    static let isMask = LayerFlags(rawValue: 1 << 29)
}
