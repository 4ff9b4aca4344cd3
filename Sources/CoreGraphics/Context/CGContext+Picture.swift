package import Foundation
package import Raster

extension CGContext {
    /// Draws what `body` draws, under the present matrix, after `change` has worked on its pixels, which are premultiplied
    /// `argb8888`. Nothing if there is no memory.
    package func drawAsPicture(_ body: (CGContext) -> Void, change: (Bitmap) -> Void) {
        let clip = state.clip
        guard !clip.isEmpty, state.matrix.isInvertible,
            let bitmap = try? Bitmap(width: clip.width, height: clip.height, format: .argb8888)
        else { return }
        let inner = CGContext(bitmap: bitmap, scale: 1)
        inner.concatenate(
            state.matrix.concatenating(
                CGAffineTransform(translationX: -CGFloat(clip.minX), y: -CGFloat(clip.minY))))
        body(inner)
        change(bitmap)
        guard let picture = inner.finish() else { return }
        saveGState()
        concatenate(state.matrix.inverted())
        drawUpright(
            CGImage(bitmap: picture),
            in: CGRect(x: clip.minX, y: clip.minY, width: clip.width, height: clip.height))
        restoreGState()
    }

    /// Pixels for each unit along the two axes of user space.
    package var pixelsPerUnit: CGSize {
        let matrix = state.matrix
        return CGSize(width: hypot(matrix.a, matrix.b), height: hypot(matrix.c, matrix.d))
    }
}
