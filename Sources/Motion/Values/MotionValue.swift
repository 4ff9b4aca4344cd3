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
}
