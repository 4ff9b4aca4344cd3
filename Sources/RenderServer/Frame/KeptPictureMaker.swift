internal import Raster

/// Makes the pictures of groups that only fade, before a frame is drawn: from then on a frame of the fade costs one
/// blend of that picture. The bytes are the same with and without.
final class KeptPictureMaker {
    private let list = DisplayList()
    private let compositor = TileCompositor(capacity: DamageGrid.defaultMaximumArea, tallest: 64)

    /// Memory of all pictures together: this many screens, 32 bits a pixel.
    private static let budgetScreens = 4
    /// Passes in which nothing but the alpha changed, after which the picture is made.
    private static let patience = 2

    init(rasterizer: LayerRasterizer) { list.rasterizer = rasterizer }

    /// Returns the pixels composited.
    func make(_ tree: RenderTree, within rects: UnsafeBufferPointer<PixelRect>) -> Int {
        if tree.keptPictures.isEmpty { return 0 }
        let damage = DisplayList.Damage(rects)
        let screenArea = Int(tree.screen.width) * Int(tree.screen.height)
        var kept = tree.keptPictures.reduce(0) { $0 + ($1.bitmap?.byteCount ?? 0) }
        var pixels = 0
        for place in tree.keptPictures.indices {
            let picture = tree.keptPictures[place]
            let extent = tree.links.base[Int(picture.node)].subtreeExtent
            let area = Int(extent.width) * Int(extent.height)
            guard picture.bitmap == nil, picture.stillCount >= Self.patience, picture.depth >= 0,
                damage.meets(extent), area <= screenArea, kept + area * 4 <= Self.budgetScreens * screenArea * 4
            else { continue }
            list.buildPicture(tree, of: picture.node, depth: picture.depth, extent)
            // What shows the pixels below it is more than its own picture.
            guard list.backdrops.count == 0,
                let bitmap = try? Bitmap(width: Int(extent.width), height: Int(extent.height), format: .argb8888)
            else { continue }
            draw(extent, on: bitmap)
            bitmap.freeze()
            tree.keptPictures[place].bitmap = bitmap
            tree.keptPictures[place].extent = extent
            kept += bitmap.byteCount
            pixels += area
        }
        return pixels
    }

    private func draw(_ extent: ScreenRect, on bitmap: Bitmap) {
        let target = TileCompositor.Target(surface: bitmap.surface, x: Int(extent.minX), y: Int(extent.minY))
        var y = extent.minY
        while y < extent.maxY {
            var x = extent.minX
            while x < extent.maxX {
                let tile = ScreenRect(
                    minX: x, minY: y, maxX: min(x &+ 512, extent.maxX), maxY: min(y &+ 64, extent.maxY))
                _ = compositor.draw(list, 0, list.items.count, onto: target, tile, level: 0, base: 0)
                x &+= 512
            }
            y &+= 64
        }
    }
}
