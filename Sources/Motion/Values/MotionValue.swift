/// A value that can move: what an animation starts from, ends at or adds. Plain data without references, so that the
/// render thread can copy it without reference counting.
public enum MotionValue: Hashable, Sendable {
    /// A number, or an angle in radians, or a truth value as 0 and 1.
    case number(Double)
    /// A point, a size or an anchor.
    case vector2(SIMD2<Double>)
    /// A rectangle as (x, y, width, height).
    case vector4(SIMD4<Double>)
    /// Red, green, blue, alpha, each 0…1, gamma-encoded sRGB, not premultiplied. Interpolated per component.
    case color(SIMD4<Float>)
    case matrix(Matrix4)
    /// Up to eight colours, such as a gradient's.
    case colors(MotionColors)
    /// Up to sixteen numbers, such as a gradient's locations.
    case numbers(MotionNumbers)
    /// A picture or an outline. It can neither be added to nor measured.
    case blend(MotionBlend)
}

/// Up to eight colours in plain memory; more do not move.
public struct MotionColors: Hashable, Sendable {
    public static let limit = 8

    public private(set) var count: Int8
    /// Two colours each; those beyond `count` are 0.
    var a, b, c, d: SIMD8<Float>

    /// Nil for more than `limit` colours.
    public init?(_ colors: [SIMD4<Float>]) {
        guard colors.count <= Self.limit else { return nil }
        count = Int8(colors.count)
        var pairs: [SIMD8<Float>] = Array(repeating: SIMD8(repeating: 0), count: 4)
        for (index, color) in colors.enumerated() {
            if index % 2 == 0 { pairs[index / 2].lowHalf = color } else { pairs[index / 2].highHalf = color }
        }
        (a, b, c, d) = (pairs[0], pairs[1], pairs[2], pairs[3])
    }

    public subscript(index: Int) -> SIMD4<Float> {
        let pair = index < 4 ? (index < 2 ? a : b) : (index < 6 ? c : d)
        return index % 2 == 0 ? pair.lowHalf : pair.highHalf
    }

    public var array: [SIMD4<Float>] { (0..<Int(count)).map { self[$0] } }

    /// Element by element; the counts are equal.
    func combined(_ other: MotionColors, _ body: (SIMD8<Float>, SIMD8<Float>) -> SIMD8<Float>) -> MotionColors {
        var result = self
        result.a = body(a, other.a)
        result.b = body(b, other.b)
        result.c = body(c, other.c)
        result.d = body(d, other.d)
        return result
    }
}

/// Up to sixteen numbers in plain memory; more do not move.
public struct MotionNumbers: Hashable, Sendable {
    public static let limit = 16

    public private(set) var count: Int8
    /// Those beyond `count` are 0.
    var low, high: SIMD8<Double>

    /// Nil for more than `limit` numbers.
    public init?(_ numbers: [Double]) {
        guard numbers.count <= Self.limit else { return nil }
        count = Int8(numbers.count)
        low = SIMD8(repeating: 0)
        high = SIMD8(repeating: 0)
        for (index, number) in numbers.enumerated() {
            if index < 8 { low[index] = number } else { high[index - 8] = number }
        }
    }

    public subscript(index: Int) -> Double { index < 8 ? low[index] : high[index - 8] }

    public var array: [Double] { (0..<Int(count)).map { self[$0] } }

    /// Element by element; the counts are equal.
    func combined(_ other: MotionNumbers, _ body: (SIMD8<Double>, SIMD8<Double>) -> SIMD8<Double>) -> MotionNumbers {
        var result = self
        result.low = body(low, other.low)
        result.high = body(high, other.high)
        return result
    }
}
