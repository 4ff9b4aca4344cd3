internal import CPango
import Foundation

/// A styled text while it is laid out: its bytes, and the faces of its styles, found when first needed. Under the text
/// engine's lock.
final class StyledSource {
    let styled: StyledText
    let bytes: UnsafeBufferPointer<UInt8>
    let engine: TextEngine
    private var faces: [FontFace?]
    /// The run that was asked for last: neighbours ask one after the other.
    private var lastRun = 0

    init(_ styled: StyledText, bytes: UnsafeBufferPointer<UInt8>, engine: TextEngine) {
        self.styled = styled
        self.bytes = bytes
        self.engine = engine
        faces = Array(repeating: nil, count: styled.styles.count)
    }

    func face(_ style: Int) -> FontFace {
        if let face = faces[style] { return face }
        let face = engine.face(styled.styles[style].shaping.font)
        faces[style] = face
        return face
    }

    /// The run of the character at a byte offset; the last for the end.
    func run(at offset: Int) -> Int {
        func holds(_ run: Int) -> Bool {
            offset < styled.runs[run].end && (run == 0 || offset >= styled.runs[run - 1].end)
        }
        if holds(lastRun) { return lastRun }
        if lastRun + 1 < styled.runs.count, holds(lastRun + 1) {
            lastRun += 1
            return lastRun
        }
        var (low, high) = (0, styled.runs.count - 1)
        while low < high {
            let middle = (low + high) / 2
            if offset < styled.runs[middle].end { high = middle } else { low = middle + 1 }
        }
        lastRun = low
        return low
    }

    func style(at offset: Int) -> Int { styled.runs[run(at: offset)].style }

    /// Signs that a layout adds to a text.
    enum Sign { case ellipsis, hyphen }

    private var signWidths: [Sign: [Int: Int]] = [:]

    func piece(_ sign: Sign, _ style: Int) -> ShapedPiece {
        if sign == .ellipsis { return ShapedPiece(sign: "…", style: style, of: self) }
        var glyph: hb_codepoint_t = 0
        let hasHyphen = face(style).font.map { hb_font_get_nominal_glyph($0.harfBuzz, 0x2010, &glyph) != 0 } ?? false
        return ShapedPiece(sign: hasHyphen ? "\u{2010}" : "-", style: style, of: self)
    }

    func width(of sign: Sign, _ style: Int) -> Int {
        if let width = signWidths[sign]?[style] { return width }
        let width = piece(sign, style).clusters.reduce(0) { $0 + Int($1.width) }
        signWidths[sign, default: [:]][style] = width
        return width
    }

    func format(at offset: Int) -> ParagraphFormat { styled.formats[styled.runs[run(at: offset)].format] }

    /// Points between characters as units, beyond what the font has.
    func kern(_ style: Int) -> Int {
        Int(((styled.styles[style].shaping.kern ?? 0) * TextLayout.unitsPerPoint).rounded())
    }

    /// What pango must know of the characters in `range` to choose fonts and shape; offsets count from its start.
    func attributes(in range: Range<Int>) -> OpaquePointer? {
        let list = pango_attr_list_new()
        var start = range.lowerBound
        while start < range.upperBound {
            let first = run(at: start)
            let shaping = styled.styles[styled.runs[first].style].shaping
            var last = first
            var end = min(styled.runs[first].end, range.upperBound)
            if shaping.attachment == nil {
                // Colours do not part what is shaped together.
                while end < range.upperBound, styled.styles[styled.runs[last + 1].style].shaping == shaping {
                    last += 1
                    end = min(styled.runs[last].end, range.upperBound)
                }
                add(shaping, styled.runs[first].style, start..<end, range.lowerBound, to: list)
            } else {
                addAttachments(styled.runs[first].style, start..<end, range.lowerBound, to: list)
            }
            start = end
        }
        return list
    }

    /// Each U+FFFC is an item of its own; other characters with an attachment are just that.
    private func addAttachments(_ style: Int, _ range: Range<Int>, _ base: Int, to list: OpaquePointer?) {
        let shaping = styled.styles[style].shaping
        var start = range.lowerBound
        while start < range.upperBound {
            var end = start
            if isObject(at: start) {
                end = min(start + 3, range.upperBound)
                var box = PangoRectangle()
                insert(pango_attr_shape_new(&box, &box), start..<end, base, into: list)
            } else {
                while end < range.upperBound, !isObject(at: end) { end += 1 }
            }
            add(shaping, style, start..<end, base, to: list)
            start = end
        }
    }

    /// Whether the object replacement character is at a byte offset.
    func isObject(at offset: Int) -> Bool {
        offset + 2 < bytes.count && bytes[offset] == 0xEF && bytes[offset + 1] == 0xBF && bytes[offset + 2] == 0xBC
    }

    private func add(
        _ shaping: TextStyle.Shaping, _ style: Int, _ range: Range<Int>, _ base: Int, to list: OpaquePointer?
    ) {
        insert(pango_attr_font_desc_new(face(style).pangoDescription), range, base, into: list)
        var features: [String] = []
        if shaping.font.hasMonospacedDigits { features.append("tnum=1") }
        if let kern = shaping.kern {
            if kern == 0 { features.append("kern=0") } else { features += ["liga=0", "clig=0"] }
        }
        switch shaping.ligatures {
        case .none: features += ["liga=0", "clig=0"]
        case .standard: break
        case .all: features += ["dlig=1"]
        }
        if !features.isEmpty {
            insert(pango_attr_font_features_new(features.joined(separator: ",")), range, base, into: list)
        }
    }

    private func insert(
        _ attribute: UnsafeMutablePointer<PangoAttribute>?, _ range: Range<Int>, _ base: Int,
        into list: OpaquePointer?
    ) {
        guard let attribute else { return }
        attribute.pointee.start_index = UInt32(range.lowerBound - base)
        attribute.pointee.end_index = UInt32(range.upperBound - base)
        pango_attr_list_insert(list, attribute)
    }
}
