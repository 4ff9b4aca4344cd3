/// A view of pixels that someone else owns: a bitmap, a part of one, a tile, a mapped scan-out buffer.
///
/// It neither keeps the memory alive nor counts references, so it may be copied and cut freely in a drawing loop. The
/// owner keeps the memory valid, and keeps two threads from writing the same pixels, for as long as views are in use.
public struct PixelSurface: @unchecked Sendable {
    // Unchecked because it is a raw pointer: bands of one tile are drawn on several threads, and the owner sees to it
    // that they do not overlap.

    /// First byte of the first (top) row.
    public let pixels: UnsafeMutableRawPointer
    /// Distance between the starts of two rows, bytes.
    public let bytesPerRow: Int
    /// Pixels.
    public let width: Int
    /// Pixels.
    public let height: Int
    public let format: PixelFormat

    @inlinable
    public init(pixels: UnsafeMutableRawPointer, bytesPerRow: Int, width: Int, height: Int, format: PixelFormat) {
        self.pixels = pixels
        self.bytesPerRow = bytesPerRow
        self.width = width
        self.height = height
        self.format = format
    }

    @inlinable public var size: PixelSize { PixelSize(width: width, height: height) }
    @inlinable public var bounds: PixelRect { PixelRect(minX: 0, minY: 0, maxX: width, maxY: height) }

    /// First byte of row `y`.
    @inlinable
    public func row(_ y: Int) -> UnsafeMutableRawPointer { pixels + y &* bytesPerRow }

    /// The part inside `rect`, which must lie within `bounds` (checked in debug builds).
    @inlinable
    public func subsurface(_ rect: PixelRect) -> PixelSurface {
        assert(bounds.contains(rect), "A part must lie within its surface.")
        return PixelSurface(
            pixels: pixels + (rect.minY &* bytesPerRow &+ rect.minX &* format.bytesPerPixel), bytesPerRow: bytesPerRow,
            width: rect.width, height: rect.height, format: format)
    }

    /// The same memory read or written as another format of the same pixel size: a tile whose alpha is known to be 255
    /// can be copied as `xrgb8888`.
    @inlinable
    public func reinterpreted(as format: PixelFormat) -> PixelSurface {
        assert(format.bytesPerPixel == self.format.bytesPerPixel, "The formats must have pixels of the same size.")
        return PixelSurface(pixels: pixels, bytesPerRow: bytesPerRow, width: width, height: height, format: format)
    }
}

extension Bitmap {
    /// All pixels, valid while this bitmap is alive. Write only before `freeze()`.
    @inlinable public var surface: PixelSurface {
        PixelSurface(pixels: pixels, bytesPerRow: bytesPerRow, width: width, height: height, format: format)
    }
}
