internal import CPango
import Foundation

/// What fontconfig says is installed, read once.
final class SystemFonts: Sendable {
    /// Sorted, without doubles.
    let families: [String]
    /// The family of texts that name none.
    let systemFamily: String
    let warning: FontWarning?

    /// In order of preference.
    private static let preferred = ["Inter", "DejaVu Sans"]

    init() {
        var families = Set<String>()
        let configuration = FcConfigReference(nil)
        for set in [FcSetSystem, FcSetApplication] {
            guard let fonts = FcConfigGetFonts(configuration, set)?.pointee else { continue }
            for index in 0..<Int(fonts.nfont) {
                var name: UnsafeMutablePointer<FcChar8>?
                if FcPatternGetString(fonts.fonts[index], FC_FAMILY, 0, &name) == FcResultMatch, let name {
                    families.insert(String(cString: name))
                }
            }
        }
        var searched: [String] = []
        if let directories = FcConfigGetFontDirs(configuration) {
            while let directory = FcStrListNext(directories) { searched.append(String(cString: directory)) }
            FcStrListDone(directories)
        }
        FcConfigDestroy(configuration)

        let fallback = Self.preferred.first(where: families.contains) ?? "sans-serif"
        let wanted = ProcessInfo.processInfo.environment["VITRINE_FONT"].flatMap { $0.isEmpty ? nil : $0 }
        // Aliases such as "serif" are not in the list but are answered by fontconfig all the same.
        let isKnown = wanted.map { name in
            families.contains { $0.caseInsensitiveCompare(name) == .orderedSame }
                || ["serif", "sans-serif", "monospace", "system-ui"].contains(name)
        }
        self.families = families.sorted()
        systemFamily = isKnown == true ? wanted ?? fallback : fallback
        if families.isEmpty {
            warning = .noFonts(searched: searched)
        } else if let wanted, isKnown == false {
            warning = .familyMissing(name: wanted, used: fallback, searched: searched)
        } else {
            warning = nil
        }
    }
}
