import BoardConfig
import Display
import Foundation
import Input
import QuartzCore
import RenderServer

/// Dims and blanks the panel while nobody touches it, and wakes it.
///
/// The touch that wakes the panel does nothing else: it is kept from the application until its last finger is up, for
/// nobody aims at what cannot be seen. One timer waits for the next step; none does while there is nothing to wait for.
@MainActor
final class PanelIdle {
    enum State: Hashable { case lit, dimmed, blanked }

    private(set) var state = State.lit
    let configuration: IdleConfiguration
    /// How the panel is made dark on this board.
    private let method: BlankMethod
    private let backlight: Backlight?
    private let server: RenderServer
    private let screen: UIScreen
    private let application: UIApplication
    /// What a person at the device should read. The light is set before anybody listens.
    var onMessage: ((String) -> Void)? {
        didSet { reportLight() }
    }

    private var lastActivity = MediaClock.now
    private var timer: MainScheduler.Token?
    /// Contacts on the glass, delivered or not.
    private var fingers = 0
    /// Contacts are kept from the application until all are up.
    private var isSwallowing = false
    private var swallowedKeys: Set<UInt64> = []
    /// The light is still off, until the picture is there or this ends.
    private var lightTimer: MainScheduler.Token?
    private var isLightDue: Bool { lightTimer != nil }
    private var isPanelThere: Bool
    private var hasTold = false
    /// The application made it dark: a touch on another panel is no reason to wake it.
    private var isBlankedByHand = false

    /// How long a picture is waited for before the light goes on without it, seconds.
    private static let longestDark = 1.0

    init(
        _ configuration: IdleConfiguration, backlight: Backlight?, server: RenderServer, screen: UIScreen,
        application: UIApplication
    ) {
        self.configuration = configuration
        self.backlight = backlight
        self.server = server
        self.screen = screen
        self.application = application
        isPanelThere = server.isConnected
        let wanted = configuration.method ?? .dpms
        // Without a light there is nothing else to switch off.
        method = wanted == .backlight && backlight == nil ? .black : wanted
        screen.idle = self
        application.idles.removeAll { $0.object == nil }
        application.idles.append(Weak(self))
        if let brightness = configuration.brightness ?? backlight?.level { screen.adopt(brightness: brightness) }
        // A killed predecessor may have left it off.
        applyLight()
        arm()
    }

    var isBlanked: Bool { state == .blanked }
    /// Whether somebody in front of the panel sees the application.
    var isVisible: Bool { isPanelThere && !isBlanked }

    // MARK: Fingers and keys

    /// Whether the contact is for the application.
    func admits(_ contact: Contact) -> Bool {
        if contact.phase == .began {
            fingers += 1
            if !isPanelThere || isBlanked { isSwallowing = true }
        }
        didAct()
        let isAdmitted = !isSwallowing
        if contact.isOver {
            fingers = max(fingers - 1, 0)
            if fingers == 0 { isSwallowing = false }
        }
        return isAdmitted
    }

    /// The same for a key: one that wakes the panel types nothing.
    func admits(_ key: KeyEvent) -> Bool {
        let identifier = UInt64(key.deviceID) << 32 | UInt64(key.keycode)
        if key.phase == .began, !isPanelThere || isBlanked { swallowedKeys.insert(identifier) }
        didAct()
        guard swallowedKeys.contains(identifier) else { return true }
        if key.phase != .began { swallowedKeys.remove(identifier) }
        return false
    }

    /// Somebody is there: in front of one panel is in front of all.
    func didAct() {
        lastActivity = MediaClock.now
        if application.idles.count > 1 {
            for other in application.idles where other.object !== self { other.object?.otherPanelDidAct() }
        }
        guard isPanelThere, state != .lit else { return }
        wake()
    }

    private func otherPanelDidAct() {
        lastActivity = MediaClock.now
        guard isPanelThere, state != .lit, !isBlankedByHand else { return }
        wake()
    }

    // MARK: Steps

    /// - Parameter isByHand: the application wants it, and not the clock.
    func blank(isByHand: Bool = false) {
        guard state != .blanked else { return }
        state = .blanked
        isBlankedByHand = isByHand
        timer?.cancel()
        timer = nil
        cancelLightTimer()
        if fingers > 0 { isSwallowing = true }
        tellApplication()
        switch method {
        case .dpms: server.setPower(.off(.signalOff))
        case .black: server.setPower(.off(.blackPicture))
        case .backlight: server.setPower(.off(.lightOff))
        }
        // Switched off with the panel where its driver does that.
        if method != .dpms { backlight?.extinguish() }
        reportLight()
    }

