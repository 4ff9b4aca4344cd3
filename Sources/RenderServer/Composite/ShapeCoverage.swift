internal import Raster

/// How much of each pixel a rectangle covers that is turned, or whose corners are not round on the screen, or whose edges
/// are smoothed; or only its border.
///
/// Coverage is a function of the pixel's coordinates alone.
struct ShapeCoverage {
    /// From screen pixels to the shape's own space, in which it begins at (0, 0) and its corners are circles.
    var toShape: Affine
    var width: Double
    var height: Double
    /// 0…half of the smaller side.
    var radius: Double
    var corners: Corners
    var isSmoothed: Bool
    /// 0 for all of the shape, otherwise only this far from its edge.
    var borderWidth = 0.0

    /// Writes the coverage of `rect`, in screen pixels, to an `a8` surface of its size.
    func write(_ rect: ScreenRect, to mask: PixelSurface) {
        for y in rect.minY..<rect.maxY {
            let row = mask.row(Int(y - rect.minY)).assumingMemoryBound(to: UInt8.self)
            for x in rect.minX..<rect.maxX { row[Int(x - rect.minX)] = coverage(x: x, y: y) }
        }
    }

    @inline(__always)
    func coverage(x: Int32, y: Int32) -> UInt8 {
        let px = Double(x) + 0.5
        let py = Double(y) + 0.5
        let u = toShape.a * px + toShape.c * py + toShape.tx
        let v = toShape.b * px + toShape.d * py + toShape.ty
        var share = inside(u, v, width, height, radius)
        if borderWidth > 0, share > 0 {
            share -= inside(
                u - borderWidth, v - borderWidth, width - 2 * borderWidth, height - 2 * borderWidth,
                max(0, radius - borderWidth))
        }
        return UInt8(max(0, min(1, share)) * 255 + 0.5)
    }

    /// The share of the pixel around (u, v) that a rectangle from the origin covers: 0…1.
    @inline(__always)
    private func inside(_ u: Double, _ v: Double, _ width: Double, _ height: Double, _ radius: Double) -> Double {
        var share = 1.0
        if isSmoothed {
            // Distances to the edges, in pixels.
            let du = lengthPerPixel(1, 0)
            let dv = lengthPerPixel(0, 1)
            share = Self.ramp(u / du) * Self.ramp((width - u) / du) * Self.ramp(v / dv) * Self.ramp((height - v) / dv)
            if share == 0 { return 0 }
        } else if u < 0 || u >= width || v < 0 || v >= height {
            return 0
        }
        guard radius > 0 else { return share }
        let isLeft = u < radius
        let isTop = v < radius
        guard isLeft || u > width - radius, isTop || v > height - radius else { return share }
        let corner: Corners =
            isLeft ? (isTop ? .topLeft : .bottomLeft) : (isTop ? .topRight : .bottomRight)
        guard corners.contains(corner) else { return share }
        let du = isLeft ? radius - u : u - (width - radius)
        let dv = isTop ? radius - v : v - (height - radius)
        let distance = (du * du + dv * dv).squareRoot()
        guard distance > 0 else { return share }
        let outside = (distance - radius) / lengthPerPixel(du / distance, dv / distance)
        return min(share, Self.ramp(-outside))
    }

    /// Length in the shape's space, along a direction there, that makes one pixel on the screen.
    @inline(__always)
    private func lengthPerPixel(_ x: Double, _ y: Double) -> Double {
        let gx = x * toShape.a + y * toShape.b
        let gy = x * toShape.c + y * toShape.d
        return (gx * gx + gy * gy).squareRoot()
    }

    /// From a distance inside the edge, in pixels, to coverage.
    @inline(__always)
    private static func ramp(_ distance: Double) -> Double { max(0, min(1, distance + 0.5)) }
}
