import Foundation

/// A control with a title and an image for each state (fact S-83).
@preconcurrency @MainActor
open class UIButton: UIControl {
    /// `UIButton.ButtonType`; raw values as Apple's.
    public enum ButtonType: Int, Sendable {
        case custom = 0
        case system = 1
    }

    /// What a state shows; what a state lacks comes from `.normal`.
    private struct Look {
        var title: String?
        var titleColor: UIColor?
        var image: UIImage?
        var backgroundImage: UIImage?
    }

    open private(set) var buttonType: ButtonType = .custom
    private var looks: [State: Look] = [:]

    /// Space around title and image, points; default 0.
    open var contentEdgeInsets: UIEdgeInsets = .zero { didSet { lookDidChange() } }
    open var titleEdgeInsets: UIEdgeInsets = .zero { didSet { setNeedsLayout() } }
    open var imageEdgeInsets: UIEdgeInsets = .zero { didSet { setNeedsLayout() } }
    /// Whether the image darkens while highlighted; default true.
    open var adjustsImageWhenHighlighted = true
    /// Whether the image fades while disabled; default true.
    open var adjustsImageWhenDisabled = true

    open private(set) lazy var titleLabel: UILabel? = {
        let label = UILabel()
        label.font = .systemFont(ofSize: buttonType == .system ? 15 : 18)
        label.textAlignment = .center
        label.lineBreakMode = .byTruncatingMiddle
        addSubview(label)
        return label
    }()

    open private(set) lazy var imageView: UIImageView? = {
        let view = UIImageView()
        view.contentMode = .scaleAspectFit
        addSubview(view)
        return view
    }()

    private lazy var backgroundView: UIImageView = {
        let view = UIImageView(frame: bounds)
        view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        insertSubview(view, at: 0)
        return view
    }()

    public convenience init(type: ButtonType) {
        self.init(frame: .zero)
        buttonType = type
    }

    public convenience init(type: ButtonType = .system, primaryAction: UIAction?) {
        self.init(type: type)
        guard let primaryAction else { return }
        addAction(primaryAction, for: .primaryActionTriggered)
        if !primaryAction.title.isEmpty { setTitle(primaryAction.title, for: .normal) }
        if let image = primaryAction.image { setImage(image, for: .normal) }
    }

    override var primaryEvents: Event { [.touchUpInside, .primaryActionTriggered] }

    // MARK: Looks

    open func setTitle(_ title: String?, for state: State) { change(state) { $0.title = title } }
    open func setTitleColor(_ color: UIColor?, for state: State) { change(state) { $0.titleColor = color } }
    open func setImage(_ image: UIImage?, for state: State) { change(state) { $0.image = image } }
    open func setBackgroundImage(_ image: UIImage?, for state: State) { change(state) { $0.backgroundImage = image } }

    open func title(for state: State) -> String? { looks[state]?.title ?? looks[.normal]?.title }
    open func titleColor(for state: State) -> UIColor? { looks[state]?.titleColor ?? looks[.normal]?.titleColor }
    open func image(for state: State) -> UIImage? { looks[state]?.image ?? looks[.normal]?.image }
    open func backgroundImage(for state: State) -> UIImage? {
        looks[state]?.backgroundImage ?? looks[.normal]?.backgroundImage
    }

    open var currentTitle: String? { title(for: state) }
    open var currentTitleColor: UIColor {
        if let color = titleColor(for: state) { return color }
        if buttonType == .system { return isEnabled ? tintColor : .systemGray }
        return .white
    }
    open var currentImage: UIImage? { image(for: state) }
    open var currentBackgroundImage: UIImage? { backgroundImage(for: state) }

    private func change(_ state: State, _ body: (inout Look) -> Void) {
        body(&looks[state, default: Look()])
        lookDidChange()
    }

    override func stateDidChange() { lookDidChange() }

    open override func tintColorDidChange() {
        super.tintColorDidChange()
        lookDidChange()
    }

    private func lookDidChange() {
        let title = currentTitle
        if title != nil || looks.values.contains(where: { $0.title != nil }) {
            titleLabel?.text = title
            titleLabel?.textColor = currentTitleColor
        }
        let image = currentImage
        if image != nil || looks.values.contains(where: { $0.image != nil }) { imageView?.image = image }
        let background = currentBackgroundImage
        if background != nil || looks.values.contains(where: { $0.backgroundImage != nil }) {
            backgroundView.image = background
        }
        // The system look fades while pressed; a custom one dims its image.
        let pressedAlpha: CGFloat = isHighlighted ? 0.3 : 1
        if buttonType == .system {
            if title != nil { titleLabel?.alpha = pressedAlpha }
            if image != nil { imageView?.alpha = pressedAlpha }
        } else if image != nil {
            imageView?.alpha =
                !isEnabled && adjustsImageWhenDisabled
                ? 0.5 : isHighlighted && adjustsImageWhenHighlighted && looks[.highlighted]?.image == nil ? 0.6 : 1
        }
        setNeedsLayout()
        invalidateIntrinsicContentSize()
    }

    // MARK: Size and layout

    private var titleSize: CGSize {
        guard let title = currentTitle, !title.isEmpty, let titleLabel else { return .zero }
        return titleLabel.sizeThatFits(CGSize(width: CGFloat.greatestFiniteMagnitude, height: .greatestFiniteMagnitude))
    }

    open override var intrinsicContentSize: CGSize {
        let title = titleSize
        let image = currentImage?.size ?? .zero
        // An empty button is still something to put a finger on.
        let width = max(title.width + image.width, 30)
        let height = max(title.height, image.height, buttonType == .system ? 30 : 0)
        return CGSize(
            width: width + contentEdgeInsets.left + contentEdgeInsets.right,
            height: height + contentEdgeInsets.top + contentEdgeInsets.bottom)
    }

    open override func sizeThatFits(_ size: CGSize) -> CGSize { intrinsicContentSize }

    open override func layoutSubviews() {
        super.layoutSubviews()
        let area = bounds.inset(by: contentEdgeInsets)
        let title = titleSize
        let image = currentImage?.size ?? .zero
        let imageWidth = min(image.width, area.width)
        let imageHeight = min(image.height, area.height)
        let titleWidth = min(title.width, max(area.width - imageWidth, 0))
        let left = area.minX + (area.width - imageWidth - titleWidth) / 2
        if currentImage != nil {
            imageView?.frame = CGRect(
                x: left, y: area.midY - imageHeight / 2, width: imageWidth, height: imageHeight
            ).inset(by: imageEdgeInsets)
        }
        if currentTitle != nil {
            titleLabel?.frame = CGRect(
                x: left + imageWidth, y: area.midY - title.height / 2, width: titleWidth, height: title.height
            ).inset(by: titleEdgeInsets)
        }
    }
}
