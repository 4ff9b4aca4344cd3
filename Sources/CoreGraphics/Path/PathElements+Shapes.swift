package import Foundation

extension PathElements {
    package mutating func addRect(_ rect: CGRect, transform: CGAffineTransform = .identity) {
        guard !rect.isNull else { return }
        move(to: CGPoint(x: rect.minX, y: rect.minY).applying(transform))
        addLine(to: CGPoint(x: rect.maxX, y: rect.minY).applying(transform))
        addLine(to: CGPoint(x: rect.maxX, y: rect.maxY).applying(transform))
        addLine(to: CGPoint(x: rect.minX, y: rect.maxY).applying(transform))
        close()
    }

    package mutating func addEllipse(in rect: CGRect, transform: CGAffineTransform = .identity) {
        guard !rect.isNull else { return }
        // The unit circle, stretched to the rectangle.
        let unit = CGAffineTransform(
            a: rect.width / 2, b: 0, c: 0, d: rect.height / 2, tx: rect.midX, ty: rect.midY
        ).concatenating(transform)
        move(to: CGPoint(x: 1, y: 0).applying(unit))
        addUnitArc(from: 0, delta: 2 * .pi, transform: unit)
        close()
    }

    /// Corners larger than half a side are cut down to it.
    package mutating func addRoundedRect(
        in rect: CGRect, cornerWidth: CGFloat, cornerHeight: CGFloat, transform: CGAffineTransform = .identity
    ) {
        guard !rect.isNull else { return }
        let rx = min(max(cornerWidth, 0), rect.width / 2)
        let ry = min(max(cornerHeight, 0), rect.height / 2)
        guard rx > 0, ry > 0 else { return addRect(rect, transform: transform) }
        func corner(_ x: CGFloat, _ y: CGFloat, _ angle: CGFloat, into elements: inout PathElements) {
            let unit = CGAffineTransform(a: rx, b: 0, c: 0, d: ry, tx: x, ty: y).concatenating(transform)
            elements.addLine(to: CGPoint(x: cos(angle), y: sin(angle)).applying(unit))
            elements.addUnitArc(from: angle, delta: .pi / 2, transform: unit)
        }
        move(to: CGPoint(x: rect.maxX, y: rect.midY).applying(transform))
        corner(rect.maxX - rx, rect.maxY - ry, 0, into: &self)
        corner(rect.minX + rx, rect.maxY - ry, .pi / 2, into: &self)
        corner(rect.minX + rx, rect.minY + ry, .pi, into: &self)
        corner(rect.maxX - rx, rect.minY + ry, .pi * 1.5, into: &self)
        close()
    }

    // MARK: Arcs

    /// Angles in radians from the positive x axis, growing towards the positive y axis; `clockwise` lets them fall
    /// instead, which looks clockwise where y grows upwards. A line joins the current point, if any, to the start.
    package mutating func addArc(
        center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool,
        transform: CGAffineTransform = .identity
    ) {
        let turn: CGFloat = 2 * .pi
        var delta = endAngle - startAngle
        if clockwise, delta > 0 {
            delta = delta.truncatingRemainder(dividingBy: turn) - turn
        } else if !clockwise, delta < 0 {
            delta = delta.truncatingRemainder(dividingBy: turn) + turn
        }
        addRelativeArc(center: center, radius: radius, startAngle: startAngle, delta: delta, transform: transform)
    }

    /// More than one turn draws one turn.
    package mutating func addRelativeArc(
        center: CGPoint, radius: CGFloat, startAngle: CGFloat, delta: CGFloat,
        transform: CGAffineTransform = .identity
    ) {
        guard startAngle.isFinite, delta.isFinite, radius.isFinite else { return }
        let unit = CGAffineTransform(a: radius, b: 0, c: 0, d: radius, tx: center.x, ty: center.y)
            .concatenating(transform)
        let first = CGPoint(x: cos(startAngle), y: sin(startAngle)).applying(unit)
        if isEmpty { move(to: first) } else { addLine(to: first) }
        addUnitArc(from: startAngle, delta: min(max(delta, -2 * .pi), 2 * .pi), transform: unit)
    }

    /// The arc of `radius` that touches the line from the current point to `tangent1End` and the line from there to
    /// `tangent2End`, led up to by a line.
    package mutating func addArc(
        tangent1End: CGPoint, tangent2End: CGPoint, radius: CGFloat, from start: CGPoint,
        transform: CGAffineTransform = .identity
    ) {
        let v1 = CGVector(dx: start.x - tangent1End.x, dy: start.y - tangent1End.y)
        let v2 = CGVector(dx: tangent2End.x - tangent1End.x, dy: tangent2End.y - tangent1End.y)
        let length1 = hypot(v1.dx, v1.dy)
        let length2 = hypot(v2.dx, v2.dy)
        let cross = v1.dx * v2.dy - v1.dy * v2.dx
        guard length1 > 0, length2 > 0, radius > 0, abs(cross) > 1e-9 * length1 * length2 else {
            return addLine(to: tangent1End.applying(transform))
        }
        let half = acos(min(max((v1.dx * v2.dx + v1.dy * v2.dy) / (length1 * length2), -1), 1)) / 2
        let reach = radius / tan(half)  // from the corner to the points of contact
        let centre = radius / sin(half)
        let u1 = CGVector(dx: v1.dx / length1, dy: v1.dy / length1)
        let u2 = CGVector(dx: v2.dx / length2, dy: v2.dy / length2)
        let bisector = CGVector(dx: u1.dx + u2.dx, dy: u1.dy + u2.dy)
        let bisectorLength = hypot(bisector.dx, bisector.dy)
        let center = CGPoint(
            x: tangent1End.x + bisector.dx / bisectorLength * centre,
            y: tangent1End.y + bisector.dy / bisectorLength * centre)
        let contact = CGPoint(x: tangent1End.x + u1.dx * reach, y: tangent1End.y + u1.dy * reach)
        let startAngle = atan2(contact.y - center.y, contact.x - center.x)
        addRelativeArc(
            center: center, radius: radius, startAngle: startAngle, delta: (cross > 0 ? -1 : 1) * (.pi - 2 * half),
            transform: transform)
    }

    /// An arc of the unit circle from the current point on, in pieces of at most a quarter turn, where a cubic curve
    /// is off by less than 0.03 % of the radius.
    private mutating func addUnitArc(from startAngle: CGFloat, delta: CGFloat, transform: CGAffineTransform) {
        guard delta != 0 else { return }
        let pieces = max(1, Int((abs(delta) / (.pi / 2) - 1e-9).rounded(.up)))
        let step = delta / CGFloat(pieces)
        let reach = 4.0 / 3.0 * tan(step / 4)
        var angle = startAngle
        for _ in 0..<pieces {
            let (c0, s0) = (cos(angle), sin(angle))
            angle += step
            let (c1, s1) = (cos(angle), sin(angle))
            addCurve(
                to: CGPoint(x: c1, y: s1).applying(transform),
                control1: CGPoint(x: c0 - reach * s0, y: s0 + reach * c0).applying(transform),
                control2: CGPoint(x: c1 + reach * s1, y: s1 - reach * c1).applying(transform))
        }
    }
}
