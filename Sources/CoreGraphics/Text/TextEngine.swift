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
    /// What is installed or registered; `update()` first.
    private(set) var systemFonts: SystemFonts
    /// Of `RegisteredFonts`, when `systemFonts` was read. Faces of an earlier one are out of date.
    private(set) var generation = 0
    /// The application's font files that `systemFonts` names, by what fontconfig calls them.
    private(set) var files: [String: FontFile] = [:]
    let missingScripts = MissingScripts()
    let glyphMemory = GlyphMemory()
    let glyphMask = GlyphMaskMemory()
    /// Of the text that is being laid out.
    var lineBreaks = LineBreaks()

    private var faces: [FontDescription: FontFace] = [:]
    private var fonts: [UnsafeMutablePointer<PangoFont>: RunFont] = [:]

    /// Faces and fonts kept for reuse; beyond that all are let go, and texts keep the ones they use.
    private static let maximumFaces = 256

    private init() {
        systemFonts = SystemFonts(FcConfigReference(nil))
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

    /// Looks whether the application has registered or unregistered fonts.
    func update() {
        let current = RegisteredFonts.shared.generation.load(ordering: .acquiring)
        guard current != generation else { return }
        generation = current
        let (configuration, files) = RegisteredFonts.shared.makeConfiguration()
        systemFonts = SystemFonts(configuration)
        self.files = files
        missingScripts.forget()
        faces.removeAll()
        fonts.removeAll()
        pango_fc_font_map_set_config(cpango_fc_font_map(fontMap), configuration)
    }

    func face(_ description: FontDescription) -> FontFace {
        update()
        if let face = faces[description] { return face }
        if faces.count >= Self.maximumFaces { faces.removeAll() }
        let face = FontFace(description, engine: self)
        faces[description] = face
        return face
    }

    func font(_ pangoFont: UnsafeMutablePointer<PangoFont>) -> RunFont {
        if let font = fonts[pangoFont] { return font }
        if fonts.count >= Self.maximumFaces { fonts.removeAll() }
        let font = RunFont(pangoFont, files)
        fonts[pangoFont] = font
        return font
    }
}
