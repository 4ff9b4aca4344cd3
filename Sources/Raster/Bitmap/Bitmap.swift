internal import CRaster

/// A block of pixels in ordinary cached memory: owned, reference counted, immutable once shared.
///
/// The maker draws into it through `pixels` and then calls `freeze()`; from there on any thread may read it and nobody
/// may write. A bitmap that the render server holds never changes: a layer that draws again does so in another bitmap.
///
/// Rows are 64-byte aligned. The memory is freed with the last reference, on whatever thread that happens.
public final class Bitmap: @unchecked Sendable {
    // Unchecked because `pixels` is raw memory: writes happen only before `freeze()`, on the maker's thread, and
    // sharing begins after it.

    /// Why a bitmap could not be made.
    public enum Failure: Error, Hashable {
        /// Width or height is not positive, or exceeds `maximumSide`.
        case unusableSize(width: Int, height: Int)
        /// The system has no memory for `bytes` bytes.
        case outOfMemory(bytes: Int)
    }

    /// The longest side, pixels; keeps all size arithmetic far from overflow.
    public static let maximumSide = 32_767

    public let width: Int
    public let height: Int
    public let format: PixelFormat
    /// Distance between the starts of two rows, bytes; a multiple of 64.
    public let bytesPerRow: Int
    /// First byte of the first (top) row.
    public let pixels: UnsafeMutableRawPointer
    /// Whether every pixel is known to have alpha 255. Set by the maker before `freeze()`.
    public var isOpaque: Bool {
        willSet { precondition(!isFrozen, "A frozen bitmap cannot change.") }
    }
    public private(set) var isFrozen = false

    /// Pixels start as zero: transparent black, or black.
    public init(width: Int, height: Int, format: PixelFormat) throws(Failure) {
        guard width > 0, height > 0, width <= Self.maximumSide, height <= Self.maximumSide else {
            throw .unusableSize(width: width, height: height)
        }
        let bytesPerRow = (width * format.bytesPerPixel + 63) & ~63
        let bytes = bytesPerRow * height
        guard let memory = cr_allocate(bytes) else { throw .outOfMemory(bytes: bytes) }
        self.width = width
        self.height = height
        self.format = format
        self.bytesPerRow = bytesPerRow
        self.pixels = memory
        self.isOpaque = !format.hasAlpha
    }

    deinit { cr_free(pixels) }

    /// Ends the time of writing. Call before the bitmap is given to another owner; calling twice is harmless.
    public func freeze() { isFrozen = true }

    /// Begins a new time of writing. The caller must hold the only reference, which it proves by passing it `inout`.
    public static func thaw(_ bitmap: inout Bitmap) {
        precondition(isKnownUniquelyReferenced(&bitmap), "A bitmap that someone else holds cannot change.")
        bitmap.isFrozen = false
    }

    @inlinable public var size: PixelSize { PixelSize(width: width, height: height) }
    @inlinable public var bounds: PixelRect { PixelRect(minX: 0, minY: 0, maxX: width, maxY: height) }
    /// Memory taken by the pixels, bytes.
    @inlinable public var byteCount: Int { bytesPerRow * height }

    /// First byte of row `y`.
    @inlinable
    public func row(_ y: Int) -> UnsafeMutableRawPointer { pixels + y &* bytesPerRow }

    /// One pixel as 0xAARRGGBB, premultiplied; for tests and single probes, not for loops.
    public func pixel(x: Int, y: Int) -> UInt32 { surface.pixel(x: x, y: y) }
}
