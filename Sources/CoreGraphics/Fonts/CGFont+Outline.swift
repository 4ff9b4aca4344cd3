internal import CCairo
internal import CPango
import Foundation

extension CGFont {
    /// A face for cairo, which opens the file by its name when it needs it: keep the font until nothing is drawn with the
    /// face any more. The caller destroys it. Nil if there is no memory.
    func makeCairoFace() -> OpaquePointer? {
        guard let pattern = FcPatternCreate() else { return nil }
        defer { FcPatternDestroy(pattern) }
        FcPatternAddString(pattern, FC_FILE, path)
        FcPatternAddInteger(pattern, FC_INDEX, Int32(truncatingIfNeeded: index))
        guard let face = cairo_ft_font_face_create_for_pattern(pattern) else { return nil }
        if cairo_font_face_status(face) == CAIRO_STATUS_SUCCESS { return face }
        cairo_font_face_destroy(face)
        return nil
    }
}

/// A font's outlines, large enough that their rounding to 1/256 cannot be seen at any size.
struct GlyphOutlines {
    /// Units for each em of the outlines.
    static let unitsPerEm: CGFloat = 1024

    private let cairo: OpaquePointer
    /// Whether glyphs are pictures rather than outlines.
    let isPictorial: Bool

    /// Calls `body` with the outlines of `font`; nil if cairo cannot use it.
    @discardableResult
    static func with<Result>(_ font: CGFont, _ body: (GlyphOutlines) -> Result) -> Result? {
        guard let face = font.makeCairoFace() else { return nil }
        defer { cairo_font_face_destroy(face) }
        guard let surface = cairo_image_surface_create(CAIRO_FORMAT_A8, 1, 1), let cairo = cairo_create(surface) else {
            return nil
        }
        defer {
            cairo_destroy(cairo)
            cairo_surface_destroy(surface)
        }
        cairo_set_font_face(cairo, face)
        // cairo's glyphs hang down from the baseline, these stand on it: y up.
        var matrix = cairo_matrix_t(xx: unitsPerEm, yx: 0, xy: 0, yy: -unitsPerEm, x0: 0, y0: 0)
        cairo_set_font_matrix(cairo, &matrix)
        let options = TextEngine.makeFontOptions()
        cairo_set_font_options(cairo, options)
        cairo_font_options_destroy(options)
        cairo_set_tolerance(cairo, 0.1)
        guard let scaled = cairo_get_scaled_font(cairo),
            cairo_scaled_font_status(scaled) == CAIRO_STATUS_SUCCESS
        else { return nil }
        var isPictorial = true
        if let face = cairo_ft_scaled_font_lock_face(scaled) {
            let flags = face.pointee.face_flags
            isPictorial = flags & FT_Long(FT_FACE_FLAG_SCALABLE) == 0 || flags & FT_Long(FT_FACE_FLAG_COLOR) != 0
            cairo_ft_scaled_font_unlock_face(scaled)
        }
        return body(GlyphOutlines(cairo: cairo, isPictorial: isPictorial))
    }

    /// Appends the outline of a glyph, moved by `transform` from outline units. One that cannot be read is empty.
    func append(_ glyph: CGGlyph, to path: inout PathElements, transform: CGAffineTransform) {
        guard cairo_status(cairo) == CAIRO_STATUS_SUCCESS else { return }
        var positioned = cairo_glyph_t(index: UInt(glyph), x: 0, y: 0)
        cairo_new_path(cairo)
        cairo_glyph_path(cairo, &positioned, 1)
        guard let outline = cairo_copy_path(cairo) else { return }
        defer { cairo_path_destroy(outline) }
        guard outline.pointee.status == CAIRO_STATUS_SUCCESS, let data = outline.pointee.data else { return }
        func point(_ place: Int) -> CGPoint {
            CGPoint(x: data[place].point.x, y: data[place].point.y).applying(transform)
        }
        var index = 0
        while index < Int(outline.pointee.num_data) {
            switch data[index].header.type {
            case CAIRO_PATH_MOVE_TO: path.move(to: point(index + 1))
            case CAIRO_PATH_LINE_TO: path.addLine(to: point(index + 1))
            case CAIRO_PATH_CURVE_TO:
                path.addCurve(to: point(index + 3), control1: point(index + 1), control2: point(index + 2))
            default: path.close()
            }
            index += max(Int(data[index].header.length), 1)
        }
    }
}
