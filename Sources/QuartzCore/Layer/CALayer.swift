public import CoreGraphics
public import Foundation
internal import Motion
internal import RenderServer

/// A rectangle that shows a colour, a border, a picture and other layers. The model: what the application wants, at once;
/// what is on screen follows with the transaction's commit, and gradually if it is animated.
///
/// Positions are points in the superlayer's coordinates, y down. A value that is not a finite number is refused: the old
/// one stays and the log hears of it. Main thread.
@preconcurrency @MainActor
open class CALayer: NSObject, CAMediaTiming {
    // Kept small: a plain layer is this object and nothing else. Links and lists are `nonisolated(unsafe)` because
    // `deinit` reads them, when nobody else can.
    final var boundsStorage = CGRect.zero
    final var positionStorage = CGPoint.zero
    final var opacityStorage: Float = 1
    final nonisolated(unsafe) var flags: LayerFlags = []
    /// The layer's number in its context's render tree; 0 while it has none. Having one means "was committed".
    final nonisolated(unsafe) var identifier: UInt32 = 0
    /// Its place in the context's list of changed layers; -1 if it is not there.
    final nonisolated(unsafe) var changeIndex: Int32 = -1
    final var colorStorage: CGColor?
    final nonisolated(unsafe) var details: LayerDetails?
    final nonisolated(unsafe) var sublayerStorage: [CALayer] = []
    final nonisolated(unsafe) unowned(unsafe) var superlayerStorage: CALayer?
    final nonisolated(unsafe) unowned(unsafe) var context: LayerContext?
    /// The view, which owns the layer and clears this when it ends; takes the place of `delegate`.
    package final nonisolated(unsafe) unowned(unsafe) var owner: (any CALayerDelegate)?

    final var made: LayerDetails {
        if let details { return details }
        let made = LayerDetails()
        details = made
        return made
    }

    public override init() {
        super.init()
        if type(of: self) == CALayer.self { flags.insert(.isPlainClass) }
    }

    /// Makes a copy for the presentation tree out of a layer of the same class. The base class copies nothing
    /// (fact G-23) but what is marked `@LayerProperty`.
    public init(layer: Any) {
        super.init()
        if let layer = layer as? CALayer, !layer.flags.contains(.isPlainClass) { copyProperties(of: layer) }
    }

    /// Makes a new layer for the layer class of a view. Layers are not archived: another coder gives nil.
    public required init?(coder: NSCoder) {
        guard coder is LayerClassCoder else { return nil }
        super.init()
        if type(of: self) == CALayer.self { flags.insert(.isPlainClass) }
    }

    deinit { dismantle() }

    /// Class and address.
    open override var description: String { "<\(ObjectDescription.head(of: self))>" }
    /// The same with what differs from the defaults, read on the main thread only.
    open override var debugDescription: String {
        MainQueue.isCurrent ? MainActor.assumeIsolated { words } : description
    }

    // MARK: Geometry (facts G-01 to G-18)

