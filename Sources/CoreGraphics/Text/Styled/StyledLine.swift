internal import CPango
import Foundation

/// What a line of styled text is made of, in the order of the text.
struct LinePart {
    let piece: ShapedPiece
    /// Clusters of the piece.
    let clusters: Range<Int>
    /// For signs that are not in the text: the direction they take.
    var level: Int?
}

/// Stretches and presses a line together.
struct LineAdjustment {
    /// Units after each space, and after each cluster but the last.
    var afterSpaces = 0
    var afterClusters = 0
}

/// A part of a line in one style, as it is seen from left to right; what decorations need to know of it.
struct StyledSpan: Equatable {
    var style: Int
    /// Runs of glyphs in it.
    var runs: Range<Int>
    /// Units from the start of the line.
    var x: Int
    var width: Int
    /// Where lines below words leave a gap.
    var isSpace = false
    /// Stands in place of the letters.
    var isAttachment = false
}

/// Where a line of styled text stands, beyond what every line knows.
struct LinePlacement {
    var alignment: TextLayout.Alignment
    /// Units from the left edge to where the line's room begins, and how much that is; nil for no limit.
    var indent: Int
    var room: Int?
    var spans: Range<Int>
    /// Points from the top of the layout.
    var top: CGFloat
}

/// Above and below the baseline, points; `descender` is negative.
struct LineExtent {
    var ascender: CGFloat = -.infinity
    var descender: CGFloat = .infinity
    var leading: CGFloat = 0

    mutating func add(_ metrics: FontMetrics, shifted: CGFloat) {
        ascender = max(ascender, metrics.ascender + shifted)
        descender = min(descender, metrics.descender + shifted)
        leading = max(leading, metrics.leading)
    }

    mutating func add(_ box: TextAttachmentBox, shifted: CGFloat) {
        ascender = max(ascender, box.bounds.origin.y + box.bounds.height + shifted)
        descender = min(descender, box.bounds.origin.y + shifted)
    }
}

/// Puts the glyphs of one line into a layout. Under the text engine's lock.
struct LineWriter {
    let layout: TextLayout
    let source: StyledSource
    let adjustment: LineAdjustment
    private(set) var pen = 0
    private(set) var extent = LineExtent()
    /// Clusters that still come; none is spaced after the last.
    private var clustersLeft: Int

    private struct Segment {
        let piece: ShapedPiece
        let item: Int
        let bytes: Range<Int>
        let level: Int
    }

    init(_ layout: TextLayout, _ source: StyledSource, _ adjustment: LineAdjustment, _ parts: [LinePart]) {
        self.layout = layout
        self.source = source
        self.adjustment = adjustment
        clustersLeft = parts.reduce(0) { $0 + $1.clusters.count }
        for segment in Self.visualOrder(Self.segments(parts)) { write(segment) }
    }

    private static func segments(_ parts: [LinePart]) -> [Segment] {
        var segments: [Segment] = []
        for part in parts where !part.clusters.isEmpty {
            let piece = part.piece
            var first = part.clusters.lowerBound
            while first < part.clusters.upperBound {
                let item = Int(piece.clusters[first].item)
                var last = first
                // The clusters of an item follow each other; each tab has a width of its own.
                while last + 1 < part.clusters.upperBound, piece.clusters[last + 1].item == Int32(item),
                    !piece.items[item].isTab
                {
                    last += 1
                }
                segments.append(
                    Segment(
                        piece: piece, item: item, bytes: Int(piece.clusters[first].start)..<piece.end(of: last),
                        level: part.level ?? piece.items[item].level))
                first = last + 1
            }
        }
        return segments
    }

    /// As the Unicode bidirectional algorithm has it: what is at least as deep as each level is turned around.
    private static func visualOrder(_ segments: [Segment]) -> [Segment] {
        guard let deepest = segments.lazy.map(\.level).max(),
            let lowestOdd = segments.lazy.map(\.level).filter({ $0 % 2 == 1 }).min()
        else { return segments }
        var order = segments
        for level in stride(from: deepest, through: lowestOdd, by: -1) {
            var start = 0
            while start < order.count {
                guard order[start].level >= level else {
                    start += 1
                    continue
                }
                var end = start
                while end < order.count, order[end].level >= level { end += 1 }
                order[start..<end].reverse()
                start = end
            }
        }
        return order
    }

    // MARK: Glyphs

