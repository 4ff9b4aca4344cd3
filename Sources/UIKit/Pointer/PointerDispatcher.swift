import Foundation
import Input
import RenderServer

/// Brings the pointer to views: hovering, wheels, two fingers on a trackpad, and the picture that shows where it is. All of it
/// once per frame. Buttons make touches and are no business of this.
@MainActor
final class PointerDispatcher {
    private let application: UIApplication
    private var pending: [(action: PointerEvent.Action, location: CGPoint?, time: TimeInterval)] = []
    /// Screen points; nil until a mouse has moved.
    private(set) var location: CGPoint?
    /// Those the pointer is over.
    private var hovered: [UIHoverGestureRecognizer] = []
    /// What the fingers on the trackpad move until they lift.
    private var scrolling: UIPanGestureRecognizer?
    private let picture = PointerPicture()

    /// How far a click of a wheel scrolls, points: about three lines of text.
    static let pointsPerClick: CGFloat = 48

    init(application: UIApplication) { self.application = application }

    var hasPending: Bool { !pending.isEmpty }

    /// - Parameter location: of a motion, screen points.
    func take(_ event: PointerEvent, at location: CGPoint?) {
        // The queue has merged what waited there; what comes in one by one within a frame is merged here.
        if case .moved = event.action, case .moved = pending.last?.action { pending.removeLast() }
        pending.append((event.action, location, event.timestamp))
    }

    /// The last button of the mouse is up: what is under it now is hovered over again.
    func buttonsReleased(at time: TimeInterval) {
        guard let location else { return }
        pending.append((.moved(x: 0, y: 0), location, time))
    }

    /// A finger landed: it is the finger that points now.
    func fingerLanded() {
        guard picture.isShown else { return }
        picture.hide()
        leaveAll(.ended, at: MediaClock.now)
    }

    /// The application leaves the foreground, or the screen goes.
    func cancelAll() {
        pending.removeAll()
        endScrolling(cancelled: true, at: MediaClock.now)
        leaveAll(.cancelled, at: MediaClock.now)
        picture.hide()
    }

    /// Delivers what has come in since the last frame.
    func flush() {
        guard !pending.isEmpty else { return }
        let events = pending
        pending.removeAll(keepingCapacity: true)
        application.dispatcher.willDeliver?(events.last?.time ?? 0)
        for (action, location, time) in events { deliver(action, location, time) }
    }

    private func deliver(_ action: PointerEvent.Action, _ place: CGPoint?, _ time: TimeInterval) {
        switch action {
        case .moved:
            guard let place else { return }
            location = place
            picture.show(at: place, on: UIScreen.main)
            // With a button down the way is the touch's.
            if !application.dispatcher.hasPointerTouch { send(.hover, time) }
        case .left:
            picture.hide()
            location = nil
            endScrolling(cancelled: true, at: time)
            leaveAll(.ended, at: time)
        case .wheel(let x, let y):
            let points = CGPoint(x: -x * Self.pointsPerClick, y: -y * Self.pointsPerClick)
            scroll(by: points, .discrete, at: time)
        case .scrolled(let x, let y):
            let scale = max(UIScreen.main.scale, 0.1)
            scroll(by: CGPoint(x: -x / scale, y: -y / scale), .continuous, at: time)
        case .scrollEnded:
            endScrolling(cancelled: false, at: time)
        }
    }

    private func makeEvent(_ type: UIEvent.EventType, _ time: TimeInterval) -> PointerUIEvent {
        let event = PointerUIEvent(type, timestamp: time, modifierFlags: application.pressDispatcher.modifierFlags)
        event.window = location.flatMap { application.hitTest(screenPoint: $0, event: event)?.0 }
        return event
    }

    /// Through the application and the window under the pointer, which may keep it to themselves.
    private func send(_ type: UIEvent.EventType, _ time: TimeInterval) {
        let event = makeEvent(type, time)
        guard event.window != nil else { return leaveAll(.ended, at: time) }
        application.sendEvent(event)
    }

    // MARK: Hovering

    /// Called by the window under the pointer.
    func deliverHover(_ event: UIEvent, in window: UIWindow) {
        guard let location else { return }
        var under: [UIHoverGestureRecognizer] = []
        if !application.isIgnoringInteractionEvents {
            var view = window.hitTest(window.convert(location, from: nil as UIWindow?), with: event)
            while let current = view {
                for case let recognizer as UIHoverGestureRecognizer in current.gestureRecognizers ?? []
                where recognizer.isEnabled { under.append(recognizer) }
                view = current.superview
            }
        }
        for recognizer in hovered where !under.contains(where: { $0 === recognizer }) {
            recognizer.leave(.ended, event: event)
        }
        for recognizer in under { recognizer.hover(at: location, event: event) }
        hovered = under.filter(\.isOver)
    }

    private func leaveAll(_ ending: UIGestureRecognizer.State, at time: TimeInterval) {
        guard !hovered.isEmpty else { return }
        let leaving = hovered
        hovered = []
        let event = PointerUIEvent(.hover, timestamp: time, modifierFlags: application.pressDispatcher.modifierFlags)
        for recognizer in leaving { recognizer.leave(ending, event: event) }
    }

    // MARK: Scrolling

    private func scroll(by points: CGPoint, _ type: UIScrollTypeMask, at time: TimeInterval) {
        guard !application.isIgnoringInteractionEvents else { return }
        scrollStep = (points, type)
        if type == .continuous, let scrolling, scrolling.isScrolledByPointer {
            scrolling.scroll(by: points, at: time)
            return
        }
        // A mouse that has not moved yet points at the middle of the screen.
        if location == nil {
            location = CGPoint(x: UIScreen.main.bounds.midX, y: UIScreen.main.bounds.midY)
        }
        send(.scroll, time)
    }

    private var scrollStep: (points: CGPoint, type: UIScrollTypeMask) = (.zero, [])

    /// Called by the window under the pointer: offers the step to its recognizers, the innermost first.
    func deliverScroll(_ event: UIEvent, in window: UIWindow) {
        guard let location else { return }
        let (points, type) = scrollStep
        var view = window.hitTest(window.convert(location, from: nil as UIWindow?), with: event)
        while let current = view {
            for case let pan as UIPanGestureRecognizer in current.gestureRecognizers ?? []
            where pan.isEnabled && pan.allowedScrollTypesMask.contains(type) && pan.wantsScroll(by: points) {
                if let delegate = pan.delegate, !delegate.gestureRecognizer(pan, shouldReceive: event) { continue }
                guard pan.beginScroll(by: points, type, at: location, event: event) else { continue }
                scrolling = type == .continuous ? pan : nil
                return
            }
            view = current.superview
        }
    }

    private func endScrolling(cancelled: Bool, at time: TimeInterval) {
        scrolling?.endScroll(cancelled ? .cancelled : .ended, at: time)
        scrolling = nil
    }
}
