package import Foundation

/// A font object of a module above, such as UIKit's.
package protocol FontDescribing {
    var fontDescription: FontDescription { get }
}

extension FontDescription {
    /// A font by its family, or by family and style such as "DejaVu Sans-Bold"; nil if no such family is installed.
    /// Spaces in the family may be left out.
    package init?(name: String, size: CGFloat) {
        var family = name
        var style = ""
        if Self.installedFamily(family) == nil, let dash = name.lastIndex(of: "-") {
            family = String(name[..<dash])
            style = name[name.index(after: dash)...].lowercased()
        }
        guard let installed = Self.installedFamily(family) else { return nil }
        let weights: [(String, Int)] = [
            ("ultralight", 100), ("extralight", 100), ("thin", 200), ("light", 300), ("medium", 500), ("semibold", 600),
            ("demibold", 600), ("extrabold", 800), ("heavy", 800), ("black", 900), ("bold", 700),
        ]
        self.init(
            family: installed, size: size, weight: weights.first { style.contains($0.0) }?.1 ?? 400,
            isItalic: style.contains("italic") || style.contains("oblique"))
    }

    private static func installedFamily(_ name: String) -> String? {
        func plain(_ name: String) -> String { name.lowercased().filter { $0 != " " } }
        let wanted = plain(name)
        return FontFace.familyNames.first { plain($0) == wanted }
    }
}
