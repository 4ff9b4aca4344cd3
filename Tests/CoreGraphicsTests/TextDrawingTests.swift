import Foundation
import Raster
import Testing

@testable import CoreGraphics

@Suite struct TextDrawingTests {
    @Test("Ink lies where inkBounds says, at every scale", arguments: [1, 2, 3])
    func ink(scale: CGFloat) throws {
        for text in ["Hagfj", "j", "Å", "שלום", "x\u{301}\u{301}"] {
            let (context, bitmap) = try makeContext(width: 400, height: 200, scale: scale)
            let layout = makeLayout(text, size: 20)
            layout.draw(in: context, at: CGPoint(x: 10, y: 10))
            let expected = layout.inkBounds.applying(
                CGAffineTransform(scaleX: scale, y: scale).translatedBy(x: 10, y: 10))
            let actual = CGRect(
                x: bitmap.inkBounds.minX, y: bitmap.inkBounds.minY, width: bitmap.inkBounds.width,
                height: bitmap.inkBounds.height)
            let edges: [(CGRect) -> CGFloat] = [\.minX, \.minY, \.maxX, \.maxY]
            for edge in edges { #expect(abs(edge(expected) - edge(actual)) <= 1.6, "\(text) \(expected) \(actual)") }
        }
    }

    @Test("A text one point lower is the same picture one point lower; colour and alpha are the text's and context's")
    func placement() throws {
        let (context, bitmap) = try makeContext(width: 100, height: 100)
        let layout = makeLayout("HIH", size: 30)
        layout.color = CGColor(red: 1, green: 0, blue: 0, alpha: 0.5)
        context.setAlpha(0.5)
        layout.draw(in: context, at: CGPoint(x: 10, y: 5))
        layout.draw(in: context, at: CGPoint(x: 10, y: 55))
        for y in 0..<50 {
            for x in 0..<100 { #expect(bitmap.pixel(x: x, y: y) == bitmap.pixel(x: x, y: y + 50)) }
        }
        // The middle of the I's stem is solid.
        let stem = (0..<100).map { bitmap.pixel(x: $0, y: 25) }.max { $0 >> 24 < $1 >> 24 }
        #expect(isClose(stem ?? 0, 0x4040_0000, within: 2))
    }

    @Test("Every road draws the same picture: direct, through a layer, through a clip path")
    func roads() throws {
        let layout = makeLayout("Quality 123 שלום", size: 15.5)
        layout.color = blue
        func draw(_ setUp: (CGContext) -> Void) throws -> Bitmap {
            let (context, bitmap) = try makeContext(width: 220, height: 30)
            setUp(context)
            layout.draw(in: context, at: CGPoint(x: 3.3, y: 2.2))
            context.endTransparencyLayer()
            return bitmap
        }
        let direct = try draw { _ in }
        let layer = try draw { $0.beginTransparencyLayer(auxiliaryInfo: nil) }
        let clipped = try draw { context in
            context.addEllipse(in: CGRect(x: -500, y: -500, width: 2000, height: 2000))
            context.clip()
        }
        #expect(direct.inkedPixels > 300)
        for y in 0..<30 {
            for x in 0..<220 {
                #expect(isClose(direct.pixel(x: x, y: y), layer.pixel(x: x, y: y), within: 2))
                #expect(isClose(direct.pixel(x: x, y: y), clipped.pixel(x: x, y: y), within: 2))
            }
        }
    }

    @Test("A clip cuts text; nothing outside it is touched")
    func clip() throws {
        let (context, bitmap) = try makeContext(width: 200, height: 40)
        context.clip(to: CGRect(x: 20, y: 5, width: 30, height: 12))
        makeLayout("MMMMMMMMMMMM", size: 20).draw(in: context, at: .zero)
        #expect(bitmap.inkBounds.width > 20 && PixelRect(x: 20, y: 5, width: 30, height: 12).contains(bitmap.inkBounds))
    }

    @Test("Turned, mirrored and very large text is drawn, too")
    func transforms() throws {
        let (context, bitmap) = try makeContext(width: 200, height: 200)
        context.saveGState()
        context.translateBy(x: 100, y: 20)
        context.rotate(by: .pi / 2)
        makeLayout("Turned", size: 20).draw(in: context, at: .zero)
        context.restoreGState()
        #expect(bitmap.inkBounds.height > bitmap.inkBounds.width * 2 && bitmap.inkBounds.maxX <= 101)
        context.clear(CGRect(x: 0, y: 0, width: 200, height: 200))
        makeLayout("I", size: 400).draw(in: context, at: CGPoint(x: 0, y: -200))
        #expect(bitmap.inkedPixels > 1000)
        let yUp = try #require(
            CGContext(
                data: nil, width: 100, height: 40, bitsPerComponent: 8, bytesPerRow: 0,
                space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue))
        makeLayout("Up", size: 20).draw(in: yUp, at: .zero)
        #expect(try #require(yUp.makeImage()).bitmap.inkedPixels > 50)
    }

    @Test("More glyphs than the pictures' memory holds: it starts over, and every text looks as before")
    func manyGlyphs() throws {
        let (context, bitmap) = try makeContext(width: 300, height: 120)
        func rows(of layout: TextLayout) -> [UInt32] {
            _ = context.prepare(clip: CGRect(x: 0, y: 0, width: 300, height: 120), clear: true)
            layout.draw(in: context, at: .zero)
            return [20, 60].flatMap { y in (0..<300).map { bitmap.pixel(x: $0, y: y) } }
        }
        let memory = TextEngine.shared.glyphMemory
        let generation = TextEngine.shared.lock.withLock { _ in memory.generation }
        let text = "Sphinx of black quartz, judge my vow 0123456789"
        let large = makeLayout(text, size: 100)
        let (reference, largeReference) = (rows(of: makeLayout("Same", size: 31)), rows(of: large))
        for size in stride(from: CGFloat(100), to: 220, by: 3) {
            _ = rows(of: makeLayout(text, size: size))
            #expect(rows(of: makeLayout("Same", size: 31)) == reference, "\(size)")
            #expect(rows(of: large) == largeReference, "\(size)")
        }
        #expect(TextEngine.shared.lock.withLock { _ in memory.generation } > generation, "the memory was never full")
    }

    @Test("Text draws from several threads at once")
    func threads() async throws {
        let reference = try Self.picture(round: 3)
        await withTaskGroup(of: [UInt32]?.self) { group in
            for task in 0..<8 {
                group.addTask {
                    for round in 0..<20 where round % 8 != task { _ = try? Self.picture(round: round) }
                    return try? Self.picture(round: 3)
                }
            }
            for await pixels in group { #expect(pixels == reference) }
        }
    }

    private static func picture(round: Int) throws -> [UInt32] {
        let (context, bitmap) = try makeContext(width: 200, height: 40)
        makeLayout(round % 2 == 0 ? "Label \(round)" : "תווית \(round)", size: CGFloat(12 + round)).draw(
            in: context, at: .zero)
        return (0..<40).flatMap { y in (0..<200).map { bitmap.pixel(x: $0, y: y) } }
    }
}
