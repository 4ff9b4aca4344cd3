import Foundation

/// Replaces part of a text by “…”, never parting the characters a reader sees as one.
///
/// pango can do this, too, but 1.50 parts a letter from its marks at the head and in the middle.
struct Truncation {
    private let mode: TextLayout.LineBreakMode
    private let characters: [Character]
    /// Whether there is text after `characters` that counts as cut off.
    private let hasMore: Bool

    /// `text` runs to the end of all text. At the tail only its first paragraph is shown; otherwise all is one line.
    init(_ text: String, mode: TextLayout.LineBreakMode) {
        self.mode = mode
        if mode == .truncatingTail {
            let end = text.firstIndex(where: \.isNewline)
            characters = Array(text[..<(end ?? text.endIndex)])
            hasMore = end != nil
        } else {
            characters = text.map { $0.isNewline ? " " : $0 }
            hasMore = false
        }
    }

    /// The text with `count` of its characters left; all of them need no “…” unless there is more.
    private func candidate(_ count: Int) -> String {
        if count == characters.count, !hasMore { return String(characters) }
        switch mode {
        case .truncatingHead:
            return "…" + String(characters.suffix(count).drop(while: \.isWhitespace))
        case .truncatingMiddle:
            return String(Self.trimmed(characters.prefix((count + 1) / 2))) + "…"
                + String(characters.suffix(count / 2).drop(while: \.isWhitespace))
        default:
            return String(Self.trimmed(characters.prefix(count))) + "…"
        }
    }

    /// Without the white space at the end.
    private static func trimmed(_ characters: ArraySlice<Character>) -> ArraySlice<Character> {
        var characters = characters
        while characters.last?.isWhitespace == true { characters.removeLast() }
        return characters
    }

    /// The candidate with the most characters that `measure` finds no wider than `width`; the shortest if none fits.
    func longest(within width: Int, measure: (String) -> Int) -> String {
        var fits = 0
        var fitsWidth = measure(candidate(0))
        var exceeds = characters.count
        var exceedsWidth = measure(candidate(exceeds))
        if exceedsWidth <= width { return candidate(exceeds) }
        var probes = 0
        while exceeds - fits > 1 {
            // Where the width would be reached if all characters were alike; by halves if that does not get there.
            var next = (fits + exceeds) / 2
            if probes < 6, exceedsWidth > fitsWidth, width >= fitsWidth {
                next = fits + (exceeds - fits) * (width - fitsWidth) / (exceedsWidth - fitsWidth)
                next = min(max(next, fits + 1), exceeds - 1)
            }
            probes += 1
            let nextWidth = measure(candidate(next))
            if nextWidth <= width {
                (fits, fitsWidth) = (next, nextWidth)
            } else {
                (exceeds, exceedsWidth) = (next, nextWidth)
            }
        }
        return candidate(fits)
    }
}

extension TextLayout.LineBreakMode {
    var truncates: Bool {
        switch self {
        case .truncatingHead, .truncatingMiddle, .truncatingTail: true
        case .wordWrapping, .characterWrapping, .clipping: false
        }
    }
}
