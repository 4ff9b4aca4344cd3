/// Reads little-endian numbers from bytes that nobody vouches for: beyond their end there is nothing.
struct ByteReader {
    let bytes: UnsafeRawBufferPointer
    var position = 0

    init(_ bytes: UnsafeRawBufferPointer, at position: Int = 0) {
        self.bytes = bytes
        self.position = position
    }

    var rest: Int { max(bytes.count - position, 0) }

    mutating func byte() -> Int? {
        guard position >= 0, position < bytes.count else { return nil }
        defer { position += 1 }
        return Int(bytes[position])
    }

    mutating func number16() -> Int? {
        guard position >= 0, position <= bytes.count - 2 else { return nil }
        defer { position += 2 }
        return Int(UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt16.self)))
    }

    mutating func number32() -> UInt32? {
        guard position >= 0, position <= bytes.count - 4 else { return nil }
        defer { position += 4 }
        return UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt32.self))
    }

    mutating func signed32() -> Int? { number32().map { Int(Int32(bitPattern: $0)) } }

    /// The next `count` bytes; nil if there are fewer.
    mutating func slice(_ count: Int) -> UnsafeRawBufferPointer? {
        guard count >= 0, position >= 0, count <= rest else { return nil }
        defer { position += count }
        return UnsafeRawBufferPointer(rebasing: bytes[position..<position + count])
    }
}
