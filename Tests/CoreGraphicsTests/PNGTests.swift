import CoreGraphics
import Foundation
import Raster
import Testing

@Suite struct PNGTests {
    static let kinds: [(colorType: UInt8, depth: Int)] = [
        (0, 1), (0, 2), (0, 4), (0, 8), (0, 16), (2, 8), (2, 16), (4, 8), (4, 16), (6, 8), (6, 16),
    ]

    @Test("Every colour type and depth decodes to what the file says", arguments: kinds)
    func decode(colorType: UInt8, depth: Int) throws {
        let writer = PNGWriter(colorType: colorType, depth: depth, width: 13, height: 7)
        let most = (1 << depth) - 1
        func sample(_ x: Int, _ y: Int, _ component: Int) -> Int {
            (x * 5 + y * 11 + component * 17) * most / 255 % (most + 1)
        }
        let bitmap = try ImageDecoder.image(data: writer.write(sample), source: "test").bitmap
        #expect(bitmap.width == 13 && bitmap.height == 7)
        let hasAlpha = colorType >= 4
        #expect((bitmap.format == .argb8888) == hasAlpha)
        for y in 0..<7 {
            for x in 0..<13 {
                func component(_ index: Int) -> Double { Double(sample(x, y, index)) / Double(most) * 255 }
                let isGray = colorType & 2 == 0
                let alpha = hasAlpha ? component(isGray ? 1 : 3) : 255
                let expected = [0, 1, 2].map { component(isGray ? 0 : $0) * alpha / 255 }
                let actual = channels(bitmap.pixel(x: x, y: y))
                for (value, wanted) in zip(actual, [alpha] + expected) {
                    #expect(abs(Double(value) - wanted) <= 1.51, "(\(x), \(y)): \(actual) for \([alpha] + expected)")
                }
            }
        }
    }

    @Test("Palettes of every depth, with and without alpha", arguments: [1, 2, 4, 8])
    func palette(depth: Int) throws {
        let count = 1 << depth
        var writer = PNGWriter(colorType: 3, depth: depth, width: 9, height: 3)
        writer.palette = (0..<count).flatMap { [UInt8($0 * 255 / (count - 1)), 100, 200] }
        let opaque = try ImageDecoder.image(data: writer.write { x, _, _ in x % count }, source: "test").bitmap
        #expect(!opaque.format.hasAlpha && channels(opaque.pixel(x: 1, y: 1)) == [255, 255 / (count - 1), 100, 200])
        writer.paletteAlpha = [0, 128]
        let seeThrough = try ImageDecoder.image(data: writer.write { x, _, _ in x % count }, source: "test").bitmap
        #expect(seeThrough.format.hasAlpha && seeThrough.pixel(x: 0, y: 0) == 0)
        #expect(channels(seeThrough.pixel(x: 1, y: 0))[0] == 128 && !seeThrough.isOpaque)
    }

    @Test("A picture whose alpha is 255 everywhere is known to be opaque")
    func opaqueAlpha() throws {
        let writer = PNGWriter(colorType: 6, depth: 8, width: 4, height: 4)
        let bitmap = try ImageDecoder.image(
            data: writer.write { _, _, component in component == 3 ? 255 : 9 }, source: "t"
        ).bitmap
        #expect(bitmap.isOpaque && bitmap.pixel(x: 0, y: 0) == 0xFF09_0909)
    }

