import Foundation
import Raster
import Testing

@testable import CoreGraphics

/// A layout in the one font that every test machine has.
func makeLayout(_ text: String, size: CGFloat = 16, width: CGFloat = .infinity) -> TextLayout {
    let layout = TextLayout(font: FontDescription(family: "DejaVu Sans", size: size))
    layout.text = text
    layout.maximumWidth = width
    return layout
}

@Suite struct FontTests {
    @Test("DejaVu Sans has the measures its tables say, in proportion to its size", arguments: [10, 16, 33.5])
    func metrics(size: CGFloat) {
        let face = FontFace.face(for: FontDescription(family: "DejaVu Sans", size: size))
        #expect(face.familyName == "DejaVu Sans")
        func isNear(_ value: CGFloat, _ perEm: CGFloat) -> Bool { abs(value / size - perEm) < 0.002 }
        #expect(isNear(face.metrics.ascender, 0.928) && isNear(face.metrics.descender, -0.236))
        #expect(isNear(face.metrics.capHeight, 0.729) && isNear(face.metrics.xHeight, 0.547))
        #expect(face.metrics.leading == 0 && isNear(face.metrics.lineHeight, 1.164))
    }

    @Test("Weight and slant choose other faces of the family")
    func faces() {
        let regular = makeLayout("WWWW").size.width
        let bold = TextLayout(font: FontDescription(family: "DejaVu Sans", size: 16, weight: 700))
        bold.text = "WWWW"
        #expect(bold.size.width > regular * 1.05)
        #expect(FontFace.face(for: FontDescription(family: "No Such Family", size: 16)).metrics.ascender > 5)
        #expect(FontDescription(size: .nan).size == 17 && FontDescription(size: 1e9).size == 2000)
    }

    @Test("Warnings say what is missing, where it was looked for, and what to do")
    func warnings() {
        let none = FontWarning.noFonts(searched: ["/usr/share/fonts"]).description
        #expect(none.contains("/usr/share/fonts") && none.contains("fonts-dejavu-core"))
        let missing = FontWarning.familyMissing(name: "Foo", used: "Inter", searched: ["/a"]).description
        #expect(missing.contains("Foo") && missing.contains("Inter") && missing.contains("VITRINE_FONT"))
        #expect(FontFace.familyNames.contains("DejaVu Sans"))
    }
}

@Suite struct TextLayoutTests {
    @Test("One line: as high as the font, baseline at the ascender; an empty text keeps the height")
    func oneLine() {
        let layout = makeLayout("Hello")
        let metrics = layout.metrics
        #expect(layout.size.height == metrics.lineHeight && layout.firstBaseline == metrics.ascender)
        #expect(layout.numberOfLines == 1 && !layout.isTruncated && layout.lastBaseline == layout.firstBaseline)
        layout.text = ""
        #expect(layout.size == CGSize(width: 0, height: metrics.lineHeight) && layout.firstBaseline == metrics.ascender)
        layout.text = "Hello Hello"
        #expect(layout.size.width > makeLayout("Hello").size.width * 2)
    }

    @Test("Justified lines reach both edges, also where a line ends with another script, in either direction")
    func justified() throws {
        for (text, hasFreeLines) in [
            ("Layers show text of any script and length, Ελληνικά kai πολλά others too.", false),
            ("one two three, четыре пять шесть seven восемь nine десять eleven", false),
            ("שלום עולם one two זה טקסט ארוך three four שנשבר לשורות", false),
            ("one two three\nfour five six", true), ("Donaudampfschifffahrtsgesellschaftskapitän", true),
        ] {
            for width in [CGFloat(100), 131, 150, 187] {
                let layout = makeLayout(text, width: width)
                layout.alignment = .justified
                #expect(layout.numberOfLines > 1 || hasFreeLines)
                for line in layout.lines.dropLast() where !hasFreeLines {
                    #expect(abs(CGFloat(line.width) / 1024 - width) < 0.01, "\(text) in \(width)")
                    // The last letter is where the line ends, not before a space.
                    let run = try #require(layout.runs[line.runs].last)
                    let start = layout.glyphs[run.glyphs].map(\.x).max() ?? 0
                    #expect(width - CGFloat(start) / 1024 < 16, "\(text) in \(width)")
                }
                #expect(layout.size.width <= width.rounded(.up))
            }
        }
    }

