import Motion
import Raster
import Testing

@testable import RenderServer

@Suite("Blur, backdrops, blend modes")
struct BlurTests {
    @Test("a blurred layer: its picture with sublayers spreads beyond its bounds; its middle and what is far stay")
    func blur() {
        let sketch = Sketch(120, 120)
        sketch.layer(0) { $0.backgroundColor = .white }
        sketch.layer(1) { $0.frame(30, 30, 60, 60) }
        sketch.solid(2, 0, 0, 60, 60, .red)
        sketch.sublayers(0, [1])
        sketch.sublayers(1, [2])
        sketch.effects(1) { $0.blurRadius = 4 }
        sketch.show()
        #expect(sketch.pixel(60, 60) == 0xFFFF_0000)
        #expect(sketch.pixel(10, 60) == 0xFFFF_FFFF)
        let outside = sketch.pixel(29, 60) & 255
        let inside = sketch.pixel(30, 60) & 255
        #expect(outside > 128 && outside < 160 && inside < 128 && inside > 100)
        #expect(sketch.firstDifference(buffer: 0, pieces: PixelSize(width: 13, height: 29)) == nil)
        // A small change inside spreads, and no further than the blur reaches.
        sketch.layer(2) { $0.backgroundColor = .red }
        sketch.solid(3, 20, 20, 2, 2, .blue)
        sketch.sublayers(1, [2, 3])
        let damage = sketch.show()
        #expect(sketch.firstDifference(buffer: 0) == nil)
        let spread = GaussianBlur(sigma: 4).spread
        #expect(damage == [rect(50 - spread, 50 - spread, 2 + 2 * spread, 2 + 2 * spread)])
    }

    @Test("what lies beyond the screen or a clip is blurred into it")
    func beyond() {
        let sketch = Sketch(100, 60)
        sketch.layer(0) { $0.backgroundColor = .white }
        sketch.layer(1) { $0.frame(-50, 0, 100, 60) }
        sketch.solid(2, 0, 0, 48, 60, .black)
        sketch.sublayers(0, [1])
        sketch.sublayers(1, [2])
        sketch.effects(1) { $0.blurRadius = 5 }
        sketch.show()
        #expect(sketch.pixel(0, 30) & 255 < 200)
        sketch.layer(2) { $0.frame(0, 0, 44, 60) }
        sketch.show()
        #expect(sketch.firstDifference(buffer: 0) == nil)
    }

    @Test("a backdrop shows what lies below, blurred, within round corners; then the layer's own background")
    func backdrop() {
        let sketch = Sketch(120, 120)
        sketch.layer(0) { $0.backgroundColor = .white }
        sketch.solid(1, 0, 0, 60, 120, .red)
        sketch.layer(2) {
            $0.frame(20, 20, 80, 80)
            $0.cornerRadius = 20
        }
        sketch.solid(3, 30, 70, 10, 10, .blue)
        sketch.sublayers(0, [1, 2])
        sketch.sublayers(2, [3])
        sketch.effects(2) { $0.backdropBlurRadius = 6 }
        sketch.show()
        #expect(sketch.pixel(59, 10) == 0xFFFF_0000)
        #expect(sketch.pixel(60, 10) == 0xFFFF_FFFF)
        let edge = sketch.pixel(60, 60) & 255
        #expect(edge > 110 && edge < 150)
        #expect(sketch.pixel(22, 22) == 0xFFFF_0000)
        #expect(sketch.pixel(55, 95) == 0xFF00_00FF)
        #expect(sketch.firstDifference(buffer: 0, pieces: PixelSize(width: 13, height: 29)) == nil)
        // What moves below changes the backdrop around it.
        sketch.layer(1) { $0.frame(0, 0, 64, 120) }
        sketch.show()
        #expect(sketch.firstDifference(buffer: 0) == nil)
        sketch.effects(2) {
            $0.backdropBlurRadius = 6
            $0.backdropSaturation = 0
        }
        sketch.show()
        let grey = sketch.pixel(40, 60)
        #expect(grey & 255 == grey >> 8 & 255 && grey & 255 == grey >> 16 & 255)
        sketch.layer(2) { $0.opacity = 0.5 }
        sketch.show()
        #expect(sketch.firstDifference(buffer: 0, pieces: PixelSize(width: 19, height: 9)) == nil)
    }

