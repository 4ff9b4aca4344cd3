import Foundation

extension PathElements {
    /// The outline of what a pen covers that follows this path: filled by the winding rule it is the stroke. Curves become
    /// short lines that stay within a 50th of the pen's width. Empty for a pen without width and for paths with numbers
    /// that are not finite.
    package func stroked(_ pen: PathPen) -> PathElements {
        guard pen.width > 0, pen.width.isFinite else { return PathElements() }
        let size = max(controlBounds.width, controlBounds.height)
        guard let lines = flattened(tolerance: max(min(pen.width / 50, 0.05), size / 50_000)) else {
            return PathElements()
        }
        var stroker = Stroker(pen: pen)
        for line in pen.dashes.isEmpty ? lines : Polyline.dashed(lines, pen) { stroker.add(line) }
        return stroker.outline
    }

    /// The parts of the path that a dash pattern draws, in straight lines. The path itself if there are no dashes, or more
    /// than 100,000 of them.
    package func dashed(_ pen: PathPen) -> PathElements {
        let size = max(controlBounds.width, controlBounds.height)
        guard !pen.dashes.isEmpty, let lines = flattened(tolerance: max(size / 5000, 1e-6)) else { return self }
        var result = PathElements()
        for line in Polyline.dashed(lines, pen) {
            result.move(to: line.points[0])
            for point in line.points.dropFirst() { result.addLine(to: point) }
            if line.points.count == 1 { result.addLine(to: line.points[0]) }
            if line.isClosed { result.close() }
        }
        return result
    }
}

extension Polyline {
    private static let mostDashes = 100_000.0

    /// The parts that the pen's pattern draws. Each subpath begins the pattern anew.
    static func dashed(_ lines: [Polyline], _ pen: PathPen) -> [Polyline] {
        let lengths = pen.dashes.count % 2 == 0 ? pen.dashes : pen.dashes + pen.dashes
        let period = lengths.reduce(0, +)
        guard period > 0, period.isFinite, pen.dashPhase.isFinite else { return lines }
        let total = lines.reduce(0.0) { $0 + $1.length }
        guard total / period * Double(lengths.count) <= mostDashes else { return lines }
        var result: [Polyline] = []
        for line in lines {
            var index = 0
            var rest = pen.dashPhase.truncatingRemainder(dividingBy: period)
            if rest < 0 { rest += period }
            while rest >= lengths[index] {
                rest -= lengths[index]
                index = (index + 1) % lengths.count
            }
            rest = lengths[index] - rest
            var dash: Polyline?
            let firstDash = result.count
            let beginsDrawn = index % 2 == 0
            if beginsDrawn { dash = Polyline(points: [line.points[0]], isClosed: false, hasLines: true) }
            let points = line.isClosed ? line.points + [line.points[0]] : line.points
            for (from, to) in zip(points, points.dropFirst()) {
                let length = Double(hypot(to.x - from.x, to.y - from.y))
                var done = 0.0
                while length - done > rest {
                    done += rest
                    let share = CGFloat(done / length)
                    let point = CGPoint(x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share)
                    if var ended = dash {
                        ended.points.append(point)
                        result.append(ended)
                        dash = nil
                    }
                    index = (index + 1) % lengths.count
                    if index % 2 == 0 { dash = Polyline(points: [point], isClosed: false, hasLines: true) }
                    rest = lengths[index]
                }
                rest -= length - done
                dash?.points.append(to)
            }
            guard let dash, dash.points.count > 1 else { continue }
            if line.isClosed, beginsDrawn {
                // The pattern meets its own beginning: one dash goes over the corner there.
                if result.count == firstDash {
                    result.append(line)
                } else {
                    result[firstDash].points = dash.points + result[firstDash].points.dropFirst()
                }
            } else {
                result.append(dash)
            }
        }
        return result
    }

    private var length: Double {
        var sum = 0.0
        for (from, to) in zip(points, points.dropFirst()) { sum += Double(hypot(to.x - from.x, to.y - from.y)) }
        if isClosed, let first = points.first, let last = points.last {
            sum += Double(hypot(first.x - last.x, first.y - last.y))
        }
        return sum
    }
}

/// Walks along both sides of a line.
private struct Stroker {
    let pen: PathPen
    let half: CGFloat
    private(set) var outline = PathElements()

    init(pen: PathPen) {
        self.pen = pen
        half = pen.width / 2
    }

