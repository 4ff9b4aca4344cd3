import Foundation

/// Writes PNG files of every colour type and depth by the book, uncompressed: an opinion of its own about the format.
struct PNGWriter {
    /// 0 grey, 2 RGB, 3 palette, 4 grey and alpha, 6 RGBA.
    var colorType: UInt8
    var depth: Int
    var width: Int
    var height: Int
    var palette: [UInt8] = []
    var paletteAlpha: [UInt8] = []
    /// Extra chunks before the pixels.
    var extra: [(String, [UInt8])] = []

    private var samples: Int { [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][colorType] ?? 1 }

    /// `sample(x, y, component)` is in the depth's own range.
    func write(_ sample: (Int, Int, Int) -> Int) -> Data {
        var raw: [UInt8] = []
        for y in 0..<height {
            raw.append(0)  // no filter
            var bits = 0
            var count = 0
            for x in 0..<width {
                for component in 0..<samples {
                    bits = bits << depth | sample(x, y, component)
                    count += depth
                    while count >= 8 {
                        raw.append(UInt8(bits >> (count - 8) & 0xFF))
                        count -= 8
                        bits &= (1 << count) - 1
                    }
                }
            }
            if count > 0 { raw.append(UInt8(bits << (8 - count) & 0xFF)) }
        }
        return file(header: header, pixels: Self.zlib(raw))
    }

    var header: [UInt8] { big(width) + big(height) + [UInt8(depth), colorType, 0, 0, 0] }

    func file(header: [UInt8], pixels: [UInt8]) -> Data {
        var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        bytes += chunk("IHDR", header)
        for (name, body) in extra { bytes += chunk(name, body) }
        if !palette.isEmpty { bytes += chunk("PLTE", palette) }
        if !paletteAlpha.isEmpty { bytes += chunk("tRNS", paletteAlpha) }
        bytes += chunk("IDAT", pixels) + chunk("IEND", [])
        return Data(bytes)
    }

    private func big(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> (24 - 8 * $0) & 0xFF) } }

    private func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
        let named = Array(name.utf8) + body
        return big(body.count) + named + big(Int(Self.crc(named)))
    }

    static func zlib(_ raw: [UInt8]) -> [UInt8] {
        var result: [UInt8] = [0x78, 0x01]
        var rest = raw[...]
        repeat {
            let part = rest.prefix(65_535)
            rest = rest.dropFirst(65_535)
            let count = part.count
            result += [
                rest.isEmpty ? 1 : 0, UInt8(count & 0xFF), UInt8(count >> 8), UInt8(~count & 0xFF),
                UInt8(~count >> 8 & 0xFF),
            ]
            result += part
        } while !rest.isEmpty
        var (a, b): (UInt32, UInt32) = (1, 0)
        for byte in raw {
            a = (a + UInt32(byte)) % 65_521
            b = (b + a) % 65_521
        }
        let sum = b << 16 | a
        return result + (0..<4).map { UInt8(sum >> (24 - 8 * UInt32($0)) & 0xFF) }
    }

    private static func crc(_ bytes: [UInt8]) -> UInt32 {
        var crc: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 != 0 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
        }
        return ~crc
    }
}
