package import CoreGraphics
public import Foundation
import QuartzCore

/// A font of one size; immutable, usable on any thread. Lengths are points.
open class UIFont: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
    // Unchecked because an open class cannot prove it; the class itself has constants only.

    final let descriptor: FontDescription
    /// What it was made from, if that says more than the description.
    private let origin: UIFontDescriptor?
    private let metrics: FontMetrics
    /// The family the system uses for it.
    public final let familyName: String
    /// The PostScript name of the face the system uses for it.
    public final let fontName: String

    init(_ descriptor: FontDescription, origin: UIFontDescriptor? = nil) {
        self.descriptor = descriptor
        self.origin = origin
        let face = FontFace.face(for: descriptor)
        metrics = face.metrics
        familyName = face.familyName
        fontName = face.installed?.postScriptName ?? face.familyName
        super.init()
    }

    /// From an archive; nil when it holds no font.
    public required convenience init?(coder: NSCoder) {
        guard let description = FontDescription(archive: coder) else { return nil }
        self.init(description)
    }

    open func encode(with coder: NSCoder) { descriptor.encode(with: coder) }
    open class var supportsSecureCoding: Bool { true }
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// A font by its PostScript name ("DejaVuSans-Bold"), its full name ("DejaVu Sans Bold"), its family, or family and
    /// style ("DejaVu Sans-Bold"); nil if none is installed or registered. Case does not count, and spaces may be left out.
    public convenience init?(name fontName: String, size fontSize: CGFloat) {
        guard let found = FontDescription(name: fontName, size: UIFont.usable(fontSize)) else { return nil }
        self.init(found)
    }

    /// The font that comes nearest to `descriptor`; a size of 0 is the descriptor's own.
    public convenience init(descriptor: UIFontDescriptor, size pointSize: CGFloat) {
        let sized = pointSize > 0 ? descriptor.withSize(pointSize) : descriptor
        let usable = sized.pointSize > 0 ? sized : sized.withSize(UIFont.systemFontSize)
        self.init(usable.wanted, origin: usable)
    }

    /// A size of 0 or less is the standard one.
    static func usable(_ size: CGFloat) -> CGFloat { size > 0 ? size : systemFontSize }

    // MARK: System fonts

    open class func systemFont(ofSize fontSize: CGFloat) -> UIFont { systemFont(ofSize: fontSize, weight: .regular) }

    open class func systemFont(ofSize fontSize: CGFloat, weight: Weight) -> UIFont {
        UIFont(FontDescription(size: usable(fontSize), weight: weight.number))
    }

    /// Widths the system's family lacks are the nearest it has.
    open class func systemFont(ofSize fontSize: CGFloat, weight: Weight, width: Width) -> UIFont {
        UIFont(FontDescription(size: usable(fontSize), weight: weight.number, width: width.percent))
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

    /// At the default text size, the only one there is.
    open class func preferredFont(forTextStyle style: TextStyle) -> UIFont {
        UIFont(descriptor: .preferredFontDescriptor(withTextStyle: style), size: 0)
    }

    /// At the default text size, the only one there is.
    open class func preferredFont(
        forTextStyle style: TextStyle, compatibleWith traitCollection: UITraitCollection?
    ) -> UIFont { preferredFont(forTextStyle: style) }

    // MARK: What there is

    /// The families installed on the system and registered by the application, sorted.
    open class var familyNames: [String] { FontFace.familyNames }

    /// The PostScript names of the family's faces, from light to heavy; empty if there is no such family.
    open class func fontNames(forFamilyName familyName: String) -> [String] {
        FontFace.faces.filter { $0.family.caseInsensitiveCompare(familyName) == .orderedSame }.map(\.postScriptName)
    }

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

    open var fontDescriptor: UIFontDescriptor { origin ?? UIFontDescriptor(descriptor) }

    open func withSize(_ fontSize: CGFloat) -> UIFont {
        var description = descriptor
        description.size = UIFont.usable(fontSize)
        return UIFont(description, origin: origin?.withSize(description.size))
    }

    // MARK: Object

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UIFont else { return false }
        return descriptor == other.descriptor
    }

    open override var hash: Int { descriptor.hashValue }

    /// Family, weight, style and size, as Apple's systems print them.
    open override var description: String {
        let traits = fontDescriptor.symbolicTraits
        return "<\(ObjectDescription.head(of: self))> font-family: \"\(familyName)\"; font-weight: "
            + (traits.contains(.traitBold) ? "bold" : "normal") + "; font-style: "
            + (traits.contains(.traitItalic) ? "italic" : "normal") + "; font-size: "
            + String(format: "%.2f", Double(pointSize)) + "pt"
    }
}

/// Lets `CATextLayer.font` take one.
extension UIFont: FontDescribing {
    package final var fontDescription: FontDescription { descriptor }
}
