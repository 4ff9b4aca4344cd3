import Foundation
import Raster
import Testing

@testable import CoreGraphics

/// What others have met in the field with lines of text, see Documentation/reports.md.
@Suite struct TextReportTests {
    private typealias Glyphs = [UInt32]

    private func glyphs(_ text: String) -> Glyphs { makeLayout(text).shapedGlyphs.map { UInt32($0.glyph) } }

    /// Flags, keycaps, a family, skin tones, a letter with its mark: each one thing to the reader, several to Unicode.
    private static let clusters = [
        "a", "👨‍👩‍👧‍👦", "b", "🇩🇪", "c", "1️⃣", "👍🏽", "x\u{301}", "d", "🇯🇵", "🇫🇷", "#️⃣", "👩🏿‍🚀", "e\u{301}\u{323}", "f",
    ]

    @Test(
        "D04 At every width “…” stands between whole clusters, and the line fits",
        arguments: [TextLayout.LineBreakMode.truncatingHead, .truncatingMiddle, .truncatingTail])
    func clusters(mode: TextLayout.LineBreakMode) throws {
        let all = Self.clusters
        let ellipsis = try #require(glyphs("…").first)
        let heads = Set((0...all.count).map { glyphs(all.prefix($0).joined()) })
        let tails = Set((0...all.count).map { glyphs(all.suffix($0).joined()) })
        let layout = makeLayout(all.joined())
        let full = layout.size.width
        layout.lineBreakMode = mode
        layout.maximumNumberOfLines = 1
        var shown: Set<Glyphs> = []
        for width in stride(from: CGFloat(1), to: full, by: 1) {
            layout.maximumWidth = width
            let line = layout.shapedGlyphs.map { UInt32($0.glyph) }
            #expect(layout.isTruncated && layout.numberOfLines == 1)
            // Nothing is as narrow as a point or two: “…” is always shown.
            #expect(layout.size.width <= max(width, makeLayout("…").size.width) + 0.01, "\(width)")
            let place = try #require(line.firstIndex(of: ellipsis), "\(width)")
            #expect(line.lastIndex(of: ellipsis) == place)
            let (head, tail) = (Glyphs(line[..<place]), Glyphs(line[(place + 1)...]))
            #expect(heads.contains(head) && tails.contains(tail), "\(mode) at \(width): half a cluster")
            switch mode {
            case .truncatingHead: #expect(head.isEmpty)
            case .truncatingTail: #expect(tail.isEmpty)
            default: break
            }
            shown.insert(line)
        }
        #expect(shown.count > all.count - 4, "\(shown.count) different lines")
        layout.maximumWidth = full
        #expect(!layout.isTruncated)
    }

    private static let paragraphs = [
        "視窗系統在沒有圖形處理器的面板上也能流暢地捲動（包括長列表）。使用者說：「很好！」然後，繼續觸摸、拖曳、放開。",
        "这个面板没有显卡，但是滚动仍然很流畅；用户说：“很好！”（真的吗？）然后，他继续触摸、拖动、松开。",
        "画面は処理装置なしで滑らかに動きます。利用者は「とても良い。」と言って、続けて触れ、動かし、離しました（本当です）。",
        "패널에는 그래픽 장치가 없지만 목록은 부드럽게 움직입니다. 사용자는 “아주 좋습니다!”라고 말했습니다(정말입니다).",
    ]

    /// Marks that close something, and those that follow what they belong to.
    private static let closing: Set<Character> = ["。", "，", "、", "；", "：", "！", "？", "）", "」", "”", ".", "!", ")"]
    private static let opening: Set<Character> = ["（", "「", "“", "("]

