import CRaster
import Testing

@testable import Raster

/// Every fast kernel against the scalar statement of what it does, byte for byte, surroundings included.
@Suite("Fast kernels equal the reference")
struct KernelEqualityTests {
    static let alphas: [UInt8] = [0, 1, 127, 128, 254, 255]

    /// Runs both on equal canvases and compares every byte.
    private func compare(
        _ set: KernelSet, _ name: String, destination: Canvas, _ run: (cr_kernels, Canvas) -> Void
    ) {
        let expected = Canvas(copying: destination)
        let actual = Canvas(copying: destination)
        run(KernelSet.reference.kernels, expected)
        run(set.kernels, actual)
        #expect(
            actual.bytes == expected.bytes, "\(name), \(destination.width)x\(destination.height)")
        #expect(expected.surroundingsAreUntouched, "\(name): the reference writes outside")
    }

    @Test(
        "for every width 0 to 70, at odd strides and offsets, for edge and random alphas",
        arguments: KernelSet.available)
    func blending(_ set: KernelSet) {
        var random = SeededGenerator(seed: 1)
        for width in 0...70 {
            let height = Int.random(in: 1...3, using: &random)
            func canvas(_ format: PixelFormat) -> Canvas {
                let unit = format.bytesPerPixel
                let canvas = Canvas(
                    width: width, height: height, format: format,
                    offset: unit * Int.random(in: 0..<16, using: &random),
                    padding: unit * Int.random(in: 0..<9, using: &random))
                canvas.fill(using: &random)
                return canvas
            }
            let destination = canvas(.argb8888)
            let source = canvas(.argb8888)
            let mask = canvas(.a8)
            let otherMask = canvas(.a8)
            for alpha in Self.alphas + [UInt8.random(in: 0...255, using: &random)] {
                let colour = alpha == 254 ? random.pixel() | 0xFF00_0000 : random.pixel()
                for bits in [UInt32(0), 0xFF00_0000] {
                    compare(set, "copy", destination: destination) {
                        $0.copy($1.base, $1.stride, source.base, source.stride, width, height, bits)
                    }
                    compare(set, "streamed copy", destination: destination) {
                        $0.stream_copy($1.base, $1.stride, source.base, source.stride, width, height, bits)
                    }
                    compare(set, "over mask, alpha \(alpha)", destination: destination) {
                        $0.over_mask(
                            $1.base, $1.stride, source.base, source.stride, mask.base, mask.stride, width, height, bits,
                            alpha)
                    }
                }
                compare(set, "fill", destination: destination) { $0.fill($1.base, $1.stride, width, height, colour) }
                compare(set, "streamed fill", destination: destination) {
                    $0.stream_fill($1.base, $1.stride, width, height, colour)
                }
                compare(set, "over solid \(colour)", destination: destination) {
                    $0.over_solid($1.base, $1.stride, width, height, colour)
                }
                compare(set, "over opaque, alpha \(alpha)", destination: destination) {
                    $0.over_opaque_alpha($1.base, $1.stride, source.base, source.stride, width, height, alpha)
                }
                compare(set, "over", destination: destination) {
                    $0.over($1.base, $1.stride, source.base, source.stride, width, height)
                }
                compare(set, "over, alpha \(alpha)", destination: destination) {
                    $0.over_alpha($1.base, $1.stride, source.base, source.stride, width, height, alpha)
                }
                compare(set, "solid through mask", destination: destination) {
                    $0.over_solid_mask($1.base, $1.stride, mask.base, mask.stride, width, height, colour)
                }
                compare(set, "add coverage", destination: otherMask) {
                    $0.add_coverage($1.base, $1.stride, mask.base, mask.stride, width, height)
                }
                compare(set, "multiply by mask", destination: destination) {
                    $0.multiply_mask($1.base, $1.stride, mask.base, mask.stride, width, height)
                }
                compare(set, "multiply by alpha", destination: destination) {
                    $0.multiply_alpha($1.base, $1.stride, source.base, source.stride, width, height)
                }
            }
        }
    }

    @Test("over a mask read from the last row up, as a bottom corner is", arguments: KernelSet.available)
    func negativeStride(_ set: KernelSet) {
        var random = SeededGenerator(seed: 2)
        let destination = Canvas(width: 21, height: 9)
        let mask = Canvas(width: 21, height: 9, format: .a8, padding: 3)
        destination.fill(using: &random)
        mask.fill(using: &random)
        compare(set, "upwards", destination: destination) {
            $0.over_solid_mask($1.base, $1.stride, mask.base + 8 * mask.stride, -mask.stride, 21, 9, 0xFF20_4060)
        }
    }

    @Test("for all products of two bytes", arguments: KernelSet.available)
    func everyProduct(_ set: KernelSet) {
        let source = Canvas(width: 256, height: 256)
        let mask = Canvas(width: 256, height: 256, format: .a8)
        for y in 0..<256 {
            for x in 0..<256 {
                source[x, y] = UInt32(x) * 0x0101_0101
                mask.setByte(x, y, UInt8(y))
            }
        }
        compare(set, "product", destination: source) {
            $0.multiply_mask($1.base, $1.stride, mask.base, mask.stride, 256, 256)
        }
        for y in 0..<256 { for x in 0..<256 { source[x, y] = UInt32(y) << 24 | UInt32(x) * 0x0001_0101 } }
        let destination = Canvas(width: 256, height: 256)
        destination.fill(0xFFC8_6432)
        compare(set, "saturating sum", destination: destination) {
            $0.over($1.base, $1.stride, source.base, source.stride, 256, 256)
        }
    }

    @Test("when writing out, in all turns and both formats", arguments: KernelSet.available)
    func scanOut(_ set: KernelSet) {
        var random = SeededGenerator(seed: 3)
        // Beyond 512 and 1024 pixels of width, and beyond 4096, the way a quarter turn is put together changes.
        let widths = Array(0...40) + [63, 64, 65, 70, 513, 1025, 4097]
        for width in widths {
            for turn in [CR_ROTATION_NONE, CR_ROTATION_QUARTER, CR_ROTATION_HALF, CR_ROTATION_THREE_QUARTER] {
                let height = Int.random(in: 1...(width > 100 ? 5 : 21), using: &random)
                let swaps = turn == CR_ROTATION_QUARTER || turn == CR_ROTATION_THREE_QUARTER
                let source = Canvas(
                    width: swaps ? height : width, height: swaps ? width : height,
                    padding: 4 * Int.random(in: 0..<5, using: &random))
                source.fill(using: &random)
                for format in [PixelFormat.xrgb8888, .rgb565] {
                    let unit = format.bytesPerPixel
                    let destination = Canvas(
                        width: width, height: height, format: format,
                        offset: unit * Int.random(in: 0..<16, using: &random),
                        padding: unit * Int.random(in: 0..<9, using: &random))
                    compare(set, "scan out \(format), turn \(turn.rawValue)", destination: destination) {
                        var scan = cr_scan(
                            format: format == .rgb565 ? CR_SCAN_RGB565 : CR_SCAN_XRGB8888, dither: 0, panel_x: 0,
                            panel_y: 0)
                        $0.scan_out($1.base, $1.stride, source.base, source.stride, width, height, turn, &scan)
                    }
                }
            }
        }
    }
}

extension Canvas {
    convenience init(copying other: Canvas) {
        let padding = other.stride - other.width * other.format.bytesPerPixel
        self.init(
            width: other.width, height: other.height, format: other.format,
            offset: other.memory.count - 512 - other.stride * other.height, padding: padding)
        copyBytes(from: other)
    }
}
