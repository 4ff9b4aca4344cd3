internal import CCairo
internal import CPango
import Foundation
import Synchronization

/// What all text shares: pango's font map and context, a shaping buffer, the faces, fonts and glyph pictures in use.
///
/// pango is not for two threads at once, so everything here and everything made from it is used under `lock`.
final class TextEngine: @unchecked Sendable {
    // Unchecked because `lock` is what makes it safe.

    static let shared = TextEngine()

    let lock = Mutex<Void>(())
    /// Kept alive for the whole process, as is everything pango.
    let fontMap: UnsafeMutablePointer<PangoFontMap>
    let context: OpaquePointer
    /// The layout every text that pango lays out goes through, one after the other.
    let layout: OpaquePointer
    let buffer: OpaquePointer
    let systemFonts: SystemFonts
    let glyphMemory = GlyphMemory()
    let glyphMask = GlyphMaskMemory()
    /// Of the text that is being laid out.
    var lineBreaks = LineBreaks()

    private var faces: [FontDescription: FontFace] = [:]
    private var fonts: [UnsafeMutablePointer<PangoFont>: RunFont] = [:]

    /// Faces and fonts kept for reuse; beyond that all are let go, and texts keep the ones they use.
    private static let maximumFaces = 256

    private init() {
        systemFonts = SystemFonts()
        fontMap = pango_cairo_font_map_new()
        context = pango_font_map_create_context(fontMap)
        // No hinting and no rounding: a text has the same shape at every scale, and lays out in points.
        let options = Self.makeFontOptions()
        pango_cairo_context_set_font_options(context, options)
        cairo_font_options_destroy(options)
        pango_context_set_round_glyph_positions(context, 0)
        pango_context_set_language(context, pango_language_from_string(Self.language))
        pango_context_set_base_dir(context, PANGO_DIRECTION_WEAK_LTR)
        layout = pango_layout_new(context)
        buffer = hb_buffer_create()
    }

    /// How every glyph is drawn: smooth and without hinting.
    static func makeFontOptions() -> OpaquePointer? {
        let options = cairo_font_options_create()
        cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
        cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
        cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
        return options
    }

    /// Chooses between forms of characters that languages share, Chinese and Japanese above all.
    private static let language: String = {
        let environment = ProcessInfo.processInfo.environment
        for name in ["LC_ALL", "LC_CTYPE", "LANG"] {
            guard let value = environment[name], !value.isEmpty else { continue }
            let tag = value.prefix { $0 != "." && $0 != "@" }
            return tag == "C" || tag == "POSIX" ? "en" : String(tag)
        }
        return "en"
    }()

    // MARK: Faces and fonts, under the lock

    func face(_ description: FontDescription) -> FontFace {
        if let face = faces[description] { return face }
        if faces.count >= Self.maximumFaces { faces.removeAll() }
        let face = FontFace(description, engine: self)
        faces[description] = face
        return face
    }

    func font(_ pangoFont: UnsafeMutablePointer<PangoFont>) -> RunFont {
        if let font = fonts[pangoFont] { return font }
        if fonts.count >= Self.maximumFaces { fonts.removeAll() }
        let font = RunFont(pangoFont)
        fonts[pangoFont] = font
        return font
    }
}
