/// The word of a 32-bit pixel: 0xAARRGGBB, colour multiplied by alpha.
package enum PackedColor {
    /// `rgba` is not multiplied, 0 … 1; `alpha` multiplies its alpha.
    @inline(__always)
    package static func premultiplied(_ rgba: SIMD4<Float>, alpha: Float = 1) -> UInt32 {
        let coverage = rgba.w * alpha
        let scaled = SIMD4(rgba.x * coverage, rgba.y * coverage, rgba.z * coverage, coverage) * 255 + 0.5
        let bytes = SIMD4<UInt32>(truncatingIfNeeded: SIMD4<Int32>(scaled))
        return bytes.w << 24 | bytes.x << 16 | bytes.y << 8 | bytes.z
    }
}
