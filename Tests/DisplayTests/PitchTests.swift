import Raster
import Testing

@testable import Display

/// C10 of Documentation/reports.md: rows in memory are as long as the kernel says, not as wide as the picture.
@Suite struct PitchTests {
    /// 1366 and 376 as in the reports, 854 no multiple of four, and the smallest there is.
    private static let sizes = [(1366, 768), (376, 960), (854, 480), (1, 1), (1, 7), (3, 2)]

    @Test(
        "C10: odd widths with padded rows, 32 and 16 bits: what is shown is what was painted, the padding is left alone",
        arguments: [ScriptedCard.xrgb8888, ScriptedCard.rgb565], [0, 2, 12, 40, 250])
    func rows(format: UInt32, padding: Int) throws {
        let bytes = format == ScriptedCard.rgb565 ? 2 : 4
        // The kernel's rows of 32 bits begin at whole words.
        guard padding % bytes == 0 else { return }
        for (width, height) in Self.sizes {
            var card = ScriptedCard.panel(modes: [KMSMode(width, height, rate: 60)], formats: [format])
            card.pitchPadding = padding
            let kernel = ScriptedKernel(card)
            var configuration = KMSConfiguration()
            configuration.format = bytes == 2 ? .rgb565 : .xrgb8888
            let output = try KMSOutput.open(on: kernel, configuration)
            defer { output.close() }
            let buffer = try #require(try output.acquire())
            #expect(buffer.size == PixelSize(width: width, height: height))
            #expect(buffer.bytesPerRow == width * bytes + padding)
            // A diagonal: a row of another length would shear it.
            for y in 0..<height {
                for x in 0..<width where x == y % width {
                    let place = buffer.pixels + y * buffer.bytesPerRow + x * bytes
                    if bytes == 2 {
                        place.storeBytes(of: UInt16.max, as: UInt16.self)
                    } else {
                        place.storeBytes(of: UInt32(0xFFFF_FFFF), as: UInt32.self)
                    }
                }
            }
            try output.present(buffer, damage: UnsafeBufferPointer(start: nil, count: 0))
            let shown = try #require(kernel.shownPixels)
            for y in 0..<height {
                let row = shown + y * (width * bytes + padding)
                let lit = (0..<width).filter { row.load(fromByteOffset: $0 * bytes, as: UInt16.self) == .max }
                #expect(lit == [y % width], "\(width)x\(height), row \(y)")
                for place in 0..<padding {
                    #expect(row.load(fromByteOffset: width * bytes + place, as: UInt8.self) == 0)
                }
            }
        }
    }
}
