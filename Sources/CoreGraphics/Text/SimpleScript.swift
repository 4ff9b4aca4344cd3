/// The script of a text that needs nothing but one font: no right-to-left, no joining letters, no marks of their own,
/// no pictures.
enum SimpleScript: UInt8 {
    /// Digits, spaces and punctuation only.
    case common
    case latin
    case greek
    case cyrillic

    /// A letter from which pango's answer for the whole script can be had.
    var sample: String {
        switch self {
        case .common: "1"
        case .latin: "a"
        case .greek: "α"
        case .cyrillic: "я"
        }
    }

    /// The script of a text in UTF-8; nil if it has anything that only pango should handle, two scripts included.
    init?(_ text: UnsafeBufferPointer<UInt8>) {
        var found = SimpleScript.common
        var index = 0
        while index < text.count {
            let byte = text[index]
            let script: SimpleScript
            if byte < 0x80 {
                guard byte >= 0x20, byte != 0x7F else { return nil }
                let letter = byte | 0x20
                script = letter >= 0x61 && letter <= 0x7A ? .latin : .common
                index += 1
            } else if byte & 0xE0 == 0xC0, index + 1 < text.count {
                guard let known = Self.twoBytes(UInt32(byte & 0x1F) << 6 | UInt32(text[index + 1] & 0x3F)) else {
                    return nil
                }
                script = known
                index += 2
            } else if byte & 0xF0 == 0xE0, index + 2 < text.count {
                let scalar =
                    UInt32(byte & 0x0F) << 12 | UInt32(text[index + 1] & 0x3F) << 6 | UInt32(text[index + 2] & 0x3F)
                guard Self.isCommon(scalar) else { return nil }
                script = .common
                index += 3
            } else {
                return nil
            }
            if script != .common {
                guard found == .common || found == script else { return nil }
                found = script
            }
        }
        self = found
    }

    /// Letters and signs below U+0800.
    private static func twoBytes(_ scalar: UInt32) -> SimpleScript? {
        switch scalar {
        case 0xAA, 0xBA, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x24F: .latin
        case 0xAD: nil  // soft hyphen
        case 0xA0...0xBF, 0xD7, 0xF7: .common
        case 0x386, 0x388...0x38A, 0x38C, 0x38E...0x3A1, 0x3A3...0x3CE: .greek
        case 0x400...0x481, 0x48A...0x4FF: .cyrillic
        default: nil
        }
    }

    /// Dashes, quotation marks, dots, primes, currencies and the minus sign.
    private static func isCommon(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x2010...0x2015, 0x2018...0x201F, 0x2020...0x2022, 0x2026, 0x2030, 0x2032, 0x2033, 0x2039, 0x203A,
            0x20A0...0x20BF, 0x2212:
            true
        default:
            false
        }
    }
}
