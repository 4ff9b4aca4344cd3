internal import CCairo
public import Foundation
import Raster

/// Shadows. What a drawing call draws casts one, a transparency layer casts one as a whole.
extension CGContext {
    /// Casts shadows of black with alpha 1/3.
    public func setShadow(offset: CGSize, blur: CGFloat) {
        setShadow(offset: offset, blur: blur, color: CGColor(gray: 0, alpha: 1.0 / 3))
    }

    /// Casts shadows from now on; no colour ends it.
    ///
    /// Offset and blur are measured in the space the context begins with, whatever the matrix is later: units are points
    /// in a view's context, where a positive height moves the shadow down, and pixels in a context of one's own, where it
    /// moves the shadow up. `blur` is twice the standard deviation of the bell curve; deviations beyond 250 pixels count as
    /// 250.
    public func setShadow(offset: CGSize, blur: CGFloat, color: CGColor?) {
        guard let color, color.alpha > 0, offset.width.isFinite, offset.height.isFinite else {
            state.shadow = nil
            return
        }
        state.shadow = GraphicsState.Shadow(
            offset: offset, blur: blur.isFinite ? max(blur, 0) : 0, color: color.rgba)
    }

    private static let maximumSigma = 250.0

    /// Draws the shadow of a drawing before it. The shape counts beyond the clip too: its shadow may fall inside.
    func cast(
        _ shadow: GraphicsState.Shadow, source: (OpaquePointer) -> Void, shape: (OpaquePointer) -> Void
    ) {
        let scale = abs(baseMatrix.a * baseMatrix.d - baseMatrix.b * baseMatrix.c).squareRoot()
        let blur = GaussianBlur(sigma: min(Double(shadow.blur * scale) / 2, Self.maximumSigma))
        let moved = shadow.offset.applying(baseMatrix)
        let limit: CGFloat = 100_000
        let x = min(max(moved.width, -limit), limit)
        let y = min(max(moved.height, -limit), limit)
        let source = (draw: source, shape: shape)
        // What can cast a shadow into the clip.
        let reach = state.clip.offset(x: -Int(x.rounded()), y: -Int(y.rounded())).grown(by: blur.spread + 1)
        guard let picture = try? Bitmap(width: reach.width, height: reach.height, format: .a8) else { return }
        Self.withCairo(on: picture, at: reach) { cr in
            cairo_set_antialias(cr, antialias)
            source.draw(cr)
            source.shape(cr)
        }
        guard let ink = picture.coveredRows else { return }
        let part = PixelRect(
            minX: 0, minY: ink.lowerBound, maxX: reach.width, maxY: ink.upperBound
        ).intersection(picture.bounds)
        let soft = PixelRect(
            minX: 0, minY: part.minY - blur.spread, maxX: reach.width, maxY: part.maxY + blur.spread
        ).intersection(picture.bounds)
        guard let blurred = blur.isIdentity ? picture : blur.softened(picture, soft) else { return }
        let place = blur.isIdentity ? picture.bounds : soft
        guard
            let surface = cairo_image_surface_create_for_data(
                blurred.pixels.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_A8, Int32(blurred.width),
                Int32(blurred.height), Int32(blurred.bytesPerRow))
        else { return }
        let cr = self.cr
        // The modes that take away beyond the shape, or replace, would eat what lies under the shadow's edge.
        let mode = state.blendMode.rawValue <= CGBlendMode.luminosity.rawValue ? state.blendMode.cairo : nil
        cairo_set_operator(cr, mode ?? CAIRO_OPERATOR_OVER)
        let (red, blue) =
            isRedFirst ? (shadow.color.z, shadow.color.x) : (shadow.color.x, shadow.color.z)
        cairo_set_source_rgba(cr, Double(red), Double(shadow.color.y), Double(blue), Double(shadow.color.w))
        cairo_mask_surface(
            cr, surface, Double(reach.minX + place.minX) + Double(x), Double(reach.minY + place.minY) + Double(y))
        cairo_surface_finish(surface)
        cairo_surface_destroy(surface)
        withExtendedLifetime(blurred) {}
    }

    /// Lets `body` draw on `bitmap`, whose upper left pixel is that of `place`, in the context's pixels.
    static func withCairo(on bitmap: Bitmap, at place: PixelRect, _ body: (OpaquePointer) -> Void) {
        let format = bitmap.format == .a8 ? CAIRO_FORMAT_A8 : CAIRO_FORMAT_ARGB32
        guard
            let surface = cairo_image_surface_create_for_data(
                bitmap.pixels.assumingMemoryBound(to: UInt8.self), format, Int32(bitmap.width), Int32(bitmap.height),
                Int32(bitmap.bytesPerRow))
        else { return }
        cairo_surface_set_device_offset(surface, -Double(place.minX), -Double(place.minY))
        if let cr = cairo_create(surface) {
            body(cr)
            cairo_destroy(cr)
        }
        cairo_surface_finish(surface)
        cairo_surface_destroy(surface)
    }
}

extension Bitmap {
    /// The rows of an `a8` bitmap that are not empty.
    fileprivate var coveredRows: Range<Int>? {
        func isCovered(_ y: Int) -> Bool {
            // Rows are made of whole 64-byte units, and what lies behind the last pixel is zero.
            let words = row(y).assumingMemoryBound(to: UInt64.self)
            for index in 0..<bytesPerRow / 8 where words[index] != 0 { return true }
            return false
        }
        guard let first = (0..<height).first(where: isCovered), let last = (0..<height).last(where: isCovered) else {
            return nil
        }
        return first..<last + 1
    }
}

extension GaussianBlur {
    /// `part` of an `a8` bitmap, blurred, with nothing around it; nil if there is no memory.
    fileprivate func softened(_ picture: Bitmap, _ part: PixelRect) -> Bitmap? {
        guard let a = try? Bitmap(width: part.width, height: part.height, format: .a8),
            let b = try? Bitmap(width: part.width, height: part.height, format: .a8)
        else { return nil }
        Kernels.boxBlur(picture.surface.subsurface(part), to: a.surface, axis: .horizontal, box: first)
        Kernels.boxBlur(a.surface, to: b.surface, axis: .horizontal, box: second)
        Kernels.boxBlur(b.surface, to: a.surface, axis: .horizontal, box: third)
        Kernels.boxBlur(a.surface, to: b.surface, axis: .vertical, box: first)
        Kernels.boxBlur(b.surface, to: a.surface, axis: .vertical, box: second)
        Kernels.boxBlur(a.surface, to: b.surface, axis: .vertical, box: third)
        return b
    }
}
