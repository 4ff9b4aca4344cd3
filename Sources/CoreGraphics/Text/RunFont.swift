internal import CCairo
internal import CPango
import Foundation

/// One of pango's fonts at one size, with what drawing needs to know of it. Used under the text engine's lock.
final class RunFont {
    let pangoFont: UnsafeMutablePointer<PangoFont>
    /// For shaping; measures in 1/1024 of a point.
    let harfBuzz: OpaquePointer
    /// cairo's view of the font at one pixel per point.
    let cairoFont: OpaquePointer
    let metrics: FontMetrics
    /// Whether glyphs are pictures in colours of their own, or fixed pixels: cairo draws those.
    let isPictorial: Bool
    /// Whether the bold is made by thickening a lighter font.
    let isEmboldened: Bool
    /// Kept, because cairo opens it again whenever it likes; nil for installed fonts.
    let file: FontFile?
    /// The face as its file describes it.
    let installed: InstalledFace?
    /// Glyphs (plus one) and their ink, at the place their number gives.
    private let inkKeys: UnsafeMutablePointer<UInt32>
    private let inks: UnsafeMutablePointer<GlyphInk>
    private static let inkPlaces = 256

    /// Glyph pictures for the scales drawn at lately, the latest first.
    private var rasters: [GlyphRaster] = []

    /// Scales kept: the screen's, and those of an animation or a snapshot passing by.
    private static let maximumRasters = 4

    /// `files` are the application's own.
    init(_ pangoFont: UnsafeMutablePointer<PangoFont>, _ files: [String: FontFile]) {
        self.pangoFont = pangoFont
        cpango_ref(pangoFont)
        harfBuzz = pango_font_get_hb_font(pangoFont)
        cairoFont = pango_cairo_font_get_scaled_font(OpaquePointer(pangoFont))
        metrics = Self.metrics(harfBuzz)
        inkKeys = .allocate(capacity: Self.inkPlaces)
        inkKeys.initialize(repeating: 0, count: Self.inkPlaces)
        inks = .allocate(capacity: Self.inkPlaces)
        var isPictorial = true
        if let face = cairo_ft_scaled_font_lock_face(cairoFont) {
            let flags = face.pointee.face_flags
            isPictorial = flags & FT_Long(FT_FACE_FLAG_SCALABLE) == 0 || flags & FT_Long(FT_FACE_FLAG_COLOR) != 0
            cairo_ft_scaled_font_unlock_face(cairoFont)
        }
        self.isPictorial = isPictorial
        var emboldens = FcBool(0)
        let pattern = pango_fc_font_get_pattern(
            UnsafeMutableRawPointer(pangoFont).assumingMemoryBound(to: PangoFcFont.self))
        installed = pattern.flatMap { InstalledFace($0, isChosen: true) }
        file = installed.flatMap { files[$0.file] }
        isEmboldened = FcPatternGetBool(pattern, FC_EMBOLDEN, 0, &emboldens) == FcResultMatch && emboldens != 0
    }

    deinit {
        cpango_unref(pangoFont)
        inkKeys.deallocate()
        inks.deallocate()
    }

    /// Glyph pictures at `scale` pixels per point; nil where cairo should draw instead.
    func raster(scale: Double) -> GlyphRaster? {
        if let first = rasters.first, first.scale == scale { return first }
        if let index = rasters.firstIndex(where: { $0.scale == scale }) {
            rasters.swapAt(0, index)
            return rasters[0]
        }
        guard !isPictorial, let raster = GlyphRaster(font: self, scale: scale) else { return nil }
        if rasters.count == Self.maximumRasters { rasters.removeLast() }
        rasters.insert(raster, at: 0)
        return raster
    }

    private static func metrics(_ font: OpaquePointer) -> FontMetrics {
        let unit = CGFloat(PANGO_SCALE)
        var extents = hb_font_extents_t()
        hb_font_get_extents_for_direction(font, HB_DIRECTION_LTR, &extents)
        func height(_ tag: hb_ot_metrics_tag_t, like letter: Unicode.Scalar) -> CGFloat {
            var position: hb_position_t = 0
            if hb_ot_metrics_get_position(font, tag, &position) != 0, position > 0 { return CGFloat(position) / unit }
            var glyph: hb_codepoint_t = 0
            var box = hb_glyph_extents_t()
            guard hb_font_get_nominal_glyph(font, letter.value, &glyph) != 0,
                hb_font_get_glyph_extents(font, glyph, &box) != 0
            else { return CGFloat(extents.ascender) / unit * 0.7 }
            return CGFloat(box.y_bearing) / unit
        }
        return FontMetrics(
            ascender: CGFloat(extents.ascender) / unit, descender: CGFloat(extents.descender) / unit,
            leading: CGFloat(extents.line_gap) / unit, capHeight: height(HB_OT_METRICS_TAG_CAP_HEIGHT, like: "H"),
            xHeight: height(HB_OT_METRICS_TAG_X_HEIGHT, like: "x"))
    }
}

extension RunFont {
    /// Where the ink of a glyph is. The last answers are kept: reading an outline costs as much as shaping a letter.
    @inline(__always)
    func ink(_ glyph: UInt32) -> GlyphInk {
        let place = Int(glyph) & (Self.inkPlaces - 1)
        if inkKeys[place] == glyph &+ 1 { return inks[place] }
        return findInk(glyph, place)
    }

    @inline(never)
    private func findInk(_ glyph: UInt32, _ place: Int) -> GlyphInk {
        var box = hb_glyph_extents_t()
        var ink = GlyphInk(left: 0, top: 0, right: 0, bottom: 0)
        if hb_font_get_glyph_extents(harfBuzz, glyph, &box) != 0 {
            // HarfBuzz measures y up, and the height downwards, so it is negative. A broken font may say anything.
            ink = GlyphInk(
                left: box.x_bearing, top: 0 &- box.y_bearing, right: box.x_bearing &+ box.width,
                bottom: 0 &- (box.y_bearing &+ box.height))
        }
        inkKeys[place] = glyph &+ 1
        inks[place] = ink
        return ink
    }
}
