internal import CoreGraphics
internal import Foundation
internal import Raster
internal import RenderServer
internal import Synchronization

/// A path as the render server takes it: a copy that never changes, rasterised when it is asked for.
final class PathShape: LayerShape {
    /// More dashes than this are not made: the line is drawn without gaps. At one pixel each they would be a line across
    /// fifty screens.
    static let dashLimit = 100_000

    let elements: PathElements
    /// Around all points and control points; null for an empty path.
    private let bounds: CGRect
    let extent: SIMD4<Double>?
    /// What is known of the part that was stroked last: strokes come piece by piece, and each would measure the path.
    private let known = Mutex<Known>(Known())

    private struct Known {
        /// Of the whole path.
        var length: Double?
        var start = 0.0
        var end = 0.0
        var part = PathElements.Part()
        var digest: Int?
    }

    /// Nil if the path has a coordinate that is not a finite number.
    init?(_ path: CGPath) {
        elements = path.elements
        bounds = elements.controlBounds
        guard !bounds.isNull else {
            extent = nil
            return
        }
        guard elements.points.allSatisfy(\.isFinite) else { return nil }
        extent = SIMD4(Double(bounds.minX), Double(bounds.minY), Double(bounds.maxX), Double(bounds.maxY))
    }

    /// Paths of the same steps move point by point; there is nothing between others.
    func blended(with end: any LayerShape, share: Double) -> (any LayerShape)? {
        guard let end = end as? PathShape, let elements = elements.interpolated(to: end.elements, CGFloat(share)) else {
            return nil
        }
        return PathShape(CGPath(elements: elements))
    }

    /// Of at most the first sixteen points, so that a long path costs no more than a card.
    var digest: Int {
        known.withLock { known in
            if let digest = known.digest { return digest }
            var hasher = Hasher()
            hasher.combine(elements.points.count)
            for point in elements.points.prefix(16) {
                hasher.combine(point.x)
                hasher.combine(point.y)
            }
            let digest = hasher.finalize()
            known.digest = digest
            return digest
        }
    }

    func isSameOutline(as other: any LayerShape) -> Bool {
        (other as? PathShape).map { $0.elements == elements } ?? false
    }

    func writeFill(isEvenOdd: Bool, placement: ShapePlacement, to mask: PixelSurface) {
        PathCoverage.fill(
            elements, in: bounds, using: isEvenOdd ? .evenOdd : .winding, transform: CGAffineTransform(placement),
            to: mask)
    }

    func writeStroke(_ stroke: ShapeStroke, placement: ShapePlacement, to mask: PixelSurface) {
        PathCoverage.stroke(
            part(for: stroke), in: bounds, with: pen(for: stroke), transform: CGAffineTransform(placement), to: mask)
    }

    /// The part of the outline that `stroke` draws, by length over all subpaths.
    func part(for stroke: ShapeStroke) -> PathElements.Part {
        let (start, end) = Self.ends(of: stroke)
        return known.withLock { known in
            if known.start != start || known.end != end {
                known.part = elements.part(from: start, to: end)
                (known.start, known.end) = (start, end)
            }
            return known.part
        }
    }

    private static func ends(of stroke: ShapeStroke) -> (start: Double, end: Double) {
        (min(max(stroke.start, 0), 1), min(max(stroke.end, 0), 1))
    }

    private var length: Double {
        known.withLock { known in
            if let length = known.length { return length }
            let length = elements.length
            known.length = length
            return length
        }
    }

    /// `stroke` in CoreGraphics' terms. Dashes that make no sense, or are too many, are none.
    func pen(for stroke: ShapeStroke) -> PathPen {
        var pen = PathPen()
        pen.width = CGFloat(stroke.width)
        pen.cap =
            switch stroke.cap {
            case .butt: .butt
            case .round: .round
            case .square: .square
            }
        pen.join =
            switch stroke.join {
            case .miter: .miter
            case .round: .round
            case .bevel: .bevel
            }
        pen.miterLimit = stroke.miterLimit.isFinite ? CGFloat(stroke.miterLimit) : 10
        let period = stroke.dashes.reduce(0, +)
        guard stroke.dashes.allSatisfy({ $0 >= 0 }), period > 0, period.isFinite else { return pen }
        let (start, end) = Self.ends(of: stroke)
        guard length * max(end - start, 0) / period * Double(stroke.dashes.count) < Double(Self.dashLimit) else {
            return pen
        }
        pen.dashes = stroke.dashes
        // The pattern belongs to the outline: drawing less of it does not move the dashes that are left.
        pen.dashPhase = stroke.dashPhase.isFinite ? stroke.dashPhase : 0
        return pen
    }
}

extension PathShape {
    /// Strokes the outline with the context's stroke colour.
    func draw(_ stroke: ShapeStroke, in context: CGContext) {
        let pen = pen(for: stroke)
        let part = part(for: stroke)
        guard pen.width > 0 else { return }
        context.saveGState()
        defer { context.restoreGState() }
        context.setLineWidth(pen.width)
        context.setLineCap(pen.cap)
        context.setLineJoin(pen.join)
        context.setMiterLimit(pen.miterLimit)
        for (path, lost) in [(part.beheaded, part.lost), (part.others, 0)] where !path.isEmpty {
            context.setLineDash(phase: CGFloat(pen.dashPhase + lost), lengths: pen.dashes.map { CGFloat($0) })
            context.addPath(CGPath(elements: path))
            context.strokePath()
        }
    }
}

extension CGAffineTransform {
    init(_ placement: ShapePlacement) {
        self.init(
            a: CGFloat(placement.a), b: CGFloat(placement.b), c: CGFloat(placement.c), d: CGFloat(placement.d),
            tx: CGFloat(placement.tx), ty: CGFloat(placement.ty))
    }
}
