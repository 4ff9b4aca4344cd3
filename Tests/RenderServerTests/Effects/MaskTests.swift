import Motion
import Raster
import Testing

@testable import RenderServer

@Suite("Masks")
struct MaskTests {
    /// A red square from 20 to 80 on white.
    private func sketch() -> Sketch {
        let sketch = Sketch(100, 100)
        sketch.layer(0) { $0.backgroundColor = .white }
        sketch.solid(1, 20, 20, 60, 60, .red)
        sketch.sublayers(0, [1])
        return sketch
    }

    @Test("D-83: only alpha counts, in the masked layer's own space; nothing outside the mask is shown")
    func alpha() {
        let sketch = sketch()
        sketch.layer(1) { $0.bounds = SIMD4(5, 5, 60, 60) }
        sketch.solid(2, 10, 10, 30, 30, SIMD4(0, 1, 0, 1))
        sketch.solid(3, 15, 15, 45, 45, SIMD4(0, 0, 1, 0.4))
        sketch.sublayers(2, [3])
        sketch.mask(1, 2)
        sketch.show()
        #expect(sketch.pixel(24, 24) == 0xFFFF_FFFF)
        #expect(sketch.pixel(25, 25) == 0xFFFF_0000)
        #expect(sketch.pixel(50, 50) == 0xFFFF_0000)
        // Only the mask's sublayer: 0.4 of red over white.
        #expect(sketch.pixel(60, 60) == 0xFFFF_9999)
        #expect(sketch.pixel(80, 80) == 0xFFFF_FFFF)
    }

    @Test("D-83: mask, masksToBounds and opacity multiply; sublayers, contents and border are masked together")
    func multiplied() throws {
        let sketch = sketch()
        sketch.solid(3, -10, 10, 40, 40, .blue)
        sketch.layer(1) {
            $0.borderWidth = 4
            $0.opacity = 0.5
            $0.masksToBounds = true
        }
        sketch.sublayers(1, [3])
        sketch.solid(2, -30, 0, 120, 30, SIMD4(0, 0, 0, 1))
        sketch.mask(1, 2)
        sketch.show()
        // Left of the bounds: cut. Border, sublayer and background: half. Below the mask: nothing.
        #expect(sketch.pixel(15, 35) == 0xFFFF_FFFF)
        #expect(sketch.pixel(21, 35) == 0xFF7F_7F7F)
        #expect(sketch.pixel(30, 35) == 0xFF7F_7FFF)
        #expect(sketch.pixel(60, 35) == 0xFFFF_7F7F)
        #expect(sketch.pixel(30, 50) == 0xFFFF_FFFF)
        #expect(sketch.firstDifference(buffer: 0, pieces: PixelSize(width: 13, height: 7)) == nil)
    }

    @Test("a mask moves, turns, fades, is animated and changes its contents: exact, and only its pixels are damage")
    func changes() throws {
        let sketch = sketch()
        sketch.solid(2, 0, 0, 20, 20, .white)
        sketch.mask(1, 2)
        sketch.show()
        sketch.layer(2) { $0.position = SIMD2(30, 10) }
        #expect(sketch.show() == [rect(20, 20, 40, 20)])
        #expect(sketch.pixel(22, 22) == 0xFFFF_FFFF)
        #expect(sketch.pixel(42, 22) == 0xFFFF_0000)
        sketch.layer(2) { $0.transform = .rotation(0.5, 0, 0, 1) }
        sketch.show()
        #expect(sketch.firstDifference(buffer: 0) == nil)
        sketch.layer(2) { $0.opacity = 0.5 }
        sketch.show()
        #expect(sketch.firstDifference(buffer: 0) == nil)
        sketch.contents(2, try picture(4, 4) { x, y in UInt32(x * 20 + y * 40) << 24 })
        sketch.animate(2, animation(5, .positionY, from: .number(10), to: .number(50)))
        for time in [0.0, 0.3, 0.6, 1.1] {
            sketch.show(at: time)
            #expect(sketch.firstDifference(buffer: 0) == nil, "\(time)")
        }
    }

    @Test("a change of the masked layer damages no more than the mask shows of it")
    func damage() {
        let sketch = sketch()
        sketch.solid(2, 10, 10, 5, 5, .white)
        sketch.mask(1, 2)
        sketch.show()
        sketch.layer(1) { $0.backgroundColor = .green }
        #expect(sketch.show() == [rect(30, 30, 5, 5)])
        #expect(sketch.firstDifference(buffer: 0) == nil)
    }

    @Test("a mask is not ordered among sublayers and is not moved by sublayerTransform")
    func isNoSublayer() {
        let sketch = sketch()
        sketch.layer(1) { $0.sublayerTransform = .translation(15, 0) }
        sketch.solid(3, 0, 0, 10, 10, .blue)
        sketch.solid(2, 0, 0, 20, 20, .white)
        sketch.layer(2) { $0.zPosition = 5 }
        sketch.layer(3) { $0.zPosition = -5 }
        sketch.mask(1, 2)
        sketch.sublayers(1, [3])
        sketch.show()
        #expect(sketch.pixel(21, 21) == 0xFFFF_0000)
        #expect(sketch.pixel(36, 21) == 0xFF00_00FF)
        #expect(sketch.pixel(41, 21) == 0xFFFF_FFFF)
        sketch.layer(2) { $0.zPosition = -9 }
        sketch.sublayers(1, [])
        sketch.show()
        #expect(sketch.pixel(36, 21) == 0xFFFF_0000)
        #expect(sketch.firstDifference(buffer: 0) == nil)
    }

