import Motion
import Raster
import Testing

@testable import RenderServer

@Suite("Continuous corners")
struct ContinuousCornerTests {
    private func sketch(_ change: (inout LayerState) -> Void) -> Sketch {
        let sketch = Sketch(200, 200)
        sketch.solid(1, 20, 20, 160, 160, .white)
        sketch.layer(1) {
            $0.cornerRadius = 40
            $0.hasContinuousCorners = true
            change(&$0)
        }
        sketch.sublayers(0, [1])
        sketch.show()
        return sketch
    }

    private func coverage(_ sketch: Sketch, _ x: Int, _ y: Int) -> Int { Int(sketch.pixel(x, y) & 255) }

    @Test("D-80: the curve begins 1.528665 radii from the corner and meets the circle on the diagonal")
    func begin() {
        let corner = ContinuousCorner(radius: 40, room: 80)
        #expect(abs(corner.extent - 40 * 1.528665) < 1e-9)
        let sketch = sketch { _ in }
        // A circle of 40 would leave the edge of the layer at x = 60; the curve does so at 81.
        #expect(coverage(sketch, 20 + 62, 20) == 255)
        #expect(coverage(sketch, 20 + 38, 20) < 255)
        let circle = self.sketch { $0.hasContinuousCorners = false }
        for k in 0..<60 {
            #expect(abs(coverage(sketch, 20 + k, 20 + k) - coverage(circle, 20 + k, 20 + k)) <= 12, "\(k)")
        }
        // Four equal corners.
        for k in 0..<80 {
            #expect(coverage(sketch, 20 + k, 25) == coverage(sketch, 179 - k, 25))
            #expect(coverage(sketch, 20 + k, 25) == coverage(sketch, 20 + k, 174))
            #expect(coverage(sketch, 20 + k, 25) == coverage(sketch, 25, 20 + k))
        }
    }

    @Test("without room on the shorter side it becomes the circle")
    func noRoom() {
        let mask = ContinuousCorner(radius: 40, room: 40)
        #expect(abs(mask.exponent - 2) < 1e-9)
        let sketch = self.sketch { $0.frame(20, 20, 160, 80) }
        let circle = self.sketch {
            $0.frame(20, 20, 160, 80)
            $0.hasContinuousCorners = false
        }
        for y in 20..<100 {
            for x in 20..<62 { #expect(abs(coverage(sketch, x, y) - coverage(circle, x, y)) <= 1) }
        }
        #expect(ContinuousCorner(radius: 100, room: 30).radius == 30)
        for bad in [Double.nan, -3, .infinity] {
            #expect(ContinuousCorner(radius: bad, room: 30).extent <= 30)
            #expect(ContinuousCorner(radius: 5, room: bad).extent.isFinite)
        }
    }

    @Test("a border follows the curve with an even width; a clip and a turned layer have the same shape")
    func borderAndClip() {
        let sketch = self.sketch {
            $0.borderWidth = 6
            $0.borderColor = .red
        }
        #expect(sketch.pixel(100, 22) == 0xFFFF_0000)
        #expect(sketch.pixel(100, 27) == 0xFFFF_FFFF)
        // On the diagonal the border is 6 wide, too: from 11.7 to 16 pixels along each axis.
        #expect(sketch.pixel(20 + 14, 20 + 14) == 0xFFFF_0000)
        #expect(sketch.pixel(20 + 17, 20 + 17) == 0xFFFF_FFFF)
        let plain = self.sketch { _ in }
        let clipped = self.sketch {
            $0.masksToBounds = true
            $0.backgroundColor = .red
        }
        clipped.solid(2, 0, 0, 160, 160, .white)
        clipped.sublayers(1, [2])
        clipped.show()
        for x in 20..<100 { #expect(abs(coverage(plain, x, 24) - coverage(clipped, x, 24)) <= 1) }
        // Computed pixel by pixel when turned: the same, turned back by a hair.
        let turned = self.sketch { $0.transform = .rotation(0.0001, 0, 0, 1) }
        for x in 22..<100 { #expect(abs(coverage(plain, x, 24) - coverage(turned, x, 24)) <= 24, "\(x)") }
        #expect(turned.firstDifference(buffer: 0) == nil)
    }
}

@Suite("Trilinear minification")
struct TrilinearTests {
    /// A picture of single white and black columns.
    private func stripes(_ width: Int = 256, _ height: Int = 64) throws -> Bitmap {
        try picture(width, height, .argb8888, isOpaque: true) { x, _ in x % 2 == 0 ? 0xFFFF_FFFF : 0xFF00_0000 }
    }

    private func sketch(_ bitmap: Bitmap, _ width: Double, _ change: (inout LayerState) -> Void = { _ in }) -> Sketch {
        let sketch = Sketch()
        sketch.layer(1) {
            $0.frame(0, 0, width, 16)
            $0.minificationFilter = .trilinear
            change(&$0)
        }
        sketch.contents(1, bitmap)
        sketch.sublayers(0, [1])
        sketch.show()
        return sketch
    }

    @Test("a picture made much smaller is the mean of its pixels, where linear takes single ones")
    func mean() throws {
        for width in [64.0, 51, 23] {
            let sketch = sketch(try stripes(), width)
            for x in 1..<(Int(width) - 1) {
                #expect((126...129).contains(Int(sketch.pixel(x, 8) & 255)), "\(width) \(x)")
            }
        }
        let linear = sketch(try stripes(), 23) { $0.minificationFilter = .linear }
        #expect(Set((1..<22).map { linear.pixel($0, 8) }).count > 2)
    }

    @Test("between two sizes both are mixed; a bias goes further; made larger, it is plain linear")
    func levels() {
        let half = HalvingLevel(Affine(a: 2, d: 2), bias: 0, width: 100, height: 100)
        #expect(half?.number == 1 && half?.share == 0)
        let more = HalvingLevel(Affine(a: 2, d: 2), bias: 0.5, width: 100, height: 100)
        #expect(more?.number == 1 && more?.share == 127)
        #expect(HalvingLevel(Affine(a: 0.5, d: 1), bias: 0, width: 100, height: 100) == nil)
        #expect(HalvingLevel(Affine(a: 1e9, d: 1), bias: .nan, width: 100, height: 100)?.number == 6)
        #expect(HalvingLevel(Affine(a: .nan, d: 1), bias: 1, width: 100, height: 100) == nil)
    }

    @Test("turned, translucent, and in pieces: exact")
    func exact() throws {
        let bitmap = try picture(61, 47) { x, y in x % 3 == 0 ? 0x8080_0000 : (y % 4 == 0 ? 0 : 0xFF00_FF00) }
        let sketch = sketch(bitmap, 20) {
            $0.opacity = 0.7
            $0.transform = .rotation(0.4, 0, 0, 1)
        }
        #expect(sketch.firstDifference(buffer: 0, pieces: PixelSize(width: 5, height: 3)) == nil)
    }

    @Test("a part drawn anew changes only what shows it, and only that part is halved again")
    func dirtyPart() throws {
        let sketch = sketch(try stripes(), 64)
        let white = try picture(256, 64, .argb8888, isOpaque: true) { x, _ in
            (100..<104).contains(x) || x % 2 == 0 ? 0xFFFF_FFFF : 0xFF00_0000
        }
        sketch.contents(1, white, changed: rect(100, 0, 4, 64))
        let clips = sketch.show()
        #expect(sketch.firstDifference(buffer: 0) == nil)
        #expect(sketch.pixel(25, 8) & 255 > 200)
        #expect(clips.allSatisfy { rect(15, 0, 20, 16).contains($0) }, "\(clips)")
    }
}
