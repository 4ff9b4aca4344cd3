internal import Raster

extension TileCompositor {
    @inline(__always)
    func drawProjected(
        _ list: DisplayList, _ item: UnsafePointer<DisplayItem>, onto target: Target, _ part: ScreenRect
    ) {
        let picture = list.projectedPictures.base + Int(item.pointee.resource)
        Kernels.over(
            picture.pointee.source, projection: picture.pointee.projection, onto: target.part(part),
            originX: Int(part.minX), originY: Int(part.minY), alpha: item.pointee.alpha)
    }

    @inline(__always)
    func drawProjectedFill(
        _ list: DisplayList, _ item: UnsafePointer<DisplayItem>, onto target: Target, _ part: ScreenRect
    ) {
        Kernels.over(
            item.pointee.colour, projection: list.projectedPictures.base[Int(item.pointee.resource)].projection,
            onto: target.part(part), originX: Int(part.minX), originY: Int(part.minY))
    }

    // MARK: Halves

    /// Draws what is inside only where all halves are.
    func drawHalfClip(_ list: DisplayList, _ index: Int, onto target: Target, _ part: ScreenRect, level: Int) {
        let item = list.items.base + index
        let end = Int(item.pointee.end)
        let halves = UnsafeBufferPointer(
            start: list.halves.base + Int(item.pointee.resource), count: Int(item.pointee.side))
        var cut = HalfCut(part, halves)
        if cut.rect.isEmpty { return }
        if cut.rect != part, list.hasBackdrop(index..<end) {
            // It may show what is drawn here first and cut off afterwards, the same in every tile.
            cut.rect = part
            cut.isWhole = false
        }
        if cut.isWhole {
            _ = draw(list, index + 1, end, onto: target, cut.rect, level: level, base: nil)
            return
        }
        let rect = cut.rect
        let aside = tile(level + 1, rect)
        Kernels.copy(target.part(rect), to: aside.surface)
        _ = draw(list, index + 1, end, onto: target, rect, level: level + 1, base: nil)
        for y in rect.minY..<rect.maxY {
            var low = rect.minX
            var high = rect.maxX
            for half in halves { half.narrow(&low, &high, row: y) }
            let row = ScreenRect(minX: rect.minX, minY: y, maxX: rect.maxX, maxY: y &+ 1)
            row.subtract(ScreenRect(minX: low, minY: y, maxX: high, maxY: y &+ 1)) {
                Kernels.copy(aside.part($0), to: target.part($0))
            }
        }
    }

    /// What halves leave of a rectangle.
    private struct HalfCut {
        /// Around all pixels that are left.
        var rect = ScreenRect.empty
        /// All of `rect` is left.
        var isWhole = true

        init(_ part: ScreenRect, _ halves: UnsafeBufferPointer<ScreenHalf>) {
            for y in part.minY..<part.maxY {
                var low = part.minX
                var high = part.maxX
                for half in halves { half.narrow(&low, &high, row: y) }
                let row = ScreenRect(minX: low, minY: y, maxX: high, maxY: y &+ 1)
                if row.isEmpty { continue }
                if !rect.isEmpty, rect.maxY != y || row.minX != rect.minX || row.maxX != rect.maxX { isWhole = false }
                rect = rect.union(row)
            }
        }
    }
}
