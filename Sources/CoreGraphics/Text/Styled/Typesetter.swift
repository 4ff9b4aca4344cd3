internal import CPango
import Foundation

/// Sets a styled text into a layout, paragraph after paragraph, until the text or the room ends. Under the text engine's
/// lock.
///
/// A paragraph is shaped in pieces, so that the time a text takes grows with its length, or with what is shown of it.
struct Typesetter {
    let layout: TextLayout
    let source: StyledSource
    let widthLimit: Int?
    private let lineLimit: Int

    /// What the last line was made of, in case it must be shortened.
    private struct LastLine {
        var piece: ShapedPiece
        var first: Int
        var paragraph: Range<Int>
        var format: ParagraphFormat
        var counts: Counts
        var indent: Int
        var room: Int?
        var isRightToLeft: Bool
        var isFirstOfParagraph: Bool
        /// Of the line above.
        var formatAbove: ParagraphFormat?
    }

    /// How much the layout holds.
    struct Counts {
        var glyphs: Int
        var runs: Int
        var spans: Int
        var lines: Int
    }

    private var last: LastLine?
    private var previousFormat: ParagraphFormat?

    /// Bytes that are shaped at once, at first; and lines of any text.
    private static let pieceLength = 8 << 10
    private static let mostLines = 100_000

    init(_ layout: TextLayout, _ source: StyledSource) {
        self.layout = layout
        self.source = source
        widthLimit = layout.widthLimit
        lineLimit = layout.maximumNumberOfLines > 0 ? layout.maximumNumberOfLines : Self.mostLines
    }

    mutating func run() {
        let count = source.bytes.count
        var start = 0
        var isDone = false
        while !isDone {
            let end = paragraphEnd(from: start)
            isDone = !setParagraph(start..<end.text)
            // A text that ends in a paragraph's end has an empty line there, which is not missed.
            if isDone, end.text < count || end.next < count || layout.hasMore { shorten() }
            if end.next == end.text { break }
            start = end.next
            if !isDone, start == count {
                let more = layout.hasMore
                if !setParagraph(start..<start) { layout.hasMore = more }
                break
            }
        }
        layout.height = layout.lines.last?.bottom ?? 0
    }

    /// Where the paragraph's characters end and the next paragraph begins.
    private func paragraphEnd(from start: Int) -> (text: Int, next: Int) {
        let bytes = source.bytes
        var index = start
        while index < bytes.count {
            switch bytes[index] {
            case 0x0A: return (index, index + 1)
            case 0x0D: return (index, index + (index + 1 < bytes.count && bytes[index + 1] == 0x0A ? 2 : 1))
            case 0xE2 where index + 2 < bytes.count && bytes[index + 1] == 0x80 && bytes[index + 2] == 0xA9:
                return (index, index + 3)
            default: index += 1
            }
        }
        return (index, index)
    }

    // MARK: Paragraphs

    /// False when there was no room for all of it.
    private mutating func setParagraph(_ paragraph: Range<Int>) -> Bool {
        let format = source.format(at: paragraph.lowerBound)
        let direction = self.direction(of: paragraph, format)
        let isRightToLeft = direction == PANGO_DIRECTION_RTL
        let breaks = breaks(format)
        var start = paragraph.lowerBound
        var length = Self.pieceLength
        var isFirst = true
        if paragraph.isEmpty { return setEmptyLine(at: start, format, isRightToLeft, isFirst: true) }
        while start < paragraph.upperBound {
            let end = characterStart(min(start + length, paragraph.upperBound), in: paragraph)
            let isWhole = end == paragraph.upperBound
            let piece = ShapedPiece(start..<end, of: source, direction: direction)
            guard !piece.clusters.isEmpty else { return true }  // no font at all
            let breaker = LineBreaker(piece: piece, format: format, breaks: breaks)
            var first = 0
            while first < piece.clusters.count {
                let (indent, room) = place(format, isFirst: isFirst)
                let line = breaker.line(from: first, indent: indent, within: room)
                let isLast = line.clusters.upperBound == piece.clusters.count
                let isTooLong = breaks == .never && room.map { line.width > $0 } ?? false
                // The end of a piece is no reason to end a line.
                if isLast, !isWhole, !isTooLong {
                    if first == 0 { length *= 4 } else { length = Self.pieceLength }
                    break
                }
                guard layout.lines.count < lineLimit else {
                    layout.hasMore = true
                    return false
                }
                let lastLine = LastLine(
                    piece: piece, first: first, paragraph: paragraph, format: format, counts: counts,
                    indent: indent, room: room, isRightToLeft: isRightToLeft, isFirstOfParagraph: isFirst,
                    formatAbove: previousFormat)
                if isTooLong, format.lineBreakMode.truncates {
                    guard appendShortened(lastLine) else { return false }
                    layout.hasMore = true
                } else {
                    guard append(content(line, lastLine, isLast: isLast && isWhole), lastLine) else { return false }
                }
                isFirst = false
                first = line.clusters.upperBound
                if isTooLong, isLast { return true }
            }
            // Goes on where the piece's last whole line ended.
            if first == piece.clusters.count { return true }
            start += Int(piece.clusters[first].start)
        }
        return true
    }

