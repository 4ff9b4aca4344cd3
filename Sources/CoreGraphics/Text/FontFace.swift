internal import CPango
import Foundation
import Synchronization

/// A font as it is installed: what the system offers for a description. Found once and kept.
package final class FontFace: @unchecked Sendable {
    // Unchecked because the mutable part is used under the text engine's lock only.

    package let description: FontDescription
    /// The family that was found, which is another one if the wanted one is not installed.
    package let familyName: String
    package let metrics: FontMetrics
    /// What the font that was found says of itself; nil if none is installed.
    package var installed: InstalledFace? { font?.installed }
    /// Whether the application has registered or unregistered fonts since this was found.
    var isOutdated: Bool { RegisteredFonts.shared.generation.load(ordering: .relaxed) != generation }

    /// The font for characters it has; others come from fonts that pango finds. Nil if no font is installed.
    let font: RunFont?
    /// What pango needs to lay out text in this face.
    let pangoDescription: OpaquePointer
    let attributes: OpaquePointer
    /// The same for texts with soft hyphens, which then show where a line breaks at one.
    let hyphenatingAttributes: OpaquePointer
    private let generation: Int
    private var shapers: [SimpleScript: SimpleShaper?] = [:]

    /// The face for a description. Any thread.
    package static func face(for description: FontDescription) -> FontFace {
        let engine = TextEngine.shared
        return engine.lock.withLock { _ in engine.face(description) }
    }

    /// What is wrong with this system's fonts, if anything; to be logged once by the application object. Any thread.
    package static var warning: FontWarning? { systemFonts { $0.warning } }

    /// Has `listener` told, once each, of scripts that texts want and no font has, those so far included. It is called on the
    /// threads that lay out text, and must not use text itself. Any thread.
    package static func tellOfMissingScripts(_ listener: @escaping @Sendable (FontWarning) -> Void) {
        TextEngine.shared.missingScripts.tell(listener)
    }

    /// The families installed and registered, sorted. Any thread.
    package static var familyNames: [String] { systemFonts { $0.families } }

    /// Their faces, by family and weight. Any thread.
    package static var faces: [InstalledFace] { systemFonts { $0.faces } }

    /// The family used where none is named: `VITRINE_FONT` from the environment, Inter, or DejaVu Sans. Any thread.
    package static var systemFamilyName: String { systemFonts { $0.systemFamily } }

    /// `body` is called under the text engine's lock.
    static func systemFonts<Value>(_ body: (SystemFonts) -> Value) -> Value {
        let engine = TextEngine.shared
        return engine.lock.withLock { _ in
            engine.update()
            return body(engine.systemFonts)
        }
    }

    /// Under the engine's lock.
    init(_ description: FontDescription, engine: TextEngine) {
        self.description = description
        generation = engine.generation
        let family = description.family ?? engine.systemFonts.systemFamily
        pangoDescription = pango_font_description_new()
        // What the first family lacks is looked for in the others, then everywhere.
        let families = description.fallbacks.isEmpty ? family : "\(family),\(description.fallbacks)"
        pango_font_description_set_family(pangoDescription, families)
        pango_font_description_set_stretch(pangoDescription, Self.stretch(description.width))
        pango_font_description_set_absolute_size(pangoDescription, description.size * Double(PANGO_SCALE))
        pango_font_description_set_weight(pangoDescription, PangoWeight(rawValue: UInt32(description.weight)))
        pango_font_description_set_style(
            pangoDescription, description.isItalic ? PANGO_STYLE_ITALIC : PANGO_STYLE_NORMAL)
        attributes = pango_attr_list_new()
        hyphenatingAttributes = pango_attr_list_new()
        // pango would put a hyphen wherever it has to break a word.
        pango_attr_list_insert(attributes, pango_attr_insert_hyphens_new(0))
        let features = description.allFeatures
        if !features.isEmpty {
            pango_attr_list_insert(attributes, pango_attr_font_features_new(features))
            pango_attr_list_insert(hyphenatingAttributes, pango_attr_font_features_new(features))
        }
        let size = description.size
        if engine.systemFonts.families.isEmpty {
            font = nil
            familyName = family
            metrics = FontMetrics(
                ascender: size, descender: -size / 4, leading: 0, capHeight: size * 0.7, xHeight: size * 0.5)
            return
        }
        let found = pango_font_map_load_font(engine.fontMap, engine.context, pangoDescription)
        font = found.map { engine.font($0) }
        if let found {
            let description = pango_font_describe(found)
            familyName = pango_font_description_get_family(description).map { String(cString: $0) } ?? family
            pango_font_description_free(description)
            cpango_unref(found)
        } else {
            familyName = family
        }
        metrics =
            font?.metrics
            ?? FontMetrics(ascender: size, descender: -size / 4, leading: 0, capHeight: size * 0.7, xHeight: size * 0.5)
    }

    /// pango's nearest step for a width in percent.
    private static func stretch(_ width: Int) -> PangoStretch {
        let steps: [(Int, PangoStretch)] = [
            (50, PANGO_STRETCH_ULTRA_CONDENSED), (62, PANGO_STRETCH_EXTRA_CONDENSED), (75, PANGO_STRETCH_CONDENSED),
            (87, PANGO_STRETCH_SEMI_CONDENSED), (100, PANGO_STRETCH_NORMAL), (112, PANGO_STRETCH_SEMI_EXPANDED),
            (125, PANGO_STRETCH_EXPANDED), (150, PANGO_STRETCH_EXTRA_EXPANDED), (200, PANGO_STRETCH_ULTRA_EXPANDED),
        ]
        return steps.min { abs($0.0 - width) < abs($1.0 - width) }?.1 ?? PANGO_STRETCH_NORMAL
    }

    deinit {
        pango_font_description_free(pangoDescription)
        pango_attr_list_unref(attributes)
        pango_attr_list_unref(hyphenatingAttributes)
    }

    /// How to shape a simple text of `script` without pango; nil if pango would not use this one font. Under the lock.
    func shaper(for script: SimpleScript, engine: TextEngine) -> SimpleShaper? {
        if let known = shapers[script] { return known }
        let shaper = SimpleShaper(script: script, face: self, engine: engine)
        shapers[script] = .some(shaper)
        return shaper
    }
}
