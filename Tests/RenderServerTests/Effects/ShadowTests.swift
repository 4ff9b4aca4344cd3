import Motion
import Raster
import Testing

@testable import RenderServer

@Suite("Shadows")
struct ShadowTests {
    /// A white square from 40 to 80 on red.
    private func sketch() -> Sketch {
        let sketch = Sketch(120, 120)
        sketch.layer(0) { $0.backgroundColor = .red }
        sketch.solid(1, 40, 40, 40, 40, .white)
        sketch.sublayers(0, [1])
        return sketch
    }

    private func sharp(_ effects: inout LayerEffects) {
        effects.shadowColor = .blue
        effects.shadowOpacity = 1
        effects.shadowRadius = 0
        effects.shadowOffset = SIMD2(0, -3)
    }

    @Test("D-81: the shadow falls by its offset, below the layer; not with masksToBounds")
    func offset() {
        let sketch = sketch()
        sketch.effects(1) { sharp(&$0) }
        sketch.show()
        #expect(sketch.pixel(50, 36) == 0xFFFF_0000)
        #expect(sketch.pixel(50, 37) == 0xFF00_00FF)
        #expect(sketch.pixel(50, 40) == 0xFFFF_FFFF)
        #expect(sketch.pixel(50, 80) == 0xFFFF_0000)
        sketch.effects(1) {
            sharp(&$0)
            $0.shadowOffset = SIMD2(5, 7)
        }
        sketch.show()
        #expect(sketch.pixel(84, 86) == 0xFF00_00FF)
        #expect(sketch.pixel(85, 86) == 0xFFFF_0000)
        #expect(sketch.pixel(50, 37) == 0xFFFF_0000)
        sketch.layer(1) { $0.masksToBounds = true }
        sketch.show()
        #expect(sketch.pixel(84, 86) == 0xFFFF_0000)
        #expect(sketch.firstDifference(buffer: 0) == nil)
    }

    @Test("D-82: shadowRadius is the standard deviation of a gaussian; opacity and colour's alpha multiply")
    func gaussian() {
        for (radius, scale) in [(3.0, 1.0), (8, 1), (4, 2)] {
            let sketch = Sketch(200, 200, scale: scale)
            sketch.layer(0) { $0.backgroundColor = .white }
            sketch.solid(1, 0, 60 / scale, 100 / scale, 40 / scale, .white)
            sketch.layer(1) { $0.bounds = SIMD4(0, 0, 400 / scale, 80 / scale) }
            sketch.sublayers(0, [1])
            sketch.effects(1) {
                $0.shadowOpacity = 1
                $0.shadowRadius = radius
                $0.shadowOffset = SIMD2(0, 0)
            }
            sketch.show()
            // Below a long edge the shadow is the tail of the normal distribution.
            let edge =
                (0..<200).last {
                    sketch.pixel(50, $0 - 1) == 0xFFFF_FFFF && $0 > 110 && sketch.pixel(50, $0) != 0xFFFF_FFFF
                } ?? 0
            let sigma = radius * scale
            let first = Double(255 - (sketch.pixel(50, edge) & 255)) / 255
            #expect((first - Self.tail(0.5 / sigma)).magnitude < 0.03, "\(radius) at \(scale): \(edge) \(first)")
            let third = Double(255 - (sketch.pixel(50, edge + Int(sigma)) & 255)) / 255
            #expect((third - Self.tail((sigma + 0.5) / sigma)).magnitude < 0.03)
            #expect(sketch.pixel(50, edge + Int(4 * sigma)) == 0xFFFF_FFFF)
        }
    }

    /// The share of a normal distribution beyond x.
    private static func tail(_ x: Double) -> Double {
        var sum = 0.0
        let step = 0.001
        var t = x
        while t < 8 {
            sum += step / 2.506628 * exponential(-(t + step / 2) * (t + step / 2) / 2)
            t += step
        }
        return sum
    }

    private static func exponential(_ x: Double) -> Double {
        var result = 1.0
        let small = x / 1024
        result = 1 + small + small * small / 2
        for _ in 0..<10 { result *= result }
        return result
    }

    @Test("a filled rectangle, the same picture without a background, and an outline cast the same shadow")
    func sources() throws {
        var pictures: [[UInt32]] = []
        for kind in 0..<3 {
            let sketch = sketch()
            // Two halves side by side make a picture whose shadow is made from its alpha.
            if kind == 1 {
                sketch.layer(1) { $0.backgroundColor = SIMD4(0, 0, 0, 0) }
                sketch.solid(2, 0, 0, 15, 40, .white)
                sketch.solid(3, 15, 0, 25, 40, .white)
                sketch.sublayers(1, [2, 3])
            }
            sketch.effects(1, shape: kind == 2 ? RectangleShape(0, 0, 40, 40) : nil) {
                $0.shadowOpacity = 0.7
                $0.shadowRadius = 4
                $0.shadowOffset = SIMD2(3, 5)
            }
            sketch.show()
            #expect(sketch.firstDifference(buffer: 0, pieces: PixelSize(width: 17, height: 11)) == nil)
            pictures.append((0..<120 * 120).map { sketch.pixel($0 % 120, $0 / 120) })
        }
        #expect(pictures[0] == pictures[1])
        #expect(pictures[0] == pictures[2])
    }

