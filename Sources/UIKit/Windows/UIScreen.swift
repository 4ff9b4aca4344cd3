public import Foundation
package import QuartzCore
public import RenderServer

/// The panel as applications see it: a rectangle in points, and the windows on it.
///
/// The application object makes the real one; before that, and in tests, `main` is a screen of 800×480 points that
/// nobody looks at.
@preconcurrency @MainActor
public final class UIScreen: NSObject {
    /// The screen applications draw on.
    public static var main: UIScreen { current }
    private static var current = UIScreen(pixelSize: CGSize(width: 800, height: 480), scale: 1)

    /// The panels there are: one.
    public static var screens: [UIScreen] { [current] }

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

    /// What shows this screen; nil for a screen that nobody looks at.
    weak var server: RenderServer?

    private var shown: [Weak<UIWindow>] = []

    /// - Parameters:
    ///   - pixelSize: after rotation.
    ///   - scale: pixels per point, greater than 0.
    package init(pixelSize: CGSize, scale: CGFloat, maximumFramesPerSecond: Int = 60) {
        self.scale = scale
        traitCollection = UITraitCollection(.light, scale, .leftToRight)
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

    /// The panel changed. Windows that filled the screen fill it again.
    package func update(pixelSize: CGSize, scale: CGFloat, maximumFramesPerSecond: Int) {
        let old = bounds
        let oldScale = self.scale
        self.scale = scale
        if self === UIScreen.current { MainScreenScale.value = scale }
        traitCollection = UITraitCollection(.light, scale, .leftToRight)
        self.maximumFramesPerSecond = maximumFramesPerSecond
        nativeBounds = CGRect(origin: .zero, size: pixelSize)
        bounds = CGRect(x: 0, y: 0, width: pixelSize.width / scale, height: pixelSize.height / scale)
        let bounds = bounds
        CATransaction.nested(disablingActions: true) { rootLayer.frame = bounds }
        for window in windows {
            if window.frame == old { window.changeSize(to: bounds) }
            if scale != oldScale {
                for view in window.subtree() { view.adoptScale(of: window) }
                let style = window.traitCollection.userInterfaceStyle
                window.tellTraitsChanged(from: UITraitCollection(style, oldScale, .leftToRight))
            }
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
