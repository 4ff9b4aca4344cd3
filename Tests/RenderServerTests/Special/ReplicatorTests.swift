import Motion
import Raster
import Testing

@testable import RenderServer

@Suite("Replicators")
struct ReplicatorTests {
    private let red: UInt32 = 0xFFFF_0000
    private let black: UInt32 = 0xFF00_0000

    /// A red square of 6 at (2, 2) in a replicator at the origin, and a copy every 10 points to the right.
    private func sketch(_ count: Int, _ change: (inout ReplicatorContent) -> Void = { _ in }) -> Sketch {
        let sketch = Sketch()
        sketch.layer(1) { $0.frame(0, 0, 100, 40) }
        sketch.solid(2, 2, 2, 6, 6, .red)
        sketch.sublayers(1, [2])
        sketch.sublayers(0, [1])
        replicate(sketch, count, change)
        sketch.show()
        return sketch
    }

    private func replicate(_ sketch: Sketch, _ count: Int, _ change: (inout ReplicatorContent) -> Void = { _ in }) {
        var content = ReplicatorContent()
        content.count = count
        content.transform = .translation(10, 0)
        change(&content)
        sketch.special(1, .replicator(content))
    }

    private func row(_ sketch: Sketch, y: Int = 5) -> [UInt32] { (0..<10).map { sketch.pixel($0 * 10 + 5, y) } }

    @Test("instanceCount copies, the original included; 0 shows nothing; fewer take theirs away")
    func count() {
        let sketch = sketch(4)
        #expect(row(sketch) == Array(repeating: red, count: 4) + Array(repeating: black, count: 6))
        #expect(sketch.pixel(10, 5) == black)
        for count in [7, 2, 1, 0, 3] {
            replicate(sketch, count)
            sketch.show()
            #expect(row(sketch).filter { $0 == red }.count == count)
            #expect(sketch.firstDifference(buffer: 0) == nil)
        }
    }

