import Foundation

/// What happened to all fingers at one moment (fact E-21): those that did not move are in it as stationary.
@preconcurrency @MainActor
open class UIEvent: NSObject {
    /// `UIEvent.EventType`.
    public enum EventType: Int, Sendable {
        case touches = 0
        case motion = 1
        case remoteControl = 2
        case presses = 3
        case scroll = 10
        case hover = 11
        case transform = 14
    }

    open var type: EventType { .touches }
    /// Seconds since boot of the newest change.
    public internal(set) var timestamp: TimeInterval = 0
    open internal(set) var allTouches: Set<UITouch>? = []

    /// When the coming frame is expected on the panel, seconds; what predicted touches aim at.
    var predictionTime: TimeInterval?

    open func touches(for window: UIWindow) -> Set<UITouch>? { allTouches?.filter { $0.window === window } }

    open func touches(for view: UIView) -> Set<UITouch>? { allTouches?.filter { $0.view === view } }

    open func touches(for gesture: UIGestureRecognizer) -> Set<UITouch>? {
        allTouches?.filter { $0.gestureRecognizers?.contains { $0 === gesture } ?? false }
    }

    /// Every hardware sample since the last event, oldest first; the last is the touch's own (fact E-32).
    open func coalescedTouches(for touch: UITouch) -> [UITouch]? {
        guard allTouches?.contains(touch) ?? false else { return nil }
        var previous = touch.previousScreenLocation
        return touch.samples.map { sample in
            defer { previous = sample.location }
            return touch.copy(at: sample, previous: previous)
        }
    }

    /// An estimate where the finger will be when the coming frame is visible; none for fingers at rest or lifted.
    open func predictedTouches(for touch: UITouch) -> [UITouch]? {
        guard allTouches?.contains(touch) ?? false else { return nil }
        guard touch.phase == .moved, let now = touch.samples.last,
            let before = touch.samples.dropLast().last ?? touch.earlierSample
        else { return [] }
        let step = now.timestamp - before.timestamp
        // A guess further ahead than two frames, or from samples that lie together, is worse than none.
        guard step > 0.0005, step < 0.1 else { return [] }
        let ahead = min(max((predictionTime ?? now.timestamp + step) - now.timestamp, 0), 2.0 / 60)
        guard ahead > 0 else { return [] }
        let location = CGPoint(
            x: now.location.x + (now.location.x - before.location.x) / step * ahead,
            y: now.location.y + (now.location.y - before.location.y) / step * ahead)
        let sample = UITouch.Sample(
            location: location, timestamp: now.timestamp + ahead, majorRadius: now.majorRadius)
        return [touch.copy(at: sample, previous: now.location)]
    }
}
