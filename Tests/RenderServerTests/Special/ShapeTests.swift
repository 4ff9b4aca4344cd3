import Motion
import Raster
import Testing

@testable import RenderServer

@Suite("Shape layers")
struct ShapeTests {
    private let red: UInt32 = 0xFFFF_0000
    private let green: UInt32 = 0xFF00_FF00
    private let blue: UInt32 = 0xFF00_00FF
    private let black: UInt32 = 0xFF00_0000

    @Test("order: background, fill, stroke, sublayers, border; none of it is cut at the bounds")
    func order() {
        let sketch = Sketch()
        sketch.solid(1, 20, 20, 40, 40, .white)
        sketch.layer(1) {
            $0.borderWidth = 2
            $0.borderColor = .blue
        }
        sketch.shape(1, .rect(10, 10, 50, 20)) {
            $0.fillColor = .red
            $0.strokeColor = .green
            $0.stroke.width = 4
        }
        sketch.solid(2, 30, 15, 6, 6, .blue)
        sketch.sublayers(0, [1])
        sketch.sublayers(1, [2])
        sketch.show()
        #expect(sketch.pixel(25, 25) == 0xFFFF_FFFF)
        #expect(sketch.pixel(40, 40) == red)
        #expect(sketch.pixel(40, 29) == green)
        #expect(sketch.pixel(40, 31) == green)
        #expect(sketch.pixel(40, 32) == red)
        // Beyond the bounds; the border lies over it, the sublayer too.
        #expect(sketch.pixel(75, 40) == red)
        #expect(sketch.pixel(81, 40) == green)
        #expect(sketch.pixel(82, 40) == black)
        #expect(sketch.pixel(59, 40) == blue)
        #expect(sketch.pixel(52, 37) == blue)
        sketch.layer(1) { $0.masksToBounds = true }
        sketch.show()
        #expect(sketch.pixel(75, 40) == black)
        #expect(sketch.pixel(57, 40) == red)
        #expect(sketch.firstDifference(buffer: 0) == nil)
    }

    @Test("D-87: fill rules")
    func fillRules() {
        // Twice around the same square.
        let square = [SIMD2(10.0, 10.0), SIMD2(50, 10), SIMD2(50, 50), SIMD2(10, 50)]
        let sketch = Sketch()
        sketch.layer(1) { $0.frame(0, 0, 60, 60) }
        sketch.sublayers(0, [1])
        sketch.shape(1, PolygonShape(square + square)) { $0.fillColor = .red }
        sketch.show()
        #expect(sketch.pixel(30, 30) == red)
        sketch.shape(1, PolygonShape(square + square)) {
            $0.fillColor = .red
            $0.isEvenOdd = true
        }
        sketch.show()
        #expect(sketch.pixel(30, 30) == black)
    }

    @Test("opacity applies to fill and stroke as one picture")
    func groupOpacity() {
        let sketch = Sketch()
        sketch.layer(1) {
            $0.frame(10, 10, 60, 60)
            $0.opacity = 0.5
        }
        sketch.shape(1, .rect(10, 10, 30, 30)) {
            $0.fillColor = .red
            $0.strokeColor = .green
            $0.stroke.width = 8
        }
        sketch.sublayers(0, [1])
        sketch.show()
        // Where the stroke lies over the fill, the fill does not shine through.
        #expect(sketch.pixel(30, 21) == 0xFF00_8000)
        #expect(sketch.pixel(35, 35) == 0xFF80_0000)
    }

    @Test("coverage is kept while a layer moves by whole pixels, and made once when it fills anew")
    func keptCoverage() {
        let sketch = Sketch(200, 200)
        sketch.layer(1) { $0.frame(10, 10, 40, 40) }
        let shape = sketch.shape(1, .rect(0, 0, 40, 40)) { $0.fillColor = .red }
        sketch.sublayers(0, [1])
        sketch.show()
        #expect(shape.callCount == 1)
        for step in 1...20 {
            sketch.layer(1) { $0.position.x += step % 2 == 0 ? 1 : 0.4 }
            sketch.show()
            #expect(sketch.firstDifference(buffer: 0) == nil)
        }
        #expect(shape.callCount == 1)
        // Another colour needs no other coverage, another scale does.
        sketch.shape(1, shape) { $0.fillColor = .green }
        sketch.show()
        #expect(shape.callCount == 1)
        sketch.layer(1) { $0.transform = .scale(1.5, 1.5) }
        sketch.show()
        #expect(shape.callCount == 2)
    }

    @Test("an enormous outline takes memory for what can be seen of it, also while it is scrolled")
    func enormous() {
        let sketch = Sketch(60, 60)
        sketch.layer(1) { $0.frame(0, 0, 30_000, 30_000) }
        let shape = sketch.shape(1, .rect(0, 0, 30_000, 30_000)) {
            $0.fillColor = .red
            $0.strokeColor = .green
            $0.stroke.width = 10
        }
        sketch.sublayers(0, [1])
        sketch.show()
        #expect(sketch.pixel(50, 50) == red)
        #expect(sketch.pixel(4, 50) == green)
        for _ in 0..<8 {
            sketch.layer(1) { $0.position.y -= 30 }
            sketch.show()
        }
        #expect(sketch.pixel(50, 50) == red)
        #expect(sketch.pixel(2, 50) == green)
        #expect(shape.largestMask <= 316 * 316)
        // Fill and stroke at first, and again when the margin of 128 pixels was used up.
        #expect(shape.callCount <= 8)
        #expect(sketch.firstDifference(buffer: 0) == nil)
    }

