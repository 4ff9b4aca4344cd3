public import Foundation
package import QuartzCore
public import RenderServer

/// A panel as applications see it: a rectangle in points, and the windows on it.
///
/// The application object makes the real ones; before that, and in tests, `main` is a screen of 800×480 points that
/// nobody looks at.
@preconcurrency @MainActor
public final class UIScreen: NSObject {
    /// The screen applications draw on.
    public static var main: UIScreen { current }
    private static var current = UIScreen(pixelSize: CGSize(width: 800, height: 480), scale: 1)

    /// The main screen, and the other ones that are connected now, in the order of the configuration.
    public static var screens: [UIScreen] { [current] + others }
    private static var others: [UIScreen] = []

    /// Posted with the screen as object when a screen beside the main one was plugged in, and when it was pulled out. The
    /// main screen is always among `screens`.
    public static let didConnectNotification = NSNotification.Name("UIScreenDidConnectNotification")
    public static let didDisconnectNotification = NSNotification.Name("UIScreenDidDisconnectNotification")

    /// What this screen repeats: always nil. A screen without windows is black.
    public var mirrored: UIScreen? { nil }

    /// Posted with the screen as object when its size, scale or refresh rate changed.
    public static let modeDidChangeNotification = NSNotification.Name("UIScreenModeDidChangeNotification")

    /// The whole screen, points, origin 0.
    public private(set) var bounds: CGRect
    /// Pixels per point.
    public private(set) var scale: CGFloat
    /// The whole screen, pixels.
    public private(set) var nativeBounds: CGRect
    public var nativeScale: CGFloat { scale }
    /// Light, at the screen's scale, from left to right.
    public private(set) var traitCollection: UITraitCollection
    /// Refreshes per second.
    public private(set) var maximumFramesPerSecond: Int

    /// Its size in points and in pixels, as Apple's systems print them.
    public override var description: String {
        MainThread.describe(self) {
            let number = ObjectDescription.number
            return "<\(ObjectDescription.head(of: self)); bounds = {{0, 0}, {\(number(bounds.width)), "
                + "\(number(bounds.height))}}; mode = <size = "
                + String(format: "%f x %f", Double(nativeBounds.width), Double(nativeBounds.height)) + ">>"
        }
    }

    /// What windows' layers are put into; bounds as `bounds`.
    package let rootLayer: CALayer
    /// The part of the screen that something covers or that lies behind a frame, points from the edges.
    package var safeAreaInsets: UIEdgeInsets = .zero {
        didSet {
            guard safeAreaInsets != oldValue else { return }
            UIView.hasSafeAreas = true
            for window in windows { window.safeAreaSourceDidChange() }
        }
    }

    /// The connector, "HDMI-A-1"; empty for a screen that nobody looks at.
    package internal(set) var name = ""
    /// The layers on it; nil for a screen that nobody looks at.
    package weak var context: LayerContext?
    /// For which frame moves of fingers were delivered last, seconds.
    var touchTarget: TimeInterval?

    /// What shows this screen; nil for a screen that nobody looks at.
    weak var server: RenderServer?

    /// Posted with the screen as object when `brightness` changed.
    public static let brightnessDidChangeNotification = NSNotification.Name("UIScreenBrightnessDidChangeNotification")

    /// How bright the panel's light is, 0 (dim, not out) to 1; even to the eye. Limited to that; what is no number changes
    /// nothing. Without a light that can be set the value is kept, and seen only with `wantsSoftwareDimming`.
    public var brightness: CGFloat {
        get { light }
        set {
            guard newValue.isFinite else { return }
            let limited = min(max(newValue, 0), 1)
            guard limited != light else { return }
            light = limited
            idle?.applyLight()
            NotificationCenter.default.post(name: Self.brightnessDidChangeNotification, object: self)
        }
    }
    private var light: CGFloat = 1

    /// Whether the picture is darkened where no light can be. Costs a blend of every pixel that changes. Default false.
    public var wantsSoftwareDimming = false {
        didSet { if wantsSoftwareDimming != oldValue { idle?.applyLight() } }
    }

    /// Whether the panel is dark for want of touches. Set it from a presence sensor, or by the time of day. The
    /// application is in the background meanwhile; the next touch wakes the panel and does nothing else. Not in Apple's
    /// UIKit.
    public var isBlanked: Bool {
        get { idle?.isBlanked ?? false }
        set { if newValue { idle?.blank(isByHand: true) } else { idle?.wake() } }
    }

    /// Who makes the panel dark; nil on a screen that nobody looks at.
    weak var idle: PanelIdle?

    func adopt(brightness: Double) { light = CGFloat(min(max(brightness, 0), 1)) }

    private var shown: [Weak<UIWindow>] = []

    /// What its first responder brings to be typed on.
    private(set) lazy var inputViews = InputViewHost(screen: self)

    /// How far the picture is from its place, pixels.
    var pixelShift = CGPoint.zero {
        didSet { if pixelShift != oldValue { placeRoot() } }
    }

    /// What is shown at a point of the panel, points.
    func place(x: Double, y: Double) -> CGPoint {
        CGPoint(x: CGFloat(x) - pixelShift.x / scale, y: CGFloat(y) - pixelShift.y / scale)
    }

    /// How much of the picture's light is taken away, 0 to 1.
    var dimming = 0.0 {
        didSet { if dimming != oldValue { placeDimmer() } }
    }
    private var dimmer: CALayer?

    private func placeRoot() {
        let frame = bounds.offsetBy(dx: pixelShift.x / scale, dy: pixelShift.y / scale)
        CATransaction.nested(disablingActions: true) { rootLayer.frame = frame }
        placeDimmer()
    }

