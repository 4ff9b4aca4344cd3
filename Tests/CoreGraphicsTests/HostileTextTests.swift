import Foundation
import Raster
import Testing

@testable import CoreGraphics

/// Texts that nobody writes. The bound is time in proportion to the bytes of a text, 2 MB at most: what the limit below
/// allows is many times what each takes, in a debug build on a busy machine.
@Suite("Texts without sense", .serialized)
struct HostileTextTests {
    private static let seconds = 60.0 * Double(OwnProcess.patience)

    private func timed(_ body: () -> Void) -> Double {
        let start = ProcessInfo.processInfo.systemUptime
        body()
        return ProcessInfo.processInfo.systemUptime - start
    }

    private static let texts: [(String, String)] = [
        ("words", String(repeating: "word ", count: 210_000)),
        ("one word", String(repeating: "a", count: 1 << 20)),
        ("lines", String(repeating: "\n", count: 3000)),
        (
            "embeddings",
            String(repeating: "\u{202B}", count: 1250) + "text" + String(repeating: "\u{202C}", count: 1250)
        ),
        ("isolates", String(repeating: "\u{2067}a\u{2066}ש", count: 2000)),
        ("zero widths", String(repeating: "\u{200B}\u{200D}\u{FEFF}", count: 3000)),
        ("combining", "a" + String(repeating: "\u{301}\u{323}", count: 5000)),
        ("joined emoji", String(repeating: "👩\u{200D}", count: 1500)),
        ("tabs", String(repeating: "\t", count: 5000)),
        ("overrides never ended", String(repeating: "\u{202E}", count: 50_000) + "abc"),
        ("soft hyphens", String(repeating: "a\u{AD}", count: 5000)),
        ("brackets", String(repeating: "(", count: 5000) + "ש"),
        ("arabic", String(repeating: "مرحبا", count: 3000)),
        ("thai", String(repeating: "ภาษาไทย", count: 1500)),
        ("replacements", String(repeating: "\u{FFFD}", count: 5000)),
        ("scripts in turn", String(repeating: "aяα中ש", count: 1500)),
    ]

    @Test("A long text is set in bounded time, for a label, a page and one line", arguments: texts.map(\.0))
    func floods(name: String) throws {
        let text = try #require(Self.texts.first { $0.0 == name }).1
        for (lines, width, mode) in [
            (1, CGFloat(200), TextLayout.LineBreakMode.truncatingTail), (1, 200, .truncatingMiddle),
            (20, 300, .wordWrapping), (0, .infinity, .wordWrapping),
        ] {
            let layout = makeLayout(text, size: 14, width: width)
            layout.maximumNumberOfLines = lines
            layout.lineBreakMode = mode
            let duration = timed { _ = layout.size }
            #expect(duration < Self.seconds, "\(name), \(lines) lines: \(duration) s")
            #expect(layout.size.width.isFinite && layout.size.height.isFinite)
        }
    }

    @Test("A label's height bounds what a long text takes")
    func heightBounds() throws {
        let layout = makeLayout(Self.texts[0].1, size: 14, width: 300)
        layout.maximumHeight = 100
        #expect(timed { _ = layout.size } < 10 * Double(OwnProcess.patience))
        let (context, _) = try makeContext(width: 300, height: 100)
        #expect(timed { layout.draw(in: context, at: .zero) } < 10 * Double(OwnProcess.patience))
    }

    @Test("10,000 runs of attributes")
    func manyRuns() throws {
        var runs = ContiguousArray<StyledText.Run>()
        var styles: [TextStyle] = []
        for index in 0..<1000 {
            styles.append(
                TextStyle(
                    font: FontDescription(family: "DejaVu Sans", size: CGFloat(8 + index % 16)),
                    color: CGColor(red: CGFloat(index) / 1000, green: 0, blue: 0, alpha: 1)))
        }
        for index in 0..<10_000 { runs.append(StyledText.Run(end: index + 1, style: index % 1000, format: 0)) }
        let text = StyledText(
            String(repeating: "a ", count: 5_000), runs: runs, styles: styles, formats: [ParagraphFormat()])
        let layout = TextLayout(font: FontDescription(size: 12))
        layout.styled = text
        layout.maximumWidth = 300
        #expect(timed { _ = layout.size } < 30 * Double(OwnProcess.patience))
        let (context, _) = try makeContext(width: 300, height: 100)
        #expect(timed { layout.draw(in: context, at: .zero) } < 30 * Double(OwnProcess.patience))
    }

    @Test("Lengths that are not numbers, negative or enormous give something finite")
    func lengths() {
        for value in [.nan, .infinity, -.infinity, -5, 1e30, -1e30, 0] as [CGFloat] {
            var style = TextStyle(font: FontDescription(size: value), color: .black)
            var format = ParagraphFormat()
            format.lineSpacing = value
            format.paragraphSpacing = value
            format.paragraphSpacingBefore = value
            format.firstLineIndent = value
            format.headIndent = value
            format.tailIndent = value
            format.minimumLineHeight = value
            format.maximumLineHeight = value
            format.lineHeightMultiple = value
            format.tabInterval = value
            format.tabStops = [ParagraphFormat.TabStop(location: value, alignment: .decimal)]
            for width in [CGFloat.infinity, 100, 0, -10] {
                style.shaping.kern = value.isFinite ? min(max(value, -2000), 2000) : 0
                let layout = TextLayout(font: FontDescription(size: 12))
                layout.styled = StyledText("one\ttwo three\nfour", style: style, format: format.usable)
                layout.maximumWidth = width
                #expect(layout.size.width.isFinite && layout.size.height.isFinite, "\(value) in \(width)")
                #expect(layout.lines.allSatisfy { $0.x.isFinite && $0.baseline.isFinite })
            }
        }
    }
}
