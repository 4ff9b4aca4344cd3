import Raster
import Testing

@testable import RenderServer

/// Promise 2 of the design: only what is dirty, by the rule that the documentation states: in each cell of 64x64 pixels,
/// the rectangle around what is dirty there.
@Suite("What a frame costs, counted")
struct CountersTests {
    /// Pixels of the rectangles around parts of `rects` in each cell.
    private func rounded(_ rects: [PixelRect], in size: PixelSize) -> Int {
        var result = 0
        for y in stride(from: 0, to: size.height, by: 64) {
            for x in stride(from: 0, to: size.width, by: 64) {
                let cell = rect(x, y, 64, 64)
                result += rects.reduce(PixelRect.empty) { $0.union($1.intersection(cell)) }.area
            }
        }
        return result
    }

    private func sketch() -> Sketch {
        let sketch = Sketch(640, 480)
        sketch.layer(0) { $0.backgroundColor = .white }
        sketch.solid(1, 0, 0, 640, 200, .green)
        sketch.solid(2, 100, 100, 40, 40, .red)
        sketch.sublayers(0, [1, 2])
        sketch.show()
        return sketch
    }

    @Test("moving a 40x40 view composites its two places, rounded cell by cell, and writes them once")
    func move() {
        let sketch = sketch()
        var random = RandomNumbers(seed: 11)
        var old = rect(100, 100, 40, 40)
        for _ in 0..<60 {
            let new = rect(random.int(0...600), random.int(0...440), 40, 40)
            sketch.solid(2, Double(new.minX), Double(new.minY), 40, 40, .red)
            sketch.update()
            let counters = sketch.render(into: 0)
            sketch.present(0)
            let bound = rounded([old, new], in: sketch.panelSize)
            #expect(counters.pixelsComposited == bound)
            #expect(counters.bytesWritten == 4 * bound)
            #expect(counters.tiles <= 18 && counters.items <= 3 && counters.layersVisited <= 3)
            old = new
        }
    }

    @Test("far apart, that is the area of the two places and nothing more")
    func apart() {
        let sketch = sketch()
        sketch.solid(2, 400, 300, 40, 40, .red)
        sketch.update()
        #expect(sketch.render(into: 0).pixelsComposited == 2 * 1600)
    }

    @Test("a change that shows nowhere costs nothing")
    func hidden() {
        let sketch = sketch()
        sketch.solid(2, 900, 900, 40, 40, .red)
        sketch.show()
        sketch.solid(2, 1200, 900, 40, 40, .red)
        sketch.update()
        #expect(!sketch.renderer.hasPendingDamage)
    }
}
