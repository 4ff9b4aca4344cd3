public import Foundation

/// One instance of the application's interface. On each panel there is one, a `UIWindowScene`.
@preconcurrency @MainActor
open class UIScene: UIResponder {
    public enum ActivationState: Int, Sendable {
        case unattached = -1
        case foregroundActive = 0
        case foregroundInactive = 1
        case background = 2
    }

    /// Why a scene begins. On a panel there is never anything in it: it begins because the program does.
    @preconcurrency @MainActor
    open class ConnectionOptions: NSObject {}

    public nonisolated static let willConnectNotification = Notification.Name("UISceneWillConnectNotification")
    public nonisolated static let didDisconnectNotification = Notification.Name("UISceneDidDisconnectNotification")
    public nonisolated static let didActivateNotification = Notification.Name("UISceneDidActivateNotification")
    public nonisolated static let willDeactivateNotification = Notification.Name("UISceneWillDeactivateNotification")
    public nonisolated static let willEnterForegroundNotification = Notification.Name(
        "UISceneWillEnterForegroundNotification")
    public nonisolated static let didEnterBackgroundNotification = Notification.Name(
        "UISceneDidEnterBackgroundNotification")

    public let session: UISceneSession
    /// Held strongly.
    open var delegate: (any UISceneDelegate)?
    open private(set) var activationState = ActivationState.unattached
    open var title: String! = ""

    init(session: UISceneSession) {
        self.session = session
        super.init()
        session.scene = self
    }

    open override var next: UIResponder? { UIApplication.shared }

    // MARK: Life, driven by the application's

    final func enterForeground() {
        activationState = .foregroundInactive
        delegate?.sceneWillEnterForeground(self)
        post(Self.willEnterForegroundNotification)
    }

    final func becomeActive() {
        activationState = .foregroundActive
        delegate?.sceneDidBecomeActive(self)
        post(Self.didActivateNotification)
    }

    final func resignActive() {
        delegate?.sceneWillResignActive(self)
        post(Self.willDeactivateNotification)
        activationState = .foregroundInactive
    }

    final func enterBackground() {
        activationState = .background
        delegate?.sceneDidEnterBackground(self)
        post(Self.didEnterBackgroundNotification)
    }

    final func disconnect() {
        activationState = .unattached
        delegate?.sceneDidDisconnect(self)
        post(Self.didDisconnectNotification)
    }

    final func post(_ name: Notification.Name) { NotificationCenter.default.post(name: name, object: self) }
}

/// What a scene tells its owner.
@preconcurrency @MainActor
public protocol UISceneDelegate: NSObjectProtocol {
    init()

    /// The place to make a window, give it its root controller and show it.
    func scene(
        _ scene: UIScene, willConnectTo session: UISceneSession, options connectionOptions: UIScene.ConnectionOptions)
    func sceneDidDisconnect(_ scene: UIScene)
    func sceneDidBecomeActive(_ scene: UIScene)
    func sceneWillResignActive(_ scene: UIScene)
    func sceneWillEnterForeground(_ scene: UIScene)
    func sceneDidEnterBackground(_ scene: UIScene)
}

extension UISceneDelegate {
    public func scene(
        _ scene: UIScene, willConnectTo session: UISceneSession, options connectionOptions: UIScene.ConnectionOptions
    ) {}
    public func sceneDidDisconnect(_ scene: UIScene) {}
    public func sceneDidBecomeActive(_ scene: UIScene) {}
    public func sceneWillResignActive(_ scene: UIScene) {}
    public func sceneWillEnterForeground(_ scene: UIScene) {}
    public func sceneDidEnterBackground(_ scene: UIScene) {}
}
