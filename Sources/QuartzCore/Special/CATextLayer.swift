public import CoreGraphics
public import Foundation
internal import Motion

/// Shows a text, in one font and colour or with attributes, beginning at the upper left of its bounds. It draws again when the text, its look
/// or the bounds change.
///
/// Set `contentsScale` to the screen's scale for letters as sharp as a label's.
@preconcurrency @MainActor
open class CATextLayer: CALayer {
    private final var text: Any?
    private final var wantedFont: Any?
    private final var size: CGFloat = 36
    private final var color: CGColor? = CGColor.white
    private final var wraps = false
    private final var truncation = CATextLayerTruncationMode.none
    private final var alignment = CATextLayerAlignmentMode.natural
    /// Kept: a text that has not changed need not be set again.
    private final let layout = TextLayout(font: FontDescription(size: 36))

    public override init() {
        super.init()
        needsDisplayOnBoundsChange = true
    }

    /// Copies what the text layer `layer` shows, too.
    public override init(layer: Any) {
        super.init(layer: layer)
        if let layer = layer as? CATextLayer { copyText(of: layer) }
    }

    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        needsDisplayOnBoundsChange = true
    }

    private func copyText(of layer: CATextLayer) {
        (text, wantedFont, size, color) = (layer.text, layer.wantedFont, layer.size, layer.color)
        (wraps, truncation, alignment) = (layer.wraps, layer.truncation, layer.alignment)
    }

    /// While it draws, what animations make of size and colour.
    private final var shownSize: CGFloat?
    private final var shownColor: CGColor?
    private var drawnSize: CGFloat { shownSize ?? size }
    private var drawnColor: CGColor? { shownColor ?? color }

    private func change(_ key: String, isUsable: Bool = true, _ body: () -> Void) {
        guard canSet(key, isUsable) else { return }
        let action = willChange(key, .specialChanged)
        body()
        setNeedsDisplay()
        run(action, key)
    }

    // MARK: Properties

    /// A `String`, of which the first 50,000 characters show, or an `NSAttributedString`, whose characters without a font,
    /// colour or alignment take the layer's. Default nil.
    open var string: Any? {
        get { text }
        set {
            if let new = newValue as? String, let old = text as? String, new == old { return }
            let attributed = (newValue as? NSAttributedString)?.copied
            change("string") { text = attributed ?? newValue }
        }
    }

    /// The name of a font such as "DejaVu Sans-Bold", or a font object, whose size does not count. Default nil: the
    /// system's font, which takes the place of one that is not installed, too.
    open var font: Any? {
        get { wantedFont }
        set {
            change("font") { wantedFont = newValue }
            if let newValue, description(of: newValue) == nil {
                LayerLog.note("The font \(newValue) of \(label) is not installed; the system's font is used.")
            }
        }
    }

    /// Points; default 36. Animatable: the layer draws for every frame.
    open var fontSize: CGFloat {
        get { size }
        set {
            guard newValue != size else { return }
            change("fontSize", isUsable: newValue.isFinite && newValue > 0) { size = newValue }
        }
    }

    /// Default opaque white; nil shows nothing. Animatable: the layer draws for every frame.
    open var foregroundColor: CGColor? {
        get { color }
        set {
            guard newValue != color else { return }
            change("foregroundColor") { color = newValue }
        }
    }

    /// Whether lines are broken at the bounds. Default false.
    open var isWrapped: Bool {
        get { wraps }
        set {
            guard newValue != wraps else { return }
            change("wrapped") { wraps = newValue }
        }
    }

    /// Default `none`.
    open var truncationMode: CATextLayerTruncationMode {
        get { truncation }
        set {
            guard newValue != truncation else { return }
            change("truncationMode") { truncation = newValue }
        }
    }

    /// Default `natural`.
    open var alignmentMode: CATextLayerAlignmentMode {
        get { alignment }
        set {
            guard newValue != alignment else { return }
            change("alignmentMode") { alignment = newValue }
        }
    }

    open override class func defaultValue(forKey key: String) -> Any? {
        switch key {
        case "fontSize": NSNumber(value: 36)
        case "foregroundColor": CGColor.white
        case "alignmentMode": CATextLayerAlignmentMode.natural.rawValue
        case "truncationMode": CATextLayerTruncationMode.none.rawValue
        case "needsDisplayOnBoundsChange": NSNumber(value: true)
        default: super.defaultValue(forKey: key)
        }
    }

    // MARK: Drawing

    /// More than any screen shows, of which setting takes a moment.
    private static let textLimit = 50_000

    private var plainText: String {
        let whole =
            switch text {
            case let text as String: text
            case let text as NSString: String(describing: text)
            default: ""
            }
        guard whole.utf8.count > Self.textLimit, whole.unicodeScalars.count > Self.textLimit else { return whole }
        LayerLog.noteOnce("Text layers show the first \(Self.textLimit) characters of a text.")
        return String(whole.unicodeScalars.prefix(Self.textLimit))
    }

    private var isEmpty: Bool {
        if let attributed = text as? NSAttributedString { return attributed.length == 0 }
        return plainText.isEmpty || drawnColor == nil
    }

    /// The text with attributes; nil for a plain one.
    private var styledText: StyledText? {
        guard let attributed = text as? NSAttributedString else { return nil }
        var defaults = TextDefaults(
            font: layout.font, color: drawnColor ?? .clear,
            linkColor: CGColor(red: 0, green: 122.0 / 255, blue: 1, alpha: 1))
        defaults.format.alignment = alignment.alignment
        defaults.onlyLineBreakMode = lineBreakMode
        return StyledText(attributed, defaults)
    }

    private var lineBreakMode: TextLayout.LineBreakMode {
        truncation.lineBreakMode ?? (wraps ? .wordWrapping : .clipping)
    }

    private func description(of font: Any) -> FontDescription? {
        if let font = font as? any FontDescribing { return font.fontDescription }
        return (font as? String).flatMap { FontDescription(name: $0, size: drawnSize) }
    }

    private func configure(for bounds: CGSize) {
        var description = wantedFont.flatMap { self.description(of: $0) } ?? FontDescription(size: drawnSize)
        description.size = drawnSize
        layout.font = description
        if let styledText {
            layout.show(styledText)
        } else {
            layout.styled = nil
            layout.text = plainText
            layout.alignment = alignment.alignment
            layout.lineBreakMode = lineBreakMode
        }
        layout.maximumNumberOfLines = wraps || truncation == .none ? 0 : 1
        layout.maximumHeight = wraps && truncation != .none ? bounds.height : .infinity
        layout.maximumWidth = bounds.width
    }

    /// Without text there is nothing to keep a bitmap for.
    open override func display() {
        if isEmpty {
            removeDrawnContents()
        } else if !displayCoverage() {
            super.display()
        }
    }

    /// The text in its colour through coverage, unless somebody else draws.
    private func displayCoverage() -> Bool {
        guard type(of: self) == CATextLayer.self, delegate == nil,
            let color = text is NSAttributedString ? styledText?.onlyColor : drawnColor
        else { return false }
        return drawCoverage(in: color) { target, matrix in
            layout.cover(target, at: configuredOrigin(), matrix)
        }
    }

    /// Draws the text, its first baseline on a whole pixel.
    open override func draw(in ctx: CGContext) {
        let origin = configuredOrigin()
        if !(text is NSAttributedString) {
            guard let color = drawnColor else { return }
            layout.color = color
        }
        layout.draw(in: ctx, at: origin)
    }

    /// Sets the layout up for the bounds, and answers where it stands.
    private func configuredOrigin() -> CGPoint {
        let bounds = bounds
        configure(for: bounds.size)
        // As high as a label of the text, in whole pixels, in the middle of which the text stands.
        let scale = contentsScale
        let height = layout.size.height
        let spare = ((height * scale - 1.0 / 64).rounded(.up) / scale - height) / 2
        let baseline = ((bounds.minY + spare + layout.firstBaseline) * scale).rounded() / scale
        return CGPoint(x: bounds.minX, y: baseline - layout.firstBaseline)
    }

    /// The size of the whole text, in lines that are broken only where it says so, points.
    open override func preferredFrameSize() -> CGSize {
        configure(for: CGSize(width: CGFloat.infinity, height: .infinity))
        let scale = contentsScale
        func whole(_ length: CGFloat) -> CGFloat { (length * scale - 1.0 / 64).rounded(.up) / scale }
        return CGSize(width: whole(layout.size.width), height: whole(layout.size.height))
    }

    // MARK: Keys and presentation

    override func specialValue(forKeyPath path: String) -> Any?? {
        switch path {
        case "string": .some(string)
        case "font": .some(font)
        case "fontSize": NSNumber(value: Double(fontSize))
        case "foregroundColor": .some(foregroundColor)
        case "wrapped": NSNumber(value: isWrapped)
        case "truncationMode": truncationMode.rawValue
        case "alignmentMode": alignmentMode.rawValue
        default: nil
        }
    }

    override func setSpecialValue(_ value: Any?, forKeyPath path: String) -> Bool {
        let number = value.flatMap(AnimatableValue.number) ?? 0
        switch path {
        case "string": string = value
        case "font": font = value
        case "fontSize": fontSize = CGFloat(number)
        case "foregroundColor": foregroundColor = value as? CGColor
        case "wrapped": isWrapped = number != 0
        case "truncationMode": truncationMode = CATextLayerTruncationMode(rawValue: value.name)
        case "alignmentMode": alignmentMode = CATextLayerAlignmentMode(rawValue: value.name)
        default: return false
        }
        return true
    }

    open override func presentation() -> CATextLayer? { makePresentation() as? CATextLayer }
    open override func model() -> CATextLayer { super.model() as? CATextLayer ?? self }

    override func makePresentationCopy() -> CALayer { CATextLayer(layer: self) }

    // MARK: Animations, which are drawn

    override func customMotion(forKeyPath path: String) -> MotionValue? {
        switch path {
        case "fontSize": .number(Double(size))
        case "foregroundColor": .color(color?.motion ?? SIMD4(0, 0, 0, 0))
        default: super.customMotion(forKeyPath: path)
        }
    }

    override func animatesByItself(_ key: String) -> Bool { key == "fontSize" || key == "foregroundColor" }

    override func redraws(forCustomKey key: String) -> Bool {
        animatesByItself(key) || super.redraws(forCustomKey: key)
    }

    override func showCustomValues(_ values: [String: MotionValue]) {
        super.showCustomValues(values)
        shownSize = values["fontSize"].flatMap { CustomValue.value($0, as: CGFloat.self) }.map { max($0, 0.01) }
        shownColor = values["foregroundColor"].flatMap { CustomValue.value($0, as: CGColor.self) }
    }

    override func takeCustomValues(_ values: [String: MotionValue], of model: CALayer) {
        super.takeCustomValues(values, of: model)
        if let shownSize { size = shownSize }
        if let shownColor { color = shownColor }
    }
}
