internal import CoreGraphics
internal import Foundation

/// The contents of a layer, for `render(in:)`.
extension CALayer {
    final func drawOwnContents(in context: CGContext) {
        // What waits to be drawn is drawn now, or the picture would show what was.
        displayIfNeeded()
        guard let bitmap = contentsBitmap else { return }
        var image = CGImage(bitmap: bitmap)
        let unit = contentsRect
        if unit != CGRect(x: 0, y: 0, width: 1, height: 1) {
            let part = CGRect(
                x: unit.minX * CGFloat(image.width), y: unit.minY * CGFloat(image.height),
                width: unit.width * CGFloat(image.width), height: unit.height * CGFloat(image.height))
            guard let cropped = image.cropping(to: part) else { return }
            image = cropped
        }
        let gravity = contentsGravity.visual
        let size = CGSize(width: CGFloat(image.width) / contentsScale, height: CGFloat(image.height) / contentsScale)
        let rect = ContentsPlacement.rect(of: size, gravity: gravity, in: bounds)
        context.saveGState()
        defer { context.restoreGState() }
        if magnificationFilter == .nearest { context.interpolationQuality = .none }
        let center = contentsCenter
        guard ContentsPlacement.stretches(gravity), center != CGRect(x: 0, y: 0, width: 1, height: 1) else {
            context.drawUpright(image, in: rect)
            return
        }
        drawStretched(image, center: center, in: rect, context)
    }

    /// Nine pieces: corners keep their size, edges stretch one way, the middle both (fact D-61).
    private func drawStretched(_ image: CGImage, center: CGRect, in rect: CGRect, _ context: CGContext) {
        let columns = ContentsPlacement.strips(
            pixels: CGFloat(image.width), scale: contentsScale, start: center.minX, share: center.width,
            drawn: rect.width)
        let rows = ContentsPlacement.strips(
            pixels: CGFloat(image.height), scale: contentsScale, start: center.minY, share: center.height,
            drawn: rect.height)
        var source = CGPoint.zero
        var target = rect.origin
        for row in 0..<3 {
            source.x = 0
            target.x = rect.minX
            for column in 0..<3 {
                let part = CGRect(x: source.x, y: source.y, width: columns.source[column], height: rows.source[row])
                let place = CGRect(x: target.x, y: target.y, width: columns.drawn[column], height: rows.drawn[row])
                if !part.isEmpty, !place.isEmpty, let piece = image.cropping(to: part) {
                    context.drawUpright(piece, in: place)
                }
                source.x += columns.source[column]
                target.x += columns.drawn[column]
            }
            source.y += rows.source[row]
            target.y += rows.drawn[row]
        }
    }
}
