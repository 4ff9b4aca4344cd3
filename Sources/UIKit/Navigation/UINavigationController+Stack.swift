import Foundation
import QuartzCore

/// One stack takes another's place (fact V-22).
extension UINavigationController {
    final func change(to new: [UIViewController], animated: Bool) {
        // Asked for by a callback of another change: once that is made.
        guard !isChanging else { return waiting.append { [weak self] in self?.change(to: new, animated: animated) } }
        let old = stack
        guard old.map(ObjectIdentifier.init) != new.map(ObjectIdentifier.init) else { return }
        guard canTake(new) else {
            return LayerLog.note(
                "\(type(of: self)) kept its stack: a controller may be in it only once, may not hold it, and may be in no "
                    + "other presentation.")
        }
        isChanging = true
        defer { changeIsMade() }
        stack = new
        running?.completeTransition(true)
        let coming = new.filter { controller in !old.contains { $0 === controller } }
        let going = old.filter { controller in !new.contains { $0 === controller } }
        for controller in coming { addChild(controller) }
        for controller in going { controller.willMove(toParent: nil) }
        let (from, to) = (old.last, new.last)
        if !isViewLoaded || from === to {
            updateBar()
            finish(coming: coming, going: going)
        } else {
            let isPop = to == nil || old.contains { $0 === to }
            exchange(
                from, to, isPop ? .pop : .push, animated: animated,
                undo: { [weak self] in self?.takeBack(old, coming: coming, going: going) },
                done: { [weak self] in self?.finish(coming: coming, going: going) })
        }
    }

    private func changeIsMade() {
        isChanging = false
        if !waiting.isEmpty { waiting.removeFirst()() }
    }

    private func canTake(_ new: [UIViewController]) -> Bool {
        guard Set(new.map(ObjectIdentifier.init)).count == new.count else { return false }
        var around: UIViewController? = self
        while let controller = around {
            if new.contains(where: { $0 === controller }) { return false }
            around = controller.parentStorage
        }
        return new.allSatisfy { $0.presentingStorage == nil }
    }

    private func finish(coming: [UIViewController], going: [UIViewController]) {
        for controller in going { controller.removeFromParent() }
        for controller in coming where controller.parent === self { controller.didMove(toParent: self) }
    }

    private func takeBack(_ old: [UIViewController], coming: [UIViewController], going: [UIViewController]) {
        stack = old
        for controller in coming {
            controller.willMove(toParent: nil)
            controller.removeFromParent()
        }
        for controller in going {
            controller.isMovingFromParent = false
            controller.didMove(toParent: self)
        }
        updateBar()
    }

    /// Goes back by one, as far as what is returned says; nil where the change does not follow a finger.
    final func popFollowingFinger() -> UIViewPropertyAnimator? {
        driver = UIViewPropertyAnimator(duration: NavigationAnimator.duration, curve: .easeOut)
        popViewController(animated: true)
        driver = nil
        return running?.driver
    }

    private func exchange(
        _ from: UIViewController?, _ to: UIViewController?, _ operation: Operation, animated: Bool,
        undo: @escaping () -> Void, done: @escaping () -> Void
    ) {
        to?.loadViewIfNeeded()
        let isOnScreen = appearanceState == .appeared
        let isAnimated = animated && isOnScreen && from != nil && to != nil && view.window != nil
        if isOnScreen {
            from?.beginDisappearance(animated: isAnimated)
            to?.beginAppearance(animated: isAnimated)
        } else if appearanceState == .appearing, let from, from.appearanceState != .disappeared {
            // The end of the appearance is told with this controller's own.
            from.disappear(animated: false)
            to?.beginAppearance(animated: false)
        }
        // What it is typed on leaves with the view that is left, not after it.
        if isAnimated, driver == nil { from?.viewIfLoaded?.endEditing(true) }
        if let to { delegate?.navigationController(self, willShow: to, animated: isAnimated) }
        let moveBar = isAnimated ? navigationBar.prepare(stack.map(\.navigationItem), isPush: operation == .push) : nil
        if moveBar == nil { updateBar() }
        to?.endsAppearanceItself = true
        to?.viewIfLoaded?.frame = contentView.bounds
        var animator: (any UIViewControllerAnimatedTransitioning)?
        if isAnimated, let from, let to {
            animator =
                delegate?.navigationController(self, animationControllerFor: operation, from: from, to: to)
                ?? NavigationAnimator(operation, driver: driver)
        }
        let transition = NavigationTransition(
            container: contentView, from: from, to: to, animator: animator,
            driver: (animator as? NavigationAnimator)?.driver
        ) {
            [weak self] didComplete in
            guard let self else { return }
            running = nil
            to?.endsAppearanceItself = false
            if didComplete {
                place(to)
                from?.viewIfLoaded?.removeFromSuperview()
                from?.endDisappearance()
                if isOnScreen { to?.endAppearance() }
                done()
                if let to { delegate?.navigationController(self, didShow: to, animated: isAnimated) }
            } else {
                if isOnScreen {
                    to?.beginDisappearance(animated: isAnimated)
                    from?.beginAppearance(animated: isAnimated)
                }
                to?.viewIfLoaded?.removeFromSuperview()
                to?.endDisappearance()
                undo()
                place(from)
                if isOnScreen { from?.endAppearance() }
            }
        }
        running = transition
        if let moveBar { _ = transition.animate(alongsideTransition: { _ in moveBar() }, completion: nil) }
        transition.run(waits: isOnScreen) { self.place(to) }
    }
}
