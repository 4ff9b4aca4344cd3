/// A gaussian blur as three box blurs one after the other, along each axis.
///
/// From a sigma of 1.5 on the bell is right to 7 hundredths of its height, and an edge to 2 hundredths.
/// Two of them may be even, shifted half a pixel to either side.
public struct GaussianBlur: Hashable, Sendable {
    /// One of the passes.
    public struct Box: Hashable, Sendable {
        /// Pixels averaged.
        public let size: Int
        /// How many of them lie before the pixel itself.
        public let before: Int
        /// How many lie after it.
        @inlinable public var after: Int { size &- 1 &- before }

        /// `size` is 1 … 65535, `before` within it.
        public init(size: Int, before: Int) {
            self.size = max(1, min(size, 65535))
            self.before = max(0, min(before, self.size - 1))
        }
    }

    /// In any order; `size` 1 changes nothing.
    public let first, second, third: Box
    /// How far the picture of one pixel reaches to each side, pixels.
    public let spread: Int

    /// The largest standard deviation, pixels; a larger one counts as this.
    public static let maximumSigma = 1024.0

    /// `sigma`: standard deviation in pixels. Not a number, or not positive: no blur.
    public init(sigma: Double) {
        guard sigma > 0 else {
            first = Box(size: 1, before: 0)
            second = first
            third = first
            spread = 0
            return
        }
        // A box of n pixels has the variance (n² − 1) / 12, and variances add up. Three boxes of the bell's own variance are
        // too flat in the middle; a little less, in boxes that are much alike, fits both the bell and its edge.
        let sigma = min(sigma, Self.maximumSigma)
        let middle = Int(1.9 * sigma)
        var best = (pair: 1, single: 1)
        var cost = Double.infinity
        for pair in max(1, middle - 2)...(middle + 3) {
            for single in stride(from: max(1, middle - 3) | 1, through: middle + 4, by: 2) {
                let share = Double(2 * pair * pair + single * single - 3) / (12 * sigma * sigma)
                if share > 1.1 { continue }
                let miss = 20 * abs(share - 0.92) + abs(Double(pair - single)) / sigma
                if miss < cost {
                    best = (pair, single)
                    cost = miss
                }
            }
        }
        first = Box(size: best.pair, before: best.pair / 2)
        second = Box(size: best.pair, before: (best.pair - 1) / 2)
        third = Box(size: best.single, before: best.single / 2)
        spread = first.before + second.before + third.before
    }

    /// Whether nothing changes.
    @inlinable public var isIdentity: Bool { spread == 0 }
}
