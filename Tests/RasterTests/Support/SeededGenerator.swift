/// The same numbers for the same seed, on every machine; failing tests print the seed.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    /// A premultiplied pixel: empty, opaque or anything between.
    mutating func pixel() -> UInt32 {
        let word = UInt32(truncatingIfNeeded: next())
        switch word >> 30 {
        case 0: return 0
        case 1: return word | 0xFF00_0000
        default:
            let alpha = UInt32.random(in: 0...255, using: &self)
            var result = alpha << 24
            for shift: UInt32 in [0, 8, 16] { result |= ((word >> shift) & 255) * alpha / 255 << shift }
            return result
        }
    }

    /// Pixels in runs of one kind, so that groups that are wholly opaque, wholly empty and mixed all occur.
    mutating func pixels(_ count: Int) -> [UInt32] {
        var result: [UInt32] = []
        while result.count < count {
            let kind = Int.random(in: 0..<3, using: &self)
            let length = Int.random(in: 1...24, using: &self)
            for _ in 0..<length { result.append(kind == 0 ? 0 : kind == 1 ? pixel() | 0xFF00_0000 : pixel()) }
        }
        return Array(result.prefix(count))
    }

    /// Coverage in runs: nothing, everything, anything.
    mutating func coverage(_ count: Int) -> [UInt8] {
        var result: [UInt8] = []
        while result.count < count {
            let kind = Int.random(in: 0..<3, using: &self)
            let length = Int.random(in: 1...24, using: &self)
            for _ in 0..<length {
                result.append(kind == 0 ? 0 : kind == 1 ? 255 : UInt8.random(in: 0...255, using: &self))
            }
        }
        return Array(result.prefix(count))
    }
}
