import Foundation

/// Which scrolling moves a pan that no finger makes.
public struct UIScrollTypeMask: OptionSet, Hashable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The clicks of a wheel.
    public static let discrete = UIScrollTypeMask(rawValue: 1 << 0)
    /// Two fingers on a trackpad.
    public static let continuous = UIScrollTypeMask(rawValue: 1 << 1)
    public static let all: UIScrollTypeMask = [.discrete, .continuous]
}

extension UIPanGestureRecognizer {
    /// The pointer moves it, not fingers.
    final var isScrolledByPointer: Bool {
        pointerLocation != nil && (currentState == .began || currentState == .changed)
    }

    /// Begins the pan, as a finger that went by `points`. The clicks of a wheel are each a pan of their own. Whether it
    /// began; where fingers hold it, or its view or delegate refuses, it does not.
    final func beginScroll(by points: CGPoint, _ type: UIScrollTypeMask, at location: CGPoint, event: UIEvent) -> Bool {
        guard currentState == .possible, trackedTouches.isEmpty else { return false }
        if type == .discrete, let isTaken = turnWheel(by: points) { return isTaken }
        modifierFlags = event.modifierFlags
        pointerLocation = location
        beginTravel(at: location, time: event.timestamp)
        travel(by: points, time: event.timestamp)
        guard delegate?.gestureRecognizerShouldBegin(self) ?? true, view?.gestureRecognizerShouldBegin(self) ?? true
        else {
            pointerLocation = nil
            finishAndReset()
            return false
        }
        enter(.began)
        sendUnsentActions(event: event)
        if type == .discrete { endScroll(.ended, at: event.timestamp) }
        return true
    }

    final func scroll(by points: CGPoint, at time: TimeInterval) {
        travel(by: points, time: time)
        enter(.changed)
        sendUnsentActions(event: UIEvent())
    }

    final func endScroll(_ ending: State, at time: TimeInterval) {
        guard isScrolledByPointer else { return }
        stopTravel(at: time)
        enter(ending)
        sendUnsentActions(event: UIEvent())
        pointerLocation = nil
        finishAndReset()
    }
}