    /// The layer's own coordinates of what it covers; the size is never negative. Animatable.
    open var bounds: CGRect {
        get { boundsStorage }
        set {
            let value = newValue.standardizedForLayers
            guard value != boundsStorage, canSet("bounds", value.isFinite) else { return }
            let action = willChange("bounds")
            let isResized = value.size != boundsStorage.size
            boundsStorage = value
            didChangeBounds(isResized: isResized)
            run(action, "bounds")
        }
    }
    /// Where the anchor point is, in the superlayer's coordinates. Animatable.
    open var position: CGPoint {
        get { positionStorage }
        set {
            change("position", from: positionStorage, to: newValue, newValue.isFinite) { positionStorage = newValue }
        }
    }
    /// Drawing order among siblings; equal values keep the order of `sublayers`. Default 0. Animatable.
    open var zPosition: CGFloat {
        get { details?.depth?.zPosition ?? 0 }
        set {
            change("zPosition", from: zPosition, to: newValue, newValue.isFinite) {
                made.madeDepth.zPosition = newValue
            }
        }
    }
    /// The point that `position` places and transforms turn about; unit coordinates of the bounds. Default (0.5, 0.5).
    /// Changing it moves the layer, not `position`. Animatable.
    open var anchorPoint: CGPoint {
        get { details?.anchorPoint ?? CGPoint(x: 0.5, y: 0.5) }
        set {
            change("anchorPoint", from: anchorPoint, to: newValue, newValue.isFinite) { made.anchorPoint = newValue }
        }
    }
    /// Default 0. Animatable.
    open var anchorPointZ: CGFloat {
        get { details?.depth?.anchorPointZ ?? 0 }
        set {
            change("anchorPointZ", from: anchorPointZ, to: newValue, newValue.isFinite) {
                made.madeDepth.anchorPointZ = newValue
            }
        }
    }
    /// Applied about the anchor point. Animatable.
    open var transform: CATransform3D {
        get { CATransform3D(transformMatrix) }
        set {
            let matrix = newValue.matrix
            guard matrix != transformMatrix, canSet("transform", matrix.isFinite) else { return }
            let action = willChange("transform")
            made.madeDepth.transform = matrix
            markForLayout()
            superlayerStorage?.markForLayout()
            run(action, "transform")
        }
    }
    /// Applied to the sublayers about this layer's anchor point; perspective here gives them one vanishing point
    /// (fact G-37). Animatable.
    open var sublayerTransform: CATransform3D {
        get { CATransform3D(details?.depth?.sublayerTransform ?? .identity) }
        set {
            let matrix = newValue.matrix
            guard matrix != details?.depth?.sublayerTransform ?? .identity,
                canSet("sublayerTransform", matrix.isFinite)
            else { return }
            let action = willChange("sublayerTransform")
            made.madeDepth.sublayerTransform = matrix
            run(action, "sublayerTransform")
        }
    }
    /// The bounding box in the superlayer's coordinates; derived (facts G-01 to G-15). Setting it under a transform that
    /// turns is undefined.
    open var frame: CGRect {
        get { frameFromGeometry }
        set { setFrame(newValue) }
    }
    open func affineTransform() -> CGAffineTransform { CATransform3DGetAffineTransform(transform) }
    /// Replaces the whole transform (fact G-34).
    open func setAffineTransform(_ m: CGAffineTransform) { transform = CATransform3DMakeAffineTransform(m) }

    // MARK: Look

