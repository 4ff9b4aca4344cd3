internal import CPango
import Foundation

extension TextLayout {
    /// Lays out any text. Under the engine's lock.
    func layOutWithPango(_ face: FontFace, _ engine: TextEngine) {
        removeLines()
        guard face.font != nil else {  // no font is installed
            height = face.metrics.lineHeight
            lines.append(TextLine(runs: 0..<0, width: 0, baseline: face.metrics.ascender, bottom: height))
            return
        }
        var copy = text
        copy.withUTF8 { bytes in layOut(bytes, face, engine) }
    }

    private func layOut(_ bytes: UnsafeBufferPointer<UInt8>, _ face: FontFace, _ engine: TextEngine) {
        let layout = engine.layout
        let width = widthLimit.map { Int32(clamping: $0) } ?? -1
        pango_layout_set_font_description(layout, face.pangoDescription)
        let hyphenates = lineBreakMode != .characterWrapping && Self.hasSoftHyphen(bytes)
        pango_layout_set_attributes(layout, hyphenates ? face.hyphenatingAttributes : face.attributes)
        pango_layout_set_wrap(layout, lineBreakMode == .characterWrapping ? PANGO_WRAP_CHAR : PANGO_WRAP_WORD_CHAR)
        pango_layout_set_width(layout, lineBreakMode == .clipping ? -1 : width)
        pango_layout_set_justify(layout, alignment == .justified ? 1 : 0)
        Self.setText(bytes, of: layout)

        let limit = maximumNumberOfLines > 0 ? maximumNumberOfLines : Int.max
        var lastStart = 0
        var node = pango_layout_get_lines_readonly(layout)
        while let line = node?.pointee.data?.assumingMemoryBound(to: PangoLayoutLine.self) {
            node = node?.pointee.next
            let before = (glyphs.count, runs.count, widest)
            let bottom = append(line, face, engine)
            if lines.count > 1, lines.count > limit || !fits(height: bottom) {
                // One too many: take it back. An empty line at the very end is not missed.
                hasMore = !(runs.count == before.1 && node == nil)
                lines.removeLast()
                glyphs.removeLast(glyphs.count - before.0)
                runs.removeLast(runs.count - before.1)
                widest = before.2
                break
            }
            lastStart = Int(pango_layout_line_get_start_index(line))
            if alignment == .justified, width >= 0, continues(after: line, node?.pointee) {
                stretchLastLine(line, bytes, to: Int(width), firstGlyph: before.0, engine)
            }
        }
        if hasMore, width >= 0, lineBreakMode.truncates {
            truncateLastLine(
                String(decoding: bytes[min(lastStart, bytes.count)...], as: UTF8.self), width, face, engine)
        }
        height = lines.last?.bottom ?? 0
    }

    /// Sets the last line again: `rest` is the text from where it starts to the end, `width` what it may take.
    private func truncateLastLine(
        _ rest: String, _ width: Int32, _ face: FontFace, _ engine: TextEngine
    ) {
        guard let last = lines.popLast() else { return }
        let firstGlyph = last.runs.isEmpty ? glyphs.count : runs[last.runs.lowerBound].glyphs.lowerBound
        glyphs.removeLast(glyphs.count - firstGlyph)
        runs.removeLast(runs.count - last.runs.lowerBound)
        widest = lines.map(\.width).max() ?? 0

        let layout = engine.layout
        pango_layout_set_justify(layout, 0)
        pango_layout_set_width(layout, -1)
        let truncation = Truncation(rest, mode: lineBreakMode)
        let fitting = truncation.longest(within: Int(width)) { candidate in
            var candidate = candidate
            candidate.withUTF8 { Self.setText($0, of: layout) }
            var size: (Int32, Int32) = (0, 0)
            pango_layout_get_size(layout, &size.0, &size.1)
            return Int(size.0)
        }
        var text = fitting
        text.withUTF8 { Self.setText($0, of: layout) }
        if let line = pango_layout_get_line_readonly(layout, 0) { _ = append(line, face, engine) }
    }

    private static func hasSoftHyphen(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        for index in bytes.indices.dropLast() where bytes[index] == 0xC2 && bytes[index + 1] == 0xAD { return true }
        return false
    }

    private static func setText(_ bytes: UnsafeBufferPointer<UInt8>, of layout: OpaquePointer) {
        bytes.withMemoryRebound(to: CChar.self) { characters in
            pango_layout_set_text(layout, characters.baseAddress, Int32(clamping: characters.count))
        }
    }

