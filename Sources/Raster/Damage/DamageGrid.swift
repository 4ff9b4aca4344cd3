/// What has to be drawn again on one screen: a grid of cells, each with the bounds of the dirty pixels inside it.
///
/// Adding costs time in proportion to the cells touched, however much is dirty already; an exact region grown by union
/// costs more with every rectangle in it. The price is that a cell keeps one rectangle: two small changes in one cell
/// dirty what lies between them too. So the result covers everything added and may cover more, but nothing outside the
/// bounds, within each cell, of what was added there. One rectangle comes out as itself.
///
/// Memory is taken once, in `init`. Not for use from two threads at a time.
public final class DamageGrid {
    /// Width and height of a cell, pixels.
    public static let cellSize = 64
    /// The largest work rectangle unless told otherwise, pixels: a 32-bit tile of it fits a small second-level cache.
    public static let defaultMaximumArea = 32 * 1024

    /// Distances of the dirty bounds from the cell's left, top, right and bottom edge; so joining two is the smaller of
    /// each, in one instruction. The dirty part of a cell that is cut by the screen's edge never reaches beyond it.
    typealias Cell = SIMD4<UInt8>
    static let cleanCell = Cell(repeating: 64)
    static let fullCell = Cell(repeating: 0)

    /// Columns of a row of cells that may be dirty: from … to - 1; none when they are equal or reversed.
    struct Extent {
        var from: Int32
        var to: Int32
        static let none = Extent(from: .max, to: 0)
    }

    /// Size of the screen, pixels.
    public let size: PixelSize
    let columns: Int
    let rows: Int
    let cells: UnsafeMutablePointer<Cell>
    let extents: UnsafeMutablePointer<Extent>
    /// Rows of cells that may be dirty.
    var dirtyRows = Extent.none
    /// Work rectangles: at most one per cell.
    let work: UnsafeMutablePointer<WorkRect>
    /// Two lists of indices into `work`, each with room for one row.
    let open: UnsafeMutablePointer<Int32>

    /// A clean grid. Neither side of `size` is negative or above `Bitmap.maximumSide`.
    public init(size: PixelSize) {
        precondition(
            size.width >= 0 && size.height >= 0 && size.width <= Bitmap.maximumSide
                && size.height <= Bitmap.maximumSide, "A screen of \(size) cannot be.")
        self.size = size
        columns = (size.width + Self.cellSize - 1) / Self.cellSize
        rows = (size.height + Self.cellSize - 1) / Self.cellSize
        cells = .allocate(capacity: columns * rows)
        cells.initialize(repeating: Self.cleanCell, count: columns * rows)
        extents = .allocate(capacity: rows)
        extents.initialize(repeating: .none, count: rows)
        work = .allocate(capacity: columns * rows)
        work.initialize(repeating: WorkRect(minX: 0, minY: 0, maxX: 0, maxY: 0), count: columns * rows)
        open = .allocate(capacity: 2 * columns)
        open.initialize(repeating: 0, count: 2 * columns)
    }

    deinit {
        cells.deallocate()
        extents.deallocate()
        work.deallocate()
        open.deallocate()
    }

    // MARK: Adding

    /// Adds the part of `rect` that lies on the screen.
    public func add(_ rect: PixelRect) {
        let rect = rect.intersection(PixelRect(size: size))
        if rect.isEmpty { return }
        let firstColumn = rect.minX >> 6
        let lastColumn = (rect.maxX &- 1) >> 6
        let firstRow = rect.minY >> 6
        let lastRow = (rect.maxY &- 1) >> 6
        let left = UInt8(truncatingIfNeeded: rect.minX & 63)
        let right = UInt8(truncatingIfNeeded: 63 &- (rect.maxX &- 1) & 63)
        let top = UInt8(truncatingIfNeeded: rect.minY & 63)
        let bottom = UInt8(truncatingIfNeeded: 63 &- (rect.maxY &- 1) & 63)
        dirtyRows.include(firstRow, lastRow)
        for row in firstRow...lastRow {
            let above = row == firstRow ? top : 0
            let below = row == lastRow ? bottom : 0
            extents[row].include(firstColumn, lastColumn)
            let line = cells + row &* columns
            if firstColumn == lastColumn {
                line[firstColumn].include(Cell(left, above, right, below))
                continue
            }
            line[firstColumn].include(Cell(left, above, 0, below))
            let inner = Cell(0, above, 0, below)
            for column in (firstColumn &+ 1)..<lastColumn { line[column].include(inner) }
            line[lastColumn].include(Cell(0, above, right, below))
        }
    }

