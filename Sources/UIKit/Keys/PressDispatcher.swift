import Foundation
import Input
import RenderServer

/// Brings keys to the key window: to key commands first, then as presses to the first responder, whose text they type.
@MainActor
final class PressDispatcher {
    /// Owns this.
    private unowned let application: UIApplication
    private let event = UIPressesEvent()
    /// Keys that are down, by device and number. Those that a key command took have no press.
    private var held: [HeldKey: UIPress?] = [:]
    private var repeating: (key: HeldKey, token: MainScheduler.Token)?

    private struct HeldKey: Hashable {
        let deviceID: UInt32
        let keycode: UInt32

        init(_ key: KeyEvent) {
            deviceID = key.deviceID
            keycode = key.keycode
        }
    }

    /// Seconds until a held key repeats, and between two repeats: Apple's standard setting.
    static let repeatDelay = 0.4
    static let repeatInterval = 0.1

    init(application: UIApplication) { self.application = application }

    /// The modifier keys that are down on the keyboards.
    private(set) var modifierFlags: UIKeyModifierFlags = []

    func take(_ key: KeyEvent) {
        modifierFlags = UIKeyModifierFlags(rawValue: key.modifiers.rawValue).subtracting(.numericPad)
        switch key.phase {
        case .began: begin(key)
        case .ended: end(HeldKey(key), .ended, key.timestamp)
        case .cancelled: end(HeldKey(key), .cancelled, key.timestamp)
        }
    }

    /// The application leaves the foreground: nothing stays down.
    func cancelAll() {
        let now = MediaClock.now
        for key in Array(held.keys) { end(key, .cancelled, now) }
    }

    private func begin(_ event: KeyEvent) {
        // Another key ends the repeating of the one before.
        stopRepeating()
        guard !application.isIgnoringInteractionEvents, let window = UIWindow.key, !window.isHidden,
            let key = UIKey(event)
        else { return }
        let responder =
            window.screen.inputViews.innerResponder ?? window.firstResponder ?? window.frontResponder
        let heldKey = HeldKey(event)
        if let command = Self.command(for: key, from: responder), command.perform(from: responder) {
            held[heldKey] = .some(nil)
            if event.repeats, command.allowsRepeat {
                startRepeating(heldKey, after: event.timestamp) { [weak responder] in
                    guard let responder else { return false }
                    return command.perform(from: responder)
                }
            }
            return
        }
        let press = UIPress(key: key, timestamp: event.timestamp)
        press.window = window
        press.responder = responder
        held[heldKey] = press
        deliver(press)
        if press.hasTyped, event.repeats {
            startRepeating(heldKey, after: event.timestamp) { [weak responder] in
                guard let responder, responder.isFirstResponder else { return false }
                return responder.takeText(of: key)
            }
        }
    }

    private func end(_ key: HeldKey, _ phase: UIPress.Phase, _ time: TimeInterval) {
        guard let entry = held.removeValue(forKey: key) else { return }
        if repeating?.key == key { stopRepeating() }
        guard let press = entry else { return }
        press.phase = phase
        press.timestamp = max(time, press.timestamp)
        deliver(press)
    }

    private func deliver(_ press: UIPress) {
        for other in event.allPresses where other !== press { other.phase = .stationary }
        event.allPresses.insert(press)
        event.timestamp = press.timestamp
        event.modifierFlags = modifierFlags
        application.sendEvent(event)
        if press.phase == .ended || press.phase == .cancelled { event.allPresses.remove(press) }
    }

    private static func command(for key: UIKey, from start: UIResponder) -> UIKeyCommand? {
        var responder: UIResponder? = start
        while let current = responder {
            if let command = current.keyCommands?.first(where: { $0.fits(key) }) { return command }
            responder = current.next
        }
        return nil
    }

    // MARK: Repeating

    private func startRepeating(_ key: HeldKey, after time: TimeInterval, _ body: @escaping () -> Bool) {
        schedule(key, at: time + Self.repeatDelay, body)
    }

    private func schedule(_ key: HeldKey, at time: TimeInterval, _ body: @escaping () -> Bool) {
        let token = MainScheduler.shared.schedule(at: time) { [weak self] in
            guard let self, body() else { return }
            // A main thread that was busy does not make up for what it missed.
            schedule(key, at: max(time + Self.repeatInterval, MediaClock.now), body)
        }
        repeating = (key, token)
    }

    private func stopRepeating() {
        repeating?.token.cancel()
        repeating = nil
    }
}

extension UIWindow {
    /// Who hears of keys while there is no first responder: the controller in front.
    fileprivate var frontResponder: UIResponder {
        var controller = rootViewController
        while let next = controller?.presentedViewController { controller = next }
        return controller ?? self
    }

    /// Brings the presses that changed to their responders.
    final func deliver(_ event: UIPressesEvent) {
        for press in event.allPresses where press.window === self && press.phase != .stationary {
            guard let responder = press.responder else { continue }
            TouchDelivery.shared.arbiter.offer(press, startingAt: responder, event: event)
            switch press.phase {
            case .began: responder.pressesBegan([press], with: event)
            case .changed: responder.pressesChanged([press], with: event)
            case .ended: responder.pressesEnded([press], with: event)
            case .cancelled: responder.pressesCancelled([press], with: event)
            case .stationary: break
            }
        }
    }
}

extension UIResponder {
    /// Types the key if this responder takes text; whether it did.
    final func takeText(of key: UIKey) -> Bool {
        guard let input = self as? any UIKeyInput else { return false }
        if key.deletesBackward {
            input.deleteBackward()
            return true
        }
        guard let text = key.text else { return false }
        input.insertText(text)
        return true
    }
}
