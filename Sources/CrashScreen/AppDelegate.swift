import UIKit

/// Says on the panel that its program has stopped, why, and what to do: what `vitrine-crash-screen@.service` starts after
/// `vitrine@.service` was given up.
///
///     vitrine-crash-screen FOLDER      FOLDER has the files `unit` and `log`, see `CrashReport`
@main
enum CrashScreen {
    static func main() {
        CrashEnvironment.makeUsable()
        AppDelegate.main()
    }
}

final class AppDelegate: UIResponder, UIApplicationDelegate {
    var window: UIWindow?

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        let folder = CommandLine.arguments.dropFirst().first ?? "."
        let window = UIWindow(frame: UIScreen.main.bounds)
        window.rootViewController = CrashViewController(report: CrashReport(folder: folder))
        self.window = window
        window.makeKeyAndVisible()
        return true
    }
}
