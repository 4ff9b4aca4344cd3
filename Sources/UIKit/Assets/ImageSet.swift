import CoreGraphics
import Foundation

/// An image in a catalogue: by scale and style, with how it is tinted and resized.
struct ImageSet {
    private let folder: String
    private let contents: AssetContents

    init(folder: String) throws(AssetError) {
        self.folder = folder
        contents = try AssetContents(folder: folder)
    }

    /// The image as sharp as a screen of this scale wants it, with a form for each style that has one.
    func image(_ screen: CGFloat) throws(AssetError) -> UIImage {
        let entries = contents.entries("images")
        let light = form(entries.fitting(.light), screen)
        let dark = form(entries.fitting(.dark), screen)
        guard let image = light?.image ?? dark?.image else {
            throw AssetError(path: folder + "/Contents.json", reason: .nothingUsable)
        }
        guard let light, let dark, light.path != dark.path else { return image }
        let asset = UIImageAsset()
        asset.register(light.image, with: UITraitCollection(userInterfaceStyle: .light))
        asset.register(dark.image, with: UITraitCollection(userInterfaceStyle: .dark))
        return image.with(asset)
    }

    private func form(_ entries: [AssetEntry], _ screen: CGFloat) -> (path: String, image: UIImage)? {
        let order = AssetLibrary.scales(for: screen)
        let sorted = entries.filter { $0.filename != nil }.sorted { a, b in
            // What fits every scale is a drawing, or all there is.
            (a.scale.flatMap(order.firstIndex) ?? -1) < (b.scale.flatMap(order.firstIndex) ?? -1)
        }
        for entry in sorted {
            guard let name = entry.filename else { continue }
            let path = "\(folder)/\(name)"
            guard let image = AssetLibrary.image(path, scale: entry.scale ?? 1, screen: screen) else {
                AssetLog.note(
                    "\(path) is named in a catalogue and cannot be read; another form of it is used, if there is one.")
                continue
            }
            return (path, finished(image, entry))
        }
        return nil
    }

    private func finished(_ image: UIImage, _ entry: AssetEntry) -> UIImage {
        var image = image
        if let resizing = entry.values["resizing"] as? [String: Any] { image = resizable(image, resizing) }
        switch contents.properties["template-rendering-intent"] as? String {
        case "template": return image.withRenderingMode(.alwaysTemplate)
        case "original": return image.withRenderingMode(.alwaysOriginal)
        default: return image
        }
    }

    /// Caps are pixels of the picture. The whole middle between them grows.
    private func resizable(_ image: UIImage, _ values: [String: Any]) -> UIImage {
        let caps = values["cap-insets"] as? [String: Any] ?? [:]
        func cap(_ name: String, _ length: CGFloat) -> CGFloat {
            guard let number = caps[name] as? NSNumber, number.doubleValue.isFinite else { return 0 }
            return min(max(CGFloat(number.doubleValue), 0) / image.scale, length)
        }
        let size = image.size
        let center = values["center"] as? [String: Any]
        let insets = UIEdgeInsets(
            top: cap("top", size.height), left: cap("left", size.width), bottom: cap("bottom", size.height),
            right: cap("right", size.width))
        return image.resizableImage(
            withCapInsets: insets, resizingMode: center?["mode"] as? String == "tile" ? .tile : .stretch)
    }
}
