import Foundation

/// The pan of a scroll view: counts only the ways its content can go, keeps fingers from the content until it is clear what
/// they want, and asks before it takes them away again (fact S-10).
final class ScrollViewPanGestureRecognizer: UIPanGestureRecognizer {
    /// How long a finger that does not move is kept from the content, seconds.
    static let contentDelay: TimeInterval = 0.15

    private var scrollView: UIScrollView? { view as? UIScrollView }
    private var delay: MainScheduler.Token?
    /// The content has the fingers, or had them.
    private var isDelayOver = false

    override init() {
        super.init()
        allowedScrollTypesMask = .all
        if !UIScrollView.isDraggedByMice {
            allowedTouchTypes.removeAll { $0.intValue == UITouch.TouchType.indirectPointer.rawValue }
        }
    }

    override func travelThatCounts(_ way: CGPoint) -> CGFloat {
        guard let scrollView else { return distance(way, .zero) }
        let x = scrollView.scrollsHorizontally ? abs(way.x) : 0
        let y = scrollView.scrollsVertically ? abs(way.y) : 0
        let counted = hypot(x, y)
        // A finger that rather goes another way may be meant for another view: it has to go twice as far here.
        let isAside = max(abs(way.x), abs(way.y)) > max(x, y)
        return isAside ? counted / 2 : counted
    }

    // MARK: Fingers

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        scrollView?.fingerLanded()
        super.touchesBegan(touches, with: event)
        guard delay == nil, !isDelayOver, state == .possible else { return }
        delay = MainScheduler.shared.schedule(at: event.timestamp + Self.contentDelay) { [weak self] in
            self?.isDelayOver = true
            TouchDelivery.shared.gesturesDidChange()
        }
    }

    override func reset() {
        super.reset()
        delay?.cancel()
        delay = nil
        isDelayOver = false
        scrollView?.fingersLifted()
    }

    override func holdsBack(_ touch: UITouch) -> Bool {
        guard let scrollView, scrollView.delaysContentTouches, !isDelayOver, touch.view !== scrollView else {
            return false
        }
        // Where nothing can scroll there is nothing to wait for.
        return scrollView.scrollsVertically || scrollView.scrollsHorizontally
    }

    override func mayTakeTouches() -> Bool {
        guard let scrollView else { return true }
        for touch in trackedTouches where touch.hasBegunForView && !touch.isFinishedForView {
            guard let view = touch.view, view !== scrollView else { continue }
            guard scrollView.canCancelContentTouches, scrollView.touchesShouldCancel(in: view) else { return false }
        }
        return true
    }

    // MARK: Wheels and trackpads

    override func wantsScroll(by points: CGPoint) -> Bool {
        guard let scrollView else { return false }
        return abs(points.y) >= abs(points.x) ? scrollView.scrollsVertically : scrollView.scrollsHorizontally
    }

    override func turnWheel(by points: CGPoint) -> Bool? { scrollView?.turnWheel(by: points) }
}
