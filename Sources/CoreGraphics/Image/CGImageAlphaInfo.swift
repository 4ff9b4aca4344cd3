/// Where the alpha of a pixel is and whether its colour is multiplied by it.
public enum CGImageAlphaInfo: UInt32, Sendable {
    case none = 0
    case premultipliedLast = 1
    case premultipliedFirst = 2
    case last = 3
    case first = 4
    case noneSkipLast = 5
    case noneSkipFirst = 6
    case alphaOnly = 7
}

/// `CGImageAlphaInfo` together with the order of the bytes of a pixel.
public struct CGBitmapInfo: OptionSet, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    public static let alphaInfoMask = CGBitmapInfo(rawValue: 0x1F)
    public static let byteOrderMask = CGBitmapInfo(rawValue: 0x7000)
    public static let floatInfoMask = CGBitmapInfo(rawValue: 0xF00)
    public static let floatComponents = CGBitmapInfo(rawValue: 1 << 8)
    /// Bytes in the order of the components: big endian.
    public static let byteOrderDefault = CGBitmapInfo([])
    public static let byteOrder16Little = CGBitmapInfo(rawValue: 1 << 12)
    public static let byteOrder16Big = CGBitmapInfo(rawValue: 3 << 12)
    public static let byteOrder32Little = CGBitmapInfo(rawValue: 2 << 12)
    public static let byteOrder32Big = CGBitmapInfo(rawValue: 4 << 12)

    init(_ alpha: CGImageAlphaInfo, order: CGBitmapInfo) { rawValue = alpha.rawValue | order.rawValue }
}

/// How a picture is sampled when it is drawn larger, smaller or turned.
public enum CGInterpolationQuality: Int32, Sendable {
    /// As `high`.
    case `default` = 0
    /// The nearest pixel.
    case none = 1
    /// Between the four nearest pixels.
    case low = 2
    /// As `high`.
    case medium = 4
    /// Between the nearest pixels when growing, over all pixels that fall together when shrinking.
    case high = 3
}
