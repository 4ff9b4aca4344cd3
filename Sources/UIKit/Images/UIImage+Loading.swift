import CoreGraphics
public import Foundation

extension UIImage {
    /// The picture in a PNG, JPEG, WebP, GIF, BMP or SVG file, upright; nil if it cannot be read. "@2x" or "@3x" before the
    /// extension gives the scale. Of an animation this is the first picture; `animatedImage(with:scale:)` has all.
    public convenience init?(contentsOfFile path: String) {
        let scale = UIImage.scale(ofFile: path)
        guard let image = try? ImageDecoder.image(contentsOfFile: path, scale: scale) else { return nil }
        self.init(cgImage: image, scale: scale, orientation: .up)
    }

    /// The picture in data of one of these kinds, upright; nil if it is none, damaged or too large.
    public convenience init?(data: Data) { self.init(data: data, scale: 1) }

    public convenience init?(data: Data, scale: CGFloat) {
        guard let image = try? ImageDecoder.image(data: data, source: "image data", scale: scale) else { return nil }
        self.init(cgImage: image, scale: scale, orientation: .up)
    }

    /// Like `init(contentsOfFile:)`, but says what is wrong.
    ///
    /// - Throws: `ImageError` with the file and the reason.
    public static func load(contentsOfFile path: String) throws -> UIImage {
        let scale = scale(ofFile: path)
        let image = try ImageDecoder.image(contentsOfFile: path, scale: scale)
        return UIImage(cgImage: image, scale: scale, orientation: .up)
    }

    /// An image of the application's resources: the main bundle's, by name, with or without extension. Of the forms
    /// "name", "name@2x" and "name@3x" the one for the screen's scale is taken, else the next sharper, else the sharpest
    /// there is. Kept in memory; the same name gives the same image.
    @MainActor
    public convenience init?(named name: String) { self.init(named: name, in: .main) }

    @MainActor
    public convenience init?(named name: String, in bundle: Bundle?) {
        guard let found = NamedImages.image(name, in: bundle ?? .main) else { return nil }
        self.init(cgImage: found.image, scale: found.scale, orientation: .up)
    }

    fileprivate static func scale(ofFile path: String) -> CGFloat {
        let name = (path as NSString).deletingPathExtension
        for scale in [2, 3] where name.hasSuffix("@\(scale)x") { return CGFloat(scale) }
        return 1
    }

    // MARK: Encoding

    /// The pixels as PNG, or nil if the image is empty.
    public func pngData() -> Data? { cgImage.flatMap { try? ImageEncoder.png($0.bitmap) } }

    /// The pixels as JPEG; quality 0…1.
    public func jpegData(compressionQuality: CGFloat) -> Data? {
        cgImage.flatMap { try? ImageEncoder.jpeg($0.bitmap, quality: Double(compressionQuality)) }
    }
}

/// Pictures found by name, decoded once.
@MainActor
private enum NamedImages {
    private struct Key: Hashable {
        var bundle: String
        var name: String
        var scale: CGFloat
    }

    private static var found: [Key: (image: CGImage, scale: CGFloat)] = [:]

    static func image(_ name: String, in bundle: Bundle) -> (image: CGImage, scale: CGFloat)? {
        let key = Key(bundle: bundle.bundlePath, name: name, scale: UIScreen.main.scale)
        if let image = found[key] { return image }
        for candidate in candidates(name, in: bundle) {
            let path = candidate.path
            // A drawing is as sharp as the screen.
            let scale = path.hasSuffix(".svg") && candidate.scale == 1 ? UIScreen.main.scale : candidate.scale
            guard let image = try? ImageDecoder.image(contentsOfFile: path, scale: scale) else { continue }
            found[key] = (image, scale)
            return (image, scale)
        }
        return nil
    }

    /// Existing files, best first.
    private static func candidates(_ name: String, in bundle: Bundle) -> [(path: String, scale: CGFloat)] {
        let text = name as NSString
        let given = text.pathExtension
        let base = given.isEmpty ? name : text.deletingPathExtension
        let extensions = given.isEmpty ? ["png", "jpg", "jpeg", "webp", "svg", "gif", "bmp"] : [given]
        let wanted = UIScreen.main.scale
        let scales: [CGFloat] = [1, 2, 3].sorted { a, b in
            (a >= wanted) == (b >= wanted) ? (a >= wanted ? a < b : a > b) : a >= wanted
        }
        var result: [(String, CGFloat)] = []
        for scale in scales {
            let suffix = scale == 1 ? "" : "@\(Int(scale))x"
            for kind in extensions {
                if let path = bundle.path(forResource: base + suffix, ofType: kind) { result.append((path, scale)) }
            }
        }
        return result
    }
}
