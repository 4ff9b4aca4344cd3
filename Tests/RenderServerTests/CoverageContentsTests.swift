import Motion
import Raster
import Testing

@testable import RenderServer

/// Contents that are one colour through coverage look like the picture that the two come to.
@Suite("Colour through coverage")
struct CoverageContentsTests {
    private static let color: UInt32 = 0xC040_9020

    private func value(_ x: Int, _ y: Int) -> UInt8 {
        let noise = UInt32(x &* 73 &+ y &* 151) &* 2_654_435_761
        return noise >> 30 == 0 ? 0 : noise >> 30 == 1 ? 255 : UInt8(noise >> 16 & 255)
    }

    /// Both sketches with the same layer, one as coverage and one as a picture.
    private func compare(
        _ what: String, color: UInt32 = Self.color, opacity: Float = 1, _ change: (inout LayerState) -> Void
    ) throws {
        let size = 41
        let mask = try coverage(size, size, value)
        let whole = try Bitmap(width: size, height: size, format: .argb8888)
        Kernels.over(color, through: mask.surface, onto: whole.surface)
        whole.freeze()
        let sketches = [Sketch(120, 120), Sketch(120, 120)]
        for (index, sketch) in sketches.enumerated() {
            sketch.layer(1) {
                $0.frame(10, 10, 100, 100)
                $0.backgroundColor = SIMD4(0.2, 0.9, 0.5, 1)
                $0.opacity = opacity
            }
            sketch.layer(2) {
                $0.frame(20, 20, Double(size), Double(size))
                change(&$0)
            }
            if index == 0 { sketch.contents(2, mask, color: color) } else { sketch.contents(2, whole) }
            sketch.sublayers(0, [1])
            sketch.sublayers(1, [2])
            sketch.show()
            #expect(sketch.firstDifference(buffer: 0) == nil, "\(what)")
        }
        for y in 0..<120 {
            for x in 0..<120 where sketches[0].pixel(x, y) != sketches[1].pixel(x, y) {
                Issue.record("\(what): (\(x), \(y)) \(sketches[0].pixel(x, y).hex), not \(sketches[1].pixel(x, y).hex)")
                return
            }
        }
    }

    @Test(
        "the same pixels as the picture: plain, faded, in a group, stretched, turned, cut, with a promise kept or not")
    func equality() throws {
        for color in [Self.color, 0xFF00_0000, 0xFFFF_FFFF, 0xFF12_3456, 0x8000_0000, 0] {
            try compare("plain", color: color) { _ in }
        }
        try compare("faded") { $0.opacity = 0.4 }
        try compare("in a group", opacity: 0.6) { _ in }
        try compare("on a background") { $0.backgroundColor = SIMD4(1, 0, 0, 0.5) }
        try compare("in a group of its own") {
            $0.backgroundColor = .red
            $0.opacity = 0.5
        }
        try compare("stretched") { $0.bounds.z = 60 }
        try compare("in the middle") {
            $0.contentsGravity = .center
            $0.bounds.w = 70
        }
        try compare("a part of it") { $0.contentsRect = SIMD4(0.25, 0.25, 0.5, 0.5) }
        try compare("nine parts") {
            $0.contentsCenter = SIMD4(0.4, 0.4, 0.2, 0.2)
            $0.bounds.z = 80
        }
        try compare("turned") { $0.transform = .rotation(0.3, 0, 0, 1) }
        try compare("turned by a quarter") { $0.transform = .rotation(.pi / 2, 0, 0, 1) }
        try compare("mirrored") { $0.transform = .scale(-1, 1) }
        try compare("round corners") {
            $0.cornerRadius = 9
            $0.masksToBounds = true
        }
        try compare("small, trilinear") {
            $0.bounds.z = 15
            $0.bounds.w = 15
            $0.minificationFilter = .trilinear
        }
        try compare("promised opaque") { $0.isOpaque = true }
    }

    @Test("a new colour is a change of all of it, new coverage of the part that is named")
    func damage() throws {
        let sketch = Sketch()
        sketch.layer(1) { $0.frame(10, 10, 40, 40) }
        let first = try coverage(40, 40, value)
        sketch.contents(1, first, color: 0xFFFF_FFFF)
        sketch.sublayers(0, [1])
        sketch.show()
        let second = try coverage(40, 40) { x, y in x < 8 ? 99 : self.value(x, y) }
        sketch.contents(1, second, color: 0xFFFF_FFFF, changed: rect(0, 0, 8, 40))
        #expect(sketch.show() == [rect(10, 10, 8, 40)])
        #expect(sketch.firstDifference(buffer: 0) == nil)
        sketch.contents(1, second, color: 0xFF00_FF00, changed: rect(0, 0, 8, 40))
        #expect(sketch.show() == [rect(10, 10, 40, 40)])
        sketch.contents(1, second, color: 0xFF00_FF00, changed: rect(0, 0, 8, 40))
        #expect(sketch.show() == [])
        sketch.contents(1, try picture(40, 40) { _, _ in 0xFF00_00FF }, changed: rect(0, 0, 1, 1))
        #expect(sketch.show() == [rect(10, 10, 40, 40)])
        #expect(sketch.firstDifference(buffer: 0) == nil)
        #expect(sketch.renderer.contentsByteCount == 40 * 192)
    }
}
