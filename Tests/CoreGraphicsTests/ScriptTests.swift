import Foundation
import Raster
import Synchronization
import Testing

@testable import CoreGraphics

/// Scripts as people see them. `scripts/packages build` installs fonts for all of these.
@Suite struct ScriptTests {
    static let samples: [(script: String, text: String)] = [
        ("Latin", "Zażółć gęślą jaźń, Ærøskøbing, Việt Nam"), ("Greek", "Ξεσκεπάζω την ψυχοφθόρα"),
        ("Cyrillic", "Съешь ещё этих мягких булок"), ("Chinese", "天地玄黃宇宙洪荒 简体字"), ("Japanese", "いろはにほへと カタカナ"),
        ("Korean", "다람쥐 헌 쳇바퀴"), ("Arabic", "نص حكيم له سر قاطع"), ("Hebrew", "דג סקרן שט בים מאוכזב"),
        ("Thai", "เป็นมนุษย์สุดประเสริฐ"), ("Devanagari", "ऋषियों को सताने वाले"), ("emoji", "😀👍🏽❤️🇩🇪1️⃣👨‍👩‍👧"),
    ]

    /// A layout in the system's font, as a label has it.
    private func layout(_ text: String, size: CGFloat = 24, width: CGFloat = .infinity) -> TextLayout {
        let layout = TextLayout(font: FontDescription(size: size))
        layout.text = text
        layout.maximumWidth = width
        return layout
    }

    private func glyphs(_ text: String) -> [UInt32] { layout(text).shapedGlyphs.map(\.glyph) }

    private func picture(of layout: TextLayout, width: Int = 900, height: Int = 150) throws -> Bitmap {
        let (context, bitmap) = try makeContext(width: width, height: height)
        layout.draw(in: context, at: .zero)
        return bitmap
    }

    @Test("Every script finds its glyphs: no boxes, and ink", arguments: 0..<samples.count)
    func glyphsAreFound(index: Int) throws {
        let (script, text) = Self.samples[index]
        let shown = layout(text)
        #expect(!shown.shapedGlyphs.contains { $0.glyph == 0 }, "no font for \(script): scripts/packages build")
        #expect(try picture(of: shown).inkedPixels > 300, "\(script)")
    }

    @Test("All scripts in one line: no boxes, and as wide as its parts")
    func mixedLine() {
        let all = layout(Self.samples.map(\.text).joined(separator: " "))
        #expect(all.numberOfLines == 1 && !all.shapedGlyphs.contains { $0.glyph == 0 })
        let parts = Self.samples.map { layout($0.text).size.width }.reduce(0, +)
        #expect(all.size.width > parts && all.size.width < parts * 1.1)
    }

    @Test("Arabic letters join: a word has other glyphs than its letters apart, and is narrower")
    func arabicJoins() {
        let joined = layout("سلام")
        // A character without width that keeps letters from joining.
        let apart = layout("س\u{200C}ل\u{200C}ا\u{200C}م")
        #expect(joined.size.width < apart.size.width)
        #expect(Set(glyphs("سلام")) != Set(glyphs("س\u{200C}ل\u{200C}ا\u{200C}م")))
        #expect(glyphs("لا").count == 1, "lam and alef are one sign")
    }

    @Test("Devanagari: a vowel that is written before its letter stands there; conjuncts are one sign")
    func devanagariReorders() throws {
        let letter = try #require(glyphs("क").first)
        let syllable = glyphs("कि")
        #expect(syllable.count == 2 && syllable[1] == letter, "typed after it, shown before it")
        #expect(glyphs("का").first == letter)
        #expect(glyphs("क्ष").count == 1)
    }

