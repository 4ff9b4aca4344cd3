import Raster
import Testing

@testable import RenderServer

@Suite("Backdrops follow every change")
struct BackdropChangeTests {
    /// Stripes, and above them a layer without a colour of its own that shows them blurred.
    private func sketch() throws -> Sketch {
        let sketch = Sketch(120, 100)
        sketch.layer(1) { $0.frame(0, 0, 120, 100) }
        sketch.contents(1, try picture(120, 100) { x, y in (x / 3 + y / 5) % 2 == 0 ? 0xFFFF_FFFF : 0xFF20_4060 })
        sketch.layer(2) { $0.frame(20, 20, 60, 50) }
        sketch.effects(2) { $0.backdropBlurRadius = 4 }
        sketch.sublayers(0, [1, 2])
        sketch.show()
        return sketch
    }

    private func show(_ sketch: Sketch, _ what: String) {
        sketch.show()
        let fault = sketch.firstDifference(buffer: 0)
        #expect(fault == nil, "\(what)")
    }

    @Test("the shape of a clear layer with a backdrop: turned, moved by a fraction, corners, size below a sublayer")
    func shapes() throws {
        let sketch = try sketch()
        sketch.solid(3, -10, -10, 90, 4, .red)
        sketch.solid(4, -10, 60, 90, 4, .red)
        sketch.sublayers(2, [3, 4])
        show(sketch, "sublayers beyond it")
        sketch.layer(2) { $0.cornerRadius = 20 }
        show(sketch, "corners")
        sketch.layer(2) { $0.bounds.w = 30 }
        show(sketch, "size")
        sketch.layer(2) { $0.transform = .rotation(0.5, 0, 0, 1) }
        show(sketch, "turned")
        sketch.layer(2) { $0.position.x += 0.3 }
        show(sketch, "moved")
    }

    @Test("a part of the contents below changes")
    func contents() throws {
        let sketch = try sketch()
        sketch.contents(
            1,
            try picture(120, 100) { x, y in
                (50..<54).contains(x) && y > 40 && y < 44
                    ? 0xFFFF_0000 : (x / 3 + y / 5) % 2 == 0 ? 0xFFFF_FFFF : 0xFF20_4060
            }, changed: rect(50, 41, 4, 3))
        show(sketch, "part")
    }

    @Test("what changes in the backdrop of a blurred layer reaches the backdrop above it")
    func spreads() throws {
        let sketch = try sketch()
        sketch.effects(2) {
            $0.backdropBlurRadius = 2
            $0.blurRadius = 4
        }
        sketch.layer(3) { $0.frame(60, 0, 60, 100) }
        sketch.effects(3) { $0.backdropBlurRadius = 4 }
        sketch.solid(4, 30, 40, 4, 4, .red)
        sketch.sublayers(0, [1, 4, 2, 3])
        show(sketch, "all")
        for step in 1...4 {
            sketch.layer(4) { $0.position.x += Double(step) * 3 }
            show(sketch, "step \(step)")
        }
    }
}
