import Foundation

/// What a navigation bar shows for one controller.
@preconcurrency @MainActor
open class UINavigationItem: NSObject {
    open var title: String? { didSet { if title != oldValue { didChange() } } }
    /// Shown in place of the title, at its own size.
    open var titleView: UIView? { didSet { if titleView !== oldValue { didChange() } } }
    /// What the way back to this controller is called; default its title.
    open var backButtonTitle: String? { didSet { if backButtonTitle != oldValue { didChange() } } }
    open var hidesBackButton = false { didSet { if hidesBackButton != oldValue { didChange() } } }
    /// Whether the way back stays beside the items at the beginning of the bar; default false.
    open var leftItemsSupplementBackButton = false {
        didSet { if leftItemsSupplementBackButton != oldValue { didChange() } }
    }
    /// Where lines begin, outermost first.
    open var leftBarButtonItems: [UIBarButtonItem]? { didSet { didChange() } }
    /// Where lines end, outermost first.
    open var rightBarButtonItems: [UIBarButtonItem]? { didSet { didChange() } }

    /// The bar that shows it.
    final weak var bar: UINavigationBar?

    public override init() { super.init() }

    public init(title: String) {
        self.title = title
        super.init()
    }

    open var leftBarButtonItem: UIBarButtonItem? {
        get { leftBarButtonItems?.first }
        set { leftBarButtonItems = newValue.map { [$0] } }
    }
    open var rightBarButtonItem: UIBarButtonItem? {
        get { rightBarButtonItems?.first }
        set { rightBarButtonItems = newValue.map { [$0] } }
    }

    private func didChange() { bar?.itemDidChange(self) }
}

/// A button in a bar.
@preconcurrency @MainActor
open class UIBarButtonItem: NSObject {
    /// `UIBarButtonItem.Style`; raw values as Apple's.
    public enum Style: Int, Sendable {
        case plain = 0
        case done = 2
    }

    open var title: String? { didSet { update() } }
    open var image: UIImage? { didSet { update() } }
    open var isEnabled = true { didSet { update() } }
    open var tintColor: UIColor? { didSet { update() } }
    open var style = Style.plain { didSet { update() } }
    open var tag = 0
    /// Performed by a tap.
    open var primaryAction: UIAction?
    /// Shown in place of a button.
    public final let customView: UIView?
    private var targetAction: TargetAction?
    private var button: UIButton?

    public override init() {
        customView = nil
        super.init()
    }

    public init(customView: UIView) {
        self.customView = customView
        super.init()
    }

    /// With the action's title and image unless others are given.
    public convenience init(title: String? = nil, image: UIImage? = nil, primaryAction: UIAction?) {
        self.init()
        self.title = title ?? primaryAction?.title
        self.image = image ?? primaryAction?.image
        self.primaryAction = primaryAction
    }

    /// Calls a method of `target`, which is held weakly.
    public convenience init<Target: AnyObject>(
        title: String?, style: Style, target: Target, action: @escaping (Target) -> () -> Void
    ) {
        self.init()
        self.title = title
        self.style = style
        targetAction = TargetAction(target, action)
    }

    public convenience init<Target: AnyObject>(
        image: UIImage?, style: Style, target: Target, action: @escaping (Target) -> () -> Void
    ) {
        self.init()
        self.image = image
        self.style = style
        targetAction = TargetAction(target, action)
    }

    /// What stands for the item in a bar.
    final var view: UIView {
        if let customView { return customView }
        if let button { return button }
        let made = UIButton(type: .system)
        made.titleLabel?.font = font
        made.addAction(UIAction { [weak self] _ in self?.perform() }, for: .primaryActionTriggered)
        button = made
        update()
        return made
    }

    private var font: UIFont { style == .done ? .boldSystemFont(ofSize: 17) : .systemFont(ofSize: 17) }

    private func perform() {
        primaryAction?.perform(from: self)
        targetAction?.send(from: self, event: nil)
    }

    private func update() {
        guard let button else { return }
        button.titleLabel?.font = font
        button.setTitle(image == nil ? title : nil, for: .normal)
        button.setImage(image, for: .normal)
        button.isEnabled = isEnabled
        button.tintColor = tintColor
        button.superview?.setNeedsLayout()
    }
}
