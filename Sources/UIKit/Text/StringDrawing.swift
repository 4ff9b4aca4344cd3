import CoreGraphics
import Foundation

/// A text that is drawn or measured once: what all the methods of strings come down to.
struct StringDrawing {
    private enum Content {
        case plain(String, [NSAttributedString.Key: Any])
        case attributed(NSAttributedString)
    }

    private let content: Content

    init(_ string: NSAttributedString) { content = .attributed(string) }

    init(_ string: String, _ attributes: [NSAttributedString.Key: Any]?) {
        let attributes = attributes ?? [:]
        content =
            attributes[.writingDirection] == nil && attributes[.attachment] == nil
            ? .plain(string, attributes) : .attributed(NSAttributedString(string: string, attributes: attributes))
    }

    /// A layout that is as wide as it needs to be.
    private func layout() -> TextLayout {
        let layout = TextLayout(font: UIFont.systemFont(ofSize: 12).descriptor)
        layout.truncatesEveryParagraph = true
        show(in: layout, scale: 1)
        return layout
    }

    private func show(in layout: TextLayout, scale: CGFloat) {
        var defaults = TextDefaults(font: layout.font, color: .black, linkColor: UIColor.link.cgColor)
        defaults.scale = scale
        switch content {
        case .plain(let string, let attributes):
            let (style, format) = StyledText.look(attributes, defaults)
            layout.show(StyledText(string, style: style, format: format))
        case .attributed(let string): layout.show(StyledText(string, defaults))
        }
    }

    // MARK: Without options

    /// Points; lines are broken only where the text says so.
    var size: CGSize { layout().size }

    func draw(at point: CGPoint) {
        guard let context = UIGraphicsGetCurrentContext() else { return }
        layout().draw(in: context, at: point)
    }

    /// Lines that do not fit wholly are not drawn, except the first.
    func draw(in rect: CGRect) {
        guard let context = UIGraphicsGetCurrentContext() else { return }
        let layout = layout()
        layout.maximumWidth = rect.width
        layout.maximumHeight = rect.height
        layout.draw(in: context, at: rect.origin)
    }

    // MARK: With options

    private func layout(_ size: CGSize, _ options: NSStringDrawingOptions, scale: CGFloat) -> TextLayout {
        let layout = TextLayout(font: UIFont.systemFont(ofSize: 12).descriptor)
        layout.usesFontLeading = options.contains(.usesFontLeading)
        let breaks = options.contains(.usesLineFragmentOrigin)
        layout.truncatesEveryParagraph = true
        layout.truncatesLastLine = breaks && options.contains(.truncatesLastVisibleLine)
        show(in: layout, scale: scale)
        if breaks {
            layout.maximumWidth = size.width > 0 ? size.width : .infinity
            if layout.truncatesLastLine, size.height > 0 { layout.maximumHeight = size.height }
        }
        return layout
    }

    /// How often a size is tried to find the largest that fits.
    private static let trials = 8

    /// The layout, at the largest scale that fits, and that scale.
    private func fitting(
        _ size: CGSize, _ options: NSStringDrawingOptions, _ context: NSStringDrawingContext?
    ) -> (layout: TextLayout, scale: CGFloat) {
        let whole = layout(size, options, scale: 1)
        guard let least = context?.leastScale else { return (whole, 1) }
        func fits(_ layout: TextLayout) -> Bool {
            let needed = layout.size
            return !layout.isTruncated && (size.width <= 0 || needed.width <= size.width + 0.01)
                && (size.height <= 0 || needed.height <= size.height + 0.01)
        }
        if fits(whole) { return (whole, 1) }
        var (low, high) = (least, CGFloat(1))
        var best = layout(size, options, scale: least)
        for _ in 0..<Self.trials where fits(best) {
            let middle = (low + high) / 2
            let candidate = layout(size, options, scale: middle)
            if fits(candidate) { (low, best) = (middle, candidate) } else { high = middle }
        }
        return (best, low)
    }

    func draw(in rect: CGRect, _ options: NSStringDrawingOptions, _ drawingContext: NSStringDrawingContext?) {
        let (layout, scale) = fitting(rect.size, options, drawingContext)
        drawingContext?.note(scale: scale, bounds: bounds(of: layout, options).offsetBy(dx: rect.minX, dy: rect.minY))
        guard let context = UIGraphicsGetCurrentContext() else { return }
        var origin = rect.origin
        if !options.contains(.usesLineFragmentOrigin) { origin.y -= layout.firstBaseline }
        layout.draw(in: context, at: origin)
    }

    func bounds(_ size: CGSize, _ options: NSStringDrawingOptions, _ drawingContext: NSStringDrawingContext?) -> CGRect
    {
        let (layout, scale) = fitting(size, options, drawingContext)
        let bounds = bounds(of: layout, options)
        drawingContext?.note(scale: scale, bounds: bounds)
        return bounds
    }

    private func bounds(of layout: TextLayout, _ options: NSStringDrawingOptions) -> CGRect {
        var bounds = CGRect(origin: .zero, size: layout.size)
        if options.contains(.usesDeviceMetrics) {
            let ink = layout.inkBounds
            bounds = ink.isNull ? .zero : ink
        }
        if !options.contains(.usesLineFragmentOrigin) { bounds.origin.y -= layout.firstBaseline }
        return bounds
    }
}
