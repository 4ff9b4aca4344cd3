package import Foundation

extension PathElements {
    /// Around every point of the path, control points included; null for an empty path.
    package var controlBounds: CGRect {
        var bounds = PointBounds()
        for point in points { bounds.add(point) }
        return bounds.rect
    }

    /// Around the curve itself; null for an empty path.
    package var bounds: CGRect {
        var bounds = PointBounds()
        forEach { type, from, points in
            switch type {
            case .moveToPoint, .addLineToPoint:
                bounds.add(points[0])
            case .addQuadCurveToPoint:
                bounds.add(points[1])
                // A quadratic curve is the cubic one with these controls.
                let control1 = CGPoint(
                    x: from.x + (points[0].x - from.x) * 2 / 3, y: from.y + (points[0].y - from.y) * 2 / 3)
                let control2 = CGPoint(
                    x: points[1].x + (points[0].x - points[1].x) * 2 / 3,
                    y: points[1].y + (points[0].y - points[1].y) * 2 / 3)
                bounds.addExtremes(from, control1, control2, points[1])
            case .addCurveToPoint:
                bounds.add(points[2])
                bounds.addExtremes(from, points[0], points[1], points[2])
            case .closeSubpath:
                break
            }
        }
        return bounds.rect
    }

    /// Whether `point` is inside; open subpaths count as closed by a straight line.
    package func contains(_ point: CGPoint, using rule: CGPathFillRule) -> Bool {
        var winding = 0
        forEachLine { from, to in
            // Half-open in y, so that a corner on the ray counts once.
            guard (from.y <= point.y) != (to.y <= point.y) else { return }
            let x = from.x + (point.y - from.y) / (to.y - from.y) * (to.x - from.x)
            if x > point.x { winding += from.y <= point.y ? 1 : -1 }
        }
        return rule == .winding ? winding != 0 : winding & 1 != 0
    }

    /// Number of straight pieces a curve is cut into for hit testing: the error is below 1/1500 of the curve's size.
    private static let piecesPerCurve = 32

    /// The outline as straight lines, every subpath closed.
    private func forEachLine(_ body: (CGPoint, CGPoint) -> Void) {
        var start = CGPoint.zero
        var last = CGPoint.zero
        forEach { type, from, points in
            switch type {
            case .moveToPoint:
                if last != start { body(last, start) }
                start = points[0]
                last = start
            case .addLineToPoint:
                body(from, points[0])
                last = points[0]
            case .addQuadCurveToPoint, .addCurveToPoint:
                var previous = from
                for piece in 1...Self.piecesPerCurve {
                    let t = CGFloat(piece) / CGFloat(Self.piecesPerCurve)
                    let next = type == .addCurveToPoint ? cubic(from, points, t) : quadratic(from, points, t)
                    body(previous, next)
                    previous = next
                }
                last = previous
            case .closeSubpath:
                if last != start { body(last, start) }
                last = start
            }
        }
        if last != start { body(last, start) }
    }

    private func quadratic(_ from: CGPoint, _ points: UnsafePointer<CGPoint>, _ t: CGFloat) -> CGPoint {
        let s = 1 - t
        return CGPoint(
            x: s * s * from.x + 2 * s * t * points[0].x + t * t * points[1].x,
            y: s * s * from.y + 2 * s * t * points[0].y + t * t * points[1].y)
    }

    private func cubic(_ from: CGPoint, _ points: UnsafePointer<CGPoint>, _ t: CGFloat) -> CGPoint {
        let s = 1 - t
        let weights = (s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t)
        return CGPoint(
            x: weights.0 * from.x + weights.1 * points[0].x + weights.2 * points[1].x + weights.3 * points[2].x,
            y: weights.0 * from.y + weights.1 * points[0].y + weights.2 * points[1].y + weights.3 * points[2].y)
    }
}

/// Grows around points.
private struct PointBounds {
    private var minX = CGFloat.infinity
    private var minY = CGFloat.infinity
    private var maxX = -CGFloat.infinity
    private var maxY = -CGFloat.infinity

    var rect: CGRect { minX > maxX ? .null : CGRect(x: minX, y: minY, width: maxX - minX, height: maxY - minY) }

    mutating func add(_ point: CGPoint) {
        minX = min(minX, point.x)
        minY = min(minY, point.y)
        maxX = max(maxX, point.x)
        maxY = max(maxY, point.y)
    }

    /// Takes in the places where a cubic curve turns back in x or y; its ends are the caller's.
    mutating func addExtremes(_ p0: CGPoint, _ p1: CGPoint, _ p2: CGPoint, _ p3: CGPoint) {
        for x in Self.extremes(p0.x, p1.x, p2.x, p3.x) {
            minX = min(minX, x)
            maxX = max(maxX, x)
        }
        for y in Self.extremes(p0.y, p1.y, p2.y, p3.y) {
            minY = min(minY, y)
            maxY = max(maxY, y)
        }
    }

    private static func extremes(_ p0: CGFloat, _ p1: CGFloat, _ p2: CGFloat, _ p3: CGFloat) -> [CGFloat] {
        // The derivative is a t² + b t + c, up to a factor.
        let a = p3 - 3 * p2 + 3 * p1 - p0
        let b = 2 * (p2 - 2 * p1 + p0)
        let c = p1 - p0
        var roots: [CGFloat] = []
        if abs(a) < 1e-12 * (abs(b) + abs(c)) {
            if b != 0 { roots.append(-c / b) }
        } else {
            let discriminant = b * b - 4 * a * c
            if discriminant >= 0 {
                let root = discriminant.squareRoot()
                roots = [(-b + root) / (2 * a), (-b - root) / (2 * a)]
            }
        }
        return roots.filter { $0 > 0 && $0 < 1 }
            .map { t in
                let s = 1 - t
                return s * s * s * p0 + 3 * s * s * t * p1 + 3 * s * t * t * p2 + t * t * t * p3
            }
    }
}
