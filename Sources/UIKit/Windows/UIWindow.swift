public import Foundation
import QuartzCore

/// The root of a tree of views, put on the screen; passes touches on to its views.
///
/// A window is made hidden and is shown by `makeKeyAndVisible()` (fact E-111). Whoever makes it keeps it: the screen does
/// not.
@preconcurrency @MainActor
open class UIWindow: UIView {
    /// Which windows lie in front of which, whatever the order they are shown in (fact E-110).
    public struct Level: RawRepresentable, Hashable, Comparable, Sendable {
        public let rawValue: CGFloat

        public init(rawValue: CGFloat) { self.rawValue = rawValue }

        public init(_ rawValue: CGFloat) { self.rawValue = rawValue }

        public static let normal = Level(rawValue: 0)
        public static let statusBar = Level(rawValue: 1000)
        public static let alert = Level(rawValue: 2000)

        public static func < (a: Level, b: Level) -> Bool { a.rawValue < b.rawValue }
    }

    public static let didBecomeVisibleNotification = NSNotification.Name("UIWindowDidBecomeVisibleNotification")
    public static let didBecomeHiddenNotification = NSNotification.Name("UIWindowDidBecomeHiddenNotification")
    public static let didBecomeKeyNotification = NSNotification.Name("UIWindowDidBecomeKeyNotification")
    public static let didResignKeyNotification = NSNotification.Name("UIWindowDidResignKeyNotification")

    /// The window that gets keys and other events without a place; at most one (fact E-112).
    package private(set) static weak var key: UIWindow?
    /// The screen the window is on. When it is set the window moves there with everything in it, and fills it if it filled
    /// the one before.
    public var screen: UIScreen {
        get { screenStorage }
        set { move(to: newValue) }
    }
    private var screenStorage: UIScreen
    /// The scene the window belongs to: the one it was made for, else the screen's. Nil outside an application.
    open weak var windowScene: UIWindowScene? {
        didSet {
            guard windowScene !== oldValue, let windowScene else { return }
            windowScene.take(self)
            screen = windowScene.screen
        }
    }
    /// Of the window that input views are in, which is none of the application's: it belongs to no scene, and what is done
    /// in it is done for whoever brought the views. Nil for all others.
    var inputViewHost: InputViewHost? { nil }
    /// Who gets key events of this window. Set by the responders.
    final var firstResponder: UIResponder? {
        didSet { if firstResponder !== oldValue { screen.inputViews.responderDidChange(in: self) } }
    }

    /// A window as large as the screen (fact G-19).
    public convenience init() { self.init(frame: UIScreen.main.bounds) }

    /// `frame` is in screen points.
    public override init(frame: CGRect) {
        screenStorage = .main
        super.init(frame: frame)
        becomeRoot()
    }

    /// A window as large as the scene's screen.
    public convenience init(windowScene: UIWindowScene) {
        self.init(frame: windowScene.screen.bounds)
        // Observers do not run in initialisers.
        self.windowScene = windowScene
        windowScene.take(self)
        screen = windowScene.screen
    }

    public required init?(coder: NSCoder) {
        screenStorage = .main
        super.init(coder: coder)
        becomeRoot()
    }

    private func becomeRoot() {
        windowStorage = self
        layer.isHidden = true
        adoptScale(of: self)
        windowScene = UIApplication.shared.scene(for: screen)
        windowScene?.take(self)
    }

    deinit {
        let screen = firstResponder == nil ? nil : screenStorage
        dismantle(isWindow: true)
        let layer = layer
        MainThread.run {
            layer.removeFromSuperlayer()
            screen?.inputViews.refresh()
        }
    }

    // MARK: On the screen

