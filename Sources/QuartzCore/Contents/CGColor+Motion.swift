internal import CoreGraphics

extension CGColor {
    /// Gamma-encoded sRGB, not premultiplied; nothing for a pattern, which is no colour.
    var motion: SIMD4<Float> { pattern == nil ? rgba : SIMD4(0, 0, 0, 0) }

    /// Nil for the value that stands for "no colour".
    static func make(_ value: SIMD4<Float>) -> CGColor? {
        if value == SIMD4(0, 0, 0, 0) { return nil }
        return CGColor(
            red: CGFloat(value.x), green: CGFloat(value.y), blue: CGFloat(value.z), alpha: CGFloat(value.w))
    }
}
