import Foundation

/// Memory for glyph pictures: handed out in order, never given back one by one. When the limit is reached everything is
/// forgotten at once, which costs a millisecond every few thousand new glyphs and no bookkeeping in between.
///
/// Used under the text engine's lock.
final class GlyphMemory {
    /// Bytes for all glyphs together.
    static let limit = 4 << 20
    private static let blockSize = 128 << 10

    /// Counts the times everything was forgotten; pictures from an earlier generation are gone.
    private(set) var generation = 0
    private var blocks: [UnsafeMutableRawPointer] = []
    private var taken = 0
    private var next: UnsafeMutableRawPointer?
    private var left = 0

    /// `count` zero bytes, valid until `generation` changes, which only this call does.
    func take(_ count: Int) -> UnsafeMutableRawPointer? {
        if count > left {
            let size = max(count, Self.blockSize)
            if taken + size > Self.limit, !blocks.isEmpty { forgetAll() }
            guard let block = calloc(1, size) else { return nil }
            blocks.append(block)
            taken += size
            next = block
            left = size
        }
        guard let result = next else { return nil }
        next = result + count
        left -= count
        return result
    }

    private func forgetAll() {
        for block in blocks { free(block) }
        blocks.removeAll(keepingCapacity: true)
        taken = 0
        next = nil
        left = 0
        generation += 1
    }
}
