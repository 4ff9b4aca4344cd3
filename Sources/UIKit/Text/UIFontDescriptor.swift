internal import CoreGraphics
public import Foundation

/// What a font is wanted to be: name, family, size, traits, features. Immutable; any thread may use it.
///
/// It describes; `UIFont(descriptor:size:)` finds the installed font that comes nearest.
open class UIFontDescriptor: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
    // Unchecked because an open class cannot prove it; the class itself has constants only.

    /// In the engine's words. The size counts only with `hasSize`.
    final let wanted: FontDescription
    private let hasSize: Bool
    /// What the engine's words do not say, or not in the way they were given: features, cascades, the text style.
    private let others: [AttributeName: Any]

    init(_ wanted: FontDescription, hasSize: Bool = true, others: [AttributeName: Any] = [:]) {
        self.wanted = wanted
        self.hasSize = hasSize
        self.others = others
        super.init()
    }

    /// Attributes that make no sense, or name fonts that are not installed, are left out.
    public convenience init(fontAttributes attributes: [AttributeName: Any] = [:]) {
        let base = UIFontDescriptor(FontDescription(size: UIFont.systemFontSize), hasSize: false)
        let full = base.addingAttributes(attributes)
        self.init(full.wanted, hasSize: full.hasSize, others: full.others)
    }

    /// The font of a PostScript name, full name or family; the system's if there is none. A size of 0 is left open.
    public convenience init(name fontName: String, size: CGFloat) {
        self.init(fontAttributes: [.name: fontName, .size: size])
    }

    /// From an archive; nil when it holds no font.
    public required convenience init?(coder: NSCoder) {
        guard let wanted = FontDescription(archive: coder) else { return nil }
        let style: String? = coder.object(forKey: "UIFontTextStyle")
        self.init(
            wanted, hasSize: coder.bool(forKey: "UIFontHasSize") ?? true,
            others: style.map { [.textStyle: UIFont.TextStyle(rawValue: $0)] } ?? [:])
    }

    open func encode(with coder: NSCoder) {
        wanted.encode(with: coder)
        coder.encode(hasSize, forKey: "UIFontHasSize")
        if let style = others[.textStyle] as? UIFont.TextStyle {
            coder.encode(style.rawValue, forKey: "UIFontTextStyle")
        }
    }

    open class var supportsSecureCoding: Bool { true }
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// The system's font for a kind of text, at the default text size.
    open class func preferredFontDescriptor(withTextStyle style: UIFont.TextStyle) -> UIFontDescriptor {
        UIFontDescriptor(
            FontDescription(size: style.size, weight: style.weight.number), others: [.textStyle: style])
    }

    /// At the default text size, the only one there is.
    open class func preferredFontDescriptor(
        withTextStyle style: UIFont.TextStyle, compatibleWith traitCollection: UITraitCollection?
    ) -> UIFontDescriptor { preferredFontDescriptor(withTextStyle: style) }

    // MARK: Reading

    /// Points; 0 where it is left open.
    open var pointSize: CGFloat { hasSize ? wanted.size : 0 }

    /// Of the face that comes nearest.
    open var postscriptName: String { face.installed?.postScriptName ?? face.familyName }

    /// Of the face that comes nearest.
    open var symbolicTraits: SymbolicTraits {
        guard let installed = face.installed else { return SymbolicTraits(wanted) }
        return SymbolicTraits(installed)
    }

    private var face: FontFace { FontFace.face(for: wanted) }

    /// What was asked for.
    open var fontAttributes: [AttributeName: Any] {
        var attributes = others
        if let family = wanted.family { attributes[.family] = family }
        if hasSize { attributes[.size] = wanted.size }
        var traits: [TraitKey: Any] = [:]
        if wanted.weight != 400 { traits[.weight] = UIFont.Weight(number: wanted.weight).rawValue }
        if wanted.width != 100 { traits[.width] = UIFont.Width(percent: wanted.width).rawValue }
        if wanted.isItalic { traits[.slant] = Self.italicSlant }
        if !traits.isEmpty { attributes[.traits] = traits }
        return attributes
    }

    /// An attribute as asked for; where nothing was asked for, that of the face that comes nearest.
    open func object(forKey attribute: AttributeName) -> Any? {
        switch attribute {
        case .family: face.familyName
        case .name: postscriptName
        case .face: face.installed?.style
        case .visibleName: face.installed?.fullName ?? face.familyName
        case .size: pointSize
        case .traits:
            [
                TraitKey.symbolic: symbolicTraits.rawValue as Any,
                .weight: UIFont.Weight(number: face.installed?.weight ?? wanted.weight).rawValue,
                .width: UIFont.Width(percent: face.installed?.width ?? wanted.width).rawValue,
                .slant: face.installed?.isItalic ?? wanted.isItalic ? Self.italicSlant : 0,
            ]
        default: others[attribute]
        }
    }

    // MARK: Changing

    open func withSize(_ newPointSize: CGFloat) -> UIFontDescriptor {
        var wanted = wanted
        if newPointSize > 0 { wanted.size = newPointSize }
        return UIFontDescriptor(wanted, hasSize: newPointSize > 0, others: others)
    }

    /// Keeps weight, width and slant.
    open func withFamily(_ newFamily: String) -> UIFontDescriptor { addingAttributes([.family: newFamily]) }

    /// A face of the family by its style's name, such as "Bold Italic".
    open func withFace(_ newFace: String) -> UIFontDescriptor { addingAttributes([.face: newFace]) }

    /// Nil if the family has no face with all of these traits. Traits not in the set are taken away.
    open func withSymbolicTraits(_ symbolicTraits: SymbolicTraits) -> UIFontDescriptor? {
        var wanted = wanted.with(symbolicTraits)
        let isMonospaced = FontFace.face(for: wanted).installed?.isMonospaced ?? false
        if symbolicTraits.contains(.traitMonoSpace), !isMonospaced {
            // The system's font has a sister for that, a named family has not.
            guard wanted.family == nil else { return nil }
            wanted.family = "monospace"
        }
        let family = FontFace.face(for: wanted).familyName
        let parts = symbolicTraits.intersection([.traitBold, .traitItalic, .traitCondensed, .traitExpanded])
        guard
            parts.isEmpty
                || FontFace.faces.contains(where: { $0.family == family && SymbolicTraits($0).isSuperset(of: parts) })
        else { return nil }
        return UIFontDescriptor(wanted, hasSize: hasSize, others: others)
    }

    /// The system's font in another design; nil if no installed family has it, or the descriptor names a family.
    open func withDesign(_ design: SystemDesign) -> UIFontDescriptor? {
        let isSystem = wanted.family.map { SystemDesign.families.contains($0) } ?? true
        guard isSystem, let family = design.family else { return nil }
        var wanted = wanted
        switch family {
        case .system: wanted.family = nil
        case .named(let name): wanted.family = name
        }
        return UIFontDescriptor(wanted, hasSize: hasSize, others: others)
    }

    /// As this one, with `attributes` in place of its own. Those that make no sense, or name fonts that are not installed,
    /// are left out.
    open func addingAttributes(_ attributes: [AttributeName: Any] = [:]) -> UIFontDescriptor {
        var (wanted, hasSize, others) = (wanted, hasSize, others)
        if let size = attributes[.size].flatMap(Self.number), size > 0 { (wanted.size, hasSize) = (size, true) }
        if let name = attributes[.name] as? String, let named = FontDescription(name: name, size: wanted.size) {
            (wanted.family, wanted.weight) = (named.family, named.weight)
            (wanted.isItalic, wanted.width) = (named.isItalic, named.width)
        }
        if let family = attributes[.family] as? String, let named = FontDescription(name: family, size: wanted.size) {
            wanted.family = named.family
        }
        if let style = attributes[.face] as? String {
            let family = FontFace.face(for: wanted).familyName
            let face = FontFace.faces.first {
                $0.family == family && $0.style.caseInsensitiveCompare(style) == .orderedSame
            }
            if let face { wanted = wanted.with(face) }
        }
        if let traits = attributes[.traits] as? [TraitKey: Any] { wanted = wanted.with(traits) }
        if let settings = attributes[.featureSettings] as? [[FeatureKey: Any]] {
            wanted.features = FontFeatures.openType(settings)
            others[.featureSettings] = settings
        }
        if let cascade = attributes[.cascadeList] as? [UIFontDescriptor] {
            wanted.fallbacks = cascade.prefix(16).compactMap(\.wanted.family).joined(separator: ",")
            others[.cascadeList] = cascade
        }
        if let style = attributes[.textStyle] as? UIFont.TextStyle { others[.textStyle] = style }
        return UIFontDescriptor(wanted, hasSize: hasSize, others: others)
    }

    /// Faces that have the attributes this one names (family, name, face, symbolic traits); with `mandatoryKeys` only those
    /// of them count.
    open func matchingFontDescriptors(withMandatoryKeys mandatoryKeys: Set<AttributeName>?) -> [UIFontDescriptor] {
        func counts(_ key: AttributeName) -> Bool { mandatoryKeys?.contains(key) ?? true }
        let traits = SymbolicTraits(wanted)
        return FontFace.faces.filter { face in
            (!counts(.family) || wanted.family == nil || wanted.family == face.family)
                && (!counts(.traits) || SymbolicTraits(face).isSuperset(of: traits))
        }.map { UIFontDescriptor(FontDescription($0, size: wanted.size), hasSize: hasSize, others: others) }
    }

    // MARK: Object

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UIFontDescriptor else { return false }
        return wanted == other.wanted && hasSize == other.hasSize
            && others[.textStyle] as? UIFont.TextStyle == other.others[.textStyle] as? UIFont.TextStyle
    }

    open override var hash: Int { wanted.hashValue }

    open override var description: String { "<UIFontDescriptor \(postscriptName), \(pointSize) pt>" }

    static let italicSlant: CGFloat = 0.07

    /// A number of whatever kind dictionaries hold.
    static func number(_ value: Any) -> CGFloat? {
        let number: CGFloat? =
            switch value {
            case let value as CGFloat: value
            case let value as Double: CGFloat(value)
            case let value as Float: CGFloat(value)
            case let value as Int: CGFloat(value)
            case let value as NSNumber: CGFloat(value.doubleValue)
            default: nil
            }
        return number.flatMap { $0.isFinite ? $0 : nil }
    }
}
