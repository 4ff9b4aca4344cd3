internal import CoreGraphics
internal import Foundation

/// Names a tile of a tiled layer: its level of detail and its place in the level's grid, which begins at the origin of the
/// layer's coordinates.
struct TileKey: Hashable, Sendable {
    /// The tile has 2 to the power of this many pixels for each pixel that contents have without levels.
    var level: Int
    var column: Int
    var row: Int
}

/// How a tiled layer is cut into tiles.
struct TileGrid: Equatable, Sendable {
    /// The smallest side of a tile, pixels: smaller ones cost more than what they show.
    static let leastSide = 32
    /// The longest side of a tile, pixels.
    static let greatestSide = 4096
    /// So many tiles are shown at once and no more. With 32 pixels a side they fill a screen of 3840 × 2160.
    static let tileLimit = 8192

    /// Pixels.
    let width: Int
    let height: Int
    /// Pixels per point without levels of detail.
    let scale: CGFloat
    let levels: ClosedRange<Int>

    init(tileSize: CGSize, scale: CGFloat, levelsOfDetail: Int, bias: Int) {
        func side(_ length: CGFloat) -> Int {
            Int(min(max(length.rounded(.up), CGFloat(Self.leastSide)), CGFloat(Self.greatestSide)))
        }
        width = side(tileSize.width)
        height = side(tileSize.height)
        self.scale = scale
        let finest = min(max(bias, 0), 24)
        levels = finest - min(max(levelsOfDetail, 1) - 1, 48)...finest
    }

    /// Pixels per point of a level.
    func resolution(_ level: Int) -> CGFloat { scale * CGFloat(pow(2.0, Double(level))) }

    /// The coarsest level that has a pixel for each of `pixelsPerPoint`, or else the finest there is.
    func level(for pixelsPerPoint: CGFloat) -> Int {
        guard pixelsPerPoint > 0, pixelsPerPoint.isFinite else { return levels.lowerBound }
        // A hair above a power of two is a rounding error.
        let wanted = (log2(Double(pixelsPerPoint / scale)) - 1.0 / 128).rounded(.up)
        return Int(min(max(wanted, Double(levels.lowerBound)), Double(levels.upperBound)))
    }

    /// What a tile covers, in the layer's coordinates.
    func rect(_ key: TileKey) -> CGRect {
        let resolution = resolution(key.level)
        let size = CGSize(width: CGFloat(width) / resolution, height: CGFloat(height) / resolution)
        return CGRect(
            x: CGFloat(key.column) * size.width, y: CGFloat(key.row) * size.height, width: size.width,
            height: size.height)
    }

    /// The columns and rows of a level that `rect` touches; nil for a rectangle that is nowhere.
    func places(in rect: CGRect, level: Int) -> (columns: Range<Int>, rows: Range<Int>)? {
        guard rect.width > 0, rect.height > 0, rect.isFinite else { return nil }
        let tile = self.rect(TileKey(level: level, column: 0, row: 0)).size
        func range(_ low: CGFloat, _ high: CGFloat) -> Range<Int>? {
            let (first, end) = ((low + 1e-6).rounded(.down), (high - 1e-6).rounded(.up))
            guard abs(first) < 1e15, abs(end) < 1e15 else { return nil }
            return Int(first)..<max(Int(end), Int(first) + 1)
        }
        guard let columns = range(rect.minX / tile.width, rect.maxX / tile.width),
            let rows = range(rect.minY / tile.height, rect.maxY / tile.height)
        else { return nil }
        return (columns, rows)
    }

    /// The tiles that show `rect` on a screen with `pixelsPerPoint`, those in the middle first: a coarser level, if there
    /// is one, where too many would be needed; otherwise not all.
    func tiles(in rect: CGRect, pixelsPerPoint: CGFloat) -> [TileKey] {
        var level = level(for: pixelsPerPoint)
        func count(_ level: Int) -> Double {
            guard let places = places(in: rect, level: level) else { return 0 }
            return Double(places.columns.count) * Double(places.rows.count)
        }
        while count(level) > Double(Self.tileLimit), level > levels.lowerBound { level -= 1 }
        guard var (columns, rows) = places(in: rect, level: level) else { return [] }
        // As a Double: the places of an enormous layer on a small screen are more than an Int holds.
        if count(level) > Double(Self.tileLimit) {
            columns = Self.middle(of: columns, 90)
            rows = Self.middle(of: rows, 90)
        }
        let (midColumn, midRow) = (columns.lowerBound + columns.upperBound - 1, rows.lowerBound + rows.upperBound - 1)
        var keys: [TileKey] = []
        keys.reserveCapacity(columns.count * rows.count)
        for row in rows { for column in columns { keys.append(TileKey(level: level, column: column, row: row)) } }
        func distance(_ key: TileKey) -> Int { max(abs(key.column * 2 - midColumn), abs(key.row * 2 - midRow)) }
        return keys.sorted { distance($0) < distance($1) }
    }

    private static func middle(of range: Range<Int>, _ count: Int) -> Range<Int> {
        guard range.count > count else { return range }
        let start = range.lowerBound + (range.count - count) / 2
        return start..<start + count
    }
}
