import CoreGraphics
import Foundation

/// Finds an application's images, colours and data by name, and keeps the images. Any thread.
final class AssetLibrary: @unchecked Sendable {
    // Unchecked because the lock guards what changes.

    static let shared = AssetLibrary(
        program: try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))

    private let lock = NSLock()
    /// Of the program itself.
    private let own: [AssetFolder]
    private var others: [String: AssetFolder] = [:]
    private var images: [ImageKey: UIImage] = [:]
    private var told: Set<String> = []

    private struct ImageKey: Hashable {
        var bundle: String
        var name: String
        var scale: CGFloat
    }

    init(program: String?) {
        var paths = program.map(AssetFolder.paths) ?? []
        if let path = Bundle.main.resourcePath, !paths.contains(path) { paths.insert(path, at: 0) }
        own = paths.map(AssetFolder.init)
    }

    private func folders(of bundle: Bundle?) -> [AssetFolder] {
        guard let bundle, bundle != .main else { return own }
        let path = bundle.resourcePath ?? bundle.bundlePath
        return lock.withLock {
            if let folder = others[path] { return [folder] }
            let folder = AssetFolder(path: path)
            others[path] = folder
            return [folder]
        }
    }

    /// Memory is short: images are read again when they are next asked for.
    func forgetImages() {
        let folders = lock.withLock {
            images.removeAll()
            return own + Array(others.values)
        }
        for folder in folders { folder.forget() }
    }

    // MARK: Finding

    /// `scale` is the screen's.
    func image(named name: String, in bundle: Bundle?, scale: CGFloat) -> UIImage? {
        let key = ImageKey(bundle: bundle?.bundlePath ?? "", name: name, scale: scale)
        if let image = lock.withLock({ images[key] }) { return image }
        let folders = folders(of: bundle)
        for folder in folders {
            if let entry = folder.entry(name, .image) {
                guard let image = use(entry, { path throws(AssetError) in try ImageSet(folder: path).image(scale) })
                else { return nil }
                return keep(image, key)
            }
        }
        for folder in folders {
            if let image = Self.looseImage(name, in: folder, scale: scale) { return keep(image, key) }
        }
        if let bundle, bundle != .main, let image = Self.bundledImage(name, in: bundle, scale: scale) {
            return keep(image, key)
        }
        return nil
    }

    func color(named name: String, in bundle: Bundle?) -> UIColor? {
        for folder in folders(of: bundle) {
            guard let entry = folder.entry(name, .color) else { continue }
            return use(entry) { path throws(AssetError) in try ColorSet.color(folder: path) }
        }
        return nil
    }

    func data(named name: String, in bundle: Bundle?) -> (data: Data, typeIdentifier: String)? {
        for folder in folders(of: bundle) {
            guard let entry = folder.entry(name, .data) else { continue }
            return use(entry) { path throws(AssetError) in try DataSet.data(folder: path) }
        }
        return nil
    }

    private func keep(_ image: UIImage, _ key: ImageKey) -> UIImage {
        lock.withLock {
            // Another thread may have been faster.
            if let kept = images[key] { return kept }
            images[key] = image
            return image
        }
    }

    /// What is wrong with an asset is said once.
    private func use<Value>(_ path: String, _ make: (String) throws(AssetError) -> Value) -> Value? {
        do throws(AssetError) {
            return try make(path)
        } catch {
            let message = error.description
            if lock.withLock({ told.count < 64 && told.insert(path).inserted }) { AssetLog.note(message) }
            return nil
        }
    }

    // MARK: Files

    /// Ways to write the scale, best for the screen first: the screen's own, else the next sharper, else the sharpest.
    static func scales(for wanted: CGFloat) -> [CGFloat] {
        [1, 2, 3].sorted { a, b in
            (a >= wanted) == (b >= wanted) ? (a >= wanted ? a < b : a > b) : a >= wanted
        }
    }

    private static func candidates(_ name: String, scale: CGFloat) -> [(base: String, kind: String, scale: CGFloat)] {
        let text = name as NSString
        let given = text.pathExtension
        let kinds = ["png", "jpg", "jpeg", "webp", "svg", "gif", "bmp"]
        let isGiven = kinds.contains(given.lowercased())
        let base = isGiven ? text.deletingPathExtension : name
        return scales(for: scale).flatMap { scale in
            (isGiven ? [given] : kinds).map { (base + (scale == 1 ? "" : "@\(Int(scale))x"), $0, scale) }
        }
    }

    private static func looseImage(_ name: String, in folder: AssetFolder, scale: CGFloat) -> UIImage? {
        for candidate in candidates(name, scale: scale) {
            guard let path = folder.file("\(candidate.base).\(candidate.kind)") else { continue }
            if let image = image(path, scale: candidate.scale, screen: scale) { return image }
        }
        return nil
    }

    /// By the bundle's own rules, with languages and the like.
    private static func bundledImage(_ name: String, in bundle: Bundle, scale: CGFloat) -> UIImage? {
        for candidate in candidates(name, scale: scale) {
            guard let path = bundle.path(forResource: candidate.base, ofType: candidate.kind) else { continue }
            if let image = image(path, scale: candidate.scale, screen: scale) { return image }
        }
        return nil
    }

    static func image(_ path: String, scale: CGFloat, screen: CGFloat) -> UIImage? {
        // A drawing is as sharp as the screen.
        let scale = path.lowercased().hasSuffix(".svg") && scale == 1 ? screen : scale
        guard let image = try? ImageDecoder.image(contentsOfFile: path, scale: scale) else { return nil }
        return UIImage(cgImage: image, scale: scale, orientation: .up)
    }
}

/// Says what is wrong with assets where everything else is said, from any thread.
enum AssetLog {
    static func note(_ message: String) { MainThread.run { LayerLog.note(message) } }
}
