import Foundation
import Raster

/// What `saveGState()` keeps and `restoreGState()` brings back. The current path is not part of it.
struct GraphicsState {
    /// From user space to pixels of the bitmap, y down.
    var matrix: CGAffineTransform
    /// Not multiplied by alpha, 0 … 1.
    var fill = SIMD4<Float>(0, 0, 0, 1)
    var stroke = SIMD4<Float>(0, 0, 0, 1)
    /// Painted in place of the colours above; a pattern without colours of its own takes the colour above.
    var fillPattern: PatternPaint?
    var strokePattern: PatternPaint?
    /// How far patterns are moved, in the space the context begins with.
    var patternPhase = CGSize.zero
    /// What the components of `setFillColor(_:)` and `setStrokeColor(_:)` mean.
    var fillSpace = CGColorSpace.deviceGray
    var strokeSpace = CGColorSpace.deviceGray
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
    var allowsAntialiasing = true
    /// How far, in pixels, a drawn curve may be from the true one.
    var flatness: CGFloat = 0.6
    var interpolationQuality = CGInterpolationQuality.default

    var font: CGFont?
    /// Units of text space, as the spacing.
    var fontSize: CGFloat = 1
    var characterSpacing: CGFloat = 0
    var textDrawingMode = CGTextDrawingMode.fill
    var shouldPositionBetweenPixels = true
    var allowsPositionsBetweenPixels = true
    var shouldQuantizePositions = true
    var allowsQuantizedPositions = true

    /// Around everything the clip lets through, pixels.
    var clip: PixelRect
    /// Whether the clip is exactly `clip`, so that pixels may be written without asking cairo.
    var clipIsRect = true
    /// What the clip lets through in part; nil if it has no mask.
    var mask: ClipMask?
    var shadow: Shadow?

    /// What everything drawn casts.
    struct Shadow {
        /// In the space the context begins with.
        var offset: CGSize
        /// Twice the standard deviation, in units of that space.
        var blur: CGFloat
        var color: SIMD4<Float>
    }
}
