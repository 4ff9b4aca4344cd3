internal import CCairo
public import Foundation
import Raster

/// What `CGContext.showGlyphs(_:at:)` does with the outlines. The modes that clip do so when the glyphs are drawn.
public enum CGTextDrawingMode: Int32, Sendable {
    case fill = 0
    case stroke = 1
    case fillStroke = 2
    case invisible = 3
    case fillClip = 4
    case strokeClip = 5
    case fillStrokeClip = 6
    case clip = 7
}

/// Glyphs by number. Text space is user space under `textMatrix`; in it a font of size 1 has an em of 1, y up: in a context
/// whose y grows downwards glyphs hang upside down, unless the text matrix turns them.
extension CGContext {
    /// Nothing is drawn before one is set.
    public func setFont(_ font: CGFont) { state.font = font }

    /// Units of text space. Default 1.
    public func setFontSize(_ size: CGFloat) { state.fontSize = size }

    /// Added between each glyph and the next, units of text space. Default 0.
    public func setCharacterSpacing(_ spacing: CGFloat) { state.characterSpacing = spacing.isFinite ? spacing : 0 }

    /// Default `fill`.
    public func setTextDrawingMode(_ mode: CGTextDrawingMode) { state.textDrawingMode = mode }

    /// The origin of text space in user space. Like all of the text matrix it is not part of the graphics state.
    public var textPosition: CGPoint {
        get { CGPoint(x: textMatrix.tx, y: textMatrix.ty) }
        set { (textMatrix.tx, textMatrix.ty) = (newValue.x, newValue.y) }
    }

    // MARK: Quality

    /// Whether glyphs stand where they should, also between pixels; otherwise each starts on a whole pixel. Default true.
    public func setShouldSubpixelPositionFonts(_ should: Bool) { state.shouldPositionBetweenPixels = should }

    /// Whether `setShouldSubpixelPositionFonts(_:)` counts; false means no. Default true.
    public func setAllowsFontSubpixelPositioning(_ allows: Bool) { state.allowsPositionsBetweenPixels = allows }

    /// Whether places between pixels are rounded to quarters. Default true.
    public func setShouldSubpixelQuantizeFonts(_ should: Bool) { state.shouldQuantizePositions = should }

    /// Whether `setShouldSubpixelQuantizeFonts(_:)` counts; false means no. Default true.
    public func setAllowsFontSubpixelQuantization(_ allows: Bool) { state.allowsQuantizedPositions = allows }

    // MARK: Drawing

    /// Draws each glyph with its pen at the position of the same place in `positions`, text space, in the mode set. Glyphs
    /// that the font does not have, and positions that are not finite, are left out. Bitmap glyphs, such as emoji, are drawn
    /// as they are by the modes that fill, and have no outline for the others.
    ///
    /// The current path and the text position stay as they are.
    public func showGlyphs(_ glyphs: [CGGlyph], at positions: [CGPoint]) {
        guard let font = state.font, state.fontSize.isFinite, state.fontSize != 0 else { return }
        let matrix = textMatrix.concatenating(state.matrix)
        let toPixels = CGAffineTransform(scaleX: state.fontSize, y: state.fontSize).concatenating(matrix)
        guard toPixels.isInvertible else { return }
        let placed = place(glyphs, at: positions, matrix, count: font.numberOfGlyphs)
        let mode = state.textDrawingMode
        GlyphOutlines.with(font) { outlines in
            let fills = mode == .fill || mode == .fillClip || mode == .fillStroke || mode == .fillStrokeClip
            // Pictures have colours, and a document keeps text as text.
            let fillsAsText = fills && (outlines.isPictorial || isVector)
            if fillsAsText { fillAsText(placed, of: font, toPixels) }
            if mode == .invisible || fillsAsText && mode == .fill { return }
            var path = PathElements()
            let unit = 1 / GlyphOutlines.unitsPerEm
            for glyph in placed {
                var transform = toPixels.scaledBy(x: unit, y: unit)
                (transform.tx, transform.ty) = (glyph.pen.x, glyph.pen.y)
                outlines.append(glyph.number, to: &path, transform: transform)
            }
            paint(path, mode, fills: fills && !fillsAsText)
        }
    }

