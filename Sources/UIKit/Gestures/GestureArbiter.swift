import Foundation

/// Decides between recognizers: who gets which touch, who waits for whom, who prevents whom (facts E-80 to E-85).
@MainActor
final class GestureArbiter {
    /// Recognizers that follow at least one touch, or are not reset yet, in the order they were asked.
    private(set) var active: [UIGestureRecognizer] = []

    /// How many of them wait for others to fail; never fewer than there are.
    private var waitingCount = 0

    // MARK: Touches to recognizers

    /// Offers begun touches to the recognizers of their view and of all views above it.
    func begin(_ touches: [UITouch], event: UIEvent) {
        for touch in touches {
            var view = touch.view
            while let current = view {
                for recognizer in current.gestureRecognizers ?? [] where recognizer.isEnabled {
                    offer(touch, to: recognizer, event: event)
                }
                view = current.superview
            }
        }
    }

    private func offer(_ touch: UITouch, to recognizer: UIGestureRecognizer, event: UIEvent) {
        guard recognizer.followsTouches, !recognizer.trackedTouches.contains(touch) else { return }
        // A discrete gesture that is over takes no more fingers until it was reset.
        guard !recognizer.isFinished else { return }
        guard recognizer.allowedTouchTypes.contains(where: { $0.intValue == touch.type.rawValue }) else { return }
        // What the pointer scrolls is no finger's until it is over.
        guard recognizer.pointerLocation == nil else { return }
        if recognizer.requiresExclusiveTouchType, let first = recognizer.trackedTouches.first, first.type != touch.type
        {
            return
        }
        if let delegate = recognizer.delegate {
            guard delegate.gestureRecognizer(recognizer, shouldReceive: event),
                delegate.gestureRecognizer(recognizer, shouldReceive: touch)
            else { return }
        }
        // A delegate may have turned it off meanwhile, or taken it from its view.
        guard recognizer.isEnabled, recognizer.view != nil, !recognizer.isFinished else { return }
        recognizer.stopPatience()
        recognizer.trackedTouches.append(touch)
        touch.gestureRecognizers?.append(recognizer)
        activate(recognizer)
    }

    func activate(_ recognizer: UIGestureRecognizer) {
        guard !recognizer.isActive else { return }
        recognizer.isActive = true
        active.append(recognizer)
    }

    /// Tells every recognizer of the touches of this event that it follows, phase by phase.
    func update(_ touches: [UITouch], event: UIEvent) {
        for recognizer in active {
            tell(recognizer, touches, .began, event)
            tell(recognizer, touches, .moved, event)
            tell(recognizer, touches, .ended, event)
            tell(recognizer, touches, .cancelled, event)
        }
    }

    private func tell(
        _ recognizer: UIGestureRecognizer, _ touches: [UITouch], _ phase: UITouch.Phase, _ event: UIEvent
    ) {
        guard !recognizer.isFinished, recognizer.isEnabled else { return }
        let own = touches.filter { $0.phase == phase && recognizer.trackedTouches.contains($0) }
        guard !own.isEmpty else { return }
        recognizer.modifierFlags = event.modifierFlags
        recognizer.buttonMask = own.reduce([]) { $0.union($1.buttons) }
        switch phase {
        case .began: recognizer.touchesBegan(Set(own), with: event)
        case .moved: recognizer.touchesMoved(Set(own), with: event)
        case .ended: recognizer.touchesEnded(Set(own), with: event)
        case .cancelled: recognizer.touchesCancelled(Set(own), with: event)
        case .stationary: break
        }
    }

    // MARK: State changes

    /// A recognizer wants to be in `state`.
    func request(_ state: UIGestureRecognizer.State, of recognizer: UIGestureRecognizer) {
        let old = recognizer.currentState
        switch (old, state) {
        case (.possible, .began), (.possible, .ended), (.possible, .changed):
            attempt(state == .changed ? .began : state, of: recognizer)
        case (.possible, .failed), (.possible, .cancelled):
            fail(recognizer)
        case (.began, .changed), (.changed, .changed), (.began, .ended), (.changed, .ended), (.began, .cancelled),
            (.changed, .cancelled):
            recognizer.enter(state)
        case (.began, .failed), (.changed, .failed):
            recognizer.enter(.cancelled)
        default:
            // A finished gesture does not change any more; the same state twice says nothing new.
            break
        }
    }

