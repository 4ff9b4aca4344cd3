import Foundation
import UIKit

/// What `vitrine test-pattern`, `touch-test` and `calibrate` start: the part of the tool that shows something.
///
/// Exit status: 0 well; 1 calibration refused or not finished; 64 wrong use; 69, 77 no display, see Documentation.
@main
enum PanelTool {
    static func main() {
        do throws(PanelOptions.Failure) {
            let options = try PanelOptions(Array(CommandLine.arguments.dropFirst()))
            if options.isList {
                for pattern in TestPattern.allCases {
                    print(
                        "\(pattern.rawValue)\(String(repeating: " ", count: 12 - pattern.rawValue.count))\(pattern.summary)"
                    )
                }
                exit(0)
            }
            for (name, value) in options.variables { setenv(name, value, 1) }
        } catch {
            FileHandle.standardError.write(Data("vitrine-panel: \(error.reason)\n".utf8))
            exit(64)
        }
        AppDelegate.main()
    }
}

final class AppDelegate: UIResponder, UIApplicationDelegate {
    var window: UIWindow?

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        guard let options = try? PanelOptions(Array(CommandLine.arguments.dropFirst())) else { return false }
        let window = UIWindow(frame: UIScreen.main.bounds)
        window.backgroundColor = Look.background
        window.rootViewController =
            switch options.command {
            case .testPattern: PatternViewController(options)
            case .touchTest: TouchTestViewController(options)
            case .calibrate: CalibrateViewController(options)
            }
        self.window = window
        window.makeKeyAndVisible()
        return true
    }

    func applicationWillTerminate(_ application: UIApplication) {
        (window?.rootViewController as? PanelViewController)?.finish()
    }
}
