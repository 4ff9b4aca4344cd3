internal import CoreGraphics
internal import Foundation
internal import Raster

/// The bitmaps of a layer that shows one colour through coverage, such as a text: a byte for each pixel in place of four.
/// It is always drawn whole, and only where there is ink it is cleared and sent again.
@MainActor
final class CoverageStore: LayerStore {
    let width: Int
    let height: Int

    private struct Slot {
        var bitmap: Bitmap
        /// What may be covered.
        var ink: PixelRect
    }

    private var slots: [Slot] = []
    private var front = -1
    /// Premultiplied.
    private var color: UInt32 = 0
    /// What is shown, as a picture, if somebody asked for that.
    private var picture: Bitmap?

    init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    override var committed: (bitmap: Bitmap?, color: UInt32) { (front >= 0 ? slots[front].bitmap : nil, color) }

    override var bitmap: Bitmap? {
        guard front >= 0 else { return nil }
        if let picture { return picture }
        guard let made = try? Bitmap(width: width, height: height, format: .argb8888) else { return nil }
        Kernels.over(color, through: slots[front].bitmap.surface, onto: made.surface)
        made.freeze()
        picture = made
        return made
    }

    override var hasSpares: Bool { slots.count > 1 }

    override func dropSpares() {
        guard front >= 0, hasSpares else { return }
        slots = [slots[front]]
        front = 0
    }

    enum Outcome { case drawn, refused, noMemory }

    /// Draws anew: `body` writes coverage where nothing is covered, and answers where it did; nil if it cannot, which
    /// leaves everything as it was.
    func draw(in color: UInt32, _ body: (PixelSurface) -> PixelRect?) -> Outcome {
        guard let index = preparedSlot() else { return .noMemory }
        let surface = slots[index].bitmap.surface
        // The front one is drawn over in place if nobody has taken it.
        let before = front >= 0 ? slots[front].ink : .empty
        let old = slots[index].ink
        for y in old.minY..<old.maxY { memset(surface.row(y) + old.minX, 0, old.width) }
        let drawn = body(surface)
        slots[index].ink = drawn ?? .empty
        slots[index].bitmap.freeze()
        guard let drawn else { return .refused }
        if color == self.color {
            noteDrawn(before.union(drawn))
        } else {
            change = nil
        }
        self.color = color
        picture = nil
        front = index
        return .drawn
    }

    /// A bitmap that nobody else holds.
    private func preparedSlot() -> Int? {
        if front >= 0, isKnownUniquelyReferenced(&slots[front].bitmap) {
            Bitmap.thaw(&slots[front].bitmap)
            return front
        }
        for index in slots.indices where index != front && isKnownUniquelyReferenced(&slots[index].bitmap) {
            Bitmap.thaw(&slots[index].bitmap)
            return index
        }
        guard let made = try? Bitmap(width: width, height: height, format: .a8) else { return nil }
        let slot = Slot(bitmap: made, ink: .empty)
        if slots.count < Self.slotLimit {
            slots.append(slot)
            return slots.count - 1
        }
        // All are being read: the oldest is left to its readers.
        let index = (front + 1) % slots.count
        slots[index] = slot
        return index
    }
}
