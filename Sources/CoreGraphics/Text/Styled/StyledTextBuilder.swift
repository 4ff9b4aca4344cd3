import Foundation

/// Puts a styled text together from runs that count UTF-16, as attributed strings do.
struct StyledTextBuilder {
    private let text: String
    private var bytes: [UInt8] = []
    private var runs = ContiguousArray<StyledText.Run>()
    private var styles: [TextStyle] = []
    private var formats: [ParagraphFormat] = []
    private var styleIndexes: [TextStyle: Int] = [:]
    private var formatIndexes: [ParagraphFormat: Int] = [:]
    private var fonts: Set<FontDescription> = []
    /// How far the text has been read: bytes and UTF-16 units.
    private var read = (bytes: 0, units: 0)

    /// More embeddings than the bidirectional algorithm takes.
    private static let directionLimit = 60

    init(_ text: String) {
        self.text = StyledText.usable(text)
        bytes.reserveCapacity(self.text.utf8.count)
    }

    /// Adds the characters up to `end`, UTF-16 units.
    mutating func append(_ end: Int, _ style: TextStyle, _ format: ParagraphFormat, _ directions: [Int]) {
        let start = read.bytes
        advance(to: end)
        guard read.bytes > start || text.isEmpty else { return }
        let directions = directions.prefix(Self.directionLimit)
        // LRE, RLE, LRO, RLO, each ended by a PDF: what the characters for it do.
        for direction in directions { bytes += [0xE2, 0x80, [0xAA, 0xAB, 0xAD, 0xAE][direction & 3]] }
        text.utf8.withContiguousStorageIfAvailable { bytes += $0[start..<read.bytes] }
        for _ in directions { bytes += [0xE2, 0x80, 0xAC] }

        var style = style
        if !fonts.contains(style.shaping.font) {
            if fonts.count < StyledText.fontLimit {
                fonts.insert(style.shaping.font)
            } else {
                style.shaping.font = styles[0].shaping.font
            }
        }
        let styleIndex = styleIndexes[style] ?? styles.count
        if styleIndex == styles.count {
            styleIndexes[style] = styleIndex
            styles.append(style)
        }
        let formatIndex = formatIndexes[format] ?? formats.count
        if formatIndex == formats.count {
            formatIndexes[format] = formatIndex
            formats.append(format)
        }
        if let last = runs.last, last.style == styleIndex, last.format == formatIndex {
            runs[runs.count - 1].end = bytes.count
        } else {
            runs.append(StyledText.Run(end: bytes.count, style: styleIndex, format: formatIndex))
        }
    }

    private mutating func advance(to end: Int) {
        text.utf8.withContiguousStorageIfAvailable { utf8 in
            while read.units < end, read.bytes < utf8.count {
                let lead = utf8[read.bytes]
                let length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
                read.bytes = min(read.bytes + length, utf8.count)
                read.units += length == 4 ? 2 : 1
            }
        }
    }

    func styledText() -> StyledText {
        StyledText(String(decoding: bytes, as: UTF8.self), runs: runs, styles: styles, formats: formats)
    }
}
