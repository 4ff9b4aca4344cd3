import Foundation

/// Fingers that stay (fact E-86): began when they have stayed long enough, changed when they move, ended on lift.
@preconcurrency @MainActor
open class UILongPressGestureRecognizer: UIGestureRecognizer {
    /// Complete taps before the press; default 0.
    open var numberOfTapsRequired = 0
    /// Default 1.
    open var numberOfTouchesRequired = 1
    /// Seconds; default 0.5.
    open var minimumPressDuration: TimeInterval = 0.5
    /// Points the fingers may move before the press is recognized; default 10.
    open var allowableMovement: CGFloat = 10

    private var timer: MainScheduler.Token?

    open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        if state == .began || state == .changed { return }
        if trackedTouches.count > numberOfTouchesRequired {
            state = .failed
            return
        }
        guard trackedTouches.count == numberOfTouchesRequired else { return }
        if let touch = touches.first, touch.tapCount <= numberOfTapsRequired {
            state = .failed
            return
        }
        timer = MainScheduler.shared.schedule(at: event.timestamp + minimumPressDuration) { [weak self] in
            guard let self else { return }
            state = .began
            TouchDelivery.shared.gesturesDidChange()
        }
    }

    open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
        if state == .began || state == .changed {
            state = .changed
        } else if touches.contains(where: {
            distance($0.screenLocation, $0.initialScreenLocation) > allowableMovement
        }) {
            state = .failed
        }
    }

    open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
        state = state == .began || state == .changed ? .ended : .failed
    }

    open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) { state = .cancelled }

    open override func reset() {
        timer?.cancel()
        timer = nil
    }
}
