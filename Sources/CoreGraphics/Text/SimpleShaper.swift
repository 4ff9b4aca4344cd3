internal import CPango
import Foundation

/// Shapes a text of one simple script as pango would, without pango: the same HarfBuzz font, script, language and
/// features, which it learns by asking pango once. Used under the text engine's lock.
final class SimpleShaper {
    let font: RunFont
    private let script: hb_script_t
    private let language: hb_language_t?
    private let features: [hb_feature_t]

    /// Nil if pango would not draw the sample letter with the face's own font.
    init?(script: SimpleScript, face: FontFace, engine: TextEngine) {
        guard let base = face.font else { return nil }
        pango_context_set_font_description(engine.context, face.pangoDescription)
        let sample = script.sample
        guard
            let items = pango_itemize(
                engine.context, sample, 0, Int32(sample.utf8.count), face.attributes, nil)
        else { return nil }
        defer {
            var item: UnsafeMutablePointer<GList>? = items
            while let current = item {
                pango_item_free(current.pointee.data.assumingMemoryBound(to: PangoItem.self))
                item = current.pointee.next
            }
            g_list_free(items)
        }
        let analysis = items.pointee.data.assumingMemoryBound(to: PangoItem.self).pointee.analysis
        guard items.pointee.next == nil, let pangoFont = analysis.font, pangoFont == base.pangoFont else { return nil }
        font = base
        let tag = g_unicode_script_to_iso15924(GUnicodeScript(rawValue: Int32(analysis.script)))
        self.script = hb_script_from_iso15924_tag(tag)
        language = analysis.language.flatMap { hb_language_from_string(pango_language_to_string($0), -1) }
        // In the order, and with the meaning, in which pango hands them on.
        features = face.description.allFeatures.split(separator: ",").compactMap { text in
            var feature = hb_feature_t()
            return hb_feature_from_string(String(text), -1, &feature) != 0 ? feature : nil
        }
    }

    /// Shapes `text` in `buffer`; nil if the font lacks a character.
    func shape(_ text: UnsafeBufferPointer<UInt8>, with buffer: OpaquePointer) -> ShapedText? {
        hb_buffer_clear_contents(buffer)
        hb_buffer_set_direction(buffer, HB_DIRECTION_LTR)
        hb_buffer_set_script(buffer, script)
        hb_buffer_set_language(buffer, language)
        hb_buffer_set_flags(buffer, hb_buffer_flags_t(HB_BUFFER_FLAG_BOT.rawValue | HB_BUFFER_FLAG_EOT.rawValue))
        text.withMemoryRebound(to: CChar.self) { characters in
            hb_buffer_add_utf8(buffer, characters.baseAddress, Int32(characters.count), 0, Int32(characters.count))
        }
        features.withUnsafeBufferPointer { features in
            hb_shape(font.harfBuzz, buffer, features.baseAddress, UInt32(features.count))
        }
        var count: UInt32 = 0
        guard let infos = hb_buffer_get_glyph_infos(buffer, &count),
            let positions = hb_buffer_get_glyph_positions(buffer, &count)
        else { return nil }
        var width = 0
        for index in 0..<Int(count) {
            if infos[index].codepoint == 0 { return nil }
            width += Int(positions[index].x_advance)
        }
        return ShapedText(infos: infos, positions: positions, count: Int(count), width: width)
    }
}

/// Glyphs of a text in the order of the text, valid until the buffer is used again.
struct ShapedText {
    fileprivate let infos: UnsafeMutablePointer<hb_glyph_info_t>
    fileprivate let positions: UnsafeMutablePointer<hb_glyph_position_t>
    let count: Int
    /// 1/1024 of a point.
    let width: Int

    /// Appends some of the glyphs as a line of their own.
    func append(_ range: Range<Int>, to glyphs: inout ContiguousArray<PositionedGlyph>) {
        var pen = 0
        for index in range {
            let position = positions[index]
            glyphs.append(
                PositionedGlyph(
                    glyph: infos[index].codepoint, x: Int32(clamping: pen + Int(position.x_offset)),
                    y: 0 &- position.y_offset))
            pen += Int(position.x_advance)
        }
    }

    /// Divides the glyphs into lines no wider than `width`, each as long as it can be, without the space at its end.
    ///
    /// - Parameter offsets: the bytes of the text at which a line may begin.
    /// - Returns: false if a line cannot be broken there, or would look different alone.
    func forEachLine(
        within width: Int, _ text: UnsafeBufferPointer<UInt8>, _ offsets: ContiguousArray<Int32>,
        _ body: (_ glyphs: Range<Int>, _ width: Int, _ isLast: Bool) -> Bool
    ) -> Bool {
        var next = 0
        var pen = 0
        var start = (glyph: 0, pen: 0)
        // The last place where the line may end: the glyphs and the width up to it, and what comes after it.
        var end: (glyph: Int, width: Int, next: Int, nextPen: Int)?
        var index = 0
        while index < count {
            let advance = Int(positions[index].x_advance)
            if advance < 0 { return false }
            if next < offsets.count, infos[index].cluster >= UInt32(offsets[next]) {
                let offset = offsets[next]
                guard infos[index].cluster == UInt32(offset), isSafe(index) else { return false }
                next += 1
                var last = (glyph: index, pen: pen)
                if text[Int(offset) - 1] == UInt8(ascii: " ") {
                    guard infos[index - 1].cluster == UInt32(offset - 1) else { return false }
                    last = (index - 1, pen - Int(positions[index - 1].x_advance))
                }
                if last.pen - start.pen <= width {
                    end = (last.glyph, last.pen - start.pen, index, pen)
                } else {
                    guard let found = end else { return false }
                    if !body(start.glyph..<found.glyph, found.width, false) { return true }
                    start = (found.next, found.nextPen)
                    end = nil
                    // Looks again at this place, as seen from the new line.
                    if last.pen - start.pen > width { return false }
                    end = (last.glyph, last.pen - start.pen, index, pen)
                }
            }
            pen += advance
            index += 1
        }
        if pen - start.pen > width {
            guard let found = end else { return false }
            if !body(start.glyph..<found.glyph, found.width, false) { return true }
            start = (found.next, found.nextPen)
            if pen - start.pen > width { return false }
        }
        _ = body(start.glyph..<count, pen - start.pen, true)
        return true
    }

    /// Whether the text before and from this glyph looks the same apart as together.
    private func isSafe(_ index: Int) -> Bool {
        hb_glyph_info_get_glyph_flags(infos + index).rawValue & HB_GLYPH_FLAG_UNSAFE_TO_BREAK.rawValue == 0
    }
}

/// A glyph and where its pen stands, 1/1024 of a point from the start of the line and from its baseline, y down.
struct PositionedGlyph: Hashable {
    var glyph: UInt32
    var x: Int32
    var y: Int32
}
