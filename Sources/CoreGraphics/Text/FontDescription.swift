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
    package var weight: Int
    package var isItalic: Bool
    /// Whether all digits are equally wide, where the font can do that.
    package var hasMonospacedDigits: Bool

    package init(
        family: String? = nil, size: CGFloat, weight: Int = 400, isItalic: Bool = false,
        hasMonospacedDigits: Bool = false
    ) {
        self.family = family
        self.size = Self.usable(size)
        self.weight = weight
        self.isItalic = isItalic
        self.hasMonospacedDigits = hasMonospacedDigits
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

    package var description: String {
        switch self {
        case .noFonts(let searched):
            "No font is installed, so no text can be shown. Looked in \(searched.joined(separator: ", ")). "
                + "Install one, for example the package fonts-dejavu-core, and run fc-cache."
        case .familyMissing(let name, let used, let searched):
            "VITRINE_FONT asks for “\(name)”, which is not installed; using “\(used)”. Looked in "
                + "\(searched.joined(separator: ", ")). `fc-list : family` lists what there is."
        }
    }
}
