import Foundation

/// One or more taps with one or more fingers.
@preconcurrency @MainActor
open class UITapGestureRecognizer: UIGestureRecognizer {
    /// Default 1.
    open var numberOfTapsRequired = 1
    /// Default 1.
    open var numberOfTouchesRequired = 1
    /// Which buttons of a mouse make the tap; default the primary one. Fingers have none and need none.
    open var buttonMaskRequired: UIEvent.ButtonMask = .primary

    // Fact E-88.
    static let maximumMovement: CGFloat = 45
    static let maximumDuration: TimeInterval = 0.75
    static let maximumInterval: TimeInterval = 0.35

    private var tapsDone = 0
    private var fingersDown = 0
    private var mostFingers = 0
    private var firstLocation = CGPoint.zero
    private var lastTapLocation: CGPoint?
    private var timer: MainScheduler.Token?

    override var describedRequirements: [String] {
        (numberOfTapsRequired == 1 ? [] : ["numberOfTapsRequired = \(numberOfTapsRequired)"])
            + (numberOfTouchesRequired == 1 ? [] : ["numberOfTouchesRequired = \(numberOfTouchesRequired)"])
    }

    open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        guard touches.allSatisfy({ $0.type != .indirectPointer || $0.buttons == buttonMaskRequired }) else {
            state = .failed
            return
        }
        if fingersDown == 0 {
            mostFingers = 0
            firstLocation = trackedTouches.last?.screenLocation ?? .zero
            if let lastTapLocation, distance(firstLocation, lastTapLocation) > Self.maximumMovement {
                state = .failed
                return
            }
            isWaiting = false
            limit(Self.maximumDuration, from: event.timestamp)
        }
        fingersDown += touches.count
        mostFingers = max(mostFingers, fingersDown)
        if fingersDown > numberOfTouchesRequired { state = .failed }
    }

    open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
        for touch in touches where distance(touch.screenLocation, touch.initialScreenLocation) > Self.maximumMovement {
            state = .failed
            return
        }
    }

    open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
        fingersDown -= touches.count
        for touch in touches where distance(touch.screenLocation, touch.initialScreenLocation) > Self.maximumMovement {
            state = .failed
            return
        }
        guard fingersDown <= 0 else { return }
        guard mostFingers == numberOfTouchesRequired else {
            state = .failed
            return
        }
        tapsDone += 1
        lastTapLocation = firstLocation
        if tapsDone == numberOfTapsRequired {
            timer?.cancel()
            state = .ended
        } else {
            isWaiting = true
            limit(Self.maximumInterval, from: event.timestamp)
        }
    }

    open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) { state = .failed }

    open override func reset() {
        timer?.cancel()
        timer = nil
        tapsDone = 0
        fingersDown = 0
        mostFingers = 0
        lastTapLocation = nil
    }

    /// Fails when nothing more has happened `seconds` after `time`.
    private func limit(_ seconds: TimeInterval, from time: TimeInterval) {
        timer?.cancel()
        timer = MainScheduler.shared.schedule(at: time + seconds) { [weak self] in
            guard let self else { return }
            isWaiting = false
            state = .failed
            TouchDelivery.shared.gesturesDidChange()
        }
    }
}

func distance(_ a: CGPoint, _ b: CGPoint) -> CGFloat {
    let dx = a.x - b.x
    let dy = a.y - b.y
    return (dx * dx + dy * dy).squareRoot()
}
