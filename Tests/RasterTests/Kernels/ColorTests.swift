import Testing

@testable import Raster

@Suite("Colours and sizes")
struct ColorTests {
    @Test("a white tint changes nothing, a grey one is an alpha, a colour one multiplies")
    func tint() {
        var random = SeededGenerator(seed: 80)
        let source = Canvas(width: 50, height: 4)
        let below = Canvas(width: 50, height: 4)
        source.fill(using: &random)
        below.fill(using: &random)
        for (tint, alpha) in [(UInt32(0xFFFF_FFFF), UInt8(255)), (0x8080_8080, 128), (0, 0)] {
            let tinted = Canvas(copying: below)
            let plain = Canvas(copying: below)
            Kernels.over(source.surface, tint: tint, onto: tinted.surface)
            Kernels.over(source.surface, onto: plain.surface, alpha: alpha)
            #expect(tinted.pixels == plain.pixels)
        }
        let red = Canvas(width: 50, height: 4)
        red.fill(0xFF00_0000)
        Kernels.over(source.surface, tint: 0xFFFF_0000, onto: red.surface)
        #expect(red.pixels.allSatisfy { $0 & 0xFFFF == 0 })
        let sum = Canvas(width: 50, height: 4)
        sum.fill(0x80C0_4020)
        source.fill(0x8080_8080)
        Kernels.add(source.surface, onto: sum.surface)
        #expect(sum.pixels.allSatisfy { $0 == 0xFFFF_C0A0 })
    }

    @Test("saturation 0 is grey with the same luminance, 1 the picture as it was, and none exceeds its alpha")
    func saturation() throws {
        var random = SeededGenerator(seed: 81)
        let source = Canvas(width: 64, height: 16)
        source.fill(using: &random)
        let grey = Canvas(copying: source)
        Kernels.apply(try #require(.saturation(0)), to: grey.surface)
        for (before, after) in zip(source.pixels, grey.pixels) {
            let wanted =
                0.2126 * Double(before >> 16 & 255) + 0.7152 * Double(before >> 8 & 255) + 0.0722 * Double(before & 255)
            for shift: UInt32 in [0, 8, 16] { #expect(abs(Double(after >> shift & 255) - wanted) <= 0.6) }
            #expect(after >> 24 == before >> 24)
        }
        let same = Canvas(copying: source)
        Kernels.apply(try #require(.saturation(1)), to: same.surface)
        #expect(same.pixels == source.pixels)
        let strong = Canvas(copying: source)
        Kernels.apply(try #require(.saturation(1.8)), to: strong.surface)
        for pixel in strong.pixels {
            for shift: UInt32 in [0, 8, 16] { #expect(pixel >> shift & 255 <= pixel >> 24) }
        }
        #expect(ColorMatrix.saturation(.nan) == nil)
        #expect(ColorMatrix(red: SIMD3(.nan, 0, 0), green: SIMD3(), blue: SIMD3()) == nil)
        #expect(ColorMatrix.saturation(.infinity) != nil)
    }

    @Test("a half is the mean of four, and of an odd size the last pixel counts twice")
    func halving() {
        let source = Canvas(width: 5, height: 3)
        for y in 0..<3 { for x in 0..<5 { source[x, y] = UInt32(x * 10 + y * 40) * 0x0101_0101 } }
        let half = Canvas(width: 3, height: 2)
        Kernels.halve(source.surface, to: half.surface)
        #expect(half.pixels.map { $0 & 255 } == [25, 45, 60, 85, 105, 120])
        #expect(half.surroundingsAreUntouched)
        let one = Canvas(width: 1, height: 1)
        one.fill(0x1234_5678)
        let same = Canvas(width: 1, height: 1)
        Kernels.halve(one.surface, to: same.surface)
        #expect(same[0, 0] == 0x1234_5678)
        Kernels.halve(one.surface.reinterpreted(as: .xrgb8888), to: same.surface)
        #expect(same[0, 0] == 0xFF34_5678)
    }

    @Test("restoring keeps what was not drawn on, whatever the mask")
    func restoring() {
        var random = SeededGenerator(seed: 82)
        let saved = Canvas(width: 61, height: 5)
        let mask = Canvas(width: 61, height: 5, format: .a8)
        saved.fill(using: &random)
        mask.fill(using: &random)
        let same = Canvas(copying: saved)
        Kernels.restore(same.surface, from: saved.surface, outside: mask.surface)
        #expect(same.pixels == saved.pixels)
        let drawn = Canvas(width: 61, height: 5)
        drawn.fill(0xFFFF_FFFF)
        Kernels.restore(drawn.surface, from: saved.surface, outside: mask.surface)
        for y in 0..<5 {
            for x in 0..<61 {
                if mask.byte(x, y) == 0 { #expect(drawn[x, y] == saved[x, y]) }
                if mask.byte(x, y) == 255 { #expect(drawn[x, y] == 0xFFFF_FFFF) }
            }
        }
    }
}
