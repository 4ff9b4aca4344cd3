internal import Raster

/// How much of each pixel a rectangle covers that is turned or seen in perspective, or whose corners are not round on the
/// screen, or whose edges are smoothed; or only its border.
///
/// Coverage is a function of the pixel's coordinates alone.
struct ShapeCoverage {
    /// From screen pixels to the shape's own space, in which it begins at (0, 0) and its corners are circles.
    var toShape: Homography
    var width: Double
    var height: Double
    /// 0…half of the smaller side.
    var radius: Double
    /// The curve of corners that are no circles.
    var corner: ContinuousCorner?
    var corners: Corners
    /// The others are jagged.
    var smoothed: LayerEdges
    /// 0 for all of the shape, otherwise only this far from its edge.
    var borderWidth = 0.0

    /// Writes the coverage of `rect`, in screen pixels, to an `a8` surface of its size.
    func write(_ rect: ScreenRect, to mask: PixelSurface) {
        let plain = PlainAreas(self)
        let outer = Outline(self, inset: 0)
        let inner = Outline(self, inset: borderWidth)
        for y in rect.minY..<rect.maxY {
            let row = mask.row(Int(y &- rect.minY)).assumingMemoryBound(to: UInt8.self)
            // Far from every edge nothing has to be computed.
            let drawn = plain.drawn(y: y, from: rect.minX, to: rect.maxX)
            let even = plain.even(y: y, from: drawn.lowerBound, to: drawn.upperBound)
            row.update(repeating: 0, count: Int(rect.width))
            for x in drawn.lowerBound..<even.lowerBound { row[Int(x &- rect.minX)] = coverage(x, y, outer, inner) }
            (row + Int(even.lowerBound &- rect.minX)).update(repeating: plain.evenCoverage, count: even.count)
            for x in even.upperBound..<drawn.upperBound { row[Int(x &- rect.minX)] = coverage(x, y, outer, inner) }
        }
    }

    @inline(__always)
    private func coverage(_ x: Int32, _ y: Int32, _ outer: Outline, _ inner: Outline) -> UInt8 {
        let px = Double(x) + 0.5
        let py = Double(y) + 0.5
        let w = toShape.w(px, py)
        // Behind the camera there is nothing.
        guard w > 0 else { return 0 }
        var share = inside(outer, px, py, 1 / w)
        if borderWidth > 0, share > 0 { share -= inside(inner, px, py, 1 / w) }
        return UInt8(max(0, min(1, share)) * 255 + 0.5)
    }

    /// The share of the pixel around (x, y) that lies within the outline: 0…1.
    @inline(__always)
    private func inside(_ outline: Outline, _ x: Double, _ y: Double, _ k: Double) -> Double {
        if outline.isEmpty { return 0 }
        var share = near(outline.left.distance(x, y), smoothed.contains(.left))
        share *= far(outline.right.distance(x, y), smoothed.contains(.right))
        share *= near(outline.top.distance(x, y), smoothed.contains(.top))
        share *= far(outline.bottom.distance(x, y), smoothed.contains(.bottom))
        guard share > 0, outline.radius > 0 else { return share }
        let m = toShape.affine
        let u = (m.a * x + m.c * y + m.tx) * k
        let v = (m.b * x + m.d * y + m.ty) * k
        let low = outline.inset + outline.reach
        let isLeft = u < low
        let isTop = v < low
        guard isLeft || u > width - low, isTop || v > height - low else { return share }
        let corner: Corners =
            isLeft ? (isTop ? .topLeft : .bottomLeft) : (isTop ? .topRight : .bottomRight)
        guard corners.contains(corner) else { return share }
        var du = isLeft ? low - u : u - (width - low)
        var dv = isTop ? low - v : v - (height - low)
        var beyond: Double
        if let corner = outline.corner {
            let place = corner.distance(x: outline.reach - du, y: outline.reach - dv)
            beyond = place.distance
            (du, dv) = (place.normal.x, place.normal.y)
        } else {
            let distance = (du * du + dv * dv).squareRoot()
            guard distance > 0 else { return share }
            beyond = distance - outline.radius
            du /= distance
            dv /= distance
        }
        // The direction across the curve, and how far along it one pixel reaches here.
        let alongU = isLeft ? -du : du
        let alongV = isTop ? -dv : dv
        let gx = (alongU * (m.a - u * toShape.px) + alongV * (m.b - v * toShape.px)) * k
        let gy = (alongU * (m.c - u * toShape.py) + alongV * (m.d - v * toShape.py)) * k
        let outside = beyond / (gx * gx + gy * gy).squareRoot()
        return min(share, Self.ramp(-outside))
    }

    /// What lies right on the left or top edge is inside.
    @inline(__always)
    private func near(_ distance: Double, _ isSmoothed: Bool) -> Double {
        isSmoothed ? Self.ramp(distance) : (distance >= 0 ? 1 : 0)
    }

    @inline(__always)
    private func far(_ distance: Double, _ isSmoothed: Bool) -> Double {
        isSmoothed ? Self.ramp(distance) : (distance > 0 ? 1 : 0)
    }

    /// From a distance inside the edge, in pixels, to coverage.
    @inline(__always)
    private static func ramp(_ distance: Double) -> Double { max(0, min(1, distance + 0.5)) }
}

/// A straight line on the screen: an edge keeps straight in perspective, too.
private struct EdgeLine {
    /// The distance of (x, y) from the line is a · x + b · y + c, pixels; positive inside.
    var a, b, c: Double

