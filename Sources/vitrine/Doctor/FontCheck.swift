/// Whether there is a font to write with.
struct FontCheck: Hashable {
    /// Names of font files, without their folders.
    var files: [String]
    var folders: [String]
    /// Whether fontconfig, which finds them for programs, has its configuration.
    var hasConfiguration: Bool
    /// `VITRINE_FONT`
    var wantedFamily: String?

    /// Files looked at, and folders within folders: fonts lie flat.
    static let maximumFiles = 20_000
    static let maximumDepth = 6

    static func current() -> FontCheck {
        var folders = ["/usr/share/fonts", "/usr/local/share/fonts"]
        if let home = Environment.value("HOME") { folders += ["\(home)/.local/share/fonts", "\(home)/.fonts"] }
        var files: [String] = []
        for folder in folders { collect(folder, depth: 0, into: &files) }
        return FontCheck(
            files: files, folders: folders,
            hasConfiguration: SystemFile.exists(Environment.value("FONTCONFIG_FILE") ?? "/etc/fonts/fonts.conf"),
            wantedFamily: Environment.value("VITRINE_FONT"))
    }

    private static func collect(_ folder: String, depth: Int, into files: inout [String]) {
        guard depth < maximumDepth else { return }
        for name in SystemFile.names(in: folder) {
            guard files.count < maximumFiles else { return }
            if isFont(name) {
                files.append(name)
            } else if !name.contains(".") {
                collect("\(folder)/\(name)", depth: depth + 1, into: &files)
            }
        }
    }

    private static func isFont(_ name: String) -> Bool {
        let lower = name.lowercased()
        return [".ttf", ".otf", ".ttc", ".otc"].contains { lower.hasSuffix($0) }
    }

    var finding: Finding {
        if files.isEmpty {
            return .bad(
                "fonts", "none in \(folders.joined(separator: ", ")), so no text is shown",
                do: "apt-get install fonts-dejavu-core (or fonts-inter)")
        }
        if !hasConfiguration {
            return .bad(
                "fonts", "\(count), but no /etc/fonts/fonts.conf, without which programs do not find them",
                do: "apt-get install fontconfig-config")
        }
        if let wantedFamily { return .good("fonts", "\(count); VITRINE_FONT asks for \(wantedFamily)") }
        // Files are named after their family: Inter-Regular.otf, DejaVuSans.ttf.
        if files.contains(where: { $0.hasPrefix("Inter") }) { return .good("fonts", "\(count), Inter among them") }
        if files.contains(where: { $0.hasPrefix("DejaVuSans") }) {
            return .good("fonts", "\(count), DejaVu Sans among them")
        }
        return .bad(
            "fonts", "\(count), but neither Inter nor DejaVu Sans, so text is written with whatever there is",
            do: "apt-get install fonts-inter, or name a family with VITRINE_FONT")
    }

    private var count: String { files.count == 1 ? "1 font file" : "\(files.count) font files" }
}
