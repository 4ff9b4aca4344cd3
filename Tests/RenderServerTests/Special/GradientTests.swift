import Motion
import Raster
import Testing

@testable import RenderServer

@Suite("Gradients")
struct GradientTests {
    private func sketch(
        _ colors: [SIMD4<Float>], width: Double = 64, height: Double = 64,
        _ change: (inout GradientContent) -> Void = { _ in }
    ) -> Sketch {
        let sketch = Sketch()
        sketch.layer(1) { $0.frame(16, 16, width, height) }
        sketch.gradient(1, colors, change)
        sketch.sublayers(0, [1])
        sketch.show()
        return sketch
    }

    private func channel(_ sketch: Sketch, _ x: Int, _ y: Int, _ shift: UInt32) -> Int {
        Int(sketch.pixel(x, y) >> shift & 255)
    }

    @Test("D-87: an axial gradient runs from the top edge to the bottom edge by default")
    func axial() {
        let sketch = sketch([.red, .blue])
        for y in 0..<64 {
            let share = (Double(y) + 0.5) / 64
            #expect(abs(Double(channel(sketch, 40, 16 + y, 16)) - 255 * (1 - share)) <= 1)
            #expect(abs(Double(channel(sketch, 40, 16 + y, 0)) - 255 * share) <= 1)
        }
        for (x, y) in [(15, 40), (80, 40), (40, 15), (40, 80)] { #expect(sketch.pixel(x, y) == 0xFF00_0000) }
    }

    @Test("locations place the stops; two in one place make a hard edge")
    func hardStops() {
        let sketch = sketch([.red, .red, .green, .green]) { $0.locations = [0, 0.5, 0.5, 1] }
        for y in 0..<32 { #expect(sketch.pixel(30, 16 + y) == 0xFFFF_0000) }
        for y in 32..<64 { #expect(sketch.pixel(30, 16 + y) == 0xFF00_FF00) }
    }

    @Test("many stops without locations lie at even distances")
    func manyStops() {
        let colors = (0..<17).map { SIMD4<Float>(Float($0) / 16, 0, $0 % 2 == 0 ? 1 : 0, 1) }
        let sketch = sketch(colors) {
            $0.startPoint = SIMD2(0, 0.5)
            $0.endPoint = SIMD2(1, 0.5)
        }
        for x in 0..<64 {
            // A stop is rounded to a byte, and dithering changes up to one more.
            #expect(abs(Double(channel(sketch, 16 + x, 40, 16)) - 255 * (Double(x) + 0.5) / 64) <= 1.7)
        }
        // Stop 8 of 16 lies in the middle.
        #expect(channel(sketch, 48, 40, 0) > 220)
        #expect(channel(sketch, 46, 40, 0) < channel(sketch, 47, 40, 0))
    }

    @Test("D-87: a radial gradient is an ellipse from its middle to a corner of its box")
    func radial() {
        let sketch = sketch([.white, .white, .red], width: 80, height: 40) {
            $0.kind = .radial
            $0.locations = [0, 0.5, 0.5]
            $0.startPoint = SIMD2(0.5, 0.5)
            $0.endPoint = SIMD2(1, 1)
        }
        // White within half of the half axes 40 and 20.
        #expect(sketch.pixel(56 + 19, 36) == 0xFFFF_FFFF)
        #expect(sketch.pixel(56 + 21, 36) == 0xFFFF_0000)
        #expect(sketch.pixel(56, 36 + 9) == 0xFFFF_FFFF)
        #expect(sketch.pixel(56, 36 + 11) == 0xFFFF_0000)
        #expect(sketch.pixel(56 + 16, 36 + 8) == 0xFFFF_0000)
    }

    @Test("a conic gradient turns clockwise on the screen from the direction of its end")
    func conic() {
        let sketch = sketch([.red, .red, .green, .green, .blue, .blue, .white, .white]) {
            $0.kind = .conic
            $0.locations = [0, 0.25, 0.25, 0.5, 0.5, 0.75, 0.75, 1]
            $0.startPoint = SIMD2(0.5, 0.5)
            $0.endPoint = SIMD2(0.5, 0)
        }
        #expect(sketch.pixel(60, 30) == 0xFFFF_0000)
        #expect(sketch.pixel(60, 60) == 0xFF00_FF00)
        #expect(sketch.pixel(30, 60) == 0xFF00_00FF)
        #expect(sketch.pixel(30, 30) == 0xFFFF_FFFF)
    }

    @Test("a colour that fades to clear keeps its hue")
    func premultiplied() {
        let sketch = sketch([.red, SIMD4(0, 0, 1, 0)])
        // Over black what is left of it is red alone.
        for y in 0..<64 { #expect(channel(sketch, 40, 16 + y, 0) == 0) }
        #expect(abs(channel(sketch, 40, 48, 16) - 126) <= 2)
    }

    @Test("a slow gradient is dithered by an even pattern of screen pixels")
    func dithering() {
        let sketch = sketch([SIMD4(0.5, 0.5, 0.5, 1), SIMD4(0.51, 0.51, 0.51, 1)])
        // 127.5…130: any 8 x 8 pixels hold at least two shades, and no more than the slope gives.
        for y in stride(from: 24, to: 72, by: 8) {
            var shades = Set<Int>()
            for dy in 0..<8 {
                for x in 24..<32 { shades.insert(channel(sketch, x, y + dy, 0)) }
            }
            #expect((2...3).contains(shades.count), "\(shades)")
        }
        // Each threshold occurs once in a square.
        var all = Set<Float>()
        for y in 0..<8 {
            for x in 0..<8 { all.insert(GradientPaint.threshold(Int32(x) - 8, Int32(y))) }
        }
        #expect(all.count == 64)
    }

    @Test("equal stops give exactly the colour of a background")
    func flat() {
        let color = SIMD4<Float>(0.3, 0.6, 0.9, 0.5)
        let sketch = sketch([color, color, color])
        sketch.solid(2, 0, 0, 10, 10, color)
        sketch.sublayers(0, [1, 2])
        sketch.show()
        for (x, y) in [(16, 16), (33, 47), (79, 79)] { #expect(sketch.pixel(x, y) == sketch.pixel(5, 5)) }
    }

    @Test("it is cut by rounded corners, without masksToBounds, and turned with the layer")
    func corners() {
        let sketch = sketch([.white, .white])
        sketch.layer(1) { $0.cornerRadius = 20 }
        sketch.show()
        for (x, y) in [(16, 16), (79, 16), (16, 79), (79, 79)] { #expect(sketch.pixel(x, y) == 0xFF00_0000) }
        #expect(sketch.pixel(48, 16) == 0xFFFF_FFFF)
        sketch.layer(1) { $0.transform = .rotation(0.6, 0, 0, 1) }
        sketch.show()
        #expect(sketch.pixel(48, 48) == 0xFFFF_FFFF)
        #expect(sketch.pixel(16, 16) == 0xFF00_0000)
        #expect(sketch.firstDifference(buffer: 0, pieces: PixelSize(width: 7, height: 5)) == nil)
    }

    @Test("turned by a quarter, mirrored or by an angle, it keeps to the layer")
    func turned() {
        let sketch = sketch([.red, .red, .blue, .blue]) { $0.locations = [0, 0.5, 0.5, 1] }
        sketch.layer(1) { $0.transform = .scale(1, -1) }
        sketch.show()
        #expect(sketch.pixel(40, 20) == 0xFF00_00FF)
        #expect(sketch.pixel(40, 70) == 0xFFFF_0000)
        // Clockwise: the top becomes the right.
        sketch.layer(1) { $0.transform = .rotation(.pi / 2, 0, 0, 1) }
        sketch.show()
        #expect(sketch.pixel(70, 40) == 0xFFFF_0000)
        #expect(sketch.pixel(20, 40) == 0xFF00_00FF)
        sketch.layer(1) { $0.transform = .rotation(.pi, 0, 0, 1).concatenating(.rotation(0.3, 0, 0, 1)) }
        sketch.show()
        #expect(sketch.pixel(48, 30) == 0xFF00_00FF)
        #expect(sketch.pixel(48, 66) == 0xFFFF_0000)
    }

    @Test("opacity applies to background and gradient as one picture")
    func groupOpacity() {
        let sketch = sketch([.red, .red])
        sketch.layer(1) {
            $0.opacity = 0.5
            $0.backgroundColor = .white
        }
        sketch.show()
        #expect(sketch.pixel(40, 40) == 0xFF80_0000)
    }

    @Test("animated colours and points are evaluated on the render thread, and only the layer is damage")
    func animated() {
        let sketch = sketch([.red, .red])
        guard let from = MotionColors([.red, .red]), let to = MotionColors([.blue, .blue]) else { return }
        sketch.animate(1, animation(7, .colors, from: .colors(from), to: .colors(to)))
        sketch.show(at: 0)
        #expect(sketch.pixel(40, 40) == 0xFFFF_0000)
        let clips = sketch.show(at: 0.5)
        #expect(channel(sketch, 40, 40, 16) == 128 || channel(sketch, 40, 40, 16) == 127)
        #expect(clips.allSatisfy { rect(16, 16, 64, 64).contains($0) })
        sketch.show(at: 2)
        #expect(sketch.pixel(40, 40) == 0xFFFF_0000)
    }

    @Test("before the first stop its colour goes on, also where several stops lie at the beginning")
    func before() {
        let sketch = sketch([.red, .green, .blue]) {
            $0.locations = [0, 0, 1]
            $0.startPoint = SIMD2(0.5, 0.5)
        }
        #expect(sketch.pixel(40, 20) == 0xFFFF_0000)
        #expect(channel(sketch, 40, 50, 8) > 200)
    }

    @Test("bad numbers are defined: no stops, one, unordered, start at the end, no numbers")
    func badInput() {
        #expect(sketch([]).pixel(40, 40) == 0xFF00_0000)
        #expect(sketch([.green]).pixel(40, 40) == 0xFF00_FF00)
        let unordered = sketch([.red, .green, .blue]) { $0.locations = [0.9, 0.1, .nan] }
        #expect(unordered.pixel(40, 17) == 0xFFFF_0000)
        #expect(unordered.pixel(40, 79) == 0xFF00_00FF)
        for kind in [GradientContent.Kind.axial, .radial, .conic] {
            let same = sketch([.red, .green]) {
                $0.kind = kind
                $0.endPoint = $0.startPoint
            }
            #expect(same.pixel(40, 40) == 0xFF00_FF00)
            let nan = sketch([.red, .green]) {
                $0.kind = kind
                $0.endPoint = SIMD2(.nan, 1)
            }
            #expect(nan.pixel(40, 40) == 0xFF00_0000)
            let far = sketch([.red, .green]) {
                $0.kind = kind
                $0.startPoint = SIMD2(-1e300, 1e300)
                $0.endPoint = SIMD2(1e300, .infinity)
            }
            #expect(far.pixel(40, 40) >> 24 == 255)
        }
        let short = sketch([.red, .green]) { $0.locations = [0.5] }
        #expect(channel(short, 40, 17, 16) > 240)
    }
}
