import Foundation
import Raster
import Testing

@testable import CoreGraphics

/// Paragraphs that are broken without pango have pango's lines.
@Suite struct ParagraphTests {
    static let paragraphs = [
        "The pump runs at 45 % of its power, and the valve is closed. Open it when the pressure falls below 2.5 bar!",
        "To AVoid WAste, Type \"Yes\" or 'no', (twice) then wait: the re-start of a well-known 3-phase motor takes 10-12 s.",
        "Ångström naïve façade Łódź über Öl; ÉCOLE ça déjà vu, mañana señor fi ffi fl office efficient baffling",
        "Насос работает, клапан закрыт. Откройте его, когда давление упадёт ниже 25 бар; кое-где нужно подождать.",
        "Η αντλία λειτουργεί, η βαλβίδα είναι κλειστή. Ανοίξτε την όταν η πίεση πέσει κάτω από 25!",
        "It’s the operators’ panel, don’t touch", "one two", "a b c d e f g h i j k l m n o p", "1 22 333 4444 55555",
        "AV AV AV AV To To To VA VA VA Wa Yo LT LT P. A. T, V, r. f. 1. 7. 11 77 17 71", "x-y-z a-b-c-d-e-f-g-h-i",
    ]

    private func compare(_ text: String, _ font: FontDescription, width: CGFloat, lines: Int = 0) -> Bool {
        let layout = TextLayout(font: font)
        layout.text = text
        layout.maximumWidth = width
        layout.maximumNumberOfLines = lines
        layout.lineSpacing = 1.5
        layout.validate()
        guard layout.isSimple else { return false }
        let simple = (layout.glyphs, layout.lines, layout.size, layout.hasMore, layout.runs.map(\.glyphs))
        let engine = TextEngine.shared
        engine.lock.withLock { _ in
            layout.layOutWithPango(layout.currentFace(engine), engine)
            layout.measureInk()
        }
        #expect(layout.glyphs == simple.0, "\(text) \(width)")
        #expect(layout.lines.map(\.width) == simple.1.map(\.width), "\(text) \(width)")
        #expect(layout.lines.map(\.baseline) == simple.1.map(\.baseline), "\(text) \(width)")
        #expect(layout.lines.map(\.bottom) == simple.1.map(\.bottom), "\(text) \(width)")
        #expect(layout.size == simple.2 && layout.hasMore == simple.3 && layout.runs.map(\.glyphs) == simple.4)
        return layout.lines.count > 1
    }

    @Test("Lines, glyphs and places are pango's at every width", arguments: paragraphs)
    func equalsPango(text: String) {
        var broken = 0
        for family in ["DejaVu Sans", "DejaVu Serif", "DejaVu Sans Mono", nil] {
            for (size, weight) in [(9, 400), (16.5, 700), (28, 400)] as [(CGFloat, Int)] {
                let font = FontDescription(family: family, size: size, weight: weight)
                for width in stride(from: size * 2, to: size * 45, by: size * 0.73) {
                    if compare(text, font, width: width) { broken += 1 }
                }
            }
        }
        #expect(broken > 10, "\(text): the road without pango was hardly ever taken")
    }

    @Test("A width that fits to the last unit, and one unit less")
    func exactWidths() {
        let text = Self.paragraphs[0]
        let layout = makeLayout(text)
        let engine = TextEngine.shared
        var widths: [Int] = []
        for count in 1...20 {
            layout.text = text.split(separator: " ").prefix(count).joined(separator: " ")
            layout.validate()
            widths.append(layout.widest)
        }
        _ = engine
        for width in widths {
            for unit in -1...1 {
                _ = compare(
                    text, FontDescription(family: "DejaVu Sans", size: 16),
                    width: CGFloat(width + unit) / TextLayout.unitsPerPoint)
            }
        }
    }

    @Test("Random texts of letters, digits and punctuation, whether plain or not")
    func randomTexts() {
        var random = SeededGenerator(seed: 17)
        let words = [
            "a", "To", "AV", "fi", "12", "7", "é", "W", "word", "x", "layer", "of", "2.5", "re-start", "don’t",
        ]
        let marks = [".", ",", "-", "(", ")", "!", "?", "\"", "'", "%", "’", ":", ";", "/", "ß", " ", "&"]
        var plain = 0
        for _ in 0..<3000 {
            var text = ""
            for _ in 0..<Int.random(in: 3...30, using: &random) {
                text += text.isEmpty || Int.random(in: 0..<9, using: &random) == 0 ? "" : " "
                text += words[Int.random(in: 0..<words.count, using: &random)]
                if Int.random(in: 0..<12, using: &random) == 0 {
                    text += marks[Int.random(in: 0..<marks.count, using: &random)]
                }
            }
            let width = CGFloat(Int.random(in: 30...400, using: &random))
            let font = FontDescription(family: Bool.random(using: &random) ? "DejaVu Sans" : nil, size: 13)
            if compare(text, font, width: width, lines: Int.random(in: 0...4, using: &random)) { plain += 1 }
        }
        #expect(plain > 100)
    }

    @Test("What is cut off gets its dots, and lines that are too many are missed, as pango has it")
    func truncation() {
        let text = Self.paragraphs[0]
        for mode in [.wordWrapping, .truncatingTail, .truncatingMiddle] as [TextLayout.LineBreakMode] {
            let layout = makeLayout(text, width: 150)
            layout.lineBreakMode = mode
            layout.maximumNumberOfLines = 2
            #expect(layout.isTruncated && layout.numberOfLines == 2)
            #expect(layout.isSimple == (mode == .wordWrapping))
            layout.maximumNumberOfLines = 0
            #expect(!layout.isTruncated && layout.numberOfLines > 4 && layout.isSimple)
            layout.maximumHeight = layout.metrics.lineHeight * 3.2
            #expect(layout.isTruncated && layout.numberOfLines == 3)
        }
    }

    @Test("A long page is laid out without pango, a word longer than a line is not")
    func reach() {
        let page = makeLayout(String(repeating: "pressure valve opens ", count: 100) + "now", width: 300)
        #expect(page.numberOfLines > 30 && page.isSimple)
        let word = makeLayout("short incomprehensibilities", width: 60)
        #expect(word.numberOfLines > 2 && !word.isSimple)
    }
}
