import Raster

/// Damage as the kernel takes it.
enum DamageClips {
    /// Cut to the panel, without empty rectangles. More than `limit` become one around all: a hint may be too large, never
    /// too small.
    static func convert(
        _ damage: UnsafeBufferPointer<PixelRect>, panel: PixelSize, limit: Int, into clips: inout [KMSClip]
    ) {
        clips.removeAll(keepingCapacity: true)
        let bounds = PixelRect(size: panel)
        if damage.count > limit {
            append(damage.reduce(PixelRect.empty) { $0.union($1) }.intersection(bounds), to: &clips)
        } else {
            for rect in damage { append(rect.intersection(bounds), to: &clips) }
        }
    }

    private static func append(_ rect: PixelRect, to clips: inout [KMSClip]) {
        guard !rect.isEmpty else { return }
        clips.append(
            KMSClip(x1: Int32(rect.minX), y1: Int32(rect.minY), x2: Int32(rect.maxX), y2: Int32(rect.maxY)))
    }
}
