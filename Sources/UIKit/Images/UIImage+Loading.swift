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

    /// An image of the application's own: from its catalogues (`.xcassets`, with light and dark forms), else a file with
    /// this name, with or without extension. Of the forms "name", "name@2x" and "name@3x" the one for the screen's scale is
    /// taken, else the next sharper, else the sharpest there is. Kept in memory until that is short; the same name gives
    /// the same pixels. Any thread.
    ///
    /// Looked for where SwiftPM puts resources beside the program, in the program's folder, and in `share/<program>`
    /// beside its folder, in `/usr/local` and in `/usr`; in each also in the folders "Assets" and "Resources".
    public convenience init?(named name: String) { self.init(named: name, in: nil, compatibleWith: nil) }

    /// The same of another bundle; nil for the application's own.
    public convenience init?(named name: String, in bundle: Bundle?) {
        self.init(named: name, in: bundle, compatibleWith: nil)
    }

    /// The same in the form for `traitCollection`: its scale, and its style if it says one. Without one the image takes
    /// the form for whatever shows it.
    public convenience init?(named name: String, in bundle: Bundle?, compatibleWith traitCollection: UITraitCollection?)
    {
        let wanted = traitCollection?.displayScale ?? 0
        let scale = wanted > 0 && wanted.isFinite ? wanted : MainScreenScale.value
        guard var found = AssetLibrary.shared.image(named: name, in: bundle, scale: scale) else { return nil }
        if let traitCollection, traitCollection.userInterfaceStyle != .unspecified, let asset = found.imageAsset {
            found = asset.image(with: traitCollection)
        }
        self.init(
            cgImage: found.cgImage, scale: found.scale, orientation: found.imageOrientation,
            renderingMode: found.renderingMode, capInsets: found.capInsets, isResizable: found.isResizable,
            resizingMode: found.resizingMode, asset: found.imageAsset)
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
