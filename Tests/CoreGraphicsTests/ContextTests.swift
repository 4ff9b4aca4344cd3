import CoreGraphics
import Foundation
import Raster
import Testing

@Suite struct ContextTests {
    // MARK: Spaces

    @Test("D-20: the CTM of a 2x 100×50 view is (2,0,0,−2,0,100); bounds.origin moves it")
    func viewMatrix() throws {
        let (context, bitmap) = try makeContext(width: 200, height: 100, scale: 2)
        #expect(context.ctm == CGAffineTransform(a: 2, b: 0, c: 0, d: -2, tx: 0, ty: 100))
        context.fill(CGRect(x: 0, y: 0, width: 10, height: 5))
        #expect(bitmap.inkBounds == PixelRect(x: 0, y: 0, width: 20, height: 10))
        let (scrolled, other) = try makeContext(width: 20, height: 20, scale: 2, origin: CGPoint(x: 100, y: 50))
        scrolled.fill(CGRect(x: 101, y: 51, width: 2, height: 2))
        #expect(other.inkBounds == PixelRect(x: 2, y: 2, width: 4, height: 4))
    }

    @Test("D-20: a bitmap context of one's own has its origin in the lower-left corner")
    func bitmapContext() throws {
        let context = try #require(
            CGContext(
                data: nil, width: 10, height: 10, bitsPerComponent: 8, bytesPerRow: 0,
                space: CGColorSpaceCreateDeviceRGB(),
                bitmapInfo: CGImageAlphaInfo.premultipliedFirst.rawValue | CGBitmapInfo.byteOrder32Little.rawValue))
        #expect(context.ctm.isIdentity)
        context.setFillColor(red)
        context.fill(CGRect(x: 0, y: 0, width: 3, height: 2))
        let image = try #require(context.makeImage())
        #expect(image.bitmap.inkBounds == PixelRect(x: 0, y: 8, width: 3, height: 2))
        #expect(image.bitmap.pixel(x: 0, y: 9) == 0xFFFF_0000)
    }

    @Test("The usual RGBA layout: bytes are red, green, blue, alpha; pictures go in and come out right")
    func redFirst() throws {
        let context = try #require(
            CGContext(
                data: nil, width: 4, height: 4, bitsPerComponent: 8, bytesPerRow: 16,
                space: CGColorSpace(name: CGColorSpace.sRGB), bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue))
        context.setFillColor(red)
        context.fill(CGRect(x: 0, y: 0, width: 4, height: 4))
        let bytes = try #require(context.data).assumingMemoryBound(to: UInt8.self)
        #expect((0..<4).map { bytes[$0] } == [255, 0, 0, 255])
        let (source, sourceBitmap) = try makeContext(width: 2, height: 2)
        source.setFillColor(blue)
        source.fill(CGRect(x: 0, y: 0, width: 2, height: 2))
        context.draw(CGImage(bitmap: sourceBitmap), in: CGRect(x: 0, y: 0, width: 2, height: 2))
        #expect((0..<4).map { bytes[3 * 16 + $0] } == [0, 0, 255, 255])
        #expect(context.makeImage()?.bitmap.pixel(x: 0, y: 3) == 0xFF00_00FF)
        #expect(context.makeImage()?.bitmap.pixel(x: 3, y: 0) == 0xFFFF_0000)
    }

    @Test("Layouts that are not supported give nil, as do sizes that make no sense")
    func refused() {
        let rgb = CGColorSpaceCreateDeviceRGB()
        func make(_ width: Int, _ bits: Int, _ row: Int, _ info: CGImageAlphaInfo) -> CGContext? {
            CGContext(
                data: nil, width: width, height: 4, bitsPerComponent: bits, bytesPerRow: row, space: rgb,
                bitmapInfo: info.rawValue)
        }
        #expect(make(4, 8, 0, .premultipliedLast) != nil)
        #expect(make(0, 8, 0, .premultipliedLast) == nil)
        #expect(make(-4, 8, 0, .premultipliedLast) == nil)
        #expect(make(1 << 40, 8, 0, .premultipliedLast) == nil)
        #expect(make(4, 16, 0, .premultipliedLast) == nil)
        #expect(make(4, 8, 8, .premultipliedLast) == nil)
        #expect(make(4, 8, 0, .last) == nil)
    }

    // MARK: Defaults

    @Test("D-27: fill and stroke are opaque black, blending is normal, alpha 1, lines are 1 wide with butt ends")
    func defaults() throws {
        let (context, bitmap) = try makeContext()
        context.fill(CGRect(x: 0, y: 0, width: 2, height: 2))
        #expect(bitmap.pixel(x: 1, y: 1) == 0xFF00_0000)
        context.strokeLineSegments(between: [CGPoint(x: 10, y: 10.5), CGPoint(x: 20, y: 10.5)])
        #expect(bitmap.pixel(x: 15, y: 10) == 0xFF00_0000)
        #expect(bitmap.pixel(x: 15, y: 9) == 0 && bitmap.pixel(x: 15, y: 11) == 0)
        #expect(bitmap.pixel(x: 9, y: 10) == 0 && bitmap.pixel(x: 20, y: 10) == 0)
        #expect(context.interpolationQuality == .default)
    }

    @Test(
        "D-27: corners are mitred up to ten times the line width, and no further",
        arguments: [(15.0, true), (9.0, false)])
    func miter(degrees: Double, isPointed: Bool) throws {
        let (context, bitmap) = try makeContext(width: 200, height: 60)
        context.setLineWidth(4)
        // A corner at (100, 30) opening to the left: its point reaches to the right by half the miter length.
        let rise = tan(degrees / 2 * .pi / 180) * 90
        context.move(to: CGPoint(x: 10, y: 30 - rise))
        context.addLine(to: CGPoint(x: 100, y: 30))
        context.addLine(to: CGPoint(x: 10, y: 30 + rise))
        context.strokePath()
        #expect((bitmap.pixel(x: 110, y: 30) != 0) == isPointed)
    }

    @Test("D-30: blend modes have Apple's numbers, 0 to 27")
    func blendModeNumbers() {
        let modes: [CGBlendMode] = [
            .normal, .multiply, .screen, .overlay, .darken, .lighten, .colorDodge, .colorBurn, .softLight, .hardLight,
            .difference, .exclusion, .hue, .saturation, .color, .luminosity, .clear, .copy, .sourceIn, .sourceOut,
            .sourceAtop, .destinationOver, .destinationIn, .destinationOut, .destinationAtop, .xor, .plusDarker,
            .plusLighter,
        ]
        #expect(modes.map(\.rawValue) == Array(0...27))
    }

    // MARK: Pixels

    @Test("D-29: half of red is (128, 0, 0, 128), from a colour's alpha as from the context's")
    func halfRed() throws {
        let (context, bitmap) = try makeContext()
        context.setFillColor(red: 1, green: 0, blue: 0, alpha: 0.5)
        context.fill(CGRect(x: 0, y: 0, width: 5, height: 5))
        context.fillEllipse(in: CGRect(x: 10, y: 0, width: 10, height: 10))
        context.setFillColor(red)
        context.setAlpha(0.5)
        context.fill(CGRect(x: 0, y: 10, width: 5, height: 5))
        for point in [(2, 2), (15, 5), (2, 12)] {
            #expect(isClose(bitmap.pixel(x: point.0, y: point.1), 0x8080_0000), "\(point)")
        }
    }

    @Test(
        "A rectangle on pixel edges looks the same from the kernels as from cairo",
        arguments: [CGBlendMode.normal, .copy])
    func kernelsAgree(mode: CGBlendMode) throws {
        let (direct, left) = try makeContext()
        let (throughCairo, right) = try makeContext()
        for context in [direct, throughCairo] {
            context.setFillColor(green)
            context.fill(CGRect(x: 2, y: 2, width: 20, height: 20))
            context.setBlendMode(mode)
            context.setFillColor(red: 0.3, green: 0.6, blue: 0.9, alpha: 0.4)
        }
        direct.fill(CGRect(x: 5, y: 5, width: 30, height: 20))
        throughCairo.fill([CGRect(x: 5, y: 5, width: 30, height: 20)])
        for y in 0..<left.height {
            for x in 0..<left.width { #expect(isClose(left.pixel(x: x, y: y), right.pixel(x: x, y: y))) }
        }
    }

    @Test("Even-odd leaves the hole open")
    func evenOdd() throws {
        let (context, bitmap) = try makeContext()
        context.addRects([CGRect(x: 0, y: 0, width: 30, height: 30), CGRect(x: 10, y: 10, width: 10, height: 10)])
        context.fillPath(using: .evenOdd)
        #expect(bitmap.pixel(x: 5, y: 5) != 0 && bitmap.pixel(x: 15, y: 15) == 0)
        #expect(context.isPathEmpty)
    }

    @Test("A path keeps the matrix of its points; the pen has the matrix of the stroke")
    func pathAndPen() throws {
        let (context, bitmap) = try makeContext()
        context.move(to: CGPoint(x: 5, y: 10))
        context.addLine(to: CGPoint(x: 35, y: 10))
        context.scaleBy(x: 1, y: 6)
        context.strokePath()
        #expect(bitmap.inkBounds == PixelRect(x: 5, y: 7, width: 30, height: 6))
    }

    @Test("Dashes: drawn, left out, drawn; lengths without sense are refused")
    func dashes() throws {
        let (context, bitmap) = try makeContext()
        context.setLineDash(phase: 0, lengths: [4, 4])
        context.setLineDash(phase: 0, lengths: [-1, 3])
        context.setLineDash(phase: 0, lengths: [0, 0])
        context.strokeLineSegments(between: [CGPoint(x: 0, y: 5.5), CGPoint(x: 40, y: 5.5)])
        #expect(bitmap.pixel(x: 1, y: 5) != 0 && bitmap.pixel(x: 5, y: 5) == 0 && bitmap.pixel(x: 9, y: 5) != 0)
    }

    @Test("Numbers that are not finite, and matrices that flatten, draw nothing and break nothing")
    func nonsense() throws {
        let (context, bitmap) = try makeContext()
        context.fill(CGRect(x: CGFloat.nan, y: 0, width: 10, height: 10))
        context.move(to: CGPoint(x: CGFloat.nan, y: 1))
        context.addLine(to: CGPoint(x: 5, y: CGFloat.infinity))
        context.drawPath(using: .fillStroke)
        context.saveGState()
        context.scaleBy(x: 0, y: 1)
        context.stroke(CGRect(x: 1, y: 1, width: 5, height: 5))
        context.draw(
            CGImage(bitmap: try Bitmap(width: 2, height: 2, format: .argb8888)),
            in: CGRect(x: 0, y: 0, width: 5, height: 5))
        context.restoreGState()
        #expect(bitmap.inkedPixels == 0)
        context.fill(CGRect.infinite)
        #expect(bitmap.inkedPixels == bitmap.width * bitmap.height)
        context.restoreGState()  // one too many
        context.endTransparencyLayer()  // none open
        context.clear(CGRect(x: 0, y: 0, width: 1, height: 1))
        #expect(bitmap.pixel(x: 0, y: 0) == 0)
    }

    // MARK: States and clips

    @Test("restoreGState brings back matrix, colour, alpha and clip")
    func states() throws {
        let (context, bitmap) = try makeContext()
        context.setFillColor(red)
        context.saveGState()
        context.translateBy(x: 10, y: 10)
        context.clip(to: CGRect(x: 0, y: 0, width: 2, height: 2))
        context.setFillColor(blue)
        context.fill(CGRect(x: 0, y: 0, width: 100, height: 100))
        context.restoreGState()
        #expect(bitmap.inkBounds == PixelRect(x: 10, y: 10, width: 2, height: 2))
        #expect(bitmap.pixel(x: 11, y: 11) == 0xFF00_00FF)
        context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
        #expect(bitmap.pixel(x: 0, y: 0) == 0xFFFF_0000)
    }

    @Test("Clips narrow: rectangles, several at once, paths, even-odd; null shuts everything out")
    func clips() throws {
        let (context, bitmap) = try makeContext()
        func ink(_ clip: () -> Void) -> (Bitmap, PixelRect) {
            context.saveGState()
            context.clear(CGRect(x: 0, y: 0, width: 40, height: 30))
            clip()
            context.fill(CGRect(x: 0, y: 0, width: 40, height: 30))
            context.restoreGState()
            return (bitmap, bitmap.inkBounds)
        }
        #expect(
            ink {
                context.clip(to: CGRect(x: 2, y: 2, width: 20, height: 20))
                context.clip(to: CGRect(x: 10, y: 10, width: 20, height: 5))
            }.1 == PixelRect(x: 10, y: 10, width: 12, height: 5))
        let two = ink {
            context.clip(to: [CGRect(x: 0, y: 0, width: 5, height: 5), CGRect(x: 20, y: 20, width: 5, height: 5)])
        }
        #expect(two.1 == PixelRect(x: 0, y: 0, width: 25, height: 25) && two.0.pixel(x: 10, y: 10) == 0)
        let ring = ink {
            context.addEllipse(in: CGRect(x: 0, y: 0, width: 20, height: 20))
            context.addEllipse(in: CGRect(x: 5, y: 5, width: 10, height: 10))
            context.clip(using: .evenOdd)
        }
        #expect(
            ring.0.pixel(x: 2, y: 10) == 0xFF00_0000 && ring.0.pixel(x: 10, y: 10) == 0 && ring.0.pixel(x: 0, y: 0) == 0
        )
        #expect(ink { context.clip(to: CGRect.null) }.1.isEmpty)
        #expect(ink { context.clip(to: [CGRect]()) }.1.isEmpty)
        #expect(context.boundingBoxOfClipPath == CGRect(x: 0, y: 0, width: 40, height: 30))
    }

    @Test("A transparency layer fades as one: overlapping parts do not show through")
    func layers() throws {
        let (context, bitmap) = try makeContext()
        context.setAlpha(0.5)
        context.beginTransparencyLayer(auxiliaryInfo: nil)
        context.setFillColor(red)
        context.fill(CGRect(x: 0, y: 0, width: 10, height: 10))
        context.setFillColor(blue)
        context.saveGState()
        context.fill(CGRect(x: 5, y: 5, width: 10, height: 10))
        context.endTransparencyLayer()  // closes the saved state, too
        #expect(isClose(bitmap.pixel(x: 7, y: 7), 0x8000_0080) && isClose(bitmap.pixel(x: 2, y: 2), 0x8080_0000))
        context.setFillColor(green)
        context.fill(CGRect(x: 20, y: 0, width: 5, height: 5))
        #expect(isClose(bitmap.pixel(x: 22, y: 2), 0x8000_8000))  // alpha is back
    }

    // MARK: Reuse

    @Test("A context draws again into its bitmap once nobody else holds it")
    func reuse() throws {
        let context: CGContext
        do {
            let bitmap = try Bitmap(width: 20, height: 20, format: .argb8888)
            context = CGContext(bitmap: bitmap, scale: 2)
        }
        let whole = CGRect(x: 0, y: 0, width: 10, height: 10)
        #expect(context.prepare(clip: whole, clear: true))
        context.setFillColor(red)
        context.setLineWidth(7)
        context.saveGState()
        context.beginTransparencyLayer(auxiliaryInfo: nil)
        context.endTransparencyLayer()
        context.fill(whole)
        do {
            let shown = try #require(context.finish())
            #expect(shown.isFrozen && shown.pixel(x: 19, y: 19) == 0xFFFF_0000)
            #expect(!context.prepare(clip: whole, clear: true), "someone is looking")
            #expect(shown.pixel(x: 0, y: 0) == 0xFFFF_0000)
        }
        #expect(context.prepare(clip: CGRect(x: 0, y: 0, width: 5, height: 5), clear: true))
        #expect(context.bitmap?.pixel(x: 9, y: 9) == 0 && context.bitmap?.pixel(x: 10, y: 9) == 0xFFFF_0000)
        // State starts over: black, and limited to the clip, for kernels as for cairo.
        context.fill(CGRect(x: 0, y: 0, width: 10, height: 1))
        context.fillEllipse(in: CGRect(x: 2, y: 2, width: 20, height: 20))
        #expect(context.bitmap?.pixel(x: 9, y: 0) == 0xFF00_0000 && context.bitmap?.pixel(x: 10, y: 0) == 0xFFFF_0000)
        #expect(context.bitmap?.pixel(x: 19, y: 19) == 0xFFFF_0000)
    }
}
