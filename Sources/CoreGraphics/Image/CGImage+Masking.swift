internal import CCairo
public import Foundation
import Raster

extension CGImage {
    /// This picture, let through by `mask`, which is stretched to it: an image mask hides where it does not paint, another
    /// picture where it is dark. Nil for stencils, and when there is no memory.
    public func masking(_ mask: CGImage) -> CGImage? {
        guard !isMask, bitmap.format != .a8, let stencil = mask.stencil,
            let result = try? Bitmap(width: width, height: height, format: .argb8888)
        else { return nil }
        let context = CGContext(bitmap: result, scale: 1)
        let rect = CGRect(x: 0, y: 0, width: width, height: height)
        context.clip(to: rect, throughAlphaOf: stencil, filter: mask.filter(context.state))
        context.drawUpright(self, in: rect)
        return context.finish().map {
            CGImage(bitmap: $0, given: nil, isMask: false, shouldInterpolate: shouldInterpolate)
        }
    }

    /// This picture without the pixels whose every component lies between the two numbers `components` has for it (as the
    /// file's numbers, 0 … 255 for 8 bits). Nil for pictures that have alpha, stencils, indexed pictures and those of other
    /// than 8 bits.
    public func copy(maskingColorComponents components: [CGFloat]) -> CGImage? {
        let layout = layout
        guard !isMask, let space = layout.space, space.model != .indexed, layout.bitsPerComponent == 8,
            layout.alpha == .none || layout.alpha == .noneSkipFirst || layout.alpha == .noneSkipLast,
            components.count >= space.numberOfComponents * 2,
            let bytes = dataProvider?.data, let result = try? Bitmap(width: width, height: height, format: .argb8888)
        else { return nil }
        bytes.withUnsafeBytes { buffer in
            for y in 0..<height {
                let row = result.row(y).assumingMemoryBound(to: UInt32.self)
                for x in 0..<width {
                    let isHidden = (0..<space.numberOfComponents).allSatisfy { component in
                        let value = CGFloat(layout.sample(buffer, x: x, y: y, component: component))
                        return value >= components[component * 2] && value <= components[component * 2 + 1]
                    }
                    row[x] = isHidden ? 0 : bitmap.pixel(x: x, y: y) | 0xFF00_0000
                }
            }
        }
        return CGImage(bitmap: result, given: nil, isMask: false, shouldInterpolate: shouldInterpolate)
    }

    /// What this lets through as a mask: an `a8` bitmap; nil if there is no memory.
    var stencil: Bitmap? {
        if bitmap.format == .a8 { return bitmap }
        guard let result = try? Bitmap(width: width, height: height, format: .a8) else { return nil }
        for y in 0..<height {
            let row = result.row(y).assumingMemoryBound(to: UInt8.self)
            if bitmap.format.bytesPerPixel == 4, bitmap.format.isDrawable {
                let words = bitmap.row(y).assumingMemoryBound(to: UInt32.self)
                for x in 0..<width { row[x] = ForeignPixels.gray(words[x]) }
            } else {
                for x in 0..<width { row[x] = ForeignPixels.gray(bitmap.pixel(x: x, y: y)) }
            }
        }
        return result
    }

    func filter(_ state: GraphicsState) -> cairo_filter_t {
        shouldInterpolate ? state.interpolationQuality.cairo : CAIRO_FILTER_NEAREST
    }
}
