import Foundation
import Raster
import Testing

@testable import CoreGraphics

@Suite struct CGFontTests {
    @Test("DejaVu Sans says in its own units what its tables say")
    func measures() throws {
        let font = try #require(CGFont("DejaVuSans"))
        #expect(font.postScriptName == "DejaVuSans" && font.fullName == "DejaVu Sans" && font.unitsPerEm == 2048)
        #expect(font.ascent == 1901 && font.descent == -483 && font.leading == 0)
        #expect(font.capHeight == 1493 && font.xHeight == 1120 && font.italicAngle == 0)
        #expect(font.numberOfGlyphs > 5000 && font.fontBBox.width > 2048 && font.fontBBox.minY < -483)
        #expect(font.tableTags.contains(0x676C_7966) && font.table(for: 0x6865_6164)?.count == 54)
        #expect(font.table(for: 0x4142_4344) == nil)
        #expect(try #require(CGFont("Inter-Italic")).italicAngle < -5)
        #expect(CGFont("No Such Font") == nil && CGFont("") == nil)
    }

    @Test("Glyphs by name and back, their advances and boxes; what does not exist is 0, nil and false")
    func glyphs() throws {
        let font = try #require(CGFont("DejaVuSans"))
        let glyph = font.getGlyphWithGlyphName(name: "A")
        #expect(glyph != 0 && font.name(for: glyph) == "A" && font.glyph(for: "A") == glyph)
        #expect(font.getGlyphWithGlyphName(name: "nosuchglyph") == 0 && font.name(for: 0xFFFF) == nil)
        var advances: [Int32] = [-1, -1]
        #expect(font.getGlyphAdvances(glyphs: [glyph], count: 1, advances: &advances))
        #expect(advances == [1401, -1])
        #expect(!font.getGlyphAdvances(glyphs: [glyph, 0xFFFF], count: 2, advances: &advances))
        #expect(advances == [1401, 0])
        var boxes = [CGRect.null]
        #expect(font.getGlyphBBoxes(glyphs: [glyph], count: 1, bboxes: &boxes))
        #expect(boxes[0].minY == 0 && boxes[0].height == 1493 && boxes[0].width > 1000)
    }

    @Test("Two fonts are equal when they are the same face of the same file")
    func equality() throws {
        #expect(CGFont("DejaVuSans") == CGFont("DejaVu Sans") && CGFont("DejaVuSans") != CGFont("DejaVuSans-Bold"))
        let provider = try #require(CGDataProvider(data: SampleFonts.file("DejaVuSans")))
        let own = try #require(CGFont(provider))
        #expect(own != CGFont("DejaVuSans") && own.postScriptName == "DejaVuSans")
    }
}

