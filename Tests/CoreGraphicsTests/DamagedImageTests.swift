import CoreGraphics
import Foundation
import Testing

/// Damaged files give a picture or an error, never a crash and never more memory than the limits.
@Suite struct DamagedImageTests {
    static let limits = ImageLimits(maximumSide: 2000, maximumPixels: 1_000_000)

    static func samples() throws -> [Data] {
        var palette = PNGWriter(colorType: 3, depth: 4, width: 20, height: 20)
        palette.palette = (0..<48).map { UInt8($0 * 5) }
        palette.paletteAlpha = [1, 2, 3]
        palette.extra = [("gAMA", [0, 0, 0xB1, 0x8F]), ("tEXt", Array("Title\0x".utf8))]
        let compressed = try ImageEncoder.png(try makeContext(width: 60, height: 40).1)
        return [
            palette.write { x, y, _ in (x + y) % 16 },
            PNGWriter(colorType: 6, depth: 16, width: 9, height: 9).write { x, y, c in x * 700 + y * c * 90 },
            compressed,
            JPEGTests.adding(exif: JPEGTests.exif(orientation: 5, isLittle: false), to: try JPEGTests.makeJPEG()),
        ]
    }

    private func decode(_ data: Data) -> Bool {
        do {
            let image = try ImageDecoder.image(data: data, source: "damaged", limits: Self.limits)
            #expect(image.width <= 2000 && image.height <= 2000 && image.width * image.height <= 1_000_000)
            return true
        } catch {
            #expect(!error.description.isEmpty)
            return false
        }
    }

    @Test("Cut off at every place", arguments: 0..<4)
    func cut(index: Int) throws {
        let data = try Self.samples()[index]
        #expect(decode(data))
        for count in 0..<data.count where count % max(1, data.count / 300) == 0 { _ = decode(data.prefix(count)) }
        #expect(!decode(data.prefix(data.count / 2)))
    }

    @Test("Bits flipped, several at a time, in hundreds of ways", arguments: 0..<4)
    func flipped(index: Int) throws {
        let data = try Self.samples()[index]
        var random = SeededGenerator(seed: 42 + UInt64(index))
        var errors = 0
        for round in 0..<600 {
            var damaged = data
            for _ in 0...(round % 4) {
                damaged[Int.random(in: 0..<data.count, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            }
            if !decode(damaged) { errors += 1 }
        }
        #expect(errors > 0)
    }

    @Test("Bytes replaced, and files glued from two", arguments: 0..<4)
    func mixed(index: Int) throws {
        let samples = try Self.samples()
        let data = samples[index]
        let other = samples[(index + 1) % samples.count]
        var random = SeededGenerator(seed: 99)
        for _ in 0..<200 {
            var damaged = data
            let start = Int.random(in: 0..<data.count, using: &random)
            let end = min(data.count, start + Int.random(in: 1..<40, using: &random))
            for place in start..<end { damaged[place] = UInt8.random(in: 0...255, using: &random) }
            _ = decode(damaged)
            let seam = Int.random(in: 0..<data.count, using: &random)
            _ = decode(data.prefix(seam) + other.dropFirst(Int.random(in: 0..<other.count, using: &random)))
        }
    }
}
