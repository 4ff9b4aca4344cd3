package import Foundation

/// Objects that modules above put into attributed strings.
package protocol ColorDescribing {
    /// As it is now.
    var describedColor: CGColor { get }
}

package protocol ParagraphDescribing {
    var paragraphFormat: ParagraphFormat { get }
}

package protocol ShadowDescribing {
    /// Nil casts none.
    var textShadow: TextShadow? { get }
}

package protocol AttachmentDescribing: AnyObject {
    /// What stands in a text of that font.
    func attachmentBox(in font: FontDescription, color: CGColor) -> TextAttachmentBox?
}

/// What characters look like that an attributed string says nothing about.
package struct TextDefaults {
    package var font: FontDescription
    package var color: CGColor
    package var format = ParagraphFormat()
    package var shadow: TextShadow?
    /// In place of every colour of letters.
    package var onlyColor: CGColor?
    /// In place of every paragraph's.
    package var onlyLineBreakMode: TextLayout.LineBreakMode?
    /// Of links.
    package var linkColor: CGColor
    /// Multiplies every alpha.
    package var opacity: CGFloat = 1
    /// Multiplies every size.
    package var scale: CGFloat = 1
    /// Points between characters; nil leaves it to the fonts.
    package var kern: CGFloat?

    package init(font: FontDescription, color: CGColor, linkColor: CGColor) {
        (self.font, self.color, self.linkColor) = (font, color, linkColor)
    }
}

extension StyledText {
    /// The names of attributes, which are those of UIKit.
    private enum Name {
        static let font = "NSFont"
        static let color = "NSColor"
        static let background = "NSBackgroundColor"
        static let kern = "NSKern"
        static let tracking = "CTTracking"
        static let ligature = "NSLigature"
        static let underline = "NSUnderline"
        static let underlineColor = "NSUnderlineColor"
        static let strikethrough = "NSStrikethrough"
        static let strikethroughColor = "NSStrikethroughColor"
        static let strokeColor = "NSStrokeColor"
        static let strokeWidth = "NSStrokeWidth"
        static let shadow = "NSShadow"
        static let baselineOffset = "NSBaselineOffset"
        static let obliqueness = "NSObliqueness"
        static let expansion = "NSExpansion"
        static let paragraph = "NSParagraphStyle"
        static let attachment = "NSAttachment"
        static let link = "NSLink"
        static let direction = "NSWritingDirection"
    }

    package init(_ string: NSAttributedString, _ defaults: TextDefaults) {
        var builder = StyledTextBuilder(string.string)
        let whole = NSRange(location: 0, length: string.length)
        string.enumerateAttributes(in: whole, options: .longestEffectiveRangeNotRequired) { attributes, range, _ in
            let (style, format) = Self.look(attributes, defaults)
            var directions: [Int] = []
            if let value = attributes[NSAttributedString.Key(rawValue: Name.direction)] as? [Any] {
                directions = value.compactMap { Self.number($0).map { Int($0) } }
            }
            builder.append(NSMaxRange(range), style, format, directions)
        }
        if string.length == 0 {
            let (style, format) = Self.look([:], defaults)
            builder.append(0, style, format, [])
        }
        self = builder.styledText()
    }

