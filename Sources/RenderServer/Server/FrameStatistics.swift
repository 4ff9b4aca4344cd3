/// What the render server showed so far. Counts are totals since start.
public struct FrameStatistics: Sendable {
    public var framesShown = 0
    /// Refreshes that passed without a new frame although one was in the making.
    public var missedRefreshes = 0
    public var flipsRefused = 0
    public var flipsLost = 0
    public var pixelsComposited = 0
    public var bytesWritten = 0
    /// Layers looked at while frames were composited.
    public var layersVisited = 0
    /// Commits applied.
    public var commitsApplied = 0
    /// Turns of the render loop: what it was woken for.
    public var wakeUps = 0
    /// When the last flip was shown, seconds of the media clock; nil before the first.
    public var lastFlipTime: Double?
    /// Whether something is waiting to be shown right now.
    public var isFrameDue = false
    /// Memory that the pixels of layers' contents and of rasterised layers take, bytes, and how many bitmaps layers show.
    public var contentsBytes = 0
    public var contentsCount = 0

    public init() {}
}
