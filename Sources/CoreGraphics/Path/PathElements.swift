package import Foundation

/// The steps of a path in two flat arrays: what each step is, and the points it needs. Emptied without giving back its
/// memory, so a path that is drawn every frame allocates only once.
package struct PathElements: Equatable, Sendable {
    package private(set) var types = ContiguousArray<CGPathElementType>()
    /// One point for a move or a line, two for a quadratic curve, three for a cubic one, none for a close.
    package private(set) var points = ContiguousArray<CGPoint>()
    private var start = CGPoint.zero
    private var last = CGPoint.zero

    package init() {}

    package var isEmpty: Bool { types.isEmpty }
    /// Where the next step begins; nil for an empty path.
    package var currentPoint: CGPoint? { types.isEmpty ? nil : last }

    package mutating func removeAll() {
        types.removeAll(keepingCapacity: true)
        points.removeAll(keepingCapacity: true)
    }

    // MARK: Steps

    package mutating func move(to point: CGPoint) {
        types.append(.moveToPoint)
        points.append(point)
        start = point
        last = point
    }

    /// Without a current point this, like every step but a move, does nothing.
    package mutating func addLine(to point: CGPoint) {
        guard !types.isEmpty else { return }
        types.append(.addLineToPoint)
        points.append(point)
        last = point
    }

    package mutating func addQuadCurve(to point: CGPoint, control: CGPoint) {
        guard !types.isEmpty else { return }
        types.append(.addQuadCurveToPoint)
        points.append(control)
        points.append(point)
        last = point
    }

    package mutating func addCurve(to point: CGPoint, control1: CGPoint, control2: CGPoint) {
        guard !types.isEmpty else { return }
        types.append(.addCurveToPoint)
        points.append(control1)
        points.append(control2)
        points.append(point)
        last = point
    }

    package mutating func close() {
        guard let type = types.last, type != .closeSubpath else { return }
        types.append(.closeSubpath)
        last = start
    }

    /// Appends the steps of `other`, each point moved by `transform`.
    package mutating func append(_ other: PathElements, transform: CGAffineTransform) {
        guard !other.isEmpty else { return }
        types.append(contentsOf: other.types)
        if transform.isIdentity {
            points.append(contentsOf: other.points)
        } else {
            points.reserveCapacity(points.count + other.points.count)
            for point in other.points { points.append(point.applying(transform)) }
        }
        start = other.start.applying(transform)
        last = other.last.applying(transform)
    }

    package func applying(_ transform: CGAffineTransform) -> PathElements {
        var copy = PathElements()
        copy.append(self, transform: transform)
        return copy
    }

    /// Each point at a share of the way to the point of the same step in another path; nil when the steps are others.
    package func interpolated(to end: PathElements, _ share: CGFloat) -> PathElements? {
        guard types == end.types, points.count == end.points.count else { return nil }
        var copy = PathElements()
        copy.types = types
        copy.points.reserveCapacity(points.count)
        func between(_ a: CGPoint, _ b: CGPoint) -> CGPoint {
            CGPoint(x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share)
        }
        for (a, b) in zip(points, end.points) { copy.points.append(between(a, b)) }
        copy.start = between(start, end.start)
        copy.last = between(last, end.last)
        return copy
    }

    // MARK: Reading

    /// Calls `body` for every step with the point it starts from and its own points.
    @inline(__always)
    package func forEach(
        _ body: (_ type: CGPathElementType, _ from: CGPoint, _ points: UnsafePointer<CGPoint>) -> Void
    ) {
        points.withUnsafeBufferPointer { buffer in
            // A path of nothing but closes cannot be built, so a path with steps has points.
            guard var next = buffer.baseAddress else { return }
            var start = CGPoint.zero
            var last = CGPoint.zero
            for type in types {
                body(type, last, next)
                switch type {
                case .moveToPoint:
                    start = next[0]
                    last = start
                case .addLineToPoint: last = next[0]
                case .addQuadCurveToPoint: last = next[1]
                case .addCurveToPoint: last = next[2]
                case .closeSubpath: last = start
                }
                next += type.pointCount
            }
        }
    }
}

/// What a step of a path does.
public enum CGPathElementType: Int32, Sendable {
    case moveToPoint = 0
    case addLineToPoint = 1
    case addQuadCurveToPoint = 2
    case addCurveToPoint = 3
    case closeSubpath = 4

    @inline(__always)
    package var pointCount: Int {
        switch self {
        case .moveToPoint, .addLineToPoint: 1
        case .addQuadCurveToPoint: 2
        case .addCurveToPoint: 3
        case .closeSubpath: 0
        }
    }
}

/// Which points count as inside when a path crosses itself.
public enum CGPathFillRule: Int, Sendable {
    /// Those around which the path winds, whatever the direction.
    case winding
    /// Those from which a line to the outside crosses the path an odd number of times.
    case evenOdd
}
