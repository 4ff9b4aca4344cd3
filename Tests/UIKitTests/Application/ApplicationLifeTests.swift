import Foundation
import TestSupport
import Testing

@testable import UIKit

@MainActor private let story = Log()

private class LoggingDelegate: NSObject, UIApplicationDelegate {
    required override init() { super.init() }
    func application(
        _ application: UIApplication,
        willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        story += "willFinish"
        return true
    }
    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        story += "didFinish"
        return true
    }
    func application(
        _ application: UIApplication, configurationForConnecting connectingSceneSession: UISceneSession,
        options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration { connectingSceneSession.configuration }
    func applicationDidBecomeActive(_ application: UIApplication) { story += "active" }
    func applicationWillResignActive(_ application: UIApplication) {
        story += "resign \(application.applicationState == .active)"
    }
    func applicationDidEnterBackground(_ application: UIApplication) {
        story += "background \(application.applicationState == .background)"
    }
    func applicationWillEnterForeground(_ application: UIApplication) { story += "foreground" }
    func applicationWillTerminate(_ application: UIApplication) { story += "terminate" }
    func applicationDidReceiveMemoryWarning(_ application: UIApplication) { story += "memory" }
}

private final class SceneAppDelegate: LoggingDelegate {
    override func application(
        _ application: UIApplication, configurationForConnecting connectingSceneSession: UISceneSession,
        options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration {
        story += "configuration \(connectingSceneSession.role == .windowApplication)"
        let configuration = UISceneConfiguration(name: "Main", sessionRole: connectingSceneSession.role)
        configuration.delegateClass = LoggingSceneDelegate.self
        return configuration
    }
}

private final class LoggingSceneDelegate: UIResponder, UIWindowSceneDelegate {
    var window: UIWindow?

