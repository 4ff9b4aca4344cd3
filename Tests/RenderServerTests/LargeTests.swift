import Raster
import Testing

@testable import RenderServer

/// Sizes that no application should have, and some do.
@Suite("Very many and very large")
struct LargeTests {
    @Test("100,000 sublayers of one layer: drawn, changed, reordered and removed")
    func manySublayers() {
        let count: UInt32 = 100_000
        let sketch = Sketch(200, 100)
        for id in 1...count { sketch.solid(id, Double(id % 50) * 4, Double(id / 50 % 25) * 4, 3, 3, .green) }
        sketch.sublayers(0, Array(1...count))
        sketch.show()
        // One change costs that one's pixels, though every sibling is asked whether it shows there.
        sketch.solid(count, 0, 0, 3, 3, .red)
        sketch.update()
        let counters = sketch.render(into: 0)
        sketch.present(0)
        #expect(counters.pixelsComposited <= 64 * 64 && counters.layersVisited <= Int(count) + 1)
        #expect(sketch.firstDifference(buffer: 0) == nil)
        sketch.sublayers(0, Array((1...count).reversed()))
        sketch.show()
        sketch.sublayers(0, [5])
        sketch.show()
        #expect(sketch.firstDifference(buffer: 0) == nil)
    }

    @Test("contents 30,000 pixels wide or high: cut, squeezed, turned")
    func longContents() throws {
        let sketch = Sketch(120, 90, format: .rgb565)
        let wide = try picture(30_000, 2) { x, y in 0xFF00_0000 | UInt32(x) << 2 | UInt32(y) << 20 }
        let high = try picture(2, 30_000, isOpaque: true) { x, y in 0xFF00_0000 | UInt32(y) << 3 | UInt32(x) << 22 }
        for (id, bitmap) in [(1, wide), (2, high), (3, wide), (4, high), (5, wide)] as [(UInt32, Bitmap)] {
            sketch.layer(id) { $0.frame(Double(id) * 10, Double(id) * 7, 60, 40) }
            sketch.contents(id, bitmap)
        }
        sketch.layer(2) { $0.contentsGravity = .topLeft }
        sketch.layer(3) { $0.transform = .rotation(0.5, 0, 0, 1) }
        sketch.layer(4) { $0.frame(-29_000, -29_000, 30_000, 30_000) }
        sketch.layer(5) { $0.opacity = 0.5 }
        sketch.sublayers(0, [1, 2, 3, 4, 5])
        sketch.show()
        #expect(sketch.firstDifference(buffer: 0) == nil)
        #expect(sketch.firstDifference(buffer: 0, pieces: PixelSize(width: 13, height: 11)) == nil)
    }

    @Test("contents without a pixel cannot be made, and none show nothing")
    func noContents() {
        #expect(throws: Bitmap.Failure.unusableSize(width: 0, height: 5)) {
            try Bitmap(width: 0, height: 5, format: .argb8888)
        }
        #expect(throws: Bitmap.Failure.self) { try Bitmap(width: 40_000, height: 1, format: .argb8888) }
    }

    @Test("what contents take is counted once for each bitmap, and not at all when their layers are gone")
    func contentsBytes() throws {
        let sketch = Sketch()
        let bitmap = try picture(16, 10) { _, _ in 0xFFFF_FFFF }
        for id in 1...3 as ClosedRange<UInt32> {
            sketch.layer(id) { $0.frame(0, 0, 10, 10) }
            sketch.contents(id, bitmap)
        }
        sketch.sublayers(0, [1, 2, 3])
        sketch.show()
        #expect(sketch.renderer.contentsByteCount == bitmap.byteCount && sketch.renderer.contentsCount == 1)
        let other = try picture(16, 20) { _, _ in 0xFFFF_FFFF }
        sketch.contents(1, other)
        sketch.contents(1, other)
        sketch.contents(2, nil)
        sketch.show()
        #expect(sketch.renderer.contentsByteCount == bitmap.byteCount + other.byteCount)
        sketch.sublayers(0, [])
        sketch.remove(1, 2, 3)
        sketch.show()
        #expect(sketch.renderer.contentsByteCount == 0 && sketch.renderer.contentsCount == 0)
    }

    @Test("an animated corner radius draws its masks in memory that it has")
    func cornerMasks() throws {
        let cache = CornerMaskCache()
        /// The memory of masks drawn early on; it goes away with the mask unless it is drawn over.
        struct Early { weak var bitmap: Bitmap? }
        var early: [Early] = []
        for frame in 0..<300 {
            cache.beginFrame()
            let radius = 10 + Double(frame % 97) * 0.13
            let number = try #require(cache.mask(radius: radius, borderWidth: frame % 2 == 0 ? 0 : 2))
            let mask = cache.masks[Int(number)]
            let alone =
                frame % 2 == 0
                ? try CornerMask.make(radius: radius) : try CornerMask.makeBorder(radius: radius, width: 2)
            #expect(mask.side == alone.side)
            for y in 0..<mask.side {
                for x in 0..<(2 * mask.side) {
                    try #require(mask.bitmap.pixel(x: x, y: y) == alone.bitmap.pixel(x: x, y: y))
                }
            }
            if (100..<120).contains(frame) { early.append(Early(bitmap: mask.bitmap)) }
        }
        #expect(cache.masks.count <= 40)
        #expect(early.filter { $0.bitmap != nil }.count >= 18)
    }
}
