public import Foundation

/// Whoever can be told of touches and other events; links up the responder chain by `next` (fact E-50).
@preconcurrency @MainActor
open class UIResponder: NSObject {
    public override init() { super.init() }

    /// Where unhandled events go. The base class ends the chain.
    open var next: UIResponder? { nil }

    // MARK: First responder

    open var canBecomeFirstResponder: Bool { false }
    open var canResignFirstResponder: Bool { true }
    open var isFirstResponder: Bool { responderWindow?.firstResponder === self }

    /// Asks the present first responder of the window to resign, then takes its place (fact E-51). False when either
    /// refuses or there is no window.
    @discardableResult
    open func becomeFirstResponder() -> Bool {
        guard let window = responderWindow else { return false }
        if window.firstResponder === self { return true }
        guard canBecomeFirstResponder else { return false }
        return InputViewHost.exchanging {
            if let current = window.firstResponder, !current.resignFirstResponder() { return false }
            window.firstResponder = self
            return true
        }
    }

    @discardableResult
    open func resignFirstResponder() -> Bool {
        guard let window = responderWindow, window.firstResponder === self else { return true }
        guard canResignFirstResponder else { return false }
        window.firstResponder = nil
        return true
    }

    // MARK: What is typed on. There is no keyboard on the screen but what an application brings.

    /// Shown at the bottom of the screen while this responder, or one below it that has none of its own, is first; as wide as
    /// the screen, as high as it comes. Default nil: nothing.
    open var inputView: UIView? { nil }

    /// Shown above the input view, or at the bottom of the screen where there is none; as `inputView`.
    open var inputAccessoryView: UIView? { nil }

    /// Call it when `inputView`, `inputAccessoryView` or the height of one is another while it may be shown.
    open func reloadInputViews() { responderWindow?.screen.inputViews.refresh() }

    /// The window this responder lives in: the first one up the chain.
    var responderWindow: UIWindow? {
        var responder: UIResponder? = self
        while let current = responder {
            if let view = current as? UIView { return view.window }
            if let controller = current as? UIViewController { return controller.viewIfLoaded?.window }
            responder = current.next
        }
        return nil
    }

    /// The first responder of a type from this one up the chain.
    final func firstInChain<Responder: UIResponder>(as type: Responder.Type) -> Responder? {
        var responder: UIResponder? = self
        while let current = responder {
            if let found = current as? Responder { return found }
            responder = current.next
        }
        return nil
    }

    // MARK: Touches

    // A responder that does not handle touches passes them up the chain (fact E-34). The base methods look for the next
    // responder that does have a method of its own, so that a deep tree does not nest calls.

    open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        Overrides.touchesBegan.nextResponder(after: self)?.touchesBegan(touches, with: event)
    }

    open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
        Overrides.touchesMoved.nextResponder(after: self)?.touchesMoved(touches, with: event)
    }

    open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        Overrides.touchesEnded.nextResponder(after: self)?.touchesEnded(touches, with: event)
    }

    open func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
        Overrides.touchesCancelled.nextResponder(after: self)?.touchesCancelled(touches, with: event)
    }

    /// Updates of what a touch estimated, on Apple's systems. Never called here: nothing is estimated
    /// (`UITouch.estimatedProperties`).
    open func touchesEstimatedPropertiesUpdated(_ touches: Set<UITouch>) {}

    // MARK: Keys

    /// What keys do while the first responder is this one or below it. Default nil.
    open var keyCommands: [UIKeyCommand]? { nil }

    /// A first responder that takes text (`UIKeyInput`) types it here; everything else goes up the chain.
    open func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
        var others = presses
        if isFirstResponder {
            for press in presses {
                guard let key = press.key, takeText(of: key) else { continue }
                press.hasTyped = true
                others.remove(press)
            }
        }
        if !others.isEmpty { Overrides.pressesBegan.nextResponder(after: self)?.pressesBegan(others, with: event) }
    }

    open func pressesChanged(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
        Overrides.pressesChanged.nextResponder(after: self)?.pressesChanged(presses, with: event)
    }

    open func pressesEnded(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
        let others = presses.filter { !$0.hasTyped }
        if !others.isEmpty { Overrides.pressesEnded.nextResponder(after: self)?.pressesEnded(others, with: event) }
    }

    open func pressesCancelled(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
        let others = presses.filter { !$0.hasTyped }
        guard !others.isEmpty else { return }
        Overrides.pressesCancelled.nextResponder(after: self)?.pressesCancelled(others, with: event)
    }
}

extension MethodOverride {
    @MainActor
    fileprivate func nextResponder(after responder: UIResponder) -> UIResponder? {
        var next = responder.next
        while let current = next, !isOverridden(by: current) { next = current.next }
        return next
    }
}

/// Which touch and press methods responders have of their own.
private enum Overrides {
    static let touchesBegan = MethodOverride(of: UIResponder.self, plain: Plain.self, witness: Began.self)
    static let touchesMoved = MethodOverride(of: UIResponder.self, plain: Plain.self, witness: Moved.self)
    static let touchesEnded = MethodOverride(of: UIResponder.self, plain: Plain.self, witness: Ended.self)
    static let touchesCancelled = MethodOverride(of: UIResponder.self, plain: Plain.self, witness: Cancelled.self)

    static let pressesBegan = MethodOverride(of: UIResponder.self, plain: Plain.self, witness: PressBegan.self)
    static let pressesChanged = MethodOverride(of: UIResponder.self, plain: Plain.self, witness: PressChanged.self)
    static let pressesEnded = MethodOverride(of: UIResponder.self, plain: Plain.self, witness: PressEnded.self)
    static let pressesCancelled = MethodOverride(of: UIResponder.self, plain: Plain.self, witness: PressCancelled.self)

    final class Plain: UIResponder {}

    final class Began: UIResponder {
        override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {}
    }

    final class Moved: UIResponder {
        override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {}
    }

    final class Ended: UIResponder {
        override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {}
    }

    final class Cancelled: UIResponder {
        override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {}
    }

    final class PressBegan: UIResponder {
        override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {}
    }

    final class PressChanged: UIResponder {
        override func pressesChanged(_ presses: Set<UIPress>, with event: UIPressesEvent?) {}
    }

    final class PressEnded: UIResponder {
        override func pressesEnded(_ presses: Set<UIPress>, with event: UIPressesEvent?) {}
    }

    final class PressCancelled: UIResponder {
        override func pressesCancelled(_ presses: Set<UIPress>, with event: UIPressesEvent?) {}
    }
}
