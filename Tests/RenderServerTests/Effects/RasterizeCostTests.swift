import Motion
import Raster
import Testing

@testable import RenderServer

@Suite("Rasterised layers: when they are drawn again, and what they take")
struct RasterizeCostTests {
    private func sketch(_ width: Int = 200, _ height: Int = 160, scale: Double = 1) throws -> Sketch {
        let sketch = Sketch(width, height, scale: scale)
        sketch.layer(0) { $0.backgroundColor = SIMD4(0.3, 0.4, 0.7, 1) }
        try RasterizeTests.addCard(to: sketch)
        sketch.sublayers(0, [1])
        sketch.effects(1) {
            $0.shouldRasterize = true
            $0.rasterizationScale = scale
        }
        sketch.show()
        return sketch
    }

    /// Pixels drawn into pictures in a frame, which must be right.
    private func drawn(_ sketch: Sketch, _ what: String = "", at time: Double = 0) -> Int {
        sketch.update(at: time)
        let counters = sketch.render(into: 0)
        sketch.present(0)
        let fault = sketch.firstDifference(buffer: 0)
        #expect(fault == nil, "\(what) \(fault ?? "")")
        return counters.rasterizedPixels
    }

    @Test("D-86 while the layer moves, turns, grows, fades or comes to the front, nothing in it is drawn again")
    func still() throws {
        let sketch = try sketch()
        sketch.solid(9, 0, 0, 50, 50, .green)
        sketch.sublayers(0, [1, 9])
        #expect(drawn(sketch) == 0)
        let changes: [(String, (inout LayerState) -> Void)] = [
            ("moved", { $0.position = SIMD2(80, 60) }), ("moved by a fraction", { $0.position.x += 0.3 }),
            ("turned", { $0.transform = .rotation(0.5, 0, 0, 1) }), ("larger", { $0.transform = .scale(2, 1.5) }),
            ("smaller", { $0.transform = .scale(0.3, 0.4) }), ("mirrored", { $0.transform = .scale(-1, 1) }),
            ("a quarter", { $0.transform = .rotation(.pi / 2, 0, 0, 1) }), ("faded", { $0.opacity = 0.4 }),
            ("in space", { $0.transform = .rotation(0.7, 0, 1, 0) }),
            (
                "in perspective",
                {
                    $0.transform.m34 = -1 / 300
                    $0.transform = Matrix4.rotation(0.7, 0.3, 1, 0).concatenating($0.transform)
                }
            ), ("partly off the screen", { $0.position = SIMD2(0, 0) }), ("anchored", { $0.anchorPoint = SIMD2(0, 0) }),
        ]
        for (what, change) in changes {
            sketch.layer(1, change)
            #expect(drawn(sketch, what) == 0, "\(what)")
        }
        sketch.animate(1, animation(1, .transformRotation, from: .number(0), to: .number(3)))
        for frame in 0..<8 { #expect(drawn(sketch, "animated", at: Double(frame) * 0.1) == 0) }
        sketch.layer(0) { $0.sublayerTransform = .rotation(0.2, 0, 0, 1) }
        #expect(drawn(sketch, "what it lies in turned", at: 0.9) == 0)
        sketch.sublayers(0, [9, 1])
        #expect(drawn(sketch, "to the front", at: 0.9) == 0)
    }

    @Test("D-86 what changes in it is drawn again, that and no more")
    func changes() throws {
        let sketch = try sketch()
        sketch.layer(1) { $0.transform = .rotation(0.5, 0, 0, 1) }
        #expect(drawn(sketch) == 0)
        sketch.solid(5, 20, 20, 5, 4, .blue)
        sketch.sublayers(1, [2, 4, 5])
        #expect(drawn(sketch, "added") == 20)
        sketch.layer(5) { $0.backgroundColor = .white }
        #expect(drawn(sketch, "another colour") == 20)
        sketch.layer(5) { $0.position.x += 5 }
        #expect(drawn(sketch, "moved") == 40)
        sketch.animate(5, animation(1, .positionX, from: .number(10), to: .number(40)))
        for frame in 1...5 { #expect((20...190).contains(drawn(sketch, "animated", at: Double(frame) * 0.1))) }
        sketch.stopAnimation(5, 1)
        sketch.solid(6, 0, 0, 4, 4, .blue)
        sketch.solid(7, 50, 36, 4, 4, .blue)
        sketch.sublayers(1, [2, 4, 5, 6, 7])
        #expect((32...220).contains(drawn(sketch, "far apart", at: 0.6)))
        sketch.sublayers(1, [2, 4])
        #expect((20...190).contains(drawn(sketch, "removed", at: 0.6)))
        sketch.solid(6, 0, 0, 30, 44, .white)
        sketch.mask(1, 6)
        #expect((30 * 44...60 * 44).contains(drawn(sketch, "a mask", at: 0.6)))
        sketch.layer(6) { $0.bounds.z = 20 }
        #expect((10 * 44...30 * 44).contains(drawn(sketch, "another mask", at: 0.6)))
        sketch.mask(1, nil)
        #expect(drawn(sketch, "no mask", at: 0.6) == 60 * 44)
        sketch.layer(1) { $0.cornerRadius = 9 }
        #expect(drawn(sketch, "corners of its own", at: 0.6) == 60 * 44)
        sketch.effects(1) {
            $0.shouldRasterize = true
            $0.rasterizationScale = 2
        }
        #expect(drawn(sketch, "another scale", at: 0.6) == 120 * 88)
    }

    @Test("D-86 a change in a turned picture is damage where it shows, not all over the layer")
    func damage() throws {
        let sketch = Sketch(400, 300)
        sketch.solid(1, 50, 50, 300, 200, .red)
        sketch.layer(1) { $0.transform = .rotation(.pi / 4, 0, 0, 1) }
        sketch.solid(2, 140, 90, 20, 20, .blue)
        sketch.sublayers(0, [1])
        sketch.sublayers(1, [2])
        sketch.effects(1) { $0.shouldRasterize = true }
        sketch.show()
        sketch.layer(2) { $0.backgroundColor = .green }
        let around = sketch.show().reduce(PixelRect.empty) { $0.union($1) }
        #expect(rect(182, 132, 36, 36).contains(around) && around.area > 24 * 24)
        #expect(sketch.firstDifference(buffer: 0) == nil)
    }

    @Test("pictures in pictures: the inner one turns without being drawn, the outer one is drawn where that shows")
    func nested() throws {
        let sketch = try sketch()
        sketch.effects(4) { $0.shouldRasterize = true }
        _ = drawn(sketch)
        sketch.layer(4) { $0.transform = .rotation(0.8, 0, 0, 1) }
        let outer = drawn(sketch, "inner turned")
        #expect(outer > 400 && outer < 40 * 40)
        sketch.layer(1) { $0.transform = .rotation(0.8, 0, 0, 1) }
        #expect(drawn(sketch, "outer turned") == 0)
        sketch.layer(4) { $0.backgroundColor = .white }
        #expect(drawn(sketch, "inner changed") > 400)
    }

    @Test("a picture moved by whole pixels is copied as it is; an opaque one covers what lies below")
    func copied() throws {
        let sketch = Sketch(200, 160)
        sketch.solid(1, 0, 0, 200, 160, .white)
        sketch.solid(2, 20, 30, 64, 48, .red)
        sketch.solid(3, 4, 4, 20, 20, .blue)
        sketch.sublayers(0, [1, 2])
        sketch.sublayers(2, [3])
        sketch.effects(2) { $0.shouldRasterize = true }
        sketch.show()
        sketch.layer(2) { $0.position.x += 13 }
        sketch.update()
        let counters = sketch.render(into: 0)
        #expect(counters.items == 2 && counters.layersVisited <= 3 && counters.rasterizedPixels == 0)
        #expect(counters.pixelsComposited == 77 * 48)
        #expect(sketch.pixel(40, 40) == 0xFF00_00FF && sketch.pixel(95, 70) == 0xFFFF_0000)
    }

    @Test("a picture that is not seen takes no memory: hidden, transparent, off the screen, taken away, no more wanted")
    func memory() throws {
        let sketch = try sketch()
        let bytes = sketch.renderer.rasterizedByteCount
        #expect(bytes >= 60 * 44 * 4 && bytes < 90 * 60 * 4)
        let changes: [(() -> Void, () -> Void)] = [
            ({ sketch.layer(1) { $0.isHidden = true } }, { sketch.layer(1) { $0.isHidden = false } }),
            ({ sketch.layer(0) { $0.opacity = 0 } }, { sketch.layer(0) { $0.opacity = 1 } }),
            ({ sketch.layer(1) { $0.position.x += 900 } }, { sketch.layer(1) { $0.position.x -= 900 } }),
            ({ sketch.sublayers(0, []) }, { sketch.sublayers(0, [1]) }),
            ({ sketch.noEffects(1) }, { sketch.effects(1) { $0.shouldRasterize = true } }),
            ({ sketch.remove(1) }, {}),
        ]
        for (number, (go, come)) in changes.enumerated() {
            go()
            sketch.show()
            #expect(sketch.renderer.rasterizedByteCount == 0, "\(number)")
            #expect(sketch.firstDifference(buffer: 0) == nil)
            come()
            sketch.show()
            #expect(sketch.renderer.rasterizedByteCount == bytes || number == 5, "\(number)")
            #expect(sketch.firstDifference(buffer: 0) == nil)
        }
    }

    @Test("what would take too much memory is drawn without a picture, and like any other layer")
    func tooLarge() throws {
        let sketch = try sketch()
        let plain = Sketch(200, 160)
        plain.layer(0) { $0.backgroundColor = SIMD4(0.3, 0.4, 0.7, 1) }
        try RasterizeTests.addCard(to: plain)
        plain.sublayers(0, [1])
        plain.show()
        for scale in [Double.infinity, 1e300, 1e9, 1000, 150, 45] {
            sketch.effects(1) {
                $0.shouldRasterize = true
                $0.rasterizationScale = scale
            }
            sketch.show()
            #expect(sketch.renderer.rasterizedByteCount == 0, "\(scale)")
            #expect(RasterizeTests.difference(sketch, plain) == nil, "\(scale)")
        }
        // A sublayer far away, and back.
        sketch.effects(1) { $0.shouldRasterize = true }
        sketch.show()
        #expect(sketch.renderer.rasterizedByteCount > 0)
        let home = sketch.states[4]?.position ?? .zero
        sketch.layer(4) { $0.frame(-4000, -4000, 9000, 9000) }
        sketch.show()
        #expect(sketch.renderer.rasterizedByteCount == 0 && sketch.firstDifference(buffer: 0) == nil)
        sketch.layer(4) {
            $0.frame(0, 0, 20, 20)
            $0.position = home
        }
        for _ in 0..<125 {
            sketch.layer(4) { $0.position.x += 0.01 }
            sketch.show()
        }
        sketch.show()
        #expect(sketch.renderer.rasterizedByteCount > 0 && sketch.firstDifference(buffer: 0) == nil)
    }

    @Test("all pictures together have a limit: the last one is drawn without")
    func budget() {
        let sketch = Sketch(64, 64)
        for id in 1...4 as ClosedRange<UInt32> {
            sketch.solid(id, 0, 0, 1500, 1000, .red.alpha(0.5))
            sketch.effects(id) { $0.shouldRasterize = true }
        }
        sketch.sublayers(0, [1, 2, 3, 4])
        sketch.show()
        #expect(sketch.firstDifference(buffer: 0) == nil)
        let bytes = sketch.renderer.rasterizedByteCount
        #expect(bytes > 2 * 1500 * 1000 * 4 && bytes < 5 << 22)
    }

    @Test("a scale that is none counts as 1", arguments: [0, -2, .nan, -.infinity] as [Double])
    func noScale(_ scale: Double) throws {
        let one = try sketch()
        let sketch = try sketch()
        sketch.effects(1) {
            $0.shouldRasterize = true
            $0.rasterizationScale = scale
        }
        sketch.show()
        #expect(RasterizeTests.difference(sketch, one) == nil && sketch.renderer.rasterizedByteCount > 0)
    }

    @Test("a picture of no pixels shows nothing")
    func tiny() throws {
        let sketch = try sketch()
        sketch.effects(1) {
            $0.shouldRasterize = true
            $0.rasterizationScale = 1e-12
        }
        sketch.show()
        #expect(sketch.firstDifference(buffer: 0) == nil)
    }

    @Test("pictures in pictures, hundreds deep")
    func deep() {
        let sketch = Sketch(64, 64)
        for id in 1...400 as ClosedRange<UInt32> {
            sketch.solid(id, 0.1, 0.1, 50, 50, .red.alpha(0.1))
            sketch.effects(id) { $0.shouldRasterize = true }
            sketch.sublayers(id - 1, [id])
        }
        sketch.show()
        #expect(sketch.firstDifference(buffer: 0) == nil)
    }

    @Test("a backdrop in it sees what lies in the picture; one of its own keeps it from being rasterised")
    func backdrops() {
        let sketch = Sketch(80, 80)
        sketch.layer(0) { $0.backgroundColor = .white }
        sketch.solid(1, 10, 10, 60, 60, .red)
        sketch.solid(2, 0, 0, 30, 60, .blue)
        sketch.layer(3) { $0.frame(10, 10, 40, 40) }
        sketch.effects(1) { $0.shouldRasterize = true }
        sketch.effects(3) { $0.backdropBlurRadius = 4 }
        sketch.sublayers(0, [1])
        sketch.sublayers(1, [2, 3])
        #expect(drawn(sketch) > 0)
        let edge = sketch.pixel(40, 40)
        #expect(edge >> 16 & 255 > 40 && edge & 255 > 40 && edge >> 8 & 255 == 0)
        sketch.layer(1) { $0.position.x += 3 }
        #expect(drawn(sketch) == 0)
        sketch.layer(2) { $0.bounds.z = 40 }
        #expect(drawn(sketch) > 0)
        sketch.effects(1) {
            $0.shouldRasterize = true
            $0.backdropBlurRadius = 2
        }
        #expect(drawn(sketch) == 0 && sketch.renderer.rasterizedByteCount == 0)
    }
}
