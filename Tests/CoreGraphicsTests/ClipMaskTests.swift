import CoreGraphics
import Foundation
import Raster
import Testing

@Suite struct ClipMaskTests {
    /// Grey levels 0, 85, 170, 255 from left to right, one row.
    private func ramp(bits: Int = 8) throws -> CGImage {
        let provider = try #require(CGDataProvider(data: Data([0, 85, 170, 255])))
        return try #require(
            CGImage(
                width: 4, height: 1, bitsPerComponent: 8, bitsPerPixel: 8, bytesPerRow: 4,
                space: CGColorSpaceCreateDeviceGray(), bitmapInfo: [], provider: provider, decode: nil,
                shouldInterpolate: false, intent: .defaultIntent))
    }

    private func stencil() throws -> CGImage {
        let provider = try #require(CGDataProvider(data: Data([0, 85, 170, 255])))
        return try #require(
            CGImage(
                maskWidth: 4, height: 1, bitsPerComponent: 8, bitsPerPixel: 8, bytesPerRow: 4, provider: provider,
                decode: nil, shouldInterpolate: false))
    }

    @Test("A grey picture lets through what is light, an image mask what is dark")
    func levels() throws {
        for (mask, expected) in [(try ramp(), [0, 85, 170, 255]), (try stencil(), [255, 170, 85, 0])] {
            let (context, bitmap) = try makeContext(width: 20, height: 8)
            context.clip(to: CGRect(x: 2, y: 2, width: 16, height: 4), mask: mask)
            context.setFillColor(red)
            context.fill(CGRect(x: 0, y: 0, width: 20, height: 8))
            #expect([4, 8, 12, 16].map { Int(bitmap.pixel(x: $0, y: 3) >> 24) } == expected)
            #expect(bitmap.pixel(x: 16, y: 0) == 0 && bitmap.pixel(x: 1, y: 3) == 0 && bitmap.pixel(x: 19, y: 3) == 0)
        }
    }

    @Test("Two masks multiply; restoring the state takes them away; layers are masked as one")
    func nested() throws {
        let (context, bitmap) = try makeContext(width: 16, height: 4)
        context.saveGState()
        context.clip(to: CGRect(x: 0, y: 0, width: 16, height: 4), mask: try ramp())
        context.saveGState()
        context.clip(to: CGRect(x: 0, y: 0, width: 16, height: 4), mask: try ramp())
        context.fill(CGRect(x: 0, y: 0, width: 16, height: 2))
        #expect([1, 5, 9, 13].map { Int(bitmap.pixel(x: $0, y: 0) >> 24) } == [0, 28, 113, 255])
        context.restoreGState()
        context.beginTransparencyLayer(auxiliaryInfo: nil)
        context.fill(CGRect(x: 0, y: 2, width: 16, height: 2))
        context.fill(CGRect(x: 0, y: 2, width: 16, height: 2))
        context.endTransparencyLayer()
        #expect([1, 5, 9, 13].map { Int(bitmap.pixel(x: $0, y: 3) >> 24) } == [0, 85, 170, 255])
        context.restoreGState()
        context.fill(CGRect(x: 0, y: 0, width: 16, height: 4))
        #expect(bitmap.pixel(x: 1, y: 1) >> 24 == 255)
    }

    @Test("The mask mixes under every blend mode", arguments: CGBlendMode.allCases)
    func blendModes(mode: CGBlendMode) throws {
        func draw(masked: Bool) throws -> Bitmap {
            let (context, bitmap) = try makeContext(width: 16, height: 4)
            context.setFillColor(red: 0.2, green: 0.4, blue: 0.9, alpha: 0.8)
            context.fill(CGRect(x: 0, y: 0, width: 16, height: 4))
            if masked { context.clip(to: CGRect(x: 0, y: 0, width: 16, height: 4), mask: try ramp()) }
            context.setBlendMode(mode)
            context.setFillColor(red: 0.9, green: 0.5, blue: 0.1, alpha: 0.6)
            context.fill(CGRect(x: 0, y: 0, width: 16, height: 4))
            return bitmap
        }
        let (whole, part) = (try draw(masked: false), try draw(masked: true))
        #expect(isClose(part.pixel(x: 13, y: 1), whole.pixel(x: 13, y: 1)))
        let (context, untouched) = try makeContext(width: 16, height: 4)
        context.setFillColor(red: 0.2, green: 0.4, blue: 0.9, alpha: 0.8)
        context.fill(CGRect(x: 0, y: 0, width: 16, height: 4))
        #expect(part.pixel(x: 1, y: 1) == untouched.pixel(x: 1, y: 1))
        for (a, (b, c)) in zip(
            channels(part.pixel(x: 5, y: 1)),
            zip(channels(whole.pixel(x: 5, y: 1)), channels(untouched.pixel(x: 5, y: 1))))
        {
            #expect(abs(Double(a) - (Double(b) + 2 * Double(c)) / 3) <= 1)
        }
    }

    @Test("A mask's top is at the larger y, as an image's; it turns with the matrix")
    func orientation() throws {
        let (source, sourceBitmap) = try makeContext(width: 2, height: 2, format: .a8)
        source.fill(CGRect(x: 0, y: 0, width: 1, height: 1))  // upper left
        let mask = CGImage(bitmap: sourceBitmap)
        let (context, bitmap) = try makeContext(width: 20, height: 20)
        context.interpolationQuality = .none
        context.clip(to: CGRect(x: 0, y: 0, width: 20, height: 20), mask: mask)
        context.fill(CGRect(x: 0, y: 0, width: 20, height: 20))
        #expect(bitmap.inkBounds == PixelRect(minX: 0, minY: 10, maxX: 10, maxY: 20))
    }

    @Test("Masking a picture multiplies its alpha; masking colours takes pixels out")
    func maskedImage() throws {
        let (source, sourceBitmap) = try makeContext(width: 4, height: 2, format: .xrgb8888)
        source.setFillColor(green)
        source.fill(CGRect(x: 0, y: 0, width: 4, height: 1))
        let image = CGImage(bitmap: sourceBitmap)
        let masked = try #require(image.masking(try stencil()))
        #expect((0..<4).map { Int(masked.bitmap.pixel(x: $0, y: 0) >> 24) } == [255, 170, 85, 0])
        #expect(channels(masked.bitmap.pixel(x: 1, y: 0))[2] == 170)
        #expect(
            try (0..<4).map { Int(try #require(image.masking(try ramp())).bitmap.pixel(x: $0, y: 0) >> 24) } == [
                0, 85, 170, 255,
            ])
        // Components in the order they are stored in, red first.
        let keyed = try #require(image.copy(maskingColorComponents: [0, 10, 250, 255, 0, 10]))
        #expect(keyed.bitmap.pixel(x: 0, y: 0) == 0 && keyed.bitmap.pixel(x: 0, y: 1) == 0xFF00_0000)
        #expect(masked.copy(maskingColorComponents: [0, 1, 0, 1, 0, 1]) == nil)
    }
}
