package import Foundation
package import Raster

extension CGContext {
    /// The bitmap drawn into, for contexts made over one.
    package var bitmap: Bitmap? { bitmapStorage }

    /// Starts another drawing into the same bitmap: default state, no path, drawing limited to `clip` (user space,
    /// rounded out to pixels), which is emptied first if `clear` says so. Allocates nothing.
    ///
    /// False, with nothing changed, when the bitmap has been frozen and someone else still holds it: it cannot change
    /// now, and the caller draws into another one. The context must be the only holder.
    package func prepare(clip: CGRect, clear: Bool) -> Bool {
        guard var bitmap = bitmapStorage.take() else { return false }
        defer { bitmapStorage = bitmap }
        if bitmap.isFrozen {
            guard isKnownUniquelyReferenced(&bitmap) else { return false }
            Bitmap.thaw(&bitmap)
        }
        restart(clip: PixelRect(around: clip.applying(baseMatrix)))
        if clear, !state.clip.isEmpty {
            let length = state.clip.width * format.bytesPerPixel
            for y in state.clip.minY..<state.clip.maxY {
                memset(pixels + y * rowBytes + state.clip.minX * format.bytesPerPixel, 0, length)
            }
            markWritten()
        }
        return true
    }

    /// Ends a drawing: the bitmap is frozen and may be given to others. `prepare` begins the next one.
    package func finish() -> Bitmap? {
        bitmapStorage?.freeze()
        return bitmapStorage
    }
}