    /// Whether the layer and everything in it is invisible. Default false.
    open var isHidden: Bool {
        get { flags.contains(.isHidden) }
        set { setFlag(.isHidden, newValue, "hidden") }
    }
    /// 0…1, applied to the layer and its sublayers as one. Default 1. Animatable.
    open var opacity: Float {
        get { opacityStorage }
        set { change("opacity", from: opacityStorage, to: newValue, newValue.isFinite) { opacityStorage = newValue } }
    }
    /// Whether sublayers are cut at the bounds and the rounded corners. Default false.
    open var masksToBounds: Bool {
        get { flags.contains(.masksToBounds) }
        set { setFlag(.masksToBounds, newValue, "masksToBounds") }
    }
    /// Whether the layer shows when it is turned away. Default true.
    open var isDoubleSided: Bool {
        get { !flags.contains(.isSingleSided) }
        set { setFlag(.isSingleSided, !newValue, "doubleSided") }
    }
    /// Whether opacity below 1 takes the subtree as one picture. Default true (fact D-84).
    open var allowsGroupOpacity: Bool {
        get { !flags.contains(.forbidsGroupOpacity) }
        set { setFlag(.forbidsGroupOpacity, !newValue, "allowsGroupOpacity") }
    }
    /// Whether edges between pixels are smoothed. Default false (fact D-85).
    open var allowsEdgeAntialiasing: Bool {
        get { flags.contains(.smoothsEdges) }
        set { setFlag(.smoothsEdges, newValue, "allowsEdgeAntialiasing") }
    }
    /// The edges that `allowsEdgeAntialiasing` is about. Default all.
    open var edgeAntialiasingMask: CAEdgeAntialiasingMask {
        get { details?.look?.smoothedEdges ?? .all }
        set {
            change("edgeAntialiasingMask", from: edgeAntialiasingMask, to: newValue) {
                made.madeLook.smoothedEdges = newValue
            }
        }
    }
    /// Whether the y axis of the sublayers points the other way: they are mirrored about the middle of the bounds
    /// (fact G-56). Default false.
    open var isGeometryFlipped: Bool {
        get { flags.contains(.isGeometryFlipped) }
        set { setFlag(.isGeometryFlipped, newValue, "geometryFlipped") }
    }
    /// Whether an odd number of layers, from this one up, is flipped.
    open func contentsAreFlipped() -> Bool { isFlippedInTotal }
    /// A promise that the contents have no transparent pixel; drawing is not cleared before. Default false.
    open var isOpaque: Bool {
        get { flags.contains(.isOpaque) }
        set { setFlag(.isOpaque, newValue, "opaque") }
    }
    /// Fills the bounds beneath contents and sublayers. Default nil. Animatable, but for patterns: a pattern is laid side
    /// by side from the upper left corner of the bounds on, and comes and goes at once. Shape, gradient, replicator and
    /// emitter layers show no pattern.
    open var backgroundColor: CGColor? {
        get { colorStorage }
        set { setBackground(newValue) }
    }
    /// Points; rounds background and border, and sublayers if `masksToBounds`. Default 0. Animatable.
    open var cornerRadius: CGFloat {
        get { details?.cornerRadius ?? 0 }
        set {
            change("cornerRadius", from: cornerRadius, to: newValue, newValue.isFinite) { made.cornerRadius = newValue }
        }
    }
    /// Default all four.
    open var maskedCorners: CACornerMask {
        get { details?.maskedCorners ?? .all }
        set { change("maskedCorners", from: maskedCorners, to: newValue) { made.maskedCorners = newValue } }
    }
    /// Default `circular`.
    open var cornerCurve: CALayerCornerCurve {
        get { details?.look?.cornerCurve ?? .circular }
        set { change("cornerCurve", from: cornerCurve, to: newValue) { made.madeLook.cornerCurve = newValue } }
    }
    /// How much farther than `cornerRadius` from the corner the curve begins (fact D-80).
    open class func cornerCurveExpansionFactor(_ curve: CALayerCornerCurve) -> CGFloat {
        curve == .continuous ? 1.528665 : 1
    }
    /// Points, inside the bounds and over the sublayers (fact D-29). Default 0. Animatable.
    open var borderWidth: CGFloat {
        get { details?.borderWidth ?? 0 }
        set {
            change("borderWidth", from: borderWidth, to: newValue, newValue.isFinite) { made.borderWidth = newValue }
        }
    }
    /// Default opaque black. Animatable.
    open var borderColor: CGColor? {
        get { if let details { details.borderColor } else { LayerDetails.black } }
        set { change("borderColor", from: borderColor, to: newValue) { made.borderColor = newValue } }
    }

    /// Its alpha decides what of this layer and its sublayers is seen (fact D-83). Placed in this layer's coordinates; in
    /// no other layer, nor above this one. Default nil.
    open var mask: CALayer? {
        get { visibleMask }
        set { setMask(newValue) }
    }

    // MARK: Shadow (facts D-81, D-82)

    /// Default opaque black. Animatable.
    open var shadowColor: CGColor? {
        get { if let look = details?.look { look.shadowColor } else { LayerDetails.black } }
        set {
            change("shadowColor", .effectsChanged, from: shadowColor, to: newValue) {
                made.madeLook.shadowColor = newValue
            }
        }
    }
    /// 0…1. Default 0. Animatable.
    open var shadowOpacity: Float {
        get { details?.look?.shadowOpacity ?? 0 }
        set {
            change("shadowOpacity", .effectsChanged, from: shadowOpacity, to: newValue, newValue.isFinite) {
                made.madeLook.shadowOpacity = newValue
            }
        }
    }
    /// Points. Default (0, −3): up. Animatable.
    open var shadowOffset: CGSize {
        get { details?.look?.shadowOffset ?? CGSize(width: 0, height: -3) }
        set {
            let isFinite = newValue.width.isFinite && newValue.height.isFinite
            change("shadowOffset", .effectsChanged, from: shadowOffset, to: newValue, isFinite) {
                made.madeLook.shadowOffset = newValue
            }
        }
    }
    /// Standard deviation of the blur, points. Default 3. Animatable.
    open var shadowRadius: CGFloat {
        get { details?.look?.shadowRadius ?? 3 }
        set {
            change("shadowRadius", .effectsChanged, from: shadowRadius, to: newValue, newValue.isFinite) {
                made.madeLook.shadowRadius = newValue
            }
        }
    }
    /// Casts the shadow in place of the layer's picture, which is faster. Copied; filled by the non-zero rule. Default nil.
    open var shadowPath: CGPath? {
        get { details?.look?.shadowPath }
        set { setShadowPath(newValue) }
    }

