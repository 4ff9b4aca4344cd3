import Foundation

extension TextLayout {
    /// The longest text, bytes, that is tried without pango.
    private static let longestSimpleText = 1024

    /// Lays out a text that is one line of one simple script in one font; false if it is not. Under the engine's lock.
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
        guard bytes.count <= Self.longestSimpleText else { return false }
        glyphs.removeAll(keepingCapacity: true)
        runs.removeAll(keepingCapacity: true)
        lines.removeAll(keepingCapacity: true)
        widest = 0
        hasMore = false
        let metrics = face.metrics
        height = metrics.lineHeight
        if !bytes.isEmpty {
            guard let script = SimpleScript(bytes), let shaper = face.shaper(for: script, engine: engine),
                shaper.shape(bytes, with: engine.buffer, into: &glyphs, width: &widest), widest <= widthLimit ?? .max
            else { return false }
            runs.append(GlyphRun(font: shaper.font, glyphs: 0..<glyphs.count))
        }
        lines.append(TextLine(runs: 0..<runs.count, width: widest, baseline: metrics.ascender, bottom: height))
        isSimple = true
        return true
    }
}