    /// The style of a plain text, and the format.
    package static func look(_ attributes: [NSAttributedString.Key: Any], _ defaults: TextDefaults) -> (
        TextStyle, ParagraphFormat
    ) {
        var style = TextStyle(font: defaults.font, color: defaults.color)
        var format = defaults.format
        style.paint.shadow = defaults.shadow
        style.shaping.kern = defaults.kern
        var tracking: CGFloat?
        var (underlineColor, strikethroughColor): (CGColor?, CGColor?)
        var isLink = false
        for (key, value) in attributes {
            switch key.rawValue {
            case Name.font: if let font = value as? any FontDescribing { style.shaping.font = font.fontDescription }
            case Name.color: if let color = color(value) { style.paint.color = color }
            case Name.background: style.paint.background = color(value)
            case Name.kern: style.shaping.kern = number(value, -2000...2000)
            case Name.tracking: tracking = number(value, -2000...2000)
            case Name.ligature:
                let form = number(value) ?? 1
                style.shaping.ligatures = form == 0 ? .none : form == 2 ? .all : .standard
            case Name.underline: style.paint.underline = line(value)
            case Name.underlineColor: underlineColor = color(value)
            case Name.strikethrough: style.paint.strikethrough = line(value)
            case Name.strikethroughColor: strikethroughColor = color(value)
            case Name.strokeColor: style.paint.strokeColor = color(value)
            case Name.strokeWidth: style.paint.strokeWidth = number(value, -1000...1000) ?? 0
            case Name.shadow: style.paint.shadow = (value as? any ShadowDescribing)?.textShadow
            case Name.baselineOffset: style.shaping.baselineOffset = number(value, -5000...5000) ?? 0
            case Name.obliqueness: style.shaping.obliqueness = number(value, -4...4) ?? 0
            case Name.expansion: style.shaping.expansion = CGFloat(Foundation.exp(Double(number(value, -3...3) ?? 0)))
            case Name.paragraph:
                if let paragraph = value as? any ParagraphDescribing { format = paragraph.paragraphFormat }
            case Name.link: isLink = true
            default: break
            }
        }
        if isLink {
            style.paint.color = defaults.linkColor
            if style.paint.underline == nil { style.paint.underline = TextLineStyle(weight: .single) }
        }
        if let tracking { style.shaping.kern = tracking }
        style.shaping.font.size *= defaults.scale
        if let owner = attributes[NSAttributedString.Key(rawValue: Name.attachment)] as? any AttachmentDescribing {
            style.shaping.attachment = owner.attachmentBox(in: style.shaping.font, color: style.paint.color)
        }
        style.paint.underline?.color = underlineColor
        style.paint.strikethrough?.color = strikethroughColor
        style.paint.apply(defaults)
        if let mode = defaults.onlyLineBreakMode { format.lineBreakMode = mode }
        return (style, format.usable)
    }

    // MARK: Values

    private static func color(_ value: Any) -> CGColor? {
        if let color = value as? any ColorDescribing { return color.describedColor }
        return value as? CGColor
    }

    private static func number(_ value: Any, _ range: ClosedRange<CGFloat>) -> CGFloat? {
        guard let number = number(value), !number.isNaN else { return nil }
        return min(max(number, range.lowerBound), range.upperBound)
    }

    /// Finite or infinite, and within what an `Int` holds.
    static func number(_ value: Any) -> CGFloat? {
        let number: CGFloat? =
            switch value {
            case let value as CGFloat: value
            case let value as Double: CGFloat(value)
            case let value as Float: CGFloat(value)
            case let value as Int: CGFloat(value)
            case let value as Bool: value ? 1 : 0
            case let value as NSNumber: CGFloat(value.doubleValue)
            default: nil
            }
        guard let number, !number.isNaN else { return nil }
        return min(max(number, -1e9), 1e9)
    }

    /// The raw value of an underline style: weight, pattern and whether it goes by words.
    private static func line(_ value: Any) -> TextLineStyle? {
        guard let bits = number(value).map({ Int($0) }), bits & 0x0F != 0 else { return nil }
        let weight: TextLineStyle.Weight = bits & 0x0F == 2 ? .thick : bits & 0x0F == 9 ? .double : .single
        let pattern: TextLineStyle.Pattern =
            switch bits & 0xF00 {
            case 0x100: .dot
            case 0x200: .dash
            case 0x300: .dashDot
            case 0x400: .dashDotDot
            default: .solid
            }
        return TextLineStyle(weight: weight, pattern: pattern, isByWord: bits & 0x8000 != 0)
    }
}

extension TextStyle.Paint {
    /// Takes the one colour and the opacity.
    fileprivate mutating func apply(_ defaults: TextDefaults) {
        if let only = defaults.onlyColor {
            color = only
            strokeColor = strokeColor.map { _ in only }
        }
        guard defaults.opacity < 1 else { return }
        func faded(_ color: CGColor) -> CGColor { color.copy(alpha: color.alpha * defaults.opacity) ?? color }
        color = faded(color)
        background = background.map(faded)
        strokeColor = strokeColor.map(faded)
        let (underlineColor, strikethroughColor) = (underline?.color.map(faded), strikethrough?.color.map(faded))
        underline?.color = underlineColor
        strikethrough?.color = strikethroughColor
        if let cast = shadow { shadow?.color = faded(cast.color) }
    }
}
