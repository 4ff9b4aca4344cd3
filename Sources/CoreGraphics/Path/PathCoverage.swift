internal import CCairo
package import Foundation
package import Raster

/// How an outline becomes a stroke; lengths are those of the outline's own space.
package struct PathPen: Hashable, Sendable {
    package var width: CGFloat = 1
    package var cap = CGLineCap.butt
    package var join = CGLineJoin.miter
    package var miterLimit: CGFloat = 10
    /// Lengths drawn and skipped in turn; empty for a line without gaps. None is negative and not all are 0.
    package var dashes: [Double] = []
    /// How far into the pattern a line starts.
    package var dashPhase = 0.0

    package init() {}
}

/// Writes how much of each pixel a path covers into an `a8` surface. Any thread.
///
/// A pixel comes out the same whatever part of the plane is asked for, and moving the transform by whole pixels moves the
/// result and changes nothing else: a picture may be made piece by piece. cairo alone does not promise that, since what
/// lies outside its surface bends its sums a little; so it always draws whole blocks of a grid that moves with the path.
package enum PathCoverage {
    /// Pixels a side of a block.
    private static let blockSide = 256

    /// Overwrites all of `mask`, whose upper left pixel `transform` calls (0, 0).
    ///
    /// - Parameter bounds: holds all points and control points of the path.
    package static func fill(
        _ path: PathElements, in bounds: CGRect, using rule: CGPathFillRule, transform: CGAffineTransform,
        to mask: PixelSurface
    ) {
        draw(on: mask, bounds, transform) { cr, transform in
            guard emit(path, transform, to: cr) else { return }
            cairo_set_fill_rule(cr, rule.cairo)
            cairo_fill(cr)
        }
    }

    /// The same of the stroked outline; the pen is a circle in the path's space. The dashes of each subpath begin anew, and
    /// those of one that lost its beginning where they would be.
    package static func stroke(
        _ part: PathElements.Part, in bounds: CGRect, with pen: PathPen, transform: CGAffineTransform,
        to mask: PixelSurface
    ) {
        guard pen.width > 0, pen.width.isFinite, transform.isInvertible else { return clear(mask) }
        let reach = pen.width / 2 * max(pen.join == .miter ? pen.miterLimit : 1, 1.5)
        let path = part.beheaded.isEmpty ? part.others : part.all
        draw(on: mask, bounds.insetBy(dx: -reach, dy: -reach), transform) { cr, transform in
            if pen.dashes.isEmpty || part.beheaded.isEmpty {
                stroke(path, pen, 0, transform, on: cr)
            } else {
                stroke(part.beheaded, pen, part.lost, transform, on: cr)
                stroke(part.others, pen, 0, transform, on: cr)
            }
        }
    }

    private static func stroke(
        _ path: PathElements, _ pen: PathPen, _ offset: Double, _ transform: CGAffineTransform, on cr: OpaquePointer
    ) {
        guard emit(path, transform, to: cr) else { return }
        var matrix = CGAffineTransform(a: transform.a, b: transform.b, c: transform.c, d: transform.d, tx: 0, ty: 0)
            .cairo
        cairo_set_matrix(cr, &matrix)
        cairo_set_line_width(cr, min(pen.width, PixelRect.farthest))
        cairo_set_line_cap(cr, pen.cap.cairo)
        cairo_set_line_join(cr, pen.join.cairo)
        cairo_set_miter_limit(cr, max(pen.miterLimit, 1))
        // An odd number of lengths takes two rounds to come back to where it began.
        let round = pen.dashes.reduce(0, +) * (pen.dashes.count % 2 == 0 ? 1 : 2)
        let phase = (pen.dashPhase + offset).truncatingRemainder(dividingBy: round)
        pen.dashes.withUnsafeBufferPointer { dashes in
            cairo_set_dash(
                cr, dashes.baseAddress, Int32(dashes.count), phase.isFinite ? (phase < 0 ? phase + round : phase) : 0)
        }
        cairo_stroke(cr)
        cairo_identity_matrix(cr)
    }

    private static func clear(_ mask: PixelSurface) {
        precondition(mask.format == .a8, "Coverage has 8 bits and no colour.")
        for y in 0..<mask.height { memset(mask.row(y), 0, mask.width) }
    }

    /// Draws the blocks that have a part in `mask`. `body` is given the transform to a block's own pixels.
    private static func draw(
        on mask: PixelSurface, _ bounds: CGRect, _ transform: CGAffineTransform,
        _ body: (OpaquePointer, CGAffineTransform) -> Void
    ) {
        clear(mask)
        guard !bounds.isNull, abs(transform.tx) < PixelRect.farthest, abs(transform.ty) < PixelRect.farthest else {
            return
        }
        // From here on the path's own pixels: what is left of the placement are fractions that no whole pixel changes.
        let (wholeX, wholeY) = (Int(transform.tx.rounded(.down)), Int(transform.ty.rounded(.down)))
        var own = transform
        own.tx = ((transform.tx - CGFloat(wholeX)) * 65536).rounded() / 65536
        own.ty = ((transform.ty - CGFloat(wholeY)) * 65536).rounded() / 65536
        let extent = PixelRect(around: bounds.applying(own)).grown(by: 2)
        let wanted = mask.bounds.offset(x: -wholeX, y: -wholeY).intersection(extent)
        guard !wanted.isEmpty, let scratch = malloc(blockSide * blockSide) else { return }
        defer { free(scratch) }

        func blocks(_ low: Int, _ high: Int) -> ClosedRange<Int> {
            (low - (low % blockSide + blockSide) % blockSide)
                / blockSide...(high - 1 - ((high - 1) % blockSide + blockSide) % blockSide) / blockSide
        }
        for row in blocks(wanted.minY, wanted.maxY) {
            for column in blocks(wanted.minX, wanted.maxX) {
                let block = PixelRect(
                    x: column * blockSide, y: row * blockSide, width: blockSide, height: blockSide
                ).intersection(extent)
                let bytesPerRow = (block.width + 3) & ~3
                memset(scratch, 0, bytesPerRow * block.height)
                var local = own
                local.tx -= CGFloat(block.minX)
                local.ty -= CGFloat(block.minY)
                draw(block, bytesPerRow, scratch) { body($0, local) }
                let part = block.intersection(wanted)
                for y in part.minY..<part.maxY {
                    memcpy(
                        mask.row(y + wholeY) + (part.minX + wholeX),
                        scratch + ((y - block.minY) * bytesPerRow + part.minX - block.minX), part.width)
                }
            }
        }
    }

    private static func draw(
        _ block: PixelRect, _ bytesPerRow: Int, _ pixels: UnsafeMutableRawPointer, _ body: (OpaquePointer) -> Void
    ) {
        guard
            let surface = cairo_image_surface_create_for_data(
                pixels.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_A8, Int32(block.width), Int32(block.height),
                Int32(bytesPerRow))
        else { return }
        defer { cairo_surface_destroy(surface) }
        guard let cr = cairo_create(surface) else { return }
        body(cr)
        cairo_destroy(cr)
        cairo_surface_flush(surface)
    }

    /// Hands a path to cairo in pixels; false if it has coordinates that are not numbers. What is too far away for
    /// cairo's numbers is cut before the path is moved to its place, so that it is cut alike in every piece.
    private static func emit(_ path: PathElements, _ transform: CGAffineTransform, to cr: OpaquePointer) -> Bool {
        var isUsable = transform.tx.isFinite && transform.ty.isFinite && !path.isEmpty
        let (a, b, c, d) = (transform.a, transform.b, transform.c, transform.d)
        let (tx, ty) = (fit(transform.tx), fit(transform.ty))
        func place(_ point: CGPoint) -> (x: Double, y: Double) {
            let (x, y) = (a * point.x + c * point.y, b * point.x + d * point.y)
            if x.isNaN || y.isNaN { isUsable = false }
            return (Double(fit(x) + tx), Double(fit(y) + ty))
        }
        path.forEach { type, from, points in
            switch type {
            case .moveToPoint:
                let point = place(points[0])
                cairo_move_to(cr, point.x, point.y)
            case .addLineToPoint:
                let point = place(points[0])
                cairo_line_to(cr, point.x, point.y)
            case .addQuadCurveToPoint:
                let (start, control, end) = (place(from), place(points[0]), place(points[1]))
                cairo_curve_to(
                    cr, start.x + (control.x - start.x) * 2 / 3, start.y + (control.y - start.y) * 2 / 3,
                    end.x + (control.x - end.x) * 2 / 3, end.y + (control.y - end.y) * 2 / 3, end.x, end.y)
            case .addCurveToPoint:
                let (control1, control2, end) = (place(points[0]), place(points[1]), place(points[2]))
                cairo_curve_to(cr, control1.x, control1.y, control2.x, control2.y, end.x, end.y)
            case .closeSubpath: cairo_close_path(cr)
            }
        }
        return isUsable
    }

    private static func fit(_ value: CGFloat) -> CGFloat { min(max(value, -PixelRect.farthest), PixelRect.farthest) }
}
