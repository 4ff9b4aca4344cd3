/// What one frame cost, counted: the same on every machine.
public struct RenderCounters: Hashable, Sendable {
    /// Pixels of the rectangles that were composited.
    public var pixelsComposited = 0
    /// Pixels composited beside those, into pictures of groups that only fade; the frames after draw these.
    public var keptPicturePixels = 0
    /// Pixels composited beside those, into pictures of rasterised layers: none while nothing in these changes.
    public var rasterizedPixels = 0
    /// Bytes written to scan-out memory.
    public var bytesWritten = 0
    /// Layers looked at.
    public var layersVisited = 0
    /// Items in the display list.
    public var items = 0
    /// Rectangles composited.
    public var tiles = 0

    public init() {}
}
