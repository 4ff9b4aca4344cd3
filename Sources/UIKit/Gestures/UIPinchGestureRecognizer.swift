import Foundation

/// Two fingers that move together or apart, on the screen or on a trackpad.
///
/// On a trackpad there are no touches: `numberOfTouches` is 0, the location is the pointer's, and delegates are asked about an
/// event of the type `transform`.
@preconcurrency @MainActor
open class UIPinchGestureRecognizer: UIGestureRecognizer {
    /// The fingers' distance relative to that at the start, or since it was set; starts at 1 (fact E-89).
    open var scale: CGFloat = 1 {
        didSet {
            // What is no scale counts as next to nothing.
            if !isUpdating { startDistance = currentDistance / (scale.isFinite ? max(scale, 0.0001) : 0.0001) }
        }
    }
    /// Scale per second.
    open private(set) var velocity: CGFloat = 0

    /// Points the distance changes before the pinch begins.
    static let hysteresis: CGFloat = 8

    private var startDistance: CGFloat = 0
    private var currentDistance: CGFloat = 0
    private var lastTime: TimeInterval = 0
    private var isUpdating = false
    /// How far apart fingers on a trackpad count as at the beginning, points: the device tells only the share.
    private static let trackpadDistance: CGFloat = 100
    /// The share by which it changes before the pinch begins; the trackpad itself has waited before.
    private static let trackpadHysteresis: CGFloat = 0.02

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
        update(to: now, at: event.timestamp)
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

    func startTransform(at time: TimeInterval) {
        startDistance = Self.trackpadDistance
        currentDistance = startDistance
        lastTime = time
    }

    func followTransform(scale: CGFloat, radians: CGFloat, at time: TimeInterval) -> Bool {
        let isRunning = pointerLocation != nil
        let now = Self.trackpadDistance * scale
        guard isRunning ? now != currentDistance : abs(scale - 1) >= Self.trackpadHysteresis, startDistance > 0 else {
            return false
        }
        update(to: now, at: time)
        return true
    }

    private func update(to distance: CGFloat, at time: TimeInterval) {
        let old = scale
        currentDistance = distance
        isUpdating = true
        scale = distance / startDistance
        isUpdating = false
        if time > lastTime { velocity = (scale - old) / (time - lastTime) }
        lastTime = time
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

extension UIPinchGestureRecognizer: TransformFollower {}

/// The distance of the first two touches, screen points.
@MainActor
private func fingerDistance(_ touches: [UITouch]) -> CGFloat {
    distance(touches[0].screenLocation, touches[1].screenLocation)
}
