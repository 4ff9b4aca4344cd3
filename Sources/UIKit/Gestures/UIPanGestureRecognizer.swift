import Foundation

/// Fingers that drag (fact E-87).
@preconcurrency @MainActor
open class UIPanGestureRecognizer: UIGestureRecognizer {
    /// Default 1.
    open var minimumNumberOfTouches = 1
    /// Default: any number.
    open var maximumNumberOfTouches = Int.max
    /// Which scrolling by wheels and trackpads moves it; default none. A scroll view's own pan takes all.
    open var allowedScrollTypesMask: UIScrollTypeMask = []

    /// Points the fingers move before the pan begins.
    static let hysteresis: CGFloat = 10
    /// The velocity is that of the last samples within this many seconds (fact S-04).
    static let velocityWindow: TimeInterval = 0.1

    private var origin = CGPoint.zero
    private var offset = CGPoint.zero
    private var history: [(location: CGPoint, time: TimeInterval)] = []
    /// The centre of the fingers at the last change, screen points.
    private var centre = CGPoint.zero

    /// How far the fingers moved since the pan began or the translation was set; in `view`'s coordinates, points.
    open func translation(in view: UIView?) -> CGPoint {
        let total = CGPoint(x: centre.x - origin.x + offset.x, y: centre.y - origin.y + offset.y)
        return convertVector(total, to: view)
    }

    open func setTranslation(_ translation: CGPoint, in view: UIView?) {
        origin = centre
        offset = convertVector(translation, from: view)
    }

    /// Points per second, in `view`'s coordinates.
    open func velocity(in view: UIView?) -> CGPoint {
        guard let last = history.last else { return .zero }
        guard let first = history.first(where: { last.time - $0.time <= Self.velocityWindow }), last.time > first.time
        else { return .zero }
        let seconds = last.time - first.time
        let velocity = CGPoint(
            x: (last.location.x - first.location.x) / seconds, y: (last.location.y - first.location.y) / seconds)
        return convertVector(velocity, to: view)
    }

    open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        if trackedTouches.count > maximumNumberOfTouches {
            if state == .possible { state = .failed } else { for touch in touches { ignore(touch, for: event) } }
            return
        }
        fingersChanged(at: event.timestamp)
    }

    open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
        let now = centreOfTouches()
        centre = now
        record(touches, at: event.timestamp)
        if history.count > 64 { history.removeFirst(32) }
        switch state {
        case .possible where trackedTouches.count >= minimumNumberOfTouches:
            guard travelThatCounts(CGPoint(x: now.x - origin.x, y: now.y - origin.y)) >= Self.hysteresis else { return }
            state = .began
        case .began, .changed:
            state = .changed
        default:
            break
        }
    }

    /// How far a way of the fingers brings the pan nearer to its beginning, points.
    func travelThatCounts(_ way: CGPoint) -> CGFloat { distance(way, .zero) }

    // MARK: Moved by a wheel or a trackpad

    /// Whether scrolling by `points`, in the direction a finger would go, does anything here.
    func wantsScroll(by points: CGPoint) -> Bool { true }

    /// Takes the click of a wheel without being a gesture: whether it did, or nil where a click is a gesture.
    func turnWheel(by points: CGPoint) -> Bool? { nil }

    final func beginTravel(at point: CGPoint, time: TimeInterval) {
        origin = point
        centre = point
        offset = .zero
        history.removeAll(keepingCapacity: true)
        history.append((point, time))
    }

    final func travel(by points: CGPoint, time: TimeInterval) {
        centre = CGPoint(x: centre.x + points.x, y: centre.y + points.y)
        history.append((centre, time))
        if history.count > 64 { history.removeFirst(32) }
    }

    /// Fingers that rested before they lifted leave no velocity.
    final func stopTravel(at time: TimeInterval) {
        if let last = history.last, time - last.time > Self.velocityWindow { history.removeAll() }
    }

    // MARK: Lifting

    open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
        lift(touches, event: event, ending: .ended)
    }

    open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) {
        lift(touches, event: event, ending: .cancelled)
    }

    open override func reset() {
        origin = .zero
        offset = .zero
        centre = .zero
        history.removeAll(keepingCapacity: true)
    }

    private func lift(_ touches: Set<UITouch>, event: UIEvent, ending: State) {
        let remaining = trackedTouches.filter { $0.phase != .ended && $0.phase != .cancelled }
        if remaining.count >= max(minimumNumberOfTouches, 1) {
            for touch in touches { trackedTouches.removeAll { $0 === touch } }
            fingersChanged(at: event.timestamp)
        } else if state == .began || state == .changed {
            // A finger that stood still before it lifted has no velocity any more.
            if let last = history.last, event.timestamp - last.time > Self.velocityWindow { history.removeAll() }
            state = ending
        } else {
            state = .failed
        }
    }

    /// Other fingers: the centre jumps, the translation must not.
    private func fingersChanged(at time: TimeInterval) {
        let now = centreOfTouches()
        offset.x += centre.x - origin.x
        offset.y += centre.y - origin.y
        if history.isEmpty { offset = .zero }
        origin = now
        centre = now
        history.removeAll(keepingCapacity: true)
        history.append((now, time))
    }

    private func record(_ touches: Set<UITouch>, at time: TimeInterval) {
        guard trackedTouches.count == 1, let touch = touches.first else { return history.append((centre, time)) }
        // One finger's velocity comes from every sample of the hardware, not from where frames show it.
        for sample in touch.samples { history.append((sample.location, sample.timestamp)) }
    }

    private func centreOfTouches() -> CGPoint {
        let live = trackedTouches.filter { $0.phase != .ended && $0.phase != .cancelled }
        guard !live.isEmpty else { return centre }
        var sum = CGPoint.zero
        for touch in live {
            sum.x += touch.screenLocation.x
            sum.y += touch.screenLocation.y
        }
        return CGPoint(x: sum.x / CGFloat(live.count), y: sum.y / CGFloat(live.count))
    }

    private func convertVector(_ vector: CGPoint, to target: UIView?) -> CGPoint {
        guard let target, let window = target.window else { return vector }
        let start = target.convert(CGPoint.zero, from: window)
        let end = target.convert(vector, from: window)
        return CGPoint(x: end.x - start.x, y: end.y - start.y)
    }

    private func convertVector(_ vector: CGPoint, from source: UIView?) -> CGPoint {
        guard let source, let window = source.window else { return vector }
        let start = source.convert(CGPoint.zero, to: window)
        let end = source.convert(vector, to: window)
        return CGPoint(x: end.x - start.x, y: end.y - start.y)
    }
}
