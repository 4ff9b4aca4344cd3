import CoreGraphics
import Foundation

/// Images in archives are kept as PNG.
extension UIImage {
    /// What an archived image is made of.
    struct Archive {
        var cgImage: CGImage?
        var scale: CGFloat
        var orientation: Orientation
        var renderingMode: RenderingMode
        var capInsets: UIEdgeInsets
        var isResizable: Bool
        var resizingMode: ResizingMode
        var tint: UIColor?

        /// Nil when the archive holds no image, or one that cannot be decoded.
        init?(_ coder: NSCoder) {
            guard coder.allowsKeyedCoding, let scale = coder.number(forKey: "UIScale"), scale > 0 else { return nil }
            if let data: Data = coder.object(forKey: "UIImageData") {
                guard let image = UIImage(data: data)?.cgImage else { return nil }
                cgImage = image
            }
            self.scale = scale
            orientation = coder.integer(forKey: "UIImageOrientation").flatMap(Orientation.init) ?? .up
            renderingMode = coder.integer(forKey: "UIRenderingMode").flatMap(RenderingMode.init) ?? .automatic
            isResizable = coder.containsValue(forKey: "UICapInsets")
            capInsets = coder.decodeUIEdgeInsets(forKey: "UICapInsets")
            resizingMode = coder.integer(forKey: "UIResizingMode").flatMap(ResizingMode.init) ?? .tile
            tint = coder.object(forKey: "UIImageTintColor")
        }
    }

    final func encodeImage(with coder: NSCoder) {
        if cgImage != nil, let data = pngData() { coder.encode(data, forKey: "UIImageData") }
        coder.encode(Double(scale), forKey: "UIScale")
        coder.encode(imageOrientation.rawValue, forKey: "UIImageOrientation")
        coder.encode(renderingMode.rawValue, forKey: "UIRenderingMode")
        if isResizable {
            coder.encode(capInsets, forKey: "UICapInsets")
            coder.encode(resizingMode.rawValue, forKey: "UIResizingMode")
        }
        if let ownTint { coder.encode(ownTint, forKey: "UIImageTintColor") }
    }
}
