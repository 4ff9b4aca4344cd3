internal import CPNG
import Foundation

/// Where the kinds of files keep their profiles.
extension ColorProfile {
    // MARK: PNG

    /// The profile of a PNG file.
    convenience init?(png bytes: UnsafeRawBufferPointer) {
        var packed: UnsafeRawBufferPointer?
        Self.forEachChunk(of: bytes) { kind, body, _ in
            if kind == "iCCP", packed == nil { packed = body }
            return kind != "IDAT"
        }
        // A name, a zero, the way it is packed: there is one.
        guard let packed, let zero = packed.prefix(80).firstIndex(of: 0), zero + 2 < packed.count,
            packed[zero + 1] == 0,
            let data = Self.unpacked(UnsafeRawBufferPointer(rebasing: packed[(zero + 2)...]))
        else { return nil }
        self.init(data)
    }

    /// The file without what it says about its colours besides the profile, which stands above that.
    static func withoutOtherColors(png bytes: UnsafeRawBufferPointer) -> Data {
        var result = Data(bytes.prefix(8))
        var end = 8
        forEachChunk(of: bytes) { kind, _, whole in
            if !["iCCP", "gAMA", "cHRM", "sRGB"].contains(kind) { result.append(contentsOf: bytes[whole]) }
            end = whole.upperBound
            return true
        }
        result.append(contentsOf: bytes[end...])
        return result
    }

    /// Calls `body` with the kind, the content and the place of each part, until it answers false or the parts make no
    /// sense.
    private static func forEachChunk(
        of bytes: UnsafeRawBufferPointer, _ body: (String, UnsafeRawBufferPointer, Range<Int>) -> Bool
    ) {
        var position = 8
        while position <= bytes.count - 12 {
            let length = bytes[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
            guard length <= bytes.count - 12 - position else { return }
            let kind = String(decoding: bytes[position + 4..<position + 8], as: UTF8.self)
            let content = UnsafeRawBufferPointer(rebasing: bytes[position + 8..<position + 8 + length])
            guard body(kind, content, position..<position + 12 + length) else { return }
            position += 12 + length
        }
    }

    /// Nil for what is damaged, or becomes longer than a profile may be.
    private static func unpacked(_ bytes: UnsafeRawBufferPointer) -> Data? {
        guard let start = bytes.bindMemory(to: UInt8.self).baseAddress else { return nil }
        for limit in [64 << 10, byteLimit] {
            var output = [UInt8](repeating: 0, count: limit)
            var count = uLongf(limit)
            switch uncompress(&output, &count, start, uLong(bytes.count)) {
            case Z_OK: return Data(output.prefix(Int(count)))
            case Z_BUF_ERROR: continue
            default: return nil
            }
        }
        return nil
    }

    // MARK: JPEG

    /// The profile of a JPEG file, put together from its parts.
    convenience init?(jpeg bytes: UnsafeRawBufferPointer) {
        let mark = Array("ICC_PROFILE".utf8) + [0]
        var parts: [UInt8: UnsafeRawBufferPointer] = [:]
        var count: UInt8 = 0
        var position = 2
        while position + 4 <= bytes.count, bytes[position] == 0xFF {
            let marker = bytes[position + 1]
            if marker == 0xFF {  // padding
                position += 1
                continue
            }
            // Pictures begin here; markers without a length do not occur before that.
            if marker == 0xDA || marker == 0xD9 || (0xD0...0xD8).contains(marker) || marker == 0x01 { break }
            let length = Int(bytes[position + 2]) << 8 | Int(bytes[position + 3])
            let end = position + 2 + length
            guard length >= 2, end <= bytes.count else { break }
            let segment = UnsafeRawBufferPointer(rebasing: bytes[position + 4..<end])
            if marker == 0xE2, segment.count > 14, segment.starts(with: mark) {
                count = segment[13]
                if parts[segment[12]] == nil { parts[segment[12]] = UnsafeRawBufferPointer(rebasing: segment[14...]) }
            }
            position = end
        }
        guard count > 0 else { return nil }
        var data = Data()
        for number in 1...count {
            guard let part = parts[number], data.count + part.count <= Self.byteLimit else { return nil }
            data.append(contentsOf: part)
        }
        self.init(data)
    }

    // MARK: WebP

    /// The profile of a WebP file.
    convenience init?(webp bytes: UnsafeRawBufferPointer) {
        var position = 12
        while position <= bytes.count - 8 {
            let length = (0..<4).reduce(0) { $0 | Int(bytes[position + 4 + $1]) << (8 * $1) }
            guard length <= bytes.count - 8 - position else { return nil }
            if bytes[position..<position + 4].elementsEqual(Array("ICCP".utf8)) {
                self.init(Data(bytes[position + 8..<position + 8 + length]))
                return
            }
            position += 8 + length + length % 2
        }
        return nil
    }
}
