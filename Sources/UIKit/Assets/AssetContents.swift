import Foundation

/// A `Contents.json` of a catalogue, as far as it is what it says; everything else in it counts as not there.
struct AssetContents {
    /// More bytes than this are not read, nor more entries of a list looked at.
    static let byteLimit = 1 << 20
    static let entryLimit = 1000

    let values: [String: Any]

    /// - Throws: `AssetError` for a file that is too long, or not a dictionary in JSON.
    init(folder: String) throws(AssetError) {
        let path = folder + "/Contents.json"
        var information = stat()
        guard stat(path, &information) == 0, information.st_mode & S_IFMT == S_IFREG else {
            throw AssetError(path: path, reason: .missing)
        }
        guard information.st_size <= Self.byteLimit else { throw AssetError(path: path, reason: .tooLong) }
        guard let data = FileManager.default.contents(atPath: path), data.count <= Self.byteLimit,
            let object = try? JSONSerialization.jsonObject(with: data), let values = object as? [String: Any]
        else { throw AssetError(path: path, reason: .notReadable) }
        self.values = values
    }

    /// The dictionaries in a list.
    func entries(_ key: String) -> [AssetEntry] {
        guard let list = values[key] as? [Any] else { return [] }
        return list.prefix(Self.entryLimit).compactMap { ($0 as? [String: Any]).map(AssetEntry.init) }
    }

    var properties: [String: Any] { values["properties"] as? [String: Any] ?? [:] }
}

/// Why a catalogue's entry cannot be used.
struct AssetError: Error, CustomStringConvertible {
    enum Reason: Equatable { case missing, tooLong, notReadable, nothingUsable }

    var path: String
    var reason: Reason

    var description: String {
        switch reason {
        case .missing: "\(path) is missing."
        case .tooLong: "\(path) is longer than \(AssetContents.byteLimit) bytes and was not read."
        case .notReadable: "\(path) is not a dictionary in JSON."
        case .nothingUsable: "\(path) has nothing in it that can be used here."
        }
    }
}

/// One form of an asset: of which it tells whom it is for.
struct AssetEntry {
    let values: [String: Any]

    /// A name without a way out of the folder.
    var filename: String? {
        guard let name = values["filename"] as? String, !name.isEmpty, name.utf8.count < 256, !name.contains("/"),
            !name.hasPrefix("."), !name.utf8.contains(0)
        else { return nil }
        return name
    }

    /// How well the device it is for fits a panel; 0 is best, nil for one that is something else.
    var idiomRank: Int? {
        switch values["idiom"] as? String {
        case "universal", nil: 0
        case "ipad": 1
        case "iphone": 2
        default: nil
        }
    }

    /// Nil for a form that fits every scale.
    var scale: CGFloat? {
        switch values["scale"] as? String {
        case "1x": 1
        case "2x": 2
        case "3x": 3
        default: nil
        }
    }

    /// The style it is for, `unspecified` for any; nil for a form that is only for other surroundings, such as high
    /// contrast.
    var style: UIUserInterfaceStyle? {
        var style = UIUserInterfaceStyle.unspecified
        for appearance in (values["appearances"] as? [Any] ?? []).prefix(16) {
            guard let appearance = appearance as? [String: Any] else { return nil }
            switch (appearance["appearance"] as? String, appearance["value"] as? String) {
            case ("luminosity", "dark"): style = .dark
            case ("luminosity", "light"): style = .light
            default: return nil
            }
        }
        return style
    }

    /// Made for another width, memory, gamut or direction than any.
    var isSpecial: Bool {
        [
            "width-class", "height-class", "memory", "graphics-feature-set", "language-direction", "subtype",
            "screen-width",
        ]
        .contains { values[$0] != nil } || (values["display-gamut"] as? String == "display-P3")
    }
}

extension [AssetEntry] {
    /// The entries for `style`, or for any style if there are none, best device first.
    func fitting(_ style: UIUserInterfaceStyle) -> [AssetEntry] {
        func entries(_ wanted: UIUserInterfaceStyle) -> [AssetEntry] {
            let found = filter { $0.style == wanted && $0.idiomRank != nil && !$0.isSpecial }
            let best = found.compactMap(\.idiomRank).min()
            return found.filter { $0.idiomRank == best }
        }
        let own = entries(style)
        return own.isEmpty ? entries(.unspecified) : own
    }
}
