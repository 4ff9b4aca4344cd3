import CoreGraphics
import Foundation
import Raster
import Testing

@Suite struct ShadowTests {
    @Test("A shadow lies under its shape, moved by the offset, in its colour; nothing beyond")
    func hardShadow() throws {
        let (context, bitmap) = try makeContext(width: 40, height: 40)
        context.setFillColor(red)
        context.setShadow(offset: CGSize(width: 5, height: 7), blur: 0, color: blue)
        context.fill(CGRect(x: 5, y: 5, width: 10, height: 10))
        #expect(bitmap.pixel(x: 10, y: 10) == 0xFFFF_0000)
        #expect(bitmap.pixel(x: 14, y: 16) == 0xFF00_00FF)
        #expect(bitmap.pixel(x: 19, y: 21) == 0xFF00_00FF && bitmap.pixel(x: 20, y: 21) == 0)
        #expect(bitmap.inkBounds == PixelRect(minX: 5, minY: 5, maxX: 20, maxY: 22))
        context.setShadow(offset: CGSize(width: 5, height: 7), blur: 0, color: nil)
        context.fill(CGRect(x: 25, y: 25, width: 2, height: 2))
        #expect(bitmap.pixel(x: 31, y: 33) == 0)
    }

    @Test("The matrix moves no shadow: offsets are measured in the space the context begins with")
    func baseSpace() throws {
        // Where y grows upwards a positive height moves the shadow up.
        let context = try #require(
            CGContext(
                data: nil, width: 20, height: 20, bitsPerComponent: 8, bytesPerRow: 0,
                space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue))
        context.setFillColor(red)
        context.setShadow(offset: CGSize(width: 0, height: 6), blur: 0, color: blue)
        context.translateBy(x: 0, y: 20)
        context.scaleBy(x: 2, y: -2)
        context.fill(CGRect(x: 2, y: 6, width: 2, height: 2))  // pixels 4…8 across, 12…16 from the top
        let bitmap = try #require(context.makeImage()).bitmap
        #expect(bitmap.pixel(x: 5, y: 13) == 0xFFFF_0000)
        #expect(bitmap.pixel(x: 5, y: 7) == 0xFF00_00FF)
        // In a view's context of scale 2 an offset of 3 points is 6 pixels, downwards.
        let (view, pixels) = try makeContext(width: 20, height: 20, scale: 2)
        view.setShadow(offset: CGSize(width: 0, height: 3), blur: 0, color: blue)
        view.rotate(by: 0.2)
        view.rotate(by: -0.2)
        view.fill(CGRect(x: 1, y: 1, width: 2, height: 2))
        #expect(pixels.pixel(x: 3, y: 9) == 0xFF00_00FF && pixels.pixel(x: 3, y: 1) == 0)
    }

    @Test(
        "D-82: blur is twice the standard deviation: the edge of a shadow is half covered, 1σ outside 16 %, inside 84 %"
    )
    func blur() throws {
        let (context, bitmap) = try makeContext(width: 200, height: 120)
        // The shape itself is out of the clip, its shadow inside.
        context.clip(to: CGRect(x: 100, y: 0, width: 100, height: 120))
        context.setShadow(offset: CGSize(width: 100, height: 0), blur: 20, color: .black)
        context.fill(CGRect(x: -100, y: -100, width: 150, height: 400))
        func coverage(_ x: Int) -> Double { Double(bitmap.pixel(x: x, y: 60) >> 24) / 255 }
        #expect(abs((coverage(149) + coverage(150)) / 2 - 0.5) < 0.02)
        #expect(abs(coverage(159) + coverage(160) - 2 * 0.1587) < 0.05)
        #expect(abs(coverage(139) + coverage(140) - 2 * 0.8413) < 0.05)
        #expect(coverage(190) == 0)
    }

    @Test("The blur counts pixels of the base space, whatever the matrix is")
    func blurIgnoresMatrix() throws {
        var rows: [[UInt32]] = []
        for scale in [1.0, 4.0] {
            let (context, bitmap) = try makeContext(width: 60, height: 60)
            context.scaleBy(x: scale, y: scale)
            context.setShadow(offset: .zero, blur: 8, color: .black)
            context.fill(CGRect(x: 20 / scale, y: 20 / scale, width: 20 / scale, height: 20 / scale))
            rows.append((0..<60).map { bitmap.pixel(x: $0, y: 30) })
        }
        #expect(rows[0] == rows[1] && rows[0][16] >> 24 > 20)
    }

    @Test("An inner shadow: what lies outside the clip casts its shadow into it")
    func innerShadow() throws {
        let (context, bitmap) = try makeContext(width: 60, height: 60)
        let hole = CGRect(x: 10, y: 10, width: 40, height: 40)
        context.clip(to: hole)
        context.setShadow(offset: .zero, blur: 8, color: .black)
        context.addRect(hole.insetBy(dx: -100, dy: -100))
        context.addRect(hole)
        context.fillPath(using: .evenOdd)
        #expect(bitmap.pixel(x: 10, y: 30) >> 24 > 90)
        #expect(bitmap.pixel(x: 30, y: 30) >> 24 == 0)
        #expect(bitmap.pixel(x: 5, y: 30) == 0)
    }

    @Test("Overlapping shapes of a transparency layer cast one shadow, which does not fall on them")
    func layerShadow() throws {
        let (context, bitmap) = try makeContext(width: 40, height: 40)
        context.setShadow(offset: CGSize(width: 4, height: 4), blur: 0, color: blue)
        context.beginTransparencyLayer(auxiliaryInfo: nil)
        context.setFillColor(red)
        context.fill(CGRect(x: 5, y: 5, width: 20, height: 10))
        context.setFillColor(green)
        context.fill(CGRect(x: 5, y: 8, width: 10, height: 20))
        context.endTransparencyLayer()
        #expect(bitmap.pixel(x: 20, y: 10) == 0xFFFF_0000)
        #expect(bitmap.pixel(x: 10, y: 20) == 0xFF00_FF00)
        #expect(bitmap.pixel(x: 20, y: 16) == 0xFF00_00FF)
        // Without the layer the second shape's shadow falls on the first.
        #expect(bitmap.pixel(x: 17, y: 13) == 0xFFFF_0000)
    }

    @Test("Shadow strength is the colour's alpha times the shape's; the default colour is black at one third")
    func strength() throws {
        let (context, bitmap) = try makeContext(width: 20, height: 20)
        context.setShadow(offset: CGSize(width: 10, height: 0), blur: 0)
        context.fill(CGRect(x: 0, y: 0, width: 5, height: 5))
        #expect(abs(Int(bitmap.pixel(x: 12, y: 2) >> 24) - 85) <= 1)
        context.setShadow(offset: CGSize(width: 10, height: 0), blur: 0, color: CGColor(gray: 0, alpha: 0.5))
        context.setAlpha(0.5)
        context.fill(CGRect(x: 0, y: 10, width: 5, height: 5))
        #expect(abs(Int(bitmap.pixel(x: 12, y: 12) >> 24) - 64) <= 2)
    }

    @Test("Text, images and gradients cast shadows; saving and restoring keeps them")
    func otherSources() throws {
        let (context, bitmap) = try makeContext(width: 40, height: 40)
        let (source, sourceBitmap) = try makeContext(width: 4, height: 4)
        source.fill(CGRect(x: 0, y: 0, width: 4, height: 4))
        context.saveGState()
        context.setShadow(offset: CGSize(width: 10, height: 0), blur: 0, color: blue)
        context.draw(CGImage(bitmap: sourceBitmap), in: CGRect(x: 0, y: 0, width: 8, height: 8))
        #expect(bitmap.pixel(x: 14, y: 4) == 0xFF00_00FF)
        context.restoreGState()
        context.draw(CGImage(bitmap: sourceBitmap), in: CGRect(x: 0, y: 20, width: 8, height: 8))
        #expect(bitmap.pixel(x: 14, y: 24) == 0)
    }

    @Test("Offsets and blurs that make no sense cast nothing, or far away, and do no harm")
    func hostile() throws {
        let (context, bitmap) = try makeContext(width: 20, height: 20)
        for (offset, blur) in [
            (CGSize(width: CGFloat.nan, height: 0), 3), (CGSize(width: 1e30, height: -1e30), 3),
            (CGSize(width: CGFloat.infinity, height: 0), 3), (CGSize.zero, CGFloat.nan), (CGSize.zero, 1e30),
            (CGSize.zero, -4), (CGSize(width: 1, height: 1), CGFloat.infinity),
        ] {
            context.setShadow(offset: offset, blur: blur, color: blue)
            context.setFillColor(red)
            context.fill(CGRect(x: 5, y: 5, width: 5, height: 5))
            #expect(bitmap.pixel(x: 7, y: 7) == 0xFFFF_0000)
        }
    }
}
