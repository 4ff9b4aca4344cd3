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
    /// 32 bit, red in the lowest byte; the top byte is written as 255. Scan-out only. `DRM_FORMAT_XBGR8888`.
    case xbgr8888
    /// 24 bit: blue, green, red in memory. Scan-out only. `DRM_FORMAT_RGB888`.
    case rgb888
    /// 24 bit: red, green, blue in memory. Scan-out only. `DRM_FORMAT_BGR888`.
    case bgr888
    /// 16 bit, blue on top. Scan-out only. `DRM_FORMAT_BGR565`.
    case bgr565
    /// 32 bit, ten for each colour; the top two are written as ones. Scan-out only. `DRM_FORMAT_XRGB2101010`.
    case xrgb2101010

    @inlinable public var bytesPerPixel: Int {
        switch self {
        case .xrgb8888, .argb8888, .xbgr8888, .xrgb2101010: 4
        case .rgb888, .bgr888: 3
        case .rgb565, .bgr565: 2
        case .a8: 1
        }
    }

    @inlinable public var hasAlpha: Bool { self == .argb8888 || self == .a8 }

    /// The formats that a panel may scan out, the most faithful first.
    public static let scanout: [PixelFormat] = [
        .xrgb8888, .xbgr8888, .rgb888, .bgr888, .xrgb2101010, .rgb565, .bgr565,
    ]

    /// Whether pictures are drawn from and into it: `xrgb8888` and `argb8888`. The others are masks, or written once on
    /// the way to the panel.
    @inlinable public var isDrawable: Bool { self == .argb8888 || self == .xrgb8888 }

    /// Whether a picture written in it loses bits of its colours.
    @inlinable public var isLossy: Bool { self == .rgb565 || self == .bgr565 || self == .a8 }
}
