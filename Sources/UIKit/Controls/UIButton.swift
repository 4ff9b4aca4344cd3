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
        /// Goes before the title.
        var attributedTitle: NSAttributedString?
        var titleColor: UIColor?
        var titleShadowColor: UIColor?
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
        ownViews.insert(ObjectIdentifier(label))
        addSubview(label)
        return label
    }()

    open private(set) lazy var imageView: UIImageView? = {
        let view = UIImageView()
        view.contentMode = .scaleAspectFit
        ownViews.insert(ObjectIdentifier(view))
        addSubview(view)
        return view
    }()

    private lazy var backgroundView: UIImageView = {
        let view = UIImageView(frame: bounds)
        view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        ownViews.insert(ObjectIdentifier(view))
        insertSubview(view, at: 0)
        return view
    }()

    public override init(frame: CGRect) { super.init(frame: frame) }

    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        guard coder.allowsKeyedCoding else { return }
        buttonType = coder.integer(forKey: "UIButtonType").flatMap(ButtonType.init) ?? .custom
        adjustsImageWhenHighlighted = coder.bool(forKey: "UIAdjustsImageWhenHighlighted") ?? true
        adjustsImageWhenDisabled = coder.bool(forKey: "UIAdjustsImageWhenDisabled") ?? true
        contentEdgeInsets = coder.decodeUIEdgeInsets(forKey: "UIContentEdgeInsets")
        titleEdgeInsets = coder.decodeUIEdgeInsets(forKey: "UITitleEdgeInsets")
        imageEdgeInsets = coder.decodeUIEdgeInsets(forKey: "UIImageEdgeInsets")
        for bits in (coder.numbers(forKey: "UIButtonStates") ?? []).compactMap(UInt.init(exactly:)) {
            let prefix = "UIButton\(bits)"
            looks[State(rawValue: bits)] = Look(
                title: coder.object(forKey: prefix + "Title"),
                attributedTitle: coder.attributedString(forKey: prefix + "AttributedTitle"),
                titleColor: coder.object(forKey: prefix + "TitleColor"),
                titleShadowColor: coder.object(forKey: prefix + "TitleShadowColor"),
                image: coder.object(forKey: prefix + "Image"),
                backgroundImage: coder.object(forKey: prefix + "BackgroundImage"))
        }
        if let font: UIFont = coder.object(forKey: "UIFont") { titleLabel?.font = font }
        lookDidChange()
    }

    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(buttonType.rawValue, forKey: "UIButtonType")
        coder.encode(adjustsImageWhenHighlighted, forKey: "UIAdjustsImageWhenHighlighted")
        coder.encode(adjustsImageWhenDisabled, forKey: "UIAdjustsImageWhenDisabled")
        coder.encode(contentEdgeInsets, forKey: "UIContentEdgeInsets")
        coder.encode(titleEdgeInsets, forKey: "UITitleEdgeInsets")
        coder.encode(imageEdgeInsets, forKey: "UIImageEdgeInsets")
        let states = looks.keys.sorted { $0.rawValue < $1.rawValue }
        coder.encode(numbers: states.map { CGFloat($0.rawValue) }, forKey: "UIButtonStates")
        for state in states {
            guard let look = looks[state] else { continue }
            let prefix = "UIButton\(state.rawValue)"
            if let title = look.title { coder.encode(title, forKey: prefix + "Title") }
            if let title = look.attributedTitle { coder.encode(attributed: title, forKey: prefix + "AttributedTitle") }
            if let color = look.titleColor { coder.encode(color, forKey: prefix + "TitleColor") }
            if let color = look.titleShadowColor { coder.encode(color, forKey: prefix + "TitleShadowColor") }
            if let image = look.image { coder.encode(image, forKey: prefix + "Image") }
            if let image = look.backgroundImage { coder.encode(image, forKey: prefix + "BackgroundImage") }
        }
        if hasTitles, let titleLabel {
            coder.encode(titleLabel.font, forKey: "UIFont")
        }
    }

    /// Label and image views are made anew from what the states show.
    override var archivedSubviews: [UIView] {
        super.archivedSubviews.filter { !ownViews.contains(ObjectIdentifier($0)) }
    }

    /// The views the button made for itself.
    private var ownViews: Set<ObjectIdentifier> = []

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

    override var standardAccessibility: StandardAccessibility {
        StandardAccessibility(
            isElement: true, label: currentAttributedTitle?.string ?? currentTitle,
            traits: super.standardAccessibility.traits.union(.button))
    }

    // MARK: Looks

    open func setTitle(_ title: String?, for state: State) { change(state) { $0.title = title } }
    /// A title with attributes, which goes before the plain one. Without a font or colour of its own it takes the title's.
    open func setAttributedTitle(_ title: NSAttributedString?, for state: State) {
        change(state) { $0.attributedTitle = title?.copied }
    }
    open func setTitleColor(_ color: UIColor?, for state: State) { change(state) { $0.titleColor = color } }
    open func setTitleShadowColor(_ color: UIColor?, for state: State) {
        change(state) { $0.titleShadowColor = color }
    }
    open func setImage(_ image: UIImage?, for state: State) { change(state) { $0.image = image } }
    open func setBackgroundImage(_ image: UIImage?, for state: State) { change(state) { $0.backgroundImage = image } }

    open func title(for state: State) -> String? { looks[state]?.title ?? looks[.normal]?.title }
    open func attributedTitle(for state: State) -> NSAttributedString? {
        looks[state]?.attributedTitle ?? looks[.normal]?.attributedTitle
    }
    open func titleColor(for state: State) -> UIColor? { looks[state]?.titleColor ?? looks[.normal]?.titleColor }
    open func titleShadowColor(for state: State) -> UIColor? {
        looks[state]?.titleShadowColor ?? looks[.normal]?.titleShadowColor
    }
    open func image(for state: State) -> UIImage? { looks[state]?.image ?? looks[.normal]?.image }
    open func backgroundImage(for state: State) -> UIImage? {
        looks[state]?.backgroundImage ?? looks[.normal]?.backgroundImage
    }

    open var currentTitle: String? { title(for: state) }
    open var currentAttributedTitle: NSAttributedString? { attributedTitle(for: state) }
    open var currentTitleColor: UIColor {
        if let color = titleColor(for: state) { return color }
        if buttonType == .system { return isEnabled ? tintColor : .systemGray }
        return .white
    }
    open var currentTitleShadowColor: UIColor? { titleShadowColor(for: state) }
    open var currentImage: UIImage? { image(for: state) }
    open var currentBackgroundImage: UIImage? { backgroundImage(for: state) }

    private func change(_ state: State, _ body: (inout Look) -> Void) {
        body(&looks[state, default: Look()])
        lookDidChange()
    }

    private var hasTitles: Bool { looks.values.contains { $0.title != nil || $0.attributedTitle != nil } }
    private var hasTitle: Bool { currentTitle != nil || currentAttributedTitle != nil }

    override func stateDidChange() { lookDidChange() }

    open override func tintColorDidChange() {
        super.tintColorDidChange()
        lookDidChange()
    }

    private func lookDidChange() {
        let title = currentAttributedTitle?.string ?? currentTitle
        if hasTitles {
            titleLabel?.text = title
            titleLabel?.textColor = currentTitleColor
            if let attributed = currentAttributedTitle { titleLabel?.attributedText = attributed }
            titleLabel?.shadowColor = title == nil ? nil : currentTitleShadowColor
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
        let parts = SizeParts(
            title: currentTitle, attributedTitle: currentAttributedTitle, imageSize: image?.size ?? .zero,
            insets: contentEdgeInsets)
        if parts != sizeParts {
            sizeParts = parts
            invalidateIntrinsicContentSize()
        }
    }

    // MARK: Size and layout

    /// What of the look the size follows from: a button that is only pressed does not have its superview lay out.
    private struct SizeParts: Equatable {
        var title: String?
        var attributedTitle: NSAttributedString?
        var imageSize = CGSize.zero
        var insets = UIEdgeInsets.zero
    }

    private var sizeParts = SizeParts()

    private var titleSize: CGSize { titleSize(within: .greatestFiniteMagnitude) }

    private func titleSize(within width: CGFloat) -> CGSize {
        guard hasTitle, let titleLabel, titleLabel.text?.isEmpty == false else { return .zero }
        return titleLabel.sizeThatFits(CGSize(width: width, height: .greatestFiniteMagnitude))
    }

    /// Above and below the title, points.
    private static let titlePadding: CGFloat = 6
    /// The least width of an empty button and of any system one, points.
    private static let leastWidth: CGFloat = 30

    open override var intrinsicContentSize: CGSize {
        let title = titleSize
        let image = currentImage?.size ?? .zero
        var width = title.width + image.width
        var height = max(title.height > 0 ? title.height + 2 * Self.titlePadding : 0, image.height)
        if width == 0, height == 0 {
            // An empty button is still something to put a finger on: as high as one with a title.
            let font = UIFont.systemFont(ofSize: buttonType == .system ? 15 : 18)
            height = font.lineHeight.rounded(.up) + 2 * Self.titlePadding
            width = Self.leastWidth
        }
        if buttonType == .system { width = max(width, Self.leastWidth) }
        return CGSize(
            width: width + contentEdgeInsets.left + contentEdgeInsets.right,
            height: height + contentEdgeInsets.top + contentEdgeInsets.bottom)
    }

    open override func sizeThatFits(_ size: CGSize) -> CGSize { intrinsicContentSize }

    /// Whether `sizeToFit()` was ever called: from then on a title without an image keeps the padding it was given then,
    /// also at the top and the bottom of a taller button. So it is with UIKit.
    private var keepsTitlePadding = false

    open override func sizeToFit() {
        keepsTitlePadding = true
        super.sizeToFit()
    }

    open override func layoutSubviews() {
        super.layoutSubviews()
        var area = bounds.inset(by: contentEdgeInsets)
        if keepsTitlePadding, hasTitle, currentImage == nil { area = area.insetBy(dx: 0, dy: Self.titlePadding) }
        let image = currentImage?.size ?? .zero
        let imageSize = CGSize(width: min(image.width, area.width), height: min(image.height, area.height))
        // A title of several lines is broken where the room ends; one line is shortened there.
        let room = max(area.width - imageSize.width, 0)
        let title = hasTitle && titleLabel?.numberOfLines != 1 ? titleSize(within: room) : titleSize
        let titleWidth = min(title.width, room)
        let content = imageSize.width + titleWidth
        let left =
            switch effectiveContentHorizontalAlignment {
            case .left, .leading, .fill: area.minX
            case .right, .trailing: area.maxX - content
            case .center: area.minX + (area.width - content) / 2
            }
        if currentImage != nil {
            imageView?.frame = placed(imageSize, x: left, in: area).inset(by: imageEdgeInsets)
        }
        if hasTitle {
            let size = CGSize(width: titleWidth, height: title.height)
            titleLabel?.frame = placed(size, x: left + imageSize.width, in: area).inset(by: titleEdgeInsets)
        }
    }

    private func placed(_ size: CGSize, x: CGFloat, in area: CGRect) -> CGRect {
        switch contentVerticalAlignment {
        case .center: CGRect(x: x, y: area.midY - size.height / 2, width: size.width, height: size.height)
        case .top: CGRect(x: x, y: area.minY, width: size.width, height: size.height)
        case .bottom: CGRect(x: x, y: area.maxY - size.height, width: size.width, height: size.height)
        case .fill: CGRect(x: x, y: area.minY, width: size.width, height: area.height)
        }
    }
}
