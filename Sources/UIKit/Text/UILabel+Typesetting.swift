import CoreGraphics
import Foundation
import QuartzCore

/// How a label sets its text, and where it stands.
extension UILabel {
    /// - Parameter scale: of the text's size.
    func configure(width: CGFloat, lines: Int, scale: CGFloat = 1) {
        layout.maximumNumberOfLines = max(lines, 0)
        layout.maximumWidth = width
        if ownAttributedText != nil || allowsDefaultTighteningForTruncation {
            return layout.show(styledText(scale))
        }
        var font = ownFont.descriptor
        if scale != 1 { font.size *= scale }
        layout.styled = nil
        layout.text = plainText ?? ""
        layout.font = font
        layout.lineBreakMode = lineBreakMode.layoutMode
        layout.alignment = textAlignment.layoutAlignment
    }

    private func styledText(_ scale: CGFloat) -> StyledText {
        if let styled, styled.scale == scale { return styled.text }
        var defaults = TextDefaults(
            font: ownFont.descriptor, color: ownColor.cgColor, linkColor: UIColor.link.cgColor)
        defaults.scale = scale
        defaults.format.alignment = ownAlignment.layoutAlignment
        defaults.format.lineBreakMode = ownLineBreakMode.layoutMode
        defaults.format.tightens = allowsDefaultTighteningForTruncation
        if isHighlighted { defaults.onlyColor = highlightedTextColor?.cgColor }
        if !isEnabled { defaults.opacity = UILabel.disabledOpacity }
        let text: StyledText
        if let ownAttributedText {
            text = StyledText(ownAttributedText, defaults)
        } else {
            // Not by way of an attributed string: Foundation never frees what one holds.
            let (style, format) = StyledText.look([:], defaults)
            text = StyledText(plainText ?? "", style: style, format: format)
        }
        styled = (scale, text)
        return text
    }

    /// What an attributed text of a plain one has.
    var plainAttributes: [NSAttributedString.Key: Any] {
        let style = NSMutableParagraphStyle()
        style.alignment = ownAlignment
        style.lineBreakMode = ownLineBreakMode
        var attributes: [NSAttributedString.Key: Any] = [
            .font: ownFont, .foregroundColor: ownColor, .paragraphStyle: style,
        ]
        if let shadowColor {
            let shadow = NSShadow()
            shadow.shadowColor = shadowColor
            shadow.shadowOffset = shadowOffset
            attributes[.shadow] = shadow
        }
        return attributes
    }

    /// The text in its colour through coverage, which takes a quarter of a picture's memory; not for a subclass, which may
    /// draw something else, and not for a text with a shadow.
    func displayCoverage(_ layer: CALayer) -> Bool {
        guard type(of: self) == UILabel.self, shadowColor == nil else { return false }
        var color: CGColor? = drawnColor.cgColor
        if ownAttributedText != nil {
            styled = nil
            color = styledText(1).onlyColor
        }
        guard let color else { return false }
        return layer.drawCoverage(in: color) { target, matrix in
            let origin = configuredOrigin(in: bounds)
            defer { layout.maximumHeight = .infinity }
            return layout.cover(target, at: origin, matrix)
        }
    }

    /// Sets the layout up for `rect`, and answers where it stands.
    func configuredOrigin(in rect: CGRect) -> CGPoint {
        let shrunk = shrinking(for: rect.width)
        configure(width: rect.width, lines: numberOfLines, scale: shrunk?.scale ?? 1)
        layout.maximumHeight = numberOfLines == 1 ? .infinity : rect.height
        var top = rect.minY + (rect.height - layout.size.height) / 2
        if let shrunk {
            let ownTop = rect.minY + (rect.height - shrunk.height) / 2
            switch baselineAdjustment {
            case .alignBaselines: top = ownTop + shrunk.baseline - layout.firstBaseline
            case .alignCenters: break
            case .none: top = ownTop
            }
        }
        // The baseline on a whole pixel: letters stand sharply.
        let scale = contentScaleFactor
        let baseline = ((top + layout.firstBaseline) * scale).rounded() / scale
        return CGPoint(x: rect.minX, y: baseline - layout.firstBaseline)
    }

    /// Of a label that is not enabled.
    private static let disabledOpacity: CGFloat = 0.4

    var drawnColor: UIColor {
        let color: UIColor = (isHighlighted ? highlightedTextColor : nil) ?? textColor
        return isEnabled ? color : color.withAlphaComponent(color.opacity * UILabel.disabledOpacity)
    }

    /// How much smaller the text has to be to fit, and height and baseline in its own size; nil if it fits.
    private func shrinking(for width: CGFloat) -> (scale: CGFloat, height: CGFloat, baseline: CGFloat)? {
        guard adjustsFontSizeToFitWidth, numberOfLines == 1, width > 0 else { return nil }
        configure(width: .infinity, lines: 1)
        let natural = layout.size.width
        guard natural > width else { return nil }
        let scale = min(max(width / natural * 0.995, minimumScaleFactor), 1)
        return (scale, layout.size.height, layout.firstBaseline)
    }
}

extension UIFont {
    /// What labels use.
    static let standard = UIFont.systemFont(ofSize: UIFont.labelFontSize)
}
