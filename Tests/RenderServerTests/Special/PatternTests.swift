import Motion
import Raster
import Testing

@testable import RenderServer

@Suite("Patterns as backgrounds")
struct PatternTests {
    /// Four quarters, red, green, blue and white, with the margin a tile has: `side` pixels each way, `side` even.
    static func tile(_ side: Int, alpha: UInt32 = 255) throws -> Bitmap {
        let bitmap = try picture(side + 2, side + 2) { x, y in color((x + side - 1) % side, (y + side - 1) % side, side)
        }
        return bitmap
    }

    static func color(_ x: Int, _ y: Int, _ side: Int) -> UInt32 {
        let colors: [UInt32] = [0xFFFF_0000, 0xFF00_FF00, 0xFF00_00FF, 0xFFFF_FFFF]
        return colors[(y % side) / (side / 2) * 2 + (x % side) / (side / 2)]
    }

    private func content(_ side: Int, points: Double? = nil) throws -> LayerSpecial {
        let size = points ?? Double(side)
        return .pattern(
            PatternContent(tile: try Self.tile(side), size: SIMD2(size, size), averageColor: 0xFF80_8080))
    }

    @Test("a pattern lies side by side from the corner of the bounds on and ends with them")
    func tiled() throws {
        let sketch = Sketch()
        sketch.layer(1) { $0.frame(7, 11, 70, 50) }
        sketch.special(1, try content(16))
        sketch.sublayers(0, [1])
        sketch.show()
        for y in 0..<100 {
            for x in 0..<100 {
                let isInside = (7..<77).contains(x) && (11..<61).contains(y)
                let expected = isInside ? Self.color(x - 7, y - 11, 16) : 0xFF00_0000
                #expect(sketch.pixel(x, y) == expected, "(\(x), \(y))")
            }
        }
    }

    @Test("it lies under the contents and over nothing else, follows corners, and is part of a group's opacity")
    func order() throws {
        let sketch = Sketch()
        sketch.layer(1) {
            $0.frame(10, 10, 64, 64)
            $0.cornerRadius = 16
            $0.contentsGravity = .topLeft
            $0.opacity = 0.5
        }
        sketch.special(1, try content(32))
        sketch.contents(1, try picture(8, 8) { _, _ in 0xFF00_0000 })
        sketch.sublayers(0, [1])
        sketch.show()
        #expect(sketch.pixel(10, 73) == 0xFF00_0000)
        #expect(sketch.pixel(14, 14) == 0xFF00_0000)
        #expect(sketch.pixel(40, 20) >> 16 & 255 == 0 && sketch.pixel(60, 20) >> 8 & 255 == 128)
        // Red under a corner's edge, at half.
        #expect(sketch.pixel(24, 11) == 0xFF80_0000)
    }

    @Test("scaled, mirrored and turned, it has no seam between repetitions")
    func transformed() throws {
        // One colour: any gap or doubled pixel would show through half opacity.
        let even = try picture(18, 18) { _, _ in 0xFF00_8000 }
        let content = LayerSpecial.pattern(
            PatternContent(tile: even, size: SIMD2(16, 16), averageColor: 0xFF00_8000))
        for transform in [
            Matrix4.scale(1.37, 1.63), .scale(-1, 1), .scale(1, -2.5), .rotation(.pi / 2, 0, 0, 1),
            .rotation(0.3, 0, 0, 1),
            .rotation(2.1, 0, 0, 1),
        ] {
            let sketch = Sketch(200, 200)
            sketch.layer(1) {
                $0.frame(60, 60, 80, 80)
                $0.transform = transform
                $0.allowsGroupOpacity = false
                $0.opacity = 0.5
            }
            sketch.special(1, content)
            sketch.sublayers(0, [1])
            sketch.show()
            for y in 75..<125 {
                for x in 75..<125 { #expect(sketch.pixel(x, y) == 0xFF00_4000, "(\(x), \(y)) of \(transform)") }
            }
        }
    }

    @Test("seen from very far away it is its average colour")
    func minified() throws {
        let sketch = Sketch()
        sketch.layer(1) {
            $0.frame(-950, -950, 2000, 2000)
            $0.transform = .scale(0.02, 0.02)
        }
        sketch.special(1, try content(16))
        sketch.sublayers(0, [1])
        sketch.show()
        #expect(sketch.pixel(50, 50) == 0xFF80_8080)
        #expect(sketch.pixel(10, 10) == 0xFF00_0000)
    }

    @Test("a pattern that goes leaves nothing; one that cannot be drawn draws nothing")
    func gone() throws {
        let sketch = Sketch()
        sketch.layer(1) { $0.frame(0, 0, 100, 100) }
        sketch.special(1, try content(16))
        sketch.sublayers(0, [1])
        sketch.show()
        sketch.special(1, nil)
        #expect(!sketch.show().isEmpty)
        #expect(sketch.pixel(50, 50) == 0xFF00_0000)
        for size in [SIMD2(0.0, 4), SIMD2(-3, 4), SIMD2(.nan, 4), SIMD2(.infinity, 4)] {
            sketch.special(
                1, .pattern(PatternContent(tile: try Self.tile(8), size: size, averageColor: 0xFFFF_FFFF)))
            sketch.show()
            #expect(sketch.pixel(50, 50) == 0xFF00_0000)
        }
    }
}
