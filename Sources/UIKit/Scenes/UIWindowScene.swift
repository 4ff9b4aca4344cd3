import Foundation

/// The scene on a panel, and the windows in it.
@preconcurrency @MainActor
open class UIWindowScene: UIScene {
    public let screen: UIScreen
    private var owned: [Weak<UIWindow>] = []

    init(screen: UIScreen) {
        self.screen = screen
        super.init(
            session: screen === UIScreen.main
                ? UISceneSession(role: .windowApplication)
                : UISceneSession(
                    role: .windowExternalDisplayNonInteractive, persistentIdentifier: "panel \(screen.name)"))
    }

    /// The windows made for this scene that still exist, in the order they came.
    open var windows: [UIWindow] { owned.compactMap(\.object).filter { $0.windowScene === self } }
    open var keyWindow: UIWindow? { windows.first { $0.isKeyWindow } }

    /// How the picture stands: by its sides, for a panel has no up.
    open var interfaceOrientation: UIInterfaceOrientation {
        screen.bounds.width > screen.bounds.height ? .landscapeRight : .portrait
    }

    final func take(_ window: UIWindow) {
        owned.removeAll { $0.object == nil || $0.object === window }
        owned.append(Weak(window))
    }
}

/// A scene's delegate that keeps the scene's window.
@preconcurrency @MainActor
public protocol UIWindowSceneDelegate: UISceneDelegate {
    var window: UIWindow? { get set }
}

extension UIWindowSceneDelegate {
    public var window: UIWindow? {
        get { nil }
        set {}
    }
}

/// Which side of the interface is up; raw values as Apple's.
public enum UIInterfaceOrientation: Int, Sendable {
    case unknown = 0
    case portrait = 1
    case portraitUpsideDown = 2
    case landscapeRight = 3
    case landscapeLeft = 4

    public var isPortrait: Bool { self == .portrait || self == .portraitUpsideDown }
    public var isLandscape: Bool { self == .landscapeRight || self == .landscapeLeft }
}
