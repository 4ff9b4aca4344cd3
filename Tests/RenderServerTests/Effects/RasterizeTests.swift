import Motion
import Raster
import Testing

@testable import RenderServer

@Suite("Rasterised layers: what they look like")
struct RasterizeTests {
    /// A card with something of everything: every pixel of it is opaque.
    static func addCard(to sketch: Sketch, _ id: UInt32 = 1) throws {
        sketch.layer(id) {
            $0.frame(10, 8, 60, 44)
            $0.backgroundColor = SIMD4(0.9, 0.8, 0.2, 1)
            $0.borderWidth = 1
        }
        sketch.layer(id + 1) {
            $0.frame(4, 4, 30, 20)
            $0.backgroundColor = .red
            $0.cornerRadius = 6
            $0.masksToBounds = true
        }
        sketch.layer(id + 2) { $0.frame(15, 10, 30, 30) }
        sketch.contents(id + 2, try picture(30, 30) { x, y in (x ^ y) & 4 == 0 ? 0xFF10_4080 : 0x8040_4040 })
        sketch.layer(id + 3) {
            $0.frame(30, 14, 20, 20)
            $0.backgroundColor = .green.alpha(0.5)
            $0.transform = .rotation(0.4, 0, 0, 1)
        }
        sketch.effects(id + 3) {
            $0.shadowOpacity = 0.8
            $0.shadowRadius = 2
        }
        sketch.sublayers(id, [id + 1, id + 3])
        sketch.sublayers(id + 1, [id + 2])
    }

    static func difference(_ one: Sketch, _ other: Sketch, tolerance: Int = 0) -> String? {
        for y in 0..<one.panelSize.height {
            for x in 0..<one.panelSize.width {
                let (a, b) = (one.pixel(x, y), other.pixel(x, y))
                for shift in [0, 8, 16] as [UInt32] {
                    let distance = abs(Int(a >> shift & 255) - Int(b >> shift & 255))
                    if distance > tolerance { return "(\(x), \(y)): \(a.hex), not \(b.hex)" }
                }
            }
        }
        return nil
    }

    /// The same with and without rasterising layer 1.
    private func pair(
        scale: Double = 1, rasterScale: Double? = nil, _ make: (Sketch) throws -> Void
    ) rethrows -> (rasterised: Sketch, plain: Sketch) {
        let sketches = [Sketch(180, 140, scale: scale), Sketch(180, 140, scale: scale)]
        for (number, sketch) in sketches.enumerated() {
            sketch.layer(0) { $0.backgroundColor = SIMD4(0.3, 0.4, 0.7, 1) }
            if number == 0 {
                sketch.effects(1) {
                    $0.shouldRasterize = true
                    $0.rasterizationScale = rasterScale ?? scale
                }
            }
            try make(sketch)
            sketch.show()
            #expect(sketch.firstDifference(buffer: 0) == nil)
        }
        #expect(sketches[0].renderer.rasterizedByteCount > 0 && sketches[1].renderer.rasterizedByteCount == 0)
        return (sketches[0], sketches[1])
    }

    @Test(
        "D-86 at the screen's scale, moved by whole pixels, it is the same pixel for pixel",
        arguments: [1, 1.25, 1.5, 2])
    func same(scale: Double) throws {
        let (rasterised, plain) = try pair(scale: scale) { sketch in
            try Self.addCard(to: sketch)
            sketch.sublayers(0, [1])
            sketch.layer(1) { $0.position.x = 45 / scale + 30 }
        }
        #expect(Self.difference(rasterised, plain) == nil)
        #expect(rasterised.pixel(0, 0) != rasterised.pixel(70, 20))
    }

    @Test("D-86 so it is in flipped geometry, which contents do not follow")
    func flipped() throws {
        let (rasterised, plain) = try pair { sketch in
            sketch.layer(0) { $0.isGeometryFlipped = true }
            try Self.addCard(to: sketch)
            sketch.layer(1) { $0.isDoubleSided = false }
            sketch.layer(2) { $0.isDoubleSided = false }
            sketch.sublayers(0, [1])
        }
        #expect(Self.difference(rasterised, plain) == nil)
    }

    @Test("D-86 so it is with round corners, a clip, a border and contents of its own, and with scrolled bounds")
    func ownLook() throws {
        let (rasterised, plain) = try pair { sketch in
            try Self.addCard(to: sketch)
            sketch.contents(1, try picture(60, 44) { x, y in 0xFF00_0000 | UInt32(x * 4) << 8 | UInt32(y * 5) })
            sketch.layer(1) {
                $0.cornerRadius = 12
                $0.masksToBounds = true
                $0.bounds.x = 5
                $0.bounds.y = -7
            }
            sketch.sublayers(0, [1])
        }
        #expect(Self.difference(rasterised, plain, tolerance: 1) == nil)
    }

    @Test("D-82 D-83 D-86 its shadow, its filter and its mask are in the picture: no difference at the screen's scale")
    func ownEffects() throws {
        for number in 0..<3 {
            let sketches = [Sketch(180, 140), Sketch(180, 140)]
            for sketch in sketches {
                sketch.layer(0) { $0.backgroundColor = .white }
                try Self.addCard(to: sketch)
                sketch.sublayers(0, [1])
                sketch.effects(1) {
                    $0.shouldRasterize = sketch === sketches[0]
                    if number == 0 {
                        $0.shadowOpacity = 1
                        $0.shadowRadius = 5
                        $0.shadowOffset = SIMD2(6, 9)
                    }
                    if number == 1 { $0.blurRadius = 3 }
                }
                if number == 2 {
                    sketch.layer(9) {
                        $0.frame(10, 5, 30, 50)
                        $0.cornerRadius = 15
                        $0.backgroundColor = .white
                    }
                    sketch.mask(1, 9)
                }
                sketch.show()
                #expect(sketch.firstDifference(buffer: 0) == nil)
            }
            #expect(Self.difference(sketches[0], sketches[1], tolerance: 1) == nil, "\(number)")
        }
    }

