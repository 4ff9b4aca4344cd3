internal import CPango
public import Foundation

/// The number of a glyph within its font.
public typealias CGGlyph = UInt16
public typealias CGFontIndex = UInt16
/// On Linux Foundation's own type, so `name as CFString` compiles.
public typealias CFString = String

public let kCGFontIndexInvalid: CGFontIndex = 0xFFFF
public let kCGFontIndexMax: CGFontIndex = 0xFFFE

/// A font without a size: TrueType or OpenType. Its measures are in glyph space, of which `unitsPerEm` make one em, y up.
/// Immutable; any thread may use it.
public final class CGFont: Sendable, Hashable {
    /// Faces of one file, for whoever opens it next to HarfBuzz.
    let path: String
    /// The face in the file, and in the upper 16 bits the named instance of a variable font.
    let index: Int
    /// The application's own file; nil for installed fonts.
    let file: FontFile?
    /// Scaled to glyph space.
    private let harfBuzz: HarfBuzzFont

    /// HarfBuzz's fonts may be read on any thread once they are immutable.
    private struct HarfBuzzFont: @unchecked Sendable {
        let font: OpaquePointer
        let face: OpaquePointer
    }

    /// A font from the bytes of its file; of a collection the first face. Nil if they are no font that can be used:
    /// `CTFontManagerRegisterFontsForURL(_:_:_:)` says why.
    public convenience init?(_ provider: CGDataProvider) {
        guard let data = provider.data, let file = try? FontFile(data, source: "font data") else { return nil }
        self.init(file)
    }

    /// An installed or registered font by its PostScript or full name, or its family; nil if there is none.
    public convenience init?(_ name: CFString) {
        guard let description = FontDescription(name: name, size: 16),
            let run = FontFace.face(for: description).font, let face = run.installed
        else { return nil }
        self.init(path: face.file, index: face.index, file: run.file)
    }

    convenience init?(_ file: FontFile) { self.init(path: file.path, index: 0, file: file) }

    private init?(path: String, index: Int, file: FontFile?) {
        let blob = hb_blob_create_from_file(path)
        let face = hb_face_create(blob, UInt32(truncatingIfNeeded: index & 0xFFFF))
        hb_blob_destroy(blob)
        guard let face, let font = hb_font_create(face) else { return nil }
        let units = Int32(clamping: hb_face_get_upem(face))
        hb_font_set_scale(font, units, units)
        if index >> 16 > 0 { hb_font_set_var_named_instance(font, UInt32(truncatingIfNeeded: index >> 16) - 1) }
        hb_font_make_immutable(font)
        hb_face_make_immutable(face)
        self.path = path
        self.index = index
        self.file = file
        harfBuzz = HarfBuzzFont(font: font, face: face)
        if hb_face_get_glyph_count(face) == 0 { return nil }
    }

    deinit {
        hb_font_destroy(harfBuzz.font)
        hb_face_destroy(harfBuzz.face)
    }

    /// Whether both are the same face of the same file; fonts made of the same bytes are not.
    public static func == (left: CGFont, right: CGFont) -> Bool {
        left.path == right.path && left.index == right.index
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(path)
        hasher.combine(index)
    }

    // MARK: Names

    public var postScriptName: CFString? { name(6) }
    public var fullName: CFString? { name(4) }
    /// For messages and lists.
    var familyName: String? { name(16) ?? name(1) }

