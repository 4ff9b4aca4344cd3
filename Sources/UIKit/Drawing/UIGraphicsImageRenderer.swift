public import CoreGraphics
public import Foundation

/// What renderers of all kinds can be told.
open class UIGraphicsRendererFormat: NSObject {
    /// Points; what the renderer that uses the format draws.
    public internal(set) final var bounds = CGRect.zero

    public override init() { super.init() }
}

/// How a renderer makes its images.
open class UIGraphicsImageRendererFormat: UIGraphicsRendererFormat {
    /// Colours beyond sRGB; images are sRGB whatever is asked for.
    public enum Range: Int, Sendable {
        case unspecified = -1
        case automatic = 0
        case extended = 1
        case standard = 2
    }

    /// Pixels per point; 0 is the screen's.
    open var scale: CGFloat
    /// Whether images have no alpha; default false.
    open var opaque = false
    /// Default `.standard`. Nothing else is drawn.
    open var preferredRange = Range.standard

    /// Scale 1.
    public override init() {
        scale = 1
        super.init()
    }

    /// At the scale of the traits.
    public convenience init(for traitCollection: UITraitCollection) {
        self.init()
        if traitCollection.displayScale > 0 { scale = traitCollection.displayScale }
    }

    /// The screen's scale.
    public class func `default`() -> UIGraphicsImageRendererFormat { preferred() }

    /// The screen's scale.
    public class func preferred() -> UIGraphicsImageRendererFormat {
        let format = UIGraphicsImageRendererFormat()
        format.scale = MainScreenScale.value
        return format
    }
}

/// What a renderer's actions draw with.
public final class UIGraphicsImageRendererContext: NSObject {
    public let cgContext: CGContext
    public let format: UIGraphicsImageRendererFormat
    private let scale: CGFloat

    init(_ context: CGContext, format: UIGraphicsImageRendererFormat, scale: CGFloat) {
        cgContext = context
        self.scale = scale
        self.format = format
        super.init()
    }

    /// The image so far.
    public var currentImage: UIImage {
        guard let image = cgContext.makeImage() else { return UIImage() }
        return UIImage(cgImage: image, scale: scale, orientation: .up)
    }

    public func fill(_ rect: CGRect) { UIRectFillUsingBlendMode(rect, .copy) }
    public func fill(_ rect: CGRect, blendMode: CGBlendMode) { UIRectFillUsingBlendMode(rect, blendMode) }
    public func stroke(_ rect: CGRect) { UIRectFrame(rect) }
    public func stroke(_ rect: CGRect, blendMode: CGBlendMode) { UIRectFrameUsingBlendMode(rect, blendMode) }
    public func clip(to rect: CGRect) { cgContext.clip(to: rect) }
}

/// Draws images of one size. Any thread.
open class UIGraphicsImageRenderer: NSObject {
    public let bounds: CGRect
    public let format: UIGraphicsImageRendererFormat

    /// `size` in points.
    public convenience init(size: CGSize) { self.init(size: size, format: .default()) }

    public convenience init(size: CGSize, format: UIGraphicsImageRendererFormat) {
        self.init(bounds: CGRect(origin: .zero, size: size), format: format)
    }

    public init(bounds: CGRect, format: UIGraphicsImageRendererFormat = .default()) {
        self.bounds = bounds
        self.format = format
        super.init()
        format.bounds = bounds
    }

    /// The image that `actions` draws as PNG; empty if it cannot be made.
    open func pngData(actions: (UIGraphicsImageRendererContext) -> Void) -> Data {
        image(actions: actions).pngData() ?? Data()
    }

    /// The image that `actions` draws as JPEG; quality 0…1. Empty if it cannot be made.
    open func jpegData(
        withCompressionQuality compressionQuality: CGFloat, actions: (UIGraphicsImageRendererContext) -> Void
    ) -> Data {
        image(actions: actions).jpegData(compressionQuality: compressionQuality) ?? Data()
    }

    /// The image that `actions` draws; an empty one if its size is empty or cannot be made.
    open func image(actions: (UIGraphicsImageRendererContext) -> Void) -> UIImage {
        let scale = format.scale > 0 ? format.scale : MainScreenScale.value
        guard let context = ImageContext.make(size: bounds.size, opaque: format.opaque, scale: scale) else {
            return UIImage()
        }
        context.translateBy(x: -bounds.minX, y: -bounds.minY)
        UIGraphicsPushContext(context)
        let rendererContext = UIGraphicsImageRendererContext(context, format: format, scale: scale)
        actions(rendererContext)
        UIGraphicsPopContext()
        return rendererContext.currentImage
    }
}
