public import Foundation
import Raster

/// Pictures from bytes.
extension CGImage {
    /// A picture of the provider's bytes, the first of which belong to the upper-left pixel.
    ///
    /// Components may have 1, 2, 4, 8 or 16 bits (more than one component: 8 or 16), spaces may be RGB, grey, CMYK or
    /// indexed, alpha may come first or last, multiplied or not, or be all there is; the byte order of 16- and 32-bit units
    /// may be turned. `decode` gives, for each component, what its smallest and its largest number mean. Nil for other
    /// layouts, a side beyond 32767 pixels, or fewer bytes than the sizes need; nothing is allocated then.
    public convenience init?(
        width: Int, height: Int, bitsPerComponent: Int, bitsPerPixel: Int, bytesPerRow: Int, space: CGColorSpace,
        bitmapInfo: CGBitmapInfo, provider: CGDataProvider, decode: UnsafePointer<CGFloat>?, shouldInterpolate: Bool,
        intent: CGColorRenderingIntent
    ) {
        guard
            let layout = PixelLayout(
                bitsPerComponent: bitsPerComponent, bitsPerPixel: bitsPerPixel, bytesPerRow: bytesPerRow, space: space,
                info: bitmapInfo, decode: decode)
        else { return nil }
        self.init(width, height, layout, provider, shouldInterpolate: shouldInterpolate)
    }

    /// A stencil: where the provider's samples are 0 it paints with the fill colour, where they are at their largest it
    /// does not; `decode` of (1, 0) exchanges the two. Samples have 1, 2, 4 or 8 bits. Nil as above.
    public convenience init?(
        maskWidth width: Int, height: Int, bitsPerComponent: Int, bitsPerPixel: Int, bytesPerRow: Int,
        provider: CGDataProvider, decode: UnsafePointer<CGFloat>?, shouldInterpolate: Bool
    ) {
        guard bitsPerComponent == bitsPerPixel, bitsPerComponent <= 8,
            var layout = PixelLayout(
                bitsPerComponent: bitsPerComponent, bitsPerPixel: bitsPerPixel, bytesPerRow: bytesPerRow,
                space: .deviceGray, info: CGBitmapInfo(.none, order: .byteOrderDefault), decode: decode),
            let bytes = provider.data, let bitmap = layout.stencil(bytes, width: width, height: height)
        else { return nil }
        layout.space = nil
        self.init(
            bitmap: bitmap, given: (layout, provider), isMask: true, shouldInterpolate: shouldInterpolate)
    }

    /// A PNG file's picture; nil if it is none or damaged.
    public convenience init?(
        pngDataProviderSource source: CGDataProvider, decode: UnsafePointer<CGFloat>?, shouldInterpolate: Bool,
        intent: CGColorRenderingIntent
    ) {
        self.init(file: source, [0x89, 0x50, 0x4E, 0x47], shouldInterpolate)
    }

    /// A JPEG file's picture, turned as its camera was held; nil if it is none or damaged.
    public convenience init?(
        jpegDataProviderSource source: CGDataProvider, decode: UnsafePointer<CGFloat>?, shouldInterpolate: Bool,
        intent: CGColorRenderingIntent
    ) {
        self.init(file: source, [0xFF, 0xD8, 0xFF], shouldInterpolate)
    }

    private convenience init?(file source: CGDataProvider, _ signature: [UInt8], _ shouldInterpolate: Bool) {
        guard let data = source.data, data.starts(with: signature),
            let image = try? ImageDecoder.image(data: data, source: "image data")
        else { return nil }
        self.init(bitmap: image.bitmap, given: nil, isMask: false, shouldInterpolate: shouldInterpolate)
    }

    convenience init?(
        _ width: Int, _ height: Int, _ layout: PixelLayout, _ provider: CGDataProvider, shouldInterpolate: Bool
    ) {
        guard let bytes = provider.data, let bitmap = layout.bitmap(bytes, width: width, height: height) else {
            return nil
        }
        self.init(
            bitmap: bitmap, given: (layout, provider), isMask: false, shouldInterpolate: shouldInterpolate)
    }
}
