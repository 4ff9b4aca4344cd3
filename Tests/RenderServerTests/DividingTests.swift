import Raster
import Testing

@testable import RenderServer

/// Damage is divided where that saves work; it must never show.
@Suite("Dividing the damage")
struct DividingTests {
    /// Rows with icons and lines between them, under a translucent panel and a card with round corners.
    private static func list(_ rotation: Rotation, _ format: PixelFormat, threads: DrawingThreads = .one) throws
        -> Sketch
    {
        let sketch = Sketch(600, 500, rotation: rotation, format: format, threads: threads)
        let icon = try picture(20, 20) { x, y in (x - 10) * (x - 10) + (y - 10) * (y - 10) < 80 ? 0xFF20_60A0 : 0 }
        let photo = try picture(200, 150, isOpaque: true) { x, y in 0xFF00_0000 | UInt32(x * 1000 + y * 77) }
        sketch.layer(0) { $0.backgroundColor = .white }
        var ids: [UInt32] = []
        for row in 0..<20 {
            let id = UInt32(10 + row * 3)
            ids.append(id)
            sketch.solid(id, 0, Double(row * 27), 600, 27, row % 2 == 0 ? .white : SIMD4(0.9, 0.95, 1, 1))
            sketch.layer(id + 1) { $0.frame(8, 3, 20, 20) }
            sketch.contents(id + 1, icon)
            sketch.solid(id + 2, 0, 26, 600, 1, SIMD4(0.8, 0.8, 0.8, 1))
            sketch.sublayers(id, [id + 1, id + 2])
        }
        for index in 0..<4 {
            let id = UInt32(100 + index)
            ids.append(id)
            sketch.layer(id) {
                $0.frame(Double(60 + index * 9), Double(40 + index * 7), 500, 380)
                $0.opacity = 0.5
            }
            if index == 2 {
                sketch.contents(id, photo)
            } else {
                sketch.layer(id) { $0.backgroundColor = SIMD4(0.1, 0.3 * Float(index), 0.5, 1) }
            }
        }
        sketch.solid(200, 250, 200, 200, 220, .green)
        sketch.layer(200) { $0.cornerRadius = 24 }
        sketch.layer(201) { $0.frame(300, 100, 200, 150) }
        sketch.contents(201, photo)
        sketch.sublayers(0, ids + [200, 201])
        return sketch
    }

    @Test("a screen of rows, translucent panels, a card and a photograph is exact", arguments: Rotation.allCases)
    func exact(_ rotation: Rotation) throws {
        for format in [PixelFormat.xrgb8888, .rgb565] {
            let sketch = try Self.list(rotation, format)
            sketch.show()
            #expect(sketch.firstDifference(buffer: 0) == nil)
            sketch.layer(101) { $0.frame(40, 90, 500, 380) }
            sketch.solid(200, 230, 210, 200, 220, .green)
            sketch.show()
            #expect(sketch.firstDifference(buffer: 0) == nil)
        }
    }

    @Test("a colour over a colour is what the kernel makes of it")
    func folding() throws {
        var random = RandomNumbers(seed: 4)
        let pixel = try Bitmap(width: 1, height: 1, format: .argb8888)
        for _ in 0..<2000 {
            let below = UInt32(random.int(0...0xFFFF_FFFF))
            let above = UInt32(random.int(0...0xFFFF_FFFF))
            Kernels.fill(pixel.surface, colour: below)
            Kernels.over(above, onto: pixel.surface)
            #expect(Kernels.over(above, onto: below) == pixel.pixel(x: 0, y: 0))
        }
    }
}
