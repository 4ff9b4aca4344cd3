import CoreGraphics
public import Foundation
public import QuartzCore

/// Shows a text in one font and colour (fact S-82 for the defaults). The text stands in the middle of the height.
@preconcurrency @MainActor
open class UILabel: UIView {
    /// What is drawn; kept, because text that has not changed need not be set again.
    private let layout = TextLayout(font: UIFont.standard.descriptor)
    /// Sizes are asked for far more often than they change.
    private var fitting: (width: CGFloat, size: CGSize)?

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

    // MARK: Text

    /// Setting the text it has changes nothing.
    open var text: String? {
        didSet {
            guard text != oldValue else { return }
            layoutDidChange()
        }
    }

    /// Default the system font of 17 points; nil brings it back.
    open var font: UIFont! = .standard {
        didSet {
            if font == nil { font = .standard }
            if font != oldValue { layoutDidChange() }
        }
    }

    /// Default black; nil brings it back.
    open var textColor: UIColor! = .label {
        didSet {
            if textColor == nil { textColor = .label }
            if textColor != oldValue { setNeedsDisplay() }
        }
    }

    open var textAlignment: NSTextAlignment = .natural { didSet { if textAlignment != oldValue { setNeedsDisplay() } } }
    open var lineBreakMode: NSLineBreakMode = .byTruncatingTail {
        didSet { if lineBreakMode != oldValue { layoutDidChange() } }
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
        guard let text, !text.isEmpty else { return CGRect(origin: bounds.origin, size: .zero) }
        configure(width: bounds.width, lines: numberOfLines, font: font.descriptor)
        let size = layout.size
        let scale = pixelsPerPoint
        func whole(_ length: CGFloat) -> CGFloat { (length * scale - 1.0 / 64).rounded(.up) / scale }
        return CGRect(
            origin: bounds.origin,
            size: CGSize(width: min(whole(size.width), bounds.width), height: min(whole(size.height), bounds.height)))
    }

    /// From the top of a label as high as its text to the first and from the bottom to the last baseline, points.
    final var baselines: (first: CGFloat, fromBottom: CGFloat) {
        configure(width: bounds.width, lines: numberOfLines, font: font.descriptor)
        let scale = pixelsPerPoint
        return (
            (layout.firstBaseline * scale).rounded() / scale,
            ((layout.size.height - layout.lastBaseline) * scale).rounded() / scale
        )
    }

    private var pixelsPerPoint: CGFloat { window?.screen.scale ?? UIScreen.main.scale }

    private func configure(width: CGFloat, lines: Int, font: FontDescription) {
        layout.text = text ?? ""
        layout.font = font
        layout.lineBreakMode = lineBreakMode.layoutMode
        layout.maximumNumberOfLines = max(lines, 0)
        layout.alignment = textAlignment.layoutAlignment
        layout.maximumWidth = width
    }

    // MARK: Drawing

    /// Without text there is nothing to keep a bitmap for.
    open override func display(_ layer: CALayer) {
        if text?.isEmpty ?? true {
            layer.contents = nil
        } else {
            var isDone = false
            withTraits { isDone = displayCoverage(layer) }
            if !isDone { super.display(layer) }
        }
    }

    /// The text in its colour through coverage, which takes a quarter of a picture's memory; not for a subclass, which may
    /// draw something else, and not for a text with a shadow.
    private func displayCoverage(_ layer: CALayer) -> Bool {
        guard type(of: self) == UILabel.self, shadowColor == nil else { return false }
        return layer.drawCoverage(in: drawnColor.cgColor) { target, matrix in
            let origin = configuredOrigin(in: bounds)
            defer { layout.maximumHeight = .infinity }
            return layout.cover(target, at: origin, matrix)
        }
    }

    open override func draw(_ rect: CGRect) { drawText(in: bounds) }

    /// Draws the text into the current context; for subclasses that keep space free.
    open func drawText(in rect: CGRect) {
        guard let text, !text.isEmpty, let context = UIGraphicsGetCurrentContext() else { return }
        let origin = configuredOrigin(in: rect)
        defer { layout.maximumHeight = .infinity }
        if let shadowColor {
            layout.color = shadowColor.cgColor
            layout.draw(
                in: context, at: CGPoint(x: origin.x + shadowOffset.width, y: origin.y + shadowOffset.height))
        }
        layout.color = drawnColor.cgColor
        layout.draw(in: context, at: origin)
    }

    /// Sets the layout up for `rect`, and answers where it stands.
    private func configuredOrigin(in rect: CGRect) -> CGPoint {
        configure(width: rect.width, lines: numberOfLines, font: fittingFont(for: rect.width))
        layout.maximumHeight = numberOfLines == 1 ? .infinity : rect.height
        // The baseline on a whole pixel: letters stand sharply.
        let top = rect.minY + (rect.height - layout.size.height) / 2
        let scale = contentScaleFactor
        let baseline = ((top + layout.firstBaseline) * scale).rounded() / scale
        return CGPoint(x: rect.minX, y: baseline - layout.firstBaseline)
    }

    private var drawnColor: UIColor {
        let color: UIColor = (isHighlighted ? highlightedTextColor : nil) ?? textColor
        return isEnabled ? color : color.withAlphaComponent(color.opacity * 0.4)
    }

    private func fittingFont(for width: CGFloat) -> FontDescription {
        var description = font.descriptor
        guard adjustsFontSizeToFitWidth, numberOfLines == 1 else { return description }
        configure(width: .infinity, lines: 1, font: description)
        let natural = layout.size.width
        guard natural > width, width > 0 else { return description }
        description.size *= max(width / natural * 0.995, minimumScaleFactor)
        return description
    }
}

extension UIFont {
    /// What labels use.
    static let standard = UIFont.systemFont(ofSize: UIFont.labelFontSize)
}
