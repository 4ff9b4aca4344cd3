import CoreGraphics
import Foundation
import Raster
import Testing

@testable import QuartzCore

@Suite("Text layers", .serialized)
@MainActor
struct TextLayerTests {
    private func layer(_ text: String, _ frame: CGRect = r(0, 0, 80, 30)) -> CATextLayer {
        let layer = CATextLayer()
        layer.frame = frame
        layer.string = text
        layer.fontSize = 16
        return layer
    }

    private func ink(_ layer: CATextLayer) -> PixelRect {
        layer.displayIfNeeded()
        guard let bitmap = layer.contentsBitmap else { return .empty }
        var ink = PixelRect.empty
        for y in 0..<bitmap.height {
            for x in 0..<bitmap.width where bitmap.pixel(x: x, y: y) >> 24 > 0 {
                ink = ink.union(PixelRect(x: x, y: y, width: 1, height: 1))
            }
        }
        return ink
    }

    @Test("What a new text layer has")
    func defaults() {
        let layer = CATextLayer()
        let values: [(String, AnyHashable?)] = [
            ("string", nil), ("font", nil), ("fontSize", 36), ("foregroundColor", CGColor.white), ("wrapped", 0),
            ("alignmentMode", "natural"), ("truncationMode", "none"), ("needsDisplayOnBoundsChange", 1),
        ]
        for (key, value) in values { #expect(layer.value(forKey: key) as? AnyHashable == value, "\(key)") }
        #expect(CATextLayer.defaultValue(forKey: "fontSize") as? NSNumber == 36)
    }

    @Test("The text begins at the top, white, and draws again when it, its look or the bounds change")
    func drawsAgain() throws {
        let screen = Screen()
        let layer = layer("Hill")
        screen.root.addSublayer(layer)
        screen.flush()
        let first = ink(layer)
        #expect(!first.isEmpty && first.minY < 8 && first.maxX < 60)
        let bitmap = try #require(layer.contentsBitmap)
        let solid = (0..<80 * 30).map { bitmap.pixel(x: $0 % 80, y: $0 / 80) }.max { $0 >> 24 < $1 >> 24 }
        #expect(solid == 0xFFFF_FFFF)
        screen.recorder.forget()
        for change: (CATextLayer) -> Void in [
            { $0.string = "Hills" }, { $0.fontSize = 20 }, { $0.foregroundColor = CGColor.black },
            { $0.alignmentMode = .center }, { $0.isWrapped = true }, { $0.truncationMode = .end },
            { $0.font = "monospace" }, { $0.bounds.size.width = 70 },
        ] {
            change(layer)
            screen.flush()
            #expect(screen.recorder.last?.contents.count == 1)
            screen.recorder.forget()
        }
        layer.string = "Hills"
        layer.position.x += 5
        screen.flush()
        #expect(screen.recorder.last?.contents.isEmpty == true)
        layer.string = nil
        screen.flush()
        #expect(layer.contents == nil)
    }

    private final class DrawnTextLayer: CATextLayer {}

    @Test("A text is committed as coverage with its colour, a byte for each pixel, and only its ink again")
    func coverage() throws {
        let screen = Screen()
        let text = layer("Hill", r(0, 0, 200, 50))
        text.foregroundColor = CGColor.black
        screen.root.addSublayer(text)
        screen.flush()
        let first = try #require(screen.recorder.last?.contents.first)
        #expect(first.bitmap?.format == .a8 && first.color == 0xFF00_0000 && first.changed == nil)
        let picture = try #require(text.contentsBitmap)
        #expect(picture.format == .argb8888 && text.contentsSize == CGSize(width: 200, height: 50))

        text.string = "Hall"
        screen.flush()
        let second = try #require(screen.recorder.last?.contents.first)
        let changed = try #require(second.changed)
        #expect(!changed.isEmpty && changed.width < 60 && changed.height < 30)
        let other = try #require(text.contentsBitmap)
        for y in 0..<50 {
            for x in 0..<200 where !changed.contains(x: x, y: y) {
                #expect(picture.pixel(x: x, y: y) == other.pixel(x: x, y: y))
            }
        }
        text.foregroundColor = CGColor.white
        screen.flush()
        #expect(screen.recorder.last?.contents.first?.changed == nil)
        #expect(screen.recorder.last?.contents.first?.color == 0xFFFF_FFFF)

        for opaque in [false, true] {
            let drawn: CATextLayer = opaque ? layer("Hall") : DrawnTextLayer()
            drawn.string = "Hall"
            drawn.frame = r(0, 0, 80, 30)
            drawn.isOpaque = opaque
            screen.root.addSublayer(drawn)
            screen.flush()
            #expect(screen.recorder.last?.contents.first?.bitmap?.format == (opaque ? .xrgb8888 : .argb8888))
        }
    }

    @Test("Alignment, wrapping and truncation")
    func modes() {
        let text = layer("one two three four five six", r(0, 0, 80, 60))
        let clipped = ink(text)
        #expect(clipped.maxX == 80 && clipped.maxY < 26)
        text.truncationMode = .end
        #expect(ink(text).maxX < 80 && ink(text).maxY < 26)
        text.isWrapped = true
        #expect(ink(text).maxY > 40 && ink(text).maxY < 60)
        let short = layer("Hi")
        short.alignmentMode = .right
        #expect(ink(short).minX > 60)
        short.alignmentMode = .center
        #expect(ink(short).minX > 25 && ink(short).maxX < 55)
        short.alignmentMode = CATextLayerAlignmentMode(rawValue: "nonsense")
        #expect(ink(short).minX < 5)
    }

    @Test("The preferred size holds the text")
    func preferredSize() {
        let text = layer("Hello", r(0, 0, 3, 3))
        let size = text.preferredFrameSize()
        text.bounds.size = size
        let exact = ink(text)
        text.bounds.size = CGSize(width: 300, height: 100)
        #expect(ink(text) == exact && size.width < 60)
    }

    @Test("An attributed text shows its characters; a font that is not installed is told and the system's used")
    func otherTexts() {
        let plain = layer("Hello")
        let attributed = layer("")
        attributed.string = NSAttributedString(string: "Hello")
        #expect(ink(plain) == ink(attributed) && !ink(plain).isEmpty)
        let lines = logged { plain.font = "No Such Font" }
        #expect(lines.count == 1 && ink(plain) == ink(attributed))
        plain.string = 42
        #expect(plain.contents == nil || ink(plain).isEmpty)
    }

    @Test("Nonsense sizes are refused, and a text without room draws nothing")
    func badInput() {
        let text = layer("Hello")
        let lines = logged {
            text.fontSize = 0
            text.fontSize = .nan
        }
        #expect(lines.count == 1 && text.fontSize == 16)
        text.bounds = r(0, 0, 0, 0)
        text.displayIfNeeded()
        text.fontSize = 1e9
        text.bounds = r(0, 0, 20, 20)
        text.displayIfNeeded()
    }
}