    @Test("Thai has no spaces: lines break between words, not in them")
    func thaiBreaks() {
        // “Language”, “Thai”, “is”, “language”, “that”, “beautiful”.
        let words = ["ภาษา", "ไทย", "เป็น", "ภาษา", "ที่", "สวยงาม"]
        let text = words.joined()
        // In the middle of the third word.
        let width = layout(words[0] + words[1] + "เป").size.width
        let broken = layout(text, width: width)
        broken.validate()
        let first = CGFloat(broken.lines[0].width) / 1024
        #expect(broken.numberOfLines >= 2 && abs(first - layout(words[0] + words[1]).size.width) < 1)
    }

    @Test("Hebrew runs right to left, also within a line that runs left to right; brackets turn round")
    func hebrewDirection() throws {
        let alef = try #require(glyphs("א").first)
        #expect(glyphs("אבג").last == alef)
        let mixed = layout("abc אבג def")
        let places = mixed.shapedGlyphs
        let hebrew = try #require(places.first { $0.glyph == alef })
        #expect(places.filter { $0.x > hebrew.x }.count >= 4, "“def” stands to the right of the Hebrew word")
        #expect(glyphs("(א)").first == glyphs("(").first, "the opening bracket opens on the side where one is")
        #expect(layout("אבג", width: 400).lineStart > 300 && layout("abc", width: 400).lineStart == 0)
    }

    @Test(
        "An emoji of several characters is one picture: families, skin tones, flags, keycaps, presentation",
        arguments: ["👨‍👩‍👧‍👦", "👍🏽", "🇩🇪", "1️⃣", "❤️", "🏳️‍🌈"])
    func emojiSequences(text: String) {
        let shown = glyphs(text)
        #expect(shown.count == 1 && shown.first != 0, "\(text): \(shown)")
    }

    @Test("Emoji have colours of their own, whatever the text's colour, and grow with the text", arguments: [20, 80])
    func emojiColours(size: CGFloat) throws {
        let shown = layout("😀", size: size)
        shown.color = blue
        let bitmap = try picture(of: shown, width: 200, height: 200)
        let box = bitmap.inkBounds
        let middle = channels(bitmap.pixel(x: box.minX + box.width / 4, y: box.minY + box.height / 2))
        #expect(middle[1] > 150 && middle[2] > 100 && middle[3] < 120, "yellow: \(middle)")
        #expect(abs(CGFloat(box.width) / size - 1.15) < 0.25 && abs(box.width - box.height) <= box.width / 6)
        // Letters beside it have the text's colour.
        let both = layout("I😀", size: size)
        both.color = blue
        let letters = try picture(of: both, width: 200, height: 200)
        let columns = letters.inkBounds.minX..<letters.inkBounds.minX + Int(size / 10)
        #expect(
            columns.contains {
                letters.pixel(x: $0, y: letters.inkBounds.minY + letters.inkBounds.height / 2) == 0xFF00_00FF
            })
    }

    @Test("A script that no font has is said once, by its name, with the package that has it")
    func missingScripts() {
        final class Told: Sendable {
            let list = Mutex<[FontWarning]>([])
        }
        let told = Told()
        let missing = MissingScripts()
        missing.note(0x0E01)
        missing.tell { warning in told.list.withLock { $0.append(warning) } }
        for character: UInt32 in [0x0E01, 0x0E02, 0x4E00, 0x1F600, 0x1F601, 0xE000, 0x10FFFF, 0xD800, 0x12000] {
            missing.note(character)
        }
        let sentences = told.list.withLock { $0.map(\.description) }
        #expect(sentences.count == 4, "\(sentences)")
        #expect(sentences[0].contains("Thai letters") && sentences[0].contains("U+E01"))
        #expect(sentences[1].contains("Chinese") && sentences[1].contains("fonts-noto-cjk"))
        #expect(sentences[2].contains("emoji") && sentences[2].contains("fonts-noto-color-emoji"))
        #expect(sentences[3].contains("Xsux"), "its code, where there is no common name")
    }
}

extension TextLayout {
    /// Where the first line begins, points.
    fileprivate var lineStart: CGFloat {
        validate()
        return lines[0].x
    }
}
