import Foundation
import Input
import QuartzCore
import RenderServer

/// The one application object: passes events to windows and lives at the end of the responder chain.
@preconcurrency @MainActor
open class UIApplication: UIResponder {
    /// `UIApplication.State`.
    public enum State: Int, Sendable {
        case active = 0
        case inactive = 1
        case background = 2
    }

    /// `UIApplication.LaunchOptionsKey`; there are no keys on a panel.
    public struct LaunchOptionsKey: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }
    }

    public nonisolated static let didFinishLaunchingNotification = Notification.Name(
        "UIApplicationDidFinishLaunchingNotification")
    public nonisolated static let didBecomeActiveNotification = Notification.Name(
        "UIApplicationDidBecomeActiveNotification")
    public nonisolated static let willResignActiveNotification = Notification.Name(
        "UIApplicationWillResignActiveNotification")
    public nonisolated static let didEnterBackgroundNotification = Notification.Name(
        "UIApplicationDidEnterBackgroundNotification")
    public nonisolated static let willEnterForegroundNotification = Notification.Name(
        "UIApplicationWillEnterForegroundNotification")
    public nonisolated static let didReceiveMemoryWarningNotification = Notification.Name(
        "UIApplicationDidReceiveMemoryWarningNotification")
    public nonisolated static let willTerminateNotification = Notification.Name(
        "UIApplicationWillTerminateNotification")

    public static let shared = UIApplication()

    /// Held strongly once the application runs.
    open var delegate: (any UIApplicationDelegate)?
    /// Active while the panel shows the application; in the background while the panel is dark or unplugged.
    open internal(set) var applicationState: State = .inactive
    /// The application's part on each panel that is connected, once it runs.
    open internal(set) var connectedScenes: Set<UIScene> = []
    open var openSessions: Set<UISceneSession> { Set(connectedScenes.map(\.session)) }
    open var supportsMultipleScenes: Bool { false }
    /// The direction of reading of the language the process runs in: LC_ALL, LC_MESSAGES or LANG.
    open var userInterfaceLayoutDirection: UIUserInterfaceLayoutDirection { direction }
    package final var direction = UIUserInterfaceLayoutDirection.ofEnvironment()
    /// True keeps the panel lit though nobody touches it. Default false: `VITRINE_DIM_AFTER`, `VITRINE_BLANK_AFTER` and the
    /// board file then say when it dims and goes dark.
    open var isIdleTimerDisabled = false {
        didSet { if isIdleTimerDisabled != oldValue { for idle in idles { idle.object?.idleTimerDidChange() } } }
    }
    /// What is plugged in, how the process is ended, and with what.
    final var devices: (() -> [InputDevice])?
    final var quit: (() -> Void)?
    final var endStatus: Int32 = 0
    /// Who makes the panels dark, the main one's first.
    final var idles: [Weak<PanelIdle>] = []

    private(set) lazy var dispatcher = TouchDispatcher(application: self)
    private(set) lazy var pressDispatcher = PressDispatcher(application: self)
    private(set) lazy var pointerDispatcher = PointerDispatcher(application: self)
    private var ignoringDepth = 0

    public override init() { super.init() }

    /// All windows, back to front, those of the main screen first. The one with an input view is not the application's.
    open var windows: [UIWindow] { UIScreen.screens.flatMap(\.windows).filter { $0.inputViewHost == nil } }
    open var keyWindow: UIWindow? { windows.last { $0.isKeyWindow } }

    /// The delegate, if it is a responder and neither a view nor a controller (fact E-50).
    open override var next: UIResponder? {
        guard let responder = delegate as? UIResponder, !(responder is UIView), !(responder is UIViewController) else {
            return nil
        }
        return responder
    }

    // MARK: Events

    /// Brings an event to the windows its touches are in, and presses to the windows they began in.
    open func sendEvent(_ event: UIEvent) {
        var seen: [UIWindow] = []
        if let event = event as? UIPressesEvent {
            for press in event.allPresses {
                guard let window = press.window, !seen.contains(where: { $0 === window }) else { continue }
                seen.append(window)
                window.sendEvent(event)
            }
            return
        }
        if let event = event as? PointerUIEvent {
            event.window?.sendEvent(event)
            return
        }
        for touch in (event.allTouches ?? []).sorted(by: { $0.identifier < $1.identifier }) {
            guard let window = touch.window, !seen.contains(where: { $0 === window }) else { continue }
            seen.append(window)
            window.sendEvent(event)
        }
    }

    /// Nests; every call needs its `endIgnoringInteractionEvents()` (fact E-29).
    open func beginIgnoringInteractionEvents() { ignoringDepth += 1 }

    open func endIgnoringInteractionEvents() { ignoringDepth = max(ignoringDepth - 1, 0) }

    open var isIgnoringInteractionEvents: Bool { ignoringDepth > 0 }

    /// Sends an action up the responder chain by method reference.
    @discardableResult
    open func sendAction<Target: AnyObject>(
        _ action: (Target) -> () -> Void, to target: Target, for event: UIEvent?
    ) -> Bool {
        action(target)()
        return true
    }

    /// The topmost window of the screen and the view in it that a finger at `screenPoint` (points) lands on (fact E-09).
    func hitTest(screenPoint: CGPoint, on screen: UIScreen, event: UIEvent) -> (UIWindow, UIView)? {
        for window in screen.windows.reversed() {
            let point = window.convert(screenPoint, from: nil as UIWindow?)
            if let view = window.hitTest(point, with: event) { return (window, view) }
        }
        return nil
    }
}
