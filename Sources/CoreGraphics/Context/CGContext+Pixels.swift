package import Foundation
package import Raster

/// For drawing layers: what is known of the pixels, and pictures of pixels.
extension CGContext {
    /// From user space to pixels of the bitmap, y down.
    package var pixelMatrix: CGAffineTransform { state.matrix }
    /// Around everything the clip lets through, pixels.
    package var pixelClip: PixelRect { state.clip }
    /// What multiplies the alpha of everything drawn.
    package var alpha: CGFloat { CGFloat(state.alpha) }

    /// Draws `image` pixel by pixel, with its top left corner at `(x, y)`, whatever the matrix is; one that has only alpha
    /// in the fill colour.
    package func drawPixels(_ image: CGImage, x: Int, y: Int) {
        saveGState()
        defer { restoreGState() }
        state.matrix = .identity
        let rect = CGRect(x: CGFloat(x), y: CGFloat(y), width: CGFloat(image.width), height: CGFloat(image.height))
        drawUpright(image, in: rect)
    }
}
