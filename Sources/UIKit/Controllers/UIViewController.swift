public import Foundation
import QuartzCore

/// Manages a tree of views: makes it, hears when it appears and disappears, and stands between its root view and that
/// view's superview in the responder chain (groups V and E.3 of the facts).
@preconcurrency @MainActor
open class UIViewController: UIResponder, UIContentContainer {
    /// Where the view is between hidden and shown.
    enum AppearanceState {
        case disappeared, appearing, appeared, disappearing
    }

    final var viewStorage: UIView?
    private var isLoadingView = false
    final var appearanceState = AppearanceState.disappeared
    /// The window whose root this is.
    final weak var hostWindow: UIWindow?
    final weak var parentStorage: UIViewController?
    final weak var presentingStorage: UIViewController?
    final var presentedStorage: UIViewController?
    final var presentationStorage: UIPresentationController?
    final var isTransitionAnimated = false
    /// Whether a transition between children, and not the coming of the view, ends the appearance.
    final var endsAppearanceItself = false
    /// Whether `viewIsAppearing` is still owed.
    final var awaitsIsAppearing = false
    /// The coordinator of a change of size under way.
    final weak var sizeCoordinator: TransitionCoordinator?

    /// Class and address.
    open override var description: String { "<\(ObjectDescription.head(of: self))>" }

    /// Becomes the title of `navigationItem`, too.
    open var title: String? { didSet { if title != oldValue { navigationItemStorage?.title = title } } }
    final var navigationItemStorage: UINavigationItem?
    /// What the bar of a navigation controller shows for this controller; made when it is first asked for.
    open var navigationItem: UINavigationItem {
        if let navigationItemStorage { return navigationItemStorage }
        let item = UINavigationItem()
        item.title = title
        navigationItemStorage = item
        return item
    }
    /// Containers' children, in the order they were added.
    open internal(set) var children: [UIViewController] = []
    open var parent: UIViewController? { parentStorage }

    /// Added to the safe area the root view inherits, points (fact L-45).
    open var additionalSafeAreaInsets: UIEdgeInsets = .zero {
        didSet { if additionalSafeAreaInsets != oldValue { viewStorage?.safeAreaSourceDidChange() } }
    }
    /// The least margins of the root view: at the sides 16 points in narrow windows and 20 in wide ones, else 0 (fact
    /// L-45).
    open var systemMinimumLayoutMargins: NSDirectionalEdgeInsets {
        let width = (viewStorage?.windowStorage ?? hostWindow)?.bounds.width ?? UIScreen.main.bounds.width
        let side: CGFloat = width < 600 ? 16 : 20
        return NSDirectionalEdgeInsets(top: 0, leading: side, bottom: 0, trailing: side)
    }
    /// Whether the root view's margins are at least the system's; default true.
    open var viewRespectsSystemMinimumLayoutMargins = true {
        didSet { if viewRespectsSystemMinimumLayoutMargins != oldValue { viewStorage?.marginsDidChange() } }
    }
    /// The root view's margins, or its safe area, changed; its layout comes next.
    open func viewLayoutMarginsDidChange() {}
    open func viewSafeAreaInsetsDidChange() {}

