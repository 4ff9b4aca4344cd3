internal import CPango
import Foundation

/// Shortens a paragraph, from a cluster on, to what fits a line, with “…” where something is missing.
struct StyledTruncation {
    let source: StyledSource
    let piece: ShapedPiece
    /// The line's first cluster.
    let first: Int
    /// Bytes of the text.
    let paragraph: Range<Int>
    let mode: TextLayout.LineBreakMode
    /// Units.
    let room: Int
    let tightens: Bool
    let baseLevel: Int

    /// Letters may move together by this share of their size before something is left out.
    private static let tightest: CGFloat = 0.05
    /// Bytes of a long paragraph's end that are looked at.
    private static let endLength = 8 << 10

    func content() -> Typesetter.LineContent {
        let rest = first..<piece.clusters.count
        let reachesEnd = (piece.offset ?? 0) + piece.bytes.count == paragraph.upperBound
        if reachesEnd {
            let width = rest.reduce(0) { $0 + Int(piece.clusters[$1].width) }
            if tightens, rest.count > 1, let excess = tightening(width, rest) {
                return Typesetter.LineContent(
                    parts: [LinePart(piece: piece, clusters: rest)],
                    adjustment: LineAdjustment(afterClusters: -excess))
            }
            // It would fit, but more paragraphs follow: “…” says so at the end.
            if mode != .truncatingTail, width <= room { return tail(rest) }
        }
        switch mode {
        case .truncatingHead: return head(end(reachesEnd))
        case .truncatingMiddle: return middle(rest, end(reachesEnd))
        default: return tail(rest)
        }
    }

    /// Units to take from between clusters so that all fit; nil if that were too much, or there is no need.
    private func tightening(_ width: Int, _ rest: Range<Int>) -> Int? {
        guard width > room else { return nil }
        let each = (width - room + rest.count - 2) / (rest.count - 1)
        let size = source.styled.styles[piece.style(at: Int(piece.clusters[first].start))].shaping.font.size
        return CGFloat(each) <= size * Self.tightest * TextLayout.unitsPerPoint ? each : nil
    }

    /// The end of the paragraph, shaped.
    private func end(_ reachesEnd: Bool) -> (piece: ShapedPiece, clusters: Range<Int>) {
        if reachesEnd { return (piece, first..<piece.clusters.count) }
        var start = max(paragraph.upperBound - Self.endLength, (piece.offset ?? 0) + piece.bytes.count)
        while start < paragraph.upperBound, source.bytes[start] & 0xC0 == 0x80 { start += 1 }
        let direction = baseLevel == 1 ? PANGO_DIRECTION_RTL : PANGO_DIRECTION_LTR
        let end = ShapedPiece(start..<paragraph.upperBound, of: source, direction: direction)
        return (end, 0..<end.clusters.count)
    }

    private func ellipsis(_ piece: ShapedPiece, at cluster: Int) -> (part: LinePart, width: Int) {
        let style =
            piece.clusters.indices.contains(cluster)
            ? piece.style(at: Int(piece.clusters[cluster].start)) : source.style(at: paragraph.lowerBound)
        let sign = source.piece(.ellipsis, style)
        return (
            LinePart(piece: sign, clusters: 0..<sign.clusters.count, level: baseLevel),
            source.width(of: .ellipsis, style)
        )
    }

    /// As many characters from the beginning of `clusters` as are no wider than `width`, without white space at the end.
    private func prefix(_ clusters: Range<Int>, of piece: ShapedPiece, within width: Int) -> Range<Int> {
        var used = 0
        var end = clusters.lowerBound
        for index in clusters {
            // A character is whole where the next begins.
            if piece.clusters[index].flags.contains(.isCharacter) { end = index }
            used += Int(piece.clusters[index].width)
            if used > width { return trimmed(clusters.lowerBound..<end, of: piece) }
        }
        return trimmed(clusters, of: piece)
    }

    private func trimmed(_ clusters: Range<Int>, of piece: ShapedPiece) -> Range<Int> {
        var end = clusters.upperBound
        while end > clusters.lowerBound, piece.clusters[end - 1].flags.contains(.isWhite) { end -= 1 }
        return clusters.lowerBound..<end
    }

    /// The same from the end.
    private func suffix(_ clusters: Range<Int>, of piece: ShapedPiece, within width: Int) -> Range<Int> {
        var used = 0
        var start = clusters.upperBound
        var index = clusters.upperBound
        while index > clusters.lowerBound {
            index -= 1
            used += Int(piece.clusters[index].width)
            if used > width { break }
            if piece.clusters[index].flags.contains(.isCharacter) { start = index }
        }
        while start < clusters.upperBound, piece.clusters[start].flags.contains(.isWhite) { start += 1 }
        return start..<clusters.upperBound
    }

    private func tail(_ clusters: Range<Int>) -> Typesetter.LineContent {
        // The sign looks like what it follows, which is known once it is known how wide the sign is.
        var dots = ellipsis(piece, at: clusters.lowerBound)
        var kept = prefix(clusters, of: piece, within: room - dots.width)
        let other = ellipsis(piece, at: max(kept.upperBound - 1, clusters.lowerBound))
        if other.width != dots.width { kept = prefix(clusters, of: piece, within: room - other.width) }
        dots = ellipsis(piece, at: max(kept.upperBound - 1, clusters.lowerBound))
        return Typesetter.LineContent(parts: [LinePart(piece: piece, clusters: kept), dots.part])
    }

    private func head(_ end: (piece: ShapedPiece, clusters: Range<Int>)) -> Typesetter.LineContent {
        let dots = ellipsis(end.piece, at: end.clusters.upperBound - 1)
        let kept = suffix(end.clusters, of: end.piece, within: room - dots.width)
        let seen = ellipsis(end.piece, at: kept.lowerBound)
        return Typesetter.LineContent(parts: [
            (seen.width <= dots.width ? seen : dots).part, LinePart(piece: end.piece, clusters: kept),
        ])
    }

    private func middle(
        _ beginning: Range<Int>, _ end: (piece: ShapedPiece, clusters: Range<Int>)
    ) -> Typesetter.LineContent {
        let dots = ellipsis(piece, at: beginning.lowerBound)
        let width = max(room - dots.width, 0)
        let before = prefix(beginning, of: piece, within: (width + 1) / 2)
        let used = before.reduce(0) { $0 + Int(piece.clusters[$1].width) }
        var rest = end.clusters
        // What is before the sign is not shown after it, too.
        if end.piece === piece { rest = max(rest.lowerBound, before.upperBound)..<rest.upperBound }
        let after = suffix(rest, of: end.piece, within: width - used)
        return Typesetter.LineContent(parts: [
            LinePart(piece: piece, clusters: before), dots.part, LinePart(piece: end.piece, clusters: after),
        ])
    }
}
