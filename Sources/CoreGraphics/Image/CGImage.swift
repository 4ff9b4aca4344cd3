public import Foundation
package import Raster

/// A picture made of pixels. Immutable; any thread may read it.
public final class CGImage: Sendable {
    /// Frozen: its pixels never change again.
    package let bitmap: Bitmap

    /// Takes over `bitmap` and freezes it.
    package init(bitmap: Bitmap) {
        if !bitmap.isFrozen { bitmap.freeze() }
        self.bitmap = bitmap
    }

    /// Pixels.
    public var width: Int { bitmap.width }
    /// Pixels.
    public var height: Int { bitmap.height }
    public var bitsPerComponent: Int {
        switch bitmap.format {
        case .rgb565, .bgr565: 5
        case .xrgb2101010: 10
        default: 8
        }
    }
    public var bitsPerPixel: Int { bitmap.format.bytesPerPixel * 8 }
    public var bytesPerRow: Int { bitmap.bytesPerRow }

    public var alphaInfo: CGImageAlphaInfo {
        switch bitmap.format {
        case .argb8888: .premultipliedFirst
        case .xrgb8888: .noneSkipFirst
        case .a8: .alphaOnly
        default: .none
        }
    }

    public var bitmapInfo: CGBitmapInfo {
        CGBitmapInfo(alphaInfo, order: bitmap.format.bytesPerPixel == 4 ? .byteOrder32Little : .byteOrderDefault)
    }

    /// Nil for a picture that has only alpha.
    public var colorSpace: CGColorSpace? { bitmap.format == .a8 ? nil : .standard }

    public func copy() -> CGImage? { self }

    /// The part inside `rect`, which is in pixels from the upper-left corner and is rounded outwards; nil when nothing
    /// of it lies inside the picture.
    public func cropping(to rect: CGRect) -> CGImage? {
        let part = PixelRect(around: rect).intersection(bitmap.bounds)
        guard !part.isEmpty else { return nil }
        if part == bitmap.bounds { return self }
        guard let copy = try? Bitmap(width: part.width, height: part.height, format: bitmap.format) else { return nil }
        let pixelBytes = bitmap.format.bytesPerPixel
        for y in 0..<part.height {
            copy.row(y).copyMemory(
                from: bitmap.row(part.minY + y) + part.minX * pixelBytes, byteCount: part.width * pixelBytes)
        }
        copy.isOpaque = bitmap.isOpaque
        return CGImage(bitmap: copy)
    }
}

extension CGImage: Hashable {
    /// Whether both are the same picture object.
    public static func == (left: CGImage, right: CGImage) -> Bool { left.bitmap === right.bitmap }

    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(bitmap)) }
}
