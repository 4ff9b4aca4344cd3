/// A value as JSON has them. Fields keep their order.
public enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    case integer(Int)
    case number(Double)
    case text(String)
    case list([JSONValue])
    case object([Field])

    public struct Field: Hashable, Sendable {
        public var name: String
        public var value: JSONValue

        public init(name: String, value: JSONValue) {
            self.name = name
            self.value = value
        }
    }

    public static func fields(_ pairs: KeyValuePairs<String, JSONValue>) -> JSONValue {
        .object(pairs.map { Field(name: $0.key, value: $0.value) })
    }

    public static func optional(_ text: String?) -> JSONValue { text.map { .text($0) } ?? .null }
    public static func optional(_ flag: Bool?) -> JSONValue { flag.map { .bool($0) } ?? .null }
    public static func optional(_ number: Int?) -> JSONValue { number.map { .integer($0) } ?? .null }

    /// Indented by two spaces a level, with a line end.
    public var document: String {
        var text = ""
        write(to: &text, indentation: "")
        return text + "\n"
    }

    /// On one line, without a line end.
    public var line: String {
        var text = ""
        writeLine(to: &text)
        return text
    }

    private func writeLine(to text: inout String) {
        switch self {
        case .list(let values):
            text += "["
            for (index, value) in values.enumerated() {
                if index > 0 { text += "," }
                value.writeLine(to: &text)
            }
            text += "]"
        case .object(let fields):
            text += "{"
            for (index, field) in fields.enumerated() {
                if index > 0 { text += "," }
                Self.quote(field.name, to: &text)
                text += ":"
                field.value.writeLine(to: &text)
            }
            text += "}"
        default:
            write(to: &text, indentation: "")
        }
    }

    private func write(to text: inout String, indentation: String) {
        switch self {
        case .null: text += "null"
        case .bool(let flag): text += flag ? "true" : "false"
        case .integer(let number): text += "\(number)"
        // JSON has no word for what is no number.
        case .number(let number): text += number.isFinite ? "\(number)" : "null"
        case .text(let string): Self.quote(string, to: &text)
        case .list(let values):
            Self.write(values, to: &text, indentation, "[", "]") { value, text, inner in
                value.write(to: &text, indentation: inner)
            }
        case .object(let fields):
            Self.write(fields, to: &text, indentation, "{", "}") { field, text, inner in
                Self.quote(field.name, to: &text)
                text += ": "
                field.value.write(to: &text, indentation: inner)
            }
        }
    }

    private static func write<Element>(
        _ elements: [Element], to text: inout String, _ indentation: String, _ opening: String, _ closing: String,
        _ body: (Element, inout String, String) -> Void
    ) {
        if elements.isEmpty {
            text += opening + closing
            return
        }
        let inner = indentation + "  "
        text += opening
        for (index, element) in elements.enumerated() {
            text += (index > 0 ? ",\n" : "\n") + inner
            body(element, &text, inner)
        }
        text += "\n\(indentation)\(closing)"
    }

    private static func quote(_ string: String, to text: inout String) {
        text += "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\t": text += "\\t"
            case _ where scalar.value < 0x20 || scalar.value == 0x7f:
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }
}
