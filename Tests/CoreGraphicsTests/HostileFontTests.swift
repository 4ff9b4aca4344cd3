import Foundation
import Raster
import Testing

@testable import CoreGraphics

/// Font files that someone altered: each gives one error or draws something, soon and with little memory.
@Suite(.serialized) struct HostileFontTests {
    /// An alteration of one table, or of the list of tables.
    private static func mutation(of data: Data, _ tables: [String: Range<Int>], _ random: inout SeededGenerator) -> Data
    {
        var bytes = [UInt8](data)
        let names = tables.keys.sorted()
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            // The list of tables is where most harm is done, and the large tables must not draw all the shots.
            let name = names[Int.random(in: 0..<names.count, using: &random)]
            let isList = Int.random(in: 0..<6, using: &random) == 0
            let whole = isList ? 0..<12 + names.count * 16 : tables[name] ?? 0..<12
            let range = whole.clamped(to: 0..<bytes.count)
            if range.isEmpty { continue }
            // Headers of tables more often than their middles.
            let reach = Bool.random(using: &random) ? min(range.count, 64) : range.count
            let place = range.lowerBound + Int.random(in: 0..<reach, using: &random)
            switch Int.random(in: 0..<6, using: &random) {
            case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
            case 1: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            case 2: bytes[place] = [0, 0xFF, 0x7F, 0x80][Int.random(in: 0..<4, using: &random)]
            case 3:
                for index in place..<min(place + 16, range.upperBound) {
                    bytes[index] = UInt8.random(in: 0...255, using: &random)
                }
            case 4:
                for index in place..<min(place + 4, range.upperBound) { bytes[index] = 0xFF }
            default:
                if Int.random(in: 0..<4, using: &random) == 0 { bytes.removeLast(bytes.count - max(place, 4)) }
            }
            if bytes.count < 12 { break }
        }
        return Data(bytes)
    }

    private static let text = "AVATAR fi Wälder 0123 Привет ελλ בדיקה ﷺ ببب x\u{301}"

    /// Everything an application may do with a font. Returns how many pixels it drew.
    private static func use(_ file: FontFile) throws -> Int {
        let (context, bitmap) = try makeContext(width: 300, height: 80)
        var ink = 0
        if let font = CGFont(file) {
            _ = (font.fullName, font.postScriptName, font.ascent, font.capHeight, font.fontBBox, font.italicAngle)
            _ = (font.tableTags.map { font.table(for: $0)?.count ?? 0 }, font.getGlyphWithGlyphName(name: "eacute"))
            let glyphs = (0..<40).map { CGGlyph($0) } + "Agj".unicodeScalars.compactMap { font.glyph(for: $0) }
            var (advances, boxes) = ([Int32](repeating: 0, count: 43), [CGRect](repeating: .zero, count: 43))
            font.getGlyphAdvances(glyphs: glyphs, count: glyphs.count, advances: &advances)
            font.getGlyphBBoxes(glyphs: glyphs, count: glyphs.count, bboxes: &boxes)
            context.setFont(font)
            context.setFontSize(14)
            context.textMatrix = CGAffineTransform(scaleX: 1, y: -1)
            for mode in [CGTextDrawingMode.fill, .stroke] {
                context.setTextDrawingMode(mode)
                context.showGlyphs(
                    glyphs, at: glyphs.indices.map { CGPoint(x: Double($0 % 22) * 13, y: -20 - Double($0 / 22) * 20) })
            }
            ink += bitmap.inkedPixels
        }
        try RegisteredFonts.shared.register(file, as: .name("hostile"))
        defer { try? RegisteredFonts.shared.unregister(.name("hostile"), source: "hostile") }
        for face in FontFace.faces.filter({ $0.file == file.path }).prefix(3) {
            for size in [CGFloat(15), 90] {
                let layout = TextLayout(font: FontDescription(face, size: size))
                layout.text = text
                layout.maximumWidth = 280
                layout.lineBreakMode = .truncatingTail
                _ = (layout.size, layout.inkBounds)
                layout.draw(in: context, at: .zero)
                context.saveGState()
                context.rotate(by: 0.1)
                layout.draw(in: context, at: .zero)
                context.restoreGState()
            }
            ink += bitmap.inkedPixels
        }
        return ink
    }

    /// What the thread takes of a processor: other work on the machine does not count.
    private static func processorSeconds(_ body: () -> Void) -> Double {
        func now() -> Double {
            var time = timespec()
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
            return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
        }
        let start = now()
        body()
        return now() - start
    }

    @Test(
        "Two hundred altered fonts of either kind: an error that names the file, or drawing, soon",
        arguments: ["DejaVuSansMono", "DejaVuSans-Bold", "Inter-Regular"])
    func mutations(name: String) throws {
        // Under a name that no installed font has, or texts would be drawn with the installed one.
        let data = try name.hasPrefix("DejaVu") ? SampleFonts.renamed("Vitrin", name) : SampleFonts.file(name)
        let tables = SampleFonts.tables(of: data)
        #expect(tables.count > 8)
        var random = SeededGenerator(seed: UInt64(name.utf8.count))
        var (drawn, refused) = (0, 0)
        try OwnProcess.bounded(name) {
            for index in 0..<(name.hasPrefix("DejaVu") ? 100 : 200) {
                let altered = Self.mutation(of: data, tables, &random)
                let time = Self.processorSeconds {
                    do throws(FontError) {
                        let file = try FontFile(altered, source: "hostile.ttf")
                        let ink = try? Self.use(file)
                        #expect(ink != nil, "\(name) \(index)")
                        drawn += 1
                    } catch {
                        #expect("\(error)".hasPrefix("hostile.ttf: "))
                        refused += 1
                    }
                }
                #expect(time < Double(10 * OwnProcess.patience), "\(name) \(index): \(time) s")
            }
        }
        #expect(drawn > 20 && refused > 4, "\(drawn) drawn, \(refused) refused")
        // The text engine is as good as before.
        #expect(makeLayout("Hello").size == makeLayout("Hello").size && makeLayout("Hello").size.width > 30)
    }
}
