internal import Raster

/// How large the tiles are that a rectangle is drawn in. It decides what drawing costs, never a pixel.
extension TileCompositor {
    /// Pixels of a tile of plain items, which are drawn row by row: it fits the first-level cache of most processors.
    private static let plainTileArea = 8 * 1024
    /// Widths that are tried; the whole width is, too.
    private static let plainTileWidths: [Int32] = [256, 128]
    /// What a tile, an item in a tile, and a row of a picture in a tile cost beside their pixels, about, in nanoseconds.
    private static let tileCost = 150
    private static let itemCost = 60
    private static let rowCost = 8

    /// What is sampled, masked or turned is best off in tiles that are nearly square.
    func nearlySquareTileSize(_ rect: ScreenRect) -> (width: Int32, height: Int32) {
        let height = min(rect.height, 64)
        return (min(rect.width, Int32(capacity) / height), height)
    }

    /// Pictures are read and written best in long rows, but small things would be drawn again in every flat tile that
    /// they reach into: counts which shape costs least.
    func plainTileSize(
        _ list: DisplayList, _ rect: ScreenRect, _ range: Range<Int>, base: Base
    ) -> (width: Int32, height: Int32) {
        var best = Self.plainTileSize(rect, width: rect.width)
        if best.height >= rect.height || range.count - base.count < 4 { return best }
        var leastCost = tilingCost(list, rect, range, best)
        for width in Self.plainTileWidths where width < rect.width {
            let size = Self.plainTileSize(rect, width: width)
            let cost = tilingCost(list, rect, range, size)
            if cost < leastCost { (best, leastCost) = (size, cost) }
        }
        return best
    }

    /// Tiles of about the given width that divide the rectangle evenly.
    private static func plainTileSize(_ rect: ScreenRect, width: Int32) -> (width: Int32, height: Int32) {
        let columns = max(1, (rect.width &+ width / 2) / width)
        let width = (rect.width &+ columns &- 1) / columns
        // A last tile of a few rows costs more than somewhat larger ones.
        let rows = max(1, (Int(rect.height) &* Int(width) &+ plainTileArea / 4) / plainTileArea)
        return (width, max(1, (rect.height &+ Int32(rows) &- 1) / Int32(rows)))
    }

    private func tilingCost(
        _ list: DisplayList, _ rect: ScreenRect, _ range: Range<Int>, _ size: (width: Int32, height: Int32)
    ) -> Int {
        let columns = Int((rect.width &+ size.width &- 1) / size.width)
        let rows = Int((rect.height &+ size.height &- 1) / size.height)
        var cost = columns &* rows &* Self.tileCost
        for position in range {
            let index = activeItem(position)
            let part = list.extents.base[index].intersection(rect)
            if part.isEmpty { continue }
            let across =
                Int((part.maxX &- 1 &- rect.minX) / size.width &- (part.minX &- rect.minX) / size.width) &+ 1
            let down =
                Int((part.maxY &- 1 &- rect.minY) / size.height &- (part.minY &- rect.minY) / size.height) &+ 1
            cost &+= across &* down &* Self.itemCost
            if list.items.base[index].kind == .copy { cost &+= across &* Int(part.height) &* Self.rowCost }
        }
        return cost
    }
}
