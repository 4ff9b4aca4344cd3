internal import Raster

/// The masks of rounded corners in use, found again by radius and border width. Making one costs an allocation; finding
/// one does not.
final class CornerMaskCache {
    private struct Key: Equatable {
        var radius: Double
        /// Where the curve begins; 0 for a circle, which begins at the radius.
        var extent: Double
        var borderWidth: Int32
    }

    private var keys: [Key] = []
    private var lastUses: [Int] = []
    private(set) var masks: [CornerMask] = []
    private var frame = 0

    /// As many as are kept when they are not in use. An animated radius makes a new one in every frame.
    private static let limit = 96
    /// Larger corners are drawn without a mask, which would take megabytes.
    static let maximumRadius = 512.0

    func beginFrame() { frame += 1 }

    /// The number of a mask, good until the end of the frame; nil when there is no memory for it. A `borderWidth` of 0
    /// asks for a filled corner.
    func mask(radius: Double, borderWidth: Int32) -> Int32? {
        mask(Key(radius: radius, extent: 0, borderWidth: borderWidth)) { () throws(Bitmap.Failure) in
            borderWidth > 0
                ? try CornerMask.makeBorder(radius: radius, width: Int(borderWidth))
                : try CornerMask.make(radius: radius)
        }
    }

    /// The same of a continuous curve.
    func mask(_ corner: ContinuousCorner, borderWidth: Int32) -> Int32? {
        mask(Key(radius: corner.radius, extent: corner.extent, borderWidth: borderWidth)) {
            () throws(Bitmap.Failure) in try CornerMask.make(corner, borderWidth: Int(borderWidth))
        }
    }

    @inline(__always)
    private func mask(_ key: Key, make: () throws(Bitmap.Failure) -> CornerMask) -> Int32? {
        if let index = keys.firstIndex(of: key) {
            lastUses[index] = frame
            return Int32(index)
        }
        guard let made = try? make() else { return nil }
        if masks.count >= Self.limit, let oldest = lastUses.indices.min(by: { lastUses[$0] < lastUses[$1] }),
            lastUses[oldest] != frame
        {
            keys[oldest] = key
            masks[oldest] = made
            lastUses[oldest] = frame
            return Int32(oldest)
        }
        keys.append(key)
        masks.append(made)
        lastUses.append(frame)
        return Int32(keys.count - 1)
    }
}
