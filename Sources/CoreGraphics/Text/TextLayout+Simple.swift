import Foundation

extension TextLayout {
    /// The longest text, bytes, that is tried without pango: if it must be broken, and at all.
    private static let longestParagraph = 64 * 1024
    private static let longestUntried = 1024

    /// Lays out a text of one simple script in one font, in one line or in lines that are plain to break; false if it is
    /// not that simple. Under the engine's lock.
    func layOutSimply(_ face: FontFace, _ engine: TextEngine) -> Bool {
        isSimple = false
        guard alignment != .justified else { return false }
        // A native string lends its bytes; others are copied, once.
        let result = text.utf8.withContiguousStorageIfAvailable { layOutSimply($0, face, engine) }
        if let result { return result }
        var copy = text
        return copy.withUTF8 { layOutSimply($0, face, engine) }
    }

    private func layOutSimply(_ bytes: UnsafeBufferPointer<UInt8>, _ face: FontFace, _ engine: TextEngine) -> Bool {
        guard bytes.count <= Self.longestParagraph else { return false }
        removeLines()
        if bytes.isEmpty {
            append(nil, 0..<0, width: 0, face.metrics)
        } else {
            guard let script = SimpleScript(bytes), let shaper = face.shaper(for: script, engine: engine) else {
                return false
            }
            // Shaping in vain is worth avoiding where it takes long.
            if bytes.count > Self.longestUntried, !breaksLines || !engine.lineBreaks.find(in: bytes) { return false }
            guard let shaped = shaper.shape(bytes, with: engine.buffer) else { return false }
            if shaped.width <= widthLimit ?? .max || lineBreakMode == .clipping {
                shaped.append(0..<shaped.count, to: &glyphs)
                append(shaper.font, 0..<glyphs.count, width: shaped.width, face.metrics)
            } else {
                guard breaksLines, engine.lineBreaks.find(in: bytes),
                    breakLines(shaped, bytes, shaper.font, face, engine)
                else { return false }
            }
        }
        height = lines.last?.bottom ?? 0
        isSimple = true
        return true
    }

    /// Whether what is too long for a line goes on in the next.
    private var breaksLines: Bool {
        switch lineBreakMode {
        case .wordWrapping: true
        case .truncatingHead, .truncatingTail, .truncatingMiddle: maximumNumberOfLines != 1
        case .characterWrapping, .clipping: false
        }
    }

    private func breakLines(
        _ shaped: ShapedText, _ bytes: UnsafeBufferPointer<UInt8>, _ font: RunFont, _ face: FontFace,
        _ engine: TextEngine
    ) -> Bool {
        let limit = maximumNumberOfLines > 0 ? maximumNumberOfLines : Int.max
        let isBroken = shaped.forEachLine(within: widthLimit ?? .max, bytes, engine.lineBreaks.offsets) {
            range, width, _ in
            let before = (glyphs.count, runs.count, widest)
            shaped.append(range, to: &glyphs)
            append(font, before.0..<glyphs.count, width: width, face.metrics)
            guard lines.count > 1, lines.count > limit || !fits(height: lines[lines.count - 1].bottom) else {
                return true
            }
            // One too many: take it back.
            hasMore = true
            lines.removeLast()
            glyphs.removeLast(glyphs.count - before.0)
            runs.removeLast(runs.count - before.1)
            widest = before.2
            return false
        }
        // What is cut off gets its “…” from pango.
        return isBroken && !(hasMore && lineBreakMode.truncates)
    }

    /// Adds a line below the others.
    private func append(_ font: RunFont?, _ range: Range<Int>, width: Int, _ metrics: FontMetrics) {
        let top = lines.last.map { $0.bottom + lineSpacing } ?? 0
        let firstRun = runs.count
        if let font, !range.isEmpty { runs.append(GlyphRun(font: font, glyphs: range)) }
        lines.append(
            TextLine(
                runs: firstRun..<runs.count, width: width, baseline: top + metrics.ascender,
                bottom: top + metrics.ascender - metrics.descender + metrics.leading))
        widest = max(widest, width)
    }
}
