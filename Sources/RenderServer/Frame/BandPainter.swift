internal import Raster

/// What all threads that draw one frame read, and none of them changes.
struct FrameToPaint {
    let list: DisplayList
    /// What has to be drawn, in screen pixels.
    let rects: UnsafeBufferPointer<PixelRect>
    let panel: PixelSurface
    let panelSize: PixelSize
    let rotation: Rotation
    /// Nothing to turn or convert: a picture that covers a piece alone need not pass through a tile.
    let isPlain: Bool
    /// More is drawn than would still be in the caches when the frame after next writes there again.
    let isLarge: Bool
    /// Formats of 16 bits mix neighbouring levels in a pattern of panel pixels.
    let isDithered: Bool
}

/// Draws bands of a frame on one thread. All memory that drawing writes is its own.
final class BandPainter {
    private var compositor: TileCompositor

    /// The screen's size, pixels.
    init(screenSize: PixelSize) { compositor = Self.makeCompositor(screenSize) }

    func screenChanged(to size: PixelSize) { compositor = Self.makeCompositor(size) }

    /// Composites some of the frame's rectangles and writes each once.
    func paint(_ frame: FrameToPaint, _ range: Range<Int>) {
        compositor.paint(frame, range)
    }

    private static func makeCompositor(_ size: PixelSize) -> TileCompositor {
        TileCompositor(capacity: DamageGrid.defaultMaximumArea, tallest: max(size.height, 1))
    }
}
