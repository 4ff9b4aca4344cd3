import Foundation

/// A binary property list from a stranger, read object by object as it is asked for.
///
/// Foundation reads such lists too, but whole, so that a few bytes can stand for more objects than memory holds, and it
/// keeps to itself the references that archives are made of.
struct BinaryPropertyList {
    enum Value {
        case bool(Bool)
        case integer(Int64)
        case real(Double)
        /// Seconds from the beginning of 2001.
        case date(Double)
        case data(Data)
        case string(String)
        /// A reference into an archive's list of objects.
        case reference(Int)
        /// Numbers of objects.
        case array([Int])
        /// Numbers of keys and of values.
        case dictionary([(key: Int, value: Int)])
    }

    /// Longer lists are not read.
    static let byteLimit = 32 << 20
    /// Longer names of values, in units of text, are not read: one may be there very often.
    private static let nameLimit = 256

    private let bytes: [UInt8]
    private let offsetSize: Int
    private let referenceSize: Int
    private let table: Int
    let count: Int
    /// Number of the object that holds all others.
    let top: Int

    /// Nil for anything that is not such a list from the outside.
    init?(_ data: Data) {
        guard data.count >= 40, data.count <= Self.byteLimit, data.starts(with: Array("bplist00".utf8)) else {
            return nil
        }
        bytes = [UInt8](data)
        let trailer = bytes.count - 32
        offsetSize = Int(bytes[trailer + 6])
        referenceSize = Int(bytes[trailer + 7])
        guard (1...8).contains(offsetSize), (1...8).contains(referenceSize),
            let count = Self.number(bytes, trailer + 8, 8), let top = Self.number(bytes, trailer + 16, 8),
            let table = Self.number(bytes, trailer + 24, 8)
        else { return nil }
        // An object takes a byte and its place in the table.
        guard count > 0, count <= bytes.count, top < count, table >= 8, table <= trailer,
            count <= (trailer - table) / offsetSize
        else { return nil }
        self.count = count
        self.top = top
        self.table = table
    }

    /// Big-endian, without a sign; nil for more than an `Int` holds or than there is.
    private static func number(_ bytes: [UInt8], _ start: Int, _ size: Int) -> Int? {
        guard start >= 0, size >= 0, start <= bytes.count - size else { return nil }
        var result: UInt64 = 0
        for byte in bytes[start..<start + size] {
            guard result >> 56 == 0 else { return nil }
            result = result << 8 | UInt64(byte)
        }
        return Int(exactly: result)
    }

    /// Nil for a number that names nothing, or an object that is damaged.
    func value(_ index: Int) -> Value? {
        guard index >= 0, index < count, let start = Self.number(bytes, table + index * offsetSize, offsetSize),
            start >= 8, start < table
        else { return nil }
        let kind = bytes[start] >> 4
        let low = Int(bytes[start] & 15)
        switch kind {
        case 0x0:
            if low == 8 { return .bool(false) }
            return low == 9 ? .bool(true) : nil
        case 0x1:
            guard low <= 4 else { return nil }
            return integer(start + 1, 1 << low).map { .integer($0) }
        case 0x2:
            switch low {
            case 2: return Self.number(bytes, start + 1, 4).map { .real(Double(Float(bitPattern: UInt32($0)))) }
            case 3: return real(start + 1).map { .real($0) }
            default: return nil
            }
        case 0x3: return low == 3 ? real(start + 1).map { .date($0) } : nil
        case 0x8: return Self.number(bytes, start + 1, low + 1).map { .reference($0) }
        default: return list(kind, start, low)
        }
    }

    private func integer(_ start: Int, _ size: Int) -> Int64? {
        // Sixteen bytes hold numbers of 64 bits without a sign.
        let start = size == 16 ? start + 8 : start
        let size = min(size, 8)
        guard start <= table - size else { return nil }
        var result: UInt64 = 0
        for byte in bytes[start..<start + size] { result = result << 8 | UInt64(byte) }
        return Int64(bitPattern: result)
    }

    private func real(_ start: Int) -> Double? {
        integer(start, 8).map { Double(bitPattern: UInt64(bitPattern: $0)) }
    }

    private func list(_ kind: UInt8, _ start: Int, _ low: Int) -> Value? {
        var count = low
        var first = start + 1
        if low == 15 {
            guard first < table, bytes[first] >> 4 == 1, bytes[first] & 15 <= 3 else { return nil }
            let size = 1 << Int(bytes[first] & 15)
            guard let number = Self.number(bytes, first + 1, size) else { return nil }
            count = number
            first += 1 + size
        }
        let room = table - first
        switch kind {
        case 0x4:
            guard count <= room else { return nil }
            return .data(Data(bytes[first..<first + count]))
        case 0x5:
            guard count <= room else { return nil }
            return .string(String(decoding: bytes[first..<first + count], as: UTF8.self))
        case 0x6:
            guard count <= room / 2 else { return nil }
            let units = (0..<count).map { UInt16(bytes[first + 2 * $0]) << 8 | UInt16(bytes[first + 2 * $0 + 1]) }
            return .string(String(decoding: units, as: UTF16.self))
        case 0xA, 0xC:
            guard count <= room / referenceSize, let items = references(first, count) else { return nil }
            return .array(items)
        case 0xD:
            guard count <= room / (2 * referenceSize), let items = references(first, 2 * count) else { return nil }
            return .dictionary((0..<count).map { (items[$0], items[count + $0]) })
        default:
            return nil
        }
    }

    private func references(_ start: Int, _ count: Int) -> [Int]? {
        var result: [Int] = []
        result.reserveCapacity(count)
        for index in 0..<count {
            guard let number = Self.number(bytes, start + index * referenceSize, referenceSize) else { return nil }
            result.append(number)
        }
        return result
    }

    /// A short text.
    func name(_ index: Int) -> String? {
        guard index >= 0, index < count, let start = Self.number(bytes, table + index * offsetSize, offsetSize),
            start >= 8, start < table, bytes[start] >> 4 == 5 || bytes[start] >> 4 == 6
        else { return nil }
        if bytes[start] & 15 == 15 {
            guard start + 1 < table, bytes[start + 1] >> 4 == 1, bytes[start + 1] & 15 <= 3,
                let length = Self.number(bytes, start + 2, 1 << Int(bytes[start + 1] & 15)), length <= Self.nameLimit
            else { return nil }
        }
        guard case .string(let text) = value(index) else { return nil }
        return text
    }

    /// A dictionary by its keys; of a key that is there twice, the first counts.
    func dictionary(_ index: Int) -> [String: Int]? {
        guard case .dictionary(let pairs) = value(index) else { return nil }
        var result: [String: Int] = [:]
        for pair in pairs {
            guard let key = name(pair.key) else { return nil }
            if result[key] == nil { result[key] = pair.value }
        }
        return result
    }
}
