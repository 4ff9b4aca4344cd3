internal import Raster

/// The pixels of a rasterised layer's picture.
struct RasterizedBitmap {
    var bitmap: Bitmap
    /// The pixels of the picture that it holds.
    var area: ScreenRect
    /// No pixel that the picture shows lets through what is below.
    var isOpaque: Bool
}

/// Draws the pictures of rasterised layers (fact D-86), each when a list of what to draw comes by its layer, and only what
/// changed in it since.
final class LayerRasterizer {
    /// One for each picture that is drawn within another.
    private var lists: [DisplayList] = []
    private var level = 0
    private let compositor = TileCompositor(capacity: DamageGrid.defaultMaximumArea, tallest: 64)
    private var pixelCount = 0

    /// Pixels drawn into kept pictures since the last call.
    func takePixelCount() -> Int {
        defer { pixelCount = 0 }
        return pixelCount
    }

    /// A picture as it has to be now; nil when there is no memory for it.
    ///
    /// - Parameter isKept: whether the layer's own bitmap is used and stays. Else all is drawn, in a bitmap for once.
    func draw(_ picture: RasterPicture, of index: Int32, in tree: RenderTree, isKept: Bool) -> RasterizedBitmap? {
        guard isKept else { return drawOnce(picture, of: index, in: tree) }
        guard picture.prepare(), let bitmap = picture.bitmap else { return nil }
        if !picture.stale.isEmpty {
            for rect in picture.stale { pixelCount += rect.area }
            let isCovered = draw(
                picture.stale, of: picture, index, in: tree, isKept: true, onto: bitmap, area: picture.bitmapArea)
            picture.didDraw(isCovered: isCovered)
        }
        return RasterizedBitmap(bitmap: bitmap, area: picture.bitmapArea, isOpaque: picture.isOpaque)
    }

    private func drawOnce(_ picture: RasterPicture, of index: Int32, in tree: RenderTree) -> RasterizedBitmap? {
        let area = picture.extent.grown(by: 1)
        guard let bitmap = try? Bitmap(width: Int(area.width), height: Int(area.height), format: .argb8888)
        else { return nil }
        let isCovered = draw(
            [picture.extent], of: picture, index, in: tree, isKept: false, onto: bitmap, area: area)
        return RasterizedBitmap(bitmap: bitmap, area: area, isOpaque: isCovered)
    }

    /// Returns whether every pixel of `rects` was covered.
    private func draw(
        _ rects: [ScreenRect], of picture: RasterPicture, _ index: Int32, in tree: RenderTree, isKept: Bool,
        onto bitmap: Bitmap, area: ScreenRect
    ) -> Bool {
        if level == lists.count {
            lists.append(DisplayList())
            lists[level].rasterizer = self
        }
        let list = lists[level]
        list.usesKeptPictures = isKept
        // Pictures inside are drawn while the list is made.
        level += 1
        list.buildRasterized(tree, of: index, picture, within: rects)
        level -= 1
        let target = TileCompositor.Target(surface: bitmap.surface, x: Int(area.minX), y: Int(area.minY))
        var isCovered = true
        for rect in rects {
            for y in stride(from: rect.minY, to: rect.maxY, by: 64) {
                for x in stride(from: rect.minX, to: rect.maxX, by: 512) {
                    let tile = ScreenRect(
                        minX: x, minY: y, maxX: min(x &+ 512, rect.maxX), maxY: min(y &+ 64, rect.maxY))
                    if !draw(list, tile, onto: target) { isCovered = false }
                }
            }
        }
        list.bitmaps.removeAll()
        list.giveBackMemory()
        return isCovered
    }

    private func draw(_ list: DisplayList, _ tile: ScreenRect, onto target: TileCompositor.Target) -> Bool {
        if list.backdrops.count > 0 {
            let seen = compositor.regionSeen(list, from: tile, scope: -1).intersection(list.screen)
            if seen != tile {
                let made = compositor.tile(0, seen)
                let isCovered = compositor.draw(list, 0, list.items.count, onto: made, seen, level: 0, base: 0)
                Kernels.copy(made.part(tile), to: target.part(tile))
                return isCovered
            }
        }
        return compositor.draw(list, 0, list.items.count, onto: target, tile, level: 0, base: 0)
    }
}