    // MARK: Filters and rasterizing

    /// What the layer's picture passes through: `CAFilter`s; others do nothing. Default nil.
    open var filters: [Any]? {
        get { details?.look?.filters }
        set { setFilters(newValue, in: .filters) }
    }
    /// What the picture below the layer passes through, within the bounds and their corners. Default nil.
    open var backgroundFilters: [Any]? {
        get { details?.look?.backgroundFilters }
        set { setFilters(newValue, in: .backgroundFilters) }
    }
    /// How the layer's picture is mixed with what is below: the name of a blend mode such as `multiplyBlendMode`, or a
    /// `CAFilter` of that type. Default nil, the normal way.
    open var compositingFilter: Any? {
        get { details?.look?.compositingFilter }
        set { setCompositingFilter(newValue) }
    }
    /// Whether the layer and its sublayers are drawn to a picture that is kept while nothing in them changes. Default
    /// false.
    open var shouldRasterize: Bool {
        get { details?.look?.shouldRasterize ?? false }
        set {
            change("shouldRasterize", .effectsChanged, from: shouldRasterize, to: newValue) {
                made.madeLook.shouldRasterize = newValue
            }
        }
    }
    /// Pixels per point of that picture, greater than 0. Default 1. Animatable.
    open var rasterizationScale: CGFloat {
        get { details?.look?.rasterizationScale ?? 1 }
        set {
            let isUsable = newValue.isFinite && newValue > 0
            change("rasterizationScale", .effectsChanged, from: rasterizationScale, to: newValue, isUsable) {
                made.madeLook.rasterizationScale = newValue
            }
        }
    }

    // MARK: Contents

    /// A `CGImage`, or another layer's `contents`; nil for none. Drawing replaces it.
    open var contents: Any? {
        get { details?.contents }
        set { setContents(newValue) }
    }
    /// The part of the contents shown, a unit rectangle. Animatable.
    open var contentsRect: CGRect {
        get { details?.slice?.rect ?? CGRect(x: 0, y: 0, width: 1, height: 1) }
        set {
            change("contentsRect", from: contentsRect, to: newValue, newValue.isFinite) {
                made.madeSlice.rect = newValue
            }
        }
    }
    /// The part that stretches when contents are resized, a unit rectangle (fact D-61). Animatable.
    open var contentsCenter: CGRect {
        get { details?.slice?.center ?? CGRect(x: 0, y: 0, width: 1, height: 1) }
        set {
            change("contentsCenter", from: contentsCenter, to: newValue, newValue.isFinite) {
                made.madeSlice.center = newValue
            }
        }
    }
    /// Where contents that do not fill the bounds go. Default `resize`; an unknown name becomes `center` (fact D-47).
    open var contentsGravity: CALayerContentsGravity {
        get { CALayerContentsGravity(details?.contentsGravity ?? .resize) }
        set {
            change("contentsGravity", from: contentsGravity, to: newValue) { made.contentsGravity = newValue.visual }
        }
    }
    /// Contents pixels per point, greater than 0. Default 1. Animatable.
    open var contentsScale: CGFloat {
        get { details?.contentsScale ?? 1 }
        set {
            change("contentsScale", from: contentsScale, to: newValue, newValue.isFinite && newValue > 0) {
                made.contentsScale = newValue
            }
        }
    }
    /// How contents are enlarged. Default `linear`, which an unknown name becomes, too.
    open var magnificationFilter: CALayerContentsFilter {
        get { CALayerContentsFilter(details?.magnificationFilter ?? .linear) }
        set {
            change("magnificationFilter", from: magnificationFilter, to: newValue) {
                made.magnificationFilter = newValue.render
            }
        }
    }
    /// How contents are made smaller. Default `linear`, which an unknown name becomes, too.
    open var minificationFilter: CALayerContentsFilter {
        get { CALayerContentsFilter(details?.minificationFilter ?? .linear) }
        set {
            change("minificationFilter", from: minificationFilter, to: newValue) {
                made.minificationFilter = newValue.render
            }
        }
    }
    /// With `trilinear`: positive values take a smaller, softer size, negative ones a larger. Default 0.
    open var minificationFilterBias: Float {
        get { details?.look?.minificationFilterBias ?? 0 }
        set {
            change("minificationFilterBias", from: minificationFilterBias, to: newValue, newValue.isFinite) {
                made.madeLook.minificationFilterBias = newValue
            }
        }
    }
    /// How the pixels are stored that the layer draws; counts from the next drawing on. Default `RGBA8Uint`.
    open var contentsFormat: CALayerContentsFormat {
        get { details?.look?.contentsFormat ?? .RGBA8Uint }
        set { setContentsFormat(newValue) }
    }

