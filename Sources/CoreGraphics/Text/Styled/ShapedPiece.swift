internal import CPango
import Foundation

/// Part of a paragraph, shaped: items of one font, script and direction each, and the clusters that lines are made of.
/// Under the text engine's lock.
final class ShapedPiece {
    struct Item {
        /// Nil for an attachment.
        var glyphs: UnsafeMutablePointer<PangoGlyphString>?
        var analysis: PangoAnalysis
        /// Bytes from the start of the piece.
        var range: Range<Int>
        var level: Int
        var isTab = false
    }

    struct Cluster {
        /// Bytes from the start of the piece.
        var start: Int32
        var item: Int32
        /// Units, kerning included.
        var width: Int32
        var flags: Flags
    }

    struct Flags: OptionSet {
        let rawValue: UInt8
        /// A line may end before the cluster; inside a word, too; must end before it.
        static let mayBreak = Flags(rawValue: 1)
        static let mayBreakWord = Flags(rawValue: 2)
        static let mustBreak = Flags(rawValue: 4)
        static let isWhite = Flags(rawValue: 8)
        /// A reader sees a new character here.
        static let isCharacter = Flags(rawValue: 16)
        static let isSoftHyphen = Flags(rawValue: 32)
        static let isTab = Flags(rawValue: 64)
    }

    let bytes: UnsafeBufferPointer<UInt8>
    /// Where in the text it begins; nil for signs that are not in it, such as “…”.
    let offset: Int?
    let source: StyledSource
    private(set) var items: [Item] = []
    /// In the order of the text.
    var clusters = ContiguousArray<Cluster>()
    private let itemList: UnsafeMutablePointer<GList>?
    /// The style of a piece that is not in the text.
    private let ownStyle: Int

    /// The bytes of the text in `range`, which has no paragraph's end in it.
    init(_ range: Range<Int>, of source: StyledSource, direction: PangoDirection) {
        self.source = source
        bytes = UnsafeBufferPointer(rebasing: source.bytes[range])
        offset = range.lowerBound
        ownStyle = 0
        let attributes = source.attributes(in: range)
        itemList = Self.itemize(bytes, attributes, direction, source.engine)
        pango_attr_list_unref(attributes)
        shape()
    }

    /// A sign in the style of a neighbour. The bytes must outlive the piece.
    init(sign: StaticString, style: Int, of source: StyledSource) {
        self.source = source
        bytes = UnsafeBufferPointer(start: sign.utf8Start, count: sign.utf8CodeUnitCount)
        offset = nil
        ownStyle = style
        let attributes = pango_attr_list_new()
        if let font = pango_attr_font_desc_new(source.face(style).pangoDescription) {
            pango_attr_list_insert(attributes, font)
        }
        itemList = Self.itemize(bytes, attributes, PANGO_DIRECTION_LTR, source.engine)
        pango_attr_list_unref(attributes)
        shape()
    }

    deinit {
        for item in items { if let glyphs = item.glyphs { pango_glyph_string_free(glyphs) } }
        var node = itemList
        while let current = node {
            pango_item_free(current.pointee.data.assumingMemoryBound(to: PangoItem.self))
            node = current.pointee.next
        }
        g_list_free(itemList)
    }

    private static func itemize(
        _ bytes: UnsafeBufferPointer<UInt8>, _ attributes: OpaquePointer?, _ direction: PangoDirection,
        _ engine: TextEngine
    ) -> UnsafeMutablePointer<GList>? {
        guard !bytes.isEmpty else { return nil }
        return bytes.withMemoryRebound(to: CChar.self) {
            pango_itemize_with_base_dir(
                engine.context, direction, $0.baseAddress, 0, Int32($0.count), attributes, nil)
        }
    }

    /// The style of the character at a byte of the piece.
    func style(at byte: Int) -> Int { offset.map { source.style(at: $0 + byte) } ?? ownStyle }

    /// Bytes up to the end of a cluster.
    func end(of cluster: Int) -> Int {
        cluster + 1 < clusters.count ? Int(clusters[cluster + 1].start) : bytes.count
    }

