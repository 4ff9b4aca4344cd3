public import Foundation
package import Raster

/// A picture made of pixels. Immutable; any thread may read it.
///
/// However its bytes were given, it keeps a bitmap that can be drawn at once, in sRGB, 8 bits for a component.
public final class CGImage: Sendable {
    /// Frozen: its pixels never change again. A stencil (`isMask`) is an `a8` bitmap of what it paints.
    package let bitmap: Bitmap
    /// How the bytes lie that the picture was made of; nil if they are the bitmap's.
    let given: (layout: PixelLayout, provider: CGDataProvider)?

    /// Whether it is a stencil, which is painted through, and not a picture.
    public let isMask: Bool
    /// Whether pixels blend into each other when the picture is drawn larger. Default true.
    public let shouldInterpolate: Bool

    /// Takes over `bitmap` and freezes it.
    package convenience init(bitmap: Bitmap) {
        self.init(bitmap: bitmap, given: nil, isMask: false, shouldInterpolate: true)
    }

    init(
        bitmap: Bitmap, given: (layout: PixelLayout, provider: CGDataProvider)?, isMask: Bool, shouldInterpolate: Bool
    ) {
        if !bitmap.isFrozen { bitmap.freeze() }
        self.bitmap = bitmap
        self.given = given
        self.isMask = isMask
        self.shouldInterpolate = shouldInterpolate
    }

    // MARK: Properties

    /// Pixels.
    public var width: Int { bitmap.width }
    /// Pixels.
    public var height: Int { bitmap.height }
    public var bitsPerComponent: Int { layout.bitsPerComponent }
    public var bitsPerPixel: Int { layout.bitsPerPixel }
    public var bytesPerRow: Int { layout.bytesPerRow }
    public var alphaInfo: CGImageAlphaInfo { layout.alpha }
    public var bitmapInfo: CGBitmapInfo { layout.info }
    /// Nil for a picture that has only alpha, and for a stencil.
    public var colorSpace: CGColorSpace? { layout.space }
    public var renderingIntent: CGColorRenderingIntent { .defaultIntent }

    /// The bytes of the pixels, as the properties above describe them. Of a picture that was not made from a provider a
    /// copy is made.
    public var dataProvider: CGDataProvider? {
        if let given { return given.provider }
        return CGDataProvider(data: Data(bytes: bitmap.pixels, count: bitmap.byteCount))
    }

    var layout: PixelLayout { given?.layout ?? PixelLayout(bitmap: bitmap) }

    // MARK: Copies

    public func copy() -> CGImage? { self }

    /// The same numbers, taken to be of another colour space; nil if that has another number of components, and for
    /// stencils.
    public func copy(colorSpace: CGColorSpace) -> CGImage? {
        var layout = layout
        guard let own = layout.space, own.numberOfComponents == colorSpace.numberOfComponents, !isMask,
            own.model != .indexed, colorSpace.model == own.model
        else { return nil }
        if own == colorSpace { return self }
        layout.space = colorSpace
        guard let provider = dataProvider else { return nil }
        return CGImage(width, height, layout, provider, shouldInterpolate: shouldInterpolate)
    }

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
        return CGImage(bitmap: copy, given: nil, isMask: isMask, shouldInterpolate: shouldInterpolate)
    }
}

extension CGImage: Hashable {
    /// Whether both are the same picture object.
    public static func == (left: CGImage, right: CGImage) -> Bool { left.bitmap === right.bitmap }

    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(bitmap)) }
}
