public import CoreGraphics
public import Foundation
import QuartzCore

/// A picture with its scale, orientation and the way it is to be shown; immutable, usable on any thread.
open class UIImage: NSObject, NSSecureCoding, @unchecked Sendable {
    // Unchecked because an open class cannot prove it; the class itself has constants and a locked cache only.

    /// How the pixels lie; raw values as Apple's.
    public enum Orientation: Int, Sendable {
        case up = 0
        case down = 1
        case left = 2
        case right = 3
        case upMirrored = 4
        case downMirrored = 5
        case leftMirrored = 6
        case rightMirrored = 7

        /// Whether width and height change places.
        var swapsSides: Bool {
            switch self {
            case .left, .right, .leftMirrored, .rightMirrored: true
            case .up, .down, .upMirrored, .downMirrored: false
            }
        }
    }

    /// Whether the colours count or only the alpha, which is then filled with a tint (fact D-100).
    public enum RenderingMode: Int, Sendable {
        case automatic = 0
        case alwaysOriginal = 1
        case alwaysTemplate = 2
    }

    /// How the middle of a resizable image grows.
    public enum ResizingMode: Int, Sendable {
        case tile = 0
        case stretch = 1
    }

    /// Nil for an empty image.
    public final let cgImage: CGImage?
    /// Pixels per point.
    public final let scale: CGFloat
    public final let imageOrientation: Orientation
    public final let renderingMode: RenderingMode
    /// The edges that keep their size when the image is resized, points.
    public final let capInsets: UIEdgeInsets
    /// With a middle of one point there is no difference (fact D-101). An image view follows it when it scales the image
    /// to its bounds; other content modes stretch.
    public final let resizingMode: ResizingMode
    final let isResizable: Bool
    /// The colour a template was given by `withTintColor`.
    final let ownTint: UIColor?
    /// What an animated image shows one after the other; nil for a still one.
    public final let images: [UIImage]?
    /// Seconds for all `images`; 0 for a still image.
    public final let duration: TimeInterval
    /// The image's forms for other traits; nil for one that is always the same.
    public final let imageAsset: UIImageAsset?

    init(
        cgImage: CGImage?, scale: CGFloat, orientation: Orientation, renderingMode: RenderingMode = .automatic,
        capInsets: UIEdgeInsets = .zero, isResizable: Bool = false, resizingMode: ResizingMode = .tile,
        tint: UIColor? = nil, images: [UIImage]? = nil, duration: TimeInterval = 0, asset: UIImageAsset? = nil
    ) {
        self.cgImage = cgImage
        self.scale = scale > 0 && scale.isFinite ? scale : 1
        imageOrientation = orientation
        self.renderingMode = renderingMode
        self.capInsets = capInsets
        self.isResizable = isResizable
        self.resizingMode = resizingMode
        ownTint = tint
        self.images = images
        self.duration = duration
        imageAsset = asset
        super.init()
    }

    /// An empty image.
    public convenience override init() {
        self.init(cgImage: nil, scale: 1, orientation: .up, renderingMode: .automatic)
    }

    /// From an archive; nil when it holds no image.
    public required convenience init?(coder: NSCoder) {
        guard let archive = Archive(coder) else { return nil }
        self.init(
            cgImage: archive.cgImage, scale: archive.scale, orientation: archive.orientation,
            renderingMode: archive.renderingMode, capInsets: archive.capInsets, isResizable: archive.isResizable,
            resizingMode: archive.resizingMode, tint: archive.tint)
    }

    /// As PNG.
    open func encode(with coder: NSCoder) { encodeImage(with: coder) }
    open class var supportsSecureCoding: Bool { true }

    public convenience init(cgImage: CGImage) { self.init(cgImage: cgImage, scale: 1, orientation: .up) }

    public convenience init(cgImage: CGImage, scale: CGFloat, orientation: Orientation) {
        self.init(cgImage: cgImage, scale: scale, orientation: orientation, renderingMode: .automatic)
    }

    /// Points, orientation applied.
    open var size: CGSize {
        guard let cgImage else { return .zero }
        let size = CGSize(width: CGFloat(cgImage.width) / scale, height: CGFloat(cgImage.height) / scale)
        return imageOrientation.swapsSides ? CGSize(width: size.height, height: size.width) : size
    }

    /// Size in points and rendering mode, as Apple's systems print them.
    open override var description: String {
        let mode =
            switch renderingMode {
            case .automatic: "automatic"
            case .alwaysOriginal: "alwaysOriginal"
            case .alwaysTemplate: "alwaysTemplate"
            }
        let (width, height) = (ObjectDescription.number(size.width), ObjectDescription.number(size.height))
        return "<\(ObjectDescription.className(of: self)):\(ObjectDescription.address(of: self)) anonymous "
            + "{\(width), \(height)} renderingMode=\(mode)>"
    }

    // MARK: Variants

    open func withRenderingMode(_ renderingMode: RenderingMode) -> UIImage {
        UIImage(
            cgImage: cgImage, scale: scale, orientation: imageOrientation, renderingMode: renderingMode,
            capInsets: capInsets, isResizable: isResizable, resizingMode: resizingMode, tint: ownTint,
            images: images?.map { $0.withRenderingMode(renderingMode) }, duration: duration,
            asset: imageAsset?.mapping { $0.withRenderingMode(renderingMode) })
    }

