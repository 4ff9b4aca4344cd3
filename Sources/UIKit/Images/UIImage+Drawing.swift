import CoreGraphics
import Foundation

extension UIImage {
    final func draw(into context: CGContext, _ rect: CGRect, blendMode: CGBlendMode, alpha: CGFloat) {
        guard let image = tinted(nil), !rect.isEmpty else { return }
        context.saveGState()
        if blendMode != .normal { context.setBlendMode(blendMode) }
        if alpha < 1 { context.setAlpha(alpha) }
        if isResizable, imageOrientation == .up {
            drawParts(of: image, into: context, rect)
        } else {
            UIImage.draw(image, orientation: imageOrientation, into: context, rect)
        }
        context.restoreGState()
    }

    /// Draws the pixels, turned as `orientation` says, into `rect` of a context whose y grows down.
    private static func draw(_ image: CGImage, orientation: Orientation, into context: CGContext, _ rect: CGRect) {
        if orientation == .up {
            context.drawUpright(image, in: rect)
            return
        }
        context.saveGState()
        context.translateBy(x: rect.midX, y: rect.midY)
        context.scaleBy(x: 1, y: -1)
        var size = rect.size
        // Now y grows up and a positive angle turns anticlockwise as seen.
        switch orientation {
        case .up, .upMirrored: break
        case .down, .downMirrored: context.rotate(by: .pi)
        case .left, .leftMirrored: context.rotate(by: .pi / 2)
        case .right, .rightMirrored: context.rotate(by: -.pi / 2)
        }
        switch orientation {
        case .upMirrored, .downMirrored, .leftMirrored, .rightMirrored: context.scaleBy(x: -1, y: 1)
        case .up, .down, .left, .right: break
        }
        if orientation.swapsSides { size = CGSize(width: size.height, height: size.width) }
        context.draw(image, in: CGRect(x: -size.width / 2, y: -size.height / 2, width: size.width, height: size.height))
        context.restoreGState()
    }

    /// Nine parts: corners keep their size, edges grow one way, the middle both (fact D-61).
    private func drawParts(of image: CGImage, into context: CGContext, _ rect: CGRect) {
        let columns = UIImage.divide(
            CGFloat(image.width), head: capInsets.left * scale, tail: capInsets.right * scale, drawn: rect.width,
            scale: scale)
        let rows = UIImage.divide(
            CGFloat(image.height), head: capInsets.top * scale, tail: capInsets.bottom * scale, drawn: rect.height,
            scale: scale)
        for row in rows {
            for column in columns {
                let source = CGRect(x: column.source, y: row.source, width: column.length, height: row.length)
                let target = CGRect(
                    x: rect.minX + column.target, y: rect.minY + row.target, width: column.drawn, height: row.drawn)
                guard !source.isEmpty, !target.isEmpty, let part = image.cropping(to: source) else { continue }
                if resizingMode == .tile, source.width > 0, source.height > 0 {
                    tile(part, into: context, target)
                } else {
                    UIImage.draw(part, orientation: .up, into: context, target)
                }
            }
        }
    }

    /// Repeats a part at its own size from the corner of `target` on; what is to be larger one way only is repeated that
    /// way (fact D-101).
    private func tile(_ part: CGImage, into context: CGContext, _ target: CGRect) {
        context.saveGState()
        context.clip(to: target)
        let size = CGSize(
            width: min(CGFloat(part.width) / scale, target.width),
            height: min(CGFloat(part.height) / scale, target.height))
        context.drawUpright(part, in: CGRect(origin: target.origin, size: size), byTiling: true)
        context.restoreGState()
    }

    private struct Part {
        /// Pixels.
        var source: CGFloat
        var length: CGFloat
        /// Points.
        var target: CGFloat
        var drawn: CGFloat
    }

    private static func divide(
        _ pixels: CGFloat, head: CGFloat, tail: CGFloat, drawn: CGFloat, scale: CGFloat
    ) -> [Part] {
        let head = min(max(head.rounded(), 0), pixels)
        let tail = min(max(tail.rounded(), 0), pixels - head)
        // Too little room: the fixed parts shrink together (fact D-63).
        let fixed = (head + tail) / scale
        let shrink = fixed > drawn ? drawn / fixed : 1
        let first = head / scale * shrink
        let last = tail / scale * shrink
        return [
            Part(source: 0, length: head, target: 0, drawn: first),
            Part(source: head, length: pixels - head - tail, target: first, drawn: max(drawn - first - last, 0)),
            Part(source: pixels - tail, length: tail, target: drawn - last, drawn: last),
        ]
    }

    // MARK: Pixels as they are shown

    /// The pixels, filled with the colour if this is a template: the image's own tint, else `tint` (fact D-103).
    final func tinted(_ tint: UIColor?) -> CGImage? {
        guard let cgImage else { return nil }
        let color: UIColor?
        switch renderingMode {
        case .alwaysTemplate: color = ownTint ?? tint ?? .black
        case .automatic: color = ownTint
        case .alwaysOriginal: color = ownTint
        }
        guard let color else { return cgImage }
        let rect = CGRect(x: 0, y: 0, width: cgImage.width, height: cgImage.height)
        guard let context = ImageContext.make(size: rect.size, opaque: false, scale: 1) else { return cgImage }
        context.setFillColor(color.cgColor)
        context.fill(rect, throughAlphaOf: cgImage)
        return context.makeImage() ?? cgImage
    }

    /// Whether a layer that stretches the middle would show something else than an image that tiles it.
    final var tilesItsMiddle: Bool {
        guard isResizable, resizingMode == .tile else { return false }
        let size = size
        return (size.width - capInsets.left - capInsets.right) * scale > 1
            || (size.height - capInsets.top - capInsets.bottom) * scale > 1
    }

    /// What a layer of `target` points shows of a resizable image that tiles its middle; nil if it cannot be made.
    final func tiledContents(tint: UIColor?, _ target: CGSize) -> CGImage? {
        guard let pixels = layerContents(tint: tint),
            let context = ImageContext.make(size: target, opaque: false, scale: scale)
        else { return nil }
        let upright = UIImage(
            cgImage: pixels, scale: scale, orientation: .up, capInsets: capInsets, isResizable: true,
            resizingMode: .tile)
        upright.draw(into: context, CGRect(origin: .zero, size: target), blendMode: .normal, alpha: 1)
        return context.makeImage()
    }

    /// What a layer shows: tinted and upright.
    final func layerContents(tint: UIColor?) -> CGImage? {
        guard let image = tinted(tint) else { return nil }
        guard imageOrientation != .up else { return image }
        var size = CGSize(width: image.width, height: image.height)
        if imageOrientation.swapsSides { size = CGSize(width: size.height, height: size.width) }
        guard let context = ImageContext.make(size: size, opaque: false, scale: 1) else { return image }
        UIImage.draw(image, orientation: imageOrientation, into: context, CGRect(origin: .zero, size: size))
        return context.makeImage() ?? image
    }
}
