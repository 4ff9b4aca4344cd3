import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing
import UIKit

/// Texts of no sense, on every road a text can take: labels, attributed or not, drawn strings and text layers. Each must
/// end soon, with sizes that are numbers. Layouts of ten times the length are tested below UIKit, and here in one line.
@MainActor
@Suite("Hostile strings", .serialized)
struct HostileStringTests {
    /// Far more than any of them takes, on a slow machine in a debug build, but no hang.
    private static let limit: Duration = .seconds(30)

    private nonisolated static let texts: [(name: String, text: String)] = [
        ("100 KB of words", String(repeating: "word and ", count: 11_000)),
        ("100 KB without a space", String(repeating: "x", count: 100_000)),
        ("20,000 lines", String(repeating: "a\n", count: 20_000)),
        ("60 KB of ideographs", String(repeating: "漢字", count: 10_000)),
        ("deep embeddings", String(repeating: "\u{202B}a\u{202A}ש", count: 4000)),
        ("overrides never ended", String(repeating: "\u{202E}", count: 5000) + "abc"),
        ("deep isolates", String(repeating: "\u{2067}a\u{2066}ש", count: 4000)),
        ("ends without beginnings", String(repeating: "\u{202C}\u{2069}", count: 5000) + "abc"),
        ("zero widths", String(repeating: "\u{200B}\u{200C}\u{200D}\u{2060}\u{FEFF}", count: 4000)),
        ("one letter with 10,000 marks", "a" + String(repeating: "\u{301}\u{323}", count: 5000)),
        ("marks without a letter", String(repeating: "\u{20DD}", count: 4000)),
        ("letters with 100 marks each", String(repeating: "e" + String(repeating: "\u{301}", count: 100), count: 400)),
        ("joined emoji", String(repeating: "👩\u{200D}", count: 4000)),
        ("flags", String(repeating: "🇩", count: 4001)),
        ("variation selectors", "a" + String(repeating: "\u{FE0F}\u{E0100}", count: 4000)),
        ("zeros", String(repeating: "\0", count: 10_000)),
        ("controls", (1..<32).map { String(UnicodeScalar(UInt8($0))) }.joined() + "\u{7F}\u{85}\u{2028}\u{2029}"),
        ("not characters", "\u{FFFE}\u{FFFF}\u{1FFFE}\u{10FFFF}\u{E000}\u{F8FF}"),
    ]

    private func text(_ name: String) throws -> String { try #require(Self.texts.first { $0.name == name }).text }

    private func expectFinite(_ size: CGSize, source: SourceLocation = #_sourceLocation) {
        #expect(
            size.width.isFinite && size.height.isFinite && size.width >= 0 && size.height >= 0, sourceLocation: source)
    }

    private func expectSoon(_ what: String, source: SourceLocation = #_sourceLocation, _ body: () -> Void) {
        let time = ContinuousClock().measure(body)
        #expect(time < Self.limit, "\(what)", sourceLocation: source)
    }

    private func draw(_ layer: CALayer) {
        _ = UIGraphicsImageRenderer(size: CGSize(width: 200, height: 100)).image { layer.render(in: $0.cgContext) }
    }

    /// Measured, shown and drawn in a label.
    private func show(in label: UILabel, _ what: String) {
        for lines in [1, 0] {
            label.numberOfLines = lines
            expectSoon("\(what), \(lines) lines") {
                expectFinite(label.sizeThatFits(CGSize(width: 200, height: 100)))
                label.frame = CGRect(x: 0, y: 0, width: 200, height: 100)
                draw(label.layer)
            }
        }
        label.numberOfLines = 1
        label.adjustsFontSizeToFitWidth = true
        label.minimumScaleFactor = 0.5
        expectSoon("\(what), made smaller") { draw(label.layer) }
    }

    @Test("In a label: one line, all lines, made smaller", arguments: texts.map(\.name))
    func label(name: String) throws {
        let label = UILabel()
        label.text = try text(name)
        show(in: label, name)
    }

    @Test("As an attributed text of a label, with an underline and marks at its ends", arguments: texts.map(\.name))
    func attributed(name: String) throws {
        let string = NSMutableAttributedString(
            string: try text(name), attributes: [.font: UIFont.systemFont(ofSize: 13), .underlineStyle: 1])
        string.addAttribute(.kern, value: 2, range: NSRange(location: 0, length: min(string.length, 2)))
        let label = UILabel()
        label.attributedText = string
        show(in: label, name)
    }

