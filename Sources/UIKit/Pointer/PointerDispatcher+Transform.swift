import Foundation

// Pinching and turning on a trackpad.
extension PointerDispatcher {
    func beginTransform(at time: TimeInterval) {
        endTransform(isCancelled: true, at: time)
        guard !application.isIgnoringInteractionEvents else { return }
        let event = makeEvent(.transform, time, at: placeOfPointer())
        event.transformStep = .began
        if event.window != nil { application.sendEvent(event) }
    }

    func updateTransform(scale: CGFloat, radians: CGFloat, at time: TimeInterval) {
        send(.changed(scale: scale, radians: radians), at: time)
    }

    func endTransform(isCancelled: Bool, at time: TimeInterval) {
        send(.ended(isCancelled: isCancelled), at: time)
        transform?.end(.cancelled, event: UIEvent())
        transform = nil
    }

    private func send(_ step: PointerUIEvent.TransformStep, at time: TimeInterval) {
        guard let transform, let window = transform.window else { return }
        let event = PointerUIEvent(
            .transform, timestamp: time, modifierFlags: application.pressDispatcher.modifierFlags)
        event.window = window
        event.transformStep = step
        application.sendEvent(event)
    }

    /// Called by the window the gesture began over.
    func deliverTransform(_ event: UIEvent, in window: UIWindow) {
        guard let event = event as? PointerUIEvent, let step = event.transformStep, let location else { return }
        switch step {
        case .began:
            var followers: [any TransformFollower] = []
            for view in viewsUnder(location, in: window, event) {
                for recognizer in view.gestureRecognizers ?? [] where recognizer.isEnabled {
                    guard let follower = recognizer as? any TransformFollower else { continue }
                    if let delegate = recognizer.delegate,
                        !delegate.gestureRecognizer(recognizer, shouldReceive: event)
                    {
                        continue
                    }
                    followers.append(follower)
                }
            }
            transform = TrackpadTransform(followers, in: window, at: location, time: event.timestamp)
        case .changed(let scale, let radians):
            transform?.change(scale: scale, radians: radians, event: event)
        case .ended(let isCancelled):
            transform?.end(isCancelled ? .cancelled : .ended, event: event)
            transform = nil
        }
    }
}

/// A recognizer that fingers on a trackpad can drive: no touches, only how far they are apart and turned.
@MainActor
protocol TransformFollower: UIGestureRecognizer {
    func startTransform(at time: TimeInterval)
    /// Whether that is enough to begin, or says something new.
    func followTransform(scale: CGFloat, radians: CGFloat, at time: TimeInterval) -> Bool
}

/// One pinch of two fingers on a trackpad, from their landing to their lifting, and the recognizers that follow it.
@MainActor
final class TrackpadTransform {
    private(set) weak var window: UIWindow?
    private let location: CGPoint
    private var followers: [any TransformFollower]

    /// - Parameter location: of the pointer, screen points; the recognizers are there as long as it takes.
    init(_ followers: [any TransformFollower], in window: UIWindow, at location: CGPoint, time: TimeInterval) {
        self.window = window
        self.location = location
        self.followers = followers.filter { $0.currentState == .possible && $0.trackedTouches.isEmpty }
        for follower in self.followers { follower.startTransform(at: time) }
    }

    func change(scale: CGFloat, radians: CGFloat, event: UIEvent) {
        for follower in followers {
            // A handler before may have turned it off, or taken its view away.
            guard follower.isEnabled, follower.view?.window === window, follower.trackedTouches.isEmpty,
                followers.contains(where: { $0 === follower })
            else {
                drop(follower)
                continue
            }
            let isRunning = follower.pointerLocation != nil
            guard follower.followTransform(scale: scale, radians: radians, at: event.timestamp) else { continue }
            if isRunning {
                follower.modifierFlags = event.modifierFlags
                follower.enter(.changed)
                follower.sendUnsentActions(event: event)
            } else {
                begin(follower, event)
            }
        }
    }

    private func begin(_ follower: any TransformFollower, _ event: UIEvent) {
        let arbiter = TouchDelivery.shared.arbiter
        let others = followers.filter { $0 !== follower }
        if others.contains(where: { $0.pointerLocation == nil && arbiter.mustWait(follower, for: $0) }) { return }
        if others.contains(where: { other in
            other.pointerLocation != nil
                && (arbiter.mustWait(follower, for: other)
                    || (other.canPrevent(follower) && follower.canBePrevented(by: other)
                        && !arbiter.mayRecognizeTogether(follower, other)))
        }) {
            drop(follower)
            return
        }
        follower.pointerLocation = location
        guard follower.delegate?.gestureRecognizerShouldBegin(follower) ?? true,
            follower.view?.gestureRecognizerShouldBegin(follower) ?? true
        else {
            follower.pointerLocation = nil
            drop(follower)
            return
        }
        follower.modifierFlags = event.modifierFlags
        follower.enter(.began)
        follower.sendUnsentActions(event: event)
    }

    /// It has lost, or is gone.
    private func drop(_ follower: any TransformFollower) {
        followers.removeAll { $0 === follower }
        if follower.pointerLocation == nil, follower.trackedTouches.isEmpty, follower.currentState == .possible {
            follower.finishAndReset()
        }
    }

    func end(_ ending: UIGestureRecognizer.State, event: UIEvent) {
        let leaving = followers
        followers = []
        for follower in leaving {
            if follower.pointerLocation != nil, follower.currentState == .began || follower.currentState == .changed {
                follower.enter(ending)
                follower.sendUnsentActions(event: event)
                follower.pointerLocation = nil
                follower.finishAndReset()
            } else if follower.trackedTouches.isEmpty, follower.currentState == .possible {
                follower.finishAndReset()
            }
        }
    }
}
