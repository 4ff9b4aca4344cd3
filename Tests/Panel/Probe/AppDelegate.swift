import UIKit

/// The program that the panel tests drive: what it shows and says can be foretold from its one argument.
///
///     PanelProbe still      the two squares, at rest
///     PanelProbe touches    prints every touch its view sees
///     PanelProbe keys       prints what is typed into a view
///     PanelProbe pointer    prints where a mouse hovers, clicks and scrolls
///     PanelProbe drag       a square follows the finger; once it lifts, how long that took to be seen is printed
///     PanelProbe motion     a square that crosses the screen again and again without end
///     PanelProbe blocked    the same, and the main thread stands still for a second, one second after the start
///     PanelProbe mixture    all kinds of animations, and a main thread that stands still again and again, see `MixtureView`
///     PanelProbe clock      the time, see `ClockView`; with `quiet` as second argument only what is not as it should be
@main
final class AppDelegate: UIResponder, UIApplicationDelegate {
    var window: UIWindow?

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        let mode = CommandLine.arguments.dropFirst().first ?? "still"
        let window = UIWindow(frame: UIScreen.main.bounds)
        window.backgroundColor = .white
        window.isMultipleTouchEnabled = true
        let red = UIView(frame: CGRect(x: 10, y: 10, width: 100, height: 100))
        red.backgroundColor = .red
        let blue = UIView(frame: CGRect(x: 10, y: 150, width: 100, height: 100))
        blue.backgroundColor = .blue
        switch mode {
        case "touches": window.addSubview(TouchLogView(frame: window.bounds))
        case "pointer": window.addSubview(PointerLogView(frame: window.bounds))
        case "drag": window.addSubview(DragView(frame: window.bounds))
        case "keys": window.addSubview(TypingView(frame: window.bounds))
        default: break
        }
        if mode == "clock" {
            window.addSubview(
                ClockView(frame: window.bounds, isTalkative: CommandLine.arguments.dropFirst(2).first != "quiet"))
        }
        for square in [red, blue] {
            square.isUserInteractionEnabled = false
            window.addSubview(square)
        }
        self.window = window
        window.makeKeyAndVisible()
        if mode == "mixture" {
            for square in [red, blue] { square.removeFromSuperview() }
            let mixture = MixtureView(frame: window.bounds)
            window.addSubview(mixture)
            mixture.start()
        }
        if let typing = window.subviews.first as? TypingView, !typing.becomeFirstResponder() {
            say("no first responder")
        }
        if mode == "motion" || mode == "blocked" {
            move(red, to: window.bounds.width - 60)
        }
        if mode == "blocked" {
            _ = Timer.scheduledTimer(withTimeInterval: 1, repeats: false) { _ in
                say("blocked")
                Thread.sleep(forTimeInterval: 1)
                say("free")
            }
        }
        return true
    }

    /// At an even speed of more than a pixel a frame, so that every frame differs from the one before. Not to and fro: where
    /// it turns, two frames may show the same.
    private func move(_ square: UIView, to x: CGFloat) {
        UIView.animate(
            withDuration: 4, delay: 0, options: [.curveLinear, .repeat],
            animations: { square.center.x = x }, completion: nil)
    }
}
