import Foundation

extension PathElements {
    /// Number of straight pieces that a curve's length is measured with: the error is below one in 10,000 for an arc of
    /// half a turn.
    private static let piecesPerCurve = 48

    /// Length of all lines and curves, subpath after subpath; the way back of a closed subpath counts, a move does not.
    /// Infinite if the path is too long to measure, and 0 for a path without points.
    package var length: Double {
        var sum = 0.0
        var start = CGPoint.zero
        forEach { type, from, points in
            if type == .moveToPoint { start = points[0] }
            sum += Segment(type, from: from, points, start: start)?.length ?? 0
        }
        return sum.isNaN ? .infinity : sum
    }

    /// A part of a path, by length. At most one subpath begins later than it did.
    package struct Part: Sendable {
        /// What is left of the subpath that lost its beginning; empty if none did.
        package var beheaded = PathElements()
        /// The length that it lost.
        package var lost = 0.0
        /// Subpaths that begin where they did.
        package var others = PathElements()

        package init() {}

        package var all: PathElements {
            var all = beheaded
            all.append(others, transform: .identity)
            return all
        }
    }

    /// The part between two shares of the length, 0…1, over all subpaths. A subpath that is inside as a whole stays as it
    /// is, closed if it was; one that is cut is open.
    package func part(from: Double, to: Double) -> Part {
        let total = length
        var result = Part()
        guard from < to, total > 0, total.isFinite else { return result }
        if from <= 0, to >= 1 {
            result.others = self
            return result
        }
        let (first, last) = (from * total, to * total)

        var done = 0.0
        var start = CGPoint.zero
        /// What was done when the subpath began.
        var atStart = 0.0
        /// Whether everything of the subpath has been kept so far.
        var isWhole = false
        /// Whether the result's pen is where the next segment starts.
        var isDrawing = false
        forEach { type, from, points in
            if type == .moveToPoint {
                start = points[0]
                (atStart, isWhole, isDrawing) = (done, done >= first, false)
                return
            }
            guard let segment = Segment(type, from: from, points, start: start) else { return }
            let length = segment.length
            defer {
                done += length
                if type == .closeSubpath { (atStart, isWhole) = (done, done >= first) }
            }
            let isInside = length > 0 ? done < last && done + length > first : done >= first && done <= last
            guard isInside else {
                isWhole = false
                isDrawing = false
                return
            }
            let head = length > 0 ? segment.parameter(at: first - done) : 0
            let tail = length > 0 && done + length > last ? segment.parameter(at: last - done) : 1
            if head > 0 || tail < 1 { isWhole = false }
            func append(to path: inout PathElements) {
                if !isDrawing { path.move(to: segment.point(head)) }
                if type == .closeSubpath, isWhole {
                    path.close()
                } else {
                    segment.append(from: head, to: tail, to: &path)
                }
            }
            if atStart < first {
                result.lost = first - atStart
                append(to: &result.beheaded)
            } else {
                append(to: &result.others)
            }
            isDrawing = tail == 1
        }
        return result
    }

    /// One line or curve of a path, as a cubic curve unless it is straight.
    private struct Segment {
        var p0, p1, p2, p3: CGPoint
        var isStraight: Bool

        /// Nil for a move.
        init?(_ type: CGPathElementType, from: CGPoint, _ points: UnsafePointer<CGPoint>, start: CGPoint) {
            p0 = from
            isStraight = false
            switch type {
            case .moveToPoint: return nil
            case .addLineToPoint: (p1, p2, p3, isStraight) = (from, points[0], points[0], true)
            case .closeSubpath: (p1, p2, p3, isStraight) = (from, start, start, true)
            case .addQuadCurveToPoint:
                let (control, end) = (points[0], points[1])
                p1 = CGPoint(x: from.x + (control.x - from.x) * 2 / 3, y: from.y + (control.y - from.y) * 2 / 3)
                p2 = CGPoint(x: end.x + (control.x - end.x) * 2 / 3, y: end.y + (control.y - end.y) * 2 / 3)
                p3 = end
            case .addCurveToPoint: (p1, p2, p3) = (points[0], points[1], points[2])
            }
        }

        var length: Double {
            if isStraight { return hypot(Double(p3.x - p0.x), Double(p3.y - p0.y)) }
            var sum = 0.0
            var previous = p0
            for piece in 1...PathElements.piecesPerCurve {
                let next = point(Double(piece) / Double(PathElements.piecesPerCurve))
                sum += hypot(Double(next.x - previous.x), Double(next.y - previous.y))
                previous = next
            }
            return sum
        }

        /// The curve's parameter, 0…1, after `distance` of its length.
        func parameter(at distance: Double) -> Double {
            guard distance > 0 else { return 0 }
            if isStraight { return min(distance / length, 1) }
            var left = distance
            var previous = p0
            for piece in 1...PathElements.piecesPerCurve {
                let next = point(Double(piece) / Double(PathElements.piecesPerCurve))
                let step = hypot(Double(next.x - previous.x), Double(next.y - previous.y))
                if left <= step, step > 0 {
                    return (Double(piece - 1) + left / step) / Double(PathElements.piecesPerCurve)
                }
                left -= step
                previous = next
            }
            return 1
        }

        func point(_ t: Double) -> CGPoint {
            if t >= 1 { return p3 }
            let t = CGFloat(t)
            if isStraight { return CGPoint(x: p0.x + (p3.x - p0.x) * t, y: p0.y + (p3.y - p0.y) * t) }
            let s = 1 - t
            let (w0, w1, w2, w3) = (s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t)
            return CGPoint(
                x: w0 * p0.x + w1 * p1.x + w2 * p2.x + w3 * p3.x, y: w0 * p0.y + w1 * p1.y + w2 * p2.y + w3 * p3.y)
        }

        /// Appends the part between two parameters; the path's current point is where it begins.
        func append(from head: Double, to tail: Double, to path: inout PathElements) {
            if isStraight { return path.addLine(to: point(tail)) }
            if head <= 0, tail >= 1 { return path.addCurve(to: p3, control1: p1, control2: p2) }
            // The tangents at both ends, scaled to the part's share of the parameter.
            let share = CGFloat((tail - head) / 3)
            let (start, end) = (point(head), point(tail))
            let (a, b) = (tangent(head), tangent(tail))
            path.addCurve(
                to: end, control1: CGPoint(x: start.x + a.dx * share, y: start.y + a.dy * share),
                control2: CGPoint(x: end.x - b.dx * share, y: end.y - b.dy * share))
        }

        private func tangent(_ t: Double) -> CGVector {
            let t = CGFloat(t)
            let s = 1 - t
            let (w0, w1, w2) = (3 * s * s, 6 * s * t, 3 * t * t)
            return CGVector(
                dx: w0 * (p1.x - p0.x) + w1 * (p2.x - p1.x) + w2 * (p3.x - p2.x),
                dy: w0 * (p1.y - p0.y) + w1 * (p2.y - p1.y) + w2 * (p3.y - p2.y))
        }
    }
}
