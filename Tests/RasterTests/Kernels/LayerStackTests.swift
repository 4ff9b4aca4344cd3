import CRaster
import Testing

@testable import Raster

@Suite("Several layers in one go")
struct LayerStackTests {
    @Test(
        "equal the layers one after the other, for every width 0 to 70 and up to eleven layers",
        arguments: KernelSet.available)
    func equality(_ set: KernelSet) {
        var random = SeededGenerator(seed: 7)
        for width in 0...70 {
            for count in [1, 2, 3, 8, 11] {
                let height = Int.random(in: 1...3, using: &random)
                func canvas() -> Canvas {
                    let canvas = Canvas(
                        width: width, height: height, format: .argb8888,
                        offset: 4 * Int.random(in: 0..<16, using: &random),
                        padding: 4 * Int.random(in: 0..<9, using: &random))
                    canvas.fill(using: &random)
                    return canvas
                }
                let sources = (0..<count).map { _ in canvas() }
                let layers = sources.map { source in
                    let alpha =
                        [0, 1, 127, 128, 254, 255, UInt8.random(in: 0...255, using: &random)]
                        .randomElement(using: &random) ?? 255
                    return Bool.random(using: &random) || width == 0
                        ? cr_layer(pixels: nil, stride: 0, colour: random.pixel(), alpha: 255, is_opaque: 0)
                        : cr_layer(
                            pixels: source.base, stride: source.stride, colour: 0, alpha: alpha,
                            is_opaque: UInt8.random(in: 0...1, using: &random))
                }
                let below = canvas()
                let destination = canvas()
                let colour = random.pixel()
                for kind in 0...2 {
                    func run(_ kernels: cr_kernels) -> Canvas {
                        let result = Canvas(copying: destination)
                        let from: UnsafeRawPointer? =
                            kind == 0 ? nil : kind == 1 ? UnsafeRawPointer(below.base) : UnsafeRawPointer(result.base)
                        kernels.over_stack(
                            result.base, result.stride, from, kind == 1 ? below.stride : result.stride, colour, width,
                            height, layers, count)
                        return result
                    }
                    let expected = run(KernelSet.reference.kernels)
                    #expect(run(set.kernels).bytes == expected.bytes, "\(width)x\(height), \(count) layers, \(kind)")
                    #expect(expected.surroundingsAreUntouched)
                }
            }
        }
    }

    /// The one multiply instead of two is exact for every alpha and byte, though not by its nature.
    @Test("every alpha with every byte, above and below", arguments: KernelSet.available)
    func everyProduct(_ set: KernelSet) throws {
        let picture = try Bitmap(width: 256, height: 1, format: .argb8888)
        let below = try Bitmap(width: 256, height: 1, format: .argb8888)
        for x in 0..<256 {
            let byte = UInt32(x)
            picture.row(0).storeBytes(of: byte << 16 | (255 - byte) << 8 | byte, toByteOffset: 4 * x, as: UInt32.self)
            below.row(0).storeBytes(of: 0xFF00_0000 | byte | byte << 8, toByteOffset: 4 * x, as: UInt32.self)
        }
        for alpha in 0...255 {
            let layer = cr_layer(
                pixels: picture.pixels, stride: 1024, colour: 0, alpha: UInt8(alpha), is_opaque: 1)
            let rows = try [KernelSet.reference, set].map { set in
                let result = try Bitmap(width: 256, height: 1, format: .argb8888)
                set.kernels.over_stack(result.pixels, 1024, below.pixels, 1024, 0, 256, 1, [layer], 1)
                return (0..<256).map { result.pixel(x: $0, y: 0) }
            }
            #expect(rows[0] == rows[1], "alpha \(alpha)")
        }
    }
}
