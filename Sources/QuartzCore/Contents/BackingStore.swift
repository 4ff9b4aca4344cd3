internal import CoreGraphics
internal import Foundation
internal import Raster

/// The bitmaps of a layer that draws into a context.
@MainActor
final class BackingStore: LayerStore {
    /// What a store fits; a layer that differs needs another one.
    struct Shape: Equatable {
        var width: Int
        var height: Int
        var scale: CGFloat
        var origin: CGPoint
        var isOpaque: Bool
        /// Colours are turned to shades of grey.
        var isGray = false
    }

    private struct Slot {
        var context: CGContext
        /// What has been drawn elsewhere since this bitmap was the front one.
        var stale: PixelRect
    }

    let shape: Shape
    private var slots: [Slot] = []
    private var front = -1

    init(shape: Shape) { self.shape = shape }

    override var bitmap: Bitmap? { front >= 0 ? slots[front].context.bitmap : nil }
    override var hasSpares: Bool { slots.count > 1 }

    private var whole: PixelRect { PixelRect(minX: 0, minY: 0, maxX: shape.width, maxY: shape.height) }

    /// Draws the part `dirty` of the layer, in its coordinates; the rest stays as it is. False if there is no memory.
    func draw(_ dirty: CGRect, _ body: (CGContext) -> Void) -> Bool {
        let pixels = PixelRect(
            around: CGRect(
                x: (dirty.minX - shape.origin.x) * shape.scale, y: (dirty.minY - shape.origin.y) * shape.scale,
                width: dirty.width * shape.scale, height: dirty.height * shape.scale)
        ).intersection(whole)
        guard let index = preparedSlot(for: dirty) else { return false }
        let context = slots[index].context
        if index != front, front >= 0, let source = slots[front].context.bitmap, let target = context.bitmap {
            Self.copy(slots[index].stale, besides: pixels, from: source, to: target)
        }
        body(context)
        if shape.isGray, let bitmap = context.bitmap { Self.takeColors(from: bitmap, pixels) }
        _ = context.finish()
        for other in slots.indices { slots[other].stale = slots[other].stale.union(pixels) }
        slots[index].stale = .empty
        front = index
        noteDrawn(pixels)
        return true
    }

    override func dropSpares() {
        guard front >= 0, hasSpares else { return }
        slots = [slots[front]]
        front = 0
    }

    /// Each pixel becomes as bright as it was (ITU-R BT.709), multiplied by alpha as before.
    private static func takeColors(from bitmap: Bitmap, _ part: PixelRect) {
        for y in part.minY..<part.maxY {
            let row = bitmap.row(y).assumingMemoryBound(to: UInt32.self)
            for x in part.minX..<part.maxX {
                let pixel = row[x]
                let (red, green, blue) = (pixel >> 16 & 0xFF, pixel >> 8 & 0xFF, pixel & 0xFF)
                let gray = (red * 54 + green * 183 + blue * 19 + 128) >> 8
                row[x] = pixel & 0xFF00_0000 | gray << 16 | gray << 8 | gray
            }
        }
    }

    /// A bitmap that nobody else holds, ready to be drawn into.
    private func preparedSlot(for dirty: CGRect) -> Int? {
        // While nobody has taken the front one, it can be drawn over in place.
        if front >= 0, slots[front].context.prepare(clip: dirty, clear: !shape.isOpaque) { return front }
        for index in slots.indices where index != front {
            if slots[index].context.prepare(clip: dirty, clear: !shape.isOpaque) { return index }
        }
        let format: PixelFormat = shape.isOpaque ? .xrgb8888 : .argb8888
        guard let bitmap = try? Bitmap(width: shape.width, height: shape.height, format: format) else { return nil }
        let context = CGContext(bitmap: bitmap, scale: shape.scale, boundsOrigin: shape.origin)
        guard context.prepare(clip: dirty, clear: false) else { return nil }
        let slot = Slot(context: context, stale: whole)
        if slots.count < Self.slotLimit {
            slots.append(slot)
            return slots.count - 1
        }
        // All are being read: the oldest is left to its readers.
        let index = (front + 1) % slots.count
        slots[index] = slot
        return index
    }

    /// Copies `part` except where `hole` is.
    private static func copy(_ part: PixelRect, besides hole: PixelRect, from source: Bitmap, to target: Bitmap) {
        guard !part.isEmpty, !hole.contains(part) else { return }
        let pixelBytes = source.format.bytesPerPixel
        func copyRow(_ y: Int, _ from: Int, _ to: Int) {
            guard to > from else { return }
            (target.row(y) + from * pixelBytes).copyMemory(
                from: source.row(y) + from * pixelBytes, byteCount: (to - from) * pixelBytes)
        }
        for y in part.minY..<part.maxY {
            if y < hole.minY || y >= hole.maxY {
                copyRow(y, part.minX, part.maxX)
            } else {
                copyRow(y, part.minX, min(hole.minX, part.maxX))
                copyRow(y, max(hole.maxX, part.minX), part.maxX)
            }
        }
    }
}