    func wake() {
        let wasBlanked = isBlanked
        guard state != .lit else { return }
        state = .lit
        lastActivity = MediaClock.now
        if wasBlanked {
            server.setPower(.on)
            tellApplication()
            // What is shown is of before: the light waits for the new picture.
            lightTimer = MainScheduler.shared.schedule(at: MediaClock.now + Self.longestDark) { [weak self] in
                self?.panelLit()
            }
        }
        applyLight()
        arm()
    }

    private func dim() {
        state = .dimmed
        applyLight()
        arm()
    }

    /// The picture is back.
    func panelLit() {
        guard isLightDue else { return }
        cancelLightTimer()
        applyLight()
    }

    private func cancelLightTimer() {
        lightTimer?.cancel()
        lightTimer = nil
    }

    /// The panel was unplugged, or another program shows something, or it is back.
    func panelDidChange(isThere: Bool) {
        isPanelThere = isThere
        if !isThere, fingers > 0 { isSwallowing = true }
        lastActivity = MediaClock.now
        tellApplication()
        arm()
    }

    /// The application, or an outsider, has changed its mind about going dark.
    func idleTimerDidChange() {
        lastActivity = MediaClock.now
        if application.isIdleTimerDisabled, state == .dimmed { return wake() }
        arm()
    }

    /// It is in the foreground as long as one panel shows it.
    private func tellApplication() {
        application.panelDidChange(isVisible: application.idles.contains { $0.object?.isVisible ?? false })
    }

    // MARK: Timer

    /// The time without a touch at which the next step is due.
    private var nextStep: Double? {
        switch state {
        case .lit: [configuration.dimAfter, configuration.blankAfter].compactMap { $0 }.min()
        case .dimmed: configuration.blankAfter
        case .blanked: nil
        }
    }

    /// A touch does not move the timer: when it ends it looks how long ago the last one was.
    private func arm() {
        guard isPanelThere, !application.isIdleTimerDisabled, let step = nextStep else {
            timer?.cancel()
            timer = nil
            return
        }
        guard timer == nil else { return }
        timer = MainScheduler.shared.schedule(at: lastActivity + step) { [weak self] in self?.timerDidEnd() }
    }

    private func timerDidEnd() {
        timer = nil
        // A finger that rests on the panel is somebody.
        if fingers > 0 { lastActivity = MediaClock.now }
        let quiet = MediaClock.now - lastActivity + 1e-6
        if let limit = configuration.blankAfter, quiet >= limit {
            blank()
        } else if state == .lit, let limit = configuration.dimAfter, quiet >= limit {
            dim()
        } else {
            arm()
        }
    }

    // MARK: Light

    /// How bright the panel may be at this time of the day; nil: no limit. The screen's own brightness is left alone.
    var nightLimit: Double? {
        didSet { if nightLimit != oldValue { applyLight() } }
    }

    /// Sets the light to what the state, the time of the day and the screen's brightness ask for.
    func applyLight() {
        guard !isBlanked, !isLightDue else { return }
        let share = state == .dimmed ? configuration.dimLevel ?? IdleConfiguration.defaultDimLevel : 1
        let greatest = nightLimit ?? 1
        let level = min(Double(screen.brightness), greatest) * share
        if let backlight, !backlight.isOnOffOnly {
            backlight.light(at: level)
            screen.dimming = 0
        } else {
            backlight?.light(at: 1)
            let isWanted = screen.wantsSoftwareDimming
            screen.dimming = 1 - (isWanted ? level : greatest * share)
        }
        reportLight()
    }

    /// Once: the next write will fail the same way.
    private func reportLight() {
        guard let error = backlight?.error, let onMessage, !hasTold else { return }
        hasTold = true
        onMessage(error.description)
    }

    /// As the panel is to be left: lit.
    func close() {
        application.idles.removeAll { $0.object === self || $0.object == nil }
        timer?.cancel()
        timer = nil
        cancelLightTimer()
        backlight?.light(at: Double(screen.brightness))
    }
}
