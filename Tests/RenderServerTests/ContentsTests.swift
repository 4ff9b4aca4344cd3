import Motion
import Raster
import Testing

@testable import RenderServer

@Suite("Contents")
struct ContentsTests {
    /// A bitmap whose pixels say where they are: red is the column, green the row.
    static func map(_ width: Int, _ height: Int) throws -> Bitmap {
        try picture(width, height) { x, y in 0xFF00_0080 | UInt32(x) << 16 | UInt32(y) << 8 }
    }

    @Test("at natural size contents are copied, byte for byte")
    func copy() throws {
        let sketch = Sketch()
        sketch.layer(1) { $0.frame(10.4, 20.4, 30, 20) }
        sketch.contents(1, try Self.map(30, 20))
        sketch.sublayers(0, [1])
        sketch.show()
        for y in 0..<20 {
            for x in 0..<30 { #expect(sketch.pixel(10 + x, 20 + y) == 0xFF00_0080 | UInt32(x) << 16 | UInt32(y) << 8) }
        }
        #expect(sketch.pixel(40, 20) == 0xFF00_0000)
    }

    @Test("mirrored and turned by quarters, every pixel is still one of the bitmap's")
    func exactTurns() throws {
        let sketch = Sketch()
        sketch.layer(1) { $0.frame(20, 20, 30, 30) }
        sketch.contents(1, try Self.map(30, 30))
        sketch.sublayers(0, [1])
        sketch.layer(1) { $0.transform = .scale(-1, 1) }
        sketch.show()
        #expect(sketch.pixel(20, 25) == 0xFF1D_0580)
        sketch.layer(1) { $0.transform = .rotation(.pi / 2, 0, 0, 1) }
        sketch.show()
        // The left column is on top now, its lower end at the left.
        #expect(sketch.pixel(20, 20) == 0xFF00_1D80)
        #expect(sketch.pixel(49, 20) == 0xFF00_0080)
        #expect(sketch.pixel(49, 49) == 0xFF1D_0080)
        sketch.layer(1) { $0.transform = .rotation(.pi, 0, 0, 1) }
        sketch.show()
        #expect(sketch.pixel(20, 20) == 0xFF1D_1D80)
    }

    @Test(
        "D-41…D-43: gravity places 40x20 contents in 90x90 bounds",
        arguments: [
            (ContentsGravity.resize, rect(0, 0, 90, 90)), (.resizeAspect, rect(0, 23, 90, 45)),
            (.resizeAspectFill, rect(-45, 0, 180, 90)), (.center, rect(25, 35, 40, 20)), (.top, rect(25, 0, 40, 20)),
            (.bottom, rect(25, 70, 40, 20)), (.left, rect(0, 35, 40, 20)), (.right, rect(50, 35, 40, 20)),
            (.topLeft, rect(0, 0, 40, 20)), (.topRight, rect(50, 0, 40, 20)), (.bottomLeft, rect(0, 70, 40, 20)),
            (.bottomRight, rect(50, 70, 40, 20)),
        ])
    func gravity(_ gravity: ContentsGravity, _ wanted: PixelRect) throws {
        // The layer lies in a screen that is larger on all sides, so that contents which overflow show (fact D-42).
        let sketch = Sketch(300, 150)
        sketch.layer(1) {
            $0.frame(100, 30, 90, 90)
            $0.contentsGravity = gravity
        }
        sketch.contents(1, try picture(40, 20) { _, _ in 0xFFFF_0000 })
        sketch.sublayers(0, [1])
        sketch.show()
        let place = wanted.offset(x: 100, y: 30)
        for y in 0..<150 {
            for x in 0..<300 {
                #expect((sketch.pixel(x, y) == 0xFFFF_0000) == place.contains(x: x, y: y), "(\(x), \(y))")
            }
        }
        sketch.layer(1) { $0.masksToBounds = true }
        sketch.show()
        #expect(sketch.pixel(99, 75) == 0xFF00_0000)
    }

    @Test("contentsScale: pixels per point")
    func scale() throws {
        let sketch = Sketch(200, 200, scale: 2)
        sketch.layer(1) {
            $0.frame(10, 10, 50, 50)
            $0.contentsGravity = .topLeft
            $0.contentsScale = 2
        }
        sketch.contents(1, try Self.map(40, 20))
        sketch.sublayers(0, [1])
        sketch.show()
        #expect(sketch.pixel(20, 20) == 0xFF00_0080)
        #expect(sketch.pixel(59, 39) == 0xFF27_1380)
        #expect(sketch.pixel(60, 39) == 0xFF00_0000)
    }

    @Test("D-65: contentsRect shows a part, and beyond the bitmap its edge goes on")
    func contentsRect() throws {
        let sketch = Sketch()
        sketch.layer(1) {
            $0.frame(10, 10, 20, 10)
            $0.contentsRect = SIMD4(0.5, 0.5, 0.5, 0.5)
        }
        sketch.contents(1, try Self.map(40, 20))
        sketch.sublayers(0, [1])
        sketch.show()
        #expect(sketch.pixel(10, 10) == 0xFF14_0A80)
        #expect(sketch.pixel(29, 19) == 0xFF27_1380)
        sketch.layer(1) {
            $0.frame(10, 10, 80, 10)
            $0.contentsRect = SIMD4(-0.5, 0, 2, 0.5)
        }
        sketch.show()
        #expect(sketch.pixel(10, 10) == 0xFF00_0080)
        #expect(sketch.pixel(25, 10) == 0xFF00_0080)
        #expect(sketch.pixel(40, 15) == 0xFF0A_0580)
        #expect(sketch.pixel(89, 10) == 0xFF27_0080)
    }

    @Test("D-61, D-62: nine slices keep the corners, stretch the middle")
    func nineSlice() throws {
        // Corners red, edges green, the one pixel in the middle blue.
        let bitmap = try picture(21, 21) { x, y in
            x == 10 && y == 10 ? 0xFF00_00FF : x == 10 || y == 10 ? 0xFF00_FF00 : 0xFFFF_0000
        }
        let sketch = Sketch()
        sketch.layer(1) {
            $0.frame(10, 10, 70, 50)
            $0.contentsCenter = SIMD4(10.0 / 21, 10.5 / 21, 1.0 / 21, 0)
        }
        sketch.contents(1, bitmap)
        sketch.sublayers(0, [1])
        sketch.show()
        for (x, y) in [(10, 10), (19, 19), (70, 10), (79, 59), (10, 50)] {
            #expect(sketch.pixel(x, y) == 0xFFFF_0000, "(\(x), \(y))")
        }
        for (x, y) in [(20, 10), (69, 19), (10, 20), (79, 49), (45, 59)] {
            #expect(sketch.pixel(x, y) == 0xFF00_FF00, "(\(x), \(y))")
        }
        for (x, y) in [(20, 20), (69, 49), (45, 30)] { #expect(sketch.pixel(x, y) == 0xFF00_00FF, "(\(x), \(y))") }
    }

    @Test("D-63: without room for both ends of a nine-slice picture, both shrink")
    func nineSliceTooSmall() throws {
        let bitmap = try picture(21, 4) { x, _ in x < 10 ? 0xFFFF_0000 : x == 10 ? 0xFF00_FF00 : 0xFF00_00FF }
        let sketch = Sketch()
        sketch.layer(1) {
            $0.frame(10, 10, 10, 4)
            $0.contentsCenter = SIMD4(10.0 / 21, 0, 1.0 / 21, 1)
        }
        sketch.contents(1, bitmap)
        sketch.sublayers(0, [1])
        sketch.show()
        for x in 10..<15 { #expect(sketch.pixel(x, 11) == 0xFFFF_0000, "\(x)") }
        for x in 15..<20 { #expect(sketch.pixel(x, 11) == 0xFF00_00FF, "\(x)") }
        #expect(sketch.pixel(20, 11) == 0xFF00_0000)
    }

    @Test("C28: scaling mixes premultiplied colours; what lies under alpha 0 never shows")
    func fringe() throws {
        let sketch = Sketch()
        sketch.layer(0) { $0.backgroundColor = .white }
        sketch.layer(1) { $0.frame(10, 10, 67, 67) }
        sketch.contents(1, try picture(40, 40) { x, _ in x < 20 ? 0xFFFF_0000 : 0 })
        sketch.sublayers(0, [1])
        sketch.show()
        for x in 0..<100 {
            let pixel = sketch.pixel(x, 40)
            #expect(pixel >> 16 & 255 == 255, "\(x)")
            #expect(pixel & 255 == pixel >> 8 & 255, "\(x)")
        }
    }

    @Test("opaque contents hide the background; a promise of opacity holds for every pixel")
    func opaque() throws {
        let sketch = Sketch()
        sketch.solid(1, 0, 0, 40, 40, .red)
        sketch.layer(1) { $0.isOpaque = true }
        sketch.contents(1, try picture(40, 40) { _, _ in 0x8000_8000 })
        sketch.sublayers(0, [1])
        sketch.show()
        #expect(sketch.pixel(5, 5) == 0xFF00_8000)
    }

    @Test("nearest filter: pixels become squares")
    func nearest() throws {
        let sketch = Sketch()
        sketch.layer(1) {
            $0.frame(0, 0, 40, 40)
            $0.magnificationFilter = .nearest
        }
        sketch.contents(1, try picture(2, 2) { x, y in x == y ? 0xFFFF_FFFF : 0xFF00_0000 })
        sketch.sublayers(0, [1])
        sketch.show()
        #expect(sketch.pixel(19, 19) == 0xFFFF_FFFF)
        #expect(sketch.pixel(20, 19) == 0xFF00_0000)
        #expect(sketch.pixel(20, 20) == 0xFFFF_FFFF)
    }

    @Test("a bitmap is let go as soon as it is replaced, taken away, or its layer leaves")
    func release() throws {
        let sketch = Sketch()
        sketch.layer(1) { $0.frame(0, 0, 10, 10) }
        sketch.sublayers(0, [1])
        weak var first: Bitmap?
        weak var second: Bitmap?
        try { () throws in
            let bitmap = try Self.map(10, 10)
            first = bitmap
            sketch.contents(1, bitmap)
        }()
        sketch.show()
        #expect(first != nil)
        try { () throws in
            let bitmap = try Self.map(10, 10)
            second = bitmap
            sketch.contents(1, bitmap)
        }()
        sketch.update()
        #expect(first == nil)
        #expect(second != nil)
        sketch.remove(1)
        sketch.update()
        #expect(second == nil)
    }
}