    func scene(
        _ scene: UIScene, willConnectTo session: UISceneSession, options connectionOptions: UIScene.ConnectionOptions
    ) {
        story += "scene connects"
        guard let windowScene = scene as? UIWindowScene else { return }
        let window = UIWindow(windowScene: windowScene)
        window.rootViewController = UIViewController()
        window.makeKeyAndVisible()
        self.window = window
    }
    func sceneDidDisconnect(_ scene: UIScene) { story += "scene disconnects" }
    func sceneDidBecomeActive(_ scene: UIScene) { story += "scene active" }
    func sceneWillResignActive(_ scene: UIScene) { story += "scene resigns" }
    func sceneWillEnterForeground(_ scene: UIScene) { story += "scene foreground" }
    func sceneDidEnterBackground(_ scene: UIScene) { story += "scene background" }
}

/// The names of an application's notifications, as they come.
@MainActor
private func noting(_ application: UIApplication, _ body: () -> Void) {
    let names = [
        UIApplication.didFinishLaunchingNotification, UIApplication.didBecomeActiveNotification,
        UIApplication.willResignActiveNotification, UIApplication.didEnterBackgroundNotification,
        UIApplication.willEnterForegroundNotification, UIApplication.didReceiveMemoryWarningNotification,
        UIApplication.willTerminateNotification,
    ]
    let observers = names.map { name in
        NotificationCenter.default.addObserver(forName: name, object: application, queue: nil) { note in
            let text = note.name.rawValue.replacingOccurrences(of: "UIApplication", with: "note ")
                .replacingOccurrences(of: "Notification", with: "")
            MainActor.assumeIsolated { story += text }
        }
    }
    body()
    for observer in observers { NotificationCenter.default.removeObserver(observer) }
}

@MainActor
@Suite("The application's life", .serialized)
struct ApplicationLifeTests {
    @Test("E-114 Launched, active, in the background while the panel is dark, back, ended; notes follow the delegate")
    func life() {
        TestScreen.with { _ in
            let application = UIApplication()
            _ = story.take()
            noting(application) {
                application.launch(with: LoggingDelegate())
                #expect(
                    story.take() == [
                        "willFinish", "didFinish", "note DidFinishLaunching", "active", "note DidBecomeActive",
                    ])
                #expect(application.applicationState == .active)
                application.panelDidChange(isVisible: true)
                #expect(story.take().isEmpty)
                application.panelDidChange(isVisible: false)
                #expect(
                    story.take() == [
                        "resign true", "note WillResignActive", "background true", "note DidEnterBackground",
                    ])
                application.panelDidChange(isVisible: false)
                #expect(story.take().isEmpty)
                application.panelDidChange(isVisible: true)
                #expect(
                    story.take() == ["foreground", "note WillEnterForeground", "active", "note DidBecomeActive"])
                application.terminate()
                #expect(story.take() == ["terminate", "note WillTerminate"])
            }
        }
    }

    @Test("A program with a scene delegate: the scene is told in the application's stead")
    func scenes() throws {
        try TestScreen.with { test in
            let application = UIApplication()
            _ = story.take()
            application.launch(with: SceneAppDelegate())
            #expect(
                story.take() == [
                    "willFinish", "didFinish", "configuration true", "scene connects", "scene foreground",
                    "scene active",
                ])
            let scene = try #require(application.connectedScenes.first as? UIWindowScene)
            let delegate = try #require(scene.delegate as? LoggingSceneDelegate)
            #expect(scene.screen === test.screen)
            #expect(scene.windows == [delegate.window])
            #expect(scene.keyWindow === delegate.window)
            #expect(delegate.window?.windowScene === scene)
            #expect(delegate.window?.frame == test.screen.bounds)
            #expect(delegate.window?.next === scene)
            #expect(scene.activationState == .foregroundActive)
            #expect(scene.interfaceOrientation == .portrait)
            #expect(scene.session.scene === scene)
            #expect(scene.session.configuration.name == "Main")
            application.panelDidChange(isVisible: false)
            #expect(story.take() == ["scene resigns", "scene background"])
            #expect(scene.activationState == .background)
            application.panelDidChange(isVisible: true)
            #expect(story.take() == ["scene foreground", "scene active"])
            application.terminate()
            #expect(story.take() == ["terminate", "scene disconnects"])
            delegate.window?.isHidden = true
        }
    }

    @Test("Without a scene delegate there is a scene all the same, and windows know it")
    func implicitScene() {
        TestScreen.with { _ in
            let application = UIApplication()
            application.launch(with: LoggingDelegate())
            #expect(application.connectedScenes.count == 1)
            #expect(application.connectedScenes.first?.delegate == nil)
            #expect(application.connectedScenes.first?.activationState == .foregroundActive)
        }
    }

    @Test("A memory warning reaches the delegate, observers and all controllers in windows")
    func memoryWarning() {
        final class Counting: UIViewController {
            var warnings = 0
            override func didReceiveMemoryWarning() { warnings += 1 }
        }
        TestScreen.with { test in
            let application = UIApplication()
            application.launch(with: LoggingDelegate())
            let (root, child, presented) = (Counting(), Counting(), Counting())
            root.addChild(child)
            test.window.rootViewController = root
            test.commit()
            root.present(presented, animated: false)
            test.commit()
            _ = story.take()
            noting(application) { application.receiveMemoryWarning() }
            #expect(story.take() == ["memory", "note DidReceiveMemoryWarning"])
            #expect((root.warnings, child.warnings, presented.warnings) == (1, 1, 1))
        }
    }

    @Test("Where the kernel has no pressure file nothing is watched; an ordinary file is refused")
    func noPressureFile() throws {
        #expect(!MemoryPressure.watch(path: "/nonexistent/pressure/memory") {})
        let path = NSTemporaryDirectory() + "pressure-\(UUID().uuidString)"
        try Data("x".utf8).write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        #expect(!MemoryPressure.watch(path: path) {})
    }

    @Test("E-35 Resigning cancels the touches under way")
    func resigningCancelsTouches() throws {
        let stage = try Stage(width: 100, height: 100)
        defer { stage.close() }
        let view = TouchRecordingView(frame: stage.window.bounds)
        stage.window.addSubview(view)
        stage.down(0, 50, 50)
        UIApplication.shared.resignActive()
        #expect(view.story == ["began 1", "cancelled 1"])
        UIApplication.shared.becomeActive()
    }

    @Test("The direction of reading is that of the environment's language")
    func direction() {
        func direction(_ environment: [String: String]) -> UIUserInterfaceLayoutDirection {
            .ofEnvironment(environment)
        }
        #expect(direction([:]) == .leftToRight)
        #expect(direction(["LANG": "de_DE.UTF-8"]) == .leftToRight)
        #expect(direction(["LANG": "ar_EG.UTF-8"]) == .rightToLeft)
        #expect(direction(["LANG": "en_US.UTF-8", "LC_MESSAGES": "he_IL"]) == .rightToLeft)
        #expect(direction(["LANG": "fa_IR", "LC_ALL": "C"]) == .leftToRight)
        #expect(direction(["LANG": "", "LC_ALL": ""]) == .leftToRight)
    }
}
