internal import CoreGraphics
internal import Foundation
internal import Raster
internal import RenderServer

/// Shadows and blurs, for `render(in:)`: drawn to bitmaps as large as the context's clip needs.
extension CALayer {
    /// The picture with its shadow below it (fact D-81: there is none with `masksToBounds`), and blurred if a filter says
    /// so.
    final func drawShaded(_ effects: LayerEffects, in context: CGContext) {
        let matrix = context.pixelMatrix
        let clip = context.pixelClip
        let scale = abs(matrix.a * matrix.d - matrix.b * matrix.c).squareRoot()
        let casts = effects.hasShadow && !masksToBounds
        guard casts || effects.blurRadius > 0, !clip.isEmpty, scale > 0, scale.isFinite else {
            return drawPicture(in: context)
        }
        let shadow = casts ? Cast(effects, matrix, scale) : nil
        if let shadow, let path = shadowPath {
            drawShadow(of: path, shadow, in: context)
            if effects.blurRadius == 0 { return drawPicture(in: context) }
        }
        let blur = GaussianBlur(sigma: effects.blurRadius * Double(scale))
        let seen = shadow.flatMap { shadowPath == nil ? $0.source(of: clip) : nil }
        let wanted = (seen.map { clip.union($0) } ?? clip).grown(by: blur.spread)
        guard Self.beginPicture() else { return drawPicture(in: context) }
        defer { Self.pictureDepth -= 1 }
        // The picture is drawn once, for itself and for its shadow.
        guard let picture = Self.picture(of: wanted, format: .argb8888, matrix, { self.drawPicture(in: $0) }) else {
            return drawPicture(in: context)
        }
        if seen != nil, let shadow, let alpha = Self.alpha(of: picture) {
            draw(alpha, from: wanted, shadow, in: context)
        }
        let shown = blur.isIdentity ? picture : blur.applied(to: picture) ?? picture
        context.drawPixels(CGImage(bitmap: shown), x: wanted.minX, y: wanted.minY)
    }

    /// How a shadow falls, in pixels.
    private struct Cast {
        var blur: GaussianBlur
        var x: Int
        var y: Int
        var color: CGColor

        @MainActor
        init(_ effects: LayerEffects, _ matrix: CGAffineTransform, _ scale: CGFloat) {
            blur = GaussianBlur(sigma: effects.shadowRadius * Double(scale))
            let offset = effects.shadowOffset
            func pixels(_ x: CGFloat, _ y: CGFloat) -> Int {
                let length = CGFloat(offset.x) * x + CGFloat(offset.y) * y
                return length.isFinite ? Int(min(max(length, -1e6), 1e6).rounded()) : 0
            }
            x = pixels(matrix.a, matrix.c)
            y = pixels(matrix.b, matrix.d)
            let color = effects.shadowColor
            self.color = CGColor(
                red: CGFloat(color.x), green: CGFloat(color.y), blue: CGFloat(color.z),
                alpha: CGFloat(color.w * effects.shadowOpacity))
        }

        /// Where things are whose shadow falls on `clip`.
        func source(of clip: PixelRect) -> PixelRect { clip.offset(x: -x, y: -y).grown(by: blur.spread) }
    }

    private func drawShadow(of path: CGPath, _ shadow: Cast, in context: CGContext) {
        let matrix = context.pixelMatrix
        let reach = PixelRect(around: path.boundingBox.applying(matrix)).grown(by: shadow.blur.spread)
        let wanted = shadow.source(of: context.pixelClip).intersection(reach)
        guard !wanted.isEmpty else { return }
        let alpha = Self.picture(of: wanted, format: .a8, matrix) { context in
            context.addPath(path)
            context.fillPath()
        }
        if let alpha { draw(alpha, from: wanted, shadow, in: context) }
    }

    private func draw(_ alpha: Bitmap, from place: PixelRect, _ shadow: Cast, in context: CGContext) {
        guard let soft = shadow.blur.isIdentity ? alpha : shadow.blur.applied(to: alpha) else { return }
        context.saveGState()
        context.setFillColor(shadow.color)
        context.drawPixels(CGImage(bitmap: soft), x: place.minX + shadow.x, y: place.minY + shadow.y)
        context.restoreGState()
    }

    // MARK: Bitmaps

    /// What `body` draws with `matrix`, of the pixels in `rect`; nil if there is no memory.
    private static func picture(
        of rect: PixelRect, format: PixelFormat, _ matrix: CGAffineTransform, _ body: (CGContext) -> Void
    ) -> Bitmap? {
        guard rect.width <= Bitmap.maximumSide, rect.height <= Bitmap.maximumSide,
            rect.width * rect.height <= 64 << 20,
            let bitmap = try? Bitmap(width: rect.width, height: rect.height, format: format)
        else {
            LayerLog.noteOnce("render(in:) leaves out shadows and blurs that need pictures beyond 64 million pixels.")
            return nil
        }
        let origin = CGPoint(x: CGFloat(rect.minX), y: CGFloat(rect.minY))
        let context = CGContext(bitmap: bitmap, scale: 1, boundsOrigin: origin)
        context.concatenate(matrix)
        body(context)
        return context.finish()
    }

    private static func alpha(of picture: Bitmap) -> Bitmap? {
        guard let alpha = try? Bitmap(width: picture.width, height: picture.height, format: .a8) else { return nil }
        for y in 0..<picture.height {
            let source = picture.row(y).assumingMemoryBound(to: UInt32.self)
            let target = alpha.row(y).assumingMemoryBound(to: UInt8.self)
            for x in 0..<picture.width { target[x] = UInt8(source[x] >> 24) }
        }
        return alpha
    }
}

extension GaussianBlur {
    /// A blurred copy of the same size; what is beyond the edges counts as transparent. Nil if there is no memory.
    func applied(to picture: Bitmap) -> Bitmap? {
        guard let a = try? Bitmap(width: picture.width, height: picture.height, format: picture.format),
            let b = try? Bitmap(width: picture.width, height: picture.height, format: picture.format)
        else { return nil }
        Kernels.boxBlur(picture.surface, to: a.surface, axis: .horizontal, box: first)
        Kernels.boxBlur(a.surface, to: b.surface, axis: .horizontal, box: second)
        Kernels.boxBlur(b.surface, to: a.surface, axis: .horizontal, box: third)
        Kernels.boxBlur(a.surface, to: b.surface, axis: .vertical, box: first)
        Kernels.boxBlur(b.surface, to: a.surface, axis: .vertical, box: second)
        Kernels.boxBlur(a.surface, to: b.surface, axis: .vertical, box: third)
        b.freeze()
        return b
    }
}