    @Test("What is encoded decodes to the same pixels", arguments: PixelFormat.allCases)
    func roundTrip(format: PixelFormat) throws {
        let bitmap = try Bitmap(width: 33, height: 9, format: format)
        var random = SeededGenerator(seed: 7)
        for y in 0..<9 {
            for x in 0..<33 {
                switch format {
                case .a8:
                    bitmap.row(y).storeBytes(
                        of: UInt8.random(in: 0...255, using: &random), toByteOffset: x, as: UInt8.self)
                case .rgb565:
                    bitmap.row(y).storeBytes(
                        of: UInt16.random(in: 0...65535, using: &random), toByteOffset: x * 2, as: UInt16.self)
                case .bgr565, .rgb888, .bgr888:
                    for k in 0..<format.bytesPerPixel {
                        bitmap.row(y).storeBytes(
                            of: UInt8.random(in: 0...255, using: &random),
                            toByteOffset: x * format.bytesPerPixel + k, as: UInt8.self)
                    }
                case .xrgb8888, .xbgr8888, .xrgb2101010:
                    bitmap.row(y).storeBytes(
                        of: UInt32.random(in: 0...UInt32.max, using: &random), toByteOffset: x * 4, as: UInt32.self)
                case .argb8888:
                    let alpha = UInt32.random(in: 0...255, using: &random)
                    let color = [0, 8, 16].reduce(UInt32(0)) { $0 | UInt32.random(in: 0...alpha, using: &random) << $1 }
                    bitmap.row(y).storeBytes(of: alpha << 24 | color, toByteOffset: x * 4, as: UInt32.self)
                }
            }
        }
        let image = try ImageDecoder.image(data: ImageEncoder.png(bitmap), source: "round trip")
        let fast = try ImageEncoder.png(bitmap.surface, isOpaque: bitmap.isOpaque, isFast: true)
        let fastImage = try ImageDecoder.image(data: fast, source: "round trip")
        for y in 0..<9 {
            for x in 0..<33 {
                let expected = bitmap.pixel(x: x, y: y)
                let actual = image.bitmap.pixel(x: x, y: y)
                #expect(fastImage.bitmap.pixel(x: x, y: y) == actual)
                if format == .a8 {
                    #expect(actual == 0xFF00_0000 | (expected >> 24) * 0x010101)
                } else {
                    #expect(isClose(actual, expected), "\(channels(actual)) \(channels(expected))")
                }
            }
        }
    }

    @Test("A size bomb is refused by its header, and the error says whose it is and what is allowed")
    func bombs() throws {
        for (width, height) in [(60_000, 60_000), (16_385, 1), (16_000, 16_000), (900_000, 1)] {
            let writer = PNGWriter(colorType: 0, depth: 1, width: width, height: height)
            let data = writer.file(header: writer.header, pixels: [0x78, 0x01, 0x03, 0, 0, 0, 0, 1])
            let error = imageError { () throws(ImageError) in try ImageDecoder.image(data: data, source: "bomb.png") }
            #expect(error?.reason == .tooLarge(width: width, height: height, limits: .standard))
            #expect("\(error as Any)".contains("bomb.png") && "\(error as Any)".contains("16384"))
        }
        let small = ImageLimits(maximumSide: 10, maximumPixels: 50)
        let data = PNGWriter(colorType: 0, depth: 8, width: 9, height: 9).write { _, _, _ in 0 }
        #expect(throws: ImageError.self) { try ImageDecoder.image(data: data, source: "x", limits: small) }
        #expect(throws: ImageError.self) {
            try ImageDecoder.image(data: data, source: "x", limits: ImageLimits(maximumBytes: 20))
        }
    }

    @Test("Nothing, noise and missing files are told apart")
    func wrongFiles() throws {
        func reason(_ data: Data) -> ImageError.Reason? {
            imageError { () throws(ImageError) in try ImageDecoder.image(data: data, source: "x") }?.reason
        }
        #expect(reason(Data()) == .empty)
        #expect(reason(Data("TIFF....".utf8)) == .unknownFormat)
        #expect(reason(Data([0x89])) == .unknownFormat)
        let missing = imageError { () throws(ImageError) in try ImageDecoder.image(contentsOfFile: "/nonexistent/a.png")
        }
        #expect(missing == ImageError(source: "/nonexistent/a.png", reason: .unreadable(errno: ENOENT)))
        let directory = imageError { () throws(ImageError) in try ImageDecoder.image(contentsOfFile: "/tmp") }
        #expect(directory?.reason == .unreadable(errno: EISDIR))
        let device = imageError { () throws(ImageError) in try ImageDecoder.image(contentsOfFile: "/dev/zero") }
        #expect(device?.reason == .unreadable(errno: EINVAL))
    }

    @Test("A file on disk is read")
    func file() throws {
        let path = NSTemporaryDirectory() + "vitrine-png-\(UUID().uuidString).png"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try PNGWriter(colorType: 2, depth: 8, width: 3, height: 2).write { x, _, _ in x }.write(
            to: URL(fileURLWithPath: path))
        #expect(try ImageDecoder.image(contentsOfFile: path).width == 3)
    }
}
