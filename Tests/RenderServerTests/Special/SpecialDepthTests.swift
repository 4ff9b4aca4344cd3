import Motion
import Raster
import Testing

@testable import RenderServer

@Suite("Shapes and gradients in perspective")
struct SpecialDepthTests {
    /// A layer of 100 points turned by 60° about y before a camera 500 points away: from 72.63 to 123.01 (fact G-36).
    private func sketch() -> Sketch {
        let sketch = Sketch(200, 200)
        sketch.layer(1) {
            $0.frame(50, 50, 100, 100)
            $0.transform = Matrix4.rotation(.pi / 3, 0, 1, 0).concatenating(camera(500))
        }
        sketch.sublayers(0, [1])
        return sketch
    }

    @Test("G-36: an outline lies in the layer's plane")
    func shape() {
        let sketch = sketch()
        sketch.shape(1, .rect(0, 0, 50, 100)) { $0.fillColor = .red }
        sketch.show()
        let columns = (0..<200).filter { sketch.pixel($0, 100) == 0xFFFF_0000 }
        // From the near edge to the axis, a pixel of soft edge aside.
        #expect((columns.first ?? 0) >= 72 && (columns.first ?? 0) <= 74)
        #expect((columns.last ?? 0) >= 98 && (columns.last ?? 0) <= 99)
        let rows = (0..<200).filter { sketch.pixel(76, $0) == 0xFFFF_0000 }
        #expect((rows.first ?? 0) >= 45 && (rows.first ?? 0) <= 47)
        #expect(sketch.firstDifference(buffer: 0, pieces: PixelSize(width: 17, height: 23)) == nil)
        // Another colour of the same outline.
        sketch.shape(1, .rect(0, 0, 50, 100)) { $0.fillColor = .green }
        sketch.show()
        #expect(sketch.pixel(90, 100) == 0xFF00_FF00)
        #expect(sketch.firstDifference(buffer: 0) == nil)
    }

    @Test("an outline is made in steps of its size, not in every frame of a turn")
    func steps() {
        let sketch = sketch()
        let outline = PolygonShape.rect(0, 0, 50, 100)
        for step in 0...40 {
            sketch.layer(1) {
                $0.transform = Matrix4.rotation(Double(step) * 0.03, 0, 1, 0).concatenating(camera(500))
            }
            sketch.shape(1, outline) { $0.fillColor = .red }
            sketch.show()
            #expect(sketch.firstDifference(buffer: 0) == nil, "\(step)")
        }
        #expect(outline.callCount <= 4)
    }

    @Test("an axial gradient's middle lies at the layer's middle, not at that of its place on the screen")
    func gradient() {
        let sketch = sketch()
        sketch.gradient(1, [.black, .black, .white, .white]) {
            $0.locations = [0, 0.5, 0.5, 1]
            $0.startPoint = SIMD2(0, 0.5)
            $0.endPoint = SIMD2(1, 0.5)
        }
        sketch.layer(0) { $0.backgroundColor = .red }
        sketch.show()
        #expect(sketch.columns(of: 0xFF00_0000, row: 100) == 73...99)
        #expect(sketch.columns(of: 0xFFFF_FFFF, row: 100) == 100...122)
        #expect(sketch.firstDifference(buffer: 0, pieces: PixelSize(width: 17, height: 23)) == nil)
    }

    @Test("trilinear: a picture far away is an even grey")
    func trilinear() throws {
        let sketch = Sketch(200, 200)
        sketch.layer(1) {
            $0.frame(0, 0, 200, 200)
            $0.transform = Matrix4.rotation(0.9, 0, 1, 0).concatenating(.scale(0.05, 0.05)).concatenating(camera(500))
            $0.minificationFilter = .trilinear
        }
        sketch.contents(1, try picture(256, 256) { x, y in (x + y) % 2 == 0 ? 0xFFFF_FFFF : 0xFF00_0000 })
        sketch.sublayers(0, [1])
        sketch.show()
        #expect((120...135).contains(sketch.pixel(100, 100) & 255))
        #expect(sketch.firstDifference(buffer: 0, pieces: PixelSize(width: 7, height: 3)) == nil)
    }
}

extension SIMD4<Float> {
    fileprivate static let black = SIMD4<Float>(0, 0, 0, 1)
}
