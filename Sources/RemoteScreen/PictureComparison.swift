internal import Glibc
import Raster

/// Finds out which parts of a picture changed, in cells, and takes them over.
struct PictureComparison {
    static let cellSize = 64

    /// Copies what differs from `new` into `old`, and tells where; cells of one row that touch are told as one. Both are
    /// 32 bits a pixel and of one size.
    static func update(_ old: PixelSurface, from new: PixelSurface, changed: (PixelRect) -> Void) {
        for y in stride(from: 0, to: old.height, by: cellSize) {
            let height = min(cellSize, old.height - y)
            var run: PixelRect?
            for x in stride(from: 0, to: old.width, by: cellSize) {
                let cell = PixelRect(x: x, y: y, width: min(cellSize, old.width - x), height: height)
                if copy(cell, from: new, to: old) {
                    run = run.map { $0.union(cell) } ?? cell
                } else if let done = run {
                    changed(done)
                    run = nil
                }
            }
            if let run { changed(run) }
        }
    }

    /// Whether anything differed.
    private static func copy(_ cell: PixelRect, from new: PixelSurface, to old: PixelSurface) -> Bool {
        var hasChanged = false
        let length = cell.width * 4
        for y in cell.minY..<cell.maxY {
            let source = new.pixels + y * new.bytesPerRow + cell.minX * 4
            let target = old.pixels + y * old.bytesPerRow + cell.minX * 4
            if memcmp(source, target, length) != 0 {
                memcpy(target, source, length)
                hasChanged = true
            }
        }
        return hasChanged
    }
}