    /// Its view's traits once it is loaded, else those of the controller or window that will have it.
    open var traitCollection: UITraitCollection {
        viewStorage?.traitCollection ?? parentStorage?.traitCollection ?? hostWindow?.traitCollection
            ?? UIScreen.main.traitCollection
    }
    /// Light or dark for the controller's view and what is in it; default `.unspecified`: as what surrounds it.
    open var overrideUserInterfaceStyle: UIUserInterfaceStyle {
        get { traitExtras.style }
        set { if newValue != traitExtras.style { changeTraits { $0.style = newValue } } }
    }
    /// What the controller says about traits for its view and what is in it, whatever surrounds it.
    open var traitOverrides: any UITraitOverrides {
        get { traitExtras.overrides }
        set { if let values = newValue as? TraitValues { changeTraits { $0.overrides = values } } }
    }
    final var traitExtras = TraitExtras()
    /// Called when `traitCollection` changed, with the new one current; the base class does nothing.
    open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}

    public override init() { super.init() }

    /// As `init()`. There are no interface files here: a name is noted in the log, and `loadView()` makes the view.
    public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
        super.init()
        guard let nibNameOrNil else { return }
        LayerLog.noteOnce("There are no interface files: \(nibNameOrNil) is not loaded; loadView() makes the view.")
    }

    public required init?(coder: NSCoder) { super.init() }

    // MARK: View

    /// Loads the view at the first access: `loadView()`, then `viewDidLoad()`, once (fact V-21).
    open var view: UIView! {
        get {
            loadViewIfNeeded()
            return viewStorage
        }
        set { setView(newValue) }
    }

    open var viewIfLoaded: UIView? { viewStorage }
    open var isViewLoaded: Bool { viewStorage != nil }

    open func loadViewIfNeeded() {
        guard viewStorage == nil, !isLoadingView else { return }
        isLoadingView = true
        loadView()
        isLoadingView = false
        precondition(viewStorage != nil, "loadView() of \(type(of: self)) must set view.")
        viewDidLoad()
    }

    private func setView(_ view: UIView?) {
        guard viewStorage !== view else { return }
        viewStorage?.viewController = nil
        viewStorage = view
        view?.viewController = self
    }

    /// Makes the view and sets `view`; the base class makes a plain one as large as the screen. Never call it.
    open func loadView() { view = UIView(frame: UIScreen.main.bounds) }
    /// Called once after the view was made.
    open func viewDidLoad() {}
    open func viewWillAppear(_ animated: Bool) {}
    /// Between `viewWillAppear` and `viewDidAppear`, once: the view is in the window and has its size, its layout comes
    /// next.
    open func viewIsAppearing(_ animated: Bool) {}
    open func viewDidAppear(_ animated: Bool) {}
    open func viewWillDisappear(_ animated: Bool) {}
    open func viewDidDisappear(_ animated: Bool) {}
    /// Just before and just after the root view's `layoutSubviews()` (fact L-25).
    open func viewWillLayoutSubviews() {}
    open func viewDidLayoutSubviews() {}

    open override var next: UIResponder? {
        viewStorage?.superviewStorage ?? hostWindow ?? presentingStorage ?? parentStorage
    }

    // MARK: Containers (fact V-25)

    /// Whether children hear of appearance by themselves; default true. Otherwise the container calls
    /// `beginAppearanceTransition` and `endAppearanceTransition` on them.
    open var shouldAutomaticallyForwardAppearanceMethods: Bool { true }

    /// Calls `willMove(toParent:)`; the container then adds the view and calls `didMove(toParent:)`.
    open func addChild(_ childController: UIViewController) { adopt(childController) }
    /// Calls `didMove(toParent: nil)`; the container has called `willMove(toParent: nil)` and removed the view before.
    open func removeFromParent() { leaveParent() }
    /// It was removed, or another container took it.
    func childDidLeave(_ child: UIViewController) {}
    open func willMove(toParent parent: UIViewController?) { if parent == nil { isMovingFromParent = true } }
    open func didMove(toParent parent: UIViewController?) { if parent != nil { isMovingToParent = false } }
    /// Whether the controller appears because it was added to a container.
    open internal(set) var isMovingToParent = false
    /// Whether it disappears because it is taken from its container.
    open internal(set) var isMovingFromParent = false

    /// Animates between the views of two children: the second one's is added to the first one's superview, which the first
    /// one's leaves at the end. Children hear of it as of any appearance.
    open func transition(
        from fromViewController: UIViewController, to toViewController: UIViewController, duration: TimeInterval,
        options: UIView.AnimationOptions = [], animations: (() -> Void)?, completion: ((Bool) -> Void)? = nil
    ) {
        exchange(fromViewController, toViewController, duration, options, animations, completion)
    }

    open func beginAppearanceTransition(_ isAppearing: Bool, animated: Bool) {
        if isAppearing { beginAppearance(animated: animated) } else { beginDisappearance(animated: animated) }
    }

    open func endAppearanceTransition() {
        if appearanceState == .appearing { endAppearance() } else { endDisappearance() }
    }

    // MARK: Presenting

    /// How this controller's view is placed when it is presented; default automatic, which is full screen.
    open var modalPresentationStyle: UIModalPresentationStyle = .automatic
    /// How its view comes and goes; default from below.
    open var modalTransitionStyle: UIModalTransitionStyle = .coverVertical
    /// Supplies animators and, for the style `custom`, the presentation controller.
    open weak var transitioningDelegate: (any UIViewControllerTransitioningDelegate)?
    /// Whether this controller's view is what current-context styles cover; default false.
    open var definesPresentationContext = false

    /// What this controller, or one around it, presents.
    open var presentedViewController: UIViewController? {
        presentedStorage ?? parentStorage?.presentedViewController
    }
    /// Who presents this controller, or the one around it.
    open var presentingViewController: UIViewController? {
        presentingStorage ?? parentStorage?.presentingViewController
    }
    /// Manages the presentation of this controller, or of the one around it.
    open var presentationController: UIPresentationController? {
        presentationStorage ?? parentStorage?.presentationController
    }
    open internal(set) var isBeingPresented = false
    open internal(set) var isBeingDismissed = false

    /// Shows `viewControllerToPresent` by its `modalPresentationStyle`. `completion` runs after the other's
    /// `viewDidAppear` (fact V-23). Refused with a line in the log when this controller's view is in no window or the
    /// controller presents already.
    open func present(
        _ viewControllerToPresent: UIViewController, animated flag: Bool, completion: (() -> Void)? = nil
    ) {
        showPresented(viewControllerToPresent, animated: flag, completion: completion)
    }

    /// Takes away what this controller presents, with all that presents in turn; if it presents nothing, this controller
    /// itself (fact V-27). While a presentation still comes in, waits for its end.
    open func dismiss(animated flag: Bool, completion: (() -> Void)? = nil) {
        hidePresented(animated: flag, completion: completion)
    }

    /// The transition under way that this controller takes part in; nil when there is none.
    open var transitionCoordinator: (any UIViewControllerTransitionCoordinator)? { runningTransition }

    // MARK: Sizes

    open var preferredContentSize: CGSize = .zero {
        didSet { if preferredContentSize != oldValue { preferredSizeDidChange() } }
    }
    open func preferredContentSizeDidChange(forChildContentContainer container: any UIContentContainer) {}
    /// A child that fills this controller's view goes on to; others keep their size.
    open func size(
        forChildContentContainer container: any UIContentContainer, withParentContainerSize parentSize: CGSize
    ) -> CGSize { childSize(container, parentSize: parentSize) }
    /// The panel turned or changed, or the parent says so: the view is about to become `size`. The base class passes it
    /// on to the children whose size changes.
    open func viewWillTransition(to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator) {
        passSize(size, coordinator)
    }

    // MARK: Memory

    /// The machine is short of memory: let go of what can be made again.
    open func didReceiveMemoryWarning() {}
}