    @Test("twenty backdrops on each other: each sees the ones below, in bounded time")
    func manyBackdrops() {
        let sketch = Sketch(60, 60)
        sketch.layer(0) { $0.backgroundColor = .white }
        sketch.solid(1, 0, 0, 30, 60, .red)
        for id in 2...21 as ClosedRange<UInt32> {
            sketch.solid(id, Double(id), Double(id), 30, 30, SIMD4(0, 0, 1, 0.05))
            sketch.effects(id) { $0.backdropBlurRadius = 2 }
        }
        sketch.sublayers(0, Array(1...21))
        sketch.show()
        #expect(sketch.firstDifference(buffer: 0, pieces: PixelSize(width: 16, height: 16)) == nil)
        sketch.layer(1) { $0.frame(0, 0, 33, 60) }
        sketch.show()
        #expect(sketch.firstDifference(buffer: 0) == nil)
    }

    @Test(
        "D-30: a layer's picture is mixed with what lies below by its blend mode",
        arguments: [
            (LayerBlendMode.multiply, 0xFF60_0040 as UInt32), (.screen, 0xFFE0_80FF), (.darken, 0xFF80_0040),
            (.lighten, 0xFFC0_80FF), (.difference, 0xFF40_80BF), (.plusLighter, 0xFFFF_80FF), (.copy, 0xFFC0_0040),
        ])
    func blend(_ mode: LayerBlendMode, _ wanted: UInt32) {
        let sketch = Sketch(40, 40)
        sketch.layer(0) { $0.backgroundColor = SIMD4(128.0 / 255, 128.0 / 255, 1, 1) }
        sketch.layer(1) { $0.frame(10, 10, 20, 20) }
        sketch.solid(2, 0, 0, 20, 20, SIMD4(192.0 / 255, 0, 64.0 / 255, 1))
        sketch.sublayers(0, [1])
        sketch.sublayers(1, [2])
        sketch.effects(1) { $0.blendMode = mode }
        sketch.show()
        #expect(sketch.pixel(5, 5) == 0xFF80_80FF)
        let found = sketch.pixel(15, 15)
        for shift in [0, 8, 16] as [UInt32] {
            #expect(abs(Int(found >> shift & 255) - Int(wanted >> shift & 255)) <= 1, "\(found.hex), not \(wanted.hex)")
        }
        #expect(sketch.firstDifference(buffer: 0, pieces: PixelSize(width: 7, height: 9)) == nil)
    }

    @Test(
        "every effect property can be animated, also of a layer without effects",
        arguments: [
            (LayerKey.shadowOpacity, MotionValue.number(1)), (.shadowRadius, .number(6)), (.shadowColor, .color(.blue)),
            (.shadowOffset, .vector2(SIMD2(9, 9))), (.blurRadius, .number(3)), (.backdropBlurRadius, .number(3)),
        ])
    func animated(_ key: LayerKey, _ value: MotionValue) {
        let sketch = Sketch(100, 100)
        sketch.layer(0) { $0.backgroundColor = .red }
        sketch.solid(2, 15, 15, 40, 40, .green)
        sketch.solid(1, 30, 30, 40, 40, .white.alpha(0.5))
        sketch.sublayers(0, [2, 1])
        if key != .shadowOpacity, key != .blurRadius, key != .backdropBlurRadius {
            sketch.effects(1) { $0.shadowOpacity = 1 }
        }
        sketch.show()
        sketch.animate(1, animation(1, key, from: value, to: value, duration: 2))
        sketch.update(at: 1)
        #expect(sketch.renderer.hasPendingDamage)
        sketch.show(at: 1)
        #expect(sketch.firstDifference(buffer: 0) == nil)
        sketch.show(at: 3)
        #expect(sketch.firstDifference(buffer: 0) == nil)
    }
}

extension SIMD4<Float> {
    fileprivate static let black = SIMD4<Float>(0, 0, 0, 1)
}
