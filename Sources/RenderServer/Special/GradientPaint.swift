#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Foundation
#endif
internal import Raster

/// How a gradient colours the pixels of the screen. Plain data; the colour of a pixel follows from its coordinates alone.
///
/// Between two stops the premultiplied channels change evenly, so that a colour fading to clear keeps its hue. What is lost
/// by rounding to a byte is spread over a pattern of 8 x 8 screen pixels, so that a slow gradient shows no bands.
struct GradientPaint {
    var kind: GradientContent.Kind
    /// From screen pixels to the gradient's own space: an axial one runs from u = 0 to 1, a radial one from the origin to
    /// the unit circle, a conic one around the origin from the positive u axis towards the positive v axis.
    var toGradient: Affine
    /// In perspective those are to be divided by w.x · x + w.y · y + w.z.
    var w: SIMD3<Double>?
    /// Its part of the list's stops; at least one.
    var firstStop: Int32
    var stopCount: Int32

    /// Nil for points that are no numbers. Start and end in one place show the last colour alone.
    ///
    /// - Parameter toUnit: from screen pixels to the unit space of the layer's bounds.
    init?(_ content: GradientContent, toUnit: Homography, firstStop: Int32, stopCount: Int32) {
        if !toUnit.isAffine { w = SIMD3(toUnit.px, toUnit.py, toUnit.pw) }
        kind = content.kind
        self.firstStop = firstStop
        self.stopCount = stopCount
        let start = content.startPoint
        let way = content.endPoint - start
        guard (start.sum() + way.sum()).isFinite, toUnit.isFinite, stopCount > 0 else { return nil }
        let shifted = toUnit.concatenating(Affine(tx: -start.x, ty: -start.y)).affine
        let length = (way * way).sum()
        let own: Affine
        switch kind {
        case .axial: own = Affine(a: way.x / length, b: 0, c: way.y / length, d: 0)
        case .radial: own = Affine(a: 1 / way.x, d: 1 / way.y)
        case .conic: own = Affine(a: way.x, b: -way.y, c: way.y, d: way.x)
        }
        toGradient = shifted.concatenating(own)
        if !toGradient.isFinite || length == 0 {
            kind = .axial
            // Beyond the last stop, wherever that is.
            toGradient = Affine(a: 0, b: 0, c: 0, d: 0, tx: 2_000_000)
            w = nil
        }
    }

    /// The same for the kernels; nil in perspective, and for a gradient that is too steep for them.
    var map: GradientMap? {
        if w != nil { return nil }
        let kind: GradientMap.Kind =
            switch kind {
            case .axial: .axial
            case .radial: .radial
            case .conic: .conic
            }
        let m = toGradient
        return GradientMap(kind: kind, a: m.a, b: m.b, c: m.c, d: m.d, tx: m.tx, ty: m.ty)
    }

    /// Writes the pixels of `rect`, in screen pixels, to a 32-bit surface of its size.
    func write(_ rect: ScreenRect, stops: UnsafePointer<GradientStop>, to surface: PixelSurface) {
        for y in rect.minY..<rect.maxY {
            let row = surface.row(Int(y &- rect.minY)).assumingMemoryBound(to: UInt32.self)
            let py = Double(y) + 0.5
            let u = toGradient.c * py + toGradient.tx
            let v = toGradient.d * py + toGradient.ty
            if let w {
                let rest = w.y * py + w.z
                write(rect.minX..<rect.maxX, y, stops, row) { px in
                    // What lies behind the camera is cut away.
                    let k = 1 / max(w.x * px + rest, .leastNormalMagnitude)
                    return place((toGradient.a * px + u) * k, (toGradient.b * px + v) * k)
                }
                continue
            }
            switch kind {
            case .axial where toGradient.a == 0:
                writeEven(rect.minX..<rect.maxX, y, Float(u), stops, row)
            case .axial:
                write(rect.minX..<rect.maxX, y, stops, row) { Float(toGradient.a * $0 + u) }
            case .radial:
                write(rect.minX..<rect.maxX, y, stops, row) { px in
                    let x = toGradient.a * px + u
                    let y = toGradient.b * px + v
                    return Float((x * x + y * y).squareRoot())
                }
            case .conic:
                write(rect.minX..<rect.maxX, y, stops, row) { px in
                    let turns = Float(atan2(toGradient.b * px + v, toGradient.a * px + u) / (2 * .pi))
                    return turns < 0 ? turns + 1 : turns
                }
            }
        }
    }

