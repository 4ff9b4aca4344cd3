internal import CPango
import Foundation

/// Draws what goes with the letters of a text: along whole pixels where the text stands upright.
struct DecorationPen {
    let context: CGContext
    /// The layout's corner, user space.
    let point: CGPoint

    /// Dots and dashes of one line; one with more is drawn without gaps.
    private static let dashLimit = 4096

    /// Where a line's baseline is drawn, user space.
    func baseline(of layout: TextLayout, _ line: Int) -> CGFloat {
        guard context.drawsTextUpright else { return point.y + layout.lines[line].baseline }
        let matrix = context.state.matrix
        let snapped = layout.snapped(line, at: point.applying(matrix), matrix.a)
        return (snapped.y - matrix.ty) / matrix.d + layout.lines[line].baseline
    }

    /// Fills rectangles of the layout; their upper and lower edges go to whole pixels.
    func fill(_ rects: [CGRect], _ color: CGColor) {
        context.setFillColor(color)
        context.fill(rects.map { snapped($0) })
    }

    private func snapped(_ rect: CGRect) -> CGRect {
        let rect = rect.offsetBy(dx: point.x, dy: point.y)
        guard context.drawsTextUpright else { return rect }
        let matrix = context.state.matrix
        let top = (rect.minY * matrix.d + matrix.ty).rounded()
        let bottom = max((rect.maxY * matrix.d + matrix.ty).rounded(), top + 1)
        return CGRect(
            x: rect.minX, y: (top - matrix.ty) / matrix.d, width: rect.width, height: (bottom - top) / matrix.d)
    }

    /// Draws a line below or through letters, points of the layout.
    func draw(
        _ style: TextLineStyle, from left: CGFloat, to right: CGFloat, top: CGFloat, baseline: CGFloat,
        thickness: CGFloat, color: CGColor
    ) {
        let pixel = context.drawsTextUpright ? 1 / context.state.matrix.d : 0
        func whole(_ length: CGFloat) -> CGFloat { pixel > 0 ? (length / pixel).rounded() * pixel : length }
        let thickness = max(whole(style.weight == .thick ? thickness * 2 : thickness), pixel)
        guard right > left, thickness > 0, (right - left).isFinite else { return }
        // As far from the baseline, which is on a whole pixel, in every line.
        let shift =
            pixel > 0
            ? ((baseline + point.y) * context.state.matrix.d + context.state.matrix.ty).rounded() * pixel
                - (baseline + point.y) - context.state.matrix.ty * pixel
            : 0
        let y = baseline + shift + whole(top - baseline)
        var rows = [y]
        if style.weight == .double { rows.append(y + 2 * thickness) }
        let pieces = dashes(style.pattern, style.pattern == .solid ? left : onPixel(left), right, thickness)
        fill(
            rows.flatMap { row in
                pieces.map { CGRect(x: $0.start, y: row, width: $0.end - $0.start, height: thickness) }
            },
            color)
    }

    /// Dots are sharp where they fill whole pixels.
    private func onPixel(_ x: CGFloat) -> CGFloat {
        guard context.drawsTextUpright else { return x }
        let matrix = context.state.matrix
        return (((x + point.x) * matrix.a + matrix.tx).rounded() - matrix.tx) / matrix.a - point.x
    }

    private func dashes(
        _ pattern: TextLineStyle.Pattern, _ left: CGFloat, _ right: CGFloat, _ thickness: CGFloat
    ) -> [(start: CGFloat, end: CGFloat)] {
        let (dot, dash, gap) = (thickness, thickness * 4, thickness * 2)
        let lengths: [CGFloat] =
            switch pattern {
            case .solid: []
            case .dot: [dot, dot]
            case .dash: [dash, gap]
            case .dashDot: [dash, gap, dot, gap]
            case .dashDotDot: [dash, gap, dot, gap, dot, gap]
            }
        let period = lengths.reduce(0, +)
        guard period > 0, (right - left) / period * CGFloat(lengths.count / 2) < CGFloat(Self.dashLimit) else {
            return [(left, right)]
        }
        var pieces: [(start: CGFloat, end: CGFloat)] = []
        var x = left
        var index = 0
        while x < right {
            if index % 2 == 0 { pieces.append((x, min(x + lengths[index], right))) }
            x += lengths[index]
            index = (index + 1) % lengths.count
        }
        return pieces
    }
}

/// Where a font wants lines below and through its letters, points above the baseline, and how thick.
struct TextLineMeasures {
    var underline: CGFloat
    var strikethrough: CGFloat
    var thickness: CGFloat

    /// What most fonts want.
    init(size: CGFloat) {
        (underline, strikethrough, thickness) = (-size * 0.1, size * 0.3, size * 0.06)
    }
}

extension RunFont {
    /// Under the engine's lock.
    func lineMeasures(size: CGFloat) -> TextLineMeasures {
        var measures = TextLineMeasures(size: size)
        func measure(_ tag: hb_ot_metrics_tag_t) -> CGFloat? {
            var position: hb_position_t = 0
            guard hb_ot_metrics_get_position(harfBuzz, tag, &position) != 0 else { return nil }
            return CGFloat(position) / CGFloat(PANGO_SCALE)
        }
        // A font may say anything.
        func sensible(_ length: CGFloat?, _ range: ClosedRange<CGFloat>) -> CGFloat? {
            length.flatMap { range.contains($0 / size) ? $0 : nil }
        }
        measures.underline = sensible(measure(HB_OT_METRICS_TAG_UNDERLINE_OFFSET), -0.5...0) ?? measures.underline
        measures.strikethrough =
            sensible(measure(HB_OT_METRICS_TAG_STRIKEOUT_OFFSET), 0.1...0.8) ?? measures.strikethrough
        measures.thickness = sensible(measure(HB_OT_METRICS_TAG_UNDERLINE_SIZE), 0.01...0.2) ?? measures.thickness
        return measures
    }
}
