public import Foundation

/// Manages one presentation: the container view that holds the presented view, where that lies, and what is shown with
/// it (a dimming view, say). Subclass it for the style `custom`.
@preconcurrency @MainActor
open class UIPresentationController: NSObject, UIContentContainer {
    private weak var presented: UIViewController?
    final weak var presenter: UIViewController?
    /// Where the presenter's view was before it was removed.
    private weak var presenterSuperview: UIView?
    private var presenterIndex = 0
    final var container: TransitionView?
    final var transition: ControllerTransition?

    public init(presentedViewController: UIViewController, presenting presentingViewController: UIViewController?) {
        presented = presentedViewController
        presenter = presentingViewController
        super.init()
    }

    /// The controller that is presented. It owns its presentation controller.
    open var presentedViewController: UIViewController {
        guard let presented else {
            preconditionFailure("A presentation controller was asked for a presented controller that is gone.")
        }
        return presented
    }

    /// The controller whose view is covered.
    open var presentingViewController: UIViewController { presenter ?? presentedViewController }

    open var presentationStyle: UIModalPresentationStyle { presented?.resolvedPresentationStyle ?? .custom }
    /// Fills the window, or the presenting controller's view; nil when nothing is presented.
    open var containerView: UIView? { container }
    /// The presented controller's view, or a view around it.
    open var presentedView: UIView? { presented?.viewIfLoaded }
    /// Points; the base class answers the container's bounds.
    open var frameOfPresentedViewInContainerView: CGRect { container?.bounds ?? .zero }
    /// Whether the presentation fills the window and not only the presentation context.
    open var shouldPresentInFullscreen: Bool {
        let style = presentationStyle
        return style != .currentContext && style != .overCurrentContext
    }
    /// Whether the presenter's view leaves the window while the other is shown.
    open var shouldRemovePresentersView: Bool {
        let style = presentationStyle
        return style == .fullScreen || style == .currentContext
    }

    // Subclasses add and animate their own views here; the base class does nothing.
    open func presentationTransitionWillBegin() {}
    open func presentationTransitionDidEnd(_ completed: Bool) {}
    open func dismissalTransitionWillBegin() {}
    open func dismissalTransitionDidEnd(_ completed: Bool) {}
    open func containerViewWillLayoutSubviews() {}
    open func containerViewDidLayoutSubviews() {}

    // MARK: Content container

    open var preferredContentSize: CGSize { presented?.preferredContentSize ?? .zero }
    open func preferredContentSizeDidChange(forChildContentContainer container: any UIContentContainer) {}
    open func size(
        forChildContentContainer container: any UIContentContainer, withParentContainerSize parentSize: CGSize
    ) -> CGSize { parentSize }
    /// Passes the size on to the presented controller.
    open func viewWillTransition(to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator) {
        guard let presented else { return }
        presented.viewWillTransition(
            to: self.size(forChildContentContainer: presented, withParentContainerSize: size), with: coordinator)
    }

    // MARK: The container and the presenter's place

    /// Puts an empty container over the presenter's view. False when that is in no window.
    final func installContainer() -> Bool {
        guard let presenterView = presenter?.viewIfLoaded, let window = presenterView.windowStorage,
            let superview = presenterView.superviewStorage
        else { return false }
        let host = shouldPresentInFullscreen ? window : superview
        let frame = shouldPresentInFullscreen ? window.bounds : presenterView.frame
        let container = TransitionView(frame: frame)
        container.presentation = self
        container.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        // Views of the window in front of the root view stay in front of what a context shows.
        if host === superview {
            host.insertSubview(container, aboveSubview: presenterView)
        } else {
            host.addSubview(container)
        }
        self.container = container
        return true
    }

    final func removeContainer() {
        container?.removeFromSuperview()
        container = nil
    }

    final func removePresentersView() {
        guard let view = presenter?.viewIfLoaded, let superview = view.superviewStorage else { return }
        presenterSuperview = superview
        presenterIndex = superview.subviewStorage.firstIndex { $0 === view } ?? 0
        view.removeFromSuperview()
    }

    /// Whether the presenter's view left the window for this presentation.
    final var hasRemovedPresentersView: Bool { presenterSuperview != nil }

    /// The presenter's view goes back to where it was, as large as the container now is.
    final func restorePresentersView() {
        guard let superview = presenterSuperview, let view = presenter?.viewIfLoaded else { return }
        presenterSuperview = nil
        view.frame = container.map { superview.convert($0.bounds, from: $0) } ?? superview.bounds
        superview.insertSubview(view, at: presenterIndex)
    }

    /// Gives the presented view its place before an animator takes it up.
    final func preparePresentedView() {
        guard container != nil, let view = presentedView else { return }
        view.frame = frameOfPresentedViewInContainerView
        if presentationStyle != .custom { view.autoresizingMask = [.flexibleWidth, .flexibleHeight] }
    }

    /// Shows the presented view, if nobody has.
    final func placePresentedView() {
        guard let container, let view = presentedView, view.windowStorage == nil else { return }
        container.addSubview(view)
    }
}