    /// A string of the font's table of names.
    private func name(_ id: UInt32) -> String? {
        var length: UInt32 = 512
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(length)) { buffer in
            let language = hb_language_from_string("en", -1)
            guard hb_ot_name_get_utf8(harfBuzz.face, id, language, &length, buffer.baseAddress) > 0 else { return nil }
            return String(decoding: UnsafeRawBufferPointer(buffer).prefix(Int(length)), as: UTF8.self)
        }
    }

    // MARK: Measures, glyph space

    public var numberOfGlyphs: Int { Int(min(hb_face_get_glyph_count(harfBuzz.face), 0xFFFF)) }
    public var unitsPerEm: Int { Int(hb_face_get_upem(harfBuzz.face)) }
    /// Above the baseline.
    public var ascent: Int { Int(extents.ascender) }
    /// Below the baseline; negative.
    public var descent: Int { Int(extents.descender) }
    /// Extra space between lines.
    public var leading: Int { Int(extents.line_gap) }
    public var capHeight: Int { height(HB_OT_METRICS_TAG_CAP_HEIGHT, like: "H") }
    public var xHeight: Int { height(HB_OT_METRICS_TAG_X_HEIGHT, like: "x") }

    private var extents: hb_font_extents_t {
        var extents = hb_font_extents_t()
        hb_font_get_extents_for_direction(harfBuzz.font, HB_DIRECTION_LTR, &extents)
        return extents
    }

    /// What the font says, or, if it says nothing, how high the letter is.
    private func height(_ tag: hb_ot_metrics_tag_t, like letter: Unicode.Scalar) -> Int {
        var position: hb_position_t = 0
        if hb_ot_metrics_get_position(harfBuzz.font, tag, &position) != 0, position > 0 { return Int(position) }
        var glyph: hb_codepoint_t = 0
        var box = hb_glyph_extents_t()
        guard hb_font_get_nominal_glyph(harfBuzz.font, letter.value, &glyph) != 0,
            hb_font_get_glyph_extents(harfBuzz.font, glyph, &box) != 0
        else { return 0 }
        return Int(box.y_bearing)
    }

    /// Around all glyphs, as the font says.
    public var fontBBox: CGRect {
        guard let head = table(for: Self.tag("head")), head.count >= 44 else { return .zero }
        func number(_ place: Int) -> CGFloat {
            let start = head.startIndex + place
            return CGFloat(Int16(bitPattern: UInt16(head[start]) << 8 | UInt16(head[start + 1])))
        }
        let (left, bottom) = (number(36), number(38))
        return CGRect(x: left, y: bottom, width: number(40) - left, height: number(42) - bottom).standardized
    }

    /// Degrees anticlockwise from the vertical: negative for a font that leans to the right.
    public var italicAngle: CGFloat {
        let angle = CGFloat(hb_style_get_value(harfBuzz.font, HB_STYLE_TAG_SLANT_ANGLE))
        return angle.isFinite ? angle : 0
    }

    // MARK: Glyphs

    /// How far the pen moves, for each of the glyphs; false if one of them does not exist, whose advance is 0.
    @discardableResult
    public func getGlyphAdvances(
        glyphs: UnsafePointer<CGGlyph>, count: Int, advances: UnsafeMutablePointer<Int32>
    ) -> Bool {
        let number = numberOfGlyphs
        var exist = true
        for index in 0..<max(count, 0) {
            let isThere = Int(glyphs[index]) < number
            advances[index] = isThere ? hb_font_get_glyph_h_advance(harfBuzz.font, UInt32(glyphs[index])) : 0
            exist = exist && isThere
        }
        return exist
    }

    /// Around the ink of each of the glyphs; false if one of them does not exist, whose box is empty.
    @discardableResult
    public func getGlyphBBoxes(
        glyphs: UnsafePointer<CGGlyph>, count: Int, bboxes: UnsafeMutablePointer<CGRect>
    ) -> Bool {
        let number = numberOfGlyphs
        var exist = true
        for index in 0..<max(count, 0) {
            let isThere = Int(glyphs[index]) < number
            var box = hb_glyph_extents_t()
            let isKnown = isThere && hb_font_get_glyph_extents(harfBuzz.font, UInt32(glyphs[index]), &box) != 0
            bboxes[index] =
                isKnown
                ? CGRect(
                    x: CGFloat(box.x_bearing), y: CGFloat(box.y_bearing) + CGFloat(box.height),
                    width: CGFloat(box.width), height: -CGFloat(box.height))
                : .zero
            exist = exist && isThere
        }
        return exist
    }

    /// The glyph of that name ("A", "eacute", "uni0915"); 0, the sign for missing characters, if there is none.
    public func getGlyphWithGlyphName(name: CFString) -> CGGlyph {
        var glyph: hb_codepoint_t = 0
        let isFound = hb_font_get_glyph_from_name(harfBuzz.font, name, -1, &glyph) != 0
        return isFound ? CGGlyph(truncatingIfNeeded: min(glyph, 0xFFFF)) : 0
    }

    /// The font's own name of a glyph; nil if the font names none, or it does not exist.
    public func name(for glyph: CGGlyph) -> CFString? {
        guard Int(glyph) < numberOfGlyphs else { return nil }
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
            guard hb_font_get_glyph_name(harfBuzz.font, UInt32(glyph), buffer.baseAddress, UInt32(buffer.count)) != 0,
                let start = buffer.baseAddress
            else { return nil }
            return String(cString: start)
        }
    }

    // MARK: Tables

    /// The tags of the font's tables, four characters each from the highest byte.
    public var tableTags: [UInt32] {
        var count: UInt32 = 0
        let total = hb_face_get_table_tags(harfBuzz.face, 0, &count, nil)
        var tags = [hb_tag_t](repeating: 0, count: Int(min(total, 4096)))
        count = UInt32(tags.count)
        tags.withUnsafeMutableBufferPointer { buffer in
            _ = hb_face_get_table_tags(harfBuzz.face, 0, &count, buffer.baseAddress)
        }
        return Array(tags.prefix(Int(count)))
    }

    /// The bytes of a table; nil if the font has none of that tag.
    public func table(for tag: UInt32) -> CFData? {
        let blob = hb_face_reference_table(harfBuzz.face, tag)
        defer { hb_blob_destroy(blob) }
        var length: UInt32 = 0
        guard let bytes = hb_blob_get_data(blob, &length), length > 0 else { return nil }
        return Data(bytes: bytes, count: Int(length))
    }

    private static func tag(_ name: StaticString) -> UInt32 { hb_tag_from_string(name.description, 4) }

    /// The glyph of a character; nil if the font lacks it.
    package func glyph(for character: Unicode.Scalar) -> CGGlyph? {
        var glyph: hb_codepoint_t = 0
        guard hb_font_get_nominal_glyph(harfBuzz.font, character.value, &glyph) != 0 else { return nil }
        return CGGlyph(exactly: glyph)
    }
}