    private func attempt(_ state: UIGestureRecognizer.State, of recognizer: UIGestureRecognizer) {
        // Delegates may do anything while they are asked. If the recognizer has got another state, or was reset, by then, this
        // is over.
        let generation = recognizer.generation
        func isOver() -> Bool { recognizer.generation != generation }
        for other in active where other !== recognizer && sharesTouches(other, recognizer) {
            let waits = mustWait(recognizer, for: other)
            if isOver() { return }
            guard waits else { continue }
            switch other.currentState {
            case .possible:
                // Two that wait for each other would wait for good: whoever is last goes on.
                let isCircle = isHeld(other, by: recognizer)
                if isOver() { return }
                if isCircle { continue }
                recognizer.heldState = state
                waitingCount += 1
                return
            case .began, .changed, .ended:
                fail(recognizer)
                return
            case .failed, .cancelled:
                continue
            }
        }
        // Somebody who is already recognized may exclude this one.
        for other in active where other !== recognizer && sharesTouches(other, recognizer) {
            let isRecognized: Bool
            switch other.currentState {
            case .began, .changed, .ended: isRecognized = true
            case .possible, .failed, .cancelled: isRecognized = false
            }
            let isExcluded =
                isRecognized && other.canPrevent(recognizer) && recognizer.canBePrevented(by: other)
                && !mayRecognizeTogether(recognizer, other)
            if isOver() { return }
            if isExcluded { return fail(recognizer) }
        }
        let mayBegin = shouldBegin(recognizer)
        if isOver() { return }
        guard mayBegin else { return fail(recognizer) }
        recognizer.enter(state)
        for other in active where other !== recognizer && sharesTouches(other, recognizer) {
            guard other.currentState == .possible else { continue }
            let generation = other.generation
            // It waited for a failure that does not come (fact E-84), or must not be recognized as well.
            let hasLost =
                (other.heldState != nil && mustWait(other, for: recognizer))
                || (recognizer.canPrevent(other) && other.canBePrevented(by: recognizer)
                    && !mayRecognizeTogether(recognizer, other))
            if hasLost, other.generation == generation { fail(other) }
        }
    }

    /// Whether `recognizer` waits, itself or by others, for `other`.
    private func isHeld(_ recognizer: UIGestureRecognizer, by other: UIGestureRecognizer) -> Bool {
        var seen = [recognizer]
        var next = 0
        while next < seen.count {
            let current = seen[next]
            next += 1
            guard current.heldState != nil else { continue }
            if mustWait(current, for: other) { return true }
            for candidate in active
            where candidate.heldState != nil && !seen.contains(where: { $0 === candidate })
                && mustWait(current, for: candidate)
            {
                seen.append(candidate)
            }
        }
        return false
    }

    private func shouldBegin(_ recognizer: UIGestureRecognizer) -> Bool {
        guard recognizer.mayTakeTouches() else { return false }
        if let delegate = recognizer.delegate, !delegate.gestureRecognizerShouldBegin(recognizer) { return false }
        if let view = recognizer.view, !view.gestureRecognizerShouldBegin(recognizer) { return false }
        // A control under the finger may refuse the recognizers of its superviews (fact E-90).
        for touch in recognizer.trackedTouches {
            if let view = touch.view, view !== recognizer.view, !view.gestureRecognizerShouldBegin(recognizer) {
                return false
            }
        }
        return true
    }

    private func fail(_ recognizer: UIGestureRecognizer) {
        recognizer.enter(.failed)
        releaseWaiting(for: recognizer)
    }

    /// Those that waited for `recognizer` to fail go on.
    private func releaseWaiting(for recognizer: UIGestureRecognizer) {
        // Nearly always nobody waits, and there may be thousands.
        guard waitingCount > 0 else { return }
        for other in active {
            guard let held = other.heldState, mustWait(other, for: recognizer) else { continue }
            other.heldState = nil
            waitingCount -= 1
            attempt(held, of: other)
        }
    }

    /// Turned off: a gesture under way is cancelled (fact E-85).
    func disable(_ recognizer: UIGestureRecognizer) {
        switch recognizer.currentState {
        case .began, .changed:
            recognizer.enter(.cancelled)
        case .possible where recognizer.isActive:
            fail(recognizer)
        default:
            break
        }
        TouchDelivery.shared.gesturesDidChange()
    }

