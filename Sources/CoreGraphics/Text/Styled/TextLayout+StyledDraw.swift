import Foundation

extension TextLayout {
    /// Draws a text that is more than letters of one colour: backgrounds first, then line after line its shadows, lines
    /// below, letters, attachments and lines through.
    func draw(_ styled: StyledText, in context: CGContext, at point: CGPoint) {
        context.saveGState()
        defer { context.restoreGState() }
        let pen = DecorationPen(context: context, point: point)
        for line in lines.indices { drawBackgrounds(styled, line, pen) }
        for line in lines.indices {
            let spans = placements[line].spans
            var start = spans.lowerBound
            while start < spans.upperBound {
                // What is painted alike is one shape: where two letters meet, the colour does not lie over itself.
                let style = styled.styles[self.spans[start].style]
                var end = start + 1
                while end < spans.upperBound, styled.styles[self.spans[end].style].isPainted(like: style) { end += 1 }
                draw(start..<end, style, styled, line, pen)
                start = end
            }
        }
    }

    private func draw(
        _ group: Range<Int>, _ style: TextStyle, _ styled: StyledText, _ line: Int, _ pen: DecorationPen
    ) {
        let context = pen.context
        if let shadow = style.paint.shadow {
            context.saveGState()
            context.setShadow(offset: shadow.offset, blur: shadow.blur, color: shadow.color)
            context.beginTransparencyLayer(auxiliaryInfo: nil)
        }
        defer {
            if style.paint.shadow != nil {
                context.endTransparencyLayer()
                context.restoreGState()
            }
        }
        if let underline = style.paint.underline { drawLines(underline, .below, group, styled, line, pen) }
        drawLetters(group, style, line, pen)
        for span in spans[group] where span.isAttachment {
            guard let box = styled.styles[span.style].shaping.attachment else { continue }
            let shift = styled.styles[span.style].shaping.baselineOffset
            let rect = CGRect(
                x: pen.point.x + lines[line].x + CGFloat(span.x) / Self.unitsPerPoint + box.bounds.minX,
                y: pen.baseline(of: self, line) - shift - box.bounds.maxY, width: box.bounds.width,
                height: box.bounds.height)
            context.saveGState()
            box.draw(context, rect)
            context.restoreGState()
        }
        if let strike = style.paint.strikethrough { drawLines(strike, .through, group, styled, line, pen) }
    }

    private func drawLetters(_ group: Range<Int>, _ style: TextStyle, _ line: Int, _ pen: DecorationPen) {
        let paint = style.paint
        let drawn = spans[group].filter { !$0.runs.isEmpty }
        guard let first = drawn.first, let last = drawn.last else { return }
        let range = first.runs.lowerBound..<last.runs.upperBound
        let shaping = style.shaping
        let isChanged = shaping.obliqueness != 0 || shaping.expansion != 1
        var change = GlyphChange(expansion: shaping.expansion, obliqueness: shaping.obliqueness)
        if paint.strokeWidth <= 0 {
            if isChanged {
                drawWithCairo(range, line, paint.color, change, pen)
            } else {
                drawGlyphs(line..<line + 1, range, in: paint.color, in: pen.context, at: pen.point)
            }
        }
        if paint.strokeWidth != 0 {
            change.strokeWidth = abs(paint.strokeWidth) / 100 * shaping.font.size
            drawWithCairo(range, line, paint.strokeColor ?? paint.color, change, pen)
        }
    }

    private func drawWithCairo(
        _ range: Range<Int>, _ line: Int, _ color: CGColor, _ change: GlyphChange, _ pen: DecorationPen
    ) {
        guard pen.context.state.matrix.isInvertible else { return }
        let point = CGPoint(x: pen.point.x, y: pen.baseline(of: self, line) - lines[line].baseline)
        withLockedEngine(toPaint: color, in: pen.context) {
            drawWithCairo(runs: range, line, color, change, in: pen.context, at: point)
        }
    }

