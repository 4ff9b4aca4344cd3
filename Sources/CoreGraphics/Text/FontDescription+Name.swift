package import Foundation

/// A font object of a module above, such as UIKit's.
package protocol FontDescribing {
    var fontDescription: FontDescription { get }
}

extension FontDescription {
    /// A face by its PostScript name ("DejaVuSans-Bold"), its full name ("DejaVu Sans Bold"), its family, or family and
    /// style ("DejaVu Sans-Bold"), looked for in this order; nil if none is installed or registered. Case does not count,
    /// and spaces may be left out.
    package init?(name: String, size: CGFloat) {
        let found: FontDescription? = FontFace.systemFonts { fonts in
            let wanted = SystemFonts.plain(name)
            if let face = fonts.face(named: wanted) { return FontDescription(face, size: size) }
            if let family = fonts.family(named: wanted) { return FontDescription(family: family, size: size) }
            guard let dash = wanted.lastIndex(of: "-"),
                let family = fonts.family(named: String(wanted[..<dash]))
            else { return nil }
            let style = String(wanted[wanted.index(after: dash)...])
            let exact = fonts.faces.first { $0.family == family && SystemFonts.plain($0.style) == style }
            if let exact { return FontDescription(exact, size: size) }
            return FontDescription(
                family: family, size: size, weight: Self.weights.first { style.contains($0.0) }?.1 ?? 400,
                isItalic: style.contains("italic") || style.contains("oblique"))
        }
        guard let found else { return nil }
        self = found
    }

    /// An installed face.
    package init(_ face: InstalledFace, size: CGFloat) {
        self.init(
            family: face.family, size: size, weight: face.weight, isItalic: face.isItalic, width: face.width)
    }

    private static let weights = [
        ("ultralight", 100), ("extralight", 100), ("thin", 200), ("light", 300), ("medium", 500), ("semibold", 600),
        ("demibold", 600), ("extrabold", 800), ("heavy", 800), ("black", 900), ("bold", 700),
    ]
}
