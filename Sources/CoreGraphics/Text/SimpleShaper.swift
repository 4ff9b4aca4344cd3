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
        features =
            face.description.hasMonospacedDigits
            ? [
                hb_feature_t(
                    tag: hb_tag_from_string("tnum", 4), value: 1, start: 0, end: UInt32.max)
            ] : []
    }

    /// Appends the glyphs of `text` to `glyphs`; false, with nothing appended, if the font lacks a character. The width
    /// is in 1/1024 of a point.
    func shape(
        _ text: UnsafeBufferPointer<UInt8>, with buffer: OpaquePointer,
        into glyphs: inout ContiguousArray<PositionedGlyph>,
        width: inout Int
    ) -> Bool {
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
        else { return false }
        let before = glyphs.count
        var pen = 0
        for index in 0..<Int(count) {
            let glyph = infos[index].codepoint
            if glyph == 0 {
                glyphs.removeLast(glyphs.count - before)
                return false
            }
            let position = positions[index]
            glyphs.append(
                PositionedGlyph(
                    glyph: glyph, x: Int32(clamping: pen + Int(position.x_offset)), y: 0 &- position.y_offset))
            pen += Int(position.x_advance)
        }
        width = pen
        return true
    }
}

/// A glyph and where its pen stands, 1/1024 of a point from the start of the line and from its baseline, y down.
struct PositionedGlyph: Hashable {
    var glyph: UInt32
    var x: Int32
    var y: Int32
}