    private func move(to new: UIScreen) {
        let old = screenStorage
        guard new !== old else { return }
        let traits = traitCollection
        UIApplication.shared.dispatcher.cancelAll { $0.window === self }
        // Who hears of that may have moved or hidden it.
        guard screenStorage === old else { return }
        if !isHidden { old.hide(self) }
        screenStorage = new
        if windowScene?.screen !== new { windowScene = UIApplication.shared.scene(for: new) }
        if frame == old.bounds { changeSize(to: new.bounds) }
        if new.scale != old.scale { for view in subtree() { view.adoptScale(of: self) } }
        tellTraitsChanged(from: traits)
        if !isHidden { new.show(self) }
        if firstResponder != nil {
            old.inputViews.refresh()
            new.inputViews.responderDidChange(in: self)
        }
    }

    /// Default `.normal`.
    open var windowLevel: Level = .normal { didSet { if !isHidden, windowLevel != oldValue { screen.show(self) } } }

    open override var isHidden: Bool {
        get { super.isHidden }
        set {
            guard newValue != super.isHidden else { return }
            super.isHidden = newValue
            visibilityDidChange()
        }
    }

    private func visibilityDidChange() {
        if isHidden {
            for controller in shownControllers.reversed() { controller.disappear(animated: false) }
            screen.hide(self)
            resignIfKey()
            for view in subtree() { view.didLeaveWindow() }
            NotificationCenter.default.post(name: Self.didBecomeHiddenNotification, object: self)
        } else {
            let controllers = shownControllers
            for controller in controllers { controller.beginAppearance(animated: false) }
            screen.show(self)
            NotificationCenter.default.post(name: Self.didBecomeVisibleNotification, object: self)
            for controller in controllers { controller.endAppearanceAfterLayout() }
        }
        if firstResponder != nil { screen.inputViews.refresh() }
    }

    /// What surrounds the usable part of this window: the screen's insets where the window reaches them.
    final var screenSafeArea: UIEdgeInsets {
        let insets = screen.safeAreaInsets
        guard insets != .zero else { return .zero }
        let area = screen.bounds
        return UIEdgeInsets(
            top: min(max(insets.top - frame.minY, 0), insets.top),
            left: min(max(insets.left - frame.minX, 0), insets.left),
            bottom: min(max(frame.maxY - (area.height - insets.bottom), 0), insets.bottom),
            right: min(max(frame.maxX - (area.width - insets.right), 0), insets.right))
    }

    // MARK: Root view controller

    /// Its view fills the window and lies behind the window's other subviews (fact E-113).
    open var rootViewController: UIViewController? {
        didSet { if rootViewController !== oldValue { replaceRootView(of: oldValue) } }
    }

    /// The root and what is presented over it, without those whose view left the window for that.
    private var shownControllers: [UIViewController] {
        guard let rootViewController else { return [] }
        return ([rootViewController] + rootViewController.presentedChain).filter {
            $0.viewStorage?.windowStorage === self
        }
    }

    /// The screen changed under the window: its controllers hear of the size to come, and may make their own changes with
    /// it.
    final func changeSize(to frame: CGRect) {
        guard let root = rootViewController, root.isViewLoaded, frame.size != bounds.size else {
            self.frame = frame
            return
        }
        let coordinator = TransitionCoordinator(container: self)
        root.sizeCoordinator = coordinator
        root.viewWillTransition(to: frame.size, with: coordinator)
        for controller in root.presentedChain {
            controller.sizeCoordinator = coordinator
            controller.presentationStorage?.viewWillTransition(to: frame.size, with: coordinator)
        }
        self.frame = frame
        coordinator.runAlongside()
        CATransaction.afterCommit { coordinator.finish() }
    }

    private func replaceRootView(of old: UIViewController?) {
        if let old {
            old.endPresentations()
            if !isHidden { old.beginDisappearance(animated: false) }
            old.viewIfLoaded?.removeFromSuperview()
            if !isHidden { old.endDisappearance() }
            old.hostWindow = nil
        }
        guard let controller = rootViewController else { return }
        controller.hostWindow = self
        controller.loadViewIfNeeded()
        if !isHidden { controller.beginAppearance(animated: false) }
        if let view = controller.view {
            view.frame = bounds
            view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
            insertSubview(view, at: 0)
        }
        if !isHidden { controller.endAppearanceAfterLayout() }
    }

    // MARK: Key

