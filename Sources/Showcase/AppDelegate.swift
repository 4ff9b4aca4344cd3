import UIKit

/// A kiosk program: a home screen with a clock and status cards, a photograph, a paint view and a list.
@main
final class AppDelegate: UIResponder, UIApplicationDelegate {
    var window: UIWindow?

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        let window = UIWindow(frame: UIScreen.main.bounds)
        window.backgroundColor = Palette.background
        window.rootViewController = StageController()
        self.window = window
        window.makeKeyAndVisible()
        return true
    }
}
