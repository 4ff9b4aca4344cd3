import Raster
import Synchronization
import Testing

@testable import RenderServer

@Suite("Shadows of outlines")
struct ShadowOutlineTests {
    @Test("layers of the same outline share one shadow, and moving makes at most a few")
    func shared() {
        let fills = Fills()
        let sketch = Sketch(400, 200)
        sketch.layer(0) { $0.backgroundColor = .white }
        for id in 1...20 as ClosedRange<UInt32> {
            sketch.solid(id, Double(id % 10) * 38, Double(id / 10) * 60 + 10, 30, 40, .white)
            sketch.effects(id, shape: CountedShape(fills)) {
                $0.shadowOpacity = 1
                $0.shadowRadius = 3
                $0.shadowOffset = SIMD2(0, 2)
            }
        }
        sketch.sublayers(0, Array(1...20))
        sketch.show()
        #expect(fills.count.load(ordering: .relaxed) == 1)
        for step in 1...40 {
            for id in 1...20 as ClosedRange<UInt32> {
                let x = Double(id % 10) * 38 + 15 + Double(step) / 16
                sketch.layer(id) { $0.position = SIMD2(x, Double(id / 10) * 60 + 30) }
            }
            sketch.show()
            #expect(sketch.firstDifference(buffer: 0) == nil)
        }
        // Quarters of a pixel, and a pixel more of width where an edge crosses one.
        #expect(fills.count.load(ordering: .relaxed) <= 8)
    }

    @Test("a shadow without blur falls exactly where its outline is")
    func sharp() {
        let fills = Fills()
        let sketch = Sketch(100, 100)
        sketch.layer(0) { $0.backgroundColor = .white }
        sketch.layer(1) {
            $0.bounds = SIMD4(0, 0, 30, 40)
            $0.position = SIMD2(40.6, 40)
        }
        sketch.sublayers(0, [1])
        sketch.effects(1, shape: CountedShape(fills)) {
            $0.shadowOpacity = 1
            $0.shadowRadius = 0
            $0.shadowOffset = SIMD2(0, 0)
        }
        sketch.show()
        // The outline begins at 25.6: pixel 25's middle lies outside, pixel 26's inside.
        #expect(sketch.pixel(25, 40) == 0xFFFF_FFFF)
        #expect(sketch.pixel(26, 40) == 0xFF00_0000)
    }
}

private final class Fills: Sendable {
    let count = Atomic(0)
}

/// A rectangle that counts how often it was filled; all of them are the same outline.
private final class CountedShape: LayerShape {
    let rectangle = RectangleShape(0, 0, 30, 40)
    let fills: Fills

    init(_ fills: Fills) { self.fills = fills }

    var extent: SIMD4<Double>? { rectangle.extent }
    var digest: Int { 1 }
    func isSameOutline(as other: any LayerShape) -> Bool { other is CountedShape }

    func writeFill(isEvenOdd: Bool, placement: ShapePlacement, to mask: PixelSurface) {
        fills.count.add(1, ordering: .relaxed)
        rectangle.writeFill(isEvenOdd: isEvenOdd, placement: placement, to: mask)
    }

    func writeStroke(_ stroke: ShapeStroke, placement: ShapePlacement, to mask: PixelSurface) {
        rectangle.writeStroke(stroke, placement: placement, to: mask)
    }
}
