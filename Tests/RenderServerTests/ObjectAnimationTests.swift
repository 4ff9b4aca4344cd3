import Motion
import Raster
import Testing

@testable import RenderServer

@Suite("Animations of pictures and outlines")
struct ObjectAnimationTests {
    private func objects(_ sketch: Sketch, _ identifier: UInt64, _ list: [(UInt32, AnimationObject)]) {
        for (number, object) in list {
            sketch.commit(Commit.ObjectUpdate(animation: identifier, number: number, object: object))
        }
    }

    private func blend(_ number: UInt32) -> MotionValue { .blend(MotionBlend(number)) }

    private func plain(_ colour: UInt32, width: Int = 8, height: Int = 8) throws -> Bitmap {
        try picture(width, height) { _, _ in colour }
    }

    @Test("contents dissolve from one picture to the next, of whatever size; what is equal stays; then the model shows")
    func contents() throws {
        let sketch = Sketch(20, 10)
        sketch.layer(1) { $0.frame(0, 0, 8, 8) }
        sketch.contents(1, try plain(0xFF00_FF40))
        sketch.sublayers(0, [1])
        sketch.show()
        objects(sketch, 4, [(7, .picture(try plain(0xFFFF_0040, width: 4, height: 2)))])
        sketch.animate(1, animation(4, .contents, from: blend(7), to: nil))
        sketch.show(at: 0)
        #expect(sketch.pixel(4, 4) == 0xFFFF_0040)
        for step in 1..<20 {
            sketch.show(at: Double(step) / 20)
            let share = UInt32((Double(step) / 20 * 255).rounded())
            #expect(sketch.pixel(4, 4) == 0xFF00_0040 | (255 - share) << 16 | share << 8)
            #expect(sketch.firstDifference(buffer: 0) == nil)
        }
        // What the model gets on the way is what is shown at the end.
        sketch.contents(1, try plain(0xFF11_2233))
        sketch.show(at: 0.99)
        sketch.show(at: 1.1)
        #expect(sketch.pixel(4, 4) == 0xFF11_2233)
        let tree = sketch.renderer.tree
        #expect(tree.animationObjects.isEmpty && tree.objectNumbers.isEmpty && tree.contentsBlends.isEmpty)
    }

    @Test("from nothing a picture fades in, and to nothing it fades out")
    func nothing() throws {
        let sketch = Sketch(20, 10)
        sketch.layer(1) { $0.frame(0, 0, 8, 8) }
        sketch.contents(1, try plain(0xFFFF_FFFF))
        sketch.sublayers(0, [1])
        sketch.show()
        objects(sketch, 4, [(7, .nothing)])
        sketch.animate(1, animation(4, .contents, from: blend(7), to: nil))
        sketch.show(at: 0.2)
        #expect(sketch.pixel(4, 4) == 0xFF33_3333)
        sketch.contents(1, nil)
        sketch.stopAnimation(1, 4)
        objects(sketch, 5, [(8, .picture(try plain(0xFFFF_FFFF)))])
        sketch.animate(1, animation(5, .contents, from: blend(8), to: nil, begin: 1))
        sketch.show(at: 1.2)
        #expect(sketch.pixel(4, 4) == 0xFFCC_CCCC)
    }

    @Test("a film: discrete values are shown one after the other, as they are")
    func film() throws {
        let sketch = Sketch(20, 10)
        sketch.layer(1) { $0.frame(0, 0, 8, 8) }
        sketch.sublayers(0, [1])
        sketch.show()
        let colours: [UInt32] = [0xFFFF_0000, 0xFF00_FF00, 0xFF00_00FF]
        var list: [(UInt32, AnimationObject)] = []
        for (index, colour) in colours.enumerated() { list.append((UInt32(index + 1), .picture(try plain(colour)))) }
        objects(sketch, 4, list)
        let track = try #require(KeyframeTrack(values: [blend(1), blend(2), blend(3)], mode: .discrete))
        sketch.animate(
            1,
            LayerAnimation(
                identifier: 4, key: .contents, timing: MediaTiming(duration: 3, repeatCount: .infinity),
                course: .keyframes(track, curve: .linear)))
        for time in 0..<7 {
            sketch.show(at: Double(time) + 0.5)
            #expect(sketch.pixel(4, 4) == colours[time % 3])
        }
        #expect(sketch.renderer.tree.contentsBlends.count == 1)
        sketch.remove(1)
        sketch.show(at: 9)
        #expect(sketch.renderer.tree.contentsBlends.isEmpty && sketch.renderer.tree.animationObjects.isEmpty)
    }

