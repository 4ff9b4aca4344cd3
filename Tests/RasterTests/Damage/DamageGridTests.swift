import Testing

@testable import Raster

@Suite("Damage as a grid of cells")
struct DamageGridTests {
    /// The simple truth: per cell the bounds of what was added, and per pixel whether it was.
    private struct Truth {
        let size: PixelSize
        var added: [Bool]
        var cells: [PixelRect]
        let columns: Int

        init(size: PixelSize) {
            self.size = size
            added = Array(repeating: false, count: size.width * size.height)
            columns = (size.width + 63) / 64
            cells = Array(repeating: .empty, count: columns * ((size.height + 63) / 64))
        }

        mutating func add(_ rect: PixelRect) {
            let rect = rect.intersection(PixelRect(size: size))
            for y in rect.minY..<rect.maxY {
                for x in rect.minX..<rect.maxX {
                    added[y * size.width + x] = true
                    let cell = y / 64 * columns + x / 64
                    cells[cell] = cells[cell].union(PixelRect(x: x, y: y, width: 1, height: 1))
                }
            }
        }

        func expects(x: Int, y: Int) -> Bool { cells[y / 64 * columns + x / 64].contains(x: x, y: y) }
    }

    private func check(_ grid: DamageGrid, _ truth: Truth, maximumArea: Int, _ note: Comment) {
        var drawn = Array(repeating: 0, count: truth.added.count)
        var rects: [PixelRect] = []
        grid.collect(into: &rects, maximumArea: maximumArea)
        for rect in rects {
            #expect(!rect.isEmpty && rect.area <= max(maximumArea, 4096), note)
            for y in rect.minY..<rect.maxY {
                for x in rect.minX..<rect.maxX { drawn[y * truth.size.width + x] += 1 }
            }
        }
        var covers = true
        var exact = true
        for y in 0..<truth.size.height {
            for x in 0..<truth.size.width {
                let index = y * truth.size.width + x
                if truth.added[index] && drawn[index] == 0 { covers = false }
                if drawn[index] != (truth.expects(x: x, y: y) ? 1 : 0) { exact = false }
            }
        }
        #expect(covers, "\(note): something added is missing")
        #expect(exact, "\(note): more or less than the bounds in each cell, or a pixel twice")
        #expect(grid.pixelCount == drawn.reduce(0, +), note)
        #expect(grid.isEmpty == rects.isEmpty, note)
        #expect(grid.bounds == rects.reduce(.empty) { $0.union($1) }, note)
        #expect(zip(rects, rects.dropFirst()).allSatisfy { $0.minY / 64 <= $1.minY / 64 }, "\(note): order")
    }