    @Test(
        "D06 CJK wraps within its width; no line starts with a closing mark or ends with an opening one",
        arguments: 0..<4)
    func wrapping(index: Int) throws {
        let text = Self.paragraphs[index]
        let layout = makeLayout(text)
        let one = layout.size.width
        // One glyph is one letter in these scripts: the lines' numbers of glyphs say where the breaks are. The space
        // at which a line breaks may be left out.
        for width in stride(from: CGFloat(40), through: 300, by: 5) {
            layout.maximumWidth = width
            #expect(layout.size.width <= width + 0.01 && CGFloat(layout.numberOfLines) >= one / width - 1, "\(width)")
            // Up to five letters must stay together: in lines shorter than those there is no good place.
            let fits = width >= 85
            var rest = Array(text)[...]
            for (number, line) in layout.lines.enumerated() {
                let count = layout.runs[line.runs].map(\.glyphs.count).reduce(0, +)
                if number > 0, rest.count > 0, rest.first == " " { rest = rest.dropFirst() }
                let letters = rest.prefix(count)
                rest = rest.dropFirst(count)
                let (first, last) = (try #require(letters.first), try #require(letters.last { $0 != " " }))
                #expect(!fits || number == 0 || !Self.closing.contains(first), "\(width): \(String(letters))")
                #expect(!fits || !Self.opening.contains(last), "\(width): \(String(letters))")
            }
            #expect(rest.allSatisfy { $0 == " " }, "\(width): \(String(rest)) is left")
        }
    }

    @Test(
        "D06 A word of 200 letters, and an address, wrap inside and fit",
        arguments: [
            String(repeating: "abcdefghij", count: 20),
            "https://example.org/a/very/long/path/without/any/space?" + String(repeating: "x=1&", count: 30),
        ])
    func longWord(text: String) {
        let layout = makeLayout(text)
        let count = layout.shapedGlyphs.count
        for width in stride(from: CGFloat(40), through: 300, by: 5) {
            layout.maximumWidth = width
            #expect(layout.size.width <= width + 0.01 && layout.numberOfLines > 1)
            #expect(layout.shapedGlyphs.count >= count)
        }
    }

    @Test(
        "D08 Lines 0 to 3, each mode, boxes of half a line to three and a half: as many lines as fit, “…” in the last of them",
        arguments: [
            TextLayout.LineBreakMode.wordWrapping, .characterWrapping, .clipping, .truncatingHead, .truncatingMiddle,
            .truncatingTail,
        ])
    func table(mode: TextLayout.LineBreakMode) throws {
        let ellipsis = try #require(makeLayout("…").shapedGlyphs.first).glyph
        let text = String(repeating: "one two three four ", count: 10)
        for limit in 0...3 {
            for height in [0.5, 1, 1.5, 2, 2.5, 3.5] {
                let layout = makeLayout(text, width: 150)
                layout.lineBreakMode = mode
                layout.maximumNumberOfLines = limit
                layout.maximumHeight = layout.metrics.lineHeight * height
                let fitting = max(Int(height), 1)
                // Clipping does not break lines at all.
                let wanted = mode == .clipping ? 1 : min(limit == 0 ? Int.max : limit, fitting)
                #expect(layout.numberOfLines == wanted, "\(limit) lines, \(height) high")
                let isTruncating = [.truncatingHead, .truncatingMiddle, .truncatingTail].contains(mode)
                for (index, line) in layout.lines.enumerated() {
                    let hasEllipsis = layout.runs[line.runs].contains { run in
                        layout.glyphs[run.glyphs].contains { $0.glyph == ellipsis }
                    }
                    #expect(
                        hasEllipsis == (isTruncating && index == wanted - 1),
                        "\(limit) lines, \(height) high, line \(index)")
                }
                if mode != .clipping { #expect(layout.isTruncated && layout.size.width <= 150.01) }
            }
        }
    }

    @Test("D10 Tone marks of Thai, tails and emoji lie within the measured height", arguments: [1, 2])
    func marks(lines: Int) throws {
        for text in ["ที่นี่ ผู้ใหญ่ ปั้น กตัญญู", "gjpqy Ågf", "क्षि र्त्यै ङ्क्ष्व", "👍🏽👨‍👩‍👧‍👦"] {
            let layout = makeLayout(lines == 1 ? text : text + "\n" + text, size: 24)
            let size = layout.size
            let (context, bitmap) = try makeContext(
                width: Int(size.width) + 60, height: Int(size.height.rounded(.up)) + 60)
            layout.draw(in: context, at: CGPoint(x: 30, y: 30))
            let ink = bitmap.inkBounds
            // A row of antialiasing is not yet a mark that is cut.
            #expect(ink.minY >= 29 && CGFloat(ink.maxY) <= 31 + size.height.rounded(.up), "\(text): \(ink), \(size)")
        }
    }

    @Test(
        "D13 A 16-bit grey picture whose four channels pass 32 bits is refused by its header",
        arguments: [
            (32_768, 16_384), (23_171, 23_171), (46_341, 46_341),
        ])
    func sizes(width: Int, height: Int) throws {
        for (type, depth) in [(UInt8(0), 16), (6, 16), (0, 8), (2, 8)] {
            let writer = PNGWriter(colorType: type, depth: depth, width: width, height: height)
            let data = writer.file(header: writer.header, pixels: [0x78, 0x01, 0x03, 0, 0, 0, 0, 1])
            let before = OwnProcess.peakMemory ?? 0
            let error = imageError { () throws(ImageError) in try ImageDecoder.image(data: data, source: "grey.png") }
            #expect(error?.reason == .tooLarge(width: width, height: height, limits: .standard))
            // The whole picture would be 2 GiB; other tests of this process may take some meanwhile.
            #expect((OwnProcess.peakMemory ?? 0) - before < 512 << 20)
        }
    }
}
