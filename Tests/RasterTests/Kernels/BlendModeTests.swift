import CPixman
import CRaster
import Testing

@testable import Raster

@Suite("Blend modes")
struct BlendModeTests {
    private static let peers: [(BlendMode, pixman_op_t)] = [
        (.normal, PIXMAN_OP_OVER), (.multiply, PIXMAN_OP_MULTIPLY), (.screen, PIXMAN_OP_SCREEN),
        (.overlay, PIXMAN_OP_OVERLAY), (.darken, PIXMAN_OP_DARKEN), (.lighten, PIXMAN_OP_LIGHTEN),
        (.colorDodge, PIXMAN_OP_COLOR_DODGE), (.colorBurn, PIXMAN_OP_COLOR_BURN),
        (.softLight, PIXMAN_OP_SOFT_LIGHT), (.hardLight, PIXMAN_OP_HARD_LIGHT),
        (.difference, PIXMAN_OP_DIFFERENCE), (.exclusion, PIXMAN_OP_EXCLUSION), (.hue, PIXMAN_OP_HSL_HUE),
        (.saturation, PIXMAN_OP_HSL_SATURATION), (.color, PIXMAN_OP_HSL_COLOR),
        (.luminosity, PIXMAN_OP_HSL_LUMINOSITY), (.clear, PIXMAN_OP_CLEAR), (.copy, PIXMAN_OP_SRC),
        (.sourceIn, PIXMAN_OP_IN), (.sourceOut, PIXMAN_OP_OUT), (.sourceAtop, PIXMAN_OP_ATOP),
        (.destinationOver, PIXMAN_OP_OVER_REVERSE), (.destinationIn, PIXMAN_OP_IN_REVERSE),
        (.destinationOut, PIXMAN_OP_OUT_REVERSE), (.destinationAtop, PIXMAN_OP_ATOP_REVERSE),
        (.xor, PIXMAN_OP_XOR), (.plusLighter, PIXMAN_OP_ADD),
    ]

    /// Every pair of alphas, with colours at and between their ends.
    private func pictures() -> (source: Canvas, destination: Canvas) {
        var random = SeededGenerator(seed: 40)
        let source = Canvas(width: 256, height: 256)
        let destination = Canvas(width: 256, height: 256)
        func colour(_ alpha: Int, _ random: inout SeededGenerator) -> UInt32 {
            var result = UInt32(alpha) << 24
            for shift: UInt32 in [0, 8, 16] {
                let channel =
                    switch Int.random(in: 0..<4, using: &random) {
                    case 0: 0
                    case 1: alpha
                    default: Int.random(in: 0...alpha, using: &random)
                    }
                result |= UInt32(channel) << shift
            }
            return result
        }
        for y in 0..<256 {
            for x in 0..<256 {
                source[x, y] = colour(x, &random)
                destination[x, y] = colour(y, &random)
            }
        }
        return (source, destination)
    }

    @Test("agree with pixman to one level, and those of coverage to the bit")
    func pixman() {
        let (source, destination) = pictures()
        for (mode, operation) in Self.peers {
            let ours = Canvas(copying: destination)
            let theirs = Canvas(copying: destination)
            Kernels.blend(mode, source.surface, onto: ours.surface)
            Pixman.composite(operation, .picture(source.surface), .none, onto: theirs.surface)
            let isExact = mode == .normal || mode.rawValue >= BlendMode.clear.rawValue
            // Pixman rounds `multiply` three times.
            let allowed = isExact ? 0 : mode == .multiply ? 2 : 1
            var worst = 0
            for (mine, other) in zip(ours.pixels, theirs.pixels) {
                for shift: UInt32 in [0, 8, 16, 24] {
                    worst = max(worst, abs(Int(mine >> shift & 255) - Int(other >> shift & 255)))
                }
            }
            #expect(worst <= allowed, "\(mode)")
        }
    }

    @Test("are all of Apple's 28, each different")
    func names() {
        #expect(BlendMode.allCases.count == 28)
        #expect(BlendMode.allCases.count == Int(CR_BLEND_COUNT.rawValue))
        var results: [[UInt32]] = []
        let (source, destination) = pictures()
        for mode in BlendMode.allCases {
            let ours = Canvas(copying: destination)
            Kernels.blend(mode, source.surface, onto: ours.surface)
            #expect(!results.contains(ours.pixels), "\(mode)")
            results.append(ours.pixels)
        }
    }

    @Test("with an opaque picture on an opaque one are the textbook's functions")
    func opaque() {
        func channel(_ mode: BlendMode, _ above: UInt32, _ below: UInt32) -> UInt32 {
            let source = Canvas(width: 1, height: 1)
            let destination = Canvas(width: 1, height: 1)
            source.fill(0xFF00_0000 | above * 0x0001_0101)
            destination.fill(0xFF00_0000 | below * 0x0001_0101)
            Kernels.blend(mode, source.surface, onto: destination.surface)
            return destination[0, 0] & 255
        }
        #expect(channel(.multiply, 128, 200) == 100)
        #expect(channel(.screen, 128, 200) == 228)
        #expect(channel(.overlay, 128, 64) == 64)
        #expect(channel(.hardLight, 64, 128) == 64)
        #expect(channel(.darken, 20, 200) == 20)
        #expect(channel(.lighten, 20, 200) == 200)
        #expect(channel(.difference, 20, 200) == 180)
        #expect(channel(.exclusion, 255, 200) == 55)
        #expect(channel(.colorDodge, 128, 64) == 129)
        #expect(channel(.colorBurn, 128, 192) == 129)
        #expect(channel(.plusDarker, 200, 100) == 45)
        #expect(channel(.plusLighter, 200, 100) == 255)
    }

    @Test("through a mask change what the mask covers, also where they are not bounded")
    func mask() {
        var random = SeededGenerator(seed: 41)
        let source = Canvas(width: 70, height: 4)
        let destination = Canvas(width: 70, height: 4)
        let mask = Canvas(width: 70, height: 4, format: .a8)
        source.fill(using: &random)
        destination.fill(using: &random)
        for mode in BlendMode.allCases {
            let whole = Canvas(copying: destination)
            Kernels.blend(mode, source.surface, onto: whole.surface, alpha: 200)
            for cover: UInt8 in [0, 255] {
                for y in 0..<4 { for x in 0..<70 { mask.setByte(x, y, cover) } }
                let part = Canvas(copying: destination)
                Kernels.blend(mode, source.surface, through: mask.surface, onto: part.surface, alpha: 200)
                #expect(part.pixels == (cover == 0 ? destination : whole).pixels, "\(mode)")
            }
        }
    }

    @Test("keep an opaque destination opaque")
    func opaqueDestination() {
        let (source, destination) = pictures()
        for mode in BlendMode.allCases {
            let ours = Canvas(width: 256, height: 256, format: .xrgb8888)
            Kernels.copy(destination.surface, to: ours.surface)
            Kernels.blend(mode, source.surface, onto: ours.surface)
            #expect(ours.pixels.allSatisfy { $0 >= 0xFF00_0000 }, "\(mode)")
        }
    }
}
