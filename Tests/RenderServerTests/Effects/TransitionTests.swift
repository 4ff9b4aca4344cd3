import Motion
import Raster
import Testing

@testable import RenderServer

extension Sketch {
    /// The layer passes, with this commit, from what it showed to what it will show.
    func transition(_ id: UInt32, _ transition: LayerTransition) {
        commit.transitions.append(
            Commit.TransitionUpdate(layer: LayerID(rawValue: id), transition: transition))
    }
}

@Suite("Transitions in the render tree")
struct TransitionTests {
    private func begin(
        _ sketch: Sketch, _ kind: LayerTransition.Kind, heading: SIMD2<Double> = SIMD2(1, 0),
        fill: FillMode = .removed
    ) {
        sketch.transition(1, LayerTransition(kind, heading: heading))
        sketch.animate(1, animation(9, .transition, from: .number(0), to: .number(1), duration: 1, fill: fill))
    }

    /// A layer of 40 × 20 at (20, 10) with one of 10 × 10 in it.
    private func sketch(_ background: SIMD4<Float>? = .red) -> Sketch {
        let sketch = Sketch(100, 60)
        sketch.layer(1) {
            $0.frame(20, 10, 40, 20)
            if let background { $0.backgroundColor = background }
        }
        sketch.solid(2, 5, 5, 10, 10, .blue)
        sketch.sublayers(0, [1])
        sketch.sublayers(1, [2])
        sketch.show()
        return sketch
    }

    @Test("a fade shows each picture by its share, and leaves alone what is the same in both")
    func fade() {
        let sketch = sketch()
        begin(sketch, .fade)
        sketch.layer(2) { $0.backgroundColor = .green }
        sketch.show(at: 0)
        #expect(sketch.pixel(26, 16) == 0xFF00_00FF)
        for step in 1..<40 {
            let time = Double(step) / 40
            sketch.show(at: time)
            let share = UInt32((time * 255).rounded())
            #expect(sketch.pixel(26, 16) == 0xFF00_0000 | share << 8 | 255 - share, "at \(time)")
            #expect(sketch.pixel(22, 12) == 0xFFFF_0000, "at \(time)")
            #expect(sketch.firstDifference(buffer: 0) == nil)
        }
        sketch.show(at: 1.1)
        #expect(sketch.pixel(26, 16) == 0xFF00_FF00)
        #expect(sketch.renderer.nextAnimationTime == .infinity)
    }

    @Test("a layer that passes rises and sinks among its siblings at once, flat or in depth", arguments: [0.0, 3])
    func heights(_ depth: Double) {
        let sketch = sketch()
        sketch.solid(3, 30, 15, 40, 20, .green)
        // In depth its place in the list says nothing: it is before the other at all heights.
        sketch.layer(3) { $0.anchorPointZ = -depth }
        sketch.layer(1) { $0.zPosition = 1 }
        sketch.sublayers(0, [3, 1])
        sketch.show()
        begin(sketch, .push)
        sketch.show(at: 0.5)
        #expect(sketch.firstDifference(buffer: 0) == nil)
        for height in [5.0, 1, -1, 5] {
            sketch.layer(1) { $0.zPosition = height }
            sketch.show(at: 0.5)
            #expect(sketch.firstDifference(buffer: 0) == nil, "at height \(height)")
        }
    }

    @Test("a fade leaves every colour that is the same in both pictures, opaque or not, as it is")
    func same() throws {
        let sketch = Sketch(64, 16)
        sketch.solid(3, 0, 0, 64, 16, SIMD4(0.2, 0.4, 0.6, 1))
        sketch.layer(1) { $0.frame(0, 0, 64, 16) }
        let shades = try picture(64, 16) { x, y in
            let value = UInt32(x * 4 + y / 4)
            return y < 8
                ? 0xFF00_0000 | value << 16 | (255 - value) << 8 | value / 2 : 0x4000_0000 | (value / 4) * 0x010101
        }
        sketch.contents(1, shades)
        sketch.sublayers(0, [3, 1])
        sketch.show()
        var before: [UInt32] = []
        for y in 0..<8 { for x in 0..<64 { before.append(sketch.pixel(x, y)) } }
        begin(sketch, .fade)
        for step in 0...30 {
            sketch.show(at: Double(step) / 30)
            var now: [UInt32] = []
            for y in 0..<8 { for x in 0..<64 { now.append(sketch.pixel(x, y)) } }
            let isSame = now == before
            #expect(isSame, "step \(step)")
        }
    }

