public import Foundation

extension CGContext {
    /// Starts over with no currentPath.
    public func beginPath() { currentPath.removeAll() }

    public func move(to point: CGPoint) { currentPath.move(to: point.applying(state.matrix)) }

    public func addLine(to point: CGPoint) { currentPath.addLine(to: point.applying(state.matrix)) }

    /// Moves to the first point and draws lines to the others.
    public func addLines(between points: [CGPoint]) {
        guard let first = points.first else { return }
        move(to: first)
        for point in points.dropFirst() { addLine(to: point) }
    }

    public func addQuadCurve(to end: CGPoint, control: CGPoint) {
        currentPath.addQuadCurve(to: end.applying(state.matrix), control: control.applying(state.matrix))
    }

    public func addCurve(to end: CGPoint, control1: CGPoint, control2: CGPoint) {
        currentPath.addCurve(
            to: end.applying(state.matrix), control1: control1.applying(state.matrix),
            control2: control2.applying(state.matrix))
    }

    public func closePath() { currentPath.close() }

    public func addRect(_ rect: CGRect) { currentPath.addRect(rect, transform: state.matrix) }

    public func addRects(_ rects: [CGRect]) {
        for rect in rects { currentPath.addRect(rect, transform: state.matrix) }
    }

    public func addEllipse(in rect: CGRect) { currentPath.addEllipse(in: rect, transform: state.matrix) }

    /// Angles in radians from the positive x axis. `clockwise` is meant for y growing upwards: where y grows downwards,
    /// as in views, a clockwise arc looks anticlockwise. A line joins the current point, if any, to the start.
    public func addArc(center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool) {
        currentPath.addArc(
            center: center, radius: radius, startAngle: startAngle, endAngle: endAngle, clockwise: clockwise,
            transform: state.matrix)
    }

    /// The rounded corner between the line to `tangent1End` and the line from there to `tangent2End`.
    public func addArc(tangent1End: CGPoint, tangent2End: CGPoint, radius: CGFloat) {
        guard let current = currentPath.currentPoint else { return }
        currentPath.addArc(
            tangent1End: tangent1End, tangent2End: tangent2End, radius: radius,
            from: current.applying(state.matrix.inverted()), transform: state.matrix)
    }

    public func addPath(_ other: CGPath) { currentPath.append(other.elements, transform: state.matrix) }

    // MARK: Reading it back

    public var isPathEmpty: Bool { currentPath.isEmpty }

    /// The current path in user space; nil when there is none.
    public var path: CGPath? {
        currentPath.isEmpty ? nil : CGPath(elements: currentPath.applying(state.matrix.inverted()))
    }

    /// (0, 0) without a currentPath.
    public var currentPointOfPath: CGPoint { currentPath.currentPoint?.applying(state.matrix.inverted()) ?? .zero }

    /// Around the control points of the current path; null without one.
    public var boundingBoxOfPath: CGRect { currentPath.applying(state.matrix.inverted()).controlBounds }

    /// Whether `point` is inside the current path, by the fill rule of `mode`.
    public func pathContains(_ point: CGPoint, mode: CGPathDrawingMode) -> Bool {
        let isEvenOdd = mode == .eoFill || mode == .eoFillStroke
        return currentPath.contains(point.applying(state.matrix), using: isEvenOdd ? .evenOdd : .winding)
    }
}
