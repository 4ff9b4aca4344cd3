import CoreGraphics
import Foundation

/// The way back by a finger that comes in from where lines begin: the views and the bar follow it, and go on to whichever
/// side it lets go for.
@MainActor
final class InteractivePop: NSObject, UIGestureRecognizerDelegate {
    /// Faster than this the finger decides by its direction, points per second; else by which half it is in.
    private static let decisiveSpeed: CGFloat = 300

    let recognizer = UIScreenEdgePanGestureRecognizer()
    private unowned let controller: UINavigationController
    /// Moves the change that follows the finger now.
    private weak var driver: UIViewPropertyAnimator?

    init(_ controller: UINavigationController) {
        self.controller = controller
        super.init()
        recognizer.delegate = self
        recognizer.addTarget(self, action: InteractivePop.moved)
    }

    /// Also asked by an application's own delegate of the recognizer, if it has none of its own to say.
    func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
        guard controller.stack.count > 1, controller.running == nil, !controller.isNavigationBarHidden else {
            return false
        }
        let item = controller.stack[controller.stack.count - 1].navigationItem
        let hasOwnWay = !(item.leftBarButtonItems ?? []).isEmpty && !item.leftItemsSupplementBackButton
        return !item.hidesBackButton && !hasOwnWay
    }

    /// Scroll views wait for it; where the finger is not at the edge that is no time at all.
    func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer, shouldBeRequiredToFailBy otherGestureRecognizer: UIGestureRecognizer
    ) -> Bool { otherGestureRecognizer.view is UIScrollView }

    private var isRightToLeft: Bool {
        controller.contentView.effectiveUserInterfaceLayoutDirection == .rightToLeft
    }

    /// The edge that lines begin at.
    func directionDidChange() { recognizer.edges = isRightToLeft ? .right : .left }

    private func moved(_ recognizer: UIPanGestureRecognizer) {
        let view = controller.contentView
        let side: CGFloat = isRightToLeft ? -1 : 1
        let share = side * recognizer.translation(in: view).x / max(view.bounds.width, 1)
        switch recognizer.state {
        case .began:
            driver = controller.popFollowingFinger()
            driver?.fractionComplete = share
        case .changed:
            driver?.fractionComplete = share
        case .ended, .cancelled:
            let speed = recognizer.state == .ended ? side * recognizer.velocity(in: view).x : -.infinity
            let isBack = abs(speed) > Self.decisiveSpeed ? speed > 0 : share > 0.5
            driver?.isReversed = !isBack
            driver?.continueAnimation(withTimingParameters: nil, durationFactor: 0)
            driver = nil
        default: break
        }
    }
}
