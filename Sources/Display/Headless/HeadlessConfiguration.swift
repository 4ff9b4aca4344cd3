public import Raster

/// How a headless display should be.
public struct HeadlessConfiguration: Hashable, Sendable {
    /// Who says when a flip is over.
    public enum Pacing: Hashable, Sendable {
        /// The caller, with `completeFlip(at:)`. There are no descriptors.
        case manual
        /// A timer, at the refresh rate. It runs only while a flip is pending.
        case timed
    }

    /// Pixels.
    public var size: PixelSize
    /// One of `PixelFormat.scanout`.
    public var format: PixelFormat
    /// Hz.
    public var refreshRate: Double
    /// 1 to 4.
    public var bufferCount: Int
    public var pacing: Pacing
    /// Fills new buffers with magenta, so that a pixel that was never painted shows. Otherwise they are black.
    public var fillsWithPoison: Bool
    /// Extra bytes at the end of every row, to find code that takes the width for the row length.
    public var rowPadding: Int
    /// Which of several it is, from 1: its name is "Headless-1".
    public var number: Int

    public init(
        size: PixelSize = PixelSize(width: 1024, height: 600), format: PixelFormat = .xrgb8888,
        refreshRate: Double = 60, bufferCount: Int = 2, pacing: Pacing = .timed, fillsWithPoison: Bool = false,
        rowPadding: Int = 0, number: Int = 1
    ) {
        self.size = size
        self.format = format
        self.refreshRate = refreshRate
        self.bufferCount = bufferCount
        self.pacing = pacing
        self.fillsWithPoison = fillsWithPoison
        self.rowPadding = rowPadding
        self.number = number
    }
}
