import CoreGraphics
import Foundation
import QuartzCore

/// Shows the last of a stack of controllers below a bar with its title and the way back (fact V-22).
///
/// The bar is opaque, and the controllers' views lie below it; while it is hidden they fill the view. A stack that changes
/// while another change is still seen ends that one at once. Toolbars and large titles do not exist.
@preconcurrency @MainActor
open class UINavigationController: UIViewController {
    /// `UINavigationController.Operation`; raw values as Apple's.
    public enum Operation: Int, Sendable {
        case none = 0
        case push = 1
        case pop = 2
    }

    open weak var delegate: (any UINavigationControllerDelegate)?
    public final let navigationBar = UINavigationBar()

    /// Holds the shown controller's view.
    final let contentView = UIView()
    final var stack: [UIViewController] = []
    /// The change that is seen now.
    final var running: NavigationTransition?
    final var isChanging = false
    /// Of the change that is being started: what a finger moves it by.
    final var driver: UIViewPropertyAnimator?
    private lazy var interactivePop = InteractivePop(self)
    /// The pan from the edge that lines begin at, by which a finger leads back. It begins only where the way back is shown
    /// and the delegate has no animator of its own for the way.
    open var interactivePopGestureRecognizer: UIGestureRecognizer? { interactivePop.recognizer }
    final var waiting: [() -> Void] = []
    private var isBarHidden = false

    public override init() {
        super.init()
        setUp()
    }

    public override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
        super.init(nibName: nibNameOrNil, bundle: nibBundleOrNil)
        setUp()
    }

    /// With a stack of one.
    public init(rootViewController: UIViewController) {
        super.init()
        setUp()
        setViewControllers([rootViewController], animated: false)
    }

    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        setUp()
    }

    private func setUp() {
        navigationBar.goBack = { [weak self] in _ = self?.popViewController(animated: true) }
    }

    // MARK: The stack

    /// Bottom first. Setting it shows the last one, without an animation.
    open var viewControllers: [UIViewController] {
        get { stack }
        set { setViewControllers(newValue, animated: false) }
    }
    open var topViewController: UIViewController? { stack.last }
    /// What the top one presents, or else itself.
    open var visibleViewController: UIViewController? { presentedViewController ?? stack.last }

    /// A controller that was in the stack comes into sight as by a pop, another one as by a push.
    open func setViewControllers(_ viewControllers: [UIViewController], animated: Bool) {
        change(to: viewControllers, animated: animated)
    }

    open func pushViewController(_ viewController: UIViewController, animated: Bool) {
        change(to: stack + [viewController], animated: animated)
    }

    /// The controller that goes; nil, and nothing happens, if there is only one.
    @discardableResult
    open func popViewController(animated: Bool) -> UIViewController? {
        guard stack.count > 1 else { return nil }
        let last = stack[stack.count - 1]
        change(to: Array(stack.dropLast()), animated: animated)
        return last
    }

    /// The controllers that go; nil, and nothing happens, if `viewController` is not in the stack or is the top already.
    @discardableResult
    open func popToViewController(_ viewController: UIViewController, animated: Bool) -> [UIViewController]? {
        guard let index = stack.firstIndex(where: { $0 === viewController }), index < stack.count - 1 else {
            return nil
        }
        let going = Array(stack[(index + 1)...])
        change(to: Array(stack[...index]), animated: animated)
        return going
    }

    @discardableResult
    open func popToRootViewController(animated: Bool) -> [UIViewController]? {
        stack.first.flatMap { popToViewController($0, animated: animated) }
    }

    // MARK: The bar

    open var isNavigationBarHidden: Bool {
        get { isBarHidden }
        set { setNavigationBarHidden(newValue, animated: false) }
    }

    open func setNavigationBarHidden(_ hidden: Bool, animated: Bool) {
        guard hidden != isBarHidden else { return }
        isBarHidden = hidden
        guard let view = viewIfLoaded else { return }
        guard animated, view.window != nil else {
            navigationBar.isHidden = hidden
            return layOutNavigation()
        }
        navigationBar.isHidden = false
        UIView.animate(withDuration: NavigationAnimator.barDuration) {
            self.layOutNavigation()
        } completion: { [weak self] _ in
            if let self { navigationBar.isHidden = isBarHidden }
        }
    }

    // MARK: View

    open override func loadView() {
        let view = NavigationView(frame: UIScreen.main.bounds)
        view.controller = self
        view.backgroundColor = .systemBackground
        contentView.clipsToBounds = true
        view.addSubview(contentView)
        view.addSubview(navigationBar)
        view.addGestureRecognizer(interactivePop.recognizer)
        navigationBar.isHidden = isBarHidden
        self.view = view
        layOutNavigation()
        place(stack.last)
    }

    open override func viewWillAppear(_ animated: Bool) {
        super.viewWillAppear(animated)
        if let top = stack.last { delegate?.navigationController(self, willShow: top, animated: animated) }
    }

    open override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        if let top = stack.last { delegate?.navigationController(self, didShow: top, animated: animated) }
    }

    /// What the controllers in the stack get: the view without the bar.
    open override func size(
        forChildContentContainer container: any UIContentContainer, withParentContainerSize parentSize: CGSize
    ) -> CGSize {
        guard let child = container as? UIViewController, stack.contains(where: { $0 === child }) else {
            return super.size(forChildContentContainer: container, withParentContainerSize: parentSize)
        }
        return CGSize(width: parentSize.width, height: max(parentSize.height - barExtent, 0))
    }

    /// From the view's upper edge to the bar's lower one, points; 0 while it is hidden.
    private var barExtent: CGFloat {
        isBarHidden ? 0 : (viewIfLoaded?.safeAreaInsets.top ?? 0) + UINavigationBar.standardHeight
    }

    final func layOutNavigation() {
        guard let view = viewIfLoaded else { return }
        interactivePop.directionDidChange()
        let bounds = view.bounds
        let extent = barExtent
        let height = view.safeAreaInsets.top + UINavigationBar.standardHeight
        navigationBar.frame = CGRect(
            x: bounds.minX, y: bounds.minY + extent - height, width: bounds.width, height: height)
        contentView.frame = CGRect(
            x: bounds.minX, y: bounds.minY + extent, width: bounds.width, height: max(bounds.height - extent, 0))
        if running == nil, let shown = stack.last?.viewIfLoaded, shown.superview === contentView {
            shown.frame = contentView.bounds
        }
    }

    /// Puts a controller's view where it is seen.
    final func place(_ controller: UIViewController?) {
        guard let view = controller?.view else { return }
        view.frame = contentView.bounds
        if view.superview !== contentView { contentView.addSubview(view) }
        updateBar()
    }

    override func childDidLeave(_ child: UIViewController) {
        guard let index = stack.firstIndex(where: { $0 === child }) else { return }
        stack.remove(at: index)
        if let view = child.viewIfLoaded, view.superview === contentView { view.removeFromSuperview() }
        if isViewLoaded, running == nil { place(stack.last) }
        updateBar()
    }

    final func updateBar() { navigationBar.items = stack.map(\.navigationItem) }
}

/// The root view.
@MainActor
final class NavigationView: UIView {
    weak var controller: UINavigationController?

    override func layoutSubviews() { controller?.layOutNavigation() }
}

extension UIViewController {
    /// The nearest navigation controller around this one.
    public var navigationController: UINavigationController? {
        var controller = parentStorage
        while let current = controller {
            if let found = current as? UINavigationController { return found }
            controller = current.parentStorage
        }
        return nil
    }
}
