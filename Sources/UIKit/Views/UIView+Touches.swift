import Foundation

extension UIView {
    final func setRecognizers(_ new: [UIGestureRecognizer]) {
        for recognizer in recognizers where !new.contains(where: { $0 === recognizer }) { detach(recognizer) }
        for recognizer in new { attach(recognizer) }
    }

    /// A recognizer belongs to one view.
    final func attach(_ recognizer: UIGestureRecognizer) {
        guard recognizer.view !== self else { return }
        recognizer.view?.removeGestureRecognizer(recognizer)
        madeExtras.recognizers.append(recognizer)
        recognizer.view = self
    }

    final func detach(_ recognizer: UIGestureRecognizer) {
        guard let index = recognizers.firstIndex(where: { $0 === recognizer }) else { return }
        madeExtras.recognizers.remove(at: index)
        recognizer.view = nil
        recognizer.viewWasLost()
    }

    /// The view has left a window: its fingers are cancelled (fact E-33), its gestures end.
    final func didLeaveWindow() {
        for recognizer in recognizers { recognizer.viewWasLost() }
        TouchDelivery.shared.viewDidLeaveWindow(self)
    }

    final func endEditingInside(force: Bool) -> Bool {
        guard let window = windowStorage, let responder = window.firstResponder else { return true }
        var current: UIResponder? = responder
        while let candidate = current {
            if candidate === self {
                if responder.resignFirstResponder() { return true }
                if force { window.firstResponder = nil }
                return force
            }
            current = candidate.next
        }
        return true
    }
}
