public import CoreGraphics
public import Foundation

/// How a renderer makes its images.
open class UIGraphicsImageRendererFormat: NSObject {
    /// Pixels per point.
    open var scale: CGFloat
    /// Whether images have no alpha; default false.
    open var opaque = false

    /// Scale 1.
    public override init() {
        scale = 1
        super.init()
    }

    /// The screen's scale.
    @MainActor
    public class func `default`() -> UIGraphicsImageRendererFormat {
        let format = UIGraphicsImageRendererFormat()
        format.scale = UIScreen.main.scale
        return format
    }
}

/// What a renderer's actions draw with.
public final class UIGraphicsImageRendererContext: NSObject {
    public let cgContext: CGContext
    public let format: UIGraphicsImageRendererFormat

    init(_ context: CGContext, format: UIGraphicsImageRendererFormat) {
        cgContext = context
        self.format = format
        super.init()
    }

    /// The image so far.
    public var currentImage: UIImage {
        guard let image = cgContext.makeImage() else { return UIImage() }
        return UIImage(cgImage: image, scale: format.scale, orientation: .up)
    }

    public func fill(_ rect: CGRect) { UIRectFillUsingBlendMode(rect, .copy) }
    public func fill(_ rect: CGRect, blendMode: CGBlendMode) { UIRectFillUsingBlendMode(rect, blendMode) }
    public func stroke(_ rect: CGRect) { UIRectFrame(rect) }
    public func clip(to rect: CGRect) { cgContext.clip(to: rect) }
}

/// Draws images of one size.
@preconcurrency @MainActor
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
    }

    /// The image that `actions` draws; an empty one if its size is empty or cannot be made.
    open func image(actions: (UIGraphicsImageRendererContext) -> Void) -> UIImage {
        guard let context = ImageContext.make(size: bounds.size, opaque: format.opaque, scale: format.scale) else {
            return UIImage()
        }
        context.translateBy(x: -bounds.minX, y: -bounds.minY)
        UIGraphicsPushContext(context)
        let rendererContext = UIGraphicsImageRendererContext(context, format: format)
        actions(rendererContext)
        UIGraphicsPopContext()
        return rendererContext.currentImage
    }
}
