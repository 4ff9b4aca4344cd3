/// The colours along a gradient, made once and read by every pixel: premultiplied, sixteen bits per channel.
///
/// Immutable, so any thread may read it.
public final class GradientTable: @unchecked Sendable {
    // Unchecked because of the pointer to its memory, which is written in `init` only.

    /// Number of colours, the first for position 0 and the last for 1.
    public let count: Int
    /// Whether every colour has alpha 1.
    public let isOpaque: Bool
    let channels: UnsafeMutablePointer<UInt16>

    /// A channel's 1.
    static let whole: Float = 255 * 256

    /// - Parameters:
    ///   - count: 2 … 4096; 256 for a small gradient, 1024 for one across the screen.
    ///   - color: the colour at a position 0 … 1: red, green, blue, alpha, not premultiplied, 0 … 1 (others are limited,
    ///     no number counts as 0).
    public init(count: Int = 1024, color: (_ position: Double) -> SIMD4<Float>) {
        let count = max(2, min(count, 4096))
        self.count = count
        channels = .allocate(capacity: count * 4)
        var isOpaque = true
        for index in 0..<count {
            let value = color(Double(index) / Double(count - 1)).limitedToUnit
            if value.w < 1 { isOpaque = false }
            let alpha = (value.w * Self.whole).rounded()
            let channels = channels + index * 4
            channels[0] = UInt16((value.z * alpha).rounded())
            channels[1] = UInt16((value.y * alpha).rounded())
            channels[2] = UInt16((value.x * alpha).rounded())
            channels[3] = UInt16(alpha)
        }
        self.isOpaque = isOpaque
    }

    deinit { channels.deallocate() }
}

extension SIMD4<Float> {
    fileprivate var limitedToUnit: SIMD4<Float> {
        var result = self
        // The order of arguments makes a NaN 0.
        for k in 0..<4 { result[k] = Swift.min(Swift.max(0, result[k]), 1) }
        return result
    }
}
