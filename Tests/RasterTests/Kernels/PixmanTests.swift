import CPixman
import CRaster
import Testing

@testable import Raster

/// The reference against pixman, so that "equal to the reference" means something.
@Suite("The reference equals pixman")
struct PixmanTests {
    private func canvases(_ seed: UInt64) -> (destination: Canvas, source: Canvas, mask: Canvas) {
        var random = SeededGenerator(seed: seed)
        let destination = Canvas(width: 67, height: 9, padding: 4)
        let source = Canvas(width: 67, height: 9, padding: 8)
        let mask = Canvas(width: 67, height: 9, format: .a8, padding: 5)
        for canvas in [destination, source, mask] { canvas.fill(using: &random) }
        return (destination, source, mask)
    }

    private func compare(
        _ name: String, destination: Canvas, ours: (cr_kernels, Canvas) -> Void, theirs: (PixelSurface) -> Void
    ) {
        let expected = Canvas(copying: destination)
        let actual = Canvas(copying: destination)
        theirs(expected.surface)
        ours(KernelSet.reference.kernels, actual)
        #expect(actual.bytes == expected.bytes, "\(name)")
    }

    @Test("fill and copy")
    func plain() {
        let (destination, source, _) = canvases(10)
        compare("fill", destination: destination) {
            $0.fill($1.base, $1.stride, $1.width, $1.height, 0x8040_2010)
        } theirs: {
            Pixman.composite(PIXMAN_OP_SRC, .colour(0x8040_2010), .none, onto: $0)
        }
        compare("copy", destination: destination) {
            $0.copy($1.base, $1.stride, source.base, source.stride, $1.width, $1.height, 0)
        } theirs: {
            Pixman.composite(PIXMAN_OP_SRC, .picture(source.surface), .none, onto: $0)
        }
        compare("opaque copy", destination: destination) {
            $0.copy($1.base, $1.stride, source.base, source.stride, $1.width, $1.height, 0xFF00_0000)
        } theirs: {
            Pixman.composite(PIXMAN_OP_SRC, .picture(source.surface.reinterpreted(as: .xrgb8888)), .none, onto: $0)
        }
    }

    @Test("over, for every constant alpha")
    func over() {
        let (destination, source, _) = canvases(11)
        compare("over", destination: destination) {
            $0.over($1.base, $1.stride, source.base, source.stride, $1.width, $1.height)
        } theirs: {
            Pixman.composite(PIXMAN_OP_OVER, .picture(source.surface), .none, onto: $0)
        }
        for alpha in UInt8.min...UInt8.max {
            compare("over, alpha \(alpha)", destination: destination) {
                $0.over_alpha($1.base, $1.stride, source.base, source.stride, $1.width, $1.height, alpha)
            } theirs: {
                Pixman.composite(PIXMAN_OP_OVER, .picture(source.surface), .alpha(alpha), onto: $0)
            }
            compare("over opaque, alpha \(alpha)", destination: destination) {
                $0.over_opaque_alpha($1.base, $1.stride, source.base, source.stride, $1.width, $1.height, alpha)
            } theirs: {
                let opaque = source.surface.reinterpreted(as: .xrgb8888)
                Pixman.composite(PIXMAN_OP_OVER, .picture(opaque), .alpha(alpha), onto: $0)
            }
        }
    }

    @Test("colours and masks")
    func masks() {
        let (destination, source, mask) = canvases(12)
        var random = SeededGenerator(seed: 13)
        for _ in 0..<64 {
            let colour = random.pixel()
            compare("over \(colour)", destination: destination) {
                $0.over_solid($1.base, $1.stride, $1.width, $1.height, colour)
            } theirs: {
                Pixman.composite(PIXMAN_OP_OVER, .colour(colour), .none, onto: $0)
            }
            compare("\(colour) through a mask", destination: destination) {
                $0.over_solid_mask($1.base, $1.stride, mask.base, mask.stride, $1.width, $1.height, colour)
            } theirs: {
                Pixman.composite(PIXMAN_OP_OVER, .colour(colour), .coverage(mask.surface), onto: $0)
            }
        }
        compare("picture through a mask", destination: destination) {
            $0.over_mask(
                $1.base, $1.stride, source.base, source.stride, mask.base, mask.stride, $1.width, $1.height, 0, 255)
        } theirs: {
            Pixman.composite(PIXMAN_OP_OVER, .picture(source.surface), .coverage(mask.surface), onto: $0)
        }
        compare("keep what a mask covers", destination: destination) {
            $0.multiply_mask($1.base, $1.stride, mask.base, mask.stride, $1.width, $1.height)
        } theirs: {
            Pixman.composite(PIXMAN_OP_IN_REVERSE, .picture(mask.surface), .none, onto: $0)
        }
        compare("keep what a picture covers", destination: destination) {
            $0.multiply_alpha($1.base, $1.stride, source.base, source.stride, $1.width, $1.height)
        } theirs: {
            Pixman.composite(PIXMAN_OP_IN_REVERSE, .picture(source.surface), .none, onto: $0)
        }
    }

    @Test("conversion to 16 bits")
    func conversion() {
        let (_, source, _) = canvases(14)
        compare("565", destination: Canvas(width: 67, height: 9, format: .rgb565, padding: 2)) {
            var scan = cr_scan(format: CR_SCAN_RGB565, dither: 0, panel_x: 0, panel_y: 0)
            $0.scan_out($1.base, $1.stride, source.base, source.stride, $1.width, $1.height, CR_ROTATION_NONE, &scan)
        } theirs: {
            Pixman.composite(
                PIXMAN_OP_SRC, .picture(source.surface.reinterpreted(as: .xrgb8888)), .none, onto: $0)
        }
    }
}
