import Foundation
import QuartzCore

/// Presenting and dismissing (facts V-23 and V-27).
extension UIViewController {
    final var resolvedPresentationStyle: UIModalPresentationStyle {
        modalPresentationStyle == .automatic ? .fullScreen : modalPresentationStyle
    }

    /// Who presents on behalf of this controller: the nearest one that defines a context, for styles that ask for one,
    /// else the outermost container.
    private func presenter(for style: UIModalPresentationStyle) -> UIViewController {
        let wantsContext = style == .currentContext || style == .overCurrentContext
        var controller = self
        while let parent = controller.parentStorage {
            if wantsContext, controller.definesPresentationContext { break }
            controller = parent
        }
        return controller
    }

    final func makePresentationController(
        presenting: UIViewController?, source: UIViewController
    ) -> UIPresentationController {
        if modalPresentationStyle == .custom,
            let own = transitioningDelegate?.presentationController(
                forPresented: self, presenting: presenting, source: source)
        {
            own.presenter = presenting
            return own
        }
        return UIPresentationController(presentedViewController: self, presenting: presenting)
    }

    final func showPresented(_ presented: UIViewController, animated: Bool, completion: (() -> Void)?) {
        let presenter = presenter(for: presented.resolvedPresentationStyle)
        guard presented !== presenter, presented.presentingStorage == nil, presented.parentStorage == nil,
            presenter.presentedStorage == nil, !presenter.isBeingDismissed
        else {
            LayerLog.note(
                "\(type(of: presented)) was not presented: it or \(type(of: presenter)) is in another presentation.")
            return
        }
        presented.loadViewIfNeeded()
        let presentation = presented.makePresentationController(presenting: presenter, source: self)
        guard presentation.installContainer(), let container = presentation.container else {
            LayerLog.note(
                "\(type(of: presented)) was not presented: the view of \(type(of: presenter)) is in no window.")
            return
        }
        presenter.presentedStorage = presented
        presented.presentingStorage = presenter
        presented.presentationStorage = presentation
        let movesPresenter = presentation.shouldRemovePresentersView
        let animator =
            animated
            ? presented.transitioningDelegate?.animationController(
                forPresented: presented, presenting: presenter, source: self)
                ?? StandardTransition(presented.modalTransitionStyle, isPresentation: true)
            : nil
        let transition = ControllerTransition(
            presentation, container: container, presenter: presenter, presented: presented, isPresentation: true,
            movesPresenter: movesPresenter, animator: animator
        ) { didComplete in
            if didComplete {
                presentation.placePresentedView()
                presented.endAppearance()
                if movesPresenter {
                    presentation.removePresentersView()
                    presenter.endDisappearance()
                }
            } else {
                if movesPresenter {
                    presenter.beginAppearance(animated: animated)
                    presenter.endAppearance()
                }
                presented.disappear(animated: animated)
                presented.endPresentation()
            }
            presented.isBeingPresented = false
            presentation.presentationTransitionDidEnd(didComplete)
            completion?()
        }
        presentation.transition = transition
        presented.isBeingPresented = true
        presentation.presentationTransitionWillBegin()
        // Fact V-23: of the two "will" the presenter's comes first, of the two "did" the presented one's.
        if movesPresenter { presenter.beginDisappearance(animated: animated) }
        presented.beginAppearance(animated: animated)
        presentation.preparePresentedView()
        transition.run { presentation.placePresentedView() }
    }

    final func hidePresented(animated: Bool, completion: (() -> Void)?) {
        guard let presenter = nearestPresenter else {
            completion?()
            return
        }
        // What the presented one presents goes with it; only the topmost view is seen to go.
        let chain = presenter.presentedChain
        guard let first = chain.first, let top = chain.last, let topPresentation = top.presentationStorage,
            let firstPresentation = first.presentationStorage, let container = topPresentation.container
        else { return }
        if let running = chain.lazy.compactMap({ $0.presentationStorage?.transition }).first {
            // One after the other: a dismissal must not get lost because something was still coming in.
            _ = running.animate(alongsideTransition: nil) { _ in
                if presenter.presentedStorage === first, !first.isBeingDismissed {
                    presenter.hidePresented(animated: animated, completion: completion)
                } else {
                    completion?()
                }
            }
            return
        }
        let movesPresenter = firstPresentation.hasRemovedPresentersView
        let animator =
            animated
            ? top.transitioningDelegate?.animationController(forDismissed: top)
                ?? StandardTransition(top.modalTransitionStyle, isPresentation: false)
            : nil
        let transition = ControllerTransition(
            topPresentation, container: container, presenter: presenter, presented: top, isPresentation: false,
            movesPresenter: movesPresenter, animator: animator
        ) { didComplete in
            for controller in chain { controller.isBeingDismissed = false }
            if didComplete {
                firstPresentation.restorePresentersView()
                if movesPresenter { presenter.endAppearance() }
                for controller in chain.reversed() {
                    let presentation = controller.presentationStorage
                    controller.endPresentation()
                    controller.endDisappearance()
                    presentation?.dismissalTransitionDidEnd(true)
                }
            } else {
                if movesPresenter {
                    presenter.viewIfLoaded?.removeFromSuperview()
                    presenter.disappear(animated: animated)
                }
                for controller in chain where controller.appearanceState == .disappearing {
                    controller.beginAppearance(animated: animated)
                    controller.endAppearance()
                }
                for controller in chain { controller.presentationStorage?.dismissalTransitionDidEnd(false) }
            }
            completion?()
        }
        topPresentation.transition = transition
        for controller in chain { controller.isBeingDismissed = true }
        for controller in chain.reversed() { controller.presentationStorage?.dismissalTransitionWillBegin() }
        for controller in chain.reversed() { controller.beginDisappearance(animated: animated) }
        if movesPresenter { presenter.beginAppearance(animated: animated) }
        if movesPresenter { presenter.viewIfLoaded?.frame = container.bounds }
        transition.run {
            firstPresentation.restorePresentersView()
            for controller in chain { controller.viewIfLoaded?.removeFromSuperview() }
        }
    }

    /// Who presents what this controller, one around it, or it itself is presented by.
    private var nearestPresenter: UIViewController? {
        var controller: UIViewController? = self
        while let current = controller {
            if current.presentedStorage != nil { return current }
            if let presenting = current.presentingStorage { return presenting }
            controller = current.parentStorage
        }
        return nil
    }

    /// What this controller presents, what that presents, and so on.
    final var presentedChain: [UIViewController] {
        var chain: [UIViewController] = []
        var next = presentedStorage
        while let controller = next {
            chain.append(controller)
            next = controller.presentedStorage
        }
        return chain
    }

    /// Takes the view and its container away and unlinks the two controllers.
    private func endPresentation() {
        presentationStorage?.removeContainer()
        viewStorage?.removeFromSuperview()
        presentationStorage = nil
        if presentingStorage?.presentedStorage === self { presentingStorage?.presentedStorage = nil }
        presentingStorage = nil
    }

    /// Ends all that is presented from here, at once: the window shows another root, or nothing.
    final func endPresentations() {
        for controller in presentedChain.reversed() {
            controller.presentationStorage?.transition?.completeTransition(true)
            controller.disappear(animated: false)
            controller.endPresentation()
        }
    }
}
