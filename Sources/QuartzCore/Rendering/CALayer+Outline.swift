internal import CoreGraphics
internal import Foundation
internal import Raster

/// The bounds with their corners, for `render(in:)`.
extension CALayer {
    final func clipToBounds(_ context: CGContext) {
        if cornerRadius > 0 {
            context.addPath(outline(inset: 0))
            context.clip()
        } else {
            context.clip(to: bounds)
        }
    }

    final func fillBackground(in context: CGContext) {
        guard let color = backgroundColor, color.alpha > 0 else { return }
        if color.pattern != nil {
            context.saveGState()
            context.addPath(outline(inset: 0))
            context.clip()
            if !context.boundingBoxOfClipPath.isEmpty { drawPattern(color, in: context) }
            context.restoreGState()
            return
        }
        context.setFillColor(color)
        context.addPath(outline(inset: 0))
        context.fillPath()
    }

    final func drawBorder(in context: CGContext) {
        guard borderWidth > 0, let color = borderColor, color.alpha > 0 else { return }
        context.setFillColor(color)
        context.addPath(outline(inset: 0))
        if borderWidth * 2 < min(bounds.width, bounds.height) { context.addPath(outline(inset: borderWidth)) }
        context.fillPath(using: .evenOdd)
    }

    /// The bounds made smaller by `inset` on every side, with the corners that follow.
    final func outline(inset: CGFloat) -> CGPath {
        let rect = bounds.insetBy(dx: inset, dy: inset)
        let corners = maskedCorners
        let room = min(bounds.width, bounds.height) / 2
        let curve = cornerCurve(inset: inset, room: room)
        guard curve.count > 1, !corners.isEmpty else { return CGPath(rect: rect, transform: nil) }
        let path = CGMutablePath()
        // Round the rectangle the way the visual clock goes; `curve` is that of the upper left corner, from its left end.
        func corner(_ mask: CACornerMask, _ origin: CGPoint, _ along: CGVector, _ down: CGVector, reversed: Bool) {
            guard corners.contains(mask) else {
                if path.isEmpty { path.move(to: origin) } else { path.addLine(to: origin) }
                return
            }
            for step in reversed ? curve.reversed() : curve {
                let point = CGPoint(
                    x: origin.x + along.dx * step.x + down.dx * step.y,
                    y: origin.y + along.dy * step.x + down.dy * step.y)
                if path.isEmpty { path.move(to: point) } else { path.addLine(to: point) }
            }
        }
        let (right, left) = (CGVector(dx: 1, dy: 0), CGVector(dx: -1, dy: 0))
        let (down, up) = (CGVector(dx: 0, dy: 1), CGVector(dx: 0, dy: -1))
        corner(.layerMinXMinYCorner, CGPoint(x: rect.minX, y: rect.minY), right, down, reversed: false)
        corner(.layerMaxXMinYCorner, CGPoint(x: rect.maxX, y: rect.minY), left, down, reversed: true)
        corner(.layerMaxXMaxYCorner, CGPoint(x: rect.maxX, y: rect.maxY), left, up, reversed: false)
        corner(.layerMinXMaxYCorner, CGPoint(x: rect.minX, y: rect.maxY), right, up, reversed: true)
        path.closeSubpath()
        return path
    }

    /// Points of the curve, as distances from the corner, from its left end to its upper end; one for a square corner.
    private func cornerCurve(inset: CGFloat, room: CGFloat) -> [CGPoint] {
        let radius = min(max(cornerRadius, 0), room)
        var shape = ContinuousCorner(
            radius: Double(radius), room: Double(cornerCurve == .continuous ? room : radius))
        if inset > 0 { shape = shape.inset(by: Double(inset)) }
        guard shape.radius > 0, shape.extent.isFinite else { return [.zero] }
        // Closer than a two hundredth of a point to the curve, for the radii that there are.
        let steps = Int(min(max(shape.extent.squareRoot() * 8, 12), 96))
        let power = 2 / shape.exponent
        return (0...steps).map { step in
            let angle = Double(step) / Double(steps) * .pi / 2
            let x = shape.extent * (1 - pow(max(cos(angle), 0), power))
            let y = shape.extent * (1 - pow(max(sin(angle), 0), power))
            return CGPoint(x: x, y: y)
        }
    }
}
