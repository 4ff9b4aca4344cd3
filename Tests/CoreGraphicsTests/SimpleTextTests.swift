import Foundation
import Raster
import Testing

@testable import CoreGraphics

/// The road without pango gives what pango gives.
@Suite struct SimpleTextTests {
    static let texts = [
        "Hello, World!", "0123456789", "12:34:56", "AVATAR To We LT fi fl ffi", "  leading and trailing  ", "-3.5 °C",
        "100 % ± 5 µm", "naïve façade Ångström Łódź", "“quoted” – ‘text’ … • †", "€ 1 234,50", "Ελληνικά", "άέήίό 12",
        "Привет, мир!", "№ only pango", "(brackets) [and] {braces}", "a", " ", "~!@#$%^&*()_+", "Việt", "ǅ ȷ",
        "x̂ combining", "日本", "mixed Привет", "العربية", "tab\there", "soft\u{AD}hyphen", "😀", "1️⃣", "−5 ‰",
    ]

    @Test("Same glyphs, same places, same widths as pango", arguments: texts)
    func equalsPango(text: String) {
        for size in [9, 14, 16.5, 40] as [CGFloat] {
            for digits in [false, true] {
                for weight in [400, 700] {
                    let font = FontDescription(
                        family: "DejaVu Sans", size: size, weight: weight, hasMonospacedDigits: digits)
                    let layout = TextLayout(font: font)
                    layout.text = text
                    layout.validate()
                    guard layout.isSimple else { continue }
                    let simple = (layout.glyphs, layout.size, layout.lines[0].baseline)
                    let engine = TextEngine.shared
                    engine.lock.withLock { _ in
                        layout.layOutWithPango(layout.currentFace(engine), engine)
                        layout.measureInk()
                    }
                    #expect(layout.glyphs == simple.0)
                    #expect(layout.size == simple.1)
                    #expect(layout.lines.count == 1 && layout.lines[0].baseline == simple.2)
                }
            }
        }
    }

    @Test("What is simple and what is not")
    func classification() {
        func isSimple(_ text: String) -> Bool { makeLayout(text).isSimpleText }
        for text in Self.texts.prefix(13) { #expect(isSimple(text), "\(text)") }
        for text in ["x̂", "日本", "mixed Привет", "العربية", "שלום", "tab\there", "soft\u{AD}hyphen", "😀", "1️⃣", "a\nb"] {
            #expect(!isSimple(text), "\(text)")
        }
        #expect(makeLayout("abc", width: 100).isSimpleText)
        #expect(!makeLayout("abc", width: 10).isSimpleText, "it must be broken")
    }

    @Test("A random walk over texts, fonts and widths: a reused layout equals a new one")
    func reuse() {
        var random = SeededGenerator(seed: 3)
        let layout = makeLayout("")
        for _ in 0..<400 {
            layout.text = Self.texts[Int.random(in: 0..<Self.texts.count, using: &random)]
            layout.font.size = CGFloat(Int.random(in: 10...14, using: &random))
            layout.maximumWidth = [.infinity, 20, 60, 200][Int.random(in: 0..<4, using: &random)]
            layout.maximumNumberOfLines = Int.random(in: 0...2, using: &random)
            layout.lineBreakMode = [.wordWrapping, .truncatingTail, .clipping][Int.random(in: 0..<3, using: &random)]
            layout.alignment = [.natural, .center, .justified][Int.random(in: 0..<3, using: &random)]
            let fresh = makeLayout(layout.text, size: layout.font.size, width: layout.maximumWidth)
            fresh.maximumNumberOfLines = layout.maximumNumberOfLines
            fresh.lineBreakMode = layout.lineBreakMode
            fresh.alignment = layout.alignment
            #expect(layout.size == fresh.size && layout.shapedGlyphs == fresh.shapedGlyphs)
            #expect(layout.lines.map(\.x) == fresh.lines.map(\.x) && layout.isTruncated == fresh.isTruncated)
        }
    }
}
