public import Foundation

/// The attributes that labels, text layers and string drawing know; each says what it takes.
extension NSAttributedString.Key {
    /// A `UIFont`; without it what shows the text decides, and string drawing uses the system font of 12 points.
    public static let font = NSAttributedString.Key(rawValue: "NSFont")
    /// An `NSParagraphStyle`; the one at a paragraph's first character counts for all of it.
    public static let paragraphStyle = NSAttributedString.Key(rawValue: "NSParagraphStyle")
    /// A `UIColor`; without it black, or a label's `textColor`.
    public static let foregroundColor = NSAttributedString.Key(rawValue: "NSColor")
    /// A `UIColor` behind the characters, as high as the line.
    public static let backgroundColor = NSAttributedString.Key(rawValue: "NSBackgroundColor")
    /// A number: 0 for no ligatures, 1 for those that the font is meant to show, 2 for all.
    public static let ligature = NSAttributedString.Key(rawValue: "NSLigature")
    /// Points after each character; 0 turns the font's own kerning off.
    public static let kern = NSAttributedString.Key(rawValue: "NSKern")
    /// Points after each character; goes before `kern`.
    public static let tracking = NSAttributedString.Key(rawValue: "CTTracking")
    /// The raw value of an `NSUnderlineStyle`.
    public static let strikethroughStyle = NSAttributedString.Key(rawValue: "NSStrikethrough")
    /// The raw value of an `NSUnderlineStyle`.
    public static let underlineStyle = NSAttributedString.Key(rawValue: "NSUnderline")
    /// A `UIColor`; without it that of the characters.
    public static let strokeColor = NSAttributedString.Key(rawValue: "NSStrokeColor")
    /// Percent of the font's size; above 0 only the outline is drawn, below 0 characters and outline.
    public static let strokeWidth = NSAttributedString.Key(rawValue: "NSStrokeWidth")
    /// An `NSShadow`.
    public static let shadow = NSAttributedString.Key(rawValue: "NSShadow")
    /// An `NSTextAttachment`, for the character U+FFFC.
    public static let attachment = NSAttributedString.Key(rawValue: "NSAttachment")
    /// An URL or a string; drawn in the colour of links and underlined. Taps are not told.
    public static let link = NSAttributedString.Key(rawValue: "NSLink")
    /// Points above the baseline.
    public static let baselineOffset = NSAttributedString.Key(rawValue: "NSBaselineOffset")
    /// A `UIColor`; without it that of the characters.
    public static let underlineColor = NSAttributedString.Key(rawValue: "NSUnderlineColor")
    /// A `UIColor`; without it that of the characters.
    public static let strikethroughColor = NSAttributedString.Key(rawValue: "NSStrikethroughColor")
    /// How far characters lean to the right, as a share of their height.
    public static let obliqueness = NSAttributedString.Key(rawValue: "NSObliqueness")
    /// The natural logarithm of the factor by which characters are wider.
    public static let expansion = NSAttributedString.Key(rawValue: "NSExpansion")
    /// Embeddings and overrides, outermost first: the sum of an `NSWritingDirection` and an
    /// `NSWritingDirectionFormatType` each, as `[NSNumber]`. At most 60.
    public static let writingDirection = NSAttributedString.Key(rawValue: "NSWritingDirection")
}

/// Lines below or through characters: a weight, a pattern and whether spaces are left out.
public struct NSUnderlineStyle: OptionSet, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    public static let single = NSUnderlineStyle(rawValue: 0x01)
    public static let thick = NSUnderlineStyle(rawValue: 0x02)
    public static let double = NSUnderlineStyle(rawValue: 0x09)
    public static let patternDot = NSUnderlineStyle(rawValue: 0x0100)
    public static let patternDash = NSUnderlineStyle(rawValue: 0x0200)
    public static let patternDashDot = NSUnderlineStyle(rawValue: 0x0300)
    public static let patternDashDotDot = NSUnderlineStyle(rawValue: 0x0400)
    public static let byWord = NSUnderlineStyle(rawValue: 0x8000)
}

/// Which way text is read; raw values as Apple's.
public enum NSWritingDirection: Int, Sendable {
    /// As its first letter is.
    case natural = -1
    case leftToRight = 0
    case rightToLeft = 1
}

/// How a writing direction in the text works; raw values as Apple's.
public enum NSWritingDirectionFormatType: Int, Sendable {
    case embedding = 0
    case override = 2
}
