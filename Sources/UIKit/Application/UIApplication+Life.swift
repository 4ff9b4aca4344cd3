import Foundation
import QuartzCore

/// The application's life: launched, active, in the background while its panel is dark, ended (fact E-114). Each step is
/// told to the delegate first and then posted.
extension UIApplication {
    package final func launch(with delegate: any UIApplicationDelegate) {
        self.delegate = delegate
        _ = delegate.application(self, willFinishLaunchingWithOptions: nil)
        let scene = UIWindowScene(screen: .main)
        connectedScenes = [scene]
        _ = delegate.application(self, didFinishLaunchingWithOptions: nil)
        post(Self.didFinishLaunchingNotification)
        connect(scene, of: delegate)
        applicationState = .inactive
        if scene.delegate != nil { scene.enterForeground() }
        for screen in UIScreen.screens.dropFirst() { connectScene(on: screen) }
        becomeActive()
    }

    /// A panel beside the main one was plugged in. Before the launch there are no scenes.
    final func connectScene(on screen: UIScreen) {
        guard let delegate, scene(for: .main) != nil, scene(for: screen) == nil else { return }
        let scene = UIWindowScene(screen: screen)
        connectedScenes.insert(scene)
        // What stayed on the panel while it was away.
        for window in screen.windows where window.inputViewHost == nil { window.windowScene = scene }
        connect(scene, of: delegate)
        if applicationState != .background {
            scene.enterForeground()
            if applicationState == .active { scene.becomeActive() }
        }
    }

    final func disconnectScene(on screen: UIScreen) {
        guard let scene = scene(for: screen) else { return }
        dispatcher.cancelAll { $0.screen === screen }
        if scene.activationState == .foregroundActive { scene.resignActive() }
        if scene.activationState == .foregroundInactive { scene.enterBackground() }
        connectedScenes.remove(scene)
        scene.disconnect()
    }

    package final func terminate() {
        delegate?.applicationWillTerminate(self)
        post(Self.willTerminateNotification)
        _ = UserDefaults.standard.synchronize()
        for scene in connectedScenes { scene.disconnect() }
    }

    /// The panel went dark or came back: in between the application is in the background.
    package final func panelDidChange(isVisible: Bool) {
        if isVisible {
            guard applicationState == .background else { return }
            enterForeground()
            becomeActive()
        } else {
            if applicationState == .active { resignActive() }
            if applicationState == .inactive { enterBackground() }
        }
    }

    package final func becomeActive() {
        guard applicationState == .inactive else { return }
        applicationState = .active
        tell {
            $0.becomeActive()
        } else: {
            $0.applicationDidBecomeActive(self)
        }
        post(Self.didBecomeActiveNotification)
    }

    /// Fingers on the panel and keys that are down are cancelled (fact E-35).
    package final func resignActive() {
        guard applicationState == .active else { return }
        dispatcher.cancelAll()
        pressDispatcher.cancelAll()
        pointerDispatcher.cancelAll()
        tell {
            $0.resignActive()
        } else: {
            $0.applicationWillResignActive(self)
        }
        post(Self.willResignActiveNotification)
        applicationState = .inactive
    }

    package final func enterBackground() {
        guard applicationState == .inactive else { return }
        applicationState = .background
        tell {
            $0.enterBackground()
        } else: {
            $0.applicationDidEnterBackground(self)
        }
        post(Self.didEnterBackgroundNotification)
        // Foundation writes here only when it is asked to; nothing happens when nothing was set.
        _ = UserDefaults.standard.synchronize()
    }

    package final func enterForeground() {
        guard applicationState == .background else { return }
        tell {
            $0.enterForeground()
        } else: {
            $0.applicationWillEnterForeground(self)
        }
        post(Self.willEnterForegroundNotification)
        applicationState = .inactive
    }

    /// Tells the delegate, whoever listens, and every controller that is in a window's tree.
    package final func receiveMemoryWarning() {
        AssetLibrary.shared.forgetImages()
        delegate?.applicationDidReceiveMemoryWarning(self)
        post(Self.didReceiveMemoryWarningNotification)
        var pending = windows.compactMap(\.rootViewController)
        while let controller = pending.popLast() {
            controller.didReceiveMemoryWarning()
            pending += controller.children
            if let presented = controller.presentedStorage { pending.append(presented) }
        }
    }

    final func scene(for screen: UIScreen) -> UIWindowScene? {
        connectedScenes.lazy.compactMap { $0 as? UIWindowScene }.first { $0.screen === screen }
    }

    private func connect(_ scene: UIWindowScene, of delegate: any UIApplicationDelegate) {
        let options = UIScene.ConnectionOptions()
        let configuration = delegate.application(self, configurationForConnecting: scene.session, options: options)
        scene.session.configuration = configuration
        guard let type = configuration.delegateType(applicationDelegate: delegate) else { return }
        let sceneDelegate = type.init()
        scene.delegate = sceneDelegate
        sceneDelegate.scene(scene, willConnectTo: scene.session, options: options)
        scene.post(UIScene.willConnectNotification)
    }

    /// Scenes with a delegate are told instead of the application's delegate.
    private func tell(
        _ toScene: (UIScene) -> Void, else toApplication: (any UIApplicationDelegate) -> Void
    ) {
        let scenes = connectedScenes
        for scene in scenes { toScene(scene) }
        if !scenes.contains(where: { $0.delegate != nil }), let delegate { toApplication(delegate) }
    }

    private func post(_ name: Notification.Name) { NotificationCenter.default.post(name: name, object: self) }
}

extension UIUserInterfaceLayoutDirection {
    /// The direction of the language that the environment names.
    static func ofEnvironment(_ environment: [String: String] = ProcessInfo.processInfo.environment) -> Self {
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        guard let language = locale?.split(whereSeparator: { "_.@-".contains($0) }).first else { return .leftToRight }
        return NSLocale.characterDirection(forLanguage: String(language)) == .rightToLeft ? .rightToLeft : .leftToRight
    }
}
