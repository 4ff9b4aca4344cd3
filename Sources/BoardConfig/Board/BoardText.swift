/// The text of a board file, changed in one place: comments and everything else stay as whoever wrote it left them.
public struct BoardText: Hashable, Sendable {
    public private(set) var text: String

    /// - Parameter text: a board file that can be used.
    public init(_ text: String) { self.text = text }

    /// A file for a machine that has none yet.
    ///
    /// - Parameters:
    ///   - match: conditions of `match`, each with its values.
    ///   - source: where the facts are from.
    public init(name: String, match: [(field: String, values: [String])], comment: [String], source: String) {
        var lines = comment.map { "// \(BoardText.plain($0))" }
        let conditions = match.map { condition in
            let values = condition.values.map(BoardText.quoted)
            let isList = !["dmi_vendor", "dmi_product"].contains(condition.field)
            return "\"\(condition.field)\": \(isList ? "[\(values.joined(separator: ", "))]" : values.first ?? "\"\"")"
        }
        lines += [
            "{", "    \"name\": \(BoardText.quoted(name)),", "    \"match\": {\(conditions.joined(separator: ", "))},",
            "    \"sources\": [\(BoardText.quoted(source))],", "    \"verified\": \"hardware\"", "}",
        ]
        text = lines.joined(separator: "\n") + "\n"
    }

    /// Replaces the file's `touch`, or adds it.
    ///
    /// - Parameter comment: what a reader should know, a line each.
    /// - Returns: false when the text is no board file.
    public mutating func setTouch(_ touch: [BoardTouch], comment: [String] = []) -> Bool {
        let bytes = Array(text.utf8)
        var list = comment.map { "        // \(Self.plain($0))\n" }.joined()
        list += touch.map { "        \(Self.object($0))" }.joined(separator: ",\n")
        let value = Array("[\n\(list)\n    ]".utf8)
        var scanner = Scanner(bytes: bytes)
        guard let found = scanner.member("touch") else { return false }
        switch found {
        case .value(let range):
            text = String(decoding: bytes[..<range.lowerBound] + value + bytes[range.upperBound...], as: UTF8.self)
        case .place(let index, let isFirst):
            let member = Array("\(isFirst ? "" : ",")\n    \"touch\": ".utf8) + value + (isFirst ? [0x0a] : [])
            text = String(decoding: bytes[..<index] + member + bytes[index...], as: UTF8.self)
        }
        return true
    }

    private static func object(_ touch: BoardTouch) -> String {
        var members: [String] = []
        if let name = touch.name { members.append("\"name\": \(quoted(name))") }
        if let bus = touch.bus { members.append("\"bus\": \(quoted(bus))") }
        if let vendor = touch.vendor { members.append("\"vendor\": \"0x\(hexadecimal(vendor))\"") }
        if let product = touch.product { members.append("\"product\": \"0x\(hexadecimal(product))\"") }
        if let points = touch.points { members.append("\"points\": \(points)") }
        members.append("\"transformed_by\": \"\(touch.transform.rawValue)\"")
        if let matrix = touch.matrix {
            let numbers = matrix.map { Int(exactly: $0).map { "\($0)" } ?? "\($0)" }
            members.append("\"matrix\": [\(numbers.joined(separator: ", "))]")
        }
        return "{\(members.joined(separator: ", "))}"
    }

    private static func hexadecimal(_ number: UInt32) -> String {
        let digits = String(number & 0xffff, radix: 16)
        return String(repeating: "0", count: 4 - digits.count) + digits
    }

    static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            case _ where scalar.value < 0x20 || scalar.value == 0x7f:
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }

    /// For a comment: no line end, nothing that would steer a terminal.
    private static func plain(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7f ? " " : $0 }))
    }
}

/// Finds a member of the outermost object of JSON with comments that is known to be well formed.
private struct Scanner {
    enum Found {
        /// Where its value is.
        case value(Range<Int>)
        /// Not there: the place behind the last member, and whether there is none.
        case place(Int, isFirst: Bool)
    }

    let bytes: [UInt8]
    private var index = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

    mutating func member(_ name: String) -> Found? {
        skipSpace()
        guard next == UInt8(ascii: "{") else { return nil }
        index += 1
        var end = index
        var isFirst = true
        while true {
            skipSpace()
            if next == UInt8(ascii: ",") {
                index += 1
                continue
            }
            guard next == UInt8(ascii: "\"") else {
                return next == UInt8(ascii: "}") ? .place(end, isFirst: isFirst) : nil
            }
            let start = index
            skipText()
            let isWanted = Array(bytes[start..<index]) == Array("\"\(name)\"".utf8)
            skipSpace()
            guard next == UInt8(ascii: ":") else { return nil }
            index += 1
            skipSpace()
            let value = index
            skipValue()
            guard index > value else { return nil }
            if isWanted { return .value(value..<index) }
            end = index
            isFirst = false
        }
    }

    private mutating func skipValue() {
        var depth = 0
        while let byte = next {
            switch byte {
            case UInt8(ascii: "\""):
                skipText()
                if depth == 0 { return }
                continue
            case UInt8(ascii: "/"):
                skipSpace()
                if next == byte { index += 1 }
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if depth == 0 { return }
                depth -= 1
                if depth == 0 {
                    index += 1
                    return
                }
            case UInt8(ascii: ","), 0x09, 0x0a, 0x0d, 0x20:
                if depth == 0 { return }
            default:
                break
            }
            index += 1
        }
    }

    private mutating func skipText() {
        index += 1
        while let byte = next {
            index += byte == UInt8(ascii: "\\") ? 2 : 1
            if byte == UInt8(ascii: "\"") { break }
        }
        index = min(index, bytes.count)
    }

    /// Also comments.
    private mutating func skipSpace() {
        while let byte = next {
            if byte == UInt8(ascii: "/"), index + 1 < bytes.count, bytes[index + 1] == byte {
                while let byte = next, byte != 0x0a { index += 1 }
            } else if [0x09, 0x0a, 0x0d, 0x20].contains(byte) {
                index += 1
            } else {
                return
            }
        }
    }
}