    /// Adds all damage of another grid of the same size.
    public func formUnion(_ other: DamageGrid) {
        precondition(size == other.size, "Grids of \(size) and \(other.size) do not match.")
        other.forEachDirtyRow { row, extent in
            dirtyRows.include(row, row)
            extents[row].include(Int(extent.from), Int(extent.to) &- 1)
            let line = cells + row &* columns
            let otherLine = other.cells + row &* columns
            for column in Int(extent.from)..<Int(extent.to) { line[column].include(otherLine[column]) }
        }
    }

    /// Makes everything clean; touches only rows and cells that may be dirty.
    public func removeAll() {
        forEachDirtyRow { row, extent in
            (cells + (row &* columns &+ Int(extent.from))).update(
                repeating: Self.cleanCell, count: Int(extent.to &- extent.from))
            extents[row] = .none
        }
        dirtyRows = .none
    }

    // MARK: Asking

    public var isEmpty: Bool { dirtyRows.isEmpty }

    /// The smallest rectangle around all damage.
    public var bounds: PixelRect {
        var result = PixelRect.empty
        forEachDirtyCell { result = result.union($0) }
        return result
    }

    /// Number of dirty pixels.
    public var pixelCount: Int {
        var result = 0
        forEachDirtyCell { result &+= $0.area }
        return result
    }

    public func contains(x: Int, y: Int) -> Bool {
        guard PixelRect(size: size).contains(x: x, y: y) else { return false }
        return rect(row: y >> 6, column: x >> 6).contains(x: x, y: y)
    }

    /// The dirty bounds in one cell, on the screen; empty when the cell is clean.
    @inline(__always)
    func rect(row: Int, column: Int) -> PixelRect {
        let cell = cells[row &* columns &+ column]
        let x = column << 6
        let y = row << 6
        return PixelRect(
            minX: x &+ Int(cell.x), minY: y &+ Int(cell.y), maxX: x &+ 64 &- Int(cell.z), maxY: y &+ 64 &- Int(cell.w))
    }

    @inline(__always)
    func forEachDirtyRow(_ body: (_ row: Int, _ extent: Extent) -> Void) {
        if dirtyRows.isEmpty { return }
        for row in Int(dirtyRows.from)..<Int(dirtyRows.to) {
            let extent = extents[row]
            if !extent.isEmpty { body(row, extent) }
        }
    }

    @inline(__always)
    private func forEachDirtyCell(_ body: (PixelRect) -> Void) {
        forEachDirtyRow { row, extent in
            for column in Int(extent.from)..<Int(extent.to) {
                let dirty = rect(row: row, column: column)
                if !dirty.isEmpty { body(dirty) }
            }
        }
    }
}

extension DamageGrid.Extent {
    @inline(__always) var isEmpty: Bool { from >= to }

    @inline(__always)
    mutating func include(_ first: Int, _ last: Int) {
        from = min(from, Int32(truncatingIfNeeded: first))
        to = max(to, Int32(truncatingIfNeeded: last &+ 1))
    }
}

extension DamageGrid.Cell {
    @inline(__always)
    fileprivate mutating func include(_ other: DamageGrid.Cell) { self = pointwiseMin(self, other) }
}
