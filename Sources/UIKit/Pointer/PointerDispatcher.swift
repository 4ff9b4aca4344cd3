import Foundation
import Input
import RenderServer

/// Brings the pointer to views: hovering of mice and pens, wheels, two fingers on a trackpad, and the picture that shows where
/// it is. All of it once per frame. Buttons and tips make touches and are no business of this.
@MainActor
final class PointerDispatcher {
    /// Owns this.
    unowned let application: UIApplication
    private var pending: [Pending] = []

    private struct Pending {
        var action: PointerEvent.Action
        /// Of a motion, points of the screen.
        var location: CGPoint?
        var time: TimeInterval
        var screen: UIScreen
        /// How the picture is turned on its way to the panel, degrees.
        var rotation: Int
    }

    /// Where the mouse is, screen points; nil until one has moved.
    private(set) var location: CGPoint?
    /// The screen that was pointed at last.
    private weak var currentScreen: UIScreen?
    var screen: UIScreen { currentScreen ?? .main }
    /// What hovers: the mouse, or a pen above the panel; whichever was told of last.
    private var hovering: (place: CGPoint, pen: PenState?)?
    /// Those it is over.
    private var hovered: [UIHoverGestureRecognizer] = []
    /// What the fingers on the trackpad move until they lift.
    private var scrolling: UIPanGestureRecognizer?
    /// What they pinch and turn until they lift.
    var transform: TrackpadTransform?
    /// How the picture is turned on its way to the panel, degrees.
    private var rotation = 0
    private let picture = PointerPicture()

    /// How far a click of a wheel scrolls, points: about three lines of text.
    static let pointsPerClick: CGFloat = 48

    init(application: UIApplication) { self.application = application }

    var hasPending: Bool { !pending.isEmpty }

    /// - Parameters:
    ///   - location: of a motion, screen points.
    ///   - rotation: how the picture is turned on its way to the panel, degrees.
    func take(_ event: PointerEvent, at location: CGPoint?, rotation: Int, on screen: UIScreen) {
        // The queue has merged what waited there; what comes in one by one within a frame is merged here.
        switch (pending.last?.action, event.action) {
        case (.moved, .moved), (.transformed, .transformed), (.penHovered, .penHovered): pending.removeLast()
        default: break
        }
        pending.append(
            Pending(
                action: event.action, location: location, time: event.timestamp, screen: screen, rotation: rotation))
    }

    /// The last button of the mouse is up: what is under it now is hovered over again.
    func buttonsReleased(at time: TimeInterval) {
        guard let location else { return }
        pending.append(
            Pending(action: .moved(x: 0, y: 0), location: location, time: time, screen: screen, rotation: rotation))
    }

    /// The device does not show the pointer.
    func cursorRefused(on screen: UIScreen) { picture.cursorRefused(on: screen) }

    /// A finger or a pen's tip landed: that is what points now. A hand that rests on the panel does not end a pen's hovering.
    func contactLanded(isPen: Bool) {
        let isPenHovering = hovering?.pen != nil
        guard picture.isShown || (isPenHovering && isPen) else { return }
        picture.hide()
        guard isPen || !isPenHovering else { return }
        hovering = nil
        leaveAll(.ended, at: MediaClock.now)
    }

    /// The application leaves the foreground, or the screen goes.
    func cancelAll() {
        pending.removeAll()
        endScrolling(cancelled: true, at: MediaClock.now)
        endTransform(isCancelled: true, at: MediaClock.now)
        leaveAll(.cancelled, at: MediaClock.now)
        hovering = nil
        picture.hide()
    }

    /// Its panel was unplugged: what was pointed at there is over.
    func screenLeft(_ left: UIScreen) {
        pending.removeAll { $0.screen === left }
        guard currentScreen === left else { return }
        let kept = pending
        cancelAll()
        pending = kept
        location = nil
        currentScreen = nil
    }

    /// Delivers what has come in since the last frame.
    func flush() {
        guard !pending.isEmpty else { return }
        let events = pending
        pending.removeAll(keepingCapacity: true)
        application.dispatcher.willDeliver?(events.last?.time ?? 0)
        for event in events {
            if event.screen !== currentScreen {
                // A place of one screen says nothing on another.
                location = nil
                currentScreen = event.screen
            }
            rotation = event.rotation
            deliver(event.action, event.location, event.time)
        }
    }

    private func deliver(_ action: PointerEvent.Action, _ place: CGPoint?, _ time: TimeInterval) {
        switch action {
        case .moved:
            guard let place else { return }
            location = place
            hovering = (place, nil)
            picture.show(at: place, on: screen)
            // With a button down the way is the touch's.
            if !application.dispatcher.hasPointerTouch { send(.hover, time, at: place) }
        case .penHovered(_, _, let pen):
            guard let place else { return }
            picture.hide()
            hovering = (place, pen)
            send(.hover, time, at: place)
        case .penLeft:
            guard hovering?.pen != nil else { return }
            hovering = nil
            leaveAll(.ended, at: time)
        case .penPressed:
            guard !application.isIgnoringInteractionEvents else { return }
            UIPencilInteraction.tell(at: time, on: screen) { hoverPose(in: $0) }
        case .left:
            picture.hide()
            location = nil
            endScrolling(cancelled: true, at: time)
            endTransform(isCancelled: true, at: time)
            guard hovering?.pen == nil else { return }
            hovering = nil
            leaveAll(.ended, at: time)
        case .wheel(let x, let y):
            let points = CGPoint(x: -x * Self.pointsPerClick, y: -y * Self.pointsPerClick)
            scroll(by: points, .discrete, at: time)
        case .scrolled(let x, let y):
            let scale = max(screen.scale, 0.1)
            scroll(by: CGPoint(x: -x / scale, y: -y / scale), .continuous, at: time)
        case .scrollEnded:
            endScrolling(cancelled: false, at: time)
        case .rested:
            stopGlides()
        case .transformBegan:
            beginTransform(at: time)
        case .transformed(let scale, let degrees):
            updateTransform(scale: scale, radians: CGFloat(degrees) * .pi / 180, at: time)
        case .transformEnded(let isCancelled):
            endTransform(isCancelled: isCancelled, at: time)
        }
    }

