import Motion
import Raster
import Testing

@testable import RenderServer

/// The faults that random walks found, each in a scene of its own.
@Suite("Backdrops are exact: every change reaches them, and no tile shows them otherwise")
struct BackdropExactTests {
    private func stripes(_ sketch: Sketch, _ id: UInt32) throws {
        sketch.layer(id) { $0.frame(0, 0, 120, 100) }
        sketch.contents(id, try picture(120, 100) { x, y in (x / 3 + y / 5) % 2 == 0 ? 0xFFFF_FFFF : 0xFF20_4060 })
    }

    private func backdrop(_ sketch: Sketch, _ id: UInt32, _ x: Double, _ y: Double, _ width: Double, _ height: Double) {
        sketch.layer(id) { $0.frame(x, y, width, height) }
        sketch.effects(id) { $0.backdropBlurRadius = 4 }
    }

    /// The frame is what a full repaint gives, and so is each piece of it by itself.
    private func expectExact(_ sketch: Sketch, _ what: String) {
        sketch.show()
        #expect(sketch.firstDifference(buffer: 0) == nil, "\(what)")
        for side in [16, 7, 33] {
            let pieces = PixelSize(width: side, height: side)
            #expect(sketch.firstDifference(buffer: 0, pieces: pieces, collectsEach: true) == nil, "\(what), \(side)")
        }
    }

    @Test("in a masked layer, what the mask hides is seen by a backdrop beside it")
    func outsideOfMask() throws {
        let sketch = Sketch(120, 100)
        try stripes(sketch, 1)
        sketch.layer(2) { $0.frame(0, 0, 120, 100) }
        sketch.solid(10, 0, 0, 60, 100, .white)
        sketch.mask(2, 10)
        sketch.solid(3, 64, 40, 4, 30, .red)
        backdrop(sketch, 4, 30, 10, 50, 80)
        sketch.sublayers(2, [3, 4])
        sketch.sublayers(0, [1, 2])
        expectExact(sketch, "all")
        sketch.layer(3) { $0.backgroundColor = .green }
        expectExact(sketch, "colour")
        sketch.layer(3) { $0.position.y += 10 }
        expectExact(sketch, "moved")
        sketch.sublayers(2, [4])
        expectExact(sketch, "removed")
    }

    @Test("in a blurred layer, what changes beyond the edge of the screen reaches a backdrop there and comes back")
    func beyondEdge() throws {
        let sketch = Sketch(120, 100)
        try stripes(sketch, 1)
        sketch.layer(2) { $0.frame(60, 0, 120, 100) }
        sketch.effects(2) { $0.blurRadius = 5 }
        sketch.solid(3, 70, 40, 10, 20, .red)
        backdrop(sketch, 4, 50, 10, 30, 80)
        sketch.sublayers(2, [3, 4])
        sketch.sublayers(0, [1, 2])
        expectExact(sketch, "all")
        for step in 0...5 {
            sketch.layer(3) { $0.position.x = 90 - Double(step) * 4 }
            expectExact(sketch, "step \(step)")
        }
    }

    /// A backdrop of 80x80 with a colour in it, and a low layer that stands upright in it.
    private func cut() throws -> Sketch {
        let sketch = Sketch(120, 100)
        try stripes(sketch, 1)
        backdrop(sketch, 2, 20, 10, 80, 80)
        sketch.effects(2) {
            $0.backdropBlurRadius = 4
            $0.backdropSaturation = 6
        }
        sketch.solid(3, 40, 20, 40, 6, .red)
        sketch.layer(3) { $0.transform = .rotation(1, 0, 1, 0) }
        sketch.sublayers(0, [1, 2, 3])
        return sketch
    }

    @Test("a layer that passes through a backdrop cuts it along its whole plane, also where it is not itself")
    func cutInParts() throws {
        let sketch = try cut()
        expectExact(sketch, "cut")
        sketch.layer(3) { $0.position.x += 5 }
        expectExact(sketch, "cut elsewhere")
        sketch.layer(3) { $0.isHidden = true }
        expectExact(sketch, "whole")
        sketch.layer(3) { $0.isHidden = false }
        expectExact(sketch, "cut again")
        sketch.sublayers(0, [1, 2])
        expectExact(sketch, "whole again")
    }