    @Test("Word wrapping breaks at words, and inside a word only where it must")
    func wordWrapping() {
        let word = makeLayout("several").size.width
        let layout = makeLayout("several several several", width: word + 2)
        #expect(layout.numberOfLines == 3 && layout.size.width <= word + 0.01)
        #expect(abs(layout.size.height - 3 * layout.metrics.lineHeight) < 0.01)
        #expect(abs(layout.lastBaseline - layout.firstBaseline - 2 * layout.metrics.lineHeight) < 0.01)
        layout.maximumWidth = word * 0.6
        #expect(layout.numberOfLines == 6)
        layout.maximumWidth = .infinity
        #expect(layout.numberOfLines == 1)
        layout.maximumWidth = layout.size.width
        #expect(layout.numberOfLines == 1, "a width that was measured is wide enough")
    }

    @Test("Newlines separate paragraphs; a line limit and a height limit cut")
    func limits() {
        let layout = makeLayout("one\ntwo\nthree", width: 500)
        #expect(layout.numberOfLines == 3 && !layout.isTruncated)
        layout.maximumNumberOfLines = 2
        #expect(layout.numberOfLines == 2 && layout.isTruncated)
        layout.maximumNumberOfLines = 0
        layout.maximumHeight = layout.metrics.lineHeight * 2.5
        #expect(layout.numberOfLines == 2 && layout.isTruncated)
        layout.maximumHeight = 1
        #expect(layout.numberOfLines == 1, "the first line is always shown")
        layout.maximumHeight = .infinity
        layout.lineSpacing = 10
        #expect(abs(layout.size.height - 3 * layout.metrics.lineHeight - 20) < 0.01)
    }

    @Test("Clipping neither breaks nor shortens")
    func clipping() {
        let layout = makeLayout("one two three four", width: 30)
        layout.lineBreakMode = .clipping
        #expect(layout.numberOfLines == 1 && !layout.isTruncated)
        #expect(layout.size.width == makeLayout("one two three four").size.width)
    }

    @Test(
        "Truncated text fits its width and shows “…” at its place",
        arguments: [TextLayout.LineBreakMode.truncatingHead, .truncatingMiddle, .truncatingTail], [1, 2])
    func truncation(mode: TextLayout.LineBreakMode, lines: Int) throws {
        let layout = makeLayout(String(repeating: "abcdefg ", count: 12), width: 200)
        layout.lineBreakMode = mode
        layout.maximumNumberOfLines = lines
        #expect(layout.isTruncated && layout.numberOfLines == lines && layout.size.width <= 200.01)
        let ellipsis = try #require(makeLayout("…").shapedGlyphs.first)
        let last = try #require(layout.lines.last)
        let shown = layout.runs[last.runs].flatMap { Array(layout.glyphs[$0.glyphs]) }
        let place = try #require(shown.firstIndex { $0.glyph == ellipsis.glyph })
        switch mode {
        case .truncatingHead: #expect(place == 0)
        case .truncatingTail: #expect(place == shown.count - 1)
        default: #expect(place > 3 && place < shown.count - 4)
        }
        // It fits: nothing is cut.
        layout.maximumWidth = 5000
        #expect(!layout.isTruncated && layout.numberOfLines == 1)
    }

    @Test("A second paragraph that is not shown leaves “…” behind the first, however short that is")
    func truncatedParagraph() throws {
        let layout = makeLayout("ab\ncd", width: 500)
        layout.lineBreakMode = .truncatingTail
        layout.maximumNumberOfLines = 1
        #expect(layout.isTruncated && layout.shapedGlyphs.map(\.glyph) == makeLayout("ab…").shapedGlyphs.map(\.glyph))
        layout.text = "ab\n"
        #expect(!layout.isTruncated && layout.shapedGlyphs.count == 2)
    }

