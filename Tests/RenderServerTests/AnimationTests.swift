import Motion
import Raster
import Testing

@testable import RenderServer

@Suite("Animations in the render tree")
struct AnimationTests {
    private func sketch() -> Sketch {
        let sketch = Sketch(200, 100)
        sketch.solid(1, 0, 0, 10, 10, .red)
        sketch.sublayers(0, [1])
        sketch.show()
        return sketch
    }

    private func ended(_ sketch: Sketch) -> [UInt64] {
        var list: [UInt64] = []
        sketch.renderer.drainEndedAnimations { list.append($0) }
        return list
    }

    @Test("a value is that of the presentation time; the end is told once; then the model shows")
    func basic() {
        let sketch = sketch()
        sketch.animate(1, animation(5, .positionX, from: .number(105), to: .number(155), begin: 1, duration: 1))
        sketch.show(at: 0)
        #expect(sketch.pixel(5, 5) == 0xFFFF_0000)
        #expect(sketch.renderer.nextAnimationTime == 1)
        sketch.show(at: 1.5)
        #expect(sketch.pixel(130, 5) == 0xFFFF_0000)
        #expect(sketch.pixel(5, 5) == 0xFF00_0000)
        #expect(sketch.renderer.nextAnimationTime <= 1.5)
        #expect(ended(sketch).isEmpty)
        sketch.show(at: 2.1)
        #expect(sketch.pixel(5, 5) == 0xFFFF_0000)
        #expect(ended(sketch) == [5])
        #expect(sketch.renderer.nextAnimationTime == .infinity)
        sketch.update(at: 3)
        #expect(ended(sketch).isEmpty)
        #expect(!sketch.renderer.hasPendingDamage)
    }

    @Test("A-113: one that stays keeps its look and is told once")
    func forwards() {
        let sketch = sketch()
        sketch.animate(
            1, animation(5, .opacity, from: .number(0), to: .number(0.5), fill: .forwards, isRemoved: false))
        sketch.show(at: 2)
        #expect(sketch.pixel(5, 5) == 0xFF80_0000)
        #expect(ended(sketch) == [5])
        sketch.update(at: 3)
        #expect(ended(sketch).isEmpty)
        #expect(sketch.renderer.nextAnimationTime == .infinity)
        sketch.stopAnimation(1, 5)
        sketch.show(at: 3)
        #expect(sketch.pixel(5, 5) == 0xFFFF_0000)
    }

    @Test("A-105: additive animations add up, in the order they came")
    func additive() {
        let sketch = sketch()
        sketch.animate(1, animation(1, .positionX, from: .number(0), to: .number(100), isAdditive: true))
        sketch.animate(1, animation(2, .positionX, from: .number(0), to: .number(40), isAdditive: true))
        sketch.show(at: 0.5)
        #expect(sketch.pixel(75, 5) == 0xFFFF_0000)
    }

    @Test("the model may change under an animation of another property")
    func modelChanges() {
        let sketch = sketch()
        sketch.animate(1, animation(1, .positionX, from: .number(105), to: .number(105), duration: 10))
        sketch.show(at: 0)
        sketch.layer(1) {
            $0.backgroundColor = .green
            $0.position = SIMD2(50, 50)
        }
        sketch.show(at: 1)
        #expect(sketch.pixel(105, 50) == 0xFF00_FF00)
        sketch.show(at: 11)
        #expect(sketch.pixel(50, 50) == 0xFF00_FF00)
    }

    @Test("G-60, A-112: a layer's clock: twice as fast; stopped; and a stopped one never ends")
    func clocks() {
        let sketch = sketch()
        sketch.layer(0) { $0.speed = 2 }
        sketch.animate(1, animation(5, .positionX, from: .number(5), to: .number(105)))
        sketch.show(at: 0.25)
        #expect(sketch.pixel(55, 5) == 0xFFFF_0000)
        sketch.layer(0) {
            $0.speed = 0
            $0.timeOffset = 0.9
        }
        sketch.show(at: 100)
        #expect(sketch.pixel(95, 5) == 0xFFFF_0000)
        #expect(ended(sketch).isEmpty)
        #expect(sketch.renderer.nextAnimationTime == .infinity)
        sketch.layer(0) {
            $0.speed = 1
            $0.timeOffset = 0
        }
        sketch.show(at: 100)
        #expect(ended(sketch) == [5])
    }

    @Test("who waits for the end of an animation never waits for ever")
    func endsOfTheGone() {
        let sketch = sketch()
        sketch.animate(1, animation(5, .opacity, from: .number(0), to: .number(1), duration: 100))
        sketch.animate(9, animation(6, .opacity, from: .number(0), to: .number(1), duration: 100))
        sketch.show(at: 0)
        #expect(ended(sketch) == [6])
        sketch.remove(1)
        sketch.show(at: 0)
        #expect(ended(sketch) == [5])
        // One that is taken away is not told: who took it away knows.
        let other = self.sketch()
        other.animate(1, animation(7, .opacity, from: .number(0), to: .number(1), duration: 100))
        other.show(at: 0)
        other.stopAnimation(1, 7)
        other.show(at: 0)
        #expect(ended(other).isEmpty)
    }

    @Test("every animatable property reaches the screen")
    func properties() throws {
        let cases: [(LayerKey, MotionValue)] = [
            (.bounds, .vector4(SIMD4(0, 0, 30, 30))), (.boundsSize, .vector2(SIMD2(30, 30))),
            (.position, .vector2(SIMD2(80, 30))), (.anchorPoint, .vector2(SIMD2(0, 0))),
            (.transform, .matrix(.scale(2, 2))), (.transformRotation, .number(0.4)),
            (.transformTranslationX, .number(20)), (.opacity, .number(0.4)), (.isHidden, .number(1)),
            (.backgroundColor, .color(.green)), (.cornerRadius, .number(20)), (.borderWidth, .number(3)),
            (.borderColor, .color(.blue)), (.contentsRect, .vector4(SIMD4(0.5, 0.5, 0.5, 0.5))),
            (.contentsCenter, .vector4(SIMD4(0.4, 0.4, 0.1, 0.1))), (.contentsScale, .number(3)),
            (.sublayerTransform, .matrix(.scale(0.5, 0.5))), (.zPosition, .number(-1)),
        ]
        for (key, value) in cases {
            let sketch = Sketch(200, 100)
            sketch.solid(3, 30, 30, 60, 60, .blue)
            sketch.solid(1, 20, 20, 60, 60, .red)
            sketch.layer(1) {
                $0.borderWidth = 1
                $0.contentsGravity = key == .contentsScale ? .topLeft : .resize
            }
            sketch.solid(2, 10, 10, 10, 10, .white)
            sketch.contents(1, try picture(20, 20) { x, y in UInt32(x * y) << 24 })
            sketch.sublayers(0, [3, 1])
            sketch.sublayers(1, [2])
            sketch.show(at: 0)
            sketch.animate(1, animation(1, key, from: value, to: value, duration: 2))
            sketch.update(at: 1)
            #expect(sketch.renderer.hasPendingDamage, "\(key)")
            sketch.show(at: 1)
            #expect(sketch.firstDifference(buffer: 0) == nil, "\(key)")
            sketch.show(at: 3)
            #expect(sketch.firstDifference(buffer: 0) == nil, "\(key) after its end")
        }
    }
}
