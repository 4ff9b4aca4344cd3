/// Where the lines of a plain paragraph may be broken, by rules that every version of the Unicode line breaking algorithm
/// has in common: after a space, and after a hyphen before a letter. A text in which another rule might have a say is not
/// plain; pango breaks that.
struct LineBreaks {
    /// Byte offsets of what may begin a line, rising.
    private(set) var offsets = ContiguousArray<Int32>()

    private enum Kind: UInt8 {
        case start, letter, digit, space, comma, exclamation, quote, apostrophe, hyphen, opening, closing, percent
    }

    /// Finds the breaks of a text in UTF-8 that is of one simple script; false if it is not plain.
    mutating func find(in text: UnsafeBufferPointer<UInt8>) -> Bool {
        offsets.removeAll(keepingCapacity: true)
        var previous = Kind.start
        var beforeSpace = Kind.start
        var index = 0
        while index < text.count {
            let byte = text[index]
            let kind: Kind
            var length = 1
            switch byte {
            case 0x41...0x5A, 0x61...0x7A: kind = .letter
            case 0x20: kind = .space
            case 0x30...0x39: kind = .digit
            case UInt8(ascii: ","), UInt8(ascii: "."), UInt8(ascii: ":"), UInt8(ascii: ";"): kind = .comma
            case UInt8(ascii: "!"), UInt8(ascii: "?"): kind = .exclamation
            case UInt8(ascii: "\""), UInt8(ascii: "'"): kind = .quote
            case UInt8(ascii: "-"): kind = .hyphen
            case UInt8(ascii: "("): kind = .opening
            case UInt8(ascii: ")"): kind = .closing
            case UInt8(ascii: "%"): kind = .percent
            case 0xC3...0xD3:
                // Letters all, but for the signs of multiplication and division.
                guard index + 1 < text.count, byte != 0xC3 || (text[index + 1] != 0x97 && text[index + 1] != 0xB7)
                else { return false }
                kind = .letter
                length = 2
            case 0xE2:
                guard index + 2 < text.count, text[index + 1] == 0x80, text[index + 2] == 0x99 else { return false }
                kind = .apostrophe
                length = 3
            default: return false
            }
            switch Self.joint(previous, kind) {
            case .never: break
            case .maybe: offsets.append(Int32(truncatingIfNeeded: index))
            case .unknown: return false
            }
            // Some versions keep a bracket with a quotation mark before the space.
            if previous == .space, kind == .opening, beforeSpace == .quote || beforeSpace == .apostrophe {
                return false
            }
            if kind == .space { beforeSpace = previous }
            previous = kind
            index += length
        }
        switch previous {
        case .letter, .digit, .comma, .exclamation, .quote, .closing, .percent: return true
        case .start, .space, .apostrophe, .hyphen, .opening: return false
        }
    }

    private enum Joint { case never, maybe, unknown }

    /// Whether a line may end between two neighbours.
    private static func joint(_ left: Kind, _ right: Kind) -> Joint {
        switch (left, right) {
        case (.start, .letter), (.start, .digit), (.start, .quote), (.start, .opening): .never
        case (.space, .letter), (.space, .digit), (.space, .quote), (.space, .opening), (.space, .percent): .maybe
        case (.letter, .letter), (.letter, .digit), (.digit, .letter), (.digit, .digit): .never
        case (.letter, .apostrophe), (.apostrophe, .letter), (.apostrophe, .space), (.apostrophe, .comma): .never
        case (.letter, .hyphen), (.digit, .hyphen), (.hyphen, .digit): .never
        case (.hyphen, .letter): .maybe
        case (.digit, .percent): .never
        case (.letter, .opening), (.digit, .opening), (.quote, .opening): .never
        case (.opening, .letter), (.opening, .digit), (.opening, .quote), (.opening, .opening): .never
        case (.comma, .letter), (.comma, .digit), (.closing, .letter), (.closing, .digit): .never
        case (.quote, .letter), (.quote, .digit): .never
        case (.letter, _), (.digit, _), (.comma, _), (.exclamation, _), (.quote, _), (.closing, _), (.percent, _):
            switch right {
            case .space, .comma, .exclamation, .closing: .never
            case .quote: left == .percent ? .unknown : .never
            default: .unknown
            }
        default: .unknown
        }
    }
}
