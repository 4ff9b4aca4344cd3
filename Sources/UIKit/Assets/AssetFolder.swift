import Foundation

/// A folder in which assets are found by name: in its catalogues (`.xcassets`, as they are, not compiled), or as files.
final class AssetFolder: @unchecked Sendable {
    // Unchecked because the lock guards the index.

    enum Kind: String {
        case image = "imageset"
        case color = "colorset"
        case data = "dataset"
    }

    let path: String
    private let lock = NSLock()
    private var index: [String: String]?

    /// Folders inside each other, and entries in all, beyond which a catalogue is not looked through.
    private static let depthLimit = 8
    private static let entryLimit = 20_000
    /// Where in the folder catalogues and files may lie.
    private static let places = ["", "/Assets", "/Resources"]

    init(path: String) { self.path = path }

    /// The folder of an entry in a catalogue.
    func entry(_ name: String, _ kind: Kind) -> String? {
        lock.withLock {
            if index == nil { index = Self.makeIndex(of: path) }
            return index?["\(kind.rawValue) \(name)"]
        }
    }

    /// Catalogues were changed, or memory is wanted back.
    func forget() { lock.withLock { index = nil } }

    /// An ordinary file whose name may have a folder in front.
    func file(_ name: String) -> String? {
        guard !name.isEmpty, !name.hasPrefix("/"), !name.utf8.contains(0),
            !name.split(separator: "/").contains("..")
        else { return nil }
        for place in Self.places {
            let file = "\(path)\(place)/\(name)"
            var information = stat()
            if stat(file, &information) == 0, information.st_mode & S_IFMT == S_IFREG { return file }
        }
        return nil
    }

    // MARK: Catalogues

    private static func makeIndex(of path: String) -> [String: String] {
        var index: [String: String] = [:]
        var count = 0
        for place in places {
            for name in children(of: path + place) where name.hasSuffix(".xcassets") {
                add("\(path)\(place)/\(name)", prefix: "", depth: 0, to: &index, &count)
            }
        }
        return index
    }

    /// Folders in a catalogue group their entries, and become part of the names where they say so.
    private static func add(
        _ folder: String, prefix: String, depth: Int, to index: inout [String: String], _ count: inout Int
    ) {
        guard depth < depthLimit else { return }
        for name in children(of: folder) {
            count += 1
            guard count <= entryLimit else { return }
            let path = "\(folder)/\(name)"
            let text = name as NSString
            if let kind = Kind(rawValue: text.pathExtension) {
                let key = "\(kind.rawValue) \(prefix)\(text.deletingPathExtension)"
                if index[key] == nil { index[key] = path }
            } else if text.pathExtension.isEmpty, isFolder(path) {
                let contents = try? AssetContents(folder: path)
                let isNamespace = contents?.properties["provides-namespace"] as? Bool ?? false
                add(path, prefix: isNamespace ? "\(prefix)\(name)/" : prefix, depth: depth + 1, to: &index, &count)
            }
        }
    }

    private static func children(of folder: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder))?.sorted() ?? []
    }

    private static func isFolder(_ path: String) -> Bool {
        var information = stat()
        // A link could lead round in a circle.
        return lstat(path, &information) == 0 && information.st_mode & S_IFMT == S_IFDIR
    }
}

extension AssetFolder {
    /// Where a program's own assets may be, first wins: what SwiftPM put beside it, its own folder, and where packages
    /// install such things.
    static func paths(ofProgram program: String) -> [String] {
        let folder = (program as NSString).deletingLastPathComponent
        let name = (program as NSString).lastPathComponent
        let beside = children(of: folder).filter { $0.hasSuffix(".resources") || $0.hasSuffix(".bundle") }
        // "Package_Target.resources"; the target of the program comes before libraries'.
        let own = beside.filter { ($0 as NSString).deletingPathExtension.hasSuffix("_\(name)") }
        var paths = (own + beside.filter { !own.contains($0) }).prefix(64).map { "\(folder)/\($0)" }
        paths.append(folder)
        let prefix = (folder as NSString).deletingLastPathComponent
        paths += ["\(prefix)/share/\(name)", "/usr/local/share/\(name)", "/usr/share/\(name)"]
        return paths
    }
}
