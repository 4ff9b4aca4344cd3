import Foundation

/// Two fingers that turn about each other, on the screen or, as for `UIPinchGestureRecognizer`, on a trackpad.
@preconcurrency @MainActor
open class UIRotationGestureRecognizer: UIGestureRecognizer {
    /// Radians, clockwise positive, since the start or since it was set; starts at 0 (fact E-89). Turns add up beyond a
    /// full circle.
    open var rotation: CGFloat = 0
    /// Radians per second.
    open private(set) var velocity: CGFloat = 0

    /// Points of arc a finger moves about the centre before the rotation begins.
    static let hysteresis: CGFloat = 8

    private var lastAngle: CGFloat?
    private var turned: CGFloat = 0
    private var lastTime: TimeInterval = 0
    /// Radians that fingers on a trackpad turn before the rotation begins.
    private static let trackpadHysteresis: CGFloat = 2 * .pi / 180

    open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        while trackedTouches.count > 2, let extra = trackedTouches.last { ignore(extra, for: event) }
        guard trackedTouches.count == 2, state == .possible else { return }
        lastAngle = angle()
        turned = 0
        lastTime = event.timestamp
    }

    open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
        guard trackedTouches.count == 2, let before = lastAngle else { return }
        let now = angle()
        var step = now - before
        if step > .pi { step -= 2 * .pi }
        if step < -.pi { step += 2 * .pi }
        lastAngle = now
        let seconds = event.timestamp - lastTime
        lastTime = event.timestamp
        if state == .began || state == .changed {
            rotation += step
            if seconds > 0 { velocity = step / seconds }
            state = .changed
        } else {
            turned += step
            let radius = distance(trackedTouches[0].screenLocation, trackedTouches[1].screenLocation) / 2
            guard abs(turned) * radius >= Self.hysteresis else { return }
            rotation = turned
            state = .began
        }
    }

    open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) { end(.ended) }

    open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) { end(.cancelled) }

    private func end(_ ending: State) {
        if state == .began || state == .changed {
            state = ending
        } else if trackedTouches.allSatisfy({ $0.phase == .ended || $0.phase == .cancelled }) {
            state = .failed
        } else {
            trackedTouches.removeAll { $0.phase == .ended || $0.phase == .cancelled }
            lastAngle = nil
        }
    }

    func startTransform(at time: TimeInterval) {
        turned = 0
        lastTime = time
    }

    func followTransform(scale: CGFloat, radians: CGFloat, at time: TimeInterval) -> Bool {
        let isRunning = pointerLocation != nil
        guard isRunning ? radians != turned : abs(radians) >= Self.trackpadHysteresis else { return false }
        let step = radians - turned
        turned = radians
        if isRunning { rotation += step } else { rotation = radians }
        if time > lastTime { velocity = step / (time - lastTime) }
        lastTime = time
        return true
    }

    private func angle() -> CGFloat {
        let a = trackedTouches[0].screenLocation
        let b = trackedTouches[1].screenLocation
        return atan2(b.y - a.y, b.x - a.x)
    }

    open override func reset() {
        rotation = 0
        velocity = 0
        turned = 0
        lastAngle = nil
    }
}

extension UIRotationGestureRecognizer: TransformFollower {}
