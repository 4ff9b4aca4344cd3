import CoreGraphics
import Foundation
import Raster
import Testing

@Suite struct CodecTests {
    private func decode(_ data: Data) throws -> Bitmap { try ImageDecoder.image(data: data, source: "test").bitmap }

    /// What sample pictures show; alpha counts where `hasAlpha` says so.
    private func expectSample(_ bitmap: Bitmap, hasAlpha: Bool, within tolerance: Int, _ name: Comment) {
        #expect(bitmap.width == 16 && bitmap.height == 12, name)
        guard bitmap.width == 16, bitmap.height == 12 else { return }
        for y in 0..<12 {
            for x in 0..<16 {
                let alpha = hasAlpha && x >= 12 ? 128 : 255
                let wanted = [alpha] + [x * 16, y * 20, 128].map { $0 * alpha / 255 }
                let actual = channels(bitmap.pixel(x: x, y: y))
                #expect(
                    zip(actual, wanted).allSatisfy { abs($0 - $1) <= tolerance },
                    "\(name) (\(x), \(y)) \(actual) \(wanted)")
            }
        }
    }

    @Test("Files that other programs wrote decode to what they were made of")
    func samples() throws {
        expectSample(try decode(SamplePictures.png), hasAlpha: true, within: 1, "PNG")
        expectSample(try decode(SamplePictures.pngInterlaced), hasAlpha: true, within: 1, "interlaced PNG")
        expectSample(try decode(SamplePictures.webpLossless), hasAlpha: true, within: 1, "WebP")
        expectSample(try decode(SamplePictures.jpegProgressive), hasAlpha: false, within: 12, "progressive JPEG")
        expectSample(try decode(SamplePictures.jpegCMYK), hasAlpha: false, within: 12, "CMYK JPEG")
        expectSample(try decode(SamplePictures.gifStill), hasAlpha: false, within: 2, "GIF")
        expectSample(try decode(SamplePictures.gifInterlaced), hasAlpha: false, within: 2, "interlaced GIF")
        expectSample(try decode(SamplePictures.bmp24), hasAlpha: false, within: 0, "BMP")
        expectSample(try decode(SamplePictures.bmp8), hasAlpha: false, within: 2, "BMP with a palette")
        expectSample(try decode(SamplePictures.bmpAlpha), hasAlpha: true, within: 1, "BMP with alpha")
        let lossy = try decode(SamplePictures.webpLossy)
        #expect(lossy.isOpaque && isClose(lossy.pixel(x: 8, y: 6), 0xFF80_7880, within: 24))
        let dots = try decode(SamplePictures.bmp1)
        #expect(Set((0..<16).map { dots.pixel(x: $0, y: 6) }).isSubset(of: [0xFFFF_FFFF, 0xFF00_0000]))
    }

    @Test("BMP runs: counts, plain stretches and jumps, from the bottom up")
    func runLengths() throws {
        let bitmap = try decode(SamplePictures.bmpRunLength)
        let rows = (0..<3).map { y in
            (0..<8).map { x in
                switch bitmap.pixel(x: x, y: y) {
                case 0xFFFF_0000: "R"
                case 0xFF00_FF00: "G"
                case 0xFF00_0000: "."
                default: "?"
                }
            }.joined()
        }
        #expect(rows == ["....RR..", "RGR.....", "RRRRRGGG"])
    }

    @Test("An animated GIF: frames over each other, times of 0 as a tenth of a second, for ever")
    func animatedGIF() throws {
        let animation = try ImageDecoder.animation(data: SamplePictures.gifAnimated, source: "test")
        #expect(animation.frames.map(\.duration) == [0.05, 0.2, 0.1] && animation.loopCount == 0)
        for (index, frame) in animation.frames.enumerated() {
            let wanted: [UInt32] = [0xFFFF_0000, 0xFF00_FF00, 0xFF00_00FF]
            #expect(frame.image.width == 10 && frame.image.height == 8)
            for place in 0..<3 {
                let pixel = frame.image.bitmap.pixel(x: place * 3 + 1, y: 1)
                #expect(pixel == (place == index ? wanted[index] : 0xFFFF_FFFF), "frame \(index), place \(place)")
            }
        }
        #expect(try decode(SamplePictures.gifAnimated).pixel(x: 1, y: 1) == 0xFFFF_0000)
    }

    @Test("An animated WebP: frames, times and how often it plays; as one picture the first")
    func animatedWebP() throws {
        let animation = try ImageDecoder.animation(data: SamplePictures.webpAnimated, source: "test")
        #expect(animation.frames.map(\.duration) == [0.1, 0.2, 0.3] && animation.loopCount == 3)
        #expect(animation.frames.map { $0.image.bitmap.pixel(x: 5, y: 5) } == [0xFFFF_0000, 0xFF00_FF00, 0x8000_0080])
        #expect(try decode(SamplePictures.webpAnimated).pixel(x: 5, y: 5) == 0xFFFF_0000)
        #expect(try ImageDecoder.animation(data: SamplePictures.png, source: "test").frames.count == 1)
    }

    @Test("SVG is drawn at its size times the scale; the view box gives the size that is not said")
    func svg() throws {
        func draw(_ attributes: String, scale: CGFloat = 1) throws -> Bitmap {
            let text = """
                <?xml version="1.0"?><!-- a drawing -->
                <svg xmlns="http://www.w3.org/2000/svg" \(attributes)>
                <rect x="0" y="0" width="10" height="5" fill="#ff0000"/>
                <rect x="10" y="5" width="10" height="5" fill="#0000ff" opacity="0.5"/></svg>
                """
            return try ImageDecoder.image(data: Data(text.utf8), source: "a.svg", scale: scale).bitmap
        }
        let plain = try draw("width=\"20\" height=\"10\"")
        #expect(plain.width == 20 && plain.height == 10 && plain.pixel(x: 5, y: 2) == 0xFFFF_0000)
        #expect(isClose(plain.pixel(x: 15, y: 7), 0x8000_0080) && plain.pixel(x: 15, y: 2) == 0)
        let sharp = try draw("viewBox=\"0 0 20 10\"", scale: 3)
        #expect(sharp.width == 60 && sharp.height == 30 && sharp.pixel(x: 29, y: 14) == 0xFFFF_0000)
        #expect(sharp.pixel(x: 30, y: 14) == 0)
        let error = imageError { () throws(ImageError) in
            try ImageDecoder.image(data: Data("<svg width='90000' height='90000'/>".utf8), source: "a.svg")
        }
        #expect(error.map { "\($0)".contains("a.svg") } == true)
    }

    @Test("Sizes beyond the limits are refused by the header, whatever the kind")
    func limits() throws {
        let limits = ImageLimits(maximumSide: 9)
        for data in [
            SamplePictures.png, SamplePictures.webpLossless, SamplePictures.webpLossy, SamplePictures.webpAnimated,
            SamplePictures.gifStill, SamplePictures.jpegProgressive, SamplePictures.bmp24,
            Data("<svg xmlns='http://www.w3.org/2000/svg' width='10' height='10'/>".utf8),
        ] {
            let error = imageError { () throws(ImageError) in
                try ImageDecoder.image(data: data, source: "x", limits: limits)
            }
            guard case .tooLarge = error?.reason else {
                Issue.record("\(error as Any)")
                continue
            }
        }
        // Three frames of 80 pixels are too many for 200.
        for data in [SamplePictures.gifAnimated, SamplePictures.webpAnimated] {
            do {
                _ = try ImageDecoder.animation(data: data, source: "x", limits: ImageLimits(maximumPixels: 200))
                Issue.record("no error")
            } catch {
                guard case .tooManyFrames(3, _) = error.reason else {
                    Issue.record("\(error)")
                    continue
                }
            }
        }
    }
}