    @Test("As a drawn string: measured, drawn, cut to a rectangle, made smaller to fit", arguments: texts.map(\.name))
    func drawnString(name: String) throws {
        let string = try text(name) as NSString
        let attributes: [NSAttributedString.Key: Any] = [.font: UIFont.systemFont(ofSize: 12)]
        let rect = r(0, 0, 200, 100)
        _ = UIGraphicsImageRenderer(size: rect.size).image { _ in
            expectSoon("\(name), size") { expectFinite(string.size(withAttributes: attributes)) }
            expectSoon("\(name), at a point") { string.draw(at: .zero, withAttributes: attributes) }
            expectSoon("\(name), in a rectangle") { string.draw(in: rect, withAttributes: attributes) }
            expectSoon("\(name), bounds") {
                let bounds = string.boundingRect(
                    with: rect.size, options: [.usesLineFragmentOrigin, .truncatesLastVisibleLine],
                    attributes: attributes, context: nil)
                expectFinite(bounds.size)
            }
            let context = NSStringDrawingContext()
            context.minimumScaleFactor = 0.5
            expectSoon("\(name), with a context") {
                string.draw(with: rect, options: .usesLineFragmentOrigin, attributes: attributes, context: context)
            }
        }
    }

    @Test("In a text layer, in one line and in many", arguments: texts.map(\.name))
    func textLayer(name: String) throws {
        let layer = CATextLayer()
        layer.frame = r(0, 0, 200, 100)
        layer.fontSize = 13
        layer.string = try text(name)
        for (wraps, truncation) in [
            (false, CATextLayerTruncationMode.none), (false, .middle), (true, .none), (true, .end),
        ] {
            layer.isWrapped = wraps
            layer.truncationMode = truncation
            expectSoon("\(name), wrapped \(wraps), \(truncation.rawValue)") {
                draw(layer)
                expectFinite(layer.preferredFrameSize())
            }
        }
    }

    @Test("1 MB in one line of a label, plain and attributed, and in a text layer")
    func megabyte() {
        for unit in ["word and ", "x", "漢", "\u{202B}aש"] {
            let text = String(repeating: unit, count: (1 << 20) / unit.utf8.count)
            let label = UILabel(frame: r(0, 0, 200, 40))
            label.text = text
            expectSoon("label of \(unit)") { draw(label.layer) }
            label.attributedText = NSAttributedString(string: text, attributes: [.kern: 1])
            expectSoon("attributed label of \(unit)") { draw(label.layer) }
            let layer = CATextLayer()
            layer.frame = label.frame
            layer.string = text
            layer.truncationMode = .end
            expectSoon("text layer of \(unit)") { draw(layer) }
        }
    }

    @Test("Halves of surrogate pairs, alone, reversed, at the ends and across attributes: no text is lost around them")
    func surrogates() throws {
        let high: unichar = 0xD83D
        let low: unichar = 0xDE00
        let a = unichar(UInt8(ascii: "a"))
        let units: [[unichar]] = [
            [high], [low], [low, high], [a, high], [high, a], [a, low, a], [high, high, low], [high, low, low],
            Array(repeating: high, count: 20_000), Array(repeating: low, count: 20_000),
        ]
        for unit in units {
            let string = unit.withUnsafeBufferPointer { NSString(characters: $0.baseAddress!, length: $0.count) }
            let label = UILabel(frame: r(0, 0, 200, 40))
            label.text = string as String
            expectSoon("label") { draw(label.layer) }
            expectFinite(label.sizeThatFits(CGSize(width: 200, height: 100)))
            let attributed = NSMutableAttributedString(string: string as String)
            for place in 0..<min(attributed.length, 4) {
                attributed.addAttribute(.kern, value: place, range: NSRange(location: place, length: 1))
            }
            label.attributedText = attributed
            expectSoon("attributed") { draw(label.layer) }
            expectFinite(attributed.size())
            expectFinite(string.size(withAttributes: nil))
            let layer = CATextLayer()
            layer.frame = label.frame
            layer.string = attributed
            expectSoon("layer") { draw(layer) }
            if unit.contains(a) { #expect(label.sizeThatFits(CGSize(width: 200, height: 100)).width > 5) }
        }
        // An attribute that ends in the middle of a pair.
        let whole = NSMutableAttributedString(string: "x😀y")
        whole.addAttribute(.foregroundColor, value: UIColor.red, range: NSRange(location: 0, length: 2))
        let label = UILabel(frame: r(0, 0, 200, 40))
        label.attributedText = whole
        draw(label.layer)
        expectFinite(whole.size())
    }

    @Test("Where texts are labels in a window, a change from one such text to the next shows and is exact")
    func inWindow() throws {
        let stage = try Stage(width: 220, height: 120)
        defer { stage.close() }
        let label = UILabel(frame: r(10, 10, 200, 100))
        label.numberOfLines = 0
        stage.window.addSubview(label)
        for (name, text) in Self.texts {
            label.text = text
            expectSoon(name) { stage.frame() }
        }
        #expect(try stage.isExact())
        label.text = "a"
        stage.frame()
        #expect(try stage.isExact())
    }
}
