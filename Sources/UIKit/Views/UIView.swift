public import CoreGraphics
public import Foundation
public import QuartzCore

/// A rectangle on the screen that shows something and may be touched; the owner of one layer and of its subviews.
///
/// Geometry and look are kept by the layer alone, so that view and layer can never disagree (fact G-01). Main thread.
@preconcurrency @MainActor
open class UIView: UIResponder, CALayerDelegate, @preconcurrency NSCoding {
    /// The class of `layer`, asked once when the view is made; a kind of `CALayer` (fact V-12).
    open class var layerClass: AnyClass { CALayer.self }

    /// What the view is on the screen. The view is its delegate: do not change that, nor make a view another layer's
    /// delegate (fact V-12).
    public final let layer: CALayer

    // The links of the tree. A view owns its subviews; the way up is cleared by whoever ends it, so it needs no
    // bookkeeping. Written on the main thread only; `nonisolated(unsafe)` because deinitializers read them.
    final nonisolated(unsafe) var subviewStorage: [UIView] = []
    final nonisolated(unsafe) unowned(unsafe) var superviewStorage: UIView?
    final nonisolated(unsafe) unowned(unsafe) var windowStorage: UIWindow?

    // Kept small: a plain view takes 72 bytes, its object header included, and the next size is 16 bytes larger.
    final var colorStorage: UIColor?
    /// What few views have.
    final var extras: ViewExtras?
    final var flags: ViewFlags
    private final var contentModeStorage = ContentMode.scaleToFill
    private final var autoresizingBits: UInt8 = 0
    /// Animations under way that keep touches from the view (fact A-26).
    final var animationsBlockingTouches: Int32 = 0

    // MARK: Making

    /// Sets bounds to origin 0 and the size of `frame`, center to its middle (fact G-16). Points of the superview to be.
    public init(frame: CGRect) {
        let layerClass: AnyClass = Self.layerClass
        layer = UIView.makeLayer(layerClass)
        flags = UIView.flags(of: Self.self, layerClass: layerClass)
        super.init()
        finishMaking(frame: frame)
    }

    public convenience override init() { self.init(frame: .zero) }

    /// From an archive, with the subviews in it (fact V-20: `init(frame:)` is not called). A subclass calls this one
    /// before it reads its own keys.
    public required init?(coder: NSCoder) {
        let layerClass: AnyClass = Self.layerClass
        layer = UIView.makeLayer(layerClass)
        flags = UIView.flags(of: Self.self, layerClass: layerClass)
        super.init()
        finishMaking(frame: .zero)
        decodeView(with: coder)
    }

    /// Writes geometry, look, behaviour and subviews; recognizers and targets are left out. A subclass calls this one
    /// before it writes its own keys.
    open func encode(with coder: NSCoder) { encodeView(with: coder) }

    /// For what a view does only while it is designed; no program calls it.
    open func prepareForInterfaceBuilder() {}

    /// What an archive keeps as subviews; a view that makes some of its own leaves those out.
    var archivedSubviews: [UIView] { subviewStorage }

    deinit {
        layer.owner = nil
        dismantle()
    }

    // MARK: Geometry

    /// Where the view is in its superview, points. Under a transform the box around it: read it, do not set it then
    /// (fact G-14). Setting changes center and the size of bounds.
    open var frame: CGRect {
        get { layer.frame }
        set { changeGeometry { layer.frame = newValue } }
    }

    /// The visible part of the view's own coordinates, points. Setting the size keeps center (fact G-15).
    open var bounds: CGRect {
        get { layer.bounds }
        set { changeGeometry { layer.bounds = newValue } }
    }

    /// Where the anchor, normally the middle, is in the superview, points.
    open var center: CGPoint {
        get { layer.position }
        set { layer.position = newValue }
    }

    /// Turns, scales and moves the view about its anchor.
    open var transform: CGAffineTransform {
        get { layer.affineTransform() }
        set { layer.setAffineTransform(newValue) }
    }

    open var transform3D: CATransform3D {
        get { layer.transform }
        set { layer.transform = newValue }
    }