    /// Glyphs of some bytes of an item. The caller frees them.
    func shape(_ range: Range<Int>, like item: Item) -> UnsafeMutablePointer<PangoGlyphString>? {
        let glyphs = pango_glyph_string_new()
        bytes.withMemoryRebound(to: CChar.self) { characters in
            guard let start = characters.baseAddress else { return }
            var analysis = item.analysis
            pango_shape_full(
                start + range.lowerBound, Int32(range.count), start, Int32(characters.count), &analysis, glyphs)
        }
        return glyphs
    }

    // MARK: Shaping

    private func shape() {
        let characterCount = bytes.count { $0 & 0xC0 != 0x80 }
        var breaks = [PangoLogAttr](repeating: PangoLogAttr(), count: characterCount + 1)
        bytes.withMemoryRebound(to: CChar.self) {
            pango_get_log_attrs(
                $0.baseAddress, Int32($0.count), -1, pango_context_get_language(source.engine.context), &breaks,
                Int32(breaks.count))
        }
        clusters.reserveCapacity(characterCount)
        var place = (byte: 0, character: 0)
        var node = itemList
        while let data = node?.pointee.data {
            node = node?.pointee.next
            let pango = data.assumingMemoryBound(to: PangoItem.self).pointee
            let start = Int(pango.offset)
            var item = Item(
                analysis: pango.analysis, range: start..<start + Int(pango.length), level: Int(pango.analysis.level))
            let attachment = attachment(at: start)
            item.isTab = bytes[start] == 0x09
            if attachment == nil { item.glyphs = shape(item.range, like: item) }
            items.append(item)
            forEachCluster(of: item, attachment) { byte, width in
                while place.byte < byte {
                    place.byte += 1
                    if place.byte < bytes.count, bytes[place.byte] & 0xC0 != 0x80 { place.character += 1 }
                }
                clusters.append(
                    Cluster(
                        start: Int32(byte), item: Int32(items.count - 1), width: Int32(clamping: width),
                        flags: flags(breaks[place.character], at: byte, isTab: item.isTab)))
            }
        }
    }

    private func flags(_ attribute: PangoLogAttr, at byte: Int, isTab: Bool) -> Flags {
        var flags: Flags = []
        if attribute.is_line_break != 0 { flags.insert(.mayBreak) }
        if attribute.is_char_break != 0 { flags.insert(.mayBreakWord) }
        if attribute.is_mandatory_break != 0 { flags.insert(.mustBreak) }
        if attribute.is_white != 0 { flags.insert(.isWhite) }
        if attribute.is_cursor_position != 0 { flags.insert(.isCharacter) }
        if bytes[byte] == 0xC2, byte + 1 < bytes.count, bytes[byte + 1] == 0xAD { flags.insert(.isSoftHyphen) }
        if isTab { flags.insert(.isTab) }
        return flags
    }

    /// What stands in place of the character at a byte.
    func attachment(at byte: Int) -> TextAttachmentBox? {
        guard let offset, source.isObject(at: offset + byte) else { return nil }
        return source.styled.styles[source.style(at: offset + byte)].shaping.attachment
    }

    /// Calls `body` with the start and width of each cluster in the order of the text.
    private func forEachCluster(
        of item: Item, _ attachment: TextAttachmentBox?, _ body: (_ byte: Int, _ width: Int) -> Void
    ) {
        if let attachment {
            let width = attachment.bounds.width * TextLayout.unitsPerPoint
            body(item.range.lowerBound, Int(width.rounded()) + source.kern(style(at: item.range.lowerBound)))
            return
        }
        guard let string = item.glyphs?.pointee, string.num_glyphs > 0 else { return }
        let count = Int(string.num_glyphs)
        let isReversed = item.level % 2 == 1
        var index = isReversed ? count - 1 : 0
        let step = isReversed ? -1 : 1
        while index >= 0, index < count {
            let cluster = string.log_clusters[index]
            var width = 0
            while index >= 0, index < count, string.log_clusters[index] == cluster {
                width += Int(string.glyphs[index].geometry.width)
                index += step
            }
            let byte = item.range.lowerBound + Int(cluster)
            body(byte, spaced(width, style(at: byte)))
        }
    }

    /// The width of a cluster as its style wants it.
    func spaced(_ width: Int, _ style: Int) -> Int {
        let expansion = source.styled.styles[style].shaping.expansion
        return (expansion == 1 ? width : Int((CGFloat(width) * expansion).rounded())) + source.kern(style)
    }
}