    /// Appends a line below the others and returns where it ends, points from the top.
    private func append(
        _ line: UnsafeMutablePointer<PangoLayoutLine>, _ face: FontFace, _ engine: TextEngine
    ) -> CGFloat {
        let firstRun = runs.count
        var pen = 0
        var ascender = face.metrics.ascender
        var descender = face.metrics.descender
        var leading = face.metrics.leading
        var node = line.pointee.runs
        while let run = node?.pointee.data?.assumingMemoryBound(to: PangoGlyphItem.self).pointee {
            node = node?.pointee.next
            guard let pangoFont = run.item.pointee.analysis.font else { continue }
            let font = engine.font(pangoFont)
            let firstGlyph = glyphs.count
            let string = run.glyphs.pointee
            for index in 0..<Int(string.num_glyphs) {
                let info = string.glyphs[index]
                if let glyph = Self.visible(info.glyph, engine) {
                    glyphs.append(
                        PositionedGlyph(
                            glyph: glyph, x: Int32(clamping: pen + Int(info.geometry.x_offset)),
                            y: info.geometry.y_offset))
                }
                pen += Int(info.geometry.width)
            }
            if glyphs.count > firstGlyph { runs.append(GlyphRun(font: font, glyphs: firstGlyph..<glyphs.count)) }
            ascender = max(ascender, font.metrics.ascender)
            descender = min(descender, font.metrics.descender)
            leading = max(leading, font.metrics.leading)
        }
        let top = lines.last.map { $0.bottom + lineSpacing } ?? 0
        let bottom = top + ascender - descender + leading
        lines.append(
            TextLine(
                runs: firstRun..<runs.count, width: pen, baseline: top + ascender, bottom: bottom,
                isRightToLeft: pango_layout_line_get_resolved_direction(line) == PANGO_DIRECTION_RTL))
        widest = max(widest, pen)
        return bottom
    }

    /// Whether the paragraph goes on in the line below, which then begins where `line` ends.
    private func continues(after line: UnsafeMutablePointer<PangoLayoutLine>, _ next: GSList?) -> Bool {
        guard let below = next?.data?.assumingMemoryBound(to: PangoLayoutLine.self) else { return false }
        return pango_layout_line_get_start_index(below)
            == pango_layout_line_get_start_index(line) + pango_layout_line_get_length(line)
    }

    /// pango counts the space that ends a justified line where that is part of a run which fits as a whole, and leaves the
    /// line short by it: what is left goes to the spaces between the words, or between the letters of one.
    private func stretchLastLine(
        _ line: UnsafeMutablePointer<PangoLayoutLine>, _ bytes: UnsafeBufferPointer<UInt8>, to width: Int,
        firstGlyph: Int, _ engine: TextEngine
    ) {
        guard let last = lines.indices.last, lines[last].width < width else { return }
        let free = width - lines[last].width
        var (spaces, clusters) = (0, 0)
        Self.forEachGlyph(of: line, bytes, engine) { glyph in
            if glyph.isSpace { spaces += 1 }
            if glyph.startsCluster { clusters += 1 }
        }
        let gaps = spaces > 0 ? spaces : clusters - 1
        guard gaps > 0 else { return }
        var (seen, index) = (spaces > 0 ? 0 : -1, firstGlyph)
        Self.forEachGlyph(of: line, bytes, engine) { glyph in
            if spaces == 0, glyph.startsCluster { seen += 1 }
            if glyph.isShown {
                glyphs[index].x = Int32(clamping: Int(glyphs[index].x) + free * max(seen, 0) / gaps)
                index += 1
            }
            if spaces > 0, glyph.isSpace { seen += 1 }
        }
        lines[last].width = width
        widest = max(widest, width)
    }

    /// What stretching a line asks of each of its glyphs.
    private struct StretchedGlyph {
        var isShown: Bool
        /// Between words; the one at the line's end has no width.
        var isSpace: Bool
        var startsCluster: Bool
    }

    /// In the order of `append`.
    private static func forEachGlyph(
        of line: UnsafeMutablePointer<PangoLayoutLine>, _ bytes: UnsafeBufferPointer<UInt8>, _ engine: TextEngine,
        _ body: (StretchedGlyph) -> Void
    ) {
        var node = line.pointee.runs
        while let run = node?.pointee.data?.assumingMemoryBound(to: PangoGlyphItem.self).pointee {
            node = node?.pointee.next
            guard run.item.pointee.analysis.font != nil, let clusters = run.glyphs.pointee.log_clusters else {
                continue
            }
            let string = run.glyphs.pointee
            for place in 0..<Int(string.num_glyphs) {
                let info = string.glyphs[place]
                let isShown = visible(info.glyph, engine) != nil
                let byte = Int(run.item.pointee.offset) + Int(clusters[place])
                body(
                    StretchedGlyph(
                        isShown: isShown, isSpace: info.geometry.width > 0 && bytes[byte] == 0x20,
                        startsCluster: isShown && (place == 0 || clusters[place] != clusters[place - 1])))
            }
        }
    }

    /// The glyph to draw; nil for none. A character that no font has shows the font's own sign for that.
    static func visible(_ glyph: PangoGlyph, _ engine: TextEngine) -> UInt32? {
        let empty: PangoGlyph = 0x0FFF_FFFF
        let unknownFlag: PangoGlyph = 0x1000_0000
        if glyph == empty { return nil }
        if glyph & unknownFlag == 0 { return glyph }
        engine.missingScripts.note(glyph & ~unknownFlag)
        return 0
    }
}
