import Foundation

/// Divides the clusters of a piece into lines.
struct LineBreaker {
    struct Line {
        /// All clusters, and those that show: without the spaces that a line is broken at.
        var clusters: Range<Int>
        var visible: Range<Int>
        /// Units.
        var width: Int
        /// Whether a hyphen shows at its end.
        var hyphenStyle: Int?
        /// Whether the text says that it ends here, or the piece does.
        var isForced: Bool
    }

    let piece: ShapedPiece
    let format: ParagraphFormat
    /// Whether lines break at words, at characters, or where they must only.
    let breaks: Breaks
    /// Where a line may end.
    enum Breaks { case words, characters, never }

    /// The line that begins at a cluster, `indent` units from the edge. Tabs get their widths.
    func line(from first: Int, indent: Int, within width: Int?) -> Line {
        let count = piece.clusters.count
        var index = first
        var pen = 0
        // After the last cluster that is not white.
        var visible = (end: first, width: 0)
        var end: Line?
        // The last place between what a reader sees as characters. Kept, not looked for: one may have very many parts.
        var character: (index: Int, pen: Int)?
        while index < count {
            let cluster = piece.clusters[index]
            if index > first {
                if cluster.flags.contains(.isCharacter) { character = (index, pen) }
                if cluster.flags.contains(.mustBreak) {
                    return finished(first..<index, pen, visible, isForced: true, width)
                }
                if canBreak(before: cluster) {
                    let line = broken(first, index, visible)
                    if width.map({ line.width <= $0 }) ?? true { end = line }
                }
            }
            if cluster.flags.contains(.isTab) { setTab(index, at: indent + pen) }
            let next = pen + Int(piece.clusters[index].width)
            if !cluster.flags.contains(.isWhite) || cluster.flags.contains(.isTab) {
                if let width, breaks != .never, next > width, index > first {
                    if let end { return end }
                    // Inside a word.
                    if let character {
                        return Line(
                            clusters: first..<character.index, visible: first..<character.index, width: character.pen,
                            hyphenStyle: nil, isForced: false)
                    }
                }
                visible = (index + 1, next)
            }
            pen = next
            index += 1
        }
        return finished(first..<count, pen, visible, isForced: true, width)
    }

    private func canBreak(before cluster: ShapedPiece.Cluster) -> Bool {
        switch breaks {
        case .words: cluster.flags.contains(.mayBreak)
        case .characters: cluster.flags.contains(.mayBreakWord) && cluster.flags.contains(.isCharacter)
        case .never: false
        }
    }

    /// A line up to where the text may be broken.
    private func broken(_ first: Int, _ next: Int, _ visible: (end: Int, width: Int)) -> Line {
        var line = Line(
            clusters: first..<next, visible: first..<visible.end, width: visible.width, isForced: false)
        if piece.clusters[next - 1].flags.contains(.isSoftHyphen) {
            let style = piece.style(at: Int(piece.clusters[next - 1].start))
            line.hyphenStyle = style
            line.width += piece.source.width(of: .hyphen, style)
        }
        return line
    }

    /// A line that is not broken keeps the spaces at its end as far as there is room.
    private func finished(
        _ range: Range<Int>, _ pen: Int, _ visible: (end: Int, width: Int), isForced: Bool, _ limit: Int?
    ) -> Line {
        let isTooWide = breaks != .never && (limit.map { pen > $0 } ?? false)
        return Line(
            clusters: range, visible: range.lowerBound..<(isTooWide ? visible.end : range.upperBound),
            width: isTooWide ? visible.width : pen, isForced: isForced)
    }

    // MARK: Tabs

    /// Gives a tab the width that brings what follows to its stop.
    private func setTab(_ index: Int, at x: Int) {
        let unit = TextLayout.unitsPerPoint
        let stop = format.tabStop(after: CGFloat(x) / unit)
        var space = Int((stop.location * unit).rounded()) - x
        switch stop.alignment {
        case .leading: break
        case .center: space -= widthOfColumn(after: index, untilPoint: false) / 2
        case .trailing: space -= widthOfColumn(after: index, untilPoint: false)
        case .decimal: space -= widthOfColumn(after: index, untilPoint: true)
        }
        piece.clusters[index].width = Int32(clamping: max(space, 0))
    }

    /// Up to the next tab, or the end of the line.
    private func widthOfColumn(after tab: Int, untilPoint: Bool) -> Int {
        var width = 0
        for cluster in piece.clusters[(tab + 1)...] {
            if cluster.flags.contains(.isTab) || cluster.flags.contains(.mustBreak) { break }
            let byte = piece.bytes[Int(cluster.start)]
            if untilPoint, byte == UInt8(ascii: ".") || byte == UInt8(ascii: ",") { break }
            width += Int(cluster.width)
            if width > 1 << 30 { break }
        }
        return width
    }
}