    @Test("the transform is applied k times about the anchor point of the replicator")
    func transform() {
        let sketch = Sketch()
        sketch.layer(1) { $0.frame(20, 20, 60, 60) }
        sketch.solid(2, 27, 2, 6, 6, .red)
        sketch.sublayers(1, [2])
        sketch.sublayers(0, [1])
        replicate(sketch, 4) { $0.transform = .rotation(.pi / 2, 0, 0, 1) }
        sketch.show()
        for (x, y) in [(50, 25), (74, 50), (50, 74), (25, 50)] { #expect(sketch.pixel(x, y) == red) }
        // The anchor moves, and all copies with it.
        sketch.layer(1) { $0.bounds = SIMD4(0, 0, 60, 40) }
        sketch.show()
        #expect(sketch.firstDifference(buffer: 0) == nil)
        #expect(sketch.pixel(50, 35) == red)
    }

    @Test("the instance colour multiplies, and an offset is added from copy to copy")
    func color() {
        let sketch = sketch(3) {
            $0.color = SIMD4(1, 1, 1, 1)
            $0.colorOffset = SIMD4(-0.5, 0, 0, 0)
        }
        #expect(row(sketch)[0] == red)
        #expect(row(sketch)[1] == 0xFF80_0000)
        // Black, not nothing: alpha stays.
        sketch.layer(0) { $0.backgroundColor = .white }
        sketch.show()
        #expect(row(sketch)[2] == black)
        replicate(sketch, 2) { $0.color = SIMD4(1, 0, 0, 0.5) }
        sketch.show()
        #expect(row(sketch)[0] == 0xFFFF_7F7F)
        #expect(sketch.firstDifference(buffer: 0, pieces: PixelSize(width: 7, height: 3)) == nil)
    }

    @Test("the delay shifts each copy's animations, whose end is reported once")
    func delay() {
        let sketch = sketch(3) { $0.delay = 1 }
        sketch.animate(
            2, animation(9, .backgroundColor, from: .color(.blue), to: .color(.blue), begin: 1, duration: 1))
        sketch.show(at: 0)
        #expect(row(sketch)[0..<3] == [red, red, red])
        sketch.show(at: 1.5)
        #expect(row(sketch)[0..<3] == [0xFF00_00FF, red, red])
        sketch.show(at: 2.5)
        #expect(row(sketch)[0..<3] == [red, 0xFF00_00FF, red])
        // The model takes it away after its end; the last copy still shows it.
        sketch.stopAnimation(2, 9)
        sketch.show(at: 3.5)
        #expect(row(sketch)[0..<3] == [red, red, 0xFF00_00FF])
        sketch.show(at: 9)
        #expect(row(sketch)[0..<3] == [red, red, red])
        var ended: [UInt64] = []
        sketch.renderer.drainEndedAnimations { ended.append($0) }
        #expect(ended == [9])
        #expect(sketch.renderer.nextAnimationTime == .infinity)
    }

    @Test("what happens to a sublayer happens to its copies: looks, contents, order, coming, going")
    func followed() throws {
        let sketch = sketch(3)
        sketch.layer(2) { $0.backgroundColor = .green }
        sketch.show()
        #expect(row(sketch)[0..<3] == [0xFF00_FF00, 0xFF00_FF00, 0xFF00_FF00])
        sketch.contents(2, try picture(6, 6, .xrgb8888) { _, _ in 0x00FF })
        sketch.show()
        #expect(row(sketch)[0..<3] == [0xFF00_00FF, 0xFF00_00FF, 0xFF00_00FF])
        sketch.solid(3, 0, 0, 4, 4, .white)
        sketch.sublayers(2, [3])
        sketch.solid(4, 3, 3, 6, 6, .red)
        sketch.sublayers(1, [2, 4])
        sketch.show()
        #expect((0..<3).allSatisfy { sketch.pixel($0 * 10 + 2, 2) == 0xFFFF_FFFF })
        #expect(row(sketch)[0..<3] == [red, red, red])
        sketch.sublayers(1, [4, 2])
        sketch.show()
        #expect((0..<3).allSatisfy { sketch.pixel($0 * 10 + 3, 3) == 0xFFFF_FFFF })
        #expect((0..<3).allSatisfy { sketch.pixel($0 * 10 + 7, 7) == 0xFF00_00FF })
        sketch.sublayers(1, [4])
        sketch.remove(2, 3)
        sketch.show()
        #expect(row(sketch)[0..<3] == [red, red, red])
        #expect(sketch.pixel(12, 2) == black)
        // No replicator any more: the original alone.
        sketch.special(1, nil)
        sketch.show()
        #expect(row(sketch)[0..<3] == [red, black, black])
        sketch.sublayers(0, [])
        sketch.remove(1, 4)
        sketch.show()
        #expect(row(sketch)[0] == black)
        #expect(sketch.firstDifference(buffer: 0) == nil)
    }

    @Test("a replicator in a replicator multiplies")
    func nested() {
        let sketch = sketch(3)
        sketch.layer(5) { $0.frame(0, 0, 100, 100) }
        var outer = ReplicatorContent()
        outer.count = 4
        outer.transform = .translation(0, 20)
        sketch.special(5, .replicator(outer))
        sketch.sublayers(5, [1])
        sketch.sublayers(0, [5])
        sketch.show()
        for y in 0..<4 { #expect(row(sketch, y: y * 20 + 5)[0..<4] == [red, red, red, black]) }
        // The inner one changes, in all copies of it.
        replicate(sketch, 5)
        sketch.layer(2) { $0.backgroundColor = .green }
        sketch.show()
        for y in 0..<4 { #expect(row(sketch, y: y * 20 + 5).filter { $0 == 0xFF00_FF00 }.count == 5) }
        sketch.solid(6, 2, 10, 6, 6, .blue)
        sketch.sublayers(1, [2, 6])
        sketch.show()
        for y in 0..<4 { #expect(row(sketch, y: y * 20 + 13).filter { $0 == 0xFF00_00FF }.count == 5) }
        sketch.sublayers(1, [])
        sketch.show()
        #expect(Set((0..<10).flatMap { row(sketch, y: $0 * 10 + 5) }) == [black])
        #expect(sketch.firstDifference(buffer: 0) == nil)
    }

    @Test("a new layer may take a number that a copy has")
    func numbers() {
        let sketch = sketch(5)
        for id in stride(from: UInt32(400), to: 700, by: 7) {
            sketch.solid(id, 90, 90, 5, 5, .white)
            sketch.sublayers(0, [1, id])
            sketch.show()
            sketch.remove(id)
        }
        sketch.solid(515, 0, 0, 3, 3, .white)
        sketch.sublayers(0, [1, 515])
        sketch.show()
        #expect(row(sketch).filter { $0 == red }.count == 5)
        #expect(sketch.firstDifference(buffer: 0) == nil)
    }

    @Test("a million instances, infinite delays, matrices of no numbers: bounded and defined")
    func badInput() {
        let sketch = sketch(1_000_000) {
            $0.transform = .scale(.nan, 1)
            $0.delay = .infinity
            $0.color = SIMD4(.nan, 2, -1, 1)
        }
        #expect(sketch.firstDifference(buffer: 0) == nil)
        replicate(sketch, -3)
        sketch.show()
        #expect(row(sketch)[0] == black)
        replicate(sketch, 2)
        sketch.show()
        #expect(row(sketch)[0..<3] == [red, red, black])
    }

    @Test("damage: a change in the original costs its pixels and those of its copies")
    func damage() {
        let sketch = sketch(4)
        sketch.layer(2) { $0.backgroundColor = .blue }
        let clips = sketch.show()
        #expect(clips.reduce(0) { $0 + $1.area } <= 4 * 16 * 16)
        #expect(clips.allSatisfy { rect(0, 0, 48, 16).contains($0) }, "\(clips)")
    }
}