    @Test("a layer without a size shows its outline, and moving it is damage where it was and is")
    func withoutSize() {
        let sketch = Sketch()
        sketch.layer(1) { $0.position = SIMD2(20, 20) }
        sketch.shape(1, .rect(0, 0, 10, 10)) { $0.fillColor = .red }
        sketch.sublayers(0, [1])
        sketch.show()
        #expect(sketch.pixel(25, 25) == red)
        sketch.layer(1) { $0.position = SIMD2(50, 20) }
        let clips = sketch.show()
        #expect(sketch.pixel(25, 25) == black)
        #expect(sketch.pixel(55, 25) == red)
        let area = clips.reduce(0) { $0 + $1.area }
        #expect(area <= 2 * 16 * 16 * 2)
        sketch.special(1, nil)
        sketch.show()
        #expect(sketch.pixel(55, 25) == black)
    }

    @Test("strokeEnd, lineWidth and colours move on the render thread; damage stays with the stroke's reach")
    func animated() {
        let sketch = Sketch()
        sketch.layer(1) { $0.frame(0, 0, 100, 100) }
        sketch.shape(1, PolygonShape([SIMD2(10, 50), SIMD2(90, 50)])) {
            $0.fillColor = .red.alpha(0)
            $0.strokeColor = .green
            $0.stroke.width = 4
            $0.stroke.join = .round
        }
        sketch.sublayers(0, [1])
        sketch.animate(1, animation(1, .strokeEnd, from: .number(0), to: .number(1)))
        sketch.show(at: 0)
        #expect(sketch.pixel(12, 50) == black)
        let clips = sketch.show(at: 0.5)
        #expect(sketch.pixel(48, 50) == green)
        #expect(sketch.pixel(52, 50) == black)
        #expect(clips.allSatisfy { rect(7, 46, 87, 8).contains($0) }, "\(clips)")
        sketch.animate(1, animation(2, .lineWidth, from: .number(4), to: .number(20), begin: 2))
        sketch.animate(1, animation(3, .strokeColor, from: .color(.green), to: .color(.blue), begin: 2))
        sketch.show(at: 2.5)
        #expect(sketch.pixel(50, 45) == sketch.pixel(50, 50))
        #expect(sketch.pixel(50, 45) & 0xFF == 128 || sketch.pixel(50, 45) & 0xFF == 127)
        #expect(sketch.firstDifference(buffer: 0) == nil)
    }

    @Test("turned, the outline turns with its layer and its edges are smooth")
    func turned() {
        let sketch = Sketch()
        sketch.layer(1) {
            $0.frame(20, 20, 60, 60)
            $0.transform = .rotation(.pi / 4, 0, 0, 1)
        }
        sketch.shape(1, .rect(0, 0, 60, 60)) { $0.fillColor = .white }
        sketch.sublayers(0, [1])
        sketch.show()
        #expect(sketch.pixel(50, 12) == 0xFFFF_FFFF)
        #expect(sketch.pixel(25, 25) == black)
        let shades = Set((0..<100).map { sketch.pixel($0, 30) })
        #expect(shades.count > 2)
        #expect(sketch.firstDifference(buffer: 0, pieces: PixelSize(width: 9, height: 9)) == nil)
    }

    @Test("bad numbers are defined: no shape, empty, no numbers, infinite widths and limits")
    func badInput() {
        let sketch = Sketch()
        sketch.layer(1) { $0.frame(10, 10, 50, 50) }
        sketch.sublayers(0, [1])
        sketch.special(1, .shape(ShapeContent()))
        sketch.show()
        let shapes = [
            PolygonShape([]), PolygonShape([SIMD2(.nan, 1), SIMD2(3, 4)]),
            PolygonShape([SIMD2(-1e300, 0), SIMD2(1e300, .infinity), SIMD2(0, 0)]), .rect(0, 0, 20, 20),
        ]
        for shape in shapes {
            for number in [Double.nan, .infinity, -5, 1e300, 0] {
                sketch.shape(1, shape) {
                    $0.strokeColor = .green
                    $0.stroke.width = number
                    $0.stroke.miterLimit = number
                    $0.stroke.start = number
                    $0.stroke.end = -number
                    $0.stroke.dashes = [number]
                    $0.stroke.dashPhase = number
                }
                sketch.show()
                #expect(shape.largestMask <= 400 * 400)
            }
        }
        #expect(sketch.firstDifference(buffer: 0) == nil)
    }
}

/// Promise 1, for the special layers alone.
@Suite("Special layers: every buffer equals a full repaint")
struct SpecialWalkTests {
    @Test("random changes", arguments: 0..<12)
    func walk(_ seed: Int) {
        let walk = RandomLayerWalk(
            seed: 7000 + UInt64(seed), scale: [1, 1.25, 1.5, 2][seed % 4], rotation: Rotation.allCases[seed / 4 % 4],
            buffers: 1 + seed % 3, format: seed % 2 == 0 ? .xrgb8888 : .rgb565,
            features: [
                WalkFeature(name: "special layers", share: 0.5, step: WalkFeature.specials.step)
            ])
        let fault = walk.run(steps: 100)
        #expect(fault == nil, "\(fault ?? "")")
    }
}