    @Test(
        "a seeded random walk covers everything added, keeps the bound of each cell, and never twice", arguments: 0..<8)
    func walk(seed: UInt64) {
        var random = SeededGenerator(seed: 40 + seed)
        let size = PixelSize(
            width: Int.random(in: 1...330, using: &random), height: Int.random(in: 1...270, using: &random))
        let grid = DamageGrid(size: size)
        let other = DamageGrid(size: size)
        var truth = Truth(size: size)
        var otherTruth = Truth(size: size)
        func rect(_ random: inout SeededGenerator) -> PixelRect {
            let large = Int.random(in: 0..<6, using: &random) == 0
            return PixelRect(
                x: Int.random(in: -80...(size.width + 20), using: &random),
                y: Int.random(in: -80...(size.height + 20), using: &random),
                width: Int.random(in: 0...(large ? 400 : 60), using: &random),
                height: Int.random(in: 0...(large ? 300 : 60), using: &random))
        }
        for step in 0..<60 {
            switch Int.random(in: 0..<12, using: &random) {
            case 0:
                grid.removeAll()
                truth = Truth(size: size)
            case 1:
                grid.formUnion(other)
                for index in truth.added.indices where otherTruth.added[index] { truth.added[index] = true }
                for index in truth.cells.indices {
                    truth.cells[index] = truth.cells[index].union(otherTruth.cells[index])
                }
            case 2:
                other.removeAll()
                otherTruth = Truth(size: size)
            case 3...5:
                let rect = rect(&random)
                other.add(rect)
                otherTruth.add(rect)
            default:
                let rect = rect(&random)
                grid.add(rect)
                truth.add(rect)
            }
            let area = [4096, 10_000, DamageGrid.defaultMaximumArea, .max].randomElement(using: &random) ?? .max
            check(grid, truth, maximumArea: area, "seed \(seed), step \(step), area \(area)")
            let limit = Int.random(in: 1...9, using: &random)
            let clips = grid.boundingRects(limit: limit)
            #expect(clips.count <= limit)
            for index in clips.indices {
                for later in clips[(index + 1)...] { #expect(!clips[index].intersects(later)) }
            }
            var isCovered = true
            for y in 0..<size.height {
                for x in 0..<size.width where grid.contains(x: x, y: y) {
                    if !clips.contains(where: { $0.contains(x: x, y: y) }) { isCovered = false }
                }
            }
            #expect(isCovered, "seed \(seed), step \(step): the clips are too small")
        }
    }

    @Test("one rectangle comes out as itself, wherever it lies")
    func single() {
        var random = SeededGenerator(seed: 50)
        let size = PixelSize(width: 1920, height: 1080)
        let grid = DamageGrid(size: size)
        for _ in 0..<500 {
            let width = Int.random(in: 1...600, using: &random)
            let height = Int.random(in: 1...min(600, DamageGrid.defaultMaximumArea / width), using: &random)
            let rect = PixelRect(
                x: Int.random(in: 0...(1920 - width), using: &random),
                y: Int.random(in: 0...(1080 - height), using: &random), width: width, height: height)
            grid.add(rect)
            var rects: [PixelRect] = []
            grid.forEachRect { rects.append($0) }
            #expect(rects == [rect])
            #expect(grid.boundingRects(limit: 1) == [rect])
            grid.removeAll()
            #expect(grid.isEmpty && grid.pixelCount == 0)
        }
    }

    @Test("a whole screen is cut into work rectangles of at most the area asked for")
    func screen() {
        let size = PixelSize(width: 1920, height: 1080)
        let grid = DamageGrid(size: size)
        grid.add(PixelRect(minX: -10, minY: -10, maxX: 5000, maxY: 5000))
        var rects: [PixelRect] = []
        grid.collect(into: &rects)
        #expect(rects.allSatisfy { $0.area <= 32 * 1024 })
        #expect(rects.reduce(0) { $0 + $1.area } == 1920 * 1080)
        #expect(rects.count == 4 * 17)
        #expect(grid.boundingRects(limit: 1) == [PixelRect(size: size)])
        rects.removeAll()
        grid.collect(into: &rects, maximumArea: .max)
        #expect(rects == [PixelRect(size: size)])
    }

    @Test("two rectangles in different cells stay apart; in one cell they become their bounds")
    func twoRects() {
        let grid = DamageGrid(size: PixelSize(width: 640, height: 480))
        let left = PixelRect(x: 3, y: 5, width: 10, height: 10)
        let right = PixelRect(x: 400, y: 5, width: 10, height: 10)
        grid.add(right)
        grid.add(left)
        #expect(grid.boundingRects(limit: 4) == [left, right])
        grid.add(PixelRect(x: 40, y: 30, width: 2, height: 2))
        #expect(grid.boundingRects(limit: 4) == [PixelRect(minX: 3, minY: 5, maxX: 42, maxY: 32), right])
    }

    @Test("too many for the limit become bounds of rows, joined where that costs least")
    func limited() {
        let grid = DamageGrid(size: PixelSize(width: 640, height: 640))
        // Two near the top, in rows of cells that touch, and one at the bottom.
        grid.add(PixelRect(x: 0, y: 10, width: 20, height: 20))
        grid.add(PixelRect(x: 100, y: 70, width: 20, height: 20))
        grid.add(PixelRect(x: 500, y: 600, width: 20, height: 20))
        #expect(
            grid.boundingRects(limit: 2) == [
                PixelRect(minX: 0, minY: 10, maxX: 120, maxY: 90), PixelRect(x: 500, y: 600, width: 20, height: 20),
            ])
    }

    @Test("an empty screen and empty rectangles add nothing")
    func nothing() {
        let none = DamageGrid(size: PixelSize(width: 0, height: 0))
        none.add(PixelRect(x: 0, y: 0, width: 10, height: 10))
        #expect(none.isEmpty && none.bounds.isEmpty)
        let grid = DamageGrid(size: PixelSize(width: 100, height: 100))
        grid.add(.empty)
        grid.add(PixelRect(x: 100, y: 0, width: 10, height: 10))
        grid.add(PixelRect(x: 5, y: 5, width: 0, height: 10))
        #expect(grid.isEmpty && grid.boundingRects(limit: 3).isEmpty)
    }
}
