extension JSONValue {
    /// The field of that name; nil without one, or when this is no object.
    public subscript(name: String) -> JSONValue? {
        guard case .object(let fields) = self else { return nil }
        return fields.first { $0.name == name }?.value
    }

    public var text: String? {
        if case .text(let text) = self { return text }
        return nil
    }

    public var bool: Bool? {
        if case .bool(let flag) = self { return flag }
        return nil
    }

    /// A whole number.
    public var integer: Int? {
        switch self {
        case .integer(let number): number
        case .number(let number): Int(exactly: number)
        default: nil
        }
    }

    public var number: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .number(let number): number
        default: nil
        }
    }

    /// The values of a list; none of anything else.
    public var list: [JSONValue] {
        if case .list(let values) = self { return values }
        return []
    }

    /// With one more field at the end.
    public func adding(_ name: String, _ value: JSONValue) -> JSONValue {
        guard case .object(let fields) = self else { return self }
        return .object(fields + [Field(name: name, value: value)])
    }
}