    @Test("a picture that appears where nothing was fades in; the old one does not stay until it is covered")
    func transparent() {
        let sketch = sketch(nil)
        begin(sketch, .fade)
        sketch.layer(2) { $0.frame(25, 5, 10, 10) }
        sketch.show(at: 0.2)
        #expect(sketch.pixel(50, 20) == 0xFF00_0033)
        #expect(sketch.pixel(28, 18) == 0xFF00_00CC)
        #expect(sketch.pixel(42, 20) == 0xFF00_0000)
    }

    @Test("a push moves both pictures side by side, by the layer's size, without a gap")
    func push() {
        let sketch = sketch()
        begin(sketch, .push, heading: SIMD2(-1, 0))
        sketch.layer(1) { $0.backgroundColor = .green }
        sketch.show(at: 0.25)
        // The old one has gone 10 to the left, the new one follows it.
        #expect(sketch.pixel(10, 12) == 0xFFFF_0000 && sketch.pixel(49, 12) == 0xFFFF_0000)
        #expect(sketch.pixel(50, 12) == 0xFF00_FF00 && sketch.pixel(89, 12) == 0xFF00_FF00)
        #expect(sketch.pixel(9, 12) == 0xFF00_0000 && sketch.pixel(90, 12) == 0xFF00_0000)
        #expect(sketch.pixel(16, 16) == 0xFF00_00FF && sketch.pixel(56, 16) == 0xFF00_00FF)
        for step in 1..<97 {
            sketch.show(at: Double(step) / 97)
            let row = (0..<100).map { sketch.pixel($0, 28) }
            let first = row.firstIndex { $0 != 0xFF00_0000 } ?? 0
            let last = row.lastIndex { $0 != 0xFF00_0000 } ?? 0
            #expect(!row[first...last].contains(0xFF00_0000), "a gap in step \(step)")
            #expect(last - first + 1 >= 60, "step \(step)")
        }
        sketch.show(at: 1.01)
        #expect(sketch.pixel(20, 12) == 0xFF00_FF00 && sketch.pixel(19, 12) == 0xFF00_0000)
    }

    @Test("moveIn lays the new picture over the old; reveal takes the old one away")
    func overlays() {
        let moving = sketch()
        begin(moving, .moveIn, heading: SIMD2(0, -1))
        moving.layer(1) { $0.backgroundColor = .green }
        moving.show(at: 0.5)
        #expect(moving.pixel(22, 15) == 0xFFFF_0000 && moving.pixel(22, 21) == 0xFF00_FF00)
        #expect(moving.pixel(22, 39) == 0xFF00_FF00 && moving.pixel(22, 41) == 0xFF00_0000)

        let leaving = sketch()
        begin(leaving, .reveal, heading: SIMD2(0, 1))
        leaving.layer(1) { $0.backgroundColor = .green }
        leaving.show(at: 0.5)
        #expect(leaving.pixel(22, 15) == 0xFF00_FF00 && leaving.pixel(22, 21) == 0xFFFF_0000)
        #expect(leaving.pixel(22, 39) == 0xFFFF_0000 && leaving.pixel(22, 41) == 0xFF00_0000)
    }

