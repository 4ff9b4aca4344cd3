public import Foundation
import Raster

/// A picture drawn once to be drawn again and again into contexts like the one it was made for.
public final class CGLayer {
    /// Where the layer's picture is drawn.
    public let context: CGContext?
    /// In units of the context it was made for.
    public let size: CGSize

    /// As sharp as `context` is now; `auxiliaryInfo` is not used. Nil for sizes that are empty, not finite or beyond 32767
    /// pixels.
    public init?(_ context: CGContext, size: CGSize, auxiliaryInfo: [String: Any]?) {
        let scale = context.isVector ? CGSize(width: 4, height: 4) : context.pixelsPerUnit
        let width = (size.width * scale.width).rounded(.up)
        let height = (size.height * scale.height).rounded(.up)
        guard width >= 1, height >= 1, width <= CGFloat(Bitmap.maximumSide), height <= CGFloat(Bitmap.maximumSide),
            let layer = CGContext(
                data: nil, width: Int(width), height: Int(height), bitsPerComponent: 8, bytesPerRow: 0,
                space: .deviceRGB,
                bitmapInfo: CGBitmapInfo(.premultipliedFirst, order: .byteOrder32Little).rawValue)
        else { return nil }
        layer.scaleBy(x: width / size.width, y: height / size.height)
        layer.adoptBaseMatrix()
        self.context = layer
        self.size = size
    }
}

extension CGContext {
    /// Draws the layer into `rect`, its top at the rectangle's larger y.
    public func draw(_ layer: CGLayer, in rect: CGRect) {
        guard let image = layer.context?.makeImage() else { return }
        draw(image, in: rect)
    }

    /// Draws the layer at its own size, its lower-left corner (where y grows upwards) at `point`.
    public func draw(_ layer: CGLayer, at point: CGPoint) { draw(layer, in: CGRect(origin: point, size: layer.size)) }
}
