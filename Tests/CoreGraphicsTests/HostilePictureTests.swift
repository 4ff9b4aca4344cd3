import CoreGraphics
import Foundation
import Raster
import Testing

/// Files that someone altered: each gives an error or a picture, soon and with little memory.
@Suite(.serialized) struct HostilePictureTests {
    static let kinds: [(name: String, files: [Data])] = [
        ("PNG", [SamplePictures.png, SamplePictures.pngInterlaced]),
        ("JPEG", [SamplePictures.jpegProgressive, SamplePictures.jpegCMYK]),
        ("WebP", [SamplePictures.webpLossless, SamplePictures.webpLossy, SamplePictures.webpAnimated]),
        ("GIF", [SamplePictures.gifStill, SamplePictures.gifInterlaced, SamplePictures.gifAnimated]),
        (
            "BMP",
            [
                SamplePictures.bmp24, SamplePictures.bmp8, SamplePictures.bmp1, SamplePictures.bmpAlpha,
                SamplePictures.bmpRunLength,
            ]
        ),
        ("SVG", [SamplePictures.svg]),
    ]

    private static let limits = ImageLimits(maximumSide: 2048, maximumPixels: 500_000, maximumBytes: 1 << 20)

    static func mutation(of data: Data, _ random: inout SeededGenerator) -> Data {
        var bytes = Array(data)
        func place() -> Int { Int.random(in: 0..<max(bytes.count, 1), using: &random) }
        for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
            switch Int.random(in: 0..<7, using: &random) {
            case 0: bytes[place()] = UInt8.random(in: 0...255, using: &random)
            case 1: bytes[place()] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            case 2: bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random) / 2)
            case 3: bytes.insert(contentsOf: bytes[place()...].prefix(16), at: place())
            case 4:
                let start = place()
                bytes.removeSubrange(start..<min(start + 8, bytes.count))
            case 5: bytes[place()] = [0, 0xFF, 0x7F, 0x80][Int.random(in: 0..<4, using: &random)]
            default:
                let start = min(place(), 40)  // headers are where sizes are
                bytes[start] = UInt8.random(in: 0...255, using: &random)
            }
        }
        return Data(bytes)
    }

    @Test(
        "Hundreds of altered files of every kind: an error or a picture within the limits, soon",
        arguments: 0..<kinds.count)
    func mutations(kind: Int) throws {
        let (name, files) = Self.kinds[kind]
        var random = SeededGenerator(seed: 40 + UInt64(kind))
        var pictures = 0
        try OwnProcess.bounded(name) {
            for index in 0..<300 {
                let data = Self.mutation(of: files[index % files.count], &random)
                let time = ContinuousClock().measure {
                    do {
                        let animation = try ImageDecoder.animation(data: data, source: name, limits: Self.limits)
                        pictures += 1
                        let pixels = animation.frames.reduce(0) { $0 + $1.image.width * $1.image.height }
                        #expect(pixels <= Self.limits.maximumPixels, "\(name) \(index)")
                    } catch {
                        #expect("\(error)".contains(name), "one sentence that names the file")
                    }
                }
                #expect(time < .seconds(10 * OwnProcess.patience), "\(name) \(index): \(time)")
            }
        }
        // Some alterations do no harm, most do.
        #expect(pictures < 300)
    }

    @Test("XML that multiplies itself, nests deep or points outside ends soon, in an error or a picture")
    func hostileXML() throws {
        var entities = "<!DOCTYPE svg [<!ENTITY a0 \"aaaaaaaaaa\">"
        for level in 1...12 {
            entities += "<!ENTITY a\(level) \"" + String(repeating: "&a\(level - 1);", count: 10) + "\">"
        }
        var uses = "<g id=\"u0\"><rect width=\"1\" height=\"1\"/></g>"
        for level in 1...12 {
            uses += "<g id=\"u\(level)\">" + String(repeating: "<use href=\"#u\(level - 1)\"/>", count: 10) + "</g>"
        }
        let namespace = "xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\""
        for text in [
            "\(entities)]><svg \(namespace)><text>&a12;</text></svg>", "<svg \(namespace)>\(uses)</svg>",
            "<svg \(namespace)>" + String(repeating: "<g>", count: 100_000),
            "<svg \(namespace)><use id=\"x\" href=\"#x\"/></svg>",
            "<svg \(namespace)><image href=\"file:///etc/passwd\" width=\"9\" height=\"9\"/></svg>",
            "<svg width=\"1e30\" height=\"nan\"/>", "<svg", "<svg/>",
        ] {
            let time = ContinuousClock().measure {
                _ = try? ImageDecoder.image(data: Data(text.utf8), source: "svg", limits: Self.limits)
            }
            #expect(time < .seconds(20 * OwnProcess.patience), "\(text.prefix(60)): \(time)")
        }
    }
}
