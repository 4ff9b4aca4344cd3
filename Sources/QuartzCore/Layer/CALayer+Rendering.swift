internal import CoreGraphics
internal import Foundation
internal import Motion

/// Drawing the model tree into a context (facts D-28, D-29). Values are the model's; the layer's own place does not count;
/// transforms of sublayers count as far as they are affine.
extension CALayer {
    final func drawTree(in context: CGContext) {
        guard !flags.contains(.isHidden), opacityStorage > 0 else { return }
        let hasLayer = opacityStorage < 1
        context.saveGState()
        defer { context.restoreGState() }
        if hasLayer {
            context.setAlpha(CGFloat(opacityStorage))
            context.beginTransparencyLayer(auxiliaryInfo: nil)
        }
        defer { if hasLayer { context.endTransparencyLayer() } }

        context.saveGState()
        if flags.contains(.masksToBounds) { clipToBounds(context) }
        if let color = colorStorage, color.alpha > 0 {
            context.setFillColor(color)
            context.addPath(outline(inset: 0))
            context.fillPath()
        }
        drawOwnContents(in: context)
        if !flags.contains(.isPlainClass) { drawSpecial(in: context) }
        drawSublayers(in: context)
        context.restoreGState()
        drawBorder(in: context)
    }

    final func drawSublayersBackToFront(in context: CGContext) {
        for layer in backToFront { layer.drawAsSublayer(of: self, in: context) }
    }

    private var backToFront: [CALayer] {
        let layers = sublayers ?? []
        guard layers.contains(where: { $0.zPosition != 0 }) else { return layers }
        return Self.backToFront(layers)
    }

    final func drawAsSublayer(of parent: CALayer, in context: CGContext) {
        let map = mapToSuperlayer(parent)
        // Perspective has no counterpart in a context.
        guard map.m13 == 0, map.m23 == 0, map.m33 != 0 else { return }
        let w = map.m33
        context.saveGState()
        context.concatenate(
            CGAffineTransform(
                a: CGFloat(map.m11 / w), b: CGFloat(map.m12 / w), c: CGFloat(map.m21 / w), d: CGFloat(map.m22 / w),
                tx: CGFloat(map.m31 / w), ty: CGFloat(map.m32 / w)))
        render(in: context)
        context.restoreGState()
    }

    private func clipToBounds(_ context: CGContext) {
        if cornerRadius > 0 {
            context.addPath(outline(inset: 0))
            context.clip()
        } else {
            context.clip(to: bounds)
        }
    }

    private func drawBorder(in context: CGContext) {
        guard borderWidth > 0, let color = borderColor, color.alpha > 0 else { return }
        context.setFillColor(color)
        context.addPath(outline(inset: 0))
        if borderWidth * 2 < min(bounds.width, bounds.height) { context.addPath(outline(inset: borderWidth)) }
        context.fillPath(using: .evenOdd)
    }

    /// The bounds with their rounded corners, made smaller by `inset` on every side.
    final func outline(inset: CGFloat) -> CGPath {
        let rect = bounds.insetBy(dx: inset, dy: inset)
        let radius = min(max(cornerRadius - inset, 0), rect.width / 2, rect.height / 2)
        let corners = maskedCorners
        guard radius > 0, !corners.isEmpty else { return CGPath(rect: rect, transform: nil) }
        let path = CGMutablePath()
        // The distance of a quarter circle's control points from its ends, in radii.
        let handle = radius * 0.5523
        func corner(_ mask: CACornerMask, _ x: CGFloat, _ y: CGFloat, _ from: CGVector, _ to: CGVector) {
            let point = CGPoint(x: x, y: y)
            let isRound = corners.contains(mask)
            let start = isRound ? CGPoint(x: x + from.dx * radius, y: y + from.dy * radius) : point
            if path.isEmpty { path.move(to: start) } else { path.addLine(to: start) }
            guard isRound else { return }
            path.addCurve(
                to: CGPoint(x: x + to.dx * radius, y: y + to.dy * radius),
                control1: CGPoint(x: start.x - from.dx * handle, y: start.y - from.dy * handle),
                control2: CGPoint(x: x + to.dx * (radius - handle), y: y + to.dy * (radius - handle)))
        }
        corner(.layerMinXMinYCorner, rect.minX, rect.minY, CGVector(dx: 0, dy: 1), CGVector(dx: 1, dy: 0))
        corner(.layerMaxXMinYCorner, rect.maxX, rect.minY, CGVector(dx: -1, dy: 0), CGVector(dx: 0, dy: 1))
        corner(.layerMaxXMaxYCorner, rect.maxX, rect.maxY, CGVector(dx: 0, dy: -1), CGVector(dx: -1, dy: 0))
        corner(.layerMinXMaxYCorner, rect.minX, rect.maxY, CGVector(dx: 1, dy: 0), CGVector(dx: 0, dy: -1))
        path.closeSubpath()
        return path
    }

    // MARK: Contents

    private func drawOwnContents(in context: CGContext) {
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
