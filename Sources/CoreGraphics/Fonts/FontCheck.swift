internal import CPango
import Foundation

/// Whether a font file that nobody vouches for can be handed to the text libraries: they open it here as they will later,
/// but where a refusal does no harm.
enum FontCheck {
    /// How many faces are in the file.
    static func faceCount(of path: String, source: String, limits: FontLimits) throws(FontError) -> Int {
        func failure(_ reason: FontError.Reason) -> FontError { FontError(source: source, reason: reason) }
        if let reason = refusal(ofFormat: path) { throw failure(reason) }

        var library: FT_Library?
        guard FT_Init_FreeType(&library) == 0 else { throw failure(.outOfMemory(bytes: 1 << 16)) }
        defer { FT_Done_FreeType(library) }
        let collection = try open(path, index: -1, library, source)
        let count = Int(collection.pointee.num_faces)
        FT_Done_Face(collection)
        guard count > 0 else { throw failure(.damaged(detail: "no face in it")) }
        guard count <= limits.maximumFaces else {
            throw failure(.tooManyFaces(count: count, limit: limits.maximumFaces))
        }
        for index in 0..<count {
            let face = try open(path, index: index, library, source)
            defer { FT_Done_Face(face) }
            if let reason = refusal(of: face, limits) { throw failure(reason) }
        }
        // fontconfig reads names, styles and characters, and may refuse what FreeType took.
        guard let set = FcFontSetCreate() else { throw failure(.outOfMemory(bytes: 1 << 16)) }
        defer { FcFontSetDestroy(set) }
        var faces: Int32 = 0
        guard FcFreeTypeQueryAll(path, UInt32.max, nil, &faces, set) > 0 else {
            throw failure(.damaged(detail: "its names and characters cannot be read"))
        }
        return count
    }

    /// By the first four bytes. FreeType would read a dozen other formats, most of them older and less often looked at;
    /// HarfBuzz reads only these.
    private static func refusal(ofFormat path: String) -> FontError.Reason? {
        let file = Foundation.open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return .unreadable(errno: errno) }
        defer { close(file) }
        var bytes: (UInt8, UInt8, UInt8, UInt8) = (0, 0, 0, 0)
        guard read(file, &bytes, 4) == 4 else { return .unknownFormat }
        switch bytes {
        case (0, 1, 0, 0): return nil
        default: break
        }
        switch String(decoding: [bytes.0, bytes.1, bytes.2, bytes.3], as: UTF8.self) {
        case "OTTO", "ttcf", "true": return nil
        case "wOFF": return .unsupported(detail: "WOFF, which is compressed")
        case "wOF2": return .unsupported(detail: "WOFF 2, which is compressed")
        case "%!PS", "typ1": return .unsupported(detail: "PostScript Type 1")
        default: return .unknownFormat
        }
    }

    private static func open(
        _ path: String, index: Int, _ library: FT_Library?, _ source: String
    ) throws(FontError) -> FT_Face {
        var face: FT_Face?
        let code = FT_New_Face(library, path, FT_Long(index), &face)
        if code == 0, let face { return face }
        let reason: FontError.Reason =
            switch code {
            case 1: .unreadable(errno: ENOENT)  // FreeType's "cannot open resource"
            case 2: .damaged(detail: "its tables make no font")  // "unknown file format": no driver takes it
            case 64: .outOfMemory(bytes: 0)
            default: .damaged(detail: "FreeType's error \(code)")
            }
        throw FontError(source: source, reason: reason)
    }

    /// What is wrong with an open face; nil if nothing is.
    private static func refusal(of opened: FT_Face, _ limits: FontLimits) -> FontError.Reason? {
        let face = opened.pointee
        let instances = face.style_flags >> 16
        if instances > limits.maximumFaces {
            return .tooManyFaces(count: Int(instances), limit: limits.maximumFaces)
        }
        if face.num_glyphs < 1 { return .damaged(detail: "no glyphs") }
        if face.charmap == nil { return .damaged(detail: "no table of characters") }
        let isScalable = face.face_flags & FT_Long(FT_FACE_FLAG_SCALABLE) != 0
        if !isScalable, face.num_fixed_sizes < 1 { return .damaged(detail: "neither outlines nor pictures") }
        if isScalable, face.units_per_EM < 16 || face.units_per_EM > 16384 {
            return .damaged(detail: "\(face.units_per_EM) units per em")
        }
        // Single glyphs that are damaged stay empty; a font of which none of the first can be read is of no use.
        guard (isScalable ? FT_Set_Pixel_Sizes(opened, 0, 16) : FT_Select_Size(opened, 0)) == 0 else {
            return .damaged(detail: "it cannot be scaled")
        }
        var glyph: FT_UInt = 0
        var character = FT_Get_First_Char(opened, &glyph)
        guard glyph != 0 else { return .damaged(detail: "no characters") }
        for _ in 0..<32 where glyph != 0 {
            let flags = FT_LOAD_NO_HINTING | (isScalable ? FT_LOAD_NO_BITMAP : FT_LOAD_COLOR)
            if FT_Load_Glyph(opened, glyph, FT_Int32(flags)) == 0 { return nil }
            character = FT_Get_Next_Char(opened, character, &glyph)
        }
        return .damaged(detail: "its glyphs cannot be read")
    }
}
