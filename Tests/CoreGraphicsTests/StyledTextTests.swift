import Foundation
import Raster
import Testing

@testable import CoreGraphics

private func style(_ size: CGFloat = 16, _ color: CGColor = .black, weight: Int = 400) -> TextStyle {
    TextStyle(font: FontDescription(family: "DejaVu Sans", size: size, weight: weight), color: color)
}

/// Runs of characters with a style each, in one format.
private func styledText(_ runs: [(String, TextStyle)], _ format: ParagraphFormat = ParagraphFormat()) -> StyledText {
    var ends = ContiguousArray<StyledText.Run>()
    var text = ""
    for (index, run) in runs.enumerated() {
        text += run.0
        ends.append(StyledText.Run(end: text.utf8.count, style: index, format: 0))
    }
    return StyledText(text, runs: ends, styles: runs.map(\.1), formats: [format.usable])
}

private func styledLayout(_ text: StyledText, width: CGFloat = .infinity) -> TextLayout {
    let layout = TextLayout(font: FontDescription(size: 12))
    layout.styled = text
    layout.maximumWidth = width
    layout.validate()
    return layout
}

private func format(_ change: (inout ParagraphFormat) -> Void) -> ParagraphFormat {
    var format = ParagraphFormat()
    change(&format)
    return format
}

@Suite("Styled texts") struct StyledTextTests {
    static let texts = [
        "Hello", "AVATAR To We LT fi ffi fl", "one two three four five six seven eight nine ten eleven",
        "first paragraph that is long\nsecond\n\nfourth after an empty one", "ends with a newline\n", "",
        "שלום עולם and left to right again", "مرحبا بالعالم الجميل", "日本語の文章は単語の間に空白がありません",
        "x\u{302}y\u{302} combining", "supercalifragilisticexpialidocious unbreakable", "a\tb\tc", "trailing spaces   ",
        "e-mail well-known (in brackets) 12:34, 5 % “quotes”", "zero\u{200B}width", "soft\u{AD}hyphen\u{AD}ation here",
    ]

    @Test("One style for all is the plain text: same lines, glyphs, places, at every width", arguments: texts)
    func equalsPlain(text: String) {
        for width in [.infinity, 300, 140, 90, 61] as [CGFloat] {
            for (mode, alignment) in [
                (TextLayout.LineBreakMode.wordWrapping, TextLayout.Alignment.natural), (.characterWrapping, .left),
                (.wordWrapping, .center), (.clipping, .right),
            ] {
                // Tabs are set by other rules there.
                if text.contains("\t") { continue }
                // Spaces at the end hang out here; a word that is broken at a hyphen ends elsewhere.
                if text.hasSuffix(" ") || text.contains("\u{AD}"), width < 100 { continue }
                let plain = makeLayout(text, width: width)
                plain.lineBreakMode = mode
                plain.alignment = alignment
                let styled = styledLayout(
                    StyledText(
                        text, style: style(),
                        format: format {
                            $0.lineBreakMode = mode
                            $0.alignment = alignment
                        }), width: width)
                let what = "\(text) in \(width), \(mode)"
                #expect(styled.numberOfLines == plain.numberOfLines, "\(what)")
                #expect(abs(styled.size.width - plain.size.width) < 0.01, "\(what)")
                #expect(abs(styled.size.height - plain.size.height) < 0.01, "\(what)")
                #expect(styled.lines.map(\.baseline) == plain.lines.map(\.baseline), "\(what)")
                #expect(styled.lines.map(\.width) == plain.lines.map(\.width), "\(what)")
                #expect(styled.glyphs.map(\.glyph) == plain.glyphs.map(\.glyph), "\(what)")
                #expect(styled.lines.map(\.x) == plain.lines.map(\.x), "\(what)")
            }
        }
    }

