extension JSONValue {
    /// Why a text is not JSON.
    public struct ParsingError: Error, Hashable, Sendable {
        public var reason: String
        /// Bytes before the mistake.
        public var offset: Int
    }

    /// Reads one value. What comes from another process may be anything: time and memory stay in proportion to the text.
    /// - Parameter maximumDepth: how deep lists and objects may lie in one another.
    public init(parsing bytes: some RandomAccessCollection<UInt8>, maximumDepth: Int = 32) throws(ParsingError) {
        var parser = JSONParser(bytes: Array(bytes), maximumDepth: maximumDepth)
        self = try parser.parse()
    }
}

private struct JSONParser {
    let bytes: [UInt8]
    let maximumDepth: Int
    private var index = 0
    private var depth = 0

    init(bytes: [UInt8], maximumDepth: Int) {
        self.bytes = bytes
        self.maximumDepth = maximumDepth
    }

    mutating func parse() throws(JSONValue.ParsingError) -> JSONValue {
        let value = try value()
        skipSpace()
        if index < bytes.count { throw wrong("something follows the value") }
        return value
    }

    private func wrong(_ reason: String) -> JSONValue.ParsingError {
        JSONValue.ParsingError(reason: reason, offset: index)
    }

    private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func skipSpace() {
        while let byte = next, [0x20, 0x09, 0x0a, 0x0d].contains(byte) { index += 1 }
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: character) else { return false }
        index += 1
        return true
    }

    private mutating func value() throws(JSONValue.ParsingError) -> JSONValue {
        skipSpace()
        switch next {
        case UInt8(ascii: "{"): return try nested { (parser) throws(JSONValue.ParsingError) in try parser.object() }
        case UInt8(ascii: "["): return try nested { (parser) throws(JSONValue.ParsingError) in try parser.list() }
        case UInt8(ascii: "\""): return .text(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        case nil: throw wrong("the text ends too soon")
        default: return try number()
        }
    }

    private mutating func nested(
        _ body: (inout JSONParser) throws(JSONValue.ParsingError) -> JSONValue
    ) throws(JSONValue.ParsingError) -> JSONValue {
        guard depth < maximumDepth else { throw wrong("deeper than \(maximumDepth) levels") }
        depth += 1
        index += 1
        let value = try body(&self)
        depth -= 1
        return value
    }

    private mutating func object() throws(JSONValue.ParsingError) -> JSONValue {
        var fields: [JSONValue.Field] = []
        skipSpace()
        if take("}") { return .object([]) }
        while true {
            skipSpace()
            guard next == UInt8(ascii: "\"") else { throw wrong("a field's name is missing") }
            let name = try string()
            skipSpace()
            guard take(":") else { throw wrong("\":\" is missing") }
            fields.append(JSONValue.Field(name: name, value: try value()))
            skipSpace()
            if take("}") { return .object(fields) }
            guard take(",") else { throw wrong("\",\" or \"}\" is missing") }
        }
    }

    private mutating func list() throws(JSONValue.ParsingError) -> JSONValue {
        var values: [JSONValue] = []
        skipSpace()
        if take("]") { return .list([]) }
        while true {
            values.append(try value())
            skipSpace()
            if take("]") { return .list(values) }
            guard take(",") else { throw wrong("\",\" or \"]\" is missing") }
        }
    }

    private mutating func word(_ word: StaticString, _ value: JSONValue) throws(JSONValue.ParsingError) -> JSONValue {
        let text = "\(word)".utf8
        guard bytes[index...].starts(with: text) else { throw wrong("no value") }
        index += text.count
        return value
    }

    private mutating func number() throws(JSONValue.ParsingError) -> JSONValue {
        let start = index
        while let byte = next, (0x30...0x39).contains(byte) || [0x2b, 0x2d, 0x2e, 0x45, 0x65].contains(byte) {
            index += 1
        }
        let text = String(decoding: bytes[start..<index], as: UTF8.self)
        if let number = Int(text), !text.hasPrefix("+") { return .integer(number) }
        guard let first = text.first, first == "-" || first.isNumber, let number = Double(text), number.isFinite else {
            index = start
            throw wrong("no value")
        }
        return .number(number)
    }

    private mutating func string() throws(JSONValue.ParsingError) -> String {
        index += 1
        var text: [UInt8] = []
        while let byte = next {
            index += 1
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"): text += try escape().utf8
            case 0..<0x20: throw wrong("a control character in a text")
            default: text.append(byte)
            }
        }
        throw wrong("a text has no end")
    }

    private mutating func escape() throws(JSONValue.ParsingError) -> String {
        guard let byte = next else { throw wrong("a text has no end") }
        index += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return String(Unicode.Scalar(byte))
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{c}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return try unicode()
        default: throw wrong("no such escape")
        }
    }

    private mutating func unicode() throws(JSONValue.ParsingError) -> String {
        let first = try hexadecimal()
        // Two halves make one character; half a one is none.
        if 0xd800..<0xdc00 ~= first, bytes[index...].starts(with: [0x5c, 0x75]) {
            let before = index
            index += 2
            let second = try hexadecimal()
            if 0xdc00..<0xe000 ~= second {
                let code: UInt32 = 0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00)
                if let scalar = Unicode.Scalar(code) { return String(scalar) }
            }
            index = before
        }
        return Unicode.Scalar(first).map { String($0) } ?? "\u{fffd}"
    }

    private mutating func hexadecimal() throws(JSONValue.ParsingError) -> UInt32 {
        let digits = bytes[index...].prefix(4)
        guard digits.count == 4, digits.allSatisfy({ Self.isHexadecimal($0) }),
            let number = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
        else { throw wrong("\\u takes four hexadecimal digits") }
        index += 4
        return number
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte) || (0x61...0x66).contains(byte)
    }
}