    private struct PlacedGlyph {
        var number: CGGlyph
        /// Pixels.
        var pen: CGPoint
    }

    /// Where the pens stand, pixels.
    private func place(
        _ glyphs: [CGGlyph], at positions: [CGPoint], _ matrix: CGAffineTransform, count: Int
    ) -> [PlacedGlyph] {
        let isBetween = isVector || state.shouldPositionBetweenPixels && state.allowsPositionsBetweenPixels
        let isQuantized = !isVector && state.shouldQuantizePositions && state.allowsQuantizedPositions
        var placed: [PlacedGlyph] = []
        placed.reserveCapacity(min(glyphs.count, positions.count))
        for (index, (glyph, position)) in zip(glyphs, positions).enumerated() where Int(glyph) < count {
            let moved = CGPoint(x: position.x + CGFloat(index) * state.characterSpacing, y: position.y)
            var pen = moved.applying(matrix)
            guard abs(pen.x) < PixelRect.farthest, abs(pen.y) < PixelRect.farthest else { continue }
            if !isBetween {
                pen = CGPoint(x: pen.x.rounded(), y: pen.y.rounded())
            } else if isQuantized {
                pen = CGPoint(x: (pen.x * 4).rounded() / 4, y: (pen.y * 4).rounded() / 4)
            }
            placed.append(PlacedGlyph(number: glyph, pen: pen))
        }
        return placed
    }

    /// Paints and clips with outlines in pixels.
    private func paint(_ path: PathElements, _ mode: CGTextDrawingMode, fills: Bool) {
        let userPath = currentPath
        defer { currentPath = userPath }
        func draw(_ drawing: CGPathDrawingMode) {
            currentPath = path
            drawPath(using: drawing)
        }
        if fills { draw(.fill) }
        switch mode {
        case .stroke, .fillStroke, .strokeClip, .fillStrokeClip: draw(.stroke)
        default: break
        }
        switch mode {
        case .clip, .fillClip, .strokeClip, .fillStrokeClip:
            currentPath = path
            // Glyphs without ink let nothing through.
            if path.isEmpty { clip(to: .zero) } else { clip() }
        default: break
        }
    }

    /// Pixels for each em of glyphs that are pictures; larger ones are left out.
    private static let largestPicture: CGFloat = 4096

    /// Has cairo show the glyphs. `toPixels` maps ems, y up, to pixels.
    private func fillAsText(_ placed: [PlacedGlyph], of font: CGFont, _ toPixels: CGAffineTransform) {
        let em = max(abs(toPixels.a), abs(toPixels.b), abs(toPixels.c), abs(toPixels.d))
        // A picture that cairo cannot make would end all drawing with it.
        guard !placed.isEmpty, isVector || em <= Self.largestPicture, let face = font.makeCairoFace() else { return }
        defer { cairo_font_face_destroy(face) }
        if let document, let file = font.file { document.keep(file) }
        let glyphs = placed.map { cairo_glyph_t(index: UInt($0.number), x: $0.pen.x, y: $0.pen.y) }
        compositeFill { cr in
            cairo_set_font_face(cr, face)
            var matrix = CGAffineTransform(
                a: toPixels.a, b: toPixels.b, c: -toPixels.c, d: -toPixels.d, tx: 0, ty: 0
            ).cairo
            cairo_set_font_matrix(cr, &matrix)
            let options = TextEngine.makeFontOptions()
            cairo_set_font_options(cr, options)
            cairo_font_options_destroy(options)
            cairo_show_glyphs(cr, glyphs, Int32(clamping: glyphs.count))
            cairo_set_font_face(cr, nil)
        }
    }
}