    // MARK: Rules

    private func sharesTouches(_ a: UIGestureRecognizer, _ b: UIGestureRecognizer) -> Bool {
        a.trackedTouches.contains { b.trackedTouches.contains($0) } || a.trackedTouches.isEmpty
            || b.trackedTouches.isEmpty
    }

    /// Fact E-84: by require(toFail:), by either delegate, by either class.
    func mustWait(_ recognizer: UIGestureRecognizer, for other: UIGestureRecognizer) -> Bool {
        if recognizer.requiredToFail.contains(where: { $0.object === other }) { return true }
        if recognizer.shouldRequireFailure(of: other) || other.shouldBeRequiredToFail(by: recognizer) { return true }
        if let delegate = recognizer.delegate, delegate.gestureRecognizer(recognizer, shouldRequireFailureOf: other) {
            return true
        }
        if let delegate = other.delegate, delegate.gestureRecognizer(other, shouldBeRequiredToFailBy: recognizer) {
            return true
        }
        return false
    }

    /// Fact E-83: a yes from either side is enough.
    func mayRecognizeTogether(_ a: UIGestureRecognizer, _ b: UIGestureRecognizer) -> Bool {
        if let delegate = a.delegate, delegate.gestureRecognizer(a, shouldRecognizeSimultaneouslyWith: b) {
            return true
        }
        if let delegate = b.delegate, delegate.gestureRecognizer(b, shouldRecognizeSimultaneouslyWith: a) {
            return true
        }
        return false
    }

    // MARK: What views wait for

    /// Whether a recognizer keeps the beginning of `touch` from its view.
    func delaysBegan(_ touch: UITouch) -> Bool {
        active.contains {
            $0.currentState == .possible && $0.trackedTouches.contains(touch)
                && ($0.delaysTouchesBegan || $0.holdsBack(touch))
        }
    }

    /// Whether a recognizer keeps the end of `touch` from its view.
    func delaysEnded(_ touch: UITouch) -> Bool {
        active.contains {
            $0.delaysTouchesEnded && $0.currentState == .possible && $0.trackedTouches.contains(touch)
        }
    }

    // MARK: Actions

    /// Takes the touches of recognizers that have begun or recognized from their views.
    func cancelTakenTouches(event: UIEvent) {
        for recognizer in active where recognizer.cancelsTouchesInView {
            guard recognizer.unsentStates.contains(where: { $0 == .began || $0 == .ended }) else { continue }
            TouchDelivery.shared.cancelForViews(recognizer.trackedTouches, event: event)
        }
    }

    /// Sends the actions of all state changes, and resets recognizers whose gesture is over.
    func sendActions(event: UIEvent) {
        cancelTakenTouches(event: event)
        for recognizer in active where !recognizer.unsentStates.isEmpty {
            recognizer.sendUnsentActions(event: event)
        }
        for recognizer in active {
            let hasLiveTouch =
                recognizer.trackedTouches.contains { $0.phase != .ended && $0.phase != .cancelled }
                || recognizer.trackedPresses.contains { $0.phase != .ended && $0.phase != .cancelled }
            if recognizer.isFinished, !hasLiveTouch {
                recognizer.finishAndReset()
            } else if recognizer.isIdle {
                recognizer.finishAndReset()
            } else if !hasLiveTouch, recognizer.currentState == .possible, recognizer.heldState == nil,
                !recognizer.isWaiting, recognizer.trackedPresses.isEmpty
            {
                recognizer.startPatience()
            }
        }
        active.removeAll { recognizer in
            guard recognizer.isIdle else { return false }
            recognizer.isActive = false
            return true
        }
        if waitingCount > 0 { waitingCount = active.reduce(0) { $0 + ($1.heldState == nil ? 0 : 1) } }
    }

    /// A recognizer left its view, or its view left the window.
    func remove(_ recognizer: UIGestureRecognizer) {
        guard recognizer.isActive else { return }
        switch recognizer.currentState {
        case .began, .changed: recognizer.enter(.cancelled)
        case .possible: fail(recognizer)
        default: break
        }
        TouchDelivery.shared.gesturesDidChange()
    }
}