    /// Where `u >= low` for the first (or second, `isV`) coordinate of the shape's space; or `u <= high`.
    init(_ toShape: Homography, isV: Bool, low: Double) {
        let m = toShape.affine
        a = (isV ? m.b : m.a) - low * toShape.px
        b = (isV ? m.d : m.c) - low * toShape.py
        c = (isV ? m.ty : m.tx) - low * toShape.pw
        normalise()
    }

    init(_ toShape: Homography, isV: Bool, high: Double) {
        self.init(toShape, isV: isV, low: high)
        a = -a
        b = -b
        c = -c
    }

    /// Before the camera.
    init(front toShape: Homography) {
        a = toShape.px
        b = toShape.py
        c = toShape.pw
        normalise()
    }

    /// A line that lies nowhere has everything inside or outside, far away.
    private mutating func normalise() {
        let length = (a * a + b * b).squareRoot()
        guard length > 0 else {
            c = c > 0 ? 1e9 : -1e9
            return
        }
        a /= length
        b /= length
        c /= length
    }

    @inline(__always)
    func distance(_ x: Double, _ y: Double) -> Double { a * x + (b * y + c) }

    /// Keeps of low…high, columns by their centres, what lies at least `distance` inside.
    @inline(__always)
    func narrow(_ low: inout Double, _ high: inout Double, row y: Double, distance: Double) {
        let rest = b * y + c - distance
        if a.magnitude < 1e-12 {
            if rest < 0 { high = low - 1e6 }
        } else if a > 0 {
            low = max(low, -rest / a - 0.5)
        } else {
            high = min(high, -rest / a - 0.5)
        }
    }
}

/// A rectangle, or what is left of it when a border is taken away.
private struct Outline {
    let left, right, top, bottom: EdgeLine
    let inset: Double
    let radius: Double
    let corner: ContinuousCorner?
    /// How far from the corner the curve begins.
    let reach: Double
    let isEmpty: Bool

    init(_ shape: ShapeCoverage, inset: Double) {
        left = EdgeLine(shape.toShape, isV: false, low: inset)
        right = EdgeLine(shape.toShape, isV: false, high: shape.width - inset)
        top = EdgeLine(shape.toShape, isV: true, low: inset)
        bottom = EdgeLine(shape.toShape, isV: true, high: shape.height - inset)
        self.inset = inset
        radius = max(0, shape.radius - inset)
        corner = shape.corner?.inset(by: inset)
        reach = corner?.extent ?? radius
        isEmpty = shape.width <= 2 * inset || shape.height <= 2 * inset
    }
}

/// Where a shape's coverage is known without computing it: outside, and well inside. Errs towards computing.
private struct PlainAreas {
    private struct Area {
        let left, right, top, bottom: EdgeLine

        init(_ toShape: Homography, minU: Double, maxU: Double, minV: Double, maxV: Double) {
            left = EdgeLine(toShape, isV: false, low: minU)
            right = EdgeLine(toShape, isV: false, high: maxU)
            top = EdgeLine(toShape, isV: true, low: minV)
            bottom = EdgeLine(toShape, isV: true, high: maxV)
        }
    }

    private let front: EdgeLine
    /// All of the shape; the largest upright and the largest lying rectangle in it that no edge or corner touches.
    private let whole, upright, lying: Area
    /// The coverage inside the latter.
    let evenCoverage: UInt8

    /// How far from an edge a pixel may still touch it, pixels.
    private static let margin = 1.5

    init(_ shape: ShapeCoverage) {
        let inset = shape.borderWidth
        let corner = max(shape.corner?.extent ?? shape.radius, inset)
        front = EdgeLine(front: shape.toShape)
        whole = Area(shape.toShape, minU: 0, maxU: shape.width, minV: 0, maxV: shape.height)
        upright = Area(
            shape.toShape, minU: corner, maxU: shape.width - corner, minV: inset, maxV: shape.height - inset)
        lying = Area(
            shape.toShape, minU: inset, maxU: shape.width - inset, minV: corner, maxV: shape.height - corner)
        evenCoverage = inset > 0 ? 0 : 255
    }

    /// Columns of row `y` outside which nothing is covered.
    func drawn(y: Int32, from: Int32, to: Int32) -> Range<Int32> {
        columns(y, from..<to, whole, distance: -Self.margin, grown: 1)
    }

    /// Columns of row `y` inside which every pixel has `evenCoverage`.
    func even(y: Int32, from: Int32, to: Int32) -> Range<Int32> {
        let upright = columns(y, from..<to, upright, distance: Self.margin, grown: -1)
        let lying = columns(y, from..<to, lying, distance: Self.margin, grown: -1)
        return upright.count > lying.count ? upright : lying
    }

    /// Columns whose pixel centres lie at least `distance` inside, and `grown` more on either side.
    private func columns(
        _ y: Int32, _ all: Range<Int32>, _ area: Area, distance: Double, grown: Int32
    ) -> Range<Int32> {
        let py = Double(y) + 0.5
        var low = Double(all.lowerBound)
        var high = Double(all.upperBound)
        front.narrow(&low, &high, row: py, distance: max(distance, 0))
        area.left.narrow(&low, &high, row: py, distance: distance)
        area.right.narrow(&low, &high, row: py, distance: distance)
        area.top.narrow(&low, &high, row: py, distance: distance)
        area.bottom.narrow(&low, &high, row: py, distance: distance)
        let first = max(all.lowerBound, low.pixelCeil &- grown)
        let end = min(all.upperBound, high.pixelFloor &+ 1 &+ grown)
        return first < end ? first..<end : all.lowerBound..<all.lowerBound
    }
}
