import Testing

@testable import Raster

@Suite("Drawing in perspective")
struct ProjectionTests {
    /// A camera above a plane that is turned away: u, v and w of `x`, `y` of the screen.
    private func tilted(_ turn: Double = 0.004) -> (u: SIMD3<Double>, v: SIMD3<Double>, w: SIMD3<Double>) {
        (SIMD3(1.1, 0.1, -12), SIMD3(-0.05, 0.9, -3), SIMD3(turn, turn / 2, 0.8))
    }

    private func picture(_ width: Int = 120, _ height: Int = 90) -> Canvas {
        let canvas = Canvas(width: width, height: height)
        for y in 0..<height { for x in 0..<width { canvas[x, y] = 0xFF00_0000 | UInt32(x) << 8 | UInt32(y) } }
        return canvas
    }

    @Test("a map without perspective copies, pixel for pixel", arguments: [Sampling.Filter.nearest, .bilinear])
    func identity(_ filter: Sampling.Filter) throws {
        let source = picture()
        let destination = Canvas(width: 140, height: 100)
        destination.fill(0xFF11_2233)
        // The same factor everywhere is no perspective.
        let projection = try #require(
            Projection(
                u: SIMD3(3, 0, -15), v: SIMD3(0, 3, -12), w: SIMD3(0, 0, 3), taps: source.surface.bounds,
                filter: filter))
        Kernels.over(source.surface, projection: projection, onto: destination.surface, originX: 0, originY: 0)
        for y in 0..<100 {
            for x in 0..<140 {
                let isInside = x >= 5 && x < 125 && y >= 4 && y < 94
                #expect(destination[x, y] == (isInside ? source[x - 5, y - 4] : 0xFF11_2233))
            }
        }
    }

    @Test("G-36: the nearest pixel is where the division by w says")
    func positions() throws {
        let source = picture()
        let destination = Canvas(width: 160, height: 120)
        destination.fill(0)
        let (u, v, w) = tilted()
        let projection = try #require(
            Projection(u: u, v: v, w: w, taps: source.surface.bounds, filter: .nearest))
        Kernels.over(source.surface, projection: projection, onto: destination.surface, originX: 0, originY: 0)
        var drawn = 0
        for y in 0..<120 {
            for x in 0..<160 {
                let place = SIMD3(Double(x) + 0.5, Double(y) + 0.5, 1)
                let depth = (w * place).sum()
                let sourceX = (u * place).sum() / depth
                let sourceY = (v * place).sum() / depth
                // A centre within a millionth of an edge may go either way.
                if abs(sourceX - sourceX.rounded()) < 1e-6 || abs(sourceY - sourceY.rounded()) < 1e-6 { continue }
                let isInside = sourceX >= 0 && sourceX < 120 && sourceY >= 0 && sourceY < 90
                #expect(destination[x, y] == (isInside ? source[Int(sourceX), Int(sourceY)] : 0))
                if isInside { drawn += 1 }
            }
        }
        #expect(drawn > 2000)
    }

    @Test("drawn in tiles, the pixels are those of the whole")
    func tiles() throws {
        var random = SeededGenerator(seed: 60)
        let source = picture()
        let (u, v, w) = tilted()
        for filter in [Sampling.Filter.nearest, .bilinear] {
            let projection = try #require(
                Projection(u: u, v: v, w: w, taps: source.surface.bounds, filter: filter))
            let whole = Canvas(width: 300, height: 120)
            let tiled = Canvas(width: 300, height: 120)
            for canvas in [whole, tiled] { canvas.fill(0xFF80_8080) }
            Kernels.over(
                source.surface, projection: projection, onto: whole.surface, originX: -40, originY: -10, alpha: 200)
            var x = 0
            while x < 300 {
                let width = min(Int.random(in: 1...40, using: &random), 300 - x)
                for rows in [0..<7, 7..<120] {
                    let tile = PixelRect(minX: x, minY: rows.lowerBound, maxX: x + width, maxY: rows.upperBound)
                    Kernels.over(
                        source.surface, projection: projection, onto: tiled.surface.subsurface(tile), originX: x - 40,
                        originY: rows.lowerBound - 10, alpha: 200)
                }
                x += width
            }
            #expect(tiled.pixels == whole.pixels)
        }
    }

    @Test("parts of a plane that share an edge draw each pixel once, colour and picture the same ones")
    func adjoining() throws {
        let (u, v, w) = tilted()
        let taps = PixelRect(x: 0, y: 0, width: 120, height: 90)
        func projection(_ minX: Double, _ maxX: Double, _ minY: Double, _ maxY: Double) throws -> Projection {
            try #require(
                Projection(u: u, v: v, w: w, taps: taps, minX: minX, minY: minY, maxX: maxX, maxY: maxY))
        }
        let parts = Canvas(width: 200, height: 150)
        let whole = Canvas(width: 200, height: 150)
        let sampled = Canvas(width: 200, height: 150)
        for canvas in [parts, whole, sampled] { canvas.fill(0) }
        for (minX, maxX) in [(0, 33.3), (33.3, 120)] {
            for (minY, maxY) in [(0, 61.7), (61.7, 90)] {
                Kernels.over(
                    0x1010_1010, projection: try projection(minX, maxX, minY, maxY), onto: parts.surface, originX: 0,
                    originY: 0)
            }
        }
        let all = try projection(0, 120, 0, 90)
        Kernels.over(0x1010_1010, projection: all, onto: whole.surface, originX: 0, originY: 0)
        let source = Canvas(width: 120, height: 90)
        source.fill(0x1010_1010)
        Kernels.over(source.surface, projection: all, onto: sampled.surface, originX: 0, originY: 0)
        #expect(parts.pixels == whole.pixels && sampled.pixels == whole.pixels)
        #expect(whole.pixels.contains(0x1010_1010))
    }

    @Test("what lies behind the eye is not drawn")
    func behind() throws {
        let destination = Canvas(width: 100, height: 20)
        destination.fill(0)
        // w is 0 at x = 50, positive to the left; far to the left and right the plane would show.
        let projection = try #require(
            Projection(
                u: SIMD3(1, 0, -50), v: SIMD3(0, 1, 0), w: SIMD3(-0.1, 0, 5),
                taps: PixelRect(x: 0, y: 0, width: 10, height: 10), minX: -1e9, minY: -1e9, maxX: 1e9, maxY: 1e9))
        Kernels.over(0xFFFF_FFFF, projection: projection, onto: destination.surface, originX: 0, originY: 0)
        for y in 0..<20 {
            for x in 0..<100 { #expect(destination[x, y] == 0 || x < 50) }
            #expect(destination[10, y] == 0xFFFF_FFFF)
        }
    }

    @Test("a map that cannot be drawn is refused, and the wildest that can be draws nothing outside")
    func extremes() throws {
        let taps = PixelRect(x: 0, y: 0, width: 3, height: 3)
        let one = SIMD3(1.0, 1, 1)
        #expect(Projection(u: SIMD3(.nan, 0, 0), v: one, w: one, taps: taps) == nil)
        #expect(Projection(u: one, v: SIMD3(0, .infinity, 0), w: one, taps: taps) == nil)
        #expect(Projection(u: one, v: one, w: SIMD3(0, 0, 1e16), taps: taps) == nil)
        #expect(Projection(u: one, v: one, w: one, taps: .empty) == nil)
        #expect(Projection(u: one, v: one, w: one, taps: taps, minX: .nan, minY: 0, maxX: 1, maxY: 1) == nil)
        let source = Canvas(width: 3, height: 3)
        source.fill(0xFF12_3456)
        var random = SeededGenerator(seed: 61)
        for _ in 0..<300 {
            func row() -> SIMD3<Double> {
                func value() -> Double { [0, 1e-300, 1, -1, 1e15, -1e15, 0.001].randomElement(using: &random)! }
                return SIMD3(value(), value(), value())
            }
            let projection = try #require(
                Projection(
                    u: row(), v: row(), w: row(), taps: taps, minX: -.infinity, minY: -1e300, maxX: .infinity,
                    maxY: 1e300))
            let destination = Canvas(width: 20, height: 3)
            for origin in [-65536, 0, 65536] {
                Kernels.over(
                    source.surface, projection: projection, onto: destination.surface, originX: origin,
                    originY: -origin)
                Kernels.over(
                    0x8040_2010, projection: projection, onto: destination.surface, originX: origin, originY: origin)
            }
            #expect(destination.surroundingsAreUntouched)
        }
    }
}
