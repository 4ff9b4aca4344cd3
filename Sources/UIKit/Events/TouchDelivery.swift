import Foundation

/// Brings the touches of one event to recognizers and views, in UIKit's order: recognizers first, then views, then the
/// recognizers' actions.
@MainActor
final class TouchDelivery {
    static let shared = TouchDelivery()

    let arbiter = GestureArbiter()
    /// Ended touches whose views wait until recognizers decide (fact E-82).
    private var withheldEnds: [UITouch] = []
    /// Begun touches that a recognizer with `delaysTouchesBegan` holds back.
    private var withheldBegans: [UITouch] = []
    /// Touches whose views are being told, late, that they began: they have not ended before that is over.
    private var beginningLate: [UITouch] = []
    /// Live touches that views are told of, for the multi-touch and exclusive-touch rules.
    private var tracked: [UITouch] = []

    /// Delivers all touches of `event` that belong to `window`.
    func deliver(_ event: UIEvent, in window: UIWindow) {
        let touches = (event.allTouches ?? []).filter { $0.window === window }
            .sorted { $0.identifier < $1.identifier }
        for touch in touches where touch.phase == .began && !touch.hasBegunForView { admit(touch, among: touches) }
        arbiter.begin(touches.filter { $0.phase == .began }, event: event)
        arbiter.update(touches, event: event)

        deliver(touches, .began, event)
        // What a recognizer has just taken over is cancelled before its end could reach the view (fact E-91).
        arbiter.cancelTakenTouches(event: event)
        deliver(touches, .moved, event)
        deliver(touches, .ended, event)
        deliver(touches, .cancelled, event)
        arbiter.sendActions(event: event)
        settle(event)
        tracked.removeAll {
            $0.isFinishedForView || ($0.phase == .ended && !$0.isEndWithheld) || $0.phase == .cancelled
        }
    }

    /// Called when a recognizer's timer decided something outside an event.
    func gesturesDidChange() {
        let event = UIApplication.shared.dispatcher.event
        arbiter.sendActions(event: event)
        settle(event)
    }

    // MARK: Which fingers a view gets

    /// Facts E-24, E-25 and E-27.
    private func admit(_ touch: UITouch, among touches: [UITouch]) {
        guard let view = touch.view else { return }
        // An application that keeps events to itself has kept these from being told that they are over.
        tracked.removeAll { ($0.phase == .ended || $0.phase == .cancelled) && !$0.isEndWithheld }
        let live = tracked.filter { !$0.isFinishedForView && $0 !== touch && $0.window === touch.window }
        if !view.isMultipleTouchEnabled, live.contains(where: { $0.view === view }) { touch.isDeliveredToView = false }
        if view.isExclusiveTouch {
            if live.contains(where: { $0.view !== view }) { touch.isDeliveredToView = false }
        } else if live.contains(where: { $0.view?.isExclusiveTouch ?? false }) {
            touch.isDeliveredToView = false
        }
        if touch.isDeliveredToView { tracked.append(touch) }
    }

    // MARK: Views

    /// One call per view and phase with all its touches (fact E-23).
    private func deliver(_ touches: [UITouch], _ phase: UITouch.Phase, _ event: UIEvent) {
        var remaining = touches.filter { touch in
            touch.phase == phase && touch.isDeliveredToView && !touch.isFinishedForView && mayDeliver(touch, phase)
        }
        while let view = remaining.first?.view {
            // A handler before this one may have taken the view away, and with it these fingers.
            let group = remaining.filter { $0.view === view && !$0.isFinishedForView && $0.phase == phase }
            remaining.removeAll { $0.view === view }
            if !group.isEmpty { send(Set(group), phase, to: view, event) }
        }
    }

    private func mayDeliver(_ touch: UITouch, _ phase: UITouch.Phase) -> Bool {
        switch phase {
        case .began:
            guard !touch.hasBegunForView else { return false }
            if arbiter.delaysBegan(touch) {
                if !withheldBegans.contains(touch) { withheldBegans.append(touch) }
                return false
            }
            return true
        case .moved, .stationary:
            return touch.hasBegunForView
        case .ended:
            // A beginning that is still held back comes first: `settle` brings both.
            if withheldBegans.contains(touch) || arbiter.delaysEnded(touch) {
                touch.isEndWithheld = true
                if !withheldEnds.contains(touch) { withheldEnds.append(touch) }
                return false
            }
            return touch.hasBegunForView
        case .cancelled:
            forget(touch)
            return touch.hasBegunForView
        }
    }

