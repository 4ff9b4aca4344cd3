internal import CCairo
internal import CPango
import Foundation

/// The picture of a glyph: coverage, one byte for each pixel.
struct GlyphMask {
    var pixels: UnsafeMutableRawPointer?
    /// From the pen position to the picture's upper-left corner, whole pixels: right and up.
    var left: Int32
    var top: Int32
    var width: Int32
    var height: Int32
}

/// The pictures of one font's glyphs at one scale, each at four places within a pixel, made when first needed.
///
/// Used under the text engine's lock.
final class GlyphRaster {
    let scale: Double
    private let isEmboldened: Bool
    private let cairoFont: OpaquePointer
    private let memory: GlyphMemory
    private var generation: Int

    /// An open hash table: key 0 is a free place.
    private var keys: UnsafeMutablePointer<UInt32>
    private var masks: UnsafeMutablePointer<GlyphMask>
    private var capacity: Int
    private var count = 0

    /// Places within a pixel at which a glyph is drawn; more than four make no visible difference.
    static let phases = 4
    /// Larger text is drawn as paths: its pictures would fill the memory and win nothing.
    private static let largestSize = 256.0

    init?(font: RunFont, scale: Double) {
        var fontMatrix = cairo_matrix_t()
        cairo_scaled_font_get_font_matrix(font.cairoFont, &fontMatrix)
        guard abs(fontMatrix.yy) * scale <= Self.largestSize else { return nil }
        var scaling = cairo_matrix_t(xx: scale, yx: 0, xy: 0, yy: scale, x0: 0, y0: 0)
        let options = TextEngine.makeFontOptions()
        defer { cairo_font_options_destroy(options) }
        guard
            let cairoFont = cairo_scaled_font_create(
                cairo_scaled_font_get_font_face(font.cairoFont), &fontMatrix, &scaling, options)
        else { return nil }
        guard cairo_scaled_font_status(cairoFont) == CAIRO_STATUS_SUCCESS else {
            cairo_scaled_font_destroy(cairoFont)
            return nil
        }
        isEmboldened = font.isEmboldened
        self.scale = scale
        self.cairoFont = cairoFont
        memory = TextEngine.shared.glyphMemory
        generation = memory.generation
        capacity = 256
        keys = .allocate(capacity: capacity)
        keys.initialize(repeating: 0, count: capacity)
        masks = .allocate(capacity: capacity)
    }

    deinit {
        cairo_scaled_font_destroy(cairoFont)
        keys.deallocate()
        masks.deallocate()
    }

    /// The picture of `glyph`, `phase` quarters of a pixel to the right. Its pixels are valid until the next call.
    @inline(__always)
    func mask(_ glyph: UInt32, phase: Int) -> GlyphMask {
        let key = (glyph << 2 | UInt32(phase)) &+ 1
        if generation == memory.generation {
            var place = Self.place(key, capacity)
            while keys[place] != 0 {
                if keys[place] == key { return masks[place] }
                place = (place + 1) & (capacity - 1)
            }
        }
        return addMask(glyph, phase: phase, key: key)
    }

    @inline(__always)
    private static func place(_ key: UInt32, _ capacity: Int) -> Int {
        Int(truncatingIfNeeded: (key &* 0x9E37_79B1) >> 8) & (capacity - 1)
    }

    @inline(never)
    private func addMask(_ glyph: UInt32, phase: Int, key: UInt32) -> GlyphMask {
        let mask = draw(glyph, phase: phase)
        if generation != memory.generation {  // drawing may have made the memory forget, too
            keys.update(repeating: 0, count: capacity)
            count = 0
            generation = memory.generation
        }
        if count * 4 >= capacity * 3 { grow() }
        insert(key, mask)
        return mask
    }

    private func insert(_ key: UInt32, _ mask: GlyphMask) {
        var place = Self.place(key, capacity)
        while keys[place] != 0 { place = (place + 1) & (capacity - 1) }
        keys[place] = key
        masks[place] = mask
        count += 1
    }

    private func grow() {
        let (oldKeys, oldMasks, oldCapacity) = (keys, masks, capacity)
        capacity *= 2
        count = 0
        keys = .allocate(capacity: capacity)
        keys.initialize(repeating: 0, count: capacity)
        masks = .allocate(capacity: capacity)
        for index in 0..<oldCapacity where oldKeys[index] != 0 { insert(oldKeys[index], oldMasks[index]) }
        oldKeys.deallocate()
        oldMasks.deallocate()
    }

    /// Has FreeType draw the outline. A glyph that cannot be drawn is an empty picture.
    private func draw(_ glyph: UInt32, phase: Int) -> GlyphMask {
        let empty = GlyphMask(pixels: nil, left: 0, top: 0, width: 0, height: 0)
        guard let face = cairo_ft_scaled_font_lock_face(cairoFont) else { return empty }
        defer { cairo_ft_scaled_font_unlock_face(cairoFont) }
        guard FT_Load_Glyph(face, glyph, FT_Int32(FT_LOAD_NO_HINTING | FT_LOAD_NO_BITMAP)) == 0,
            let slot = face.pointee.glyph, slot.pointee.format == FT_GLYPH_FORMAT_OUTLINE
        else { return empty }
        if isEmboldened { FT_GlyphSlot_Embolden(slot) }
        // Outlines are in 1/64 of a pixel, y up.
        FT_Outline_Translate(&slot.pointee.outline, FT_Pos(phase * 64 / Self.phases), 0)
        var box = FT_BBox()
        FT_Outline_Get_CBox(&slot.pointee.outline, &box)
        let (left, bottom) = (box.xMin >> 6, box.yMin >> 6)
        let (right, top) = ((box.xMax + 63) >> 6, (box.yMax + 63) >> 6)
        let (width, height) = (right - left, top - bottom)
        guard width > 0, height > 0, width < 4096, height < 4096, let pixels = memory.take(width * height) else {
            return empty
        }
        FT_Outline_Translate(&slot.pointee.outline, -left * 64, -bottom * 64)
        var bitmap = FT_Bitmap()
        bitmap.rows = UInt32(height)
        bitmap.width = UInt32(width)
        bitmap.pitch = Int32(width)
        bitmap.buffer = pixels.assumingMemoryBound(to: UInt8.self)
        bitmap.num_grays = 256
        bitmap.pixel_mode = UInt8(FT_PIXEL_MODE_GRAY.rawValue)
        guard FT_Outline_Get_Bitmap(slot.pointee.library, &slot.pointee.outline, &bitmap) == 0 else { return empty }
        return GlyphMask(
            pixels: pixels, left: Int32(left), top: Int32(top), width: Int32(width), height: Int32(height))
    }
}
