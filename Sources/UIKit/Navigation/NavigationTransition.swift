import CoreGraphics
import Foundation
import QuartzCore

/// One change of a navigation controller's view while it is seen.
@MainActor
final class NavigationTransition: TransitionCoordinator, UIViewControllerContextTransitioning {
    private let from: UIViewController?
    private let to: UIViewController?
    private var animator: (any UIViewControllerAnimatedTransitioning)?
    /// Moves it where it follows a finger.
    let driver: UIViewPropertyAnimator?
    private var duration: TimeInterval = 0
    /// Called once with the outcome.
    private var end: ((Bool) -> Void)?

    init(
        container: UIView, from: UIViewController?, to: UIViewController?,
        animator: (any UIViewControllerAnimatedTransitioning)?, driver: UIViewPropertyAnimator? = nil,
        end: @escaping (Bool) -> Void
    ) {
        self.from = from
        self.to = to
        self.animator = animator
        self.driver = driver
        self.end = end
        super.init(container: container, isAnimated: animator != nil)
    }

    override var transitionDuration: TimeInterval { duration }
    override var isInteractive: Bool { driver != nil }
    override var fromController: UIViewController? { from }
    override var toController: UIViewController? { to }

    override func view(forKey key: UITransitionContextViewKey) -> UIView? {
        switch key {
        case .from: from?.viewIfLoaded
        case .to: to?.viewIfLoaded
        default: nil
        }
    }

    func initialFrame(for vc: UIViewController) -> CGRect { vc === from ? containerView.bounds : .zero }
    func finalFrame(for vc: UIViewController) -> CGRect { vc === to ? containerView.bounds : .zero }

    /// Lets the animator work, or makes the change at once.
    ///
    /// - Parameter waits: whether a change at once is over only after the layout that follows.
    func run(waits: Bool, placing: () -> Void) {
        guard let animator else {
            placing()
            runAlongside()
            if waits { CATransaction.afterCommit { self.completeTransition(true) } } else { completeTransition(true) }
            return
        }
        duration = max(animator.transitionDuration(using: self), 0)
        animator.animateTransition(using: self)
        runAlongside()
        driver?.pauseAnimation()
    }

    override func makeChanges(_ changes: @escaping () -> Void) {
        if let driver { driver.addAnimations(changes) } else { super.makeChanges(changes) }
    }

    func completeTransition(_ didComplete: Bool) {
        guard let end else { return }
        self.end = nil
        isCancelled = !didComplete
        // Another change ended it on the way.
        if driver?.state == .active { driver?.stopAnimation(true) }
        end(didComplete)
        animator?.animationEnded(didComplete)
        // Animators like to keep their context: both would stay for ever.
        animator = nil
        finish()
    }
}

/// The standard way: the view that is pushed comes in over the other one, from where lines end; what is popped goes there.
@MainActor
final class NavigationAnimator: NSObject, UIViewControllerAnimatedTransitioning {
    /// Seconds (fact S-87); and of a bar that comes or goes.
    static let duration: TimeInterval = 0.35
    static let barDuration: TimeInterval = 0.2
    /// How far the lower view moves, as a share of the width (fact S-87).
    private static let lag: CGFloat = 0.3

    private let operation: UINavigationController.Operation
    let driver: UIViewPropertyAnimator?

    init(_ operation: UINavigationController.Operation, driver: UIViewPropertyAnimator? = nil) {
        self.operation = operation
        self.driver = driver
        super.init()
    }

    func transitionDuration(using transitionContext: (any UIViewControllerContextTransitioning)?) -> TimeInterval {
        Self.duration
    }

    func animateTransition(using context: any UIViewControllerContextTransitioning) {
        let container = context.containerView
        guard let coming = context.view(forKey: .to), let going = context.view(forKey: .from) else {
            return context.completeTransition(true)
        }
        let isPush = operation == .push
        let isRightToLeft = container.effectiveUserInterfaceLayoutDirection == .rightToLeft
        let width = container.bounds.width * (isRightToLeft ? -1 : 1)
        let middle = CGPoint(x: container.bounds.midX, y: container.bounds.midY)
        let above = CGPoint(x: middle.x + width, y: middle.y)
        let below = CGPoint(x: middle.x - width * Self.lag, y: middle.y)
        if isPush { container.addSubview(coming) } else { container.insertSubview(coming, belowSubview: going) }
        UIView.performWithoutAnimation { coming.center = isPush ? above : below }
        let move = {
            coming.center = middle
            going.center = isPush ? below : above
        }
        guard let driver else {
            return UIView.animate(withDuration: Self.duration, animations: move) { _ in
                going.center = middle
                context.completeTransition(true)
            }
        }
        driver.addAnimations(move)
        // Stopped by another change the animator keeps this for ever.
        driver.addCompletion { [weak context] position in
            going.center = middle
            context?.completeTransition(position != .start)
        }
    }
}
