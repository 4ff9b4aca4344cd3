/// What the render server tells the main thread. Collected in order, drained with `RenderServer.drainEvents(_:)`.
public enum RenderEvent: Sendable {
    /// Asked for with `requestTick()`: a new frame begins. `timestamp` is the last flip's time, `targetTimestamp` when the
    /// frame now being made is expected on the panel; seconds of the media clock.
    case tick(timestamp: Double, targetTimestamp: Double)
    /// The animation's active time is over; sent once.
    case animationEnded(identifier: UInt64)
    /// The first frame, and every later one asked for, is visible.
    case framePresented(FrameReport)
    /// Size, format or presence of the output changed.
    case outputChanged
    /// The first picture after `setPower(.on)` is visible: time to switch a light on.
    case panelLit
    /// The device does not show the pointer: it has to be a part of the picture.
    case cursorRefused
    /// Something a person should know, though the picture is right; the text says what and what to do.
    case warning(String)
    /// The output failed in a way that needs a person; the text says what was tried and what to do.
    case outputFailed(String)
}

/// What one shown frame cost; counts first, times for information.
public struct FrameReport: Sendable {
    /// Counts shown frames from 1.
    public var number = 0
    /// The time animations were evaluated for, seconds.
    public var presentationTime = 0.0
    /// When the flip was reported, seconds.
    public var flipTime = 0.0
    /// Refresh intervals that passed without a new frame although one was due.
    public var missedIntervals = 0
    /// Pixels of the rectangles that were composited.
    public var pixelsComposited = 0
    /// Bytes written to scan-out memory.
    public var bytesWritten = 0
    /// Layers looked at while compositing.
    public var layersVisited = 0
    /// Seconds from taking the commits to handing over the flip.
    public var renderDuration = 0.0
    /// Whether the frame was due right after the one before, so that the time between their flips says something.
    public var isContinuous = false
    /// Seconds from the newest contact that led to this frame to its flip; 0 if no contact did.
    public var contactLatency = 0.0

    public init() {}
}
