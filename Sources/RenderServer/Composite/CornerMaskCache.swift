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
    /// Stands in for a mask that is being drawn over.
    private var blank: CornerMask?

    /// From this many on, one that was not in the frame before is drawn over: an animated radius makes a new one in every
    /// frame, and then takes no memory.
    private static let limit = 32
    /// Larger corners are drawn without a mask, which would take megabytes.
    static let maximumRadius = 512.0

    func beginFrame() { frame += 1 }

    /// The number of a mask, good until the end of the frame; nil when there is no memory for it. A `borderWidth` of 0
    /// asks for a filled corner.
    func mask(radius: Double, borderWidth: Int32) -> Int32? {
        mask(Key(radius: radius, extent: 0, borderWidth: borderWidth))
    }

    /// The same of a continuous curve.
    func mask(_ corner: ContinuousCorner, borderWidth: Int32) -> Int32? {
        mask(Key(radius: corner.radius, extent: corner.extent, borderWidth: borderWidth))
    }

    private func mask(_ key: Key) -> Int32? {
        if let index = keys.firstIndex(of: key) {
            lastUses[index] = frame
            return Int32(index)
        }
        var oldest = 0
        for index in lastUses.indices where lastUses[index] < lastUses[oldest] { oldest = index }
        if masks.count >= Self.limit, lastUses[oldest] < frame - 1 {
            var memory: Bitmap? = masks[oldest].bitmap
            // Nobody but the cache holds it between frames, and the cache lets go of it here.
            if let blank { masks[oldest] = blank }
            keys[oldest] = Key(radius: -1, extent: 0, borderWidth: 0)
            guard let made = make(key, &memory) else { return nil }
            keys[oldest] = key
            masks[oldest] = made
            lastUses[oldest] = frame
            return Int32(oldest)
        }
        var none: Bitmap?
        guard let made = make(key, &none) else { return nil }
        if blank == nil { blank = made }
        keys.append(key)
        masks.append(made)
        lastUses.append(frame)
        return Int32(keys.count - 1)
    }

    private func make(_ key: Key, _ memory: inout Bitmap?) -> CornerMask? {
        let width = Int(key.borderWidth)
        if key.extent > 0 {
            return try? CornerMask.make(
                ContinuousCorner(radius: key.radius, room: key.extent), borderWidth: width, memory: &memory)
        }
        return try? CornerMask.make(radius: key.radius, borderWidth: width, memory: &memory)
    }
}
