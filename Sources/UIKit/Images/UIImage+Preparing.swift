import CoreGraphics
import Dispatch
public import Foundation

/// Getting images ready away from the main thread. Pictures are decoded when they are made, on the thread that makes them:
/// what is left to prepare is their orientation and tint, and smaller copies.
extension UIImage {
    /// The image as the screen wants it: upright and in its tint. Nil for an empty image. Any thread.
    public func preparingForDisplay() -> UIImage? {
        guard let pixels = layerContents(tint: nil) else { return nil }
        guard renderingMode != .alwaysTemplate, pixels != cgImage else { return self }
        return UIImage(
            cgImage: pixels, scale: scale, orientation: .up, renderingMode: renderingMode, capInsets: capInsets,
            isResizable: isResizable, resizingMode: resizingMode)
    }

    /// The same on another thread.
    public func byPreparingForDisplay() async -> UIImage? {
        await Task.detached { [self] in preparingForDisplay() }.value
    }

    /// The same on another thread; `completionHandler` is called there.
    public func prepareForDisplay(completionHandler: @escaping @Sendable (UIImage?) -> Void) {
        DispatchQueue.global(qos: .userInitiated).async { [self] in completionHandler(preparingForDisplay()) }
    }

    /// The image drawn as large as fits `size`, points, keeping its shape, at its own scale; never larger than it is. Nil
    /// for an empty image or size. Any thread.
    public func preparingThumbnail(of size: CGSize) -> UIImage? {
        let own = self.size
        guard own.width > 0, own.height > 0, size.width > 0, size.height > 0, size.width.isFinite, size.height.isFinite
        else { return nil }
        let factor = min(size.width / own.width, size.height / own.height, 1)
        func whole(_ length: CGFloat) -> CGFloat { max((length * factor * scale).rounded(), 1) / scale }
        let target = CGRect(x: 0, y: 0, width: whole(own.width), height: whole(own.height))
        guard let context = ImageContext.make(size: target.size, opaque: false, scale: scale) else { return nil }
        context.interpolationQuality = .high
        draw(into: context, target, blendMode: .normal, alpha: 1)
        guard let pixels = context.makeImage() else { return nil }
        return UIImage(cgImage: pixels, scale: scale, orientation: .up, renderingMode: renderingMode)
    }

    /// The same on another thread.
    public func byPreparingThumbnail(ofSize size: CGSize) async -> UIImage? {
        await Task.detached { [self] in preparingThumbnail(of: size) }.value
    }

    /// The same on another thread; `completionHandler` is called there.
    public func prepareThumbnail(of size: CGSize, completionHandler: @escaping @Sendable (UIImage?) -> Void) {
        DispatchQueue.global(qos: .userInitiated).async { [self] in completionHandler(preparingThumbnail(of: size)) }
    }
}