    // MARK: Drawing (facts D-01 to D-07)

    /// Marks the whole layer; it draws once, in the coming commit.
    open func setNeedsDisplay() { markForDisplay(nil) }
    /// Marks a part, in the layer's coordinates; several are joined.
    open func setNeedsDisplay(_ r: CGRect) { markForDisplay(r) }
    open func needsDisplay() -> Bool { flags.contains(.needsDisplay) }
    /// Whether a change of the bounds marks the layer for display. Default false.
    open var needsDisplayOnBoundsChange: Bool {
        get { flags.contains(.redrawsOnBoundsChange) }
        set { if canSet("needsDisplayOnBoundsChange") { flags.set(.redrawsOnBoundsChange, newValue) } }
    }
    /// Whether a change of the property marks the layer for display. The base class says false.
    open class func needsDisplay(forKey key: String) -> Bool { false }
    /// A wish that changes nothing here: layers draw at once, in the commit. Default false.
    open var drawsAsynchronously: Bool {
        get { flags.contains(.drawsAsynchronously) }
        set { setDrawsAsynchronously(newValue) }
    }
    open func displayIfNeeded() { displayMarked() }
    /// Makes `contents` new: asks the delegate, or draws with `draw(in:)`. Not to be called directly.
    open func display() { displayByDelegate() }
    /// Draws in the layer's coordinates; the base class asks the delegate.
    open func draw(in ctx: CGContext) { delegate?.draw(self, in: ctx) }

    // MARK: Layout (facts L-21 to L-23)

    open func setNeedsLayout() { requestLayout() }
    open func needsLayout() -> Bool { flags.contains(.needsLayout) }
    /// Lays out this layer and those below it now, beginning at the topmost superlayer above it that needs layout.
    open func layoutIfNeeded() { layOutNow() }
    /// Places the sublayers; the base class asks the delegate, or else the layout manager. Not to be called directly.
    open func layoutSublayers() { layOutByDelegate() }
    /// Places the sublayers where no delegate does. Default nil.
    open var layoutManager: (any CALayoutManager)? {
        get { details?.look?.layoutManager }
        set { setLayoutManager(newValue) }
    }
    /// What the layout manager says; without one the size of the contents in points, or else of the bounds.
    open func preferredFrameSize() -> CGSize {
        layoutManager?.preferredSize(of: self) ?? contentsSize ?? boundsStorage.size
    }

    // MARK: The tree

    /// Back to front; nil when there are none.
    open var sublayers: [CALayer]? {
        get { visibleSublayers }
        set { setSublayers(newValue ?? []) }
    }
    open var superlayer: CALayer? { visibleSuperlayer }
    open func addSublayer(_ layer: CALayer) { insert(layer, at: sublayerStorage.count) }
    open func insertSublayer(_ layer: CALayer, at idx: UInt32) { insert(layer, at: Int(idx)) }
    open func insertSublayer(_ layer: CALayer, below sibling: CALayer?) { insert(layer, besides: sibling, offset: 0) }
    open func insertSublayer(_ layer: CALayer, above sibling: CALayer?) { insert(layer, besides: sibling, offset: 1) }
    open func replaceSublayer(_ oldLayer: CALayer, with newLayer: CALayer) { replace(oldLayer, with: newLayer) }
    open func removeFromSuperlayer() { leaveSuperlayer() }

    // MARK: Converting (facts G-50 to G-60) and hit testing (fact E-04)