    /// A black layer over everything, only while it is needed.
    private func placeDimmer() {
        let alpha = min(max(dimming, 0), 0.95)
        CATransaction.nested(disablingActions: true) {
            guard alpha > 0 else {
                dimmer?.removeFromSuperlayer()
                dimmer = nil
                return
            }
            let layer = dimmer ?? CALayer()
            layer.backgroundColor = CGColor(red: 0, green: 0, blue: 0, alpha: CGFloat(alpha))
            layer.zPosition = 1_000_000
            layer.frame = rootLayer.bounds
            if dimmer == nil { rootLayer.addSublayer(layer) }
            dimmer = layer
        }
    }

    /// - Parameters:
    ///   - pixelSize: after rotation.
    ///   - scale: pixels per point, greater than 0.
    package init(pixelSize: CGSize, scale: CGFloat, maximumFramesPerSecond: Int = 60) {
        self.scale = scale
        traitCollection = UITraitCollection(screenScale: scale, size: pixelSize.divided(by: scale))
        self.maximumFramesPerSecond = maximumFramesPerSecond
        nativeBounds = CGRect(origin: .zero, size: pixelSize)
        bounds = CGRect(x: 0, y: 0, width: pixelSize.width / scale, height: pixelSize.height / scale)
        rootLayer = CALayer()
        super.init()
        let bounds = bounds
        CATransaction.nested(disablingActions: true) { rootLayer.frame = bounds }
    }

    /// Makes `screen` the main one. Windows shown so far stay on the old one.
    package static func setMain(_ screen: UIScreen) {
        current = screen
        MainScreenScale.value = screen.scale
    }

    /// A screen beside the main one is there.
    static func connect(_ screen: UIScreen, at index: Int = .max) {
        guard screen !== current, !others.contains(where: { $0 === screen }) else { return }
        others.insert(screen, at: min(index, others.count))
        NotificationCenter.default.post(name: didConnectNotification, object: screen)
    }

    /// Windows stay on it: they are seen again when it is back.
    static func disconnect(_ screen: UIScreen) {
        guard let index = others.firstIndex(where: { $0 === screen }) else { return }
        others.remove(at: index)
        NotificationCenter.default.post(name: didDisconnectNotification, object: screen)
    }

    /// A finger, reported at `time` seconds, leads to changes that may be on any screen.
    static func noteContact(at time: TimeInterval) {
        current.noteContact(at: time)
        for screen in others { screen.noteContact(at: time) }
    }

    private func noteContact(at time: TimeInterval) {
        if let context { context.newestContactTime = max(context.newestContactTime, time) }
    }

    // MARK: Frames

    /// A link that calls with the frames of this screen; `CADisplayLink.init` makes one of the main screen.
    ///
    /// - Parameter action: an unapplied method, `Target.step`, that takes the link.
    public func displayLink<Target: AnyObject>(
        withTarget target: Target, action: @escaping (Target) -> (CADisplayLink) -> Void
    ) -> CADisplayLink? {
        guard let context else { return nil }
        let link = CADisplayLink(target: target, action: action)
        link.wantedContext = context
        return link
    }

    /// The panel changed. Windows that filled the screen fill it again.
    package func update(pixelSize: CGSize, scale: CGFloat, maximumFramesPerSecond: Int) {
        let old = bounds
        let oldScale = self.scale
        let oldTraits = Dictionary(windows.map { (ObjectIdentifier($0), $0.traitCollection) }) { first, _ in first }
        self.scale = scale
        if self === UIScreen.current { MainScreenScale.value = scale }
        traitCollection = UITraitCollection(screenScale: scale, size: pixelSize.divided(by: scale))
        self.maximumFramesPerSecond = maximumFramesPerSecond
        nativeBounds = CGRect(origin: .zero, size: pixelSize)
        bounds = CGRect(x: 0, y: 0, width: pixelSize.width / scale, height: pixelSize.height / scale)
        let bounds = bounds
        placeRoot()
        for window in windows {
            if window.frame == old { window.changeSize(to: bounds) }
            if scale != oldScale {
                for view in window.subtree() { view.adoptScale(of: window) }
            }
            if let traits = oldTraits[ObjectIdentifier(window)] { window.tellTraitsChanged(from: traits) }
        }
        NotificationCenter.default.post(name: Self.modeDidChangeNotification, object: self)
    }

    // MARK: What was shown

    /// How many frames were shown, missed and refused since the start. No such member on Apple's systems.
    public var frameStatistics: FrameStatistics { server?.statistics ?? FrameStatistics() }

    /// How long the last frames took: from a finger to the panel, from flip to flip, to draw. Of at most 512 frames, computed
    /// when asked for. No such member on Apple's systems.
    public var frameTimings: FrameTimings { server?.timings ?? FrameTimings() }

    // MARK: Windows

    /// The visible windows, back to front: by level, among equals the later shown in front (facts E-09, E-110).
    package var windows: [UIWindow] { shown.compactMap(\.object) }

    func show(_ window: UIWindow) {
        shown.removeAll { $0.object == nil || $0.object === window }
        let index = shown.firstIndex { ($0.object?.windowLevel.rawValue ?? 0) > window.windowLevel.rawValue }
        CATransaction.nested(disablingActions: true) {
            if let index, let above = shown[index].object {
                shown.insert(Weak(window), at: index)
                rootLayer.insertSublayer(window.layer, below: above.layer)
            } else {
                shown.append(Weak(window))
                rootLayer.addSublayer(window.layer)
            }
        }
    }

    func hide(_ window: UIWindow) {
        shown.removeAll { $0.object == nil || $0.object === window }
        CATransaction.nested(disablingActions: true) { window.layer.removeFromSuperlayer() }
    }
}

extension CGSize {
    fileprivate func divided(by scale: CGFloat) -> CGSize { CGSize(width: width / scale, height: height / scale) }
}
