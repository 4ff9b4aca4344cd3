internal import CoreGraphics
internal import Foundation
internal import Motion
internal import Raster
internal import RenderServer

/// Drawing the copies into a context.
extension CAReplicatorLayer {
    final func drawCopies(_ content: ReplicatorContent, in context: CGContext) {
        let bounds = bounds
        let anchor = anchorPoint
        let pivot = SIMD2(
            Double(bounds.minX + anchor.x * bounds.width), Double(bounds.minY + anchor.y * bounds.height))
        var matrix = Matrix4.identity
        let isCopied = Self.drawsCopies
        defer { Self.drawsCopies = isCopied }
        for number in 0..<content.count {
            if number > 0 {
                guard Self.beginCopy() else { return }
                Self.drawsCopies = true
                matrix = content.transform.concatenating(matrix)
            }
            let map = PlaneMap(
                Matrix4.translation(-pivot.x, -pivot.y).concatenating(matrix)
                    .concatenating(.translation(pivot.x, pivot.y)))
            // Perspective has no counterpart in a context.
            guard map.m13 == 0, map.m23 == 0, map.m33 != 0 else { continue }
            let color = (content.color + content.colorOffset * Float(number))
                .clamped(lowerBound: .zero, upperBound: .one)
            guard color.w > 0 else { continue }
            let w = map.m33
            context.saveGState()
            context.concatenate(
                CGAffineTransform(
                    a: CGFloat(map.m11 / w), b: CGFloat(map.m12 / w), c: CGFloat(map.m21 / w), d: CGFloat(map.m22 / w),
                    tx: CGFloat(map.m31 / w), ty: CGFloat(map.m32 / w)))
            if color == .one {
                drawSublayersBackToFront(in: context)
            } else {
                drawTinted(color, in: context)
            }
            context.restoreGState()
        }
    }

    /// Draws the sublayers as one picture, its colours multiplied by `color`.
    private func drawTinted(_ color: SIMD4<Float>, in context: CGContext) {
        context.drawAsPicture(drawSublayersBackToFront(in:)) { bitmap in
            let factors = SIMD4(color.z * color.w, color.y * color.w, color.x * color.w, color.w)
            for y in 0..<bitmap.height {
                let row = bitmap.row(y).assumingMemoryBound(to: SIMD4<UInt8>.self)
                for x in 0..<bitmap.width where row[x].w > 0 {
                    row[x] = SIMD4<UInt8>(truncatingIfNeeded: SIMD4<Int32>(SIMD4<Float>(row[x]) * factors + 0.5))
                }
            }
        }
    }
}
