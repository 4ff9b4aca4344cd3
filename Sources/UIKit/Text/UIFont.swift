package import CoreGraphics
public import Foundation

/// A font of one size; immutable, usable on any thread. Lengths are points.
open class UIFont: NSObject, NSSecureCoding, @unchecked Sendable {
    // Unchecked because an open class cannot prove it; the class itself has constants only.

    /// How heavy; raw values as Apple's, 0 is regular.
    public struct Weight: RawRepresentable, Hashable, Sendable {
        public let rawValue: CGFloat

        public init(rawValue: CGFloat) { self.rawValue = rawValue }

        public static let ultraLight = Weight(rawValue: -0.8)
        public static let thin = Weight(rawValue: -0.6)
        public static let light = Weight(rawValue: -0.4)
        public static let regular = Weight(rawValue: 0)
        public static let medium = Weight(rawValue: 0.23)
        public static let semibold = Weight(rawValue: 0.3)
        public static let bold = Weight(rawValue: 0.4)
        public static let heavy = Weight(rawValue: 0.56)
        public static let black = Weight(rawValue: 0.62)

        private static let steps: [(weight: Weight, number: Int)] = [
            (.ultraLight, 100), (.thin, 200), (.light, 300), (.regular, 400), (.medium, 500), (.semibold, 600),
            (.bold, 700), (.heavy, 800), (.black, 900),
        ]

        /// The nearest weight on the scale from 100 to 900.
        var number: Int {
            Self.steps.min { abs($0.weight.rawValue - rawValue) < abs($1.weight.rawValue - rawValue) }?.number ?? 400
        }
    }

    /// What a text is for.
    public struct TextStyle: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        public static let largeTitle = TextStyle(rawValue: "UICTFontTextStyleTitle0")
        public static let title1 = TextStyle(rawValue: "UICTFontTextStyleTitle1")
        public static let title2 = TextStyle(rawValue: "UICTFontTextStyleTitle2")
        public static let title3 = TextStyle(rawValue: "UICTFontTextStyleTitle3")
        public static let headline = TextStyle(rawValue: "UICTFontTextStyleHeadline")
        public static let subheadline = TextStyle(rawValue: "UICTFontTextStyleSubhead")
        public static let body = TextStyle(rawValue: "UICTFontTextStyleBody")
        public static let callout = TextStyle(rawValue: "UICTFontTextStyleCallout")
        public static let footnote = TextStyle(rawValue: "UICTFontTextStyleFootnote")
        public static let caption1 = TextStyle(rawValue: "UICTFontTextStyleCaption1")
        public static let caption2 = TextStyle(rawValue: "UICTFontTextStyleCaption2")

        /// At the default text size.
        var size: CGFloat {
            switch self {
            case .largeTitle: 34
            case .title1: 28
            case .title2: 22
            case .title3: 20
            case .subheadline: 15
            case .callout: 16
            case .footnote: 13
            case .caption1: 12
            case .caption2: 11
            default: 17
            }
        }
    }

    final let descriptor: FontDescription
    private let metrics: FontMetrics
    /// The family the system uses for it.
    public final let familyName: String

    init(_ descriptor: FontDescription) {
        self.descriptor = descriptor
        let face = FontFace.face(for: descriptor)
        metrics = face.metrics
        familyName = face.familyName
        super.init()
    }

    /// From an archive; nil when it holds no font.
    public required convenience init?(coder: NSCoder) {
        guard let description = FontDescription(archive: coder) else { return nil }
        self.init(description)
    }

    open func encode(with coder: NSCoder) { descriptor.encode(with: coder) }
    open class var supportsSecureCoding: Bool { true }

    /// A font by its family, or by family and style such as "DejaVu Sans-Bold"; nil if no such family is installed.
    /// Spaces in the family may be left out.
    public convenience init?(name fontName: String, size fontSize: CGFloat) {
        guard let found = FontDescription(name: fontName, size: UIFont.usable(fontSize)) else { return nil }
        self.init(found)
    }

    /// A size of 0 or less is the standard one.
    private static func usable(_ size: CGFloat) -> CGFloat { size > 0 ? size : systemFontSize }

    // MARK: System fonts

    open class func systemFont(ofSize fontSize: CGFloat) -> UIFont { systemFont(ofSize: fontSize, weight: .regular) }

    open class func systemFont(ofSize fontSize: CGFloat, weight: Weight) -> UIFont {
        UIFont(FontDescription(size: usable(fontSize), weight: weight.number))
    }

    open class func boldSystemFont(ofSize fontSize: CGFloat) -> UIFont { systemFont(ofSize: fontSize, weight: .bold) }

    open class func italicSystemFont(ofSize fontSize: CGFloat) -> UIFont {
        UIFont(FontDescription(size: usable(fontSize), isItalic: true))
    }

    /// All digits are equally wide, so that numbers that change do not move.
    open class func monospacedDigitSystemFont(ofSize fontSize: CGFloat, weight: Weight) -> UIFont {
        UIFont(FontDescription(size: usable(fontSize), weight: weight.number, hasMonospacedDigits: true))
    }

    /// All characters are equally wide.
    open class func monospacedSystemFont(ofSize fontSize: CGFloat, weight: Weight) -> UIFont {
        UIFont(FontDescription(family: "monospace", size: usable(fontSize), weight: weight.number))
    }

    open class func preferredFont(forTextStyle style: TextStyle) -> UIFont {
        systemFont(ofSize: style.size, weight: style == .headline ? .semibold : .regular)
    }

    open class var familyNames: [String] { FontFace.familyNames }
    open class var labelFontSize: CGFloat { 17 }
    open class var buttonFontSize: CGFloat { 18 }
    open class var smallSystemFontSize: CGFloat { 12 }
    open class var systemFontSize: CGFloat { 14 }

    // MARK: Measures

    open var pointSize: CGFloat { descriptor.size }
    /// Above the baseline.
    open var ascender: CGFloat { metrics.ascender }
    /// Below the baseline; negative.
    open var descender: CGFloat { metrics.descender }
    /// Extra space between lines.
    open var leading: CGFloat { metrics.leading }
    open var capHeight: CGFloat { metrics.capHeight }
    open var xHeight: CGFloat { metrics.xHeight }
    /// From one line to the next.
    open var lineHeight: CGFloat { metrics.lineHeight }

    open func withSize(_ fontSize: CGFloat) -> UIFont {
        var description = descriptor
        description.size = UIFont.usable(fontSize)
        return UIFont(description)
    }

    // MARK: Object

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UIFont else { return false }
        return descriptor == other.descriptor
    }

    open override var hash: Int { descriptor.hashValue }
}

/// Lets `CATextLayer.font` take one.
extension UIFont: FontDescribing {
    package final var fontDescription: FontDescription { descriptor }
}
