/// How the bytes of one pixel are laid out. Names are the kernel's `DRM_FORMAT_…`: little-endian words, most
/// significant field first.
public enum PixelFormat: UInt8, Sendable, CaseIterable {
    /// 32 bit, no alpha: the top byte is ignored when read and written as 255. `DRM_FORMAT_XRGB8888`.
    case xrgb8888
    /// 32 bit, colour multiplied by alpha (premultiplied). `DRM_FORMAT_ARGB8888`; cairo's and pixman's ARGB32.
    case argb8888
    /// 16 bit. `DRM_FORMAT_RGB565`.
    case rgb565
    /// 8 bit coverage, no colour; pixman's and cairo's A8.
    case a8

    @inlinable public var bytesPerPixel: Int {
        switch self {
        case .xrgb8888, .argb8888: 4
        case .rgb565: 2
        case .a8: 1
        }
    }

    @inlinable public var hasAlpha: Bool { self == .argb8888 || self == .a8 }
}