    /// A nil layer is the space around the topmost superlayer, and for times the media time.
    open func convert(_ p: CGPoint, from l: CALayer?) -> CGPoint { CALayer.map(from: l, to: self)(p) }
    open func convert(_ p: CGPoint, to l: CALayer?) -> CGPoint { CALayer.map(from: self, to: l)(p) }
    open func convert(_ r: CGRect, from l: CALayer?) -> CGRect { CALayer.map(from: l, to: self)(r) }
    open func convert(_ r: CGRect, to l: CALayer?) -> CGRect { CALayer.map(from: self, to: l)(r) }
    open func convertTime(_ t: CFTimeInterval, from l: CALayer?) -> CFTimeInterval {
        localTime(fromMedia: l?.mediaTime(fromLocal: t) ?? t)
    }
    open func convertTime(_ t: CFTimeInterval, to l: CALayer?) -> CFTimeInterval {
        let time = mediaTime(fromLocal: t)
        return l?.localTime(fromMedia: time) ?? time
    }
    /// The farthest layer at `p`, in the superlayer's coordinates; sublayers outside the bounds count unless they are
    /// cut off.
    open func hitTest(_ p: CGPoint) -> CALayer? { deepestLayer(at: p) }
    /// Whether `p`, in the layer's coordinates, is in the bounds; maximum edges are outside.
    open func contains(_ p: CGPoint) -> Bool { boundsStorage.contains(p) }

    // MARK: Animations (groups A.6 and A.7 of the facts)

    /// Adds a frozen copy, in place of the one that has the same key.
    open func add(_ anim: CAAnimation, forKey key: String?) { attach(anim, forKey: key) }
    open func removeAllAnimations() { detachAnimations() }
    open func removeAnimation(forKey key: String) { detachAnimation(forKey: key) }
    /// In the order in which they apply; nil when there are none.
    open func animationKeys() -> [String]? { attachedKeys }
    /// The layer's frozen copy.
    open func animation(forKey key: String) -> CAAnimation? { attached(forKey: key)?.animation }
    /// Named actions, asked after the delegate.
    open var actions: [String: any CAAction]? {
        get { details?.actions }
        set { if canSet("actions") { made.actions = newValue } }
    }
    /// What runs when the property or event named changes: the delegate's answer, `actions`, `defaultAction(forKey:)`, a
    /// basic animation if the layer is on screen (facts ).
    open func action(forKey event: String) -> (any CAAction)? { findAction(forKey: event) }
    open class func defaultAction(forKey event: String) -> (any CAAction)? { nil }
    open class func defaultValue(forKey key: String) -> Any? { standardValue(forKey: key) }
    /// A read-only copy of the layer as it is on screen now; nil if it was never committed (fact A-110). Of a subclass
    /// that an application makes, it is a plain `CALayer`, unless the class has a `LayerProperty`.
    open func presentation() -> CALayer? { makePresentation() }
    /// The layer itself; for a presentation layer, the one it shows.
    open func model() -> CALayer { details?.model ?? self }

    // MARK: Timing of the layer's own clock (fact G-60)

    open var beginTime: CFTimeInterval {
        get { timing.beginTime }
        set { if canSet("beginTime", newValue.isFinite) { changeTiming { $0.beginTime = newValue } } }
    }
    open var duration: CFTimeInterval {
        get { timing.duration }
        set { if canSet("duration", !newValue.isNaN) { changeTiming { $0.duration = newValue } } }
    }
    open var speed: Float {
        get { Float(timing.speed) }
        set { if canSet("speed", newValue.isFinite) { changeTiming { $0.speed = Double(newValue) } } }
    }
    open var timeOffset: CFTimeInterval {
        get { timing.timeOffset }
        set { if canSet("timeOffset", newValue.isFinite) { changeTiming { $0.timeOffset = newValue } } }
    }
    open var repeatCount: Float {
        get { Float(timing.repeatCount) }
        set { if canSet("repeatCount", !newValue.isNaN) { changeTiming { $0.repeatCount = Double(newValue) } } }
    }
    open var repeatDuration: CFTimeInterval {
        get { timing.repeatDuration }
        set { if canSet("repeatDuration", !newValue.isNaN) { changeTiming { $0.repeatDuration = newValue } } }
    }
    open var autoreverses: Bool {
        get { timing.autoreverses }
        set { if canSet("autoreverses") { changeTiming { $0.autoreverses = newValue } } }
    }
    open var fillMode: CAMediaTimingFillMode {
        get { CAMediaTimingFillMode(timing.fillMode) }
        set { if canSet("fillMode") { changeTiming { $0.fillMode = newValue.motion } } }
    }