    /// Where wheels and trackpads act. A mouse that has not moved yet points at the middle of the screen.
    func placeOfPointer() -> CGPoint {
        let place = location ?? CGPoint(x: screen.bounds.midX, y: screen.bounds.midY)
        location = place
        return place
    }

    func makeEvent(_ type: UIEvent.EventType, _ time: TimeInterval, at place: CGPoint) -> PointerUIEvent {
        let event = PointerUIEvent(type, timestamp: time, modifierFlags: application.pressDispatcher.modifierFlags)
        event.window = application.hitTest(screenPoint: place, on: screen, event: event)?.0
        return event
    }

    /// Through the application and the window under the pointer, which may keep it to themselves.
    private func send(_ type: UIEvent.EventType, _ time: TimeInterval, at place: CGPoint) {
        let event = makeEvent(type, time, at: place)
        guard event.window != nil else {
            if type == .hover { leaveAll(.ended, at: time) }
            return
        }
        application.sendEvent(event)
    }

    /// The view under a place of the screen, points, and those around it, the innermost first.
    func viewsUnder(_ place: CGPoint, in window: UIWindow, _ event: UIEvent) -> [UIView] {
        var views: [UIView] = []
        var view = window.hitTest(window.convert(place, from: nil as UIWindow?), with: event)
        while let current = view {
            views.append(current)
            view = current.superview
        }
        return views
    }

    // MARK: Hovering

    /// Called by the window under the pointer.
    func deliverHover(_ event: UIEvent, in window: UIWindow) {
        guard let hovering else { return }
        let type: UITouch.TouchType = hovering.pen == nil ? .indirectPointer : .pencil
        var under: [UIHoverGestureRecognizer] = []
        if !application.isIgnoringInteractionEvents {
            for view in viewsUnder(hovering.place, in: window, event) {
                for case let recognizer as UIHoverGestureRecognizer in view.gestureRecognizers ?? []
                where recognizer.isEnabled && recognizer.takes(type) { under.append(recognizer) }
            }
        }
        for recognizer in hovered where !under.contains(where: { $0 === recognizer }) {
            recognizer.leave(.ended, event: event)
        }
        for recognizer in under {
            recognizer.hover(at: hovering.place, pen: hovering.pen, rotation: rotation, event: event)
        }
        hovered = under.filter(\.isOver)
    }

    /// How a pen above the panel is held, for a view.
    private func hoverPose(in view: UIView) -> UIPencilHoverPose? {
        guard let hovering, let pen = hovering.pen else { return nil }
        let lean = PenLean(pen, rotation: rotation)
        return UIPencilHoverPose(
            location: view.window.convertFromScreen(hovering.place, to: view), zOffset: CGFloat(pen.distance ?? 0),
            altitudeAngle: lean?.altitude ?? .pi / 2,
            azimuthUnitVector: lean?.azimuth(at: hovering.place, in: view, of: view.window) ?? CGVector(dx: 1, dy: 0),
            rollAngle: CGFloat(pen.roll ?? 0) * .pi / 180)
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
        send(.scroll, time, at: placeOfPointer())
    }

    private var scrollStep: (points: CGPoint, type: UIScrollTypeMask) = (.zero, [])

    /// Called by the window under the pointer: offers the step to its recognizers, the innermost first.
    func deliverScroll(_ event: UIEvent, in window: UIWindow) {
        guard let location else { return }
        let (points, type) = scrollStep
        for view in viewsUnder(location, in: window, event) {
            for case let pan as UIPanGestureRecognizer in view.gestureRecognizers ?? []
            where pan.isEnabled && pan.allowedScrollTypesMask.contains(type) && pan.wantsScroll(by: points) {
                if let delegate = pan.delegate, !delegate.gestureRecognizer(pan, shouldReceive: event) { continue }
                guard pan.beginScroll(by: points, type, at: location, event: event) else { continue }
                // The click of a wheel does not end what two fingers on a trackpad are moving.
                if type == .continuous { scrolling = pan }
                return
            }
        }
    }

    private func endScrolling(cancelled: Bool, at time: TimeInterval) {
        scrolling?.endScroll(cancelled ? .cancelled : .ended, at: time)
        scrolling = nil
    }

    /// Fingers that rest on the trackpad stop what they have let go.
    private func stopGlides() {
        guard let location, !application.isIgnoringInteractionEvents else { return }
        let event = makeEvent(.scroll, MediaClock.now, at: location)
        guard let window = event.window else { return }
        for case let view as UIScrollView in viewsUnder(location, in: window, event) where view.isDecelerating {
            view.endGlide()
        }
    }
}
