import CoreGraphics
import Raster
import Testing

@Suite struct ImageAndGradientTests {
    /// 4×4: the upper half red, the lower half blue.
    private func makePicture() throws -> CGImage {
        let (context, bitmap) = try makeContext(width: 4, height: 4)
        context.setFillColor(red)
        context.fill(CGRect(x: 0, y: 0, width: 4, height: 2))
        context.setFillColor(blue)
        context.fill(CGRect(x: 0, y: 2, width: 4, height: 2))
        return CGImage(bitmap: bitmap)
    }

    @Test("draw(in:) puts the top at the larger y, so it is upside down in a view; drawUpright is not")
    func direction() throws {
        let picture = try makePicture()
        let (context, bitmap) = try makeContext()
        context.draw(picture, in: CGRect(x: 0, y: 0, width: 4, height: 4))
        #expect(bitmap.pixel(x: 1, y: 0) == 0xFF00_00FF && bitmap.pixel(x: 1, y: 3) == 0xFFFF_0000)
        context.drawUpright(picture, in: CGRect(x: 10, y: 0, width: 4, height: 4))
        #expect(bitmap.pixel(x: 11, y: 0) == 0xFFFF_0000 && bitmap.pixel(x: 11, y: 3) == 0xFF00_00FF)
        #expect(bitmap.inkBounds == PixelRect(x: 0, y: 0, width: 14, height: 4))
    }

    @Test(
        "Stretched pictures fill their rectangle to the edge, with every quality",
        arguments: [CGInterpolationQuality.none, .low, .high])
    func stretched(quality: CGInterpolationQuality) throws {
        let (context, bitmap) = try makeContext()
        context.interpolationQuality = quality
        context.setAlpha(0.5)
        context.drawUpright(try makePicture(), in: CGRect(x: 5, y: 5, width: 20, height: 20))
        #expect(bitmap.inkBounds == PixelRect(x: 5, y: 5, width: 20, height: 20))
        for point in [(5, 5), (24, 5), (10, 7)] {
            #expect(isClose(bitmap.pixel(x: point.0, y: point.1), 0x8080_0000), "\(point)")
        }
        #expect(isClose(bitmap.pixel(x: 24, y: 24), 0x8000_0080))
    }

    @Test("Tiles fill the clip")
    func tiled() throws {
        let (context, bitmap) = try makeContext()
        context.clip(to: CGRect(x: 0, y: 0, width: 12, height: 12))
        context.drawUpright(try makePicture(), in: CGRect(x: 0, y: 0, width: 4, height: 4), byTiling: true)
        #expect(bitmap.pixel(x: 9, y: 9) == 0xFFFF_0000 && bitmap.pixel(x: 9, y: 11) == 0xFF00_00FF)
        #expect(bitmap.inkBounds == PixelRect(x: 0, y: 0, width: 12, height: 12))
    }

    @Test("A template picture paints its alpha in the fill colour")
    func template() throws {
        let (mask, maskBitmap) = try makeContext(width: 4, height: 4, format: .a8)
        mask.fill(CGRect(x: 0, y: 0, width: 2, height: 4))
        let (context, bitmap) = try makeContext()
        context.setFillColor(green)
        context.fill(CGRect(x: 0, y: 0, width: 8, height: 8), throughAlphaOf: CGImage(bitmap: maskBitmap))
        context.drawUpright(CGImage(bitmap: maskBitmap), in: CGRect(x: 20, y: 0, width: 4, height: 4))
        #expect(bitmap.pixel(x: 1, y: 4) == 0xFF00_FF00 && bitmap.pixel(x: 6, y: 4) == 0)
        #expect(bitmap.pixel(x: 20, y: 1) == 0xFF00_FF00 && bitmap.pixel(x: 23, y: 1) == 0)
    }

    @Test("A picture can be cut; outside there is nothing")
    func cropping() throws {
        let picture = try makePicture()
        let cut = try #require(picture.cropping(to: CGRect(x: 1, y: 1, width: 2, height: 10)))
        #expect(cut.width == 2 && cut.height == 3)
        #expect(cut.bitmap.pixel(x: 0, y: 0) == 0xFFFF_0000 && cut.bitmap.pixel(x: 0, y: 2) == 0xFF00_00FF)
        #expect(picture.cropping(to: CGRect(x: 4, y: 0, width: 2, height: 2)) == nil)
        #expect(picture.cropping(to: .null) == nil)
    }

    @Test("makeImage is a copy: later drawing does not show in it")
    func snapshot() throws {
        let (context, _) = try makeContext()
        let image = try #require(context.makeImage())
        context.fill(CGRect(x: 0, y: 0, width: 40, height: 30))
        #expect(image.bitmap.inkedPixels == 0 && image.width == 40)
    }

    @Test("Gradients run from colour to colour, and beyond their ends only where told")
    func gradients() throws {
        let gradient = try #require(CGGradient(colorsSpace: nil, colors: [red, blue], locations: [0, 1]))
        let (context, bitmap) = try makeContext()
        context.drawLinearGradient(
            gradient, start: CGPoint(x: 10, y: 0), end: CGPoint(x: 30, y: 0), options: .drawsAfterEndLocation)
        #expect(bitmap.pixel(x: 5, y: 5) == 0)
        #expect(isClose(bitmap.pixel(x: 10, y: 5), 0xFFFF_0000, within: 12))
        #expect(isClose(bitmap.pixel(x: 20, y: 5), 0xFF80_0080, within: 12))
        #expect(isClose(bitmap.pixel(x: 38, y: 5), 0xFF00_00FF))
        context.clear(CGRect(x: 0, y: 0, width: 40, height: 30))
        context.drawRadialGradient(
            gradient, startCenter: CGPoint(x: 15, y: 15), startRadius: 0, endCenter: CGPoint(x: 15, y: 15),
            endRadius: 10)
        #expect(isClose(bitmap.pixel(x: 15, y: 15), 0xFFFF_0000, within: 20) && bitmap.pixel(x: 27, y: 15) == 0)
        #expect(CGGradient(colorsSpace: nil, colors: [], locations: nil) == nil)
        // Given in any order; two stops at one place make a hard edge, in the order given.
        let stripes = try #require(
            CGGradient(colorsSpace: nil, colors: [blue, red, green, red], locations: [1, 0, 0.5, 0.5]))
        context.drawLinearGradient(stripes, start: .zero, end: CGPoint(x: 40, y: 0))
        #expect(isClose(bitmap.pixel(x: 0, y: 5), 0xFFFF_0000, within: 12))
        #expect(isClose(bitmap.pixel(x: 18, y: 5), 0xFF10_EF00, within: 20))
        #expect(isClose(bitmap.pixel(x: 21, y: 5), 0xFFEF_0010, within: 20))
    }
}
