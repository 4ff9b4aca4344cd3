package import Foundation

/// A text whose parts look different: characters, and runs of them with a style and the format of their paragraph.
package struct StyledText {
    /// Characters of one style. Offsets count bytes of UTF-8.
    package struct Run: Hashable {
        package var end: Int
        package var style: Int
        package var format: Int
    }

    /// More than any panel shows, of which setting takes a moment; what is beyond is left out.
    package static let byteLimit = 2 << 20
    /// More different fonts than a text has that means well; further ones are set in the text's first font.
    package static let fontLimit = 512

    package private(set) var text: String
    /// Rising, without gaps, the last at the text's end. An empty text has one run for its height.
    package private(set) var runs: ContiguousArray<Run>
    package private(set) var styles: [TextStyle]
    package private(set) var formats: [ParagraphFormat]
    /// The colour, where everything is letters of one; nil where something else is drawn, too.
    package let onlyColor: CGColor?

    /// - Parameter runs: rising; the last ends at the end of `text`, or, for an empty text, at 0. Not empty.
    package init(_ text: String, runs: ContiguousArray<Run>, styles: [TextStyle], formats: [ParagraphFormat]) {
        self.text = text
        self.runs = runs
        self.styles = styles
        self.formats = formats
        let first = styles[0].paint.color
        onlyColor = styles.allSatisfy { $0.isPlain && $0.paint.color == first } ? first : nil
    }

    /// One style and format for all of `text`.
    package init(_ text: String, style: TextStyle, format: ParagraphFormat) {
        let usable = Self.usable(text)
        self.init(
            usable, runs: [Run(end: usable.utf8.count, style: 0, format: 0)], styles: [style], formats: [format])
    }

    /// A copy that lends its bytes, within the limit and without zeros, which end a text for C.
    static func usable(_ text: String) -> String {
        var usable = text
        usable.makeContiguousUTF8()
        if usable.utf8.count > byteLimit {
            var end = usable.utf8.index(usable.startIndex, offsetBy: byteLimit)
            end = usable.unicodeScalars.index(before: usable.unicodeScalars.index(after: end))
            usable = String(usable[..<end])
        }
        if usable.utf8.contains(0) {
            usable = String(decoding: usable.utf8.map { $0 == 0 ? 0x20 : $0 }, as: UTF8.self)
        }
        return usable
    }

    /// The style and format, if a plain text could have them.
    var plain: (style: TextStyle, format: ParagraphFormat)? {
        guard styles.count == 1, formats.count == 1, onlyColor != nil else { return nil }
        let (style, format) = (styles[0], formats[0])
        let plainStyle = TextStyle(font: style.shaping.font, color: style.paint.color)
        var plainFormat = ParagraphFormat()
        plainFormat.alignment = format.alignment
        plainFormat.lineBreakMode = format.lineBreakMode
        plainFormat.lineSpacing = format.lineSpacing
        if !text.utf8.contains(0x09) {
            (plainFormat.tabStops, plainFormat.tabInterval) = (format.tabStops, format.tabInterval)
        }
        return style == plainStyle && format == plainFormat ? (style, format) : nil
    }

    /// Whether the other text is laid out as this one, whatever its colours.
    func isShaped(like other: StyledText) -> Bool {
        text == other.text && runs == other.runs && formats == other.formats
            && styles.count == other.styles.count
            && zip(styles, other.styles).allSatisfy { $0.shaping == $1.shaping && $0.breaksAtWords == $1.breaksAtWords }
    }
}

/// How characters look.
package struct TextStyle: Hashable {
    /// What decides where they stand.
    package struct Shaping: Hashable {
        package var font: FontDescription
        /// Points after each character; nil leaves it to the font, 0 turns off what the font would do.
        package var kern: CGFloat?
        package var ligatures = Ligatures.standard
        /// Points, up.
        package var baselineOffset: CGFloat = 0
        /// Width of characters, as a factor.
        package var expansion: CGFloat = 1
        /// How far the top leans to the right, as a share of the height.
        package var obliqueness: CGFloat = 0
        /// Stands in place of the character U+FFFC.
        package var attachment: TextAttachmentBox?

        package init(font: FontDescription) { self.font = font }
    }

    package enum Ligatures: Sendable { case none, standard, all }

    /// What is drawn there.
    package struct Paint: Hashable {
        package var color: CGColor
        package var background: CGColor?
        package var underline: TextLineStyle?
        package var strikethrough: TextLineStyle?
        /// Percent of the font's size; above 0 only the outline is drawn, below 0 letters and outline.
        package var strokeWidth: CGFloat = 0
        /// Nil is `color`.
        package var strokeColor: CGColor?
        package var shadow: TextShadow?

        package init(color: CGColor) { self.color = color }
    }

    package var shaping: Shaping
    package var paint: Paint

    package init(font: FontDescription, color: CGColor) {
        shaping = Shaping(font: font)
        paint = Paint(color: color)
    }

    /// Letters in a colour and nothing else.
    var isPlain: Bool {
        paint == Paint(color: paint.color) && shaping.obliqueness == 0 && shaping.expansion == 1
            && shaping.attachment == nil
    }

    /// Whether lines below or through it leave out the spaces.
    var breaksAtWords: Bool { paint.underline?.isByWord == true || paint.strikethrough?.isByWord == true }
}

/// A line below or through characters.
package struct TextLineStyle: Hashable, Sendable {
    package enum Weight: Sendable { case single, thick, double }
    package enum Pattern: Sendable { case solid, dot, dash, dashDot, dashDotDot }

    package var weight: Weight
    package var pattern = Pattern.solid
    package var isByWord = false
    /// Nil is the text's.
    package var color: CGColor?

    package init(weight: Weight, pattern: Pattern = .solid, isByWord: Bool = false, color: CGColor? = nil) {
        (self.weight, self.pattern, self.isByWord, self.color) = (weight, pattern, isByWord, color)
    }
}

package struct TextShadow: Hashable, Sendable {
    /// Points, down and right.
    package var offset: CGSize
    /// Points.
    package var blur: CGFloat
    package var color: CGColor

    package init(offset: CGSize, blur: CGFloat, color: CGColor) {
        (self.offset, self.blur, self.color) = (offset, blur, color)
    }

    package static func == (left: TextShadow, right: TextShadow) -> Bool {
        left.offset == right.offset && left.blur == right.blur && left.color == right.color
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(offset.width)
        hasher.combine(offset.height)
        hasher.combine(blur)
        hasher.combine(color)
    }
}

/// Something that stands in a line as a character does.
package struct TextAttachmentBox: Hashable {
    /// Whose picture it is; the same owner with the same bounds looks the same.
    private let owner: AnyObject
    /// Points; the origin is on the baseline, y up, so that a negative y reaches below it.
    package let bounds: CGRect
    /// Draws into the rectangle, y down.
    package let draw: (CGContext, CGRect) -> Void

    package init(owner: AnyObject, bounds: CGRect, draw: @escaping (CGContext, CGRect) -> Void) {
        self.owner = owner
        func usable(_ length: CGFloat) -> CGFloat { length.isFinite ? min(max(length, -10_000), 10_000) : 0 }
        self.bounds = CGRect(
            x: usable(bounds.origin.x), y: usable(bounds.origin.y), width: max(usable(bounds.size.width), 0),
            height: max(usable(bounds.size.height), 0))
        self.draw = draw
    }

    package static func == (left: TextAttachmentBox, right: TextAttachmentBox) -> Bool {
        left.owner === right.owner && left.bounds == right.bounds
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(owner)) }
}
