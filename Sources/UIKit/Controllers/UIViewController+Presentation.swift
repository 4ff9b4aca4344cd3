import Foundation

extension UIViewController {
    /// The controller whose view fills the window on behalf of this one: the outermost container.
    private var outermost: UIViewController {
        var controller = self
        while let parent = controller.parentStorage { controller = parent }
        return controller
    }

    final func showPresented(_ presented: UIViewController, animated: Bool, completion: (() -> Void)?) {
        let presenter = outermost
        guard let window = presenter.viewStorage?.windowStorage, presenter.presentedViewController == nil,
            presented.presentingStorage == nil, presented !== presenter
        else { return }
        presenter.presentedViewController = presented
        presented.presentingStorage = presenter
        presented.loadViewIfNeeded()
        // Fact V-23: here the presented controller's "did" comes first.
        presenter.beginDisappearance(animated: animated)
        presented.beginAppearance(animated: animated)
        if let view = presented.viewStorage {
            view.frame = window.bounds
            view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
            if let old = presenter.viewStorage, old.superviewStorage === window {
                window.insertSubview(view, aboveSubview: old)
            } else {
                window.addSubview(view)
            }
        }
        presented.endAppearanceAfterLayout {
            presenter.viewStorage?.removeFromSuperview()
            presenter.endDisappearance()
            completion?()
        }
    }

    final func hidePresented(animated: Bool, completion: (() -> Void)?) {
        let presenter = outermost
        guard let presented = presenter.presentedViewController else {
            if let presenting = presenter.presentingStorage {
                presenting.hidePresented(animated: animated, completion: completion)
            }
            return
        }
        // What the presented one presents goes with it; only the topmost view is on screen.
        var top = presented
        while let next = top.presentedViewController { top = next }
        guard let window = top.viewStorage?.windowStorage else { return }
        top.beginDisappearance(animated: animated)
        presenter.beginAppearance(animated: animated)
        if let view = presenter.viewStorage, view.windowStorage == nil {
            view.frame = window.bounds
            if let old = top.viewStorage, old.superviewStorage === window {
                window.insertSubview(view, belowSubview: old)
            } else {
                window.insertSubview(view, at: 0)
            }
        }
        top.viewStorage?.removeFromSuperview()
        var current = presenter
        while let next = current.presentedViewController {
            current.presentedViewController = nil
            next.presentingStorage = nil
            current = next
        }
        presenter.endAppearanceAfterLayout {
            top.endDisappearance()
            completion?()
        }
    }
}