    @Test("D-86 at scale 1 on a screen of 2 pixels per point every picture pixel is a block of four")
    func coarse() throws {
        let sketch = Sketch(180, 140, scale: 2)
        try Self.addCard(to: sketch)
        sketch.layer(1) { $0.magnificationFilter = .nearest }
        sketch.sublayers(0, [1])
        func blocks() -> Bool {
            stride(from: 20, to: 136, by: 2).allSatisfy { x in
                stride(from: 16, to: 100, by: 2).allSatisfy { y in
                    let pixel = sketch.pixel(x, y)
                    return sketch.pixel(x + 1, y) == pixel && sketch.pixel(x, y + 1) == pixel
                        && sketch.pixel(x + 1, y + 1) == pixel
                }
            }
        }
        sketch.show()
        #expect(!blocks())
        sketch.effects(1) { $0.shouldRasterize = true }
        sketch.show()
        #expect(blocks())
        sketch.effects(1) {
            $0.shouldRasterize = true
            $0.rasterizationScale = 2
        }
        sketch.show()
        #expect(!blocks())
    }

    @Test("D-86 a linear filter mixes the picture's pixels, and the edges of a turned one with what lies below")
    func smooth() {
        let sketch = Sketch(100, 100)
        sketch.layer(0) { $0.backgroundColor = .white }
        sketch.solid(1, 30, 30, 40, 40, SIMD4(0, 0, 0, 1))
        sketch.layer(1) { $0.transform = .rotation(0.3, 0, 0, 1) }
        sketch.sublayers(0, [1])
        func shades() -> Int {
            var found = Set<UInt32>()
            for y in 0..<100 { for x in 0..<100 { found.insert(sketch.pixel(x, y)) } }
            return found.count
        }
        sketch.show()
        #expect(shades() == 2)
        sketch.effects(1) { $0.shouldRasterize = true }
        sketch.show()
        #expect(shades() > 20)
    }

    @Test("D-84 D-86 its opacity is that of the picture, also when groups are not asked for")
    func opacity() {
        let sketch = Sketch(60, 40)
        sketch.layer(0) { $0.backgroundColor = .white }
        sketch.solid(1, 0, 0, 40, 40, .red)
        sketch.solid(2, 10, 10, 20, 20, .blue)
        sketch.layer(1) {
            $0.opacity = 0.5
            $0.allowsGroupOpacity = false
        }
        sketch.effects(1) { $0.shouldRasterize = true }
        sketch.sublayers(0, [1])
        sketch.sublayers(1, [2])
        sketch.show()
        #expect(sketch.pixel(20, 20) == 0xFF7F_7FFF && sketch.pixel(5, 5) == 0xFFFF_7F7F)
    }

    @Test("a blend mode mixes the picture with what lies below, not what is in it")
    func blendMode() {
        let sketch = Sketch(60, 40)
        sketch.layer(0) { $0.backgroundColor = SIMD4(1, 1, 0, 1) }
        sketch.solid(1, 0, 0, 40, 40, SIMD4(1, 0, 1, 1))
        sketch.solid(2, 10, 10, 20, 20, .white)
        sketch.effects(1) {
            $0.shouldRasterize = true
            $0.blendMode = .multiply
        }
        sketch.sublayers(0, [1])
        sketch.sublayers(1, [2])
        sketch.show()
        #expect(sketch.pixel(5, 5) == 0xFFFF_0000 && sketch.pixel(20, 20) == 0xFFFF_FF00)
        #expect(sketch.firstDifference(buffer: 0) == nil)
    }

    @Test("G-38 sublayers lie flat in it; a layer in perspective that turns its back shows nothing")
    func space() {
        let sketch = Sketch(100, 100)
        sketch.layer(0) {
            $0.backgroundColor = .white
            $0.sublayerTransform.m34 = -1 / 200
        }
        sketch.solid(1, 30, 30, 40, 40, .red)
        sketch.solid(2, 0, 0, 40, 40, .blue)
        // Seen alone it would be turned away from the viewer, in the picture it is not.
        sketch.layer(2) { $0.isDoubleSided = false }
        sketch.layer(1) { $0.transform = .rotation(.pi, 0, 1, 0) }
        sketch.sublayers(0, [1])
        sketch.sublayers(1, [2])
        sketch.effects(1) { $0.shouldRasterize = true }
        sketch.show()
        #expect(sketch.pixel(50, 50) == 0xFF00_00FF)
        sketch.layer(1) { $0.isDoubleSided = false }
        sketch.show()
        #expect(sketch.pixel(50, 50) == 0xFFFF_FFFF && sketch.renderer.rasterizedByteCount == 0)
        sketch.layer(1) { $0.transform = .rotation(1, 0, 1, 0) }
        sketch.show()
        #expect(sketch.pixel(50, 50) == 0xFF00_00FF && sketch.firstDifference(buffer: 0) == nil)
    }

    @Test("each copy of a replicator has a picture of its own, and looks like the layer")
    func copies() throws {
        let (rasterised, plain) = try pair { sketch in
            try Self.addCard(to: sketch)
            sketch.layer(20) { $0.frame(0, 0, 180, 140) }
            var content = ReplicatorContent()
            content.count = 2
            content.transform = .translation(80, 60)
            sketch.special(20, .replicator(content))
            sketch.sublayers(20, [1])
            sketch.sublayers(0, [20])
        }
        #expect(Self.difference(rasterised, plain) == nil)
        #expect(rasterised.pixel(150, 70) == rasterised.pixel(70, 10))
    }
}
