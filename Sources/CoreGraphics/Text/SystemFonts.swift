internal import CPango
import Foundation

/// What fontconfig says is installed, or registered by the application, at one time.
final class SystemFonts: @unchecked Sendable {
    // Unchecked because `faces`, which is found when first asked for, is used under the text engine's lock only.

    /// Sorted, without doubles.
    let families: [String]
    /// The family of texts that name none.
    let systemFamily: String
    let warning: FontWarning?

    /// In order of preference.
    private static let preferred = ["Inter", "DejaVu Sans"]

    private let configuration: OpaquePointer?
    private var knownFaces: [InstalledFace]?
    private var knownNames: [String: InstalledFace]?

    /// Takes over the reference to `configuration`.
    init(_ configuration: OpaquePointer?) {
        self.configuration = configuration
        var families = Set<String>()
        Self.forEachPattern(of: configuration) { pattern in
            var name: UnsafeMutablePointer<FcChar8>?
            if FcPatternGetString(pattern, FC_FAMILY, 0, &name) == FcResultMatch, let name {
                families.insert(String(cString: name))
            }
        }
        var searched: [String] = []
        if let directories = FcConfigGetFontDirs(configuration) {
            while let directory = FcStrListNext(directories) { searched.append(String(cString: directory)) }
            FcStrListDone(directories)
        }

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

    deinit { FcConfigDestroy(configuration) }

    /// Every face, sorted by family and name. Under the text engine's lock.
    var faces: [InstalledFace] {
        if let knownFaces { return knownFaces }
        var faces: [InstalledFace] = []
        Self.forEachPattern(of: configuration) { pattern in
            if let face = InstalledFace(pattern) { faces.append(face) }
        }
        faces.sort { ($0.family, $0.weight, $0.postScriptName) < ($1.family, $1.weight, $1.postScriptName) }
        knownFaces = faces
        return faces
    }

    /// The face of a PostScript name, or else of a full name, as `plain(_:)` writes it. Under the text engine's lock.
    func face(named name: String) -> InstalledFace? {
        if let knownNames { return knownNames[name] }
        var names: [String: InstalledFace] = [:]
        for face in faces where names[Self.plain(face.fullName)] == nil { names[Self.plain(face.fullName)] = face }
        var postScript: [String: InstalledFace] = [:]
        for face in faces where postScript[Self.plain(face.postScriptName)] == nil {
            postScript[Self.plain(face.postScriptName)] = face
        }
        names.merge(postScript) { $1 }
        knownNames = names
        return names[name]
    }

    /// The family of a name, as `plain(_:)` writes it.
    func family(named name: String) -> String? { families.first { Self.plain($0) == name } }

    /// A name without case and spaces.
    static func plain(_ name: String) -> String { name.lowercased().filter { $0 != " " } }

    private static func forEachPattern(of configuration: OpaquePointer?, _ body: (OpaquePointer) -> Void) {
        for set in [FcSetSystem, FcSetApplication] {
            guard let fonts = FcConfigGetFonts(configuration, set)?.pointee else { continue }
            for index in 0..<Int(fonts.nfont) {
                if let pattern = fonts.fonts[index] { body(pattern) }
            }
        }
    }
}
