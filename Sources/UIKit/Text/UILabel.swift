import CoreGraphics
public import Foundation
public import QuartzCore

/// Shows a text, in one font and colour or with attributes (fact S-82 for the defaults). It stands in the middle of the
/// height.
@preconcurrency @MainActor
open class UILabel: UIView {
    /// What is drawn; kept, because text that has not changed need not be set again.
    final let layout = TextLayout(font: UIFont.standard.descriptor)
    /// Sizes are asked for far more often than they change.
    private var fitting: (width: CGFloat, size: CGSize)?

    /// What the properties below hold; at most one of the first two.
    final var plainText: String?
    final var ownAttributedText: NSAttributedString?
    final var ownFont = UIFont.standard
    final var ownColor = UIColor.label
    final var ownAlignment = NSTextAlignment.natural
    final var ownLineBreakMode = NSLineBreakMode.byTruncatingTail
    /// The attributed text as it is laid out, until something changes.
    final var styled: (scale: CGFloat, text: StyledText)?

    public override init(frame: CGRect) {
        super.init(frame: frame)
        prepare()
    }

    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        prepare()
        restoreSettings(with: coder)
        decodeLabel(with: coder)
    }

    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        encodeLabel(with: coder)
    }

    private func prepare() {
        isUserInteractionEnabled = false
        isOpaque = false
        // Fact D-46.
        contentMode = .redraw
    }

    override var standardAccessibility: StandardAccessibility {
        StandardAccessibility(isElement: true, label: text, traits: .staticText)
    }

    // MARK: Text

    override var describedText: String? { text }

    /// Setting the text it has changes nothing. Setting one takes the place of `attributedText`, of which only what the
    /// other properties hold remains.
    open var text: String? {
        get { ownAttributedText?.string ?? plainText }
        set {
            guard ownAttributedText != nil || newValue != plainText else { return }
            layer.willChangeObserved("text")
            ownAttributedText = nil
            plainText = newValue
            layoutDidChange()
            layer.didChangeObserved("text")
        }
    }

    /// A text with attributes; characters without one of font, colour or paragraph style take the label's. Font, colour,
    /// alignment and line break mode of its first character become the label's, and setting one of those afterwards
    /// changes the whole text. Reading it gives a plain text with the label's attributes.
    open var attributedText: NSAttributedString? {
        get { ownAttributedText ?? plainText.map { NSAttributedString(string: $0, attributes: plainAttributes) } }
        set {
            guard newValue != nil || text != nil else { return }
            layer.willChangeObserved("text")
            defer { layer.didChangeObserved("text") }
            plainText = nil
            ownAttributedText = newValue?.copied
            if let newValue, newValue.length > 0 { adopt(newValue.attributes(at: 0, effectiveRange: nil)) }
            layoutDidChange()
        }
    }

    private func adopt(_ attributes: [NSAttributedString.Key: Any]) {
        if let font = attributes[.font] as? UIFont { ownFont = font }
        if let color = attributes[.foregroundColor] as? UIColor { ownColor = color }
        if let style = attributes[.paragraphStyle] as? NSParagraphStyle {
            ownAlignment = style.alignment
            ownLineBreakMode = style.lineBreakMode
        }
    }

    /// Default the system font of 17 points; nil brings it back.
    open var font: UIFont! {
        get { ownFont }
        set {
            let font = newValue ?? .standard
            guard font != ownFont || ownAttributedText != nil else { return }
            ownFont = font
            ownAttributedText = ownAttributedText?.with(.font, font)
            layoutDidChange()
        }
    }

    /// Default black; nil brings it back.
    open var textColor: UIColor! {
        get { ownColor }
        set {
            let color = newValue ?? .label
            guard color != ownColor || ownAttributedText != nil else { return }
            ownColor = color
            ownAttributedText = ownAttributedText?.with(.foregroundColor, color)
            setNeedsDisplay()
        }
    }

    open var textAlignment: NSTextAlignment {
        get { ownAlignment }
        set {
            guard newValue != ownAlignment || ownAttributedText != nil else { return }
            ownAlignment = newValue
            ownAttributedText = ownAttributedText?.withParagraphStyles { $0.alignment = newValue }
            styled = nil
            setNeedsDisplay()
        }
    }

    open var lineBreakMode: NSLineBreakMode {
        get { ownLineBreakMode }
        set {
            guard newValue != ownLineBreakMode || ownAttributedText != nil else { return }
            ownLineBreakMode = newValue
            ownAttributedText = ownAttributedText?.withParagraphStyles { $0.lineBreakMode = newValue }
            layoutDidChange()
        }
    }

    /// The most lines shown; 0 is no limit. Default 1.
    open var numberOfLines = 1 { didSet { if numberOfLines != oldValue { layoutDidChange() } } }
    /// Whether a single line that is too wide is set smaller; default false.
    open var adjustsFontSizeToFitWidth = false {
        didSet { if adjustsFontSizeToFitWidth != oldValue { setNeedsDisplay() } }
    }
    /// How small it may become, as a share of the font's size; 0 is no limit.
    open var minimumScaleFactor: CGFloat = 0 {
        didSet { if minimumScaleFactor != oldValue { setNeedsDisplay() } }
    }
    /// Where a text that was made smaller to fit stands; default at the baseline it would have in its own size.
    open var baselineAdjustment = UIBaselineAdjustment.alignBaselines {
        didSet { if baselineAdjustment != oldValue { setNeedsDisplay() } }
    }
    /// Whether letters may move together by a twentieth of their size before the text is shortened to “…”; default false.
    open var allowsDefaultTighteningForTruncation = false {
        didSet { if allowsDefaultTighteningForTruncation != oldValue { layoutDidChange() } }
    }
    /// The width `intrinsicContentSize` breaks lines at, points; 0 for none.
    open var preferredMaxLayoutWidth: CGFloat = 0 {
        didSet { if preferredMaxLayoutWidth != oldValue { layoutDidChange() } }
    }

    /// Shown beneath the text, moved by `shadowOffset`; default none.
    open var shadowColor: UIColor? { didSet { if shadowColor != oldValue { setNeedsDisplay() } } }
    /// Points; default one up.
    open var shadowOffset = CGSize(width: 0, height: -1) {
        didSet { if shadowOffset != oldValue { setNeedsDisplay() } }
    }

    /// The colour while highlighted; nil is `textColor`.
    open var highlightedTextColor: UIColor? { didSet { if highlightedTextColor != oldValue { setNeedsDisplay() } } }
    open var isHighlighted = false { didSet { if isHighlighted != oldValue { setNeedsDisplay() } } }
    /// A label that is not enabled is drawn faintly.
    open var isEnabled = true { didSet { if isEnabled != oldValue { setNeedsDisplay() } } }

    private func layoutDidChange() {
        fitting = nil
        styled = nil
        setNeedsDisplay()
        invalidateIntrinsicContentSize()
    }

    // MARK: Size

    /// Whole pixels, so that a label as large as this shows everything.
    open override func sizeThatFits(_ size: CGSize) -> CGSize {
        let width = numberOfLines == 1 || size.width <= 0 ? .infinity : size.width
        if let fitting, fitting.width == width { return fitting.size }
        let rect = textRect(
            forBounds: CGRect(x: 0, y: 0, width: width, height: .infinity), limitedToNumberOfLines: numberOfLines)
        fitting = (width, rect.size)
        return rect.size
    }

    open override var intrinsicContentSize: CGSize {
        sizeThatFits(CGSize(width: preferredMaxLayoutWidth, height: .infinity))
    }

    /// Where the text stands in `bounds`; for subclasses that keep space free.
    open func textRect(forBounds bounds: CGRect, limitedToNumberOfLines numberOfLines: Int) -> CGRect {
        guard hasText else { return CGRect(origin: bounds.origin, size: .zero) }
        configure(width: bounds.width, lines: numberOfLines)
        let size = layout.size
        let scale = pixelsPerPoint
        func whole(_ length: CGFloat) -> CGFloat { (length * scale - 1.0 / 64).rounded(.up) / scale }
        return CGRect(
            origin: bounds.origin,
            size: CGSize(width: min(whole(size.width), bounds.width), height: min(whole(size.height), bounds.height)))
    }

    /// From the top of a label as high as its text to the first and from the bottom to the last baseline, points.
    final var baselines: (first: CGFloat, fromBottom: CGFloat) {
        configure(width: bounds.width, lines: numberOfLines)
        let scale = pixelsPerPoint
        return (
            (layout.firstBaseline * scale).rounded() / scale,
            ((layout.size.height - layout.lastBaseline) * scale).rounded() / scale
        )
    }

    private var pixelsPerPoint: CGFloat { window?.screen.scale ?? UIScreen.main.scale }

    /// Whether the text has attributes of its own.
    final var isTextAttributed: Bool { ownAttributedText != nil }

    final var hasText: Bool { ownAttributedText.map { $0.length > 0 } ?? (plainText?.isEmpty == false) }

    // MARK: Drawing

    /// Without text there is nothing to keep a bitmap for.
    open override func display(_ layer: CALayer) {
        if !hasText {
            layer.contents = nil
        } else {
            var isDone = false
            withTraits { isDone = displayCoverage(layer) }
            if !isDone { super.display(layer) }
        }
    }

    open override func draw(_ rect: CGRect) { drawText(in: bounds) }

    /// Draws the text into the current context; for subclasses that keep space free.
    open func drawText(in rect: CGRect) {
        guard hasText, let context = UIGraphicsGetCurrentContext() else { return }
        // Colours may have changed with the traits.
        styled = nil
        let origin = configuredOrigin(in: rect)
        defer { layout.maximumHeight = .infinity }
        if let shadowColor {
            // One shape for the whole text, whatever its colours.
            context.saveGState()
            if layout.coverageColor != nil {
                layout.draw(
                    in: context, at: CGPoint(x: origin.x + shadowOffset.width, y: origin.y + shadowOffset.height),
                    color: shadowColor.cgColor)
            } else {
                context.setShadow(offset: shadowOffset, blur: 0, color: shadowColor.cgColor)
            }
            if ownAttributedText == nil { layout.color = drawnColor.cgColor }
            layout.draw(in: context, at: origin)
            context.restoreGState()
        } else {
            if ownAttributedText == nil { layout.color = drawnColor.cgColor }
            layout.draw(in: context, at: origin)
        }
    }
}
