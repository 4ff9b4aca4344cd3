import CoreGraphics
import Foundation
import QuartzCore

/// One presentation or dismissal while it runs: what the animator works in, and what others may join.
@MainActor
final class ControllerTransition: TransitionCoordinator, UIViewControllerContextTransitioning {
    private let presentation: UIPresentationController
    private let presenter: UIViewController
    private let presented: UIViewController
    private let isPresentation: Bool
    /// Whether the presenter's view goes when the other comes, and comes when the other goes.
    private let movesPresenter: Bool
    private var animator: (any UIViewControllerAnimatedTransitioning)?
    private var duration: TimeInterval = 0
    /// Called with the outcome before anybody else hears of it.
    private let end: (Bool) -> Void

    init(
        _ presentation: UIPresentationController, container: UIView, presenter: UIViewController,
        presented: UIViewController, isPresentation: Bool, movesPresenter: Bool,
        animator: (any UIViewControllerAnimatedTransitioning)?, end: @escaping (Bool) -> Void
    ) {
        self.presentation = presentation
        self.presenter = presenter
        self.presented = presented
        self.isPresentation = isPresentation
        self.movesPresenter = movesPresenter
        self.animator = animator
        self.end = end
        super.init(container: container, isAnimated: animator != nil)
    }

    override var transitionDuration: TimeInterval { duration }
    override var presentationStyle: UIModalPresentationStyle { presentation.presentationStyle }

    private var from: UIViewController { isPresentation ? presenter : presented }
    private var to: UIViewController { isPresentation ? presented : presenter }
    override var fromController: UIViewController? { from }
    override var toController: UIViewController? { to }

    override func view(forKey key: UITransitionContextViewKey) -> UIView? {
        switch key {
        case .from: view(of: from)
        case .to: view(of: to)
        default: nil
        }
    }

    private func view(of controller: UIViewController) -> UIView? {
        if controller === presented { return presentation.presentedView }
        return movesPresenter ? presenter.viewIfLoaded : nil
    }

    func initialFrame(for vc: UIViewController) -> CGRect { vc === from ? place(of: vc) : .zero }

    func finalFrame(for vc: UIViewController) -> CGRect {
        guard vc === to || !movesPresenter else { return .zero }
        if vc === presented { return isPresentation ? presentation.frameOfPresentedViewInContainerView : .zero }
        return movesPresenter ? containerView.bounds : place(of: vc)
    }

    private func place(of controller: UIViewController) -> CGRect {
        guard let view = controller === presented ? presentation.presentedView : controller.viewIfLoaded,
            let superview = view.superviewStorage
        else { return .zero }
        return superview.convert(view.frame, to: containerView)
    }

    /// Lets the animator work, or makes the change at once; ends by itself.
    func run(placing: () -> Void) {
        guard let animator else {
            placing()
            runAlongside()
            CATransaction.afterCommit { self.completeTransition(true) }
            return
        }
        duration = max(animator.transitionDuration(using: self), 0)
        animator.animateTransition(using: self)
        runAlongside()
    }

    func completeTransition(_ didComplete: Bool) {
        guard presentation.transition === self else { return }
        presentation.transition = nil
        isCancelled = !didComplete
        end(didComplete)
        animator?.animationEnded(didComplete)
        // Animators like to keep their context: both would stay for ever.
        animator = nil
        finish()
    }
}
