import Foundation
import QuartzCore

/// Appearance: every "will" gets its "did", in order, whoever drives it.
extension UIViewController {
    final func beginAppearance(animated: Bool) {
        guard appearanceState == .disappeared || appearanceState == .disappearing else { return }
        loadViewIfNeeded()
        isTransitionAnimated = animated
        appearanceState = .appearing
        awaitsIsAppearing = true
        viewWillAppear(animated)
        for child in forwardedChildren { child.beginAppearance(animated: animated) }
    }

    final func endAppearance() {
        guard appearanceState == .appearing else { return }
        tellIsAppearing()
        appearanceState = .appeared
        viewDidAppear(isTransitionAnimated)
        for child in forwardedChildren { child.endAppearance() }
    }

    final func tellIsAppearing() {
        guard awaitsIsAppearing, viewStorage?.windowStorage != nil else { return }
        awaitsIsAppearing = false
        viewIsAppearing(isTransitionAnimated)
    }

    /// The "did" comes when the first layout is over and the transaction is on its way (facts V-24, V-26).
    final func endAppearanceAfterLayout(then completion: (() -> Void)? = nil) {
        CATransaction.afterCommit { [weak self] in
            self?.endAppearance()
            completion?()
        }
    }

    final func beginDisappearance(animated: Bool) {
        guard appearanceState == .appeared || appearanceState == .appearing else { return }
        isTransitionAnimated = animated
        awaitsIsAppearing = false
        appearanceState = .disappearing
        viewWillDisappear(animated)
        for child in forwardedChildren { child.beginDisappearance(animated: animated) }
    }

    final func endDisappearance() {
        guard appearanceState == .disappearing else { return }
        appearanceState = .disappeared
        viewDidDisappear(isTransitionAnimated)
        for child in forwardedChildren { child.endDisappearance() }
    }

    final func disappear(animated: Bool) {
        beginDisappearance(animated: animated)
        endDisappearance()
    }

    /// Children whose view is inside this controller's.
    private var forwardedChildren: [UIViewController] {
        guard !children.isEmpty, shouldAutomaticallyForwardAppearanceMethods, let view = viewStorage else { return [] }
        return children.filter { $0.viewStorage?.isInside(view) ?? false }
    }

    // MARK: Children's views that come and go while the container is on screen

    final func viewWillMove(toWindow window: UIWindow?) {
        guard let parentStorage, parentStorage.shouldAutomaticallyForwardAppearanceMethods else { return }
        if window != nil {
            // Nothing new to a child that the container has told already.
            if parentStorage.appearanceState == .appeared || parentStorage.appearanceState == .appearing {
                beginAppearance(animated: false)
            }
        } else if parentStorage.appearanceState != .disappearing {
            beginDisappearance(animated: false)
        }
    }

    final func viewDidMove(toWindow window: UIWindow?) {
        guard let parentStorage, parentStorage.shouldAutomaticallyForwardAppearanceMethods else { return }
        if window == nil {
            if parentStorage.appearanceState != .disappearing { endDisappearance() }
        } else if !endsAppearanceItself, appearanceState == .appearing, parentStorage.appearanceState == .appeared {
            endAppearanceAfterLayout()
        }
    }

    // MARK: Containers

    final func adopt(_ child: UIViewController) {
        guard child.parentStorage !== self else { return }
        child.parentStorage?.children.removeAll { $0 === child }
        child.parentStorage?.childDidLeave(child)
        child.isMovingToParent = true
        child.willMove(toParent: self)
        child.parentStorage = self
        children.append(child)
    }

    final func leaveParent() {
        guard let parentStorage else { return }
        withExtendedLifetime(self) {
            parentStorage.children.removeAll { $0 === self }
            self.parentStorage = nil
            parentStorage.childDidLeave(self)
            didMove(toParent: nil)
            isMovingFromParent = false
            isMovingToParent = false
        }
    }
}
