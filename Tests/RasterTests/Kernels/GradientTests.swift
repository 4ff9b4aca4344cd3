import CPixman
import Foundation
import Testing

@testable import Raster

@Suite("Gradients")
struct GradientTests {
    private let greys = GradientTable { position in
        SIMD4(Float(position), Float(position), Float(position), 1)
    }

    private func drawn(
        _ table: GradientTable, _ map: GradientMap, _ width: Int = 256, _ height: Int = 16, originX: Int = 0,
        originY: Int = 0
    ) -> Canvas {
        let canvas = Canvas(width: width, height: height)
        canvas.fill(0)
        Kernels.over(gradient: table, map: map, onto: canvas.surface, originX: originX, originY: originY)
        return canvas
    }

    @Test("axial: from the first colour to the last, and on as they are")
    func axial() throws {
        let map = try #require(GradientMap(kind: .axial, a: 1.0 / 128, b: 0, c: 0, d: 0, tx: -0.5, ty: 0))
        let canvas = drawn(greys, map)
        #expect(canvas[0, 0] == 0xFF00_0000 && canvas[63, 3] == 0xFF00_0000)
        #expect(canvas[192, 0] == 0xFFFF_FFFF && canvas[255, 7] == 0xFFFF_FFFF)
        for x in 64..<192 {
            let wanted = (Double(x) + 0.5 - 64) / 128 * 255
            for y in 0..<16 { #expect(abs(Double(canvas[x, y] & 255) - wanted) < 1.2) }
        }
    }

    @Test("dithering keeps the mean of a colour between two levels, and leaves one on a level alone")
    func dithering() throws {
        let map = try #require(GradientMap(kind: .axial, a: 0, b: 0, c: 0, d: 0, tx: 0, ty: 0))
        for level in stride(from: Float(10), through: 12, by: 0.125) {
            let table = GradientTable(count: 2) { _ in SIMD4(level / 255, level / 255, level / 255, 1) }
            let canvas = drawn(table, map, 64, 64)
            let mean = canvas.pixels.reduce(0) { $0 + Double($1 & 255) } / 4096
            #expect(abs(mean - Double(level)) < 0.02)
            if level.rounded() == level { #expect(Set(canvas.pixels).count == 1) }
        }
    }

    @Test("radial: the distance from the centre; conic: the turn around it, the way p turns to q")
    func round() throws {
        let radial = try #require(
            GradientMap(kind: .radial, a: 0.02, b: 0, c: 0, d: 0.04, tx: -1, ty: -1))
        let conic = try #require(GradientMap(kind: .conic, a: 1, b: 0, c: 0, d: 1, tx: -50, ty: -25))
        let rings = drawn(greys, radial, 100, 50)
        let turns = drawn(greys, conic, 100, 50)
        for y in 0..<50 {
            for x in 0..<100 {
                let p = Double(x) + 0.5 - 50
                let q = Double(y) + 0.5 - 25
                let distance = min(1, (p * p * 0.0004 + q * q * 0.0016).squareRoot())
                #expect(abs(Double(rings[x, y] & 255) - distance * 255) < 1.3)
                var turn = atan2(q, p) / (2 * .pi)
                if turn < 0 { turn += 1 }
                #expect(abs(Double(turns[x, y] & 255) - turn * 255) < 1.3)
            }
        }
    }

    @Test("the axial one agrees with pixman's to two levels")
    func pixman() throws {
        let theirs = Canvas(width: 200, height: 20)
        var stops = [
            pixman_gradient_stop(x: 0, color: pixman_color_t(red: 0, green: 0x8000, blue: 0, alpha: 0xFFFF)),
            pixman_gradient_stop(x: 65536, color: pixman_color_t(red: 0xFFFF, green: 0, blue: 0x4000, alpha: 0xFFFF)),
        ]
        var from = pixman_point_fixed_t(x: 20 << 16, y: 0)
        var to = pixman_point_fixed_t(x: 180 << 16, y: 0)
        let gradient = pixman_image_create_linear_gradient(&from, &to, &stops, 2)
        pixman_image_set_repeat(gradient, PIXMAN_REPEAT_PAD)
        let image = pixman_image_create_bits(
            PIXMAN_a8r8g8b8, 200, 20, theirs.base.assumingMemoryBound(to: UInt32.self), Int32(theirs.stride))
        pixman_image_composite32(PIXMAN_OP_SRC, gradient, nil, image, 0, 0, 0, 0, 0, 0, 200, 20)
        pixman_image_unref(gradient)
        pixman_image_unref(image)
        let table = GradientTable { position in
            let t = Float(position)
            return SIMD4(t, 0.5 * (1 - t), 0.25 * t, 1)
        }
        let map = try #require(GradientMap(kind: .axial, a: 1.0 / 160, b: 0, c: 0, d: 0, tx: -20.0 / 160, ty: 0))
        let ours = drawn(table, map, 200, 20)
        for (mine, other) in zip(ours.pixels, theirs.pixels) {
            for shift: UInt32 in [0, 8, 16, 24] {
                #expect(abs(Int(mine >> shift & 255) - Int(other >> shift & 255)) <= 2)
            }
        }
    }

    @Test("drawn in tiles, the pixels are those of the whole", arguments: [GradientMap.Kind.axial, .radial, .conic])
    func tiles(_ kind: GradientMap.Kind) throws {
        let map = try #require(
            GradientMap(kind: kind, a: 0.011, b: -0.004, c: 0.003, d: 0.012, tx: 0.1, ty: -0.3))
        let table = GradientTable(count: 256) { SIMD4(1, Float($0), 0.3, Float(1 - $0 * 0.5)) }
        let whole = drawn(table, map, 130, 60, originX: -13, originY: 5)
        let tiled = Canvas(width: 130, height: 60)
        tiled.fill(0)
        for x in stride(from: 0, to: 130, by: 37) {
            for y in stride(from: 0, to: 60, by: 11) {
                let tile = PixelRect(minX: x, minY: y, maxX: min(x + 37, 130), maxY: min(y + 11, 60))
                Kernels.over(
                    gradient: table, map: map, onto: tiled.surface.subsurface(tile), originX: x - 13, originY: y + 5)
            }
        }
        #expect(tiled.pixels == whole.pixels)
    }

    @Test("colours are premultiplied, limited, and never exceed their alpha; a map that is none is refused")
    func badInput() throws {
        let table = GradientTable(count: 4) { _ in SIMD4(2, -1, .nan, 0.5) }
        #expect(!table.isOpaque && table.count == 4)
        let map = try #require(GradientMap(kind: .axial, a: 1e9, b: 0, c: -1e9, d: 0, tx: 0, ty: 0))
        let canvas = drawn(table, map, 20, 9, originX: 65536, originY: -65536)
        for pixel in canvas.pixels {
            let alpha = pixel >> 24
            #expect(alpha == 127 || alpha == 128)
            #expect(pixel >> 16 & 255 == alpha && pixel & 0xFFFF == 0)
        }
        #expect(GradientTable(count: -5) { _ in SIMD4(0, 0, 0, 1) }.count == 2)
        #expect(GradientMap(kind: .axial, a: .nan, b: 0, c: 0, d: 0, tx: 0, ty: 0) == nil)
        #expect(GradientMap(kind: .conic, a: 1, b: 0, c: 0, d: .infinity, tx: 0, ty: 0) == nil)
    }
}