    private func breaks(_ format: ParagraphFormat) -> LineBreaker.Breaks {
        switch format.lineBreakMode {
        case .wordWrapping: .words
        case .characterWrapping: .characters
        case .clipping: .never
        case .truncatingHead, .truncatingTail, .truncatingMiddle: layout.truncatesEveryParagraph ? .never : .words
        }
    }

    private func direction(of paragraph: Range<Int>, _ format: ParagraphFormat) -> PangoDirection {
        switch format.direction {
        case .leftToRight: return PANGO_DIRECTION_LTR
        case .rightToLeft: return PANGO_DIRECTION_RTL
        case .natural: break
        }
        // A text that has no letter for so long is not read from right to left.
        let beginning = UnsafeBufferPointer(rebasing: source.bytes[paragraph].prefix(Self.pieceLength))
        return ReadingDirection.isRightToLeft(beginning) ? PANGO_DIRECTION_RTL : PANGO_DIRECTION_LTR
    }

    /// Not within a character's bytes.
    private func characterStart(_ offset: Int, in paragraph: Range<Int>) -> Int {
        var offset = offset
        while offset < paragraph.upperBound, source.bytes[offset] & 0xC0 == 0x80 { offset += 1 }
        return offset
    }

    /// Where a line begins and what it may take, units.
    private func place(_ format: ParagraphFormat, isFirst: Bool) -> (indent: Int, room: Int?) {
        let unit = TextLayout.unitsPerPoint
        let indent = Int(((isFirst ? format.firstLineIndent : format.headIndent) * unit).rounded())
        guard let widthLimit else {
            return (indent, format.tailIndent > 0 ? max(Int(format.tailIndent * unit) - indent, 1) : nil)
        }
        let end =
            format.tailIndent > 0
            ? min(Int(format.tailIndent * unit), widthLimit)
            : widthLimit + Int(format.tailIndent * unit)
        return (indent, max(end - indent, 1))
    }

    // MARK: Lines

    private var counts: Counts {
        Counts(
            glyphs: layout.glyphs.count, runs: layout.runs.count, spans: layout.spans.count,
            lines: layout.lines.count)
    }

    private func takeBack(to counts: Counts) {
        layout.glyphs.removeLast(layout.glyphs.count - counts.glyphs)
        layout.runs.removeLast(layout.runs.count - counts.runs)
        layout.spans.removeLast(layout.spans.count - counts.spans)
        layout.lines.removeLast(layout.lines.count - counts.lines)
        layout.placements.removeLast(layout.placements.count - counts.lines)
    }

    struct LineContent {
        var parts: [LinePart]
        var adjustment = LineAdjustment()
        /// Of an empty line: where its style is.
        var emptyAt: Int?
    }

    private func content(_ line: LineBreaker.Line, _ place: LastLine, isLast: Bool) -> LineContent {
        let piece = place.piece
        var content = LineContent(parts: [LinePart(piece: piece, clusters: line.visible)])
        if let style = line.hyphenStyle {
            let level =
                piece.clusters.indices.contains(line.visible.upperBound - 1)
                ? piece.items[Int(piece.clusters[line.visible.upperBound - 1].item)].level : 0
            content.parts.append(sign(.hyphen, style, level: level))
        }
        if line.visible.isEmpty { content.emptyAt = piece.offset.map { $0 + Int(piece.clusters[place.first].start) } }
        if place.format.alignment == .justified, !line.isForced, !isLast, let room = place.room {
            content.adjustment = stretching(line.visible, of: piece, by: room - line.width)
        }
        return content
    }

    private func sign(_ sign: StyledSource.Sign, _ style: Int, level: Int) -> LinePart {
        let piece = source.piece(sign, style)
        return LinePart(piece: piece, clusters: 0..<piece.clusters.count, level: level)
    }

