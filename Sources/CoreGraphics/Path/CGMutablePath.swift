public import Foundation

/// A path that is built step by step. Every step may be given a transform for its own points.
///
/// Steps other than a move, an arc or a whole shape need a current point; without one they do nothing.
public final class CGMutablePath: CGPath {
    public init() { super.init(elements: PathElements()) }

    package override init(elements: PathElements) { super.init(elements: elements) }

    public func move(to point: CGPoint, transform: CGAffineTransform = .identity) {
        elements.move(to: point.applying(transform))
    }

    public func addLine(to point: CGPoint, transform: CGAffineTransform = .identity) {
        elements.addLine(to: point.applying(transform))
    }

    /// Moves to the first point and draws lines to the others.
    public func addLines(between points: [CGPoint], transform: CGAffineTransform = .identity) {
        guard let first = points.first else { return }
        move(to: first, transform: transform)
        for point in points.dropFirst() { addLine(to: point, transform: transform) }
    }

    public func addQuadCurve(to end: CGPoint, control: CGPoint, transform: CGAffineTransform = .identity) {
        elements.addQuadCurve(to: end.applying(transform), control: control.applying(transform))
    }

    public func addCurve(
        to end: CGPoint, control1: CGPoint, control2: CGPoint, transform: CGAffineTransform = .identity
    ) {
        elements.addCurve(
            to: end.applying(transform), control1: control1.applying(transform), control2: control2.applying(transform))
    }

    public func closeSubpath() { elements.close() }

    public func addRect(_ rect: CGRect, transform: CGAffineTransform = .identity) {
        elements.addRect(rect, transform: transform)
    }

    public func addRects(_ rects: [CGRect], transform: CGAffineTransform = .identity) {
        for rect in rects { elements.addRect(rect, transform: transform) }
    }

    public func addEllipse(in rect: CGRect, transform: CGAffineTransform = .identity) {
        elements.addEllipse(in: rect, transform: transform)
    }

    /// Corners larger than half a side are cut down to it.
    public func addRoundedRect(
        in rect: CGRect, cornerWidth: CGFloat, cornerHeight: CGFloat, transform: CGAffineTransform = .identity
    ) {
        elements.addRoundedRect(
            in: rect, cornerWidth: cornerWidth, cornerHeight: cornerHeight, transform: transform)
    }

    /// Angles in radians from the positive x axis. `clockwise` is meant for y growing upwards: where y grows downwards,
    /// as in views, a clockwise arc looks anticlockwise. A line joins the current point, if any, to the start.
    public func addArc(
        center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool,
        transform: CGAffineTransform = .identity
    ) {
        elements.addArc(
            center: center, radius: radius, startAngle: startAngle, endAngle: endAngle, clockwise: clockwise,
            transform: transform)
    }

    public func addRelativeArc(
        center: CGPoint, radius: CGFloat, startAngle: CGFloat, delta: CGFloat,
        transform: CGAffineTransform = .identity
    ) {
        elements.addRelativeArc(
            center: center, radius: radius, startAngle: startAngle, delta: delta, transform: transform)
    }

    /// The rounded corner between the line to `tangent1End` and the line from there to `tangent2End`.
    public func addArc(
        tangent1End: CGPoint, tangent2End: CGPoint, radius: CGFloat, transform: CGAffineTransform = .identity
    ) {
        // The corner is found before `transform`, so the current point has to go back to where it was given.
        guard let current = elements.currentPoint else { return }
        elements.addArc(
            tangent1End: tangent1End, tangent2End: tangent2End, radius: radius,
            from: current.applying(transform.inverted()), transform: transform)
    }

    public func addPath(_ path: CGPath, transform: CGAffineTransform = .identity) {
        elements.append(path.elements, transform: transform)
    }
}