    // MARK: Backgrounds and lines

    private func drawBackgrounds(_ styled: StyledText, _ line: Int, _ pen: DecorationPen) {
        forEachStretch(of: placements[line].spans, { styled.styles[spans[$0].style].paint.background }) {
            color, first, last in
            let rect = CGRect(
                x: x(first, line), y: placements[line].top, width: x(last, line, atEnd: true) - x(first, line),
                height: lines[line].bottom - placements[line].top)
            pen.fill([rect], color)
        }
    }

    private enum Place { case below, through }

    private func drawLines(
        _ style: TextLineStyle, _ place: Place, _ group: Range<Int>, _ styled: StyledText, _ line: Int,
        _ pen: DecorationPen
    ) {
        let color = style.color
        forEachStretch(of: group, { style.isByWord && spans[$0].isSpace ? nil : spans[$0].style }) {
            spanStyle, first, last in
            let shaping = styled.styles[spanStyle].shaping
            let measures = lineMeasures(of: shaping.font)
            let offset = place == .below ? measures.underline : measures.strikethrough
            pen.draw(
                style, from: x(first, line), to: x(last, line, atEnd: true),
                top: lines[line].baseline - offset - shaping.baselineOffset, baseline: lines[line].baseline,
                thickness: measures.thickness, color: color ?? styled.styles[spanStyle].paint.color)
        }
    }

    private func lineMeasures(of font: FontDescription) -> TextLineMeasures {
        let engine = TextEngine.shared
        return engine.lock.withLock { _ in
            engine.face(font).font?.lineMeasures(size: font.size) ?? TextLineMeasures(size: font.size)
        }
    }

    /// Points from the layout's left edge.
    private func x(_ span: Int, _ line: Int, atEnd: Bool = false) -> CGFloat {
        lines[line].x + CGFloat(spans[span].x + (atEnd ? spans[span].width : 0)) / Self.unitsPerPoint
    }

    /// Calls `body` with the first and last of neighbouring spans for which `key` is the same.
    private func forEachStretch<Key: Equatable>(
        of range: Range<Int>, _ key: (Int) -> Key?, _ body: (_ key: Key, _ first: Int, _ last: Int) -> Void
    ) {
        var start = range.lowerBound
        while start < range.upperBound {
            let value = key(start)
            var end = start + 1
            while end < range.upperBound, key(end) == value { end += 1 }
            if let value { body(value, start, end - 1) }
            start = end
        }
    }

    /// Around attachments, backgrounds and lines, points; somewhat more than lines take.
    var decorationBounds: CGRect {
        guard let styled else { return .null }
        var bounds = CGRect.null
        for line in lines.indices {
            for index in placements[line].spans {
                let style = styled.styles[spans[index].style]
                let width = CGFloat(spans[index].width) / Self.unitsPerPoint
                if let box = style.shaping.attachment, spans[index].isAttachment {
                    bounds = bounds.union(
                        CGRect(
                            x: x(index, line) + box.bounds.minX,
                            y: lines[line].baseline - style.shaping.baselineOffset - box.bounds.maxY,
                            width: box.bounds.width, height: box.bounds.height))
                }
                if style.paint.background != nil || style.paint.underline != nil || style.paint.strikethrough != nil {
                    bounds = bounds.union(
                        CGRect(
                            x: x(index, line), y: placements[line].top, width: width,
                            height: lines[line].bottom - placements[line].top))
                }
            }
        }
        return bounds
    }
}

extension TextStyle {
    /// Whether both are drawn in one go.
    fileprivate func isPainted(like other: TextStyle) -> Bool {
        paint == other.paint && shaping.obliqueness == other.shaping.obliqueness
            && shaping.expansion == other.shaping.expansion
            && (paint.strokeWidth == 0 || shaping.font.size == other.shaping.font.size)
    }
}
