import Raster

/// Between colours as files store them and colours as blending needs them.
enum AlphaMultiplication {
    /// Multiplies every colour by its alpha, and notes if all alphas are 255. The bitmap is `argb8888`, not frozen.
    static func premultiply(_ bitmap: Bitmap) {
        var allAlphas: UInt32 = 0xFF00_0000
        for y in 0..<bitmap.height {
            let row = bitmap.row(y).assumingMemoryBound(to: UInt32.self)
            for x in 0..<bitmap.width {
                let word = row[x]
                let alpha = word >> 24
                allAlphas &= word
                // Two components at a time, 16 bits for each; the rounding is the blending kernels'.
                let redBlue = (word & 0x00FF_00FF) &* alpha &+ 0x0080_0080
                let green = (word >> 8 & 0xFF) &* alpha &+ 0x80
                row[x] =
                    alpha << 24 | ((redBlue &+ (redBlue >> 8 & 0x00FF_00FF)) >> 8 & 0x00FF_00FF)
                    | ((green &+ (green >> 8)) & 0xFF00)
            }
        }
        if allAlphas == 0xFF00_0000 { bitmap.isOpaque = true }
    }

    /// The colour of a premultiplied pixel before multiplication; zero where nothing is left of it.
    @inline(__always)
    static func unpremultiplied(_ word: UInt32) -> UInt32 {
        let alpha = word >> 24
        if alpha == 255 || alpha == 0 { return alpha == 0 ? 0 : word }
        func whole(_ component: UInt32) -> UInt32 { min((component &* 255 &+ alpha / 2) / alpha, 255) }
        return alpha << 24 | whole(word >> 16 & 0xFF) << 16 | whole(word >> 8 & 0xFF) << 8 | whole(word & 0xFF)
    }
}