    // MARK: The rest

    /// For the application's own use.
    open var name: String? {
        get { details?.name }
        set { if canSet("name") { made.name = newValue } }
    }
    /// Values for properties that were never set, by their names; under `style` another one that is asked next
    /// (fact G-23).
    open var style: [AnyHashable: Any]? {
        get { details?.look?.style }
        set { setStyle(newValue) }
    }
    /// Held weakly. Of a view's layer it is the view: do not change it.
    open var delegate: (any CALayerDelegate)? {
        get { if let owner { owner } else { details?.delegate } }
        set { setDelegate(newValue) }
    }
    /// Draws the layer's model tree into `ctx`, in the layer's coordinates (fact D-28).
    open func render(in ctx: CGContext) { drawTree(in: ctx) }

    /// Reads a property, or a part such as `position.x` or `transform.rotation.z` (fact G-21); numbers come as
    /// `NSNumber`. Unknown names read what was stored under them.
    open func value(forKeyPath keyPath: String) -> Any? { storedValue(forKeyPath: keyPath) }
    open func value(forKey key: String) -> Any? { storedValue(forKeyPath: key) }
    /// Sets a property or a part of one; nil is 0 for a number. Unknown names are stored.
    open func setValue(_ value: Any?, forKeyPath keyPath: String) { storeValue(value, forKeyPath: keyPath) }
    open func setValue(_ value: Any?, forKey key: String) { storeValue(value, forKeyPath: key) }

    // MARK: What special classes add; overridden in this module only
    //
    // A setter of theirs asks `canSet(_:_:)`, calls `willChange(_:_:)` with `.specialChanged`, stores, and calls
    // `run(_:_:)`.

    /// What the class shows besides what every layer does, in the form that is committed.
    func specialContent() -> LayerSpecial? { backgroundPattern }
    /// Whether `key`, of the family `special`, is a property of the class.
    class func animates(_ key: LayerKey) -> Bool { false }
    /// A property that only this class has, or a part of one, as `value(forKeyPath:)` answers it; the outer nil for a
    /// name the class does not know.
    func specialValue(forKeyPath path: String) -> Any?? { nil }
    /// Sets such a property through its setter; false for a name the class does not know.
    func setSpecialValue(_ value: Any?, forKeyPath path: String) -> Bool { false }
    /// An empty layer of this class. Of an application's class that has properties it can only be made as for a view.
    func makePresentationCopy() -> CALayer {
        if !flags.contains(.isPlainClass), !layerProperties.isEmpty,
            let copy = type(of: self).init(coder: LayerClassCoder())
        {
            copy.copyProperties(of: self)
            return copy
        }
        return CALayer(layer: self)
    }
    /// The value of a property that the class shows by drawing; nil for a name it does not know, or a value that does not
    /// move.
    func customMotion(forKeyPath path: String) -> MotionValue? { layerProperties[path]?.motion }
    /// Whether a change of such a property is animated without anybody's asking.
    func animatesByItself(_ key: String) -> Bool { false }
    /// Whether the layer has to be displayed while such a property moves.
    func redraws(forCustomKey key: String) -> Bool { type(of: self).needsDisplay(forKey: key) }
    /// Has such properties read as `values` until it is called again.
    func showCustomValues(_ values: [String: MotionValue]) {
        for (name, box) in layerProperties { box.show(values[name]) }
    }
    /// Becomes a presentation layer that shows animated properties.
    func takeCustomValues(_ values: [String: MotionValue], of model: CALayer) {
        showCustomValues(values)
        for (name, value) in values where layerProperties[name] == nil {
            made.values = (details?.values ?? [:]).merging([name: CustomValue.value(value, as: Any.self) ?? 0]) { $1 }
        }
    }
    /// Makes a fresh presentation copy show `special`; values that are not in it come from `model`.
    func take(_ special: LayerSpecial, of model: CALayer) {}
    /// Draws what the class shows for `render(in:)`, over the contents and under the sublayers.
    func drawSpecial(in ctx: CGContext) {}
    /// Draws the sublayers for `render(in:)`.
    func drawSublayers(in ctx: CGContext) { drawSublayersBackToFront(in: ctx) }
}