    @Test("Colours do not part what is shaped together")
    func colours() {
        for word in ["office AVATAR", "مرحبا بالعالم"] {
            let middle = word.index(word.startIndex, offsetBy: 4)
            let parts = styledLayout(
                styledText([(String(word[..<middle]), style(16, red)), (String(word[middle...]), style(16, blue))]))
            let whole = styledLayout(StyledText(word, style: style(), format: ParagraphFormat()))
            #expect(parts.size == whole.size && parts.glyphs == whole.glyphs)
            #expect(parts.coverageColor == nil && whole.coverageColor == .black)
        }
    }

    @Test("Kerning comes after each character and parts ligatures; 0 turns the font's own off")
    func kerning() {
        func width(_ text: String, _ kern: CGFloat?) -> CGFloat {
            var style = style()
            style.shaping.kern = kern
            return CGFloat(styledLayout(StyledText(text, style: style, format: ParagraphFormat())).lines[0].width)
                / 1024
        }
        #expect(abs(width("abcd", 3) - width("abcd", nil) - 12) < 0.01)
        #expect(abs(width("abcd", -1) - width("abcd", nil) + 4) < 0.01)
        #expect(width("AVAVAV", 0) > width("AVAVAV", nil) + 1)
        #expect(abs(width("שלום", 2) - width("שלום", nil) - 8) < 0.01)
    }

    @Test("The highest font of a line makes its height; a baseline offset moves and grows it")
    func heights() {
        let small = makeLayout("x", size: 10).metrics
        let large = makeLayout("x", size: 30).metrics
        let layout = styledLayout(styledText([("small ", style(10)), ("large\n", style(30)), ("small", style(10))]))
        #expect(abs(layout.firstBaseline - large.ascender) < 0.01)
        #expect(abs(layout.size.height - large.lineHeight - small.lineHeight) < 0.01)
        var raised = style(10)
        raised.shaping.baselineOffset = 8
        let offset = styledLayout(styledText([("a", style(10)), ("b", raised)]))
        #expect(abs(offset.firstBaseline - small.ascender - 8) < 0.01)
        #expect(offset.glyphs[1].y == -8 * 1024)
    }

    @Test("Line heights: at least, at most, times; the room is above the letters")
    func lineHeights() {
        let natural = makeLayout("x").metrics
        func layout(_ change: (inout ParagraphFormat) -> Void) -> TextLayout {
            styledLayout(StyledText("one\ntwo", style: style(), format: format(change)))
        }
        let high = layout { $0.minimumLineHeight = 40 }
        #expect(high.size.height == 80 && abs(high.firstBaseline - (40 + natural.descender)) < 0.01)
        let low = layout { $0.maximumLineHeight = 10 }
        #expect(low.size.height == 20)
        #expect(abs(layout { $0.lineHeightMultiple = 2 }.size.height - natural.lineHeight * 4) < 0.01)
        #expect(abs(layout { $0.lineSpacing = 5 }.size.height - natural.lineHeight * 2 - 5) < 0.01)
        let apart = layout {
            $0.paragraphSpacing = 7
            $0.paragraphSpacingBefore = 4
        }
        #expect(abs(apart.size.height - natural.lineHeight * 2 - 11) < 0.01)
    }