    private mutating func write(_ segment: Segment) {
        let piece = segment.piece
        let item = piece.items[segment.item]
        if item.isTab || item.glyphs == nil { return writeBox(segment) }
        let isWhole = segment.bytes == item.range
        guard let string = isWhole ? item.glyphs : piece.shape(segment.bytes, like: item) else { return }
        defer { if !isWhole { pango_glyph_string_free(string) } }
        guard let pangoFont = item.analysis.font else { return }
        let font = source.engine.font(pangoFont)
        let isReversed = item.level % 2 == 1
        let count = Int(string.pointee.num_glyphs)
        var index = 0
        while index < count {
            let cluster = string.pointee.log_clusters[index]
            let byte = segment.bytes.lowerBound + Int(cluster)
            let style = piece.style(at: byte)
            let shaping = source.styled.styles[style].shaping
            let isSpace = piece.bytes[byte] == 0x20
            let start = pen
            beginSpan(style, isSpace: isSpace, font, shaping)
            let natural = pen
            let after = spacing(style, isSpace: isSpace || (piece.bytes[byte] == 0xC2 && piece.isNoBreakSpace(byte)))
            // What comes after a character is on its left where it is read from right to left.
            if isReversed { pen += after }
            var drawn = 0
            while index < count, string.pointee.log_clusters[index] == cluster {
                let info = string.pointee.glyphs[index]
                if let glyph = TextLayout.visible(info.glyph, source.engine) {
                    append(glyph, info.geometry, shaping, at: drawn, font)
                }
                drawn += Int(info.geometry.width)
                index += 1
            }
            pen = natural + after + scaled(drawn, shaping.expansion)
            layout.spans[layout.spans.count - 1].width += pen - start
            clustersLeft -= 1
        }
    }

    private func scaled(_ length: Int, _ factor: CGFloat) -> Int {
        factor == 1 ? length : Int((CGFloat(length) * factor).rounded())
    }

    private func spacing(_ style: Int, isSpace: Bool) -> Int {
        let extra = (isSpace ? adjustment.afterSpaces : 0) + (clustersLeft > 1 ? adjustment.afterClusters : 0)
        return source.kern(style) + extra
    }

    private mutating func append(
        _ glyph: UInt32, _ geometry: PangoGlyphGeometry, _ shaping: TextStyle.Shaping, at drawn: Int, _ font: RunFont
    ) {
        let x = pen + scaled(drawn + Int(geometry.x_offset), shaping.expansion)
        let shift = Int((shaping.baselineOffset * TextLayout.unitsPerPoint).rounded())
        layout.glyphs.append(
            PositionedGlyph(
                glyph: glyph, x: Int32(clamping: x), y: Int32(clamping: Int(geometry.y_offset) - shift)))
        let end = layout.glyphs.count
        let span = layout.spans.count - 1
        if let last = layout.spans[span].runs.last, layout.runs[last].font === font {
            layout.runs[last].glyphs = layout.runs[last].glyphs.lowerBound..<end
        } else {
            layout.runs.append(TextLayout.GlyphRun(font: font, glyphs: end - 1..<end))
            layout.spans[span].runs =
                layout.spans[span].runs.isEmpty
                ? layout.runs.count - 1..<layout.runs.count
                : layout.spans[span].runs.lowerBound..<layout.runs.count
        }
    }

    /// A tab or an attachment, as wide as its cluster.
    private mutating func writeBox(_ segment: Segment) {
        let piece = segment.piece
        guard let cluster = piece.clusterIndex(at: segment.bytes.lowerBound) else { return }
        let style = piece.style(at: segment.bytes.lowerBound)
        let shaping = source.styled.styles[style].shaping
        let box = piece.attachment(at: segment.bytes.lowerBound)
        let width = Int(piece.clusters[cluster].width) + (clustersLeft > 1 ? adjustment.afterClusters : 0)
        if let box {
            extent.add(box, shifted: shaping.baselineOffset)
        } else {
            extent.add(source.face(style).metrics, shifted: shaping.baselineOffset)
        }
        layout.spans.append(
            StyledSpan(
                style: style, runs: 0..<0, x: pen, width: width, isSpace: box == nil, isAttachment: box != nil))
        pen += width
        clustersLeft -= 1
    }

    /// Makes the last span one of this style.
    private mutating func beginSpan(_ style: Int, isSpace: Bool, _ font: RunFont, _ shaping: TextStyle.Shaping) {
        let isGap = isSpace && source.styled.styles[style].breaksAtWords
        let isSame =
            isStarted && layout.spans.last.map { $0.style == style && !$0.isAttachment && $0.isSpace == isGap } ?? false
        if !isSame {
            extent.add(source.face(style).metrics, shifted: shaping.baselineOffset)
            layout.spans.append(StyledSpan(style: style, runs: 0..<0, x: pen, width: 0, isSpace: isGap))
            isStarted = true
            lastFont = nil
        }
        if lastFont !== font {
            // A font that has what the style's lacks may be higher.
            extent.add(font.metrics, shifted: shaping.baselineOffset)
            lastFont = font
        }
    }

    /// Whether the layout's last span belongs to this line.
    private var isStarted = false
    private var lastFont: RunFont?
}

extension ShapedPiece {
    func isNoBreakSpace(_ byte: Int) -> Bool { byte + 1 < bytes.count && bytes[byte + 1] == 0xA0 }

    /// The cluster that begins at a byte.
    func clusterIndex(at byte: Int) -> Int? {
        var (low, high) = (0, clusters.count)
        while low < high {
            let middle = (low + high) / 2
            if Int(clusters[middle].start) < byte { low = middle + 1 } else { high = middle }
        }
        return low < clusters.count && Int(clusters[low].start) == byte ? low : nil
    }
}
