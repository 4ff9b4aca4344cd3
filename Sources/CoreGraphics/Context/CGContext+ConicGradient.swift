internal import CCairo
public import Foundation
import Raster

extension CGContext {
    /// Paints the gradient once around `center`, everything inside the clip: from the direction `angle`, radians from the
    /// x axis towards the y axis, all the way round in the direction of growing angles. Where it ends it meets its
    /// beginning in a hard edge, unless both have one colour.
    public func drawConicGradient(_ gradient: CGGradient, center: CGPoint, angle: CGFloat) {
        guard center.x.isFinite, center.y.isFinite, angle.isFinite, state.matrix.isInvertible else { return }
        // Paper has no pixels; there it is drawn as finely as a good printer shows.
        let detail: CGFloat = isVector ? 4 : 1
        let area = CGRect(state.clip)
        guard !state.clip.isEmpty, let map = conicMap(area, center, angle, detail: detail),
            let bitmap = try? Bitmap(
                width: Int(area.width * detail), height: Int(area.height * detail), format: .argb8888)
        else { return }
        Kernels.over(gradient: gradient.table, map: map, onto: bitmap.surface, originX: 0, originY: 0)
        bitmap.freeze()
        let outer = state.matrix
        state.matrix = .identity
        defer { state.matrix = outer }
        withPattern(bitmap, in: area, topIsMaxY: false, isTiled: false, filter: CAIRO_FILTER_NEAREST) { pattern in
            state.matrix = outer
            composite(source: { cairo_set_source($0, pattern) }) { cairo_paint_with_alpha($0, Double(state.alpha)) }
        }
    }

    /// From the pixels of a picture of `area` to the gradient's own space; nil where numbers leave what pixels need.
    private func conicMap(_ area: CGRect, _ center: CGPoint, _ angle: CGFloat, detail: CGFloat) -> GradientMap? {
        let toGradient = CGAffineTransform(scaleX: 1 / detail, y: 1 / detail)
            .concatenating(CGAffineTransform(translationX: area.minX, y: area.minY))
            .concatenating(state.matrix.inverted())
            .concatenating(CGAffineTransform(translationX: -center.x, y: -center.y))
            .concatenating(CGAffineTransform(rotationAngle: -angle))
        return GradientMap(
            kind: .conic, a: toGradient.a, b: toGradient.b, c: toGradient.c, d: toGradient.d, tx: toGradient.tx,
            ty: toGradient.ty)
    }
}

extension CGGradient {
    /// The colours from 0 to 1, as the pixel kernels want them.
    fileprivate var table: GradientTable {
        let isSharp = zip(stops, stops.dropFirst()).contains { $1.location - $0.location < 0.01 }
        return GradientTable(count: isSharp ? 4096 : 1024) { color(at: CGFloat($0)) }
    }

    private func color(at location: CGFloat) -> SIMD4<Float> {
        guard let first = stops.first, let last = stops.last else { return .zero }
        if location <= first.location { return first.rgba }
        if location >= last.location { return last.rgba }
        let after = stops.firstIndex { $0.location > location } ?? stops.count - 1
        let (low, high) = (stops[after - 1], stops[after])
        let share = Float((location - low.location) / (high.location - low.location))
        return low.rgba + (high.rgba - low.rgba) * share
    }
}
