import CoreGraphics
import Foundation
import QuartzCore

/// What runs beside a transition. By itself it is the coordinator of a change of size, which is not animated: a panel
/// that turned shows the new picture at once.
@MainActor
class TransitionCoordinator: NSObject, UIViewControllerTransitionCoordinator {
    private typealias Block = (any UIViewControllerTransitionCoordinatorContext) -> Void

    let containerView: UIView
    let isAnimated: Bool
    private var animations: [Block] = []
    private var completions: [Block] = []
    private var hasRun = false
    private(set) var isOver = false
    final var isCancelled = false
    var transitionDuration: TimeInterval { 0 }

    init(container: UIView, isAnimated: Bool = false) {
        containerView = container
        self.isAnimated = isAnimated
        super.init()
    }

    var presentationStyle: UIModalPresentationStyle { .fullScreen }
    var isInteractive: Bool { false }
    var targetTransform: CGAffineTransform { .identity }
    /// Whose view is on the screen before and after; nil where no other comes.
    var fromController: UIViewController? { nil }
    var toController: UIViewController? { nil }
    final var transitionWasCancelled: Bool { isCancelled }

    final func viewController(forKey key: UITransitionContextViewControllerKey) -> UIViewController? {
        switch key {
        case .from: fromController
        case .to: toController
        default: nil
        }
    }

    func view(forKey key: UITransitionContextViewKey) -> UIView? { nil }

    final func animate(
        alongsideTransition animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?,
        completion: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
    ) -> Bool {
        guard !isOver else { return false }
        if let animation {
            if hasRun { run([animation]) } else { animations.append(animation) }
        }
        if let completion { completions.append(completion) }
        return true
    }

    final func animateAlongsideTransition(
        in view: UIView?, animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?,
        completion: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
    ) -> Bool {
        animate(alongsideTransition: animation, completion: completion)
    }

    /// Makes the changes of those who want to move along.
    final func runAlongside() {
        hasRun = true
        let blocks = animations
        animations = []
        if !blocks.isEmpty { run(blocks) }
    }

    private func run(_ blocks: [Block]) {
        guard isAnimated, transitionDuration > 0 else {
            for block in blocks { block(self) }
            return
        }
        makeChanges { for block in blocks { block(self) } }
    }

    /// Makes changes as the transition goes.
    func makeChanges(_ changes: @escaping () -> Void) {
        UIView.animate(withDuration: transitionDuration, animations: changes)
    }

    /// Tells that it is over. Lets go of all blocks, which often hold the controllers.
    final func finish() {
        guard !isOver else { return }
        if !hasRun { runAlongside() }
        isOver = true
        let blocks = completions
        completions = []
        for block in blocks { block(self) }
    }
}
