/// When a display without a vertical blank of its own shows what it was given: at even steps from a beginning.
package struct RefreshGrid: Sendable {
    /// Seconds.
    package var origin: Double
    package var interval: Double

    package init(origin: Double, interval: Double) {
        self.origin = origin
        self.interval = interval
    }

    /// The first refresh after `time`.
    package func refresh(after time: Double) -> Double {
        origin + (((time - origin) / interval).rounded(.down) + 1) * interval
    }
}
