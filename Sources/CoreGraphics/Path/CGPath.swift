public import Foundation

/// One step of a path, as `CGPath.applyWithBlock(_:)` hands it out.
public struct CGPathElement {
    public var type: CGPathElementType
    /// One point for a move or a line, two for a quadratic curve, three for a cubic one, none for a close.
    public var points: UnsafeMutablePointer<CGPoint>
}

/// A shape made of lines and curves. Immutable; `CGMutablePath` is the one that can be built step by step.
public class CGPath {
    package final var elements: PathElements

    package init(elements: PathElements) { self.elements = elements }

    public init(rect: CGRect, transform: UnsafePointer<CGAffineTransform>?) {
        elements = PathElements()
        elements.addRect(rect, transform: transform?.pointee ?? .identity)
    }

    public init(ellipseIn rect: CGRect, transform: UnsafePointer<CGAffineTransform>?) {
        elements = PathElements()
        elements.addEllipse(in: rect, transform: transform?.pointee ?? .identity)
    }

    public init(
        roundedRect rect: CGRect, cornerWidth: CGFloat, cornerHeight: CGFloat,
        transform: UnsafePointer<CGAffineTransform>?
    ) {
        elements = PathElements()
        elements.addRoundedRect(
            in: rect, cornerWidth: cornerWidth, cornerHeight: cornerHeight, transform: transform?.pointee ?? .identity)
    }

    // MARK: Copies

    public final func copy() -> CGPath? { CGPath(elements: elements) }

    public final func mutableCopy() -> CGMutablePath? { CGMutablePath(elements: elements) }

    /// A copy with every point moved by `transform`.
    public final func copy(using transform: UnsafePointer<CGAffineTransform>?) -> CGPath? {
        CGPath(elements: elements.applying(transform?.pointee ?? .identity))
    }

    public final func mutableCopy(using transform: UnsafePointer<CGAffineTransform>?) -> CGMutablePath? {
        CGMutablePath(elements: elements.applying(transform?.pointee ?? .identity))
    }

    // MARK: Reading

    public final var isEmpty: Bool { elements.isEmpty }

    /// Where the next step would begin; (0, 0) for an empty path.
    public final var currentPoint: CGPoint { elements.currentPoint ?? .zero }

    /// Around all points, those that steer curves included; null for an empty path.
    public final var boundingBox: CGRect { elements.controlBounds }

    /// Around the lines and curves themselves; null for an empty path.
    public final var boundingBoxOfPath: CGRect { elements.bounds }

    /// Whether the path is one upright rectangle, which is then stored in `rect`.
    public final func isRect(_ rect: UnsafeMutablePointer<CGRect>?) -> Bool {
        var corners = Array(elements.points)
        var types = Array(elements.types)
        if types.last == .closeSubpath { types.removeLast() }
        if corners.count == 5, corners[0] == corners[4] {
            corners.removeLast()
            types.removeLast()
        }
        guard types == [.moveToPoint, .addLineToPoint, .addLineToPoint, .addLineToPoint], corners.count == 4 else {
            return false
        }
        let across =
            corners[0].y == corners[1].y && corners[1].x == corners[2].x
            && corners[2].y == corners[3].y && corners[3].x == corners[0].x
        let down =
            corners[0].x == corners[1].x && corners[1].y == corners[2].y
            && corners[2].x == corners[3].x && corners[3].y == corners[0].y
        guard across || down else { return false }
        rect?.pointee = elements.controlBounds
        return true
    }

    /// Whether `point`, after `transform`, is inside. Open subpaths count as closed by a straight line.
    public final func contains(
        _ point: CGPoint, using rule: CGPathFillRule = .winding, transform: CGAffineTransform = .identity
    ) -> Bool {
        elements.contains(point.applying(transform), using: rule)
    }

    /// Calls `block` for every step in order; the element and its points are valid during the call only.
    public final func applyWithBlock(_ block: (UnsafePointer<CGPathElement>) -> Void) {
        elements.forEach { type, _, points in
            var element = CGPathElement(type: type, points: UnsafeMutablePointer(mutating: points))
            block(&element)
        }
    }
}

extension CGPath: Hashable {
    /// Equal steps with equal points.
    public static func == (left: CGPath, right: CGPath) -> Bool {
        left === right || (left.elements.types == right.elements.types && left.elements.points == right.elements.points)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(elements.types)
        for point in elements.points {  // a point itself is not hashable before Swift 6.1
            hasher.combine(point.x)
            hasher.combine(point.y)
        }
    }
}
