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
        let plain = PlainAreas(self)
        for y in rect.minY..<rect.maxY {
            let row = mask.row(Int(y &- rect.minY)).assumingMemoryBound(to: UInt8.self)
            // Far from every edge nothing has to be computed.
            let drawn = plain.drawn(y: y, from: rect.minX, to: rect.maxX)
            let even = plain.even(y: y, from: drawn.lowerBound, to: drawn.upperBound)
            row.update(repeating: 0, count: Int(rect.width))
            for x in drawn.lowerBound..<even.lowerBound { row[Int(x &- rect.minX)] = coverage(x: x, y: y) }
            (row + Int(even.lowerBound &- rect.minX)).update(repeating: plain.evenCoverage, count: even.count)
            for x in even.upperBound..<drawn.upperBound { row[Int(x &- rect.minX)] = coverage(x: x, y: y) }
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
    fileprivate func lengthPerPixel(_ x: Double, _ y: Double) -> Double {
        let gx = x * toShape.a + y * toShape.b
        let gy = x * toShape.c + y * toShape.d
        return (gx * gx + gy * gy).squareRoot()
    }

    /// From a distance inside the edge, in pixels, to coverage.
    @inline(__always)
    private static func ramp(_ distance: Double) -> Double { max(0, min(1, distance + 0.5)) }
}

/// Where a shape's coverage is known without computing it: outside, and well inside. Errs towards computing.
private struct PlainAreas {
    private let toShape: Affine
    private let width, height: Double
    /// How far from an edge, in the shape's space, a pixel still touches it.
    private let marginX, marginY: Double
    /// Distance from the edges of the largest upright and the largest lying rectangle that no edge or corner touches.
    private let insetX, insetY, cornerX, cornerY: Double
    /// The coverage inside those.
    let evenCoverage: UInt8

    init(_ shape: ShapeCoverage) {
        toShape = shape.toShape
        width = shape.width
        height = shape.height
        marginX = 1.5 * (shape.toShape.a.magnitude + shape.toShape.c.magnitude)
        marginY = 1.5 * (shape.toShape.b.magnitude + shape.toShape.d.magnitude)
        insetX = shape.borderWidth + marginX
        insetY = shape.borderWidth + marginY
        cornerX = max(shape.radius, shape.borderWidth) + marginX
        cornerY = max(shape.radius, shape.borderWidth) + marginY
        evenCoverage = shape.borderWidth > 0 ? 0 : 255
    }

    /// Columns of row `y` outside which nothing is covered.
    func drawn(y: Int32, from: Int32, to: Int32) -> Range<Int32> {
        columns(y, from..<to, -marginX, width + marginX, -marginY, height + marginY, grown: 1)
    }

    /// Columns of row `y` inside which every pixel has `evenCoverage`.
    func even(y: Int32, from: Int32, to: Int32) -> Range<Int32> {
        let upright = columns(y, from..<to, cornerX, width - cornerX, insetY, height - insetY, grown: -1)
        let lying = columns(y, from..<to, insetX, width - insetX, cornerY, height - cornerY, grown: -1)
        return upright.count > lying.count ? upright : lying
    }

    /// Columns whose pixel centres lie in a rectangle of the shape's space, and `grown` more on either side.
    private func columns(
        _ y: Int32, _ all: Range<Int32>, _ minU: Double, _ maxU: Double, _ minV: Double, _ maxV: Double, grown: Int32
    ) -> Range<Int32> {
        let py = Double(y) + 0.5
        var low = Double(all.lowerBound)
        var high = Double(all.upperBound)
        Self.narrow(&low, &high, toShape.a, toShape.c * py + toShape.tx, minU, maxU)
        Self.narrow(&low, &high, toShape.b, toShape.d * py + toShape.ty, minV, maxV)
        let first = max(all.lowerBound, low.pixelCeil &- grown)
        let end = min(all.upperBound, high.pixelFloor &+ grown)
        return first < end ? first..<end : all.lowerBound..<all.lowerBound
    }

    /// Keeps of low…high the columns with `least` <= step · (column + 1/2) + start <= `most`.
    private static func narrow(
        _ low: inout Double, _ high: inout Double, _ step: Double, _ start: Double, _ least: Double, _ most: Double
    ) {
        if step.magnitude < 1e-9 {
            if start < least || start > most { high = low - 1e6 }
            return
        }
        let one = (least - start) / step
        let other = (most - start) / step
        low = max(low, min(one, other) - 0.5)
        high = min(high, max(one, other) + 0.5)
        if least > most { high = low - 1e6 }
    }
}