    @Test("a part of a backdrop sees the parts drawn before it")
    func partsSeeParts() throws {
        let sketch = try cut()
        sketch.solid(4, 48, 50, 12, 12, .white)
        sketch.layer(4) { $0.zPosition = -60 }
        expectExact(sketch, "all")
        for color in [SIMD4<Float>.red, .blue, .green] {
            sketch.layer(4) { $0.backgroundColor = color }
            expectExact(sketch, "colour")
        }
        sketch.sublayers(0, [1, 4, 2, 3])
        for x in 0...8 {
            sketch.layer(4) { $0.position.x = 40 + Double(x) * 5 }
            expectExact(sketch, "at \(x)")
        }
    }

    @Test("a backdrop in a layer that is cut in parts is the same in every tile")
    func insideOfPart() throws {
        let sketch = Sketch(120, 100)
        try stripes(sketch, 1)
        sketch.solid(2, 20, 10, 80, 80, .blue)
        try stripes(sketch, 5)
        backdrop(sketch, 6, 5, 5, 70, 60)
        sketch.sublayers(2, [5, 6])
        sketch.solid(3, 30, 0, 60, 100, .red.alpha(0.5))
        sketch.layer(3) { $0.transform = .rotation(0.9, 0.3, 1, 0.1) }
        sketch.sublayers(0, [1, 2, 3])
        expectExact(sketch, "all")
        for step in 1...5 {
            sketch.layer(3) { $0.position.x += Double(step) }
            expectExact(sketch, "step \(step)")
        }
    }

    @Test("a backdrop in a replicator's tinted copies sees beyond the tile")
    func tinted() throws {
        let sketch = Sketch(120, 100)
        try stripes(sketch, 1)
        sketch.layer(2) { $0.frame(0, 0, 120, 100) }
        sketch.layer(3) { $0.frame(4, 4, 40, 60) }
        sketch.contents(3, try picture(40, 60) { x, y in (x / 4 + y / 4) % 2 == 0 ? 0xFFFF_FFFF : 0xFF00_0000 })
        backdrop(sketch, 4, 5, 5, 30, 40)
        sketch.sublayers(3, [4])
        sketch.sublayers(2, [3])
        var content = ReplicatorContent()
        content.count = 2
        content.transform = .translation(50, 5)
        content.color = SIMD4(1, 0.5, 0.5, 0.8)
        sketch.special(2, .replicator(content))
        sketch.sublayers(0, [1, 2])
        expectExact(sketch, "all")
    }

    @Test("a part of the contents below is drawn anew while nothing else changes")
    func partOfContents() throws {
        let sketch = Sketch(120, 100)
        try stripes(sketch, 1)
        backdrop(sketch, 2, 20, 20, 60, 50)
        sketch.sublayers(0, [1, 2])
        expectExact(sketch, "all")
        for column in [14, 40, 84] {
            let part = rect(column, 30, 4, 20)
            sketch.contents(
                1,
                try picture(120, 100) { x, y in
                    part.contains(x: x, y: y) ? 0xFFFF_0000 : (x / 3 + y / 5) % 2 == 0 ? 0xFFFF_FFFF : 0xFF20_4060
                }, changed: rect(0, 30, 120, 20))
            expectExact(sketch, "part at \(column)")
        }
    }

    @Test("a group whose cover is taken away by a blend mode is not taken for opaque")
    func takenAway() throws {
        let sketch = Sketch(120, 100)
        try stripes(sketch, 1)
        sketch.layer(2) {
            $0.frame(14, 19, 60, 60)
            $0.opacity = 0.7
            $0.backgroundColor = .blue
            $0.cornerRadius = 20
        }
        sketch.solid(3, 10, 10, 40, 40, .white)
        for mode in LayerBlendMode.allCases {
            sketch.effects(3) { $0.blendMode = mode }
            sketch.sublayers(2, [3])
            sketch.sublayers(0, [1, 2])
            expectExact(sketch, "\(mode)")
        }
    }

    @Test("a backdrop far from a change costs nothing")
    func farAway() throws {
        let sketch = Sketch(640, 480)
        sketch.solid(1, 0, 0, 640, 480, .white)
        for k in 0..<8 { backdrop(sketch, UInt32(10 + k), 300, Double(k) * 60, 300, 50) }
        sketch.solid(2, 20, 20, 10, 10, .red)
        sketch.sublayers(0, [1] + (10..<18) + [2])
        sketch.show()
        sketch.layer(2) { $0.backgroundColor = .green }
        sketch.update()
        let counters = sketch.render(into: 0)
        #expect(counters.pixelsComposited == 100)
        // The root, and its ten sublayers that do not meet the damage.
        #expect(counters.items <= 2)
    }
}