    @Test("a hidden, empty or unknown mask shows nothing; without the mask all is back")
    func absent() {
        let sketch = sketch()
        sketch.mask(1, 2)
        sketch.show()
        #expect(sketch.pixel(50, 50) == 0xFFFF_FFFF)
        sketch.solid(2, 0, 0, 60, 60, .white)
        sketch.show()
        #expect(sketch.pixel(50, 50) == 0xFFFF_0000)
        sketch.layer(2) { $0.isHidden = true }
        sketch.show()
        #expect(sketch.pixel(50, 50) == 0xFFFF_FFFF)
        sketch.mask(1, nil)
        sketch.show()
        #expect(sketch.pixel(50, 50) == 0xFFFF_0000)
        sketch.layer(2) { $0.isHidden = false }
        sketch.mask(1, 2)
        sketch.layer(2) { $0.bounds = SIMD4(0, 0, 10, 10) }
        sketch.show()
        #expect(sketch.pixel(50, 50) == 0xFFFF_0000)
        #expect(sketch.pixel(70, 70) == 0xFFFF_FFFF)
        // The mask is removed from the tree, as its owner would first take it away.
        sketch.remove(2)
        sketch.show()
        #expect(sketch.pixel(70, 70) == 0xFFFF_0000)
    }

    @Test(
        "impossible masks are refused: itself, its superlayer, a sublayer elsewhere, the root; the last of two owners has it"
    )
    func refused() {
        let sketch = sketch()
        sketch.solid(4, 80, 80, 10, 10, .blue)
        sketch.solid(5, 0, 0, 10, 10, .green)
        sketch.sublayers(0, [1, 4])
        sketch.sublayers(1, [5])
        sketch.mask(1, 1)
        sketch.mask(5, 1)
        sketch.mask(4, 5)
        sketch.mask(1, 0)
        sketch.show()
        #expect(sketch.pixel(50, 50) == 0xFFFF_0000)
        #expect(sketch.pixel(25, 25) == 0xFF00_FF00)
        #expect(sketch.pixel(85, 85) == 0xFF00_00FF)
        sketch.solid(2, 0, 0, 5, 5, .white)
        sketch.mask(1, 2)
        sketch.mask(4, 2)
        sketch.show()
        #expect(sketch.pixel(50, 50) == 0xFFFF_0000)
        #expect(sketch.pixel(81, 81) == 0xFF00_00FF)
        #expect(sketch.pixel(88, 88) == 0xFFFF_FFFF)
        // A mask that becomes a sublayer masks no more; one that holds its masked layer leaves the tree as it is.
        sketch.sublayers(1, [5, 2])
        sketch.show()
        #expect(sketch.pixel(88, 88) == 0xFF00_00FF)
        sketch.sublayers(2, [1])
        sketch.show()
        #expect(sketch.firstDifference(buffer: 0) == nil)
        sketch.animate(1, animation(5, .opacity, from: .number(0), to: .number(1)))
        sketch.show(at: 0.5)
    }

    @Test("masks of masks: two hundred deep is bounded, and exact in pieces")
    func deep() {
        let sketch = sketch()
        for id in 2..<200 as Range<UInt32> {
            sketch.solid(id, 1, 1, 50, 50, .white)
            sketch.mask(id - 1, id)
        }
        sketch.show()
        #expect(sketch.firstDifference(buffer: 0, pieces: PixelSize(width: 31, height: 17)) == nil)
        sketch.layer(199) { $0.bounds = SIMD4(0, 0, 3, 3) }
        sketch.show()
        #expect(sketch.firstDifference(buffer: 0) == nil)
    }
}

extension MaskTests {
    @Test("the copies of a replicator are masked too")
    func replicated() {
        let sketch = Sketch(100, 40)
        sketch.layer(1) { $0.frame(0, 0, 100, 40) }
        sketch.solid(2, 0, 0, 20, 20, .red)
        sketch.sublayers(0, [1])
        sketch.sublayers(1, [2])
        var content = ReplicatorContent()
        content.count = 3
        content.transform = .translation(30, 0)
        sketch.commit.specials.append(
            Commit.SpecialUpdate(layer: LayerID(rawValue: 1), special: .replicator(content)))
        sketch.show()
        sketch.solid(3, 5, 5, 10, 10, .white)
        sketch.mask(2, 3)
        sketch.show()
        for x in [0, 30, 60] {
            #expect(sketch.pixel(x + 1, 1) == 0xFF00_0000)
            #expect(sketch.pixel(x + 7, 7) == 0xFFFF_0000)
        }
        #expect(sketch.firstDifference(buffer: 0) == nil)
        sketch.layer(3) { $0.frame(0, 0, 10, 10) }
        sketch.show()
        for x in [0, 30, 60] { #expect(sketch.pixel(x + 1, 1) == 0xFFFF_0000) }
        sketch.mask(2, nil)
        sketch.show()
        for x in [0, 30, 60] { #expect(sketch.pixel(x + 17, 17) == 0xFFFF_0000) }
        #expect(sketch.firstDifference(buffer: 0) == nil)
    }
}
