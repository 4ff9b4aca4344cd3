internal import RenderServer

/// A time span in seconds.
public typealias CFTimeInterval = Double

/// Seconds since the machine started, on a clock that never goes back: the time all animations run by.
public func CACurrentMediaTime() -> CFTimeInterval { MediaClock.now }
