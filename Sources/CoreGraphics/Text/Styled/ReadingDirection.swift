internal import CPango
import Foundation

/// Which way a paragraph is read, by its first letter, as the Unicode bidirectional algorithm has it.
enum ReadingDirection {
    static func isRightToLeft(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        var isolates = 0
        for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
            switch scalar.value {
            case 0x2066...0x2068: isolates += 1
            case 0x2069: isolates = max(isolates - 1, 0)
            case 0x200E where isolates == 0: return false
            case 0x200F where isolates == 0, 0x061C where isolates == 0: return true
            default:
                if isolates == 0, g_unichar_isalpha(scalar.value) != 0 { return isInRightToLeftBlock(scalar.value) }
            }
        }
        return false
    }

    private static func isInRightToLeftBlock(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
        default: false
        }
    }
}
