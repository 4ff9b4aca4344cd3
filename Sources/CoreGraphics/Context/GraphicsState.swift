import Foundation
import Raster

/// What `saveGState()` keeps and `restoreGState()` brings back. The current path is not part of it.
struct GraphicsState {
    /// From user space to pixels of the bitmap, y down.
    var matrix: CGAffineTransform
    /// Not multiplied by alpha, 0 … 1.
    var fill = SIMD4<Float>(0, 0, 0, 1)
    var stroke = SIMD4<Float>(0, 0, 0, 1)
    var alpha: Float = 1
    var blendMode = CGBlendMode.normal

    /// User space units.
    var lineWidth: CGFloat = 1
    var lineCap = CGLineCap.butt
    var lineJoin = CGLineJoin.miter
    var miterLimit: CGFloat = 10
    var dashPhase: CGFloat = 0
    var dashLengths: [Double] = []

    var shouldAntialias = true
    var interpolationQuality = CGInterpolationQuality.default

    /// Around everything the clip lets through, pixels.
    var clip: PixelRect
    /// Whether the clip is exactly `clip`, so that pixels may be written without asking cairo.
    var clipIsRect = true
}
