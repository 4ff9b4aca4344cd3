import Foundation

/// How presented views come and go by `modalTransitionStyle`.
@MainActor
final class StandardTransition: NSObject, UIViewControllerAnimatedTransitioning {
    /// Seconds (fact S-87).
    static let duration = 0.4

    private let style: UIModalTransitionStyle
    private let isPresentation: Bool

    init(_ style: UIModalTransitionStyle, isPresentation: Bool) {
        self.style = style
        self.isPresentation = isPresentation
        super.init()
    }

    func transitionDuration(using transitionContext: (any UIViewControllerContextTransitioning)?) -> TimeInterval {
        Self.duration
    }

    func animateTransition(using context: any UIViewControllerContextTransitioning) {
        let container = context.containerView
        let coming = context.view(forKey: .to)
        let going = context.view(forKey: .from)
        if let coming {
            if isPresentation {
                container.addSubview(coming)
            } else {
                container.insertSubview(coming, at: 0)
            }
        }
        guard let view = isPresentation ? coming : going else {
            context.completeTransition(true)
            return
        }
        switch style {
        case .coverVertical: slide(view, in: container, context)
        case .crossDissolve: fade(view, context)
        }
    }

    private func slide(_ view: UIView, in container: UIView, _ context: any UIViewControllerContextTransitioning) {
        let center = view.center
        let below = CGPoint(x: center.x, y: center.y + container.bounds.maxY - view.frame.minY)
        if isPresentation { view.center = below }
        animate {
            view.center = self.isPresentation ? center : below
        } completion: {
            context.completeTransition(true)
            // It may be presented again, wherever it was taken away to.
            if !self.isPresentation { view.center = center }
        }
    }

    private func fade(_ view: UIView, _ context: any UIViewControllerContextTransitioning) {
        let alpha = view.alpha
        if isPresentation { view.alpha = 0 }
        animate {
            view.alpha = self.isPresentation ? alpha : 0
        } completion: {
            context.completeTransition(true)
            if !self.isPresentation { view.alpha = alpha }
        }
    }

    private func animate(_ changes: @escaping () -> Void, completion: @escaping () -> Void) {
        UIView.animate(withDuration: Self.duration, animations: changes) { _ in completion() }
    }
}