    @Test("round corners cast a round shadow, whatever the size of the layer", arguments: [10, 24, 60])
    func corners(_ size: Int) {
        var pictures: [[UInt32]] = []
        for isPlain in [true, false] {
            let sketch = sketch()
            sketch.layer(1) {
                $0.frame(30, 30, Double(size), Double(size + 7))
                $0.cornerRadius = 9
                // Hardly seen, but the background does not cover then.
                $0.backgroundColor = isPlain ? .white : SIMD4(1, 1, 1, 254.0 / 255)
            }
            sketch.solid(2, 0, 0, isPlain ? 0 : 300, 0, .blue)
            sketch.sublayers(1, [2])
            sketch.effects(1) {
                $0.shadowOpacity = 1
                $0.shadowRadius = 3
                $0.shadowOffset = SIMD2(2, 2)
            }
            sketch.show()
            #expect(sketch.firstDifference(buffer: 0, pieces: PixelSize(width: 9, height: 23)) == nil)
            pictures.append((0..<120 * 120).map { sketch.pixel($0 % 120, $0 / 120) })
        }
        #expect(zip(pictures[0], pictures[1]).allSatisfy { Self.distance($0, $1) <= 2 })
    }

    private static func distance(_ a: UInt32, _ b: UInt32) -> Int {
        [0, 8, 16].map { abs(Int(a >> $0 & 255) - Int(b >> $0 & 255)) }.max() ?? 0
    }

    @Test("opacity fades a layer with its shadow as one picture")
    func group() {
        let sketch = sketch()
        sketch.layer(1) { $0.opacity = 0.5 }
        sketch.effects(1) { sharp(&$0) }
        sketch.show()
        #expect(sketch.pixel(50, 38) == 0xFF7F_0080)
        // The shadow does not show through the layer.
        #expect(sketch.pixel(50, 50) == 0xFFFF_8080)
    }

    @Test("only where the shadow falls is damage when it changes, moves or goes; none when nothing changes")
    func damage() {
        let sketch = sketch()
        sketch.show()
        sketch.effects(1) { sharp(&$0) }
        #expect(sketch.show() == [rect(40, 37, 40, 40)])
        sketch.effects(1) { sharp(&$0) }
        sketch.update()
        #expect(!sketch.renderer.hasPendingDamage)
        // A sublayer inside changes: the shadow is the rectangle's all the same.
        sketch.solid(2, 5, 5, 10, 10, .green)
        sketch.sublayers(1, [2])
        #expect(sketch.show() == [rect(45, 45, 10, 10)])
        // One that reaches out casts its own.
        sketch.layer(2) { $0.frame(35, 5, 10, 10) }
        sketch.show()
        #expect(sketch.pixel(82, 43) == 0xFF00_00FF)
        #expect(sketch.firstDifference(buffer: 0) == nil)
        sketch.layer(2) { $0.backgroundColor = .blue }
        #expect(sketch.show() == [rect(75, 42, 10, 13)])
        sketch.noEffects(1)
        sketch.show()
        #expect(sketch.pixel(50, 38) == 0xFFFF_0000)
        #expect(sketch.firstDifference(buffer: 0) == nil)
    }

    @Test("a turned layer's shadow turns with it, offset too")
    func turned() {
        let sketch = sketch()
        sketch.layer(1) { $0.transform = .rotation(.pi / 2, 0, 0, 1) }
        sketch.effects(1) { sharp(&$0) }
        sketch.show()
        // Up in the layer is right on the screen.
        #expect(sketch.pixel(82, 60) == 0xFF00_00FF)
        sketch.layer(1) { $0.transform = .rotation(0.7, 0, 0, 1) }
        sketch.show()
        #expect(sketch.firstDifference(buffer: 0, pieces: PixelSize(width: 31, height: 13)) == nil)
    }

    @Test(
        "values that are no values: no shadow, or as much as there can be", arguments: [Double.nan, -1, 1e9, .infinity])
    func badInput(_ value: Double) {
        let sketch = sketch()
        sketch.effects(1, shape: RectangleShape(-1e9, -1e9, 2e9, 2e9)) {
            $0.shadowOpacity = Float(value)
            $0.shadowRadius = value
            $0.shadowOffset = SIMD2(value, value)
        }
        sketch.show()
        sketch.effects(1) {
            $0.shadowOpacity = 1
            $0.shadowRadius = value
            $0.shadowOffset = SIMD2(0, value)
            $0.blurRadius = value
            $0.backdropBlurRadius = value
            $0.backdropSaturation = value
        }
        sketch.show()
        #expect(sketch.firstDifference(buffer: 0) == nil)
    }
}
