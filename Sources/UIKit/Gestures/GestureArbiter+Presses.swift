extension GestureArbiter {
    /// Tells the recognizers of the responder that gets a press, and of all views above it, of its newest phase. Recognizers
    /// that come with the toolkit do nothing with presses; subclasses may.
    func offer(_ press: UIPress, startingAt responder: UIResponder, event: UIPressesEvent) {
        var next: UIResponder? = responder
        while let current = next {
            if let view = current as? UIView {
                for recognizer in view.gestureRecognizers ?? [] { tell(recognizer, press, event) }
            }
            next = current.next
        }
        sendActions(event: event)
    }

    private func tell(_ recognizer: UIGestureRecognizer, _ press: UIPress, _ event: UIPressesEvent) {
        if press.phase == .began {
            guard recognizer.isEnabled, !recognizer.isFinished,
                recognizer.allowedPressTypes.contains(where: { $0.intValue == press.type.rawValue })
            else { return }
            if let delegate = recognizer.delegate {
                guard delegate.gestureRecognizer(recognizer, shouldReceive: event),
                    delegate.gestureRecognizer(recognizer, shouldReceive: press)
                else { return }
            }
            recognizer.trackedPresses.append(press)
            activate(recognizer)
        }
        guard recognizer.trackedPresses.contains(press) else { return }
        recognizer.modifierFlags = event.modifierFlags
        switch press.phase {
        case .began: recognizer.pressesBegan([press], with: event)
        case .changed: recognizer.pressesChanged([press], with: event)
        case .ended: recognizer.pressesEnded([press], with: event)
        case .cancelled: recognizer.pressesCancelled([press], with: event)
        case .stationary: break
        }
        if press.phase == .ended || press.phase == .cancelled, !recognizer.isFinished {
            recognizer.trackedPresses.removeAll { $0 === press }
        }
    }
}

extension UIGestureRecognizer {
    /// It follows nothing and waits for nothing.
    final var isIdle: Bool {
        currentState == .possible && trackedTouches.isEmpty && trackedPresses.isEmpty && !isWaiting
    }
}
