import Foundation

/// Two fingers that move together or apart.
@preconcurrency @MainActor
open class UIPinchGestureRecognizer: UIGestureRecognizer {
    /// The fingers' distance relative to that at the start, or since it was set; starts at 1 (fact E-89).
    open var scale: CGFloat = 1 {
        didSet { if !isUpdating { startDistance = currentDistance / max(scale, 0.0001) } }
    }
    /// Scale per second.
    open private(set) var velocity: CGFloat = 0

    /// Points the distance changes before the pinch begins.
    static let hysteresis: CGFloat = 8

    private var startDistance: CGFloat = 0
    private var currentDistance: CGFloat = 0
    private var lastTime: TimeInterval = 0
    private var isUpdating = false

    open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        while trackedTouches.count > 2, let extra = trackedTouches.last { ignore(extra, for: event) }
        guard trackedTouches.count == 2, state == .possible else { return }
        startDistance = max(fingerDistance(trackedTouches), 1)
        currentDistance = startDistance
        lastTime = event.timestamp
    }

    open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
        guard trackedTouches.count == 2, startDistance > 0 else { return }
        let now = max(fingerDistance(trackedTouches), 1)
        let isRunning = state == .began || state == .changed
        guard isRunning || abs(now - startDistance) >= Self.hysteresis else { return }
        let old = scale
        currentDistance = now
        isUpdating = true
        scale = now / startDistance
        isUpdating = false
        if event.timestamp > lastTime { velocity = (scale - old) / (event.timestamp - lastTime) }
        lastTime = event.timestamp
        state = isRunning ? .changed : .began
    }

    open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) { end(.ended) }

    open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) { end(.cancelled) }

    private func end(_ ending: State) {
        if state == .began || state == .changed {
            state = ending
        } else if trackedTouches.allSatisfy({ $0.phase == .ended || $0.phase == .cancelled }) {
            state = .failed
        } else {
            // One of two fingers lifted before anything was recognized: the other may be joined again.
            trackedTouches.removeAll { $0.phase == .ended || $0.phase == .cancelled }
        }
    }

    open override func reset() {
        isUpdating = true
        scale = 1
        isUpdating = false
        velocity = 0
        startDistance = 0
        currentDistance = 0
    }
}

/// The distance of the first two touches, screen points.
@MainActor
private func fingerDistance(_ touches: [UITouch]) -> CGFloat {
    distance(touches[0].screenLocation, touches[1].screenLocation)
}