    @Test("Indents: the first line's, the others', the end's; from the right where it is read so")
    func indents() {
        let text = "one two three four five six seven eight"
        func layout(_ text: String, _ change: (inout ParagraphFormat) -> Void) -> TextLayout {
            styledLayout(StyledText(text, style: style(), format: format(change)), width: 200)
        }
        let hanging = layout(text) {
            $0.headIndent = 30
            $0.tailIndent = -20
        }
        #expect(hanging.lines.count > 2 && hanging.lines[0].x < 1 && abs(hanging.lines[1].x - 30) < 1)
        for line in hanging.lines { #expect(line.x + CGFloat(line.width) / 1024 <= 180.01) }
        let first = layout(text) { $0.firstLineIndent = 25 }
        #expect(abs(first.lines[0].x - 25) < 1 && first.lines[1].x < 1)
        let narrow = layout(text) { $0.tailIndent = 100 }
        for line in narrow.lines { #expect(line.x + CGFloat(line.width) / 1024 <= 100.01) }
        let hebrew = layout("שלום עולם שלום עולם שלום עולם שלום עולם") { $0.headIndent = 40 }
        #expect(hebrew.lines.count > 1)
        #expect(abs(hebrew.lines[0].x + CGFloat(hebrew.lines[0].width) / 1024 - 200) < 1)
        #expect(abs(hebrew.lines[1].x + CGFloat(hebrew.lines[1].width) / 1024 - 160) < 1)
    }

    @Test("Tabs bring what follows to their stops: left, centred, right, at the decimal point")
    func tabs() throws {
        func starts(_ text: String, _ stops: [ParagraphFormat.TabStop]) -> [CGFloat] {
            let layout = styledLayout(StyledText(text, style: style(), format: format { $0.tabStops = stops }))
            return layout.spans.isEmpty ? [] : layout.glyphs.map { CGFloat($0.x) / 1024 }
        }
        let width = makeLayout("12").size.width
        #expect(abs(starts("a\t12", [.init(location: 60, alignment: .leading)])[1] - 60) < 0.01)
        #expect(abs(starts("a\t12", [.init(location: 60, alignment: .trailing)])[1] - (60 - width)) < 0.2)
        #expect(abs(starts("a\t12", [.init(location: 60, alignment: .center)])[1] - (60 - width / 2)) < 0.2)
        #expect(abs(starts("a\t12.5", [.init(location: 60, alignment: .decimal)])[1] - (60 - width)) < 0.2)
        #expect(abs(starts("a\tb\tc", [])[1] - 28) < 0.01 && abs(starts("a\tb\tc", [])[2] - 56) < 0.01)
    }

    @Test("Justified lines fill the width, the last of a paragraph does not")
    func justified() throws {
        let layout = styledLayout(
            StyledText(
                "one two three four five six seven eight nine ten", style: style(),
                format: format { $0.alignment = .justified }), width: 150)
        #expect(layout.lines.count > 2)
        for line in layout.lines.dropLast() { #expect(abs(CGFloat(line.width) / 1024 - 150) < 0.1) }
        let last = try #require(layout.lines.last)
        #expect(CGFloat(last.width) / 1024 < 149)
    }

    @Test("An attachment takes its width and height, and draws at its place")
    func attachment() throws {
        var places: [CGRect] = []
        final class Owner {}
        let owner = Owner()
        var box = style()
        box.shaping.attachment = TextAttachmentBox(
            owner: owner, bounds: CGRect(x: 0, y: -10, width: 40, height: 50)
        ) { places.append($1) }
        let layout = styledLayout(styledText([("ab", style()), ("\u{FFFC}", box), ("cd", style())]))
        let text = makeLayout("abcd").size.width
        #expect(abs(layout.size.width - text - 40) < 0.5)
        #expect(abs(layout.firstBaseline - 40) < 0.01 && abs(layout.size.height - 50) < 0.01)
        let (context, _) = try makeContext(width: 120, height: 60)
        layout.draw(in: context, at: CGPoint(x: 5, y: 3))
        let place = try #require(places.first)
        #expect(places.count == 1 && place.size == CGSize(width: 40, height: 50))
        #expect(abs(place.minX - 5 - makeLayout("ab").size.width) < 1 && abs(place.minY - 3) < 0.01)
    }

    @Test(
        "What is cut off gets “…” in the style of its neighbour, and fits",
        arguments: [TextLayout.LineBreakMode.truncatingHead, .truncatingMiddle, .truncatingTail])
    func truncation(mode: TextLayout.LineBreakMode) throws {
        let text = styledText(
            [("red red red red ", style(16, red)), ("blue blue blue blue", style(16, blue, weight: 700))],
            format { $0.lineBreakMode = mode })
        for width in stride(from: CGFloat(40), through: 220, by: 15) {
            let layout = styledLayout(text, width: width)
            layout.maximumNumberOfLines = 1
            #expect(layout.numberOfLines == 1 && layout.isTruncated && layout.size.width <= width + 0.01)
            if width <= 100 {
                switch mode {
                case .truncatingHead: #expect(layout.spans.first?.style == 1)
                case .truncatingTail: #expect(layout.spans.last?.style == 0)
                default: #expect(layout.spans.first?.style == 0 && layout.spans.last?.style == 1)
                }
            }
        }
        let whole = styledLayout(text, width: 1000)
        whole.maximumNumberOfLines = 1
        #expect(!whole.isTruncated)
    }

    @Test("Every paragraph shortened by itself, as drawn strings are; or only the last line that shows")
    func truncationPolicies() {
        let text = StyledText(
            "a first paragraph that is long\na second paragraph that is long", style: style(),
            format: format { $0.lineBreakMode = .truncatingTail })
        let layout = styledLayout(text, width: 120)
        #expect(layout.numberOfLines > 2 && !layout.isTruncated)
        layout.truncatesEveryParagraph = true
        #expect(layout.numberOfLines == 2 && layout.isTruncated && layout.size.width <= 120.01)
        let words = styledLayout(
            StyledText("one two three four five six seven", style: style(), format: ParagraphFormat()), width: 80)
        words.maximumHeight = words.metrics.lineHeight * 2.2
        words.validate()
        let cut = words.glyphs.count
        words.truncatesLastLine = true
        #expect(words.numberOfLines == 2 && words.glyphs.count != cut && words.isTruncated)
    }

    @Test("Letters move together a little before something is left out")
    func tightening() {
        let text = "Tightened text"
        let natural = makeLayout(text).size.width
        func layout(_ width: CGFloat, tightens: Bool) -> TextLayout {
            let layout = styledLayout(
                StyledText(
                    text, style: style(),
                    format: format {
                        $0.lineBreakMode = .truncatingTail
                        $0.tightens = tightens
                    }), width: width)
            layout.maximumNumberOfLines = 1
            layout.validate()
            return layout
        }
        let count = makeLayout(text).shapedGlyphs.count
        #expect(layout(natural - 4, tightens: true).glyphs.count == count)
        #expect(layout(natural - 4, tightens: true).size.width <= natural - 3)
        #expect(layout(natural - 4, tightens: false).glyphs.count < count)
        #expect(layout(natural - 30, tightens: true).glyphs.count < count)
    }

    @Test("A kept layout that is given other colours, texts and widths is what a new one is")
    func reuse() {
        var random = SeededGenerator(seed: 11)
        let kept = styledLayout(StyledText("", style: style(), format: ParagraphFormat()))
        for _ in 0..<150 {
            let runs = (0..<Int.random(in: 1...4, using: &random)).map { _ in
                (
                    Self.texts[Int.random(in: 0..<Self.texts.count, using: &random)],
                    style(CGFloat(Int.random(in: 9...20, using: &random)), Bool.random(using: &random) ? red : blue)
                )
            }
            let text = styledText(
                runs, format { $0.lineBreakMode = Bool.random(using: &random) ? .wordWrapping : .truncatingTail })
            let width = CGFloat(Int.random(in: 10...400, using: &random))
            let count = Int.random(in: 0...3, using: &random)
            kept.styled = text
            kept.maximumWidth = width
            kept.maximumNumberOfLines = count
            let fresh = styledLayout(text, width: width)
            fresh.maximumNumberOfLines = count
            #expect(kept.size == fresh.size && kept.glyphs == fresh.glyphs)
            // Not which glyphs share a font's object: tests beside this one register fonts, and then objects are made anew.
            func spans(_ layout: TextLayout) -> [StyledSpan] {
                layout.spans.map { span in
                    var span = span
                    span.runs = 0..<0
                    return span
                }
            }
            #expect(spans(kept) == spans(fresh))
            #expect(kept.isTruncated == fresh.isTruncated)
        }
    }
}
