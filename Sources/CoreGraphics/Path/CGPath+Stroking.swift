public import Foundation

/// Calls a function for a step of a path, with the pointer given to `CGPath.apply(info:function:)`.
public typealias CGPathApplierFunction = (_ info: UnsafeMutableRawPointer?, _ element: UnsafePointer<CGPathElement>) ->
    Void

extension CGPath {
    /// The outline of this path's stroke: filled by the winding rule it covers what the stroke covers. Lengths are those of
    /// the path's space after `transform`. Curves become short lines, except round caps and joins. Empty for a width that is
    /// not positive.
    public final func copy(
        strokingWithWidth lineWidth: CGFloat, lineCap: CGLineCap, lineJoin: CGLineJoin, miterLimit: CGFloat,
        transform: CGAffineTransform = .identity
    ) -> CGPath {
        var pen = PathPen()
        pen.width = lineWidth
        pen.cap = lineCap
        pen.join = lineJoin
        pen.miterLimit = miterLimit
        return CGPath(elements: elements.applying(transform).stroked(pen))
    }

    /// The dashes of this path, as lines of their own. Lengths that are negative, all zero or not finite leave the path as
    /// it is, as do more than 100,000 dashes.
    public final func copy(
        dashingWithPhase phase: CGFloat, lengths: [CGFloat], transform: CGAffineTransform = .identity
    ) -> CGPath {
        let path = elements.applying(transform)
        guard phase.isFinite, lengths.allSatisfy({ $0 >= 0 && $0.isFinite }), lengths.contains(where: { $0 > 0 }) else {
            return CGPath(elements: path)
        }
        var pen = PathPen()
        pen.dashes = lengths.map { Double($0) }
        pen.dashPhase = Double(phase)
        return CGPath(elements: path.dashed(pen))
    }

    /// This path in straight lines that stay within `threshold` of its curves.
    public final func flattened(threshold: CGFloat) -> CGPath {
        let result = CGMutablePath()
        for line in elements.flattened(tolerance: threshold > 0 ? threshold : 0.1) ?? [] {
            result.addLines(between: line.points)
            if line.isClosed { result.closeSubpath() }
        }
        return CGPath(elements: result.elements)
    }

    /// Calls `function` for every step in order; the element and its points are valid during the call only.
    public final func apply(info: UnsafeMutableRawPointer?, function: CGPathApplierFunction) {
        applyWithBlock { function(info, $0) }
    }
}
