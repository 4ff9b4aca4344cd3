import CoreGraphics
import Foundation
import QuartzCore

/// Sizes that containers pass on, transitions under way, and children that take each other's place.
extension UIViewController {
    final var runningTransition: TransitionCoordinator? {
        var controller: UIViewController? = self
        while let current = controller {
            if let coordinator = current.sizeCoordinator, !coordinator.isOver { return coordinator }
            if let transition = (current as? UINavigationController)?.running { return transition }
            if let transition = current.presentationStorage?.transition { return transition }
            if let transition = current.presentedStorage?.presentationStorage?.transition { return transition }
            controller = current.parentStorage
        }
        return nil
    }

    final func preferredSizeDidChange() {
        if let parentStorage {
            parentStorage.preferredContentSizeDidChange(forChildContentContainer: self)
        } else {
            presentationStorage?.preferredContentSizeDidChange(forChildContentContainer: self)
        }
    }

    final func childSize(_ container: any UIContentContainer, parentSize: CGSize) -> CGSize {
        guard let child = container as? UIViewController, let childView = child.viewIfLoaded else { return parentSize }
        return childView.bounds.size == viewIfLoaded?.bounds.size ? parentSize : childView.bounds.size
    }

    final func passSize(_ size: CGSize, _ coordinator: any UIViewControllerTransitionCoordinator) {
        for child in children where child.isViewLoaded {
            let childSize = self.size(forChildContentContainer: child, withParentContainerSize: size)
            if childSize != child.viewStorage?.bounds.size {
                child.viewWillTransition(to: childSize, with: coordinator)
            }
        }
    }

    final func exchange(
        _ old: UIViewController, _ new: UIViewController, _ duration: TimeInterval,
        _ options: UIView.AnimationOptions, _ animations: (() -> Void)?, _ completion: ((Bool) -> Void)?
    ) {
        precondition(
            old.parentStorage === self && new.parentStorage === self,
            "transition(from:to:) exchanges two children of the container.")
        let isAnimated = duration > 0
        guard let superview = old.view.superviewStorage, let newView = new.view else { return }
        if appearanceState == .appeared || appearanceState == .appearing {
            old.beginDisappearance(animated: isAnimated)
            new.beginAppearance(animated: isAnimated)
        }
        new.endsAppearanceItself = true
        superview.addSubview(newView)
        UIView.animate(withDuration: duration, delay: 0, options: options) {
            animations?()
        } completion: { isFinished in
            old.viewIfLoaded?.removeFromSuperview()
            old.endDisappearance()
            new.endsAppearanceItself = false
            new.endAppearance()
            completion?(isFinished)
        }
    }
}
