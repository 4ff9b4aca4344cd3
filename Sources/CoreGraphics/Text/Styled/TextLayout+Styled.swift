import Foundation

extension TextLayout {
    /// Bytes of a text in one style beyond which it is set piece by piece: pango shapes what is left of a paragraph again
    /// for every line.
    private static let longestForPango = 8 << 10

    func removeLines() {
        glyphs.removeAll(keepingCapacity: true)
        runs.removeAll(keepingCapacity: true)
        lines.removeAll(keepingCapacity: true)
        placements.removeAll(keepingCapacity: true)
        spans.removeAll(keepingCapacity: true)
        widest = 0
        height = 0
        hasMore = false
    }

    /// Shows a styled text: as a plain one where that looks the same, which is quicker.
    package func show(_ text: StyledText) {
        guard let plain = text.plain, !truncatesLastLine,
            !(truncatesEveryParagraph && plain.format.lineBreakMode.truncates),
            usesFontLeading || FontFace.face(for: plain.style.shaping.font).metrics.leading == 0
        else {
            styled = text
            return
        }
        styled = nil
        self.text = text.text
        font = plain.style.shaping.font
        color = plain.style.paint.color
        alignment = plain.format.alignment
        lineBreakMode = plain.format.lineBreakMode
        lineSpacing = plain.format.lineSpacing
    }

    /// Lays out a text in one style that is not simple. Under the engine's lock.
    func layOutThoroughly(_ face: FontFace, _ engine: TextEngine) {
        guard text.utf8.count > Self.longestForPango, face.font != nil else { return layOutWithPango(face, engine) }
        var format = ParagraphFormat()
        format.alignment = alignment
        format.lineBreakMode = lineBreakMode
        format.lineSpacing = lineSpacing
        layOut(StyledText(text, style: TextStyle(font: font, color: color), format: format), engine)
    }

    /// Under the engine's lock.
    func layOut(_ styled: StyledText, _ engine: TextEngine) {
        isSimple = false
        removeLines()
        guard !engine.systemFonts.families.isEmpty else {
            let metrics = engine.face(styled.styles[0].shaping.font).metrics
            height = metrics.lineHeight
            lines.append(TextLine(runs: 0..<0, width: 0, baseline: metrics.ascender, bottom: height))
            placements.append(LinePlacement(alignment: .left, indent: 0, room: nil, spans: 0..<0, top: 0))
            return
        }
        var text = styled.text
        text.withUTF8 { bytes in
            var typesetter = Typesetter(self, StyledSource(styled, bytes: bytes, engine: engine))
            typesetter.run()
        }
        for index in lines.indices { widest = max(widest, lines[index].width + placements[index].indent) }
    }

    func alignStyled() {
        let width = widthLimit ?? widestInk
        for index in lines.indices {
            let (line, placement) = (lines[index], placements[index])
            let room = placement.room ?? width - placement.indent
            let left = line.isRightToLeft ? width - placement.indent - room : placement.indent
            let offset = left + Self.offset(of: line, placement.alignment, within: room)
            lines[index].x = CGFloat(offset) / Self.unitsPerPoint
        }
        isAligned = true
    }

    /// As `forEachInk(of:_:)`, with what the styles make of the letters.
    func forEachInk(of line: Int, _ styled: StyledText, _ body: (GlyphInk, PositionedGlyph) -> Void) {
        for span in spans[placements[line].spans] {
            let style = styled.styles[span.style]
            for run in runs[span.runs] {
                for glyph in glyphs[run.glyphs] {
                    let box = run.font.ink(glyph.glyph)
                    if box.left < box.right { body(box.changed(by: style), glyph) }
                }
            }
        }
    }
}

extension GlyphInk {
    fileprivate func changed(by style: TextStyle) -> GlyphInk {
        let (expansion, lean) = (style.shaping.expansion, style.shaping.obliqueness)
        if expansion == 1, lean == 0, style.paint.strokeWidth == 0 { return self }
        // The top leans to the right, what is below the baseline to the left.
        let shifts = [-CGFloat(top) * lean, -CGFloat(bottom) * lean]
        let stroke = abs(style.paint.strokeWidth) / 200 * style.shaping.font.size * TextLayout.unitsPerPoint
        func whole(_ length: CGFloat) -> Int32 { Int32(max(min(length, 1e9), -1e9)) }
        return GlyphInk(
            left: whole(CGFloat(left) * expansion + (shifts.min() ?? 0) - stroke), top: whole(CGFloat(top) - stroke),
            right: whole(CGFloat(right) * expansion + (shifts.max() ?? 0) + stroke),
            bottom: whole(CGFloat(bottom) + stroke))
    }
}
