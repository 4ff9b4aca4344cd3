import Foundation
import Raster

@testable import RenderServer

/// An outline of straight lines with a rasteriser of its own: 2 x 2 samples per pixel, strokes with round joins and
/// butt ends, no dashes.
final class PolygonShape: LayerShape, @unchecked Sendable {
    // Unchecked because of the counters, which the render thread alone changes.
    let points: [SIMD2<Double>]
    private(set) var callCount = 0
    private(set) var largestMask = 0

    init(_ points: [SIMD2<Double>]) { self.points = points }

    static func rect(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> PolygonShape {
        PolygonShape([
            SIMD2(x, y), SIMD2(x + width, y), SIMD2(x + width, y + height), SIMD2(x, y + height), SIMD2(x, y),
        ])
    }

    var extent: SIMD4<Double>? {
        guard let first = points.first else { return nil }
        var low = first
        var high = first
        for point in points {
            low = pointwiseMin(low, point)
            high = pointwiseMax(high, point)
        }
        return SIMD4(lowHalf: low, highHalf: high)
    }

    func writeFill(isEvenOdd: Bool, placement: ShapePlacement, to mask: PixelSurface) {
        let placed = points.map(placement.place)
        write(to: mask) { x, y in
            var winding = 0
            for index in 0..<placed.count {
                let a = placed[index]
                let b = placed[index + 1 == placed.count ? 0 : index + 1]
                guard (a.y <= y) != (b.y <= y) else { continue }
                if a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x) > x { winding += a.y < b.y ? 1 : -1 }
            }
            return isEvenOdd ? winding % 2 != 0 : winding != 0
        }
    }

    func writeStroke(_ stroke: ShapeStroke, placement: ShapePlacement, to mask: PixelSurface) {
        let inverse = Affine(
            a: placement.a, b: placement.b, c: placement.c, d: placement.d, tx: placement.tx, ty: placement.ty
        ).inverse
        guard let inverse, points.count > 1 else { return write(to: mask) { _, _ in false } }
        let lengths = (1..<points.count).map { (points[$0] - points[$0 - 1]).length }
        let whole = lengths.reduce(0, +)
        let (from, to) = (stroke.start * whole, stroke.end * whole)
        write(to: mask) { px, py in
            let p = SIMD2(inverse.a * px + inverse.c * py + inverse.tx, inverse.b * px + inverse.d * py + inverse.ty)
            var before = 0.0
            for (index, length) in lengths.enumerated() {
                defer { before += length }
                let way = (self.points[index + 1] - self.points[index]) / length
                let along = ((p - self.points[index]) * way).sum()
                let across = p - self.points[index] - way * along
                let isOn = along >= max(0, from - before) && along <= min(length, to - before)
                if isOn, across.length <= stroke.width / 2 { return true }
            }
            return false
        }
    }

    private func write(to mask: PixelSurface, _ isInside: (Double, Double) -> Bool) {
        callCount += 1
        largestMask = max(largestMask, mask.width * mask.height)
        for y in 0..<mask.height {
            for x in 0..<mask.width {
                var count = 0
                for sample in 0..<4 {
                    let sx = Double(x) + (Double(sample % 2) + 0.5) / 2
                    let sy = Double(y) + (Double(sample / 2) + 0.5) / 2
                    if isInside(sx, sy) { count += 1 }
                }
                mask.row(y).storeBytes(of: UInt8(count * 255 / 4), toByteOffset: x, as: UInt8.self)
            }
        }
    }
}

extension ShapePlacement {
    fileprivate func place(_ point: SIMD2<Double>) -> SIMD2<Double> {
        SIMD2(a * point.x + c * point.y + tx, b * point.x + d * point.y + ty)
    }
}

extension SIMD2<Double> {
    fileprivate var length: Double { (self * self).sum().squareRoot() }
}

extension Sketch {
    func special(_ id: UInt32, _ special: LayerSpecial?) {
        commit.specials.append(Commit.SpecialUpdate(layer: LayerID(rawValue: id), special: special))
    }

    func gradient(_ id: UInt32, _ colors: [SIMD4<Float>], _ change: (inout GradientContent) -> Void = { _ in }) {
        var content = GradientContent()
        content.colors = colors
        change(&content)
        special(id, .gradient(content))
    }

    @discardableResult
    func shape(_ id: UInt32, _ shape: PolygonShape, _ change: (inout ShapeContent) -> Void = { _ in }) -> PolygonShape {
        var content = ShapeContent()
        content.shape = shape
        change(&content)
        special(id, .shape(content))
        return shape
    }

    /// Draws the whole tree and writes it to a portable pixmap, for a person's eyes.
    func writePicture(_ path: String) {
        let size = renderer.screenSize
        guard let bitmap = try? Bitmap(width: size.width, height: size.height, format: .argb8888) else { return }
        renderer.renderReference(into: bitmap)
        var bytes = Array("P6 \(size.width) \(size.height) 255\n".utf8)
        for y in 0..<size.height {
            for x in 0..<size.width {
                let pixel = bitmap.row(y).load(fromByteOffset: x * 4, as: UInt32.self)
                for shift in [UInt32(16), 8, 0] { bytes.append(UInt8(pixel >> shift & 255)) }
            }
        }
        guard let file = fopen(path, "wb") else { return }
        fwrite(bytes, 1, bytes.count, file)
        fclose(file)
    }
}