    /// Nothing that was held back of this touch is delivered any more.
    private func forget(_ touch: UITouch) {
        withheldBegans.removeAll { $0 === touch }
        withheldEnds.removeAll { $0 === touch }
        touch.isEndWithheld = false
    }

    private func send(_ touches: Set<UITouch>, _ phase: UITouch.Phase, to view: UIView, _ event: UIEvent) {
        switch phase {
        case .began:
            guard mayBegin(touches, in: view, event) else {
                for touch in touches { touch.isDeliveredToView = false }
                tracked.removeAll { touches.contains($0) }
                return
            }
            for touch in touches { touch.hasBegunForView = true }
            view.touchesBegan(touches, with: event)
        case .moved:
            view.touchesMoved(touches, with: event)
        case .ended:
            for touch in touches { touch.isFinishedForView = true }
            view.touchesEnded(touches, with: event)
        case .cancelled:
            for touch in touches { touch.isFinishedForView = true }
            view.touchesCancelled(touches, with: event)
        case .stationary:
            break
        }
    }

    /// Fact S-10: the scroll views around a view may keep touches from it.
    private func mayBegin(_ touches: Set<UITouch>, in view: UIView, _ event: UIEvent) -> Bool {
        var next = view.superview
        while let current = next {
            if let scrollView = current as? UIScrollView, !scrollView.touchesShouldBegin(touches, with: event, in: view)
            {
                return false
            }
            next = current.superview
        }
        return true
    }

    /// A recognizer takes these touches over: their views get the cancellation, once, at once (fact E-82).
    func cancelForViews(_ touches: [UITouch], event: UIEvent) {
        var remaining = touches.filter { $0.hasBegunForView && !$0.isFinishedForView }
        for touch in touches where !touch.hasBegunForView {
            touch.isFinishedForView = true
            withheldBegans.removeAll { $0 === touch }
        }
        while let view = remaining.first?.view {
            // A handler before this one may have had them cancelled already.
            let group = remaining.filter { $0.view === view && !$0.isFinishedForView }
            remaining.removeAll { $0.view === view }
            if group.isEmpty { continue }
            let phases = group.map(\.phase)
            for touch in group {
                touch.isFinishedForView = true
                touch.phase = .cancelled
            }
            view.touchesCancelled(Set(group), with: event)
            // For the recognizers the finger is still there.
            for (touch, phase) in zip(group, phases) { touch.phase = phase }
        }
        withheldEnds.removeAll { touches.contains($0) }
    }

    /// Delivers what recognizers held back and no longer do.
    private func settle(_ event: UIEvent) {
        for touch in withheldBegans where withheldBegans.contains(touch) && !arbiter.delaysBegan(touch) {
            withheldBegans.removeAll { $0 === touch }
            guard let view = touch.view, !touch.isFinishedForView else { continue }
            let phase = touch.phase
            touch.phase = .began
            beginningLate.append(touch)
            send([touch], .began, to: view, event)
            beginningLate.removeAll { $0 === touch }
            touch.phase = phase
        }
        for touch in withheldEnds
        where withheldEnds.contains(touch) && !withheldBegans.contains(touch) && !beginningLate.contains(touch)
            && !arbiter.delaysEnded(touch)
        {
            withheldEnds.removeAll { $0 === touch }
            touch.isEndWithheld = false
            guard let view = touch.view, !touch.isFinishedForView, touch.hasBegunForView else { continue }
            send([touch], .ended, to: view, event)
        }
        tracked.removeAll { $0.isFinishedForView }
    }

    // MARK: Views that leave

    /// `view` is no longer in a window: its fingers are told once that they are cancelled, and the view hears no more
    /// of them.
    func viewDidLeaveWindow(_ view: UIView) {
        guard !tracked.isEmpty else { return }
        let touches = tracked.filter { $0.view === view && !$0.isFinishedForView }
        guard !touches.isEmpty else { return }
        cancelForViews(touches, event: UIApplication.shared.dispatcher.event)
    }
}
