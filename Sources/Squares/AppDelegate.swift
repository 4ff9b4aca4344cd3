import UIKit

/// The first sample of the view guides: a white window with a red and a blue square.
@main
final class AppDelegate: UIResponder, UIApplicationDelegate {
    var window: UIWindow?

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        let window = UIWindow(frame: UIScreen.main.bounds)
        window.backgroundColor = UIColor.white

        let redFrame = CGRect(x: 10, y: 10, width: 100, height: 100)
        let redView = UIView(frame: redFrame)
        redView.backgroundColor = UIColor.red

        let blueFrame = CGRect(x: 10, y: 150, width: 100, height: 100)
        let blueView = UIView(frame: blueFrame)
        blueView.backgroundColor = UIColor.blue

        window.addSubview(redView)
        window.addSubview(blueView)

        self.window = window
        window.makeKeyAndVisible()
        return true
    }
}
