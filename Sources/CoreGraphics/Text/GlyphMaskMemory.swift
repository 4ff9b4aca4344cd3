import Foundation
import Raster

/// Memory for the coverage of a whole text while it is drawn, kept from one to the next unless it is large. Used under the
/// text engine's lock.
final class GlyphMaskMemory {
    /// A page on a large screen.
    private static let keptBytes = 1 << 20
    private var pixels: UnsafeMutableRawPointer?
    private var count = 0

    deinit { free(pixels) }

    /// An `a8` surface of the size of `rect` with nothing covered, valid until the next call; nil for an empty one, or if
    /// there is no memory.
    func clear(_ rect: PixelRect) -> PixelSurface? {
        if rect.isEmpty { return nil }
        let bytesPerRow = (rect.width + 63) & ~63
        let bytes = bytesPerRow * rect.height
        if count < bytes || count > Self.keptBytes {
            free(pixels)
            pixels = calloc(1, bytes)
            count = pixels == nil ? 0 : bytes
        } else if let pixels {
            memset(pixels, 0, bytes)
        }
        guard let pixels else { return nil }
        return PixelSurface(
            pixels: pixels, bytesPerRow: bytesPerRow, width: rect.width, height: rect.height, format: .a8)
    }
}
