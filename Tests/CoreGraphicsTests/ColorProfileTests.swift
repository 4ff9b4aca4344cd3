import Foundation
import Testing

@testable import CoreGraphics

@Suite("Colour profiles in pictures")
struct ColorProfileTests {
    /// A profile of matrix and gamma that means sRGB's colours with red and green exchanged: nobody can overlook it.
    private static let exchanged: [UInt8] = {
        func four(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> (24 - 8 * $0) & 255) } }
        func fixed(_ value: Double) -> [UInt8] { four(Int((value * 65536).rounded()) & 0xFFFF_FFFF) }
        func xyz(_ x: Double, _ y: Double, _ z: Double) -> [UInt8] {
            Array("XYZ ".utf8) + four(0) + fixed(x) + fixed(y) + fixed(z)
        }
        let curve = Array("curv".utf8) + four(0) + four(1) + [2, 0x33, 0, 0]
        var description = Array("desc".utf8) + four(0) + four(10)
        description += Array("Exchanged".utf8)
        description += [UInt8](repeating: 0, count: 81)
        let tags: [(String, [UInt8])] = [
            ("desc", description), ("wtpt", xyz(0.9642, 1, 0.8249)),
            ("rXYZ", xyz(0.38515, 0.71687, 0.09708)), ("gXYZ", xyz(0.43607, 0.22249, 0.01392)),
            ("bXYZ", xyz(0.14307, 0.06061, 0.71410)), ("rTRC", curve), ("gTRC", curve), ("bTRC", curve),
        ]
        var body: [UInt8] = []
        var table = four(tags.count)
        var place = 128 + 4 + 12 * tags.count
        for (name, bytes) in tags {
            table += Array(name.utf8) + four(place) + four(bytes.count)
            body += bytes
            place += bytes.count
        }
        var header = four(place) + four(0) + four(0x0210_0000) + Array("mntrRGB XYZ ".utf8)
        header += [UInt8](repeating: 0, count: 12) + Array("acsp".utf8)
        header += [UInt8](repeating: 0, count: 68 - header.count) + fixed(0.9642) + fixed(1) + fixed(0.8249)
        header += [UInt8](repeating: 0, count: 128 - header.count)
        return header + table + body
    }()

    private func decode(_ data: Data) throws -> CGImage { try ImageDecoder.image(data: data, source: "test") }

    private func expectNear(_ pixel: UInt32, _ wanted: UInt32, _ what: Comment) {
        for shift in stride(from: UInt32(0), to: 32, by: 8) {
            #expect(abs(Int(pixel >> shift & 255) - Int(wanted >> shift & 255)) <= 4, what)
        }
    }

    private func png(_ profile: [UInt8], type: UInt8 = 2, extra: [(String, [UInt8])] = []) -> Data {
        var writer = PNGWriter(colorType: type, depth: 8, width: 4, height: 2)
        writer.extra = [("iCCP", Array("x".utf8) + [0, 0] + PNGWriter.zlib(profile))] + extra
        return writer.write { x, _, component in component == 3 ? 128 : component == 0 ? 255 : x == 3 ? 128 : 0 }
    }

    @Test("A PNG's profile decides what its numbers mean, before alpha and above its gamma")
    func pngs() throws {
        let plain = try decode(png(Self.exchanged))
        expectNear(plain.bitmap.pixel(x: 0, y: 0), 0xFF00_FF00, "red is green")
        expectNear(plain.bitmap.pixel(x: 3, y: 1), 0xFF80_FF80, "half red stays half")
        let clear = try decode(png(Self.exchanged, type: 6))
        expectNear(clear.bitmap.pixel(x: 0, y: 0), 0x8000_8000, "with alpha")
        let gamma = try decode(png(Self.exchanged, extra: [("gAMA", [0, 1, 0x86, 0xA0])]))
        expectNear(gamma.bitmap.pixel(x: 3, y: 1), 0xFF80_FF80, "gamma is not followed besides")
    }

    /// A JPEG of one colour with the profile in front, in as many parts as asked for.
    private func jpeg(_ profile: [UInt8], parts: Int) throws -> Data {
        let context = try #require(
            CGContext(
                data: nil, width: 16, height: 16, bitsPerComponent: 8, bytesPerRow: 0,
                space: CGColorSpaceCreateDeviceRGB(),
                bitmapInfo: CGImageAlphaInfo.noneSkipFirst.rawValue | CGBitmapInfo.byteOrder32Little.rawValue))
        context.setFillColor(CGColor(red: 1, green: 0, blue: 0, alpha: 1))
        context.fill(CGRect(x: 0, y: 0, width: 16, height: 16))
        let bytes = [UInt8](try ImageEncoder.jpeg(try #require(context.makeImage()).bitmap, quality: 0.95))
        var result = Array(bytes.prefix(2))
        let step = (profile.count + parts - 1) / parts
        for part in 0..<parts {
            let piece = Array(profile[min(part * step, profile.count)..<min((part + 1) * step, profile.count)])
            let length = 2 + 14 + piece.count
            result += [0xFF, 0xE2, UInt8(length >> 8), UInt8(length & 255)] + Array("ICC_PROFILE".utf8)
            result += [0, UInt8(part + 1), UInt8(parts)] + piece
        }
        return Data(result + bytes.dropFirst(2))
    }

    @Test("A JPEG's profile counts, whole or in parts", arguments: [1, 3])
    func jpegs(parts: Int) throws {
        let image = try decode(try jpeg(Self.exchanged, parts: parts))
        expectNear(image.bitmap.pixel(x: 8, y: 8), 0xFF00_FF00, "red is green")
    }

    @Test("A WebP's profile counts")
    func webp() throws {
        let plain = [UInt8](SamplePictures.webpLossless)
        func four(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> (8 * $0) & 255) } }
        let padding = [UInt8](repeating: 0, count: Self.exchanged.count % 2)
        var body = Array("WEBPVP8X".utf8) + four(10) + [0x30, 0, 0, 0, 15, 0, 0, 11, 0, 0]
        body += Array("ICCP".utf8) + four(Self.exchanged.count) + Self.exchanged + padding + Array(plain[12...])
        let image = try decode(Data(Array("RIFF".utf8) + four(body.count) + body))
        let before = try decode(Data(plain)).bitmap.pixel(x: 8, y: 3)
        let after = image.bitmap.pixel(x: 8, y: 3)
        let (red, green): (UInt32, UInt32) = (before >> 16 & 255, before >> 8 & 255)
        let rest: UInt32 = before & 0xFF00_00FF
        let wanted: UInt32 = rest | green << 16 | red << 8
        expectNear(after, wanted, "exchanged")
    }

    @Test("Damaged profiles, and those of other kinds, leave the picture as it is; none ends the process")
    func hostile() throws {
        var state: UInt64 = 3
        func random(_ count: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % count
        }
        for round in 0..<300 {
            var profile = Self.exchanged
            for _ in 0...random(5) { profile[random(profile.count)] = UInt8(random(256)) }
            if round % 3 == 0 { profile.removeSubrange(random(profile.count)...) }
            if profile.isEmpty { profile = [0] }
            #expect(try decode(png(profile)).width == 4)
            #expect(try decode(try jpeg(profile, parts: 1 + random(4))).width == 16)
        }
        // Ten bytes that unpack to far too many.
        #expect(try decode(png([UInt8](repeating: 0, count: 5 << 20))).bitmap.pixel(x: 0, y: 0) == 0xFFFF_0000)
        var grey = Self.exchanged
        grey.replaceSubrange(16..<20, with: Array("GRAY".utf8))
        #expect(try decode(png(grey)).bitmap.pixel(x: 0, y: 0) == 0xFFFF_0000)
    }
}
