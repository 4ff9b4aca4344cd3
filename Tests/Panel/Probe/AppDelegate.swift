import UIKit

/// The program that the panel tests drive: what it shows and says can be foretold from its one argument.
///
///     PanelProbe still      the two squares, at rest
///     PanelProbe touches    prints every touch its view sees
///     PanelProbe keys       prints what is typed into a view
///     PanelProbe pointer    prints where a mouse hovers, clicks and scrolls
///     PanelProbe light      a touch sets the screen's brightness, which is printed
///     PanelProbe drag       a square follows the finger; once it lifts, how long that took to be seen is printed
///     PanelProbe motion     a square that crosses the screen again and again without end
///     PanelProbe blocked    the same, and the main thread stands still for a second, one second after the start
///     PanelProbe mixture    all kinds of animations, and a main thread that stands still again and again, see `MixtureView`
///     PanelProbe screens    every screen has a window that fills it, prints its touches and when it comes and goes; with
///                           `motion` as second argument a square crosses each of them again and again
///     PanelProbe await      what a task waits for, and when it went on, see `AwaitedTasks`
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
        case "light": window.addSubview(LightView(frame: window.bounds))
        case "drag": window.addSubview(DragView(frame: window.bounds))
        case "screens": window.addSubview(TouchLogView(frame: window.bounds))
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
        if mode == "screens" { watchScreens() }
        if mode == "await" { AwaitedTasks(square: red).start() }
        if mode == "motion" || mode == "blocked" || isEachScreenMoving {
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

    private var isEachScreenMoving: Bool { CommandLine.arguments.dropFirst() == ["screens", "motion"] }

    /// The windows of the screens beside the main one.
    private var others: [UIWindow] = []

    private func watchScreens() {
        for screen in UIScreen.screens.dropFirst() { show(on: screen) }
        let center = NotificationCenter.default
        _ = center.addObserver(forName: UIScreen.didConnectNotification, object: nil, queue: nil) { note in
            guard let screen = note.object as? UIScreen else { return }
            MainActor.assumeIsolated { self.show(on: screen) }
        }
        _ = center.addObserver(forName: UIScreen.didDisconnectNotification, object: nil, queue: nil) { _ in
            MainActor.assumeIsolated { say("screen left") }
        }
    }

    /// Green, with a red square in its middle.
    private func show(on screen: UIScreen) {
        say("screen \(Int(screen.bounds.width))x\(Int(screen.bounds.height))")
        guard !others.contains(where: { $0.screen === screen }) else { return }
        let window = UIWindow(frame: screen.bounds)
        window.screen = screen
        window.backgroundColor = .green
        window.addSubview(OtherLogView(frame: window.bounds))
        let square = UIView(
            frame: CGRect(x: screen.bounds.midX - 50, y: screen.bounds.midY - 50, width: 100, height: 100))
        square.backgroundColor = .red
        square.isUserInteractionEnabled = false
        window.addSubview(square)
        window.isHidden = false
        others.append(window)
        if isEachScreenMoving {
            square.center.x = 50
            move(square, to: window.bounds.width - 50)
        }
    }

    /// At an even speed of more than a pixel a frame, so that every frame differs from the one before. Not to and fro: where
    /// it turns, two frames may show the same.
    private func move(_ square: UIView, to x: CGFloat) {
        UIView.animate(
            withDuration: 4, delay: 0, options: [.curveLinear, .repeat],
            animations: { square.center.x = x }, completion: nil)
    }
}