@Suite struct ShowGlyphsTests {
    /// A view's context in which text stands upright, with "H" and "I" at hand.
    private func makeTextContext(size: CGFloat = 40) throws -> (CGContext, Bitmap, [CGGlyph]) {
        let (context, bitmap) = try makeContext(width: 100, height: 60)
        let font = try #require(CGFont("DejaVuSans"))
        context.setFont(font)
        context.setFontSize(size)
        context.textMatrix = CGAffineTransform(scaleX: 1, y: -1)
        return (context, bitmap, [try #require(font.glyph(for: "H")), try #require(font.glyph(for: "I"))])
    }

    @Test("A glyph stands on its position: as high as the font's capitals, as wide as its box")
    func place() throws {
        let (context, bitmap, glyphs) = try makeTextContext()
        context.textPosition = CGPoint(x: 10, y: 50)
        #expect(context.textMatrix == CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 10, ty: 50))
        context.showGlyphs([glyphs[0]], at: [.zero])
        // Capitals are 0.729 em high: 29.2 pixels; the H begins 0.098 em behind its pen.
        #expect(bitmap.inkBounds == PixelRect(x: 13, y: 20, width: 24, height: 30))
        #expect(bitmap.pixel(x: 16, y: 35) == 0xFF00_0000 && context.textPosition == CGPoint(x: 10, y: 50))
    }

    @Test("Without turning the text matrix glyphs hang upside down in a view, and stand in a context with y up")
    func direction() throws {
        let (context, bitmap, _) = try makeTextContext()
        let seven = try #require(CGFont("DejaVuSans")?.glyph(for: "7"))
        func topIsWide(_ bitmap: Bitmap) -> Bool {
            let box = bitmap.inkBounds
            func ink(_ y: Int) -> Int { (box.minX..<box.maxX).count { bitmap.pixel(x: $0, y: y) >> 24 > 128 } }
            return ink(box.minY + 2) > ink(box.maxY - 3) * 2
        }
        context.textMatrix = .identity
        context.showGlyphs([seven], at: [CGPoint(x: 20, y: 10)])
        #expect(!topIsWide(bitmap) && bitmap.inkBounds.minY == 10)
        let yUp = try #require(
            CGContext(
                data: nil, width: 60, height: 60, bitsPerComponent: 8, bytesPerRow: 0,
                space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue))
        yUp.setFont(try #require(CGFont("DejaVuSans")))
        yUp.setFontSize(40)
        yUp.showGlyphs([seven], at: [CGPoint(x: 20, y: 10)])
        let picture = try #require(yUp.makeImage()).bitmap
        #expect(topIsWide(picture) && picture.inkBounds.maxY == 50)
    }

    @Test("Spacing moves each glyph further than the one before; size and matrix scale it all")
    func spacing() throws {
        let (context, bitmap, glyphs) = try makeTextContext(size: 20)
        context.textPosition = CGPoint(x: 0, y: 30)
        context.setCharacterSpacing(10)
        context.showGlyphs([glyphs[1], glyphs[1]], at: [CGPoint(x: 5, y: 0), CGPoint(x: 25, y: 0)])
        let columns = (0..<100).filter { bitmap.pixel(x: $0, y: 25) >> 24 > 200 }
        #expect(
            columns.first.map { (7...8).contains($0) } == true && columns.last.map { (38...39).contains($0) } == true)
        context.clear(CGRect(x: 0, y: 0, width: 100, height: 60))
        context.setCharacterSpacing(0)
        context.textMatrix = CGAffineTransform(a: 2, b: 0, c: 0, d: -2, tx: 0, ty: 50)
        context.showGlyphs([glyphs[0]], at: [CGPoint(x: 5, y: 0)])
        #expect(bitmap.inkBounds == PixelRect(x: 13, y: 20, width: 24, height: 30))
    }

    @Test("Modes: fill, outline, both, nothing; those that clip let later drawing through the glyphs only")
    func modes() throws {
        func draw(_ mode: CGTextDrawingMode, glyphs count: Int = 1) throws -> Bitmap {
            let (context, bitmap, glyphs) = try makeTextContext()
            context.setFillColor(red)
            context.setStrokeColor(blue)
            context.setLineWidth(2)
            context.textPosition = CGPoint(x: 10, y: 50)
            context.setTextDrawingMode(mode)
            context.move(to: .zero)
            context.showGlyphs(Array(glyphs.prefix(count)), at: [.zero])
            #expect(!context.isPathEmpty, "the user's path is not touched")
            if mode.rawValue >= 4 {
                context.setFillColor(green)
                context.fill(CGRect(x: 0, y: 0, width: 100, height: 60))
            }
            return bitmap
        }
        // In the middle of the H's left stem, on its edge, outside.
        func colours(_ bitmap: Bitmap) -> [UInt32] {
            [(16, 45), (14, 45), (2, 2)].map { bitmap.pixel(x: $0.0, y: $0.1) }
        }
        let (clear, solidRed, solidGreen) = (UInt32(0), UInt32(0xFFFF_0000), UInt32(0xFF00_FF00))
        var shown = colours(try draw(.fill))
        #expect(shown[0] == solidRed && shown[2] == clear)
        shown = colours(try draw(.stroke))
        #expect(shown[0] >> 24 < 40 && channels(shown[1])[3] > 150 && shown[2] == clear)
        shown = colours(try draw(.fillStroke))
        #expect(channels(shown[0])[1] > 200 && channels(shown[1])[3] > 150)
        #expect(try draw(.invisible).inkedPixels == 0)
        shown = colours(try draw(.clip))
        #expect(shown[0] == solidGreen && shown[2] == clear)
        shown = colours(try draw(.strokeClip))
        #expect(shown[0] == solidGreen && shown[2] == clear)
        shown = colours(try draw(.fillClip))
        #expect(shown[0] == solidGreen && shown[2] == clear)
        #expect(try draw(.fillStrokeClip).inkBounds.width < 30)
        #expect(try draw(.clip, glyphs: 0).inkedPixels == 0, "no glyphs let nothing through")
    }

    @Test("State: font, size, spacing and mode are saved and restored, the text matrix is not")
    func state() throws {
        let (context, bitmap, glyphs) = try makeTextContext()
        context.saveGState()
        context.setFontSize(5)
        context.setTextDrawingMode(.invisible)
        context.setFont(try #require(CGFont("DejaVuSans-Bold")))
        context.textPosition = CGPoint(x: 10, y: 50)
        context.restoreGState()
        context.showGlyphs([glyphs[0]], at: [.zero])
        #expect(bitmap.inkBounds == PixelRect(x: 13, y: 20, width: 24, height: 30))
    }

    @Test("Places between pixels: as they are, in quarters, or on whole pixels; jagged edges when asked for")
    func quality() throws {
        func draw(_ x: CGFloat, _ setUp: (CGContext) -> Void) throws -> [UInt32] {
            let (context, bitmap, glyphs) = try makeTextContext(size: 20)
            setUp(context)
            context.textPosition = CGPoint(x: 10 + x, y: 50)
            context.showGlyphs([glyphs[1]], at: [.zero])
            return (0..<30).map { bitmap.pixel(x: $0, y: 45) }
        }
        let whole = try draw(0) { _ in }
        #expect(try draw(0.5) { _ in } != whole)
        #expect(try draw(0.1) { _ in } == whole, "a tenth is no quarter")
        #expect(try draw(0.1) { $0.setShouldSubpixelQuantizeFonts(false) } != whole)
        #expect(try draw(0.1) { $0.setAllowsFontSubpixelQuantization(false) } != whole)
        #expect(try draw(0.4) { $0.setShouldSubpixelPositionFonts(false) } == whole)
        #expect(try draw(0.4) { $0.setAllowsFontSubpixelPositioning(false) } == whole)
        let jagged = try draw(0.25) { $0.setShouldAntialias(false) }
        #expect(jagged.allSatisfy { $0 == 0 || $0 == 0xFF00_0000 } && jagged.contains(0xFF00_0000))
    }

    @Test("Turned, mirrored, tiny and enormous glyphs, and numbers that make no sense")
    func extremes() throws {
        let (context, bitmap, glyphs) = try makeTextContext()
        context.textMatrix = CGAffineTransform(rotationAngle: .pi / 2).translatedBy(x: 10, y: -50)
        context.showGlyphs([glyphs[0]], at: [.zero])
        #expect(bitmap.inkBounds.width > bitmap.inkBounds.height)
        context.clear(CGRect(x: 0, y: 0, width: 100, height: 60))
        for size: CGFloat in [1e6, 1e-9, .nan, .infinity, -1e300, 0] {
            context.setFontSize(size)
            context.showGlyphs([glyphs[0], 0xFFFE], at: [CGPoint(x: 1e300, y: 0), CGPoint(x: CGFloat.nan, y: 0)])
            context.showGlyphs([glyphs[0], 3, 4], at: [.zero])
        }
        context.setFontSize(20)
        for matrix in [
            CGAffineTransform(a: 0, b: 0, c: 0, d: 0, tx: 0, ty: 0),
            CGAffineTransform(a: .nan, b: 1, c: 1, d: 1, tx: 0, ty: 0),
            CGAffineTransform(a: 1, b: 0, c: 0, d: 1, tx: .infinity, ty: 0),
        ] {
            context.textMatrix = matrix
            context.showGlyphs(glyphs, at: [.zero, .zero])
        }
        context.clear(CGRect(x: 0, y: 0, width: 100, height: 60))
        context.textMatrix = CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 10, ty: 50)
        context.showGlyphs(glyphs, at: [.zero])
        #expect(bitmap.inkedPixels > 30, "the context is as good as before")
    }

    @Test("A document keeps filled glyphs as text in their font")
    func document() throws {
        func pages(_ mode: CGTextDrawingMode) throws -> Int {
            let data = NSMutableData()
            let consumer = try #require(CGDataConsumer(data: data))
            let context = try #require(CGContext(consumer: consumer, mediaBox: nil, nil))
            context.beginPDFPage(nil)
            let provider = try #require(CGDataProvider(data: SampleFonts.renamed("Docume")))
            let font = try #require(CGFont(provider))
            context.setFont(font)
            context.setFontSize(30)
            context.setTextDrawingMode(mode)
            context.showGlyphs([try #require(font.glyph(for: "A"))], at: [CGPoint(x: 50, y: 50)])
            context.closePDF()
            return data.length
        }
        // The font is in it, with one glyph; outlines need none.
        #expect(try pages(.fill) > pages(.stroke) + 1500)
    }
}