    /// Along the gradient, from its own space.
    private func place(_ u: Double, _ v: Double) -> Float {
        switch kind {
        case .axial: return Float(u)
        case .radial: return Float((u * u + v * v).squareRoot())
        case .conic:
            let turns = Float(atan2(v, u) / (2 * .pi))
            return turns < 0 ? turns + 1 : turns
        }
    }

    /// A row with one place on the gradient for all its pixels.
    private func writeEven(
        _ columns: Range<Int32>, _ y: Int32, _ place: Float, _ stops: UnsafePointer<GradientStop>,
        _ row: UnsafeMutablePointer<UInt32>
    ) {
        let colour = GradientSegment(at: place, stops + Int(firstStop), Int(stopCount)).colour(at: place)
        var pattern = SIMD8<UInt32>(repeating: 0)
        for x in 0..<8 { pattern[x] = Self.word(colour, x: Int32(x), y: y) }
        for x in columns { row[Int(x &- columns.lowerBound)] = pattern[Int(x & 7)] }
    }

    @inline(__always)
    private func write(
        _ columns: Range<Int32>, _ y: Int32, _ stops: UnsafePointer<GradientStop>, _ row: UnsafeMutablePointer<UInt32>,
        place: (Double) -> Float
    ) {
        let stops = stops + Int(firstStop)
        var segment = GradientSegment(at: place(Double(columns.lowerBound) + 0.5), stops, Int(stopCount))
        for x in columns {
            let t = place(Double(x) + 0.5)
            if !segment.contains(t) { segment = GradientSegment(at: t, stops, Int(stopCount)) }
            row[Int(x &- columns.lowerBound)] = Self.word(segment.colour(at: t), x: x, y: y)
        }
    }

    // MARK: Dithering

    @inline(__always)
    private static func word(_ colour: SIMD4<Float>, x: Int32, y: Int32) -> UInt32 {
        // One threshold for all channels: no colour comes out larger than its alpha.
        let bytes = SIMD4<UInt32>(
            truncatingIfNeeded: SIMD4<Int32>((colour + threshold(x, y)).clamped(lowerBound: .zero, upperBound: .most)))
        return bytes.x << 24 | bytes.y << 16 | bytes.z << 8 | bytes.w
    }

    /// 1/128…127/128, each of 64 values once in a square of 8 x 8 pixels: the bits of x and x ^ y in turn, reversed.
    @inline(__always)
    static func threshold(_ x: Int32, _ y: Int32) -> Float {
        let mixed = UInt32(truncatingIfNeeded: x ^ y)
        let row = UInt32(truncatingIfNeeded: y)
        var value = (mixed & 1) << 5 | (row & 1) << 4
        value |= (mixed & 2) << 2 | (row & 2) << 1
        value |= (mixed & 4) >> 1 | (row & 4) >> 2
        return (Float(value) + 0.5) / 64
    }
}

extension SIMD4<Float> {
    fileprivate static let most = SIMD4<Float>(repeating: 255)
}

/// The stretch between two stops that a place lies on.
struct GradientSegment {
    private let low, high: Float
    private let colour, slope: SIMD4<Float>

    @inline(__always)
    init(at t: Float, _ stops: UnsafePointer<GradientStop>, _ count: Int) {
        // The last stop at or before t, so that of several in one place the last counts from there on.
        var before = -1
        while before &+ 1 < count, stops[before &+ 1].location <= t { before &+= 1 }
        low = before < 0 ? -.infinity : stops[before].location
        high = before &+ 1 < count ? stops[before &+ 1].location : .infinity
        colour = stops[max(before, 0)].colour
        slope =
            before < 0 || before &+ 1 == count
            ? SIMD4(repeating: 0) : (stops[before &+ 1].colour - colour) / (high - low)
    }

    @inline(__always)
    func contains(_ t: Float) -> Bool { t >= low && t < high }

    @inline(__always)
    func colour(at t: Float) -> SIMD4<Float> {
        // Outside the stops there is no slope, and low may be infinite.
        slope == SIMD4(repeating: 0) ? colour : colour + slope * (t - low)
    }
}