    @Test(
        "Truncation never parts a letter from its mark",
        arguments: [TextLayout.LineBreakMode.truncatingHead, .truncatingMiddle, .truncatingTail])
    func clusters(mode: TextLayout.LineBreakMode) throws {
        // No single character exists for x with an acute, so each pair is two glyphs.
        let layout = makeLayout(String(repeating: "x\u{301}", count: 40))
        layout.lineBreakMode = mode
        layout.maximumNumberOfLines = 1
        let pair = makeLayout("x\u{301}").shapedGlyphs.map(\.glyph)
        let ellipsis = try #require(makeLayout("…").shapedGlyphs.first).glyph
        #expect(pair.count == 2)
        for width in stride(from: CGFloat(20), to: 300, by: 3.7) {
            layout.maximumWidth = width
            #expect(layout.isTruncated)
            for part in layout.shapedGlyphs.map(\.glyph).split(separator: ellipsis) {
                #expect(part.count % 2 == 0 && part.first != pair[1], "\(width)")
            }
        }
    }

    @Test("Alignment places lines within the width; right-to-left text is naturally right")
    func alignment() {
        let layout = makeLayout("abc", width: 200)
        let width = layout.size.width
        func x(_ alignment: TextLayout.Alignment) -> CGFloat {
            layout.alignment = alignment
            layout.validate()
            return layout.lines[0].x
        }
        #expect(x(.natural) == 0 && x(.left) == 0 && x(.right) == 200 - width && x(.center) == (200 - width) / 2)
        layout.text = "שלום"
        #expect(x(.natural) == 200 - layout.size.width && x(.left) == 0)
        layout.maximumWidth = .infinity
        #expect(x(.right) == 0)
    }

    @Test(
        "Ink never leaves the width that was measured: slanted letters and tails have room",
        arguments: ["j", "jf", "fj"])
    func overhang(text: String) throws {
        for italic in [false, true] {
            let layout = TextLayout(font: FontDescription(family: "DejaVu Serif", size: 40, isItalic: italic))
            layout.text = text
            for alignment in [TextLayout.Alignment.left, .center, .right] {
                layout.alignment = alignment
                layout.maximumWidth = .infinity
                layout.maximumWidth = layout.size.width
                #expect(layout.numberOfLines == 1 && layout.inkBounds.minX > -0.01)
                #expect(layout.inkBounds.maxX < layout.size.width + 0.01)
                // In a narrower place it is cut at one side, not moved out of it.
                layout.lineBreakMode = .clipping
                layout.maximumWidth = 1
                #expect(layout.inkBounds.minX < 3)
                layout.lineBreakMode = .wordWrapping
            }
        }
    }

    @Test("Arabic and Hebrew go through pango: joined forms, right to left")
    func rightToLeft() throws {
        let single = makeLayout("ب")
        let joined = makeLayout("ببب")
        #expect(!joined.isSimpleText && !single.isSimpleText)
        #expect(Set(joined.shapedGlyphs.map(\.glyph)).count == 3, "initial, medial and final form")
        #expect(joined.size.width < single.size.width * 3)
        let hebrew = makeLayout("אב").shapedGlyphs
        let alef = try #require(makeLayout("א").shapedGlyphs.first).glyph
        #expect(hebrew.last?.glyph == alef, "the first letter is the rightmost")
        #expect(!makeLayout("abc שלום").isSimpleText)
    }

    @Test("Widths, limits and texts without sense do no harm")
    func nonsense() throws {
        let layout = makeLayout("some words", width: -5)
        #expect(layout.numberOfLines > 0)
        layout.maximumWidth = .nan
        #expect(layout.size.height > 0)
        layout.maximumWidth = 0
        layout.maximumHeight = -1
        #expect(layout.numberOfLines == 1)
        layout.maximumWidth = .greatestFiniteMagnitude
        layout.text = "a\0b\u{2028}\r\n\t\u{FEFF}\u{10FFFF}"
        #expect(layout.size.height > 0)
        let (context, bitmap) = try makeContext()
        layout.draw(in: context, at: CGPoint(x: CGFloat.nan, y: 0))
        layout.draw(in: context, at: CGPoint(x: 1e300, y: -1e300))
        #expect(bitmap.inkedPixels == 0)
        layout.draw(in: context, at: .zero)
        #expect(bitmap.inkedPixels > 0)
    }
}

extension TextLayout {
    var shapedGlyphs: [PositionedGlyph] {
        validate()
        return Array(glyphs)
    }

    var isSimpleText: Bool {
        validate()
        return isSimple
    }
}