    /// The point of the bounds that `center` places and `transform` turns about, in units of the bounds.
    open var anchorPoint: CGPoint {
        get { layer.anchorPoint }
        set { layer.anchorPoint = newValue }
    }

    // MARK: Look

    /// 0…1; multiplies down the tree (fact D-88).
    open var alpha: CGFloat {
        get { CGFloat(layer.opacity) }
        set { layer.opacity = Float(newValue) }
    }

    /// Hides the view with everything in it.
    open var isHidden: Bool {
        get { layer.isHidden }
        set { layer.isHidden = newValue }
    }

    /// Whether subviews are cut off at the bounds; default false.
    open var clipsToBounds: Bool {
        get { layer.masksToBounds }
        set { layer.masksToBounds = newValue }
    }

    /// Its alpha decides what of this view and its subviews is seen (fact D-83). Placed in this view's coordinates; it
    /// leaves its superview. Default nil.
    open var mask: UIView? {
        get { maskingView }
        set { setMaskingView(newValue) }
    }

    open var backgroundColor: UIColor? {
        get { currentBackgroundColor }
        set { setBackgroundColor(newValue) }
    }

    /// A promise that drawing covers the bounds; default true. Then the context is not cleared first (fact D-21).
    open var isOpaque: Bool {
        get { flags.contains(.isOpaque) }
        set {
            flags.set(.isOpaque, newValue)
            updateOpacity()
        }
    }

    /// Whether a view that is not opaque draws on a clear context; default true. A fresh context is always clear.
    open var clearsContextBeforeDrawing: Bool {
        get { flags.contains(.clearsContext) }
        set { flags.set(.clearsContext, newValue) }
    }

    /// What happens to the drawn content when the bounds change; default `.scaleToFill`.
    open var contentMode: ContentMode {
        get { contentModeStorage }
        set {
            contentModeStorage = newValue
            updateContentMode()
        }
    }

    /// The part of the content that is stretched, in units of it; default everything (facts D-60 to D-64).
    open var contentStretch: CGRect {
        get { layer.contentsCenter }
        set { layer.contentsCenter = newValue }
    }

    /// Pixels per point of what the view draws. A drawing view takes the screen's when it enters a window (fact G-72).
    open var contentScaleFactor: CGFloat {
        get { layer.contentsScale }
        set { setContentScaleFactor(newValue) }
    }

    /// Free for the application; default 0.
    open var tag: Int {
        get { extras?.tag ?? 0 }
        set { if newValue != tag { madeExtras.tag = newValue } }
    }

    // MARK: Tint

    /// The colour of what can be touched: the view's own, or the nearest superview's, or system blue (fact D-103).
    /// Setting nil inherits again.
    open var tintColor: UIColor! {
        get { effectiveTint }
        set { setTint(newValue) }
    }

    open var tintAdjustmentMode: TintAdjustmentMode {
        get { effectiveTintAdjustment }
        set { setTintAdjustment(newValue) }
    }

    /// Called when the effective tint changed.
    open func tintColorDidChange() {}

    // MARK: Traits

