package import Foundation

/// A subpath made of straight lines.
package struct Polyline: Sendable {
    /// At least one; the first is not repeated at the end of a closed one.
    package var points: [CGPoint]
    package var isClosed: Bool
    /// Whether the path said anything after the move: a lone move draws nothing, a line to where it begins a dot.
    package var hasLines = false
}

extension PathElements {
    /// The subpaths in straight lines that stay within `tolerance` of the curves; nil for a path with numbers that are not
    /// finite or coordinates beyond 10^12.
    package func flattened(tolerance: CGFloat) -> [Polyline]? {
        guard points.allSatisfy({ abs($0.x) <= 1e12 && abs($0.y) <= 1e12 }) else { return nil }
        var result: [Polyline] = []
        var current: Polyline?
        var start = CGPoint.zero
        func finish() {
            if let line = current, line.hasLines { result.append(line) }
            current = nil
        }
        func add(_ point: CGPoint) {
            if current == nil { current = Polyline(points: [start], isClosed: false) }
            current?.hasLines = true
            if current?.points.last != point { current?.points.append(point) }
        }
        forEach { type, from, points in
            switch type {
            case .moveToPoint:
                finish()
                start = points[0]
                current = Polyline(points: [start], isClosed: false)
            case .addLineToPoint:
                add(points[0])
            case .addQuadCurveToPoint:
                // A quadratic curve is the cubic one with these controls.
                let first = CGPoint(
                    x: from.x + (points[0].x - from.x) * 2 / 3, y: from.y + (points[0].y - from.y) * 2 / 3)
                let second = CGPoint(
                    x: points[1].x + (points[0].x - points[1].x) * 2 / 3,
                    y: points[1].y + (points[0].y - points[1].y) * 2 / 3)
                Self.divide(from, first, second, points[1], tolerance, add)
            case .addCurveToPoint:
                Self.divide(from, points[0], points[1], points[2], tolerance, add)
            case .closeSubpath:
                if current == nil { break }
                current?.isClosed = true
                current?.hasLines = true
                if let count = current?.points.count, count > 1, current?.points.last == start {
                    current?.points.removeLast()
                }
                finish()
            }
        }
        finish()
        return result
    }

    private static func divide(
        _ p0: CGPoint, _ p1: CGPoint, _ p2: CGPoint, _ p3: CGPoint, _ tolerance: CGFloat, _ add: (CGPoint) -> Void
    ) {
        // The curve is at most a share of its second differences away from as many chords.
        let bend = max(
            hypot(p0.x - 2 * p1.x + p2.x, p0.y - 2 * p1.y + p2.y),
            hypot(p1.x - 2 * p2.x + p3.x, p1.y - 2 * p2.y + p3.y))
        let pieces = Int(min(max((0.75 * bend / max(tolerance, 1e-9)).squareRoot().rounded(.up), 1), 512))
        for piece in 1..<max(pieces, 1) {
            let t = CGFloat(piece) / CGFloat(pieces)
            let s = 1 - t
            let (a, b, c, d) = (s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t)
            add(
                CGPoint(
                    x: a * p0.x + b * p1.x + c * p2.x + d * p3.x, y: a * p0.y + b * p1.y + c * p2.y + d * p3.y))
        }
        add(p3)
    }
}