    /// Spaces grow; where there are none, everything moves apart.
    private func stretching(_ clusters: Range<Int>, of piece: ShapedPiece, by free: Int) -> LineAdjustment {
        guard free > 0 else { return LineAdjustment() }
        let spaces = clusters.count { index in
            let byte = Int(piece.clusters[index].start)
            return piece.bytes[byte] == 0x20 || (piece.bytes[byte] == 0xC2 && piece.isNoBreakSpace(byte))
        }
        if spaces > 0 { return LineAdjustment(afterSpaces: free / spaces) }
        return clusters.count > 1 ? LineAdjustment(afterClusters: free / (clusters.count - 1)) : LineAdjustment()
    }

    private mutating func setEmptyLine(
        at offset: Int, _ format: ParagraphFormat, _ isRightToLeft: Bool, isFirst: Bool
    ) -> Bool {
        guard layout.lines.count < lineLimit else {
            layout.hasMore = true
            return false
        }
        let (indent, room) = place(format, isFirst: isFirst)
        let style = source.style(at: offset)
        let place = LastLine(
            piece: ShapedPiece(sign: "", style: style, of: source), first: 0, paragraph: offset..<offset,
            format: format, counts: counts, indent: indent, room: room, isRightToLeft: isRightToLeft,
            isFirstOfParagraph: isFirst,
            formatAbove: previousFormat)
        return append(LineContent(parts: [], emptyAt: offset), place)
    }

    /// Adds a line below the others; false, with nothing changed, if it is too low.
    private mutating func append(_ content: LineContent, _ place: LastLine) -> Bool {
        let (before, format) = (counts, place.format)
        let writer = LineWriter(layout, source, content.adjustment, content.parts)
        var extent = writer.extent
        if extent.ascender == -.infinity {
            extent.add(source.face(source.style(at: content.emptyAt ?? place.paragraph.lowerBound)).metrics, shifted: 0)
        }
        let natural = extent.ascender - extent.descender + (layout.usesFontLeading ? extent.leading : 0)
        let height = format.lineHeight(natural)
        var top = layout.lines.last?.bottom ?? 0
        if let above = place.formatAbove, !layout.lines.isEmpty {
            top += above.lineSpacing
            if place.isFirstOfParagraph { top += above.paragraphSpacing + format.paragraphSpacingBefore }
        }
        // Room to spare, or lacking, is above the letters.
        let baseline = top + height - natural + extent.ascender
        guard layout.lines.isEmpty || layout.fits(height: top + height) else {
            takeBack(to: before)
            layout.hasMore = true
            return false
        }
        layout.lines.append(
            TextLayout.TextLine(
                runs: before.runs..<layout.runs.count, width: writer.pen, baseline: baseline, bottom: top + height,
                isRightToLeft: place.isRightToLeft))
        layout.placements.append(
            LinePlacement(
                alignment: format.alignment, indent: place.indent, room: place.room,
                spans: before.spans..<layout.spans.count, top: top))
        last = place
        previousFormat = format
        return true
    }

    // MARK: Shortening

    /// Sets the last line again so that it says that there is more.
    private mutating func shorten() {
        guard layout.hasMore, let place = last, let room = place.room else { return }
        let truncates = place.format.lineBreakMode.truncates
        guard layout.truncatesLastLine || (truncates && !layout.truncatesEveryParagraph), room > 0 else { return }
        takeBack(to: place.counts)
        _ = appendShortened(place)
    }

    /// Letters may be wider at the cut than they were within the text: takes more away then.
    private mutating func appendShortened(_ place: LastLine) -> Bool {
        let before = counts
        let room = place.room ?? 0
        var reserve = 0
        for _ in 0..<4 {
            guard append(shortened(place, within: max(room - reserve, 0)), place) else { return false }
            let excess = (layout.lines.last?.width ?? 0) - room
            if excess <= 0 { return true }
            takeBack(to: before)
            reserve += excess
        }
        return append(shortened(place, within: max(room - reserve, 0)), place)
    }

    private func shortened(_ place: LastLine, within room: Int) -> LineContent {
        let mode = place.format.lineBreakMode.truncates ? place.format.lineBreakMode : .truncatingTail
        return StyledTruncation(
            source: source, piece: place.piece, first: place.first, paragraph: place.paragraph, mode: mode,
            room: room, tightens: place.format.tightens, baseLevel: place.isRightToLeft ? 1 : 0
        ).content()
    }
}