    /// The image's alpha filled with `color`.
    open func withTintColor(_ color: UIColor) -> UIImage {
        UIImage(
            cgImage: cgImage, scale: scale, orientation: imageOrientation, renderingMode: renderingMode,
            capInsets: capInsets, isResizable: isResizable, resizingMode: resizingMode, tint: color,
            images: images?.map { $0.withTintColor(color) }, duration: duration,
            asset: imageAsset?.mapping { $0.withTintColor(color) })
    }

    /// The same, drawn as `renderingMode` says.
    open func withTintColor(_ color: UIColor, renderingMode: RenderingMode) -> UIImage {
        withTintColor(color).withRenderingMode(renderingMode)
    }

    /// The mirror image.
    open func withHorizontallyFlippedOrientation() -> UIImage {
        let flipped: Orientation =
            switch imageOrientation {
            case .up: .upMirrored
            case .upMirrored: .up
            case .down: .downMirrored
            case .downMirrored: .down
            case .left: .rightMirrored
            case .rightMirrored: .left
            case .right: .leftMirrored
            case .leftMirrored: .right
            }
        return UIImage(
            cgImage: cgImage, scale: scale, orientation: flipped, renderingMode: renderingMode, capInsets: capInsets,
            isResizable: isResizable, resizingMode: resizingMode, tint: ownTint,
            images: images?.map { $0.withHorizontallyFlippedOrientation() }, duration: duration,
            asset: imageAsset?.mapping { $0.withHorizontallyFlippedOrientation() })
    }

    /// An image whose edges keep their size while the middle grows.
    open func resizableImage(withCapInsets capInsets: UIEdgeInsets, resizingMode: ResizingMode = .tile) -> UIImage {
        UIImage(
            cgImage: cgImage, scale: scale, orientation: imageOrientation, renderingMode: renderingMode,
            capInsets: capInsets, isResizable: true, resizingMode: resizingMode, tint: ownTint,
            images: images?.map { $0.resizableImage(withCapInsets: capInsets, resizingMode: resizingMode) },
            duration: duration,
            asset: imageAsset?.mapping { $0.resizableImage(withCapInsets: capInsets, resizingMode: resizingMode) })
    }

    /// The old form: a middle of one point (fact D-102). A cap of 0 stretches everything in that direction.
    open func stretchableImage(withLeftCapWidth leftCapWidth: Int, topCapHeight: Int) -> UIImage {
        let size = size
        let left = CGFloat(leftCapWidth)
        let top = CGFloat(topCapHeight)
        return resizableImage(
            withCapInsets: UIEdgeInsets(
                top: top, left: left, bottom: top > 0 ? max(size.height - top - 1, 0) : 0,
                right: left > 0 ? max(size.width - left - 1, 0) : 0),
            resizingMode: .stretch)
    }

    /// The part that stretches, in units of the image; what a layer's `contentsCenter` wants (fact D-62).
    final var stretchedUnitRect: CGRect {
        let size = size
        guard isResizable, size.width > 0, size.height > 0 else { return CGRect(x: 0, y: 0, width: 1, height: 1) }
        return CGRect(
            x: capInsets.left / size.width, y: capInsets.top / size.height,
            width: max(size.width - capInsets.left - capInsets.right, 0) / size.width,
            height: max(size.height - capInsets.top - capInsets.bottom, 0) / size.height)
    }

    // MARK: Drawing into the current context

    /// Upright, with its upper left corner at `point` (fact D-105).
    open func draw(at point: CGPoint) { draw(in: CGRect(origin: point, size: size)) }

    open func draw(at point: CGPoint, blendMode: CGBlendMode, alpha: CGFloat) {
        draw(in: CGRect(origin: point, size: size), blendMode: blendMode, alpha: alpha)
    }

    /// Upright, scaled to `rect`; a resizable image by its caps.
    open func draw(in rect: CGRect) { draw(in: rect, blendMode: .normal, alpha: 1) }

    open func draw(in rect: CGRect, blendMode: CGBlendMode, alpha: CGFloat) {
        guard let context = UIGraphicsGetCurrentContext() else { return }
        (imageAsset?.form(for: .current) ?? self).draw(into: context, rect, blendMode: blendMode, alpha: alpha)
    }

    /// Repeated at its own size from the upper left corner, cut off at `rect`.
    open func drawAsPattern(in rect: CGRect) {
        guard let context = UIGraphicsGetCurrentContext(), size.width > 0, size.height > 0 else { return }
        guard rect.minX.isFinite, rect.minY.isFinite else { return }
        context.saveGState()
        UIColor(patternImage: self).setFill()
        let start = CGPoint(x: rect.minX, y: rect.minY).applying(context.toBaseSpace)
        context.setPatternPhase(CGSize(width: start.x, height: start.y))
        context.fill(rect)
        context.restoreGState()
    }

    // MARK: Object

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UIImage else { return false }
        return cgImage == other.cgImage && scale == other.scale && imageOrientation == other.imageOrientation
            && renderingMode == other.renderingMode && capInsets == other.capInsets && ownTint == other.ownTint
            && images == other.images && duration == other.duration
    }

    open override var hash: Int { cgImage?.hashValue ?? 0 }
}
