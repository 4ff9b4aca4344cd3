package import Foundation
package import Raster

/// A pattern as a picture that can be laid side by side without a seam. Immutable.
package final class PatternTile: Sendable {
    /// One repetition, which may hold many of the pattern's cells, and on every side one more pixel in which it goes on.
    /// Frozen.
    package let bitmap: Bitmap
    /// What one repetition measures, points.
    package let size: CGSize
    /// 0xAARRGGBB, premultiplied.
    package let averageColor: UInt32

    fileprivate init(bitmap: Bitmap, size: CGSize, averageColor: UInt32) {
        self.bitmap = bitmap
        self.size = size
        self.averageColor = averageColor
    }

    /// One repetition, without the margin.
    package var picture: CGImage? {
        CGImage(bitmap: bitmap).cropping(to: CGRect(x: 1, y: 1, width: bitmap.width - 2, height: bitmap.height - 2))
    }
}

/// The tile a pattern was last drawn as: layers that show it share one.
final class PatternTileMemory: @unchecked Sendable {
    // Unchecked because the lock guards both.
    private let lock = NSLock()
    private var key: Key?
    private var tile: PatternTile?

    /// No `CGColor`: that owns the pattern, which owns this memory.
    struct Key: Equatable {
        var scale: CGFloat
        var color: SIMD4<Float>
    }

    func tile(_ key: Key, make: () -> PatternTile?) -> PatternTile? {
        if let kept = lock.withLock({ self.key == key ? tile : nil }) { return kept }
        // Not under the lock: the application draws.
        let made = make()
        lock.withLock {
            self.key = key
            tile = made
        }
        return made
    }
}

extension CGColor {
    /// The shortest side of a tile, pixels, where cells are small enough: larger tiles are fewer to lay.
    private static let wantedSide: CGFloat = 256
    /// Cells beside each other that are tried to come to whole pixels.
    private static let mostTried = 16

    /// The pattern at `scale` pixels per point; nil for an ordinary colour, and without the memory for it. What a
    /// pattern's matrix does besides scaling is left out.
    package func tile(scale: CGFloat) -> PatternTile? {
        guard let pattern, scale > 0, scale.isFinite else { return nil }
        return pattern.tiles.tile(PatternTileMemory.Key(scale: scale, color: rgba)) {
            makeTile(of: pattern, scale: scale)
        }
    }

    private func makeTile(of pattern: CGPattern, scale: CGFloat) -> PatternTile? {
        let cell = CGSize(
            width: pattern.step.width * hypot(pattern.matrix.a, pattern.matrix.b),
            height: pattern.step.height * hypot(pattern.matrix.c, pattern.matrix.d))
        guard let columns = Self.cells(of: cell.width * scale), let rows = Self.cells(of: cell.height * scale),
            let bitmap = try? Bitmap(width: columns.pixels + 2, height: rows.pixels + 2, format: .argb8888)
        else { return nil }
        let size = CGSize(width: cell.width * CGFloat(columns.count), height: cell.height * CGFloat(rows.count))
        let context = CGContext(bitmap: bitmap, scale: 1)
        // The pattern begins in the tile's corner, one pixel inside the picture.
        context.state.matrix = CGAffineTransform(
            a: CGFloat(columns.pixels) / size.width, b: 0, c: 0, d: CGFloat(rows.pixels) / size.height, tx: 1, ty: 1)
        context.adoptBaseMatrix()
        context.setFillColor(self)
        context.fill(CGRect(x: -size.width, y: -size.height, width: size.width * 3, height: size.height * 3))
        context.flushDrawing()
        let (average, isOpaque) = Self.average(of: bitmap)
        bitmap.isOpaque = isOpaque
        bitmap.freeze()
        return PatternTile(bitmap: bitmap, size: size, averageColor: average)
    }

    /// How many cells of a length in pixels, side by side, make one side of a tile, and its length; nil for a length that
    /// no picture can have.
    private static func cells(of length: CGFloat) -> (count: Int, pixels: Int)? {
        guard length.isFinite, length > 1e-3 else { return nil }
        let first = Int(min(max((wantedSide / length).rounded(.up), 1), 4096))
        var best = (count: first, error: CGFloat.infinity)
        for count in first..<first + (length < wantedSide ? mostTried : 1) {
            let sum = length * CGFloat(count)
            let error = abs(sum - sum.rounded())
            if error < best.error - 1e-3 { best = (count, error) }
            if error < 0.01 { break }
        }
        let pixels = (length * CGFloat(best.count)).rounded()
        return (best.count, Int(min(max(pixels, 1), PatternPaint.maximumSide)))
    }

    private static func average(of bitmap: Bitmap) -> (color: UInt32, isOpaque: Bool) {
        var sums = SIMD4<UInt64>(repeating: 0)
        for y in 1..<bitmap.height - 1 {
            let row = bitmap.row(y).assumingMemoryBound(to: UInt32.self)
            for x in 1..<bitmap.width - 1 {
                let pixel = row[x]
                let word = SIMD4<UInt32>(pixel >> 24, pixel >> 16 & 255, pixel >> 8 & 255, pixel & 255)
                sums &+= SIMD4<UInt64>(truncatingIfNeeded: word)
            }
        }
        let count = UInt64((bitmap.width - 2) * (bitmap.height - 2))
        let means = (sums &+ SIMD4(repeating: count / 2)) / SIMD4(repeating: count)
        let color = UInt32(means[0] << 24 | means[1] << 16 | means[2] << 8 | means[3])
        return (color, sums[0] == count * 255)
    }
}
