import CoreGraphics
import Foundation

extension UILabel {
    final func encodeLabel(with coder: NSCoder) {
        if isTextAttributed {
            if let attributedText { coder.encode(attributed: attributedText, forKey: "UIAttributedText") }
        } else if let text {
            coder.encode(text, forKey: "UIText")
        }
        coder.encode(font, forKey: "UIFont")
        coder.encode(textColor, forKey: "UITextColor")
        if let highlightedTextColor { coder.encode(highlightedTextColor, forKey: "UIHighlightedColor") }
        if let shadowColor { coder.encode(shadowColor, forKey: "UIShadowColor") }
        coder.encode(shadowOffset, forKey: "UIShadowOffset")
        coder.encode(textAlignment.rawValue, forKey: "UITextAlignment")
        coder.encode(lineBreakMode.rawValue, forKey: "UILineBreakMode")
        coder.encode(numberOfLines, forKey: "UINumberOfLines")
        coder.encode(adjustsFontSizeToFitWidth, forKey: "UIAdjustsFontSizeToFit")
        coder.encode(Double(minimumScaleFactor), forKey: "UIMinimumScaleFactor")
        coder.encode(baselineAdjustment.rawValue, forKey: "UIBaselineAdjustment")
        coder.encode(allowsDefaultTighteningForTruncation, forKey: "UIAllowsTightening")
        coder.encode(Double(preferredMaxLayoutWidth), forKey: "UIPreferredMaxLayoutWidth")
        coder.encode(!isEnabled, forKey: "UIDisabled")
    }

    final func decodeLabel(with coder: NSCoder) {
        guard coder.allowsKeyedCoding else { return }
        if let value: UIFont = coder.object(forKey: "UIFont") { font = value }
        if let value: UIColor = coder.object(forKey: "UITextColor") { textColor = value }
        highlightedTextColor = coder.object(forKey: "UIHighlightedColor")
        shadowColor = coder.object(forKey: "UIShadowColor")
        if let value = coder.size(forKey: "UIShadowOffset") { shadowOffset = value }
        if let value = coder.integer(forKey: "UITextAlignment").flatMap(NSTextAlignment.init) { textAlignment = value }
        if let value = coder.integer(forKey: "UILineBreakMode").flatMap(NSLineBreakMode.init) { lineBreakMode = value }
        if let value = coder.integer(forKey: "UINumberOfLines") { numberOfLines = max(value, 0) }
        if let value = coder.bool(forKey: "UIAdjustsFontSizeToFit") { adjustsFontSizeToFitWidth = value }
        if let value = coder.number(forKey: "UIMinimumScaleFactor") { minimumScaleFactor = value }
        if let value = coder.number(forKey: "UIPreferredMaxLayoutWidth") { preferredMaxLayoutWidth = value }
        if let value = coder.bool(forKey: "UIDisabled") { isEnabled = !value }
        if let value = coder.integer(forKey: "UIBaselineAdjustment").flatMap(UIBaselineAdjustment.init) {
            baselineAdjustment = value
        }
        if let value = coder.bool(forKey: "UIAllowsTightening") { allowsDefaultTighteningForTruncation = value }
        text = coder.object(forKey: "UIText")
        if let value = coder.attributedString(forKey: "UIAttributedText") { attributedText = value }
    }
}
