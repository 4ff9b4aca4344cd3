/// Why a picture could not be read or written.
public struct ImageError: Error, Hashable, Sendable {
    public enum Reason: Hashable, Sendable {
        /// There are no bytes.
        case empty
        /// The bytes are not a picture of a known kind (PNG, JPEG, WebP, GIF, BMP, SVG).
        case unknownFormat
        /// The bytes are cut off or altered; `detail` is what the decoder says.
        case damaged(detail: String)
        /// A kind of picture that the decoder does not read.
        case unsupported(detail: String)
        /// Larger than the limits allow, as its header says. Nothing was allocated.
        case tooLarge(width: Int, height: Int, limits: ImageLimits)
        /// An animation of which all frames together have more pixels than the limits allow; `count` is the first frame too
        /// many, or how many there are.
        case tooManyFrames(count: Int, limits: ImageLimits)
        /// More bytes of file than the limits allow.
        case tooManyBytes(count: Int, limit: Int)
        /// There is no memory for the pixels.
        case outOfMemory(bytes: Int)
        /// The file cannot be read; the number is `errno`.
        case unreadable(errno: Int32)
        /// The encoder failed; `detail` is what it says.
        case notEncoded(detail: String)
    }

    /// The file, or what the caller called the bytes.
    public let source: String
    public let reason: Reason

    public init(source: String, reason: Reason) {
        self.source = source
        self.reason = reason
    }
}

/// How large a picture may be. Checked against its header, before memory is taken.
public struct ImageLimits: Hashable, Sendable {
    /// The longest side, pixels.
    public var maximumSide: Int
    /// Width times height.
    public var maximumPixels: Int
    /// The size of an encoded file.
    public var maximumBytes: Int
    /// Pictures of an animation, however small.
    public var maximumFrames: Int

    /// Sides to 16384, 64 million pixels (256 MB decoded), files to 256 MiB, 16384 pictures of an animation.
    public static let standard = ImageLimits()

    public init(
        maximumSide: Int = 16_384, maximumPixels: Int = 64_000_000, maximumBytes: Int = 256 << 20,
        maximumFrames: Int = 16_384
    ) {
        self.maximumSide = maximumSide
        self.maximumPixels = maximumPixels
        self.maximumBytes = maximumBytes
        self.maximumFrames = maximumFrames
    }

    func allow(width: Int, height: Int) -> Bool {
        width > 0 && height > 0 && width <= maximumSide && height <= maximumSide && width <= maximumPixels / height
    }
}
