public import Foundation

/// Manages a tree of views: makes it, hears when it appears and disappears, and stands between its root view and that
/// view's superview in the responder chain (groups V and E.3 of the facts).
@preconcurrency @MainActor
open class UIViewController: UIResponder {
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
    final var isTransitionAnimated = false

    open var title: String?
    /// Containers' children, in the order they were added.
    open internal(set) var children: [UIViewController] = []
    open var parent: UIViewController? { parentStorage }
    open internal(set) var presentedViewController: UIViewController?
    open var presentingViewController: UIViewController? {
        presentingStorage ?? parentStorage?.presentingViewController
    }

    /// Added to the safe area the root view inherits, points (fact L-45).
    open var additionalSafeAreaInsets: UIEdgeInsets = .zero {
        didSet { if additionalSafeAreaInsets != oldValue { viewStorage?.setNeedsLayout() } }
    }

    /// Its view's traits once it is loaded, else those of the controller or window that will have it.
    open var traitCollection: UITraitCollection {
        viewStorage?.traitCollection ?? parentStorage?.traitCollection ?? hostWindow?.traitCollection
            ?? UIScreen.main.traitCollection
    }
    /// Light or dark for the controller's view and what is in it; default `.unspecified`: as what surrounds it.
    open var overrideUserInterfaceStyle = UIUserInterfaceStyle.unspecified {
        didSet {
            guard overrideUserInterfaceStyle != oldValue else { return }
            UIView.hasCustomStyles = true
            guard let view = viewStorage else { return }
            view.tellTraitsChanged(fromStyle: oldValue)
        }
    }
    /// Called when `traitCollection` changed, with the new one current; the base class does nothing.
    open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}

    public override init() { super.init() }

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
    open func willMove(toParent parent: UIViewController?) {}
    open func didMove(toParent parent: UIViewController?) {}

    open func beginAppearanceTransition(_ isAppearing: Bool, animated: Bool) {
        if isAppearing { beginAppearance(animated: animated) } else { beginDisappearance(animated: animated) }
    }

    open func endAppearanceTransition() {
        if appearanceState == .appearing { endAppearance() } else { endDisappearance() }
    }

    // MARK: Presenting

    /// Shows `viewControllerToPresent` over the whole window, at once; this controller's view leaves the window
    /// meanwhile. `completion` runs after the other's `viewDidAppear` (fact V-23).
    open func present(
        _ viewControllerToPresent: UIViewController, animated flag: Bool, completion: (() -> Void)? = nil
    ) {
        showPresented(viewControllerToPresent, animated: flag, completion: completion)
    }

    /// Takes away what this controller presents; if it presents nothing, this controller itself (fact V-27).
    open func dismiss(animated flag: Bool, completion: (() -> Void)? = nil) {
        hidePresented(animated: flag, completion: completion)
    }
}