    /// Style, sharpness and direction of what surrounds the view: the screen's, with the nearest style asked for up the
    /// tree.
    open var traitCollection: UITraitCollection { inheritedTraits }
    /// Light or dark for this view and what is in it, whatever surrounds it; default `.unspecified`: as that.
    open var overrideUserInterfaceStyle: UIUserInterfaceStyle {
        get { extras?.traits.style ?? .unspecified }
        set { setStyle(newValue) }
    }
    /// What this view says about traits for itself and what is in it, whatever surrounds it.
    open var traitOverrides: any UITraitOverrides {
        get { extras?.traits.overrides ?? TraitValues.none }
        set { if let values = newValue as? TraitValues { setTraitOverrides(values) } }
    }
    /// Called when `traitCollection` changed, with the new one current; the base class does nothing.
    open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}

    // MARK: Tree

    open var superview: UIView? { superviewStorage }
    /// Back to front.
    open var subviews: [UIView] { subviewStorage }
    open var window: UIWindow? { windowStorage }

    /// Puts `view` in front of the other subviews, taking it from where it was.
    open func addSubview(_ view: UIView) { insert(view, .front) }
    /// An index that is too large appends (fact V-08).
    open func insertSubview(_ view: UIView, at index: Int) { insert(view, .index(index)) }
    /// In front when `siblingSubview` is not a subview.
    open func insertSubview(_ view: UIView, aboveSubview siblingSubview: UIView) {
        insert(view, .above(siblingSubview))
    }
    open func insertSubview(_ view: UIView, belowSubview siblingSubview: UIView) {
        insert(view, .below(siblingSubview))
    }
    open func exchangeSubview(at index1: Int, withSubviewAt index2: Int) { exchange(index1, index2) }
    open func bringSubviewToFront(_ view: UIView) { reorder(view, toFront: true) }
    open func sendSubviewToBack(_ view: UIView) { reorder(view, toFront: false) }
    open func removeFromSuperview() { leaveSuperview() }

    // Callbacks of a move, in the order of facts V-01 to V-07. The base class does nothing.
    open func willMove(toSuperview newSuperview: UIView?) {}
    open func willMove(toWindow newWindow: UIWindow?) {}
    open func didMoveToWindow() {}
    open func didMoveToSuperview() {}
    open func didAddSubview(_ subview: UIView) {}
    open func willRemoveSubview(_ subview: UIView) {}

    /// True for the view itself, too.
    open func isDescendant(of view: UIView) -> Bool { isInside(view) }
    /// The first view with this tag, this one included, depth first.
    open func viewWithTag(_ tag: Int) -> UIView? { firstView(withTag: tag) }

    // MARK: Layout

    /// Whether subviews follow the size of this view by their masks; default true. Direct subviews only (fact L-13).
    open var autoresizesSubviews: Bool {
        get { flags.contains(.autoresizesSubviews) }
        set { flags.set(.autoresizesSubviews, newValue) }
    }
    /// Which parts give way when the superview is resized; default none.
    open var autoresizingMask: AutoresizingMask {
        get { AutoresizingMask(rawValue: UInt(autoresizingBits)) }
        set { autoresizingBits = UInt8(truncatingIfNeeded: newValue.rawValue) }
    }

    /// Places the subviews. Never call it: use `setNeedsLayout()`. The base class does nothing.
    open func layoutSubviews() {}
    /// Marks for the next layout pass (fact L-21).
    open func setNeedsLayout() { layer.setNeedsLayout() }
    /// Lays out now what is marked, from the topmost marked superview down (fact L-22).
    open func layoutIfNeeded() { layer.layoutIfNeeded() }

    /// The size that would suit, points; the base class answers the present size (fact G-70).
    open func sizeThatFits(_ size: CGSize) -> CGSize { bounds.size }
    /// Takes the size that suits, keeping the upper left corner (fact G-71).
    open func sizeToFit() { fitSize() }
    /// The content's own size; `noIntrinsicMetric` where it has none.
    open var intrinsicContentSize: CGSize {
        CGSize(width: UIView.noIntrinsicMetric, height: UIView.noIntrinsicMetric)
    }
    /// The content's own size changed: the superview lays out again.
    open func invalidateIntrinsicContentSize() { superviewStorage?.setNeedsLayout() }

    /// How far the view lies under what surrounds the screen's usable part, points (fact L-40).
    open var safeAreaInsets: UIEdgeInsets { inheritedSafeArea }

    /// Distances content should keep from the edges, safe area included (fact L-42); 8 all round by default.
    open var layoutMargins: UIEdgeInsets {
        get { effectiveMargins }
        set { setMargins(newValue) }
    }
    open var insetsLayoutMarginsFromSafeArea: Bool {
        get { margins.followSafeArea }
        set { changeMargins { $0.followSafeArea = newValue } }
    }
    /// Whether margins are at least as wide as the superview's; default false (fact L-43).
    open var preservesSuperviewLayoutMargins: Bool {
        get { margins.preserveSuperview }
        set { changeMargins { $0.preserveSuperview = newValue } }
    }
    open func layoutMarginsDidChange() {}
    /// The margins in the direction of reading. Setting them makes left and right follow that direction.
    open var directionalLayoutMargins: NSDirectionalEdgeInsets {
        get { effectiveDirectionalMargins }
        set { setDirectionalMargins(newValue) }
    }
    /// Called before the layout that follows a change of `safeAreaInsets`.
    open func safeAreaInsetsDidChange() {}

    /// Whether the mask decides the frame; default true. A view whose frame others work out does not follow its mask
    /// (fact L-14).
    open var translatesAutoresizingMaskIntoConstraints: Bool {
        get { flags.contains(.translatesMask) }
        set { flags.set(.translatesMask, newValue) }
    }

    /// What the view means, which decides whether it turns round; default unspecified. Not inherited.
    open var semanticContentAttribute: SemanticContentAttribute {
        get { extras?.semanticContentAttribute ?? .unspecified }
        set {
            guard newValue != semanticContentAttribute else { return }
            madeExtras.semanticContentAttribute = newValue
            setNeedsLayout()
        }
    }
    /// The direction in which the view should arrange its content.
    open var effectiveUserInterfaceLayoutDirection: UIUserInterfaceLayoutDirection { readingDirection }

    // MARK: Drawing

    /// Draws the content into the current context, whose origin is the upper left corner, in points. `rect` is the part
    /// that needs it. The base class draws nothing, and a class that does not override it has no bitmap.
    open func draw(_ rect: CGRect) {}
    /// Marks the whole view; it draws once before the coming frame (fact D-01).
    open func setNeedsDisplay() { if drawsContent { layer.setNeedsDisplay() } }
    /// Marks a part, in the view's coordinates.
    open func setNeedsDisplay(_ rect: CGRect) { if drawsContent { layer.setNeedsDisplay(rect) } }

    /// A view that looks like this one does now and does not follow it; nil for an empty view. With `afterUpdates` what is
    /// marked is laid out first; what waits to be drawn is drawn anyway.
    open func snapshotView(afterScreenUpdates afterUpdates: Bool) -> UIView? {
        makeSnapshot(afterScreenUpdates: afterUpdates)
    }
    /// The same of a part of the view, whose edges keep their size when the snapshot is resized; `rect` and `capInsets` in
    /// the view's points. Nil for an empty rectangle.
    open func resizableSnapshotView(
        from rect: CGRect, afterScreenUpdates afterUpdates: Bool, withCapInsets capInsets: UIEdgeInsets
    ) -> UIView? {
        makeSnapshot(of: rect, afterScreenUpdates: afterUpdates, capInsets: capInsets)
    }
    /// Draws the view and everything in it into the current context, scaled to `rect`. False without a context.
    @discardableResult
    open func drawHierarchy(in rect: CGRect, afterScreenUpdates afterUpdates: Bool) -> Bool {
        drawTree(in: rect, afterScreenUpdates: afterUpdates)
    }

    // MARK: Touches

    /// Whether touches reach the view and everything in it; default true (fact E-28).
    open var isUserInteractionEnabled: Bool {
        get { flags.contains(.isInteractive) }
        set { flags.set(.isInteractive, newValue) }
    }
    /// Whether it gets more than the first finger of a sequence; default false (fact E-24).
    open var isMultipleTouchEnabled: Bool {
        get { flags.contains(.isMultipleTouch) }
        set { flags.set(.isMultipleTouch, newValue) }
    }
    /// Whether its fingers exclude those of other views of the window, and the other way round; default false (E-27).
    open var isExclusiveTouch: Bool {
        get { flags.contains(.isExclusiveTouch) }
        set { flags.set(.isExclusiveTouch, newValue) }
    }

    /// The deepest view at `point`, in this view's coordinates; nil when there is none (group E.1 of the facts).
    open func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? { deepestView(at: point, with: event) }
    /// The lower edges belong to the view, the upper ones do not (fact G-74).
    open func point(inside point: CGPoint, with event: UIEvent?) -> Bool { bounds.contains(point) }

    open var gestureRecognizers: [UIGestureRecognizer]? {
        get { recognizers.isEmpty ? nil : recognizers }
        set { setRecognizers(newValue ?? []) }
    }
    open func addGestureRecognizer(_ gestureRecognizer: UIGestureRecognizer) { attach(gestureRecognizer) }
    open func removeGestureRecognizer(_ gestureRecognizer: UIGestureRecognizer) { detach(gestureRecognizer) }
    /// Whether a recognizer about to begin may; the base class allows all (fact E-85).
    open func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool { true }

    /// In the order they were added.
    open var interactions: [any UIInteraction] {
        get { extras?.interactions ?? [] }
        set { setInteractions(newValue) }
    }
    /// An interaction is of one view at a time.
    open func addInteraction(_ interaction: any UIInteraction) { attach(interaction) }
    open func removeInteraction(_ interaction: any UIInteraction) { detach(interaction) }

    /// Called by `unarchived(from:isWhole:)` when all objects of the archive are made (fact V-20).
    open func awakeFromNib() {}

    // MARK: Responder

    /// The controller if this is its root view, else the superview (fact E-50).
    open override var next: UIResponder? { viewController ?? superviewStorage }

    /// Makes the first responder resign if it is this view or inside it. Returns whether none is left in it.
    @discardableResult
    open func endEditing(_ force: Bool) -> Bool { endEditingInside(force: force) }

    // MARK: Converting. Nil means the window; without a window, the top of the tree (fact G-57)

    open func convert(_ point: CGPoint, to view: UIView?) -> CGPoint { convertPoint(point, to: view) }
    open func convert(_ point: CGPoint, from view: UIView?) -> CGPoint { convertPoint(point, from: view) }
    open func convert(_ rect: CGRect, to view: UIView?) -> CGRect { convertRect(rect, to: view) }
    open func convert(_ rect: CGRect, from view: UIView?) -> CGRect { convertRect(rect, from: view) }

    // MARK: Accessibility. Nothing here speaks: `vitrine inspect` and programs that test others read it.

    /// Whether the view is one thing to whoever works without seeing it; by default labels and buttons are.
    open var isAccessibilityElement: Bool {
        get { accessibilityValues?.isElement ?? standardAccessibility.isElement }
        set { setAccessibility(\.isElement, newValue) }
    }
    /// What it is called; by default a label's text, a button's title.
    open var accessibilityLabel: String? {
        get { accessibilityValues?.label ?? standardAccessibility.label }
        set { setAccessibility(\.label, newValue) }
    }
    /// What happens when it is used.
    open var accessibilityHint: String? {
        get { accessibilityValues?.hint }
        set { setAccessibility(\.hint, newValue) }
    }
    /// What it stands at, as words.
    open var accessibilityValue: String? {
        get { accessibilityValues?.value }
        set { setAccessibility(\.value, newValue) }
    }
    open var accessibilityTraits: UIAccessibilityTraits {
        get { accessibilityValues?.traits ?? standardAccessibility.traits }
        set { setAccessibility(\.traits, newValue) }
    }
    /// A name for tests and programs, which no person is told.
    open var accessibilityIdentifier: String? {
        get { accessibilityValues?.identifier }
        set { setAccessibility(\.identifier, newValue) }
    }
    /// For whoever works without a finger: one step up, where the traits say `adjustable`. The base class does nothing.
    open func accessibilityIncrement() {}
    /// One step down.
    open func accessibilityDecrement() {}
    /// What this class says where the application says nothing.
    var standardAccessibility: StandardAccessibility { StandardAccessibility() }

    // MARK: Description

    /// Class, address, frame, what differs from the defaults, and the layer, as Apple's systems print it; class and address
    /// alone on other threads than the main one.
    open override var description: String { MainThread.describe(self) { words } }
    /// What the description calls the text, if the class shows any.
    var describedText: String? { nil }
    /// What the class adds to the end.
    var describedContents: [String] { [] }

    // MARK: Layer delegate

    /// Supplies the layer's contents; the base class lets it draw.
    open func display(_ layer: CALayer) { UIView.standardDisplay.display(layer) }
    open func layerWillDraw(_ layer: CALayer) {}
    open func draw(_ layer: CALayer, in ctx: CGContext) { drawContent(in: ctx) }
    open func layoutSublayers(of layer: CALayer) { layOut() }
    /// Layers of views stand still outside animation blocks (fact A-35).
    open func action(for layer: CALayer, forKey event: String) -> (any CAAction)? { viewAction(forKey: event) }
}
