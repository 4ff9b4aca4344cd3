import CoreGraphics
import Foundation
import Raster
import Testing

@Suite struct JPEGTests {
    /// 32×16 in four colours: red and green over blue and white.
    static func makeJPEG() throws -> Data {
        let (context, bitmap) = try makeContext(width: 32, height: 16, format: .xrgb8888)
        for (color, x, y) in [(red, 0, 0), (green, 16, 0), (blue, 0, 8), (CGColor.white, 16, 8)] {
            context.setFillColor(color)
            context.fill(CGRect(x: x, y: y, width: 16, height: 8))
        }
        return try ImageEncoder.jpeg(bitmap, quality: 1)
    }

    /// The file with an EXIF segment after its first two bytes.
    static func adding(exif body: [UInt8], to jpeg: Data) -> Data {
        let segment = Array("Exif\0\0".utf8) + body
        let length = segment.count + 2
        return jpeg.prefix(2) + Data([0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)] + segment)
            + jpeg.dropFirst(2)
    }

    /// One directory: a tag before the orientation, as cameras write it.
    static func exif(orientation: Int, isLittle: Bool) -> [UInt8] {
        func number(_ value: Int, _ count: Int) -> [UInt8] {
            let bytes = (0..<count).map { UInt8(value >> (8 * $0) & 0xFF) }
            return isLittle ? bytes : bytes.reversed()
        }
        return Array((isLittle ? "II" : "MM").utf8) + number(42, 2) + number(8, 4) + number(2, 2)
            + number(0x010F, 2) + number(2, 2) + number(4, 4) + number(0, 4)
            + number(0x0112, 2) + number(3, 2) + number(1, 4) + number(orientation, 2) + number(0, 2) + number(0, 4)
    }

    /// One letter for each quarter: upper left, upper right, lower left, lower right.
    private func quarters(_ bitmap: Bitmap) -> String {
        [(1, 1), (3, 1), (1, 3), (3, 3)].map { (x, y) in
            let pixel = channels(bitmap.pixel(x: bitmap.width * x / 4, y: bitmap.height * y / 4))
            return switch (pixel[1] > 128, pixel[2] > 128, pixel[3] > 128) {
            case (true, false, false): "R"
            case (false, true, false): "G"
            case (false, false, true): "B"
            case (true, true, true): "W"
            default: "?"
            }
        }.joined()
    }

    @Test("A JPEG comes back in its colours, opaque")
    func decode() throws {
        let image = try ImageDecoder.image(data: Self.makeJPEG(), source: "test")
        #expect(image.width == 32 && image.height == 16 && quarters(image.bitmap) == "RGBW")
        #expect(image.bitmap.isOpaque && image.alphaInfo == .noneSkipFirst)
    }

    @Test(
        "The eight EXIF orientations come back upright, in both byte orders",
        arguments: [
            (1, "RGBW"), (2, "GRWB"), (3, "WBGR"), (4, "BWRG"), (5, "RBGW"), (6, "BRWG"), (7, "WGBR"), (8, "GWRB"),
        ])
    func orientation(value: Int, expected: String) throws {
        for isLittle in [true, false] {
            let data = Self.adding(exif: Self.exif(orientation: value, isLittle: isLittle), to: try Self.makeJPEG())
            let image = try ImageDecoder.image(data: data, source: "test")
            #expect(quarters(image.bitmap) == expected)
            #expect((image.width, image.height) == (value >= 5 ? (16, 32) : (32, 16)))
        }
    }

    @Test("EXIF data that makes no sense is ignored, the picture is not")
    func brokenEXIF() throws {
        let jpeg = try Self.makeJPEG()
        let good = Self.exif(orientation: 6, isLittle: true)
        var bodies = (0..<good.count).map { Array(good.prefix($0)) }
        bodies.append(Self.exif(orientation: 0, isLittle: false))
        bodies.append(Self.exif(orientation: 9, isLittle: false))
        bodies.append(Array("II".utf8) + [42, 0, 0xFF, 0xFF, 0xFF, 0xFF, 1, 0])  // a directory far away
        bodies.append(Array("II".utf8) + [42, 0, 8, 0, 0, 0, 0xFF, 0xFF])  // a directory without end
        for body in bodies {
            let image = try ImageDecoder.image(data: Self.adding(exif: body, to: jpeg), source: "test")
            #expect(image.width * image.height == 512)
        }
    }

    @Test("A size bomb is refused by its header")
    func bomb() throws {
        var data = try Self.makeJPEG()
        // The frame header: marker, length, precision, height, width.
        let frame = try #require(data.firstRange(of: Data([0xFF, 0xC0])))
        data.replaceSubrange(frame.upperBound + 3..<frame.upperBound + 7, with: [0xFF, 0xDC, 0xFF, 0xDC])
        let error = imageError { () throws(ImageError) in try ImageDecoder.image(data: data, source: "bomb.jpg") }
        #expect(error?.reason == .tooLarge(width: 65_500, height: 65_500, limits: .standard))
    }

    @Test("A file that ends too early is an error")
    func truncated() throws {
        let data = try Self.makeJPEG()
        for count in stride(from: 3, to: data.count - 4, by: 7) {
            #expect(throws: ImageError.self, "\(count) of \(data.count) bytes") {
                try ImageDecoder.image(data: data.prefix(count), source: "test")
            }
        }
    }
}
