/// Pictures to be shown one after the other, all of one size.
package struct ImageAnimation: Sendable {
    package struct Frame: Sendable {
        package var image: CGImage
        /// Seconds.
        package var duration: Double
    }

    /// At least one.
    package var frames: [Frame]
    /// How often it plays; 0 for ever.
    package var loopCount: Int

    /// Seconds, of all frames.
    package var duration: Double { frames.reduce(0) { $0 + $1.duration } }

    /// A frame's time as browsers read it: files made for slow machines say 0 and mean a tenth of a second.
    static func duration(milliseconds: Int) -> Double { milliseconds < 20 ? 0.1 : Double(milliseconds) / 1000 }
}