    mutating func add(_ line: Polyline) {
        // Equal neighbours have no direction between them.
        var points: [CGPoint] = []
        for point in line.points where points.last != point { points.append(point) }
        if line.isClosed, points.count > 1, points.first == points.last { points.removeLast() }
        guard points.count > 1 else { return addDot(points[0]) }
        if line.isClosed, points.count > 2 {
            addLoop(points)
            addLoop(points.reversed())
        } else {
            if line.isClosed { points.append(points[0]) }
            var isFirst = true
            addSide(points, &isFirst)
            addSide(points.reversed(), &isFirst)
            outline.close()
        }
    }

    private mutating func addDot(_ point: CGPoint) {
        let box = CGRect(x: point.x - half, y: point.y - half, width: pen.width, height: pen.width)
        switch pen.cap {
        case .butt: break
        case .round: outline.addEllipse(in: box)
        case .square: outline.addRect(box)
        }
    }

    /// One side of a closed line, as a loop of its own.
    private mutating func addLoop(_ points: [CGPoint]) {
        let count = points.count
        var isFirst = true
        for index in 0..<count {
            let before = direction(points[(index + count - 1) % count], points[index])
            let after = direction(points[index], points[(index + 1) % count])
            addJoin(points[index], before, after, &isFirst)
        }
        outline.close()
    }

    /// One side of an open line and the cap at its end.
    private mutating func addSide(_ points: [CGPoint], _ isFirst: inout Bool) {
        let first = direction(points[0], points[1])
        add(offset(points[0], first), &isFirst)
        for index in 1..<points.count - 1 {
            addJoin(
                points[index], direction(points[index - 1], points[index]), direction(points[index], points[index + 1]),
                &isFirst)
        }
        let last = points[points.count - 1]
        let way = direction(points[points.count - 2], last)
        add(offset(last, way), &isFirst)
        switch pen.cap {
        case .butt: break
        case .round: addArc(last, from: way, turn: -.pi)
        case .square:
            let ahead = CGPoint(x: last.x + way.dx * half, y: last.y + way.dy * half)
            add(offset(ahead, way), &isFirst)
            add(offset(ahead, CGVector(dx: -way.dx, dy: -way.dy)), &isFirst)
        }
    }

    /// The corner at `point`, on the side that lies to the left where y grows upwards.
    private mutating func addJoin(_ point: CGPoint, _ before: CGVector, _ after: CGVector, _ isFirst: inout Bool) {
        let cross = before.dx * after.dy - before.dy * after.dx
        let dot = before.dx * after.dx + before.dy * after.dy
        add(offset(point, before), &isFirst)
        if cross > 0 {
            // Inside the turn, back over the corner, so that the winding stays right however short the lines are.
            add(point, &isFirst)
        } else if cross < 0 || dot < 0 {
            switch pen.join {
            case .bevel: break
            case .round: addArc(point, from: before, turn: cross == 0 ? -.pi : atan2(cross, dot))
            case .miter:
                // The miter is 1 / cos(half the turn) pen widths long.
                let cosine = ((1 + dot) / 2).squareRoot()
                if cosine > 1e-6, 1 / cosine <= pen.miterLimit {
                    let (a, b) = (offset(.zero, before), offset(.zero, after))
                    let scale = 1 / (2 * cosine * cosine)
                    add(CGPoint(x: point.x + (a.x + b.x) * scale, y: point.y + (a.y + b.y) * scale), &isFirst)
                }
            }
        }
        add(offset(point, after), &isFirst)
    }

    private mutating func addArc(_ center: CGPoint, from way: CGVector, turn: CGFloat) {
        outline.addRelativeArc(center: center, radius: half, startAngle: atan2(way.dx, -way.dy), delta: turn)
    }

    private mutating func add(_ point: CGPoint, _ isFirst: inout Bool) {
        if isFirst { outline.move(to: point) } else { outline.addLine(to: point) }
        isFirst = false
    }

    private func offset(_ point: CGPoint, _ way: CGVector) -> CGPoint {
        CGPoint(x: point.x - way.dy * half, y: point.y + way.dx * half)
    }

    private func direction(_ from: CGPoint, _ to: CGPoint) -> CGVector {
        let length = hypot(to.x - from.x, to.y - from.y)
        return CGVector(dx: (to.x - from.x) / length, dy: (to.y - from.y) / length)
    }
}