    @Test("a moved transition costs the pixels it moves over, not the screen")
    func damage() {
        let sketch = sketch()
        begin(sketch, .reveal)
        sketch.show(at: 0.1)
        for rect in sketch.show(at: 0.2) { #expect(rect.maxY <= 30 && rect.minX >= 20 && rect.maxX <= 68) }
    }

    @Test("the old picture stays as it was whatever becomes of the layers")
    func frozen() {
        let sketch = sketch()
        begin(sketch, .reveal, heading: SIMD2(0, 1))
        sketch.layer(1) { $0.backgroundColor = .green }
        sketch.sublayers(1, [])
        sketch.remove(2)
        sketch.show(at: 0)
        #expect(sketch.pixel(26, 16) == 0xFF00_00FF && sketch.pixel(22, 12) == 0xFFFF_0000)
        sketch.solid(2, 0, 0, 40, 20, .white)
        sketch.sublayers(1, [2])
        sketch.show(at: 0.5)
        #expect(sketch.pixel(26, 26) == 0xFF00_00FF && sketch.pixel(26, 16) == 0xFFFF_FFFF)
        #expect(sketch.firstDifference(buffer: 0) == nil)
    }

    @Test("hiding fades out, showing fades in, and a layer that was not there fades in")
    func hiding() {
        let sketch = sketch()
        begin(sketch, .fade)
        sketch.layer(1) { $0.isHidden = true }
        sketch.show(at: 0.2)
        #expect(sketch.pixel(22, 12) == 0xFFCC_0000)
        sketch.show(at: 1.1)
        #expect(sketch.pixel(22, 12) == 0xFF00_0000)

        let other = Sketch(100, 60)
        other.show()
        other.solid(1, 20, 10, 40, 20, .red)
        other.sublayers(0, [1])
        begin(other, .fade)
        other.show(at: 0.2)
        #expect(other.pixel(22, 12) == 0xFF33_0000)
    }

    @Test("it ends with its animation, is stopped with it, and leaves no copies behind")
    func ends() {
        let sketch = sketch()
        let tree = sketch.renderer.tree
        begin(sketch, .push)
        sketch.show(at: 0.5)
        #expect(tree.copyCount == 3)
        sketch.stopAnimation(1, 9)
        sketch.show(at: 0.6)
        #expect(tree.copyCount == 0 && tree.transitions.isEmpty && sketch.pixel(21, 12) == 0xFFFF_0000)
        begin(sketch, .push)
        sketch.show(at: 0.5)
        // One more while it runs: from where the layer is now.
        begin(sketch, .fade)
        sketch.show(at: 0.5)
        sketch.sublayers(0, [])
        sketch.remove(1, 2)
        sketch.show(at: 0.6)
        #expect(tree.copyCount == 0 && tree.transitions.isEmpty && tree.transitionNodes.isEmpty)
        #expect(sketch.pixel(21, 12) == 0xFF00_0000)
    }

    @Test("the root and masks change at once, and so do layers in number beyond all measure")
    func refused() {
        let sketch = sketch()
        sketch.transition(0, LayerTransition(.push))
        sketch.solid(5, 0, 0, 20, 20, .white)
        sketch.mask(1, 5)
        sketch.show(at: 0)
        sketch.transition(5, LayerTransition(.push))
        sketch.transition(77, LayerTransition(.fade))
        sketch.show(at: 0.1)
        #expect(sketch.renderer.tree.transitions.isEmpty && sketch.renderer.tree.copyCount == 0)
        #expect(sketch.pixel(22, 12) == 0xFFFF_0000)

        let large = Sketch(100, 60)
        large.solid(1, 0, 0, 10, 10, .red)
        for id in 2...5000 { large.solid(UInt32(id), 0, 0, 1, 1, .blue) }
        large.sublayers(0, [1])
        large.sublayers(1, Array(2...5000))
        large.show()
        begin(large, .fade)
        large.show(at: 0.5)
        #expect(large.renderer.tree.transitions.isEmpty && large.renderer.tree.copyCount == 0)
    }

    @Test("a layer turned in perspective passes in its own plane")
    func depth() {
        let sketch = Sketch(100, 100)
        sketch.layer(0) { $0.sublayerTransform.m34 = -1 / 200.0 }
        sketch.layer(1) {
            $0.frame(30, 30, 40, 40)
            $0.backgroundColor = .red
            $0.transform = .rotation(0.6, 0, 1, 0)
        }
        sketch.sublayers(0, [1])
        sketch.show()
        let before = (0..<100).map { sketch.pixel($0, 50) }
        begin(sketch, .fade)
        sketch.show(at: 0.5)
        // Nothing but the way of drawing is another.
        #expect((0..<100).map { sketch.pixel($0, 50) } == before)
        #expect(sketch.firstDifference(buffer: 0) == nil)
    }

    @Test("random changes with transitions", arguments: 1...12 as ClosedRange<UInt64>)
    func walk(_ seed: UInt64) {
        let walk = RandomLayerWalk(
            seed: seed + 9100, scale: [1, 1.5, 2][Int(seed % 3)], rotation: seed % 5 == 0 ? .quarter : .none,
            buffers: 1 + Int(seed % 3), format: .xrgb8888, features: [.transitions])
        let fault = walk.run(steps: 40)
        #expect(fault == nil, "\(fault ?? "")")
    }
}