    @Test("an outline moves point by point; where there is nothing in between the first stays to the end")
    func path() {
        let sketch = Sketch(60, 20)
        sketch.layer(1) { $0.frame(0, 0, 60, 20) }
        var content = ShapeContent()
        content.fillColor = .white
        content.shape = MovingBar(40)
        sketch.special(1, .shape(content))
        sketch.sublayers(0, [1])
        sketch.show()
        objects(sketch, 4, [(1, .outline(MovingBar(0)))])
        sketch.animate(1, animation(4, .path, from: blend(1), to: nil))
        for step in 0..<10 {
            sketch.show(at: Double(step) / 10)
            let edge = step * 4
            #expect(sketch.pixel(edge, 5) == 0xFFFF_FFFF && sketch.pixel(edge + 9, 5) == 0xFFFF_FFFF)
            #expect(
                sketch.pixel(edge + 10, 5) == 0xFF00_0000 && (edge == 0 || sketch.pixel(edge - 1, 5) == 0xFF00_0000))
            #expect(sketch.firstDifference(buffer: 0) == nil)
        }
        sketch.show(at: 1.1)
        #expect(sketch.pixel(45, 5) == 0xFFFF_FFFF && sketch.pixel(36, 5) == 0xFF00_0000)
        objects(sketch, 5, [(2, .outline(RectangleShape(0, 0, 5, 5)))])
        sketch.animate(1, animation(5, .path, from: blend(2), to: nil, begin: 2))
        sketch.show(at: 2.9)
        #expect(sketch.pixel(2, 2) == 0xFFFF_FFFF && sketch.pixel(45, 5) == 0xFF00_0000)
        sketch.show(at: 3.1)
        #expect(sketch.pixel(2, 2) == 0xFF00_0000 && sketch.pixel(45, 5) == 0xFFFF_FFFF)
    }

    @Test("D-82 a shadow's outline moves, too, and damage covers where it was")
    func shadowPath() {
        let sketch = Sketch(60, 20)
        sketch.solid(3, 0, 0, 60, 20, .white)
        sketch.layer(1) { $0.frame(0, 0, 60, 20) }
        sketch.effects(1, shape: MovingBar(40)) {
            $0.shadowOpacity = 1
            $0.shadowRadius = 0
            $0.shadowOffset = SIMD2(0, 0)
        }
        sketch.sublayers(0, [3, 1])
        sketch.show()
        objects(sketch, 4, [(1, .outline(MovingBar(0)))])
        sketch.animate(1, animation(4, .shadowPath, from: blend(1), to: nil))
        for step in 0..<10 {
            sketch.show(at: Double(step) / 10)
            #expect(sketch.pixel(step * 4 + 2, 5) == 0xFF00_0000 && sketch.pixel(step * 4 + 11, 5) == 0xFFFF_FFFF)
            #expect(sketch.firstDifference(buffer: 0) == nil)
        }
        sketch.show(at: 1.1)
        #expect(sketch.pixel(45, 5) == 0xFF00_0000 && sketch.pixel(38, 5) == 0xFFFF_FFFF)
    }
}

/// A bar 10 wide that moves between two places.
private final class MovingBar: LayerShape {
    let x: Double
    private let rectangle: RectangleShape

    init(_ x: Double) {
        self.x = x
        rectangle = RectangleShape(x, 0, 10, 20)
    }

    var extent: SIMD4<Double>? { rectangle.extent }

    func writeFill(isEvenOdd: Bool, placement: ShapePlacement, to mask: PixelSurface) {
        rectangle.writeFill(isEvenOdd: isEvenOdd, placement: placement, to: mask)
    }

    func writeStroke(_ stroke: ShapeStroke, placement: ShapePlacement, to mask: PixelSurface) {
        rectangle.writeStroke(stroke, placement: placement, to: mask)
    }

    func blended(with end: any LayerShape, share: Double) -> (any LayerShape)? {
        (end as? MovingBar).map { MovingBar(x + ($0.x - x) * share) }
    }
}
