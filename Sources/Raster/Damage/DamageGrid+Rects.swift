extension DamageGrid {
    /// A rectangle of the screen in the least memory.
    struct WorkRect {
        var minX, minY, maxX, maxY: UInt16
    }

    /// Calls `body` with rectangles that together are exactly the damage and do not overlap.
    ///
    /// Neighbouring cells with the same rows become one rectangle, and rectangles with the same columns that touch
    /// become one downwards, as long as it has at most `maximumArea` pixels (never less than a cell's). So a single
    /// added rectangle of at most that area comes out whole. Order: by the row of cells in which a rectangle begins,
    /// from the top, and in it from the left. `body` must not use the grid.
    public func forEachRect(maximumArea: Int = defaultMaximumArea, _ body: (PixelRect) -> Void) {
        for index in 0..<gather(maximumArea: maximumArea) { body(PixelRect(work[index])) }
    }

    /// Appends the rectangles of `forEachRect`. Allocates only when the array's capacity is too small.
    public func collect(into rects: inout [PixelRect], maximumArea: Int = defaultMaximumArea) {
        let count = gather(maximumArea: maximumArea)
        rects.reserveCapacity(rects.count + count)
        for index in 0..<count { rects.append(PixelRect(work[index])) }
    }

    /// At most `limit` rectangles, at least 1, that cover the damage and do not overlap: the clips told to the kernel.
    ///
    /// When the exact ones are few enough, they are returned. Otherwise each is the bounds of some neighbouring rows of
    /// cells, joined where that adds the fewest pixels: more than the damage, never less.
    public func boundingRects(limit: Int) -> [PixelRect] {
        let limit = max(limit, 1)
        let exact = gather(maximumArea: .max)
        if exact <= limit { return (0..<exact).map { PixelRect(work[$0]) } }
        var bands: [PixelRect] = []
        bands.reserveCapacity(rows)
        forEachDirtyRow { row, extent in
            var band = PixelRect.empty
            for column in Int(extent.from)..<Int(extent.to) { band = band.union(rect(row: row, column: column)) }
            bands.append(band)
        }
        while bands.count > limit {
            var best = 0
            var bestCost = Int.max
            for index in 0..<(bands.count - 1) {
                let upper = bands[index]
                let lower = bands[index + 1]
                let cost = upper.union(lower).area - upper.area - lower.area
                if cost < bestCost {
                    best = index
                    bestCost = cost
                }
            }
            bands[best] = bands[best].union(bands[best + 1])
            bands.remove(at: best + 1)
        }
        return bands
    }

    /// Fills `work` and returns how many rectangles there are.
    private func gather(maximumArea: Int) -> Int {
        let maximumArea = max(maximumArea, Self.cellSize * Self.cellSize)
        var count = 0
        // Work rectangles that end at the lower edge of the row above, and of this row, from left to right: those can
        // grow downwards.
        var above = open
        var here = open + columns
        var aboveCount = 0
        forEachDirtyRow { row, extent in
            let top = row << 6
            var hereCount = 0
            var candidate = 0
            var column = Int(extent.from)
            while column < Int(extent.to) {
                var run = rect(row: row, column: column)
                column &+= 1
                if run.isEmpty { continue }
                while column < Int(extent.to) {
                    let next = rect(row: row, column: column)
                    guard !next.isEmpty, next.minX == run.maxX, next.minY == run.minY, next.maxY == run.maxY,
                        run.area &+ next.area <= maximumArea
                    else { break }
                    run.maxX = next.maxX
                    column &+= 1
                }
                var index = count
                if run.minY == top {
                    while candidate < aboveCount, Int(work[Int(above[candidate])].minX) < run.minX { candidate &+= 1 }
                    if candidate < aboveCount {
                        let upper = PixelRect(work[Int(above[candidate])])
                        if upper.minX == run.minX, upper.maxX == run.maxX, upper.maxY == top,
                            upper.area &+ run.area <= maximumArea
                        {
                            index = Int(above[candidate])
                            run.minY = upper.minY
                        }
                    }
                }
                work[index] = WorkRect(run)
                if index == count { count &+= 1 }
                if run.maxY == top &+ Self.cellSize {
                    here[hereCount] = Int32(truncatingIfNeeded: index)
                    hereCount &+= 1
                }
            }
            swap(&above, &here)
            aboveCount = hereCount
        }
        return count
    }
}

extension DamageGrid.WorkRect {
    @inline(__always)
    fileprivate init(_ rect: PixelRect) {
        minX = UInt16(truncatingIfNeeded: rect.minX)
        minY = UInt16(truncatingIfNeeded: rect.minY)
        maxX = UInt16(truncatingIfNeeded: rect.maxX)
        maxY = UInt16(truncatingIfNeeded: rect.maxY)
    }
}

extension PixelRect {
    @inline(__always)
    fileprivate init(_ rect: DamageGrid.WorkRect) {
        self.init(minX: Int(rect.minX), minY: Int(rect.minY), maxX: Int(rect.maxX), maxY: Int(rect.maxY))
    }
}
