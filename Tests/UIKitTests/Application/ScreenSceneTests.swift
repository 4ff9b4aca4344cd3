import Foundation
import Raster
import TestSupport
import Testing

@testable import UIKit

@MainActor private let story = Log()

private final class TwoScreensDelegate: NSObject, UIApplicationDelegate {
    required override init() { super.init() }

    func application(
        _ application: UIApplication, configurationForConnecting connectingSceneSession: UISceneSession,
        options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration {
        story += "asked \(connectingSceneSession.role.rawValue.dropFirst(24))"
        let configuration = UISceneConfiguration(name: nil, sessionRole: connectingSceneSession.role)
        if connectingSceneSession.role == .windowExternalDisplayNonInteractive {
            configuration.delegateClass = OtherSceneDelegate.self
        }
        return configuration
    }
}

private final class OtherSceneDelegate: UIResponder, UIWindowSceneDelegate {
    var window: UIWindow?

    func scene(
        _ scene: UIScene, willConnectTo session: UISceneSession, options connectionOptions: UIScene.ConnectionOptions
    ) {
        guard let scene = scene as? UIWindowScene else { return }
        story += "connects \(session.persistentIdentifier)"
        let window = UIWindow(windowScene: scene)
        window.backgroundColor = .blue
        window.isHidden = false
        self.window = window
    }
    func sceneDidDisconnect(_ scene: UIScene) { story += "disconnects" }
    func sceneDidBecomeActive(_ scene: UIScene) { story += "active" }
    func sceneWillResignActive(_ scene: UIScene) { story += "resigns" }
    func sceneWillEnterForeground(_ scene: UIScene) { story += "foreground" }
    func sceneDidEnterBackground(_ scene: UIScene) { story += "background" }
}

@MainActor
@Suite("A scene for each screen", .serialized)
struct ScreenSceneTests {
    @Test("a screen beside the main one has a scene of the role for it, from plug to unplug")
    func life() throws {
        let stage = try HeadlessStage(panel: PixelSize(width: 80, height: 48))
        defer { stage.close() }
        let application = UIApplication.shared
        let oldScenes = application.connectedScenes
        let oldDelegate = application.delegate
        defer {
            application.connectedScenes = oldScenes
            application.delegate = oldDelegate
            application.applicationState = .active
        }
        application.applicationState = .inactive
        _ = story.take()
        application.launch(with: TwoScreensDelegate())
        #expect(story.take() == ["asked Application"])
        let other = try stage.addPanel(PixelSize(width: 60, height: 40))
        #expect(
            story.take() == [
                "asked ExternalDisplayNonInteractive", "connects panel Headless-2", "foreground", "active",
            ])
        #expect(application.connectedScenes.count == 2)
        let scene = try #require(application.scene(for: other.screen))
        #expect(scene.windows.first?.screen === other.screen)
        #expect(scene.windows.first?.bounds.size == CGSize(width: 60, height: 40))
        stage.advance(by: 0.1)
        #expect(other.pixel(x: 5, y: 5) == 0xFF00_00FF)
        other.unplug()
        #expect(story.take() == ["resigns", "background", "disconnects"])
        #expect(application.connectedScenes.count == 1)
        other.plug(PixelSize(width: 60, height: 40))
        #expect(
            story.take() == [
                "asked ExternalDisplayNonInteractive", "connects panel Headless-2", "foreground", "active",
            ])
    }
}
