package import Foundation

/// What kind of font is wanted. `FontFace` is what the system has for it.
package struct FontDescription: Hashable, Sendable {
    /// A family name as fontconfig knows it ("DejaVu Sans", "monospace"); nil is the system's family.
    package var family: String?
    /// Points, 0.1 … 2000.
    package var size: CGFloat {
        didSet { size = Self.usable(size) }
    }
    /// 100 (thin) … 400 (regular) … 700 (bold) … 1000.
    package var weight: Int {
        didSet { weight = min(max(weight, 1), 1000) }
    }
    package var isItalic: Bool
    /// Whether all digits are equally wide, where the font can do that.
    package var hasMonospacedDigits: Bool
    /// Percent of the normal width, 50 … 200: the nearest that the family has is used.
    package var width: Int
    /// OpenType features by name and value, such as "smcp=1,ss01=1"; what the font lacks changes nothing.
    package var features: String
    /// Families, separated by commas, that are asked for characters the font lacks before all others.
    package var fallbacks: String

    package init(
        family: String? = nil, size: CGFloat, weight: Int = 400, isItalic: Bool = false,
        hasMonospacedDigits: Bool = false, width: Int = 100, features: String = "", fallbacks: String = ""
    ) {
        self.family = family
        self.size = Self.usable(size)
        self.weight = min(max(weight, 1), 1000)
        self.isItalic = isItalic
        self.hasMonospacedDigits = hasMonospacedDigits
        self.width = width
        self.features = features
        self.fallbacks = fallbacks
    }

    /// The features that shaping is asked for, digits included.
    var allFeatures: String {
        guard hasMonospacedDigits else { return features }
        return features.isEmpty ? "tnum=1" : "tnum=1,\(features)"
    }

    private static func usable(_ size: CGFloat) -> CGFloat { size.isFinite ? min(max(size, 0.1), 2000) : 17 }
}

/// Measures of a font, points, y up from the baseline: `descender` is negative.
package struct FontMetrics: Hashable, Sendable {
    package var ascender: CGFloat
    package var descender: CGFloat
    /// Extra space the font wants between lines.
    package var leading: CGFloat
    package var capHeight: CGFloat
    package var xHeight: CGFloat

    /// From one line to the next.
    package var lineHeight: CGFloat { ascender - descender + leading }
}

/// Something about this system's fonts that its owner should know.
package enum FontWarning: Hashable, Sendable, CustomStringConvertible {
    /// fontconfig knows no font at all: no text is visible.
    case noFonts(searched: [String])
    /// The family asked for in `VITRINE_FONT` is not installed.
    case familyMissing(name: String, used: String, searched: [String])
    /// A text wanted characters that no installed font has; boxes show in their place.
    case scriptMissing(name: String, example: Unicode.Scalar, package: String)

    package var description: String {
        switch self {
        case .noFonts(let searched):
            "No font is installed, so no text can be shown. Looked in \(searched.joined(separator: ", ")). "
                + "Install one, for example the package fonts-dejavu-core, and run fc-cache."
        case .familyMissing(let name, let used, let searched):
            "VITRINE_FONT asks for “\(name)”, which is not installed; using “\(used)”. Looked in "
                + "\(searched.joined(separator: ", ")). `fc-list : family` lists what there is."
        case .scriptMissing(let name, let example, let package):
            "No installed font has \(name), such as “\(example)” (U+\(String(example.value, radix: 16, uppercase: true))): "
                + "boxes are shown in their place. Install a font that has them, for example the package \(package)."
        }
    }
}