    open var isKeyWindow: Bool { UIWindow.key === self }
    open var canBecomeKey: Bool { true }

    /// Shows the window in front of those of its level and makes it key.
    open func makeKeyAndVisible() {
        if isHidden { isHidden = false } else { screen.show(self) }
        makeKey()
    }

    /// The old key window resigns first (fact E-111).
    open func makeKey() {
        guard canBecomeKey, UIWindow.key !== self else { return }
        UIWindow.key?.resignIfKey()
        UIWindow.key = self
        becomeKey()
        NotificationCenter.default.post(name: Self.didBecomeKeyNotification, object: self)
    }

    private func resignIfKey() {
        guard UIWindow.key === self else { return }
        UIWindow.key = nil
        resignKey()
        NotificationCenter.default.post(name: Self.didResignKeyNotification, object: self)
    }

    /// Called when the window became key; for subclasses.
    open func becomeKey() {}
    open func resignKey() {}

    // MARK: Events

    /// Brings the touches of `event` that belong to this window to recognizers and views, presses to their responders.
    open func sendEvent(_ event: UIEvent) {
        if let presses = event as? UIPressesEvent {
            deliver(presses)
        } else if event.type == .hover {
            UIApplication.shared.pointerDispatcher.deliverHover(event, in: self)
        } else if event.type == .scroll {
            UIApplication.shared.pointerDispatcher.deliverScroll(event, in: self)
        } else if event.type == .transform {
            UIApplication.shared.pointerDispatcher.deliverTransform(event, in: self)
        } else {
            TouchDelivery.shared.deliver(event, in: self)
        }
    }

    open override var next: UIResponder? { windowScene ?? UIApplication.shared }

    // MARK: Converting. Nil means the screen (fact G-58)

    open func convert(_ point: CGPoint, to window: UIWindow?) -> CGPoint {
        let onScreen = pointToScreen(point)
        return window.map { $0.pointFromScreen(onScreen) } ?? onScreen
    }

    open func convert(_ point: CGPoint, from window: UIWindow?) -> CGPoint {
        pointFromScreen(window.map { $0.pointToScreen(point) } ?? point)
    }

    open func convert(_ rect: CGRect, to window: UIWindow?) -> CGRect { box(rect) { convert($0, to: window) } }
    open func convert(_ rect: CGRect, from window: UIWindow?) -> CGRect { box(rect) { convert($0, from: window) } }

    // By the window's own geometry and not by layers: a hidden window's layer is nowhere.
    private func pointToScreen(_ point: CGPoint) -> CGPoint {
        let bounds = layer.bounds
        let anchor = layer.anchorPoint
        let moved = CGPoint(
            x: point.x - bounds.minX - anchor.x * bounds.width, y: point.y - bounds.minY - anchor.y * bounds.height
        ).applying(layer.affineTransform())
        return CGPoint(x: moved.x + layer.position.x, y: moved.y + layer.position.y)
    }

    private func pointFromScreen(_ point: CGPoint) -> CGPoint {
        let bounds = layer.bounds
        let anchor = layer.anchorPoint
        let moved = CGPoint(x: point.x - layer.position.x, y: point.y - layer.position.y)
            .applying(layer.affineTransform().inverted())
        return CGPoint(
            x: moved.x + bounds.minX + anchor.x * bounds.width, y: moved.y + bounds.minY + anchor.y * bounds.height)
    }

    private func box(_ rect: CGRect, _ convert: (CGPoint) -> CGPoint) -> CGRect {
        let corners = [
            CGPoint(x: rect.minX, y: rect.minY), CGPoint(x: rect.maxX, y: rect.minY),
            CGPoint(x: rect.minX, y: rect.maxY), CGPoint(x: rect.maxX, y: rect.maxY),
        ].map(convert)
        let x = corners.map(\.x)
        let y = corners.map(\.y)
        guard let left = x.min(), let right = x.max(), let top = y.min(), let bottom = y.max() else { return rect }
        return CGRect(x: left, y: top, width: right - left, height: bottom - top)
    }
}
