/// Reads JSON (RFC 8259) with comments from `//` to the end of the line, and remembers lines.
///
/// Strict where a mistake could hide: a name twice in one object is an error. Nesting is bounded.
struct BoardJSONParser {
    static let maximumDepth = 16

    private let bytes: [UInt8]
    private var position = 0
    private var line = 1

    private init(_ bytes: [UInt8]) { self.bytes = bytes }

    static func parse(_ bytes: [UInt8]) throws(BoardJSONError) -> BoardJSON {
        guard String(validating: bytes, as: UTF8.self) != nil else {
            throw BoardJSONError(line: 1, reason: "the file is not UTF-8 text")
        }
        var parser = BoardJSONParser(bytes)
        let value = try parser.value(depth: 0)
        try parser.skipSpace()
        if parser.position < bytes.count {
            throw parser.error("nothing may follow the closing bracket")
        }
        return value
    }

    // MARK: Values

    private mutating func value(depth: Int) throws(BoardJSONError) -> BoardJSON {
        try skipSpace()
        guard depth < Self.maximumDepth else { throw error("brackets are nested too deep") }
        let start = line
        let value: BoardJSON.Value
        switch peek {
        case UInt8(ascii: "{"): value = .object(try members(depth: depth))
        case UInt8(ascii: "["): value = .array(try elements(depth: depth))
        case UInt8(ascii: "\""): value = .string(try text())
        case let byte? where "-0123456789".utf8.contains(byte): value = .number(try number())
        case nil: throw error("the file ends where a value should be")
        default: value = try word()
        }
        return BoardJSON(value: value, line: start)
    }

    private mutating func members(depth: Int) throws(BoardJSONError) -> [BoardJSON.Member] {
        position += 1
        var members: [BoardJSON.Member] = []
        var names: Set<String> = []
        while try !closes(UInt8(ascii: "}"), first: members.isEmpty) {
            guard peek == UInt8(ascii: "\"") else { throw error("a name in quotes should be here") }
            let nameLine = line
            let name = try text()
            guard names.insert(name).inserted else { throw error("\"\(name)\" is there twice") }
            try skipSpace()
            guard take(UInt8(ascii: ":")) else { throw error("a colon should follow \"\(name)\"") }
            members.append(BoardJSON.Member(name: name, line: nameLine, value: try value(depth: depth + 1)))
        }
        return members
    }

    private mutating func elements(depth: Int) throws(BoardJSONError) -> [BoardJSON] {
        position += 1
        var elements: [BoardJSON] = []
        while try !closes(UInt8(ascii: "]"), first: elements.isEmpty) {
            elements.append(try value(depth: depth + 1))
        }
        return elements
    }

    /// Takes the closing bracket, or the comma before the next item.
    private mutating func closes(_ bracket: UInt8, first: Bool) throws(BoardJSONError) -> Bool {
        try skipSpace()
        if take(bracket) { return true }
        if first { return false }
        guard take(UInt8(ascii: ",")) else {
            throw error("a comma or \"\(Character(Unicode.Scalar(bracket)))\" should be here")
        }
        try skipSpace()
        if peek == bracket { throw error("the comma before \"\(Character(Unicode.Scalar(bracket)))\" must go") }
        return false
    }

    private mutating func word() throws(BoardJSONError) -> BoardJSON.Value {
        let start = position
        while let byte = peek, byte >= UInt8(ascii: "A"), byte <= UInt8(ascii: "z") { position += 1 }
        let word = String(decoding: bytes[start..<position], as: UTF8.self)
        switch word {
        case "true": return .bool(true)
        case "false": return .bool(false)
        case "null": return .null
        default: throw error(word.isEmpty ? "a value should be here" : "\"\(word)\" needs quotes")
        }
    }

    private mutating func number() throws(BoardJSONError) -> Double {
        let start = position
        while let byte = peek, "+-.0123456789eE".utf8.contains(byte) { position += 1 }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        let digits = text.drop { $0 == "-" }
        let hasLeadingZero = digits.count > 1 && digits.first == "0" && digits.dropFirst().first?.isNumber == true
        guard let number = Double(text), number.isFinite, !hasLeadingZero, text.last != "." else {
            throw error("\"\(text)\" is not a number")
        }
        return number
    }

    // MARK: Texts

    private mutating func text() throws(BoardJSONError) -> String {
        position += 1
        var scalars = String.UnicodeScalarView()
        var start = position
        while let byte = peek {
            switch byte {
            case UInt8(ascii: "\""):
                append(from: start, to: &scalars)
                position += 1
                return String(scalars)
            case UInt8(ascii: "\\"):
                append(from: start, to: &scalars)
                position += 1
                scalars.append(try escape())
                start = position
            case 0..<0x20:
                throw error("the text has no closing quote on its line")
            default:
                position += 1
            }
        }
        throw error("the file ends inside a text")
    }

    private func append(from start: Int, to scalars: inout String.UnicodeScalarView) {
        scalars.append(contentsOf: String(decoding: bytes[start..<position], as: UTF8.self).unicodeScalars)
    }

    private mutating func escape() throws(BoardJSONError) -> Unicode.Scalar {
        guard let byte = peek else { throw error("the file ends inside a text") }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{c}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"):
            let unit = try codeUnit()
            guard UTF16.isLeadSurrogate(unit) else {
                guard let scalar = Unicode.Scalar(unit) else { throw error("half a surrogate pair") }
                return scalar
            }
            guard take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else { throw error("half a surrogate pair") }
            let trail = try codeUnit()
            guard UTF16.isTrailSurrogate(trail) else { throw error("half a surrogate pair") }
            return UTF16.decode(UTF16.EncodedScalar([unit, trail]))
        default: throw error("a backslash may stand before \" \\ / b f n r t u")
        }
    }

    private mutating func codeUnit() throws(BoardJSONError) -> UInt16 {
        let end = position + 4
        guard end <= bytes.count, bytes[position] != UInt8(ascii: "+"), bytes[position] != UInt8(ascii: "-"),
            let unit = UInt16(String(decoding: bytes[position..<end], as: UTF8.self), radix: 16)
        else { throw error("four hexadecimal digits should follow \\u") }
        position = end
        return unit
    }

    // MARK: Bytes

    private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard peek == byte else { return false }
        position += 1
        return true
    }

    private mutating func skipSpace() throws(BoardJSONError) {
        while let byte = peek {
            switch byte {
            case UInt8(ascii: "\n"):
                line += 1
                position += 1
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"):
                position += 1
            case UInt8(ascii: "/"):
                guard position + 1 < bytes.count, bytes[position + 1] == UInt8(ascii: "/") else {
                    throw error("a comment begins with //")
                }
                while let byte = peek, byte != UInt8(ascii: "\n") { position += 1 }
            default:
                return
            }
        }
    }

    private func error(_ reason: String) -> BoardJSONError {
        BoardJSONError(line: line, reason: reason)
    }
}
