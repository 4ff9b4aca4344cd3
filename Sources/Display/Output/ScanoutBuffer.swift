public import Raster

/// Memory that the display controller scans out, lent to the caller from `acquire` until `present`.
///
/// The mapping is usually write-combined: write it forward, in whole words, and never read it.
public struct ScanoutBuffer: @unchecked Sendable {
    /// Which of the output's buffers this is, from 0.
    public let index: Int
    /// The first byte of the top left pixel.
    public let pixels: UnsafeMutableRawPointer
    /// From one row to the next; may be more than the pixels need.
    public let bytesPerRow: Int
    /// The panel's size in its native orientation.
    public let size: PixelSize
    /// How to write. `xrgb8888` also stands for planes that take only formats with alpha: its top byte is 255.
    public let format: PixelFormat
    /// 0: the contents are undefined, paint everything. n: it holds the picture presented n presents ago, so 1 is the
    /// last one, and a display with two buffers gives 2.
    public let age: Int

    public init(
        index: Int, pixels: UnsafeMutableRawPointer, bytesPerRow: Int, size: PixelSize, format: PixelFormat, age: Int
    ) {
        self.index = index
        self.pixels = pixels
        self.bytesPerRow = bytesPerRow
        self.size = size
        self.format = format
        self.age = age
    }
}
