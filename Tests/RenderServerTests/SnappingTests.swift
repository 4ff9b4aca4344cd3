import Raster
import Testing

@testable import RenderServer

@Suite("Pixel edges")
struct SnappingTests {
    @Test(
        "C25: seven views that split 100 points leave no gap and blend nowhere twice",
        arguments: [1, 1.25, 1.4, 1.5, 2, 3])
    func row(_ scale: Double) {
        let width = Int((100 * scale).rounded())
        let sketch = Sketch(width + 20, 40, scale: scale)
        for id: UInt32 in 1...7 {
            sketch.solid(id, Double(id - 1) * 100 / 7, 2, 100.0 / 7, 10, SIMD4<Float>.white.alpha(0.5))
        }
        sketch.sublayers(0, Array(1...7))
        sketch.show()
        let y = Int(5 * scale)
        for x in 0..<width { #expect(sketch.pixel(x, y) == 0xFF80_8080, "\(x)") }
        #expect(sketch.pixel(width, y) == 0xFF00_0000)
    }

    @Test("edges are rounded, halves up, and never sizes")
    func edges() {
        let sketch = Sketch(40, 40, scale: 1.5)
        // Edges at 1.5 and 4.5 pixels: both go up, so three points are three pixels here.
        sketch.solid(1, 1, 1, 2, 2, .red)
        // Edges at 6 and 7.5.
        sketch.solid(2, 4, 1, 1, 2, .green)
        sketch.sublayers(0, [1, 2])
        sketch.show()
        #expect((0..<40).filter { sketch.pixel($0, 3) == 0xFFFF_0000 } == [2, 3, 4])
        #expect((0..<40).filter { sketch.pixel($0, 3) == 0xFF00_FF00 } == [6, 7])
    }

    @Test("a line of one pixel stays one pixel wherever it is")
    func hairline() {
        for step in 0..<12 {
            let sketch = Sketch(40, 40, scale: 2)
            sketch.solid(1, 0, 3 + Double(step) * 0.1, 20, 0.5, .white)
            sketch.sublayers(0, [1])
            sketch.show()
            #expect((0..<40).filter { sketch.pixel(10, $0) == 0xFFFF_FFFF }.count == 1, "\(step)")
        }
    }
}
