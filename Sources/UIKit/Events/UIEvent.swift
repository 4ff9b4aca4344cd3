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
    /// The modifier keys of the keyboards that were down.
    open internal(set) var modifierFlags: UIKeyModifierFlags = []
    /// The buttons of a mouse that are down; empty where only fingers touch, and once the last button is up.
    open internal(set) var buttonMask: ButtonMask = []

    /// When the coming frame is expected on the panel, seconds; what predicted touches aim at.
    var predictionTime: TimeInterval?

    /// Class, address, time, and the touches, each as it describes itself.
    open override var description: String { MainThread.describe(self) { words } }

    open func touches(for window: UIWindow) -> Set<UITouch>? { allTouches?.filter { $0.window === window } }

    open func touches(for view: UIView) -> Set<UITouch>? { allTouches?.filter { $0.view === view } }

    open func touches(for gesture: UIGestureRecognizer) -> Set<UITouch>? {
        allTouches?.filter { $0.gestureRecognizers?.contains { $0 === gesture } ?? false }
    }

    /// Every hardware sample since the last event, oldest first (fact E-32). The touch itself is where the finger will be
    /// when the frame is seen, so that these end a little behind it; a finger that stops has none and is told of once more.
    open func coalescedTouches(for touch: UITouch) -> [UITouch]? {
        guard allTouches?.contains(touch) ?? false else { return nil }
        var previous = touch.previousScreenLocation
        let here = UITouch.Sample(
            location: touch.screenLocation, timestamp: touch.timestamp, majorRadius: touch.majorRadius)
        return (touch.samples.isEmpty ? [here] : touch.samples).map { sample in
            defer { previous = sample.location }
            return touch.copy(at: sample, previous: previous)
        }
    }

    /// How far beyond its last sample a touch is foretold, seconds: two frames and a little.
    static let predictionLimit: TimeInterval = 0.05

    /// An estimate where the finger will be when the coming frame is visible or, where the touch is there already, one
    /// frame later; none for fingers at rest or lifted.
    open func predictedTouches(for touch: UITouch) -> [UITouch]? {
        guard allTouches?.contains(touch) ?? false else { return nil }
        guard touch.phase == .moved, let last = touch.resampler.last else { return [] }
        let frame = 1 / Double(max((touch.screen ?? .main).maximumFramesPerSecond, 1))
        var target = predictionTime ?? last.time + frame
        if target <= touch.timestamp { target = touch.timestamp + frame }
        guard let place = touch.resampler.place(at: target, limit: Self.predictionLimit), place.time > touch.timestamp
        else { return [] }
        let sample = UITouch.Sample(
            location: CGPoint(x: place.x, y: place.y), timestamp: place.time, majorRadius: touch.majorRadius)
        return [touch.copy(at: sample, previous: touch.screenLocation)]
    }
}
