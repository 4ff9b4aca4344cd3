import Foundation

/// A mouse's pointer over a view: began when it comes, changed while it moves there, ended when it goes.
///
/// Fingers do not hover: where only they touch, it never begins. While a button is down the pointer's way belongs to the
/// touch; where it is then is told once the button is up. Hover recognizers do not prevent others, nor are they prevented. A
/// view that moves under a pointer at rest is noticed with the pointer's next motion.
@preconcurrency @MainActor
open class UIHoverGestureRecognizer: UIGestureRecognizer {
    open override var isEnabled: Bool { didSet { if !isEnabled { leaveAtOnce() } } }

    /// Whether the pointer is over the view as far as this recognizer knows.
    var isOver: Bool { currentState == .began || currentState == .changed }

    /// The pointer is over the view, screen points.
    func hover(at point: CGPoint, event: UIEvent) {
        if isOver {
            guard point != pointerLocation else { return }
            pointerLocation = point
            tell(.changed, event)
        } else {
            if let delegate, !delegate.gestureRecognizer(self, shouldReceive: event) { return }
            pointerLocation = point
            guard delegate?.gestureRecognizerShouldBegin(self) ?? true, view?.gestureRecognizerShouldBegin(self) ?? true
            else {
                pointerLocation = nil
                return
            }
            tell(.began, event)
        }
    }

    /// The pointer has gone: `.ended`, or `.cancelled` because something else than its motion took it away.
    func leave(_ ending: State, event: UIEvent) {
        guard isOver else { return }
        tell(ending, event)
        pointerLocation = nil
        finishAndReset()
    }

    private func leaveAtOnce() {
        guard pointerLocation != nil else { return }
        // The arbiter has set the state already where this was turned off.
        if isOver { enter(.cancelled) }
        sendUnsentActions(event: UIEvent())
        pointerLocation = nil
        finishAndReset()
    }

    override func viewWasLost() {
        super.viewWasLost()
        leaveAtOnce()
    }

    private func tell(_ state: State, _ event: UIEvent) {
        modifierFlags = event.modifierFlags
        enter(state)
        sendUnsentActions(event: event)
    }
}
