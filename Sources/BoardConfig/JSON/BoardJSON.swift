/// A value of a board file, with the line it begins on, so that every complaint can say where.
struct BoardJSON {
    enum Value {
        case object([Member])
        case array([BoardJSON])
        case string(String)
        case number(Double)
        case bool(Bool)
        case null
    }

    struct Member {
        let name: String
        /// Of the name.
        let line: Int
        let value: BoardJSON
    }

    let value: Value
    let line: Int

    /// For a complaint: "a number", "an object".
    var kind: String {
        switch value {
        case .object: "an object"
        case .array: "a list"
        case .string: "a text"
        case .number: "a number"
        case .bool: "true or false"
        case .null: "null"
        }
    }
}

/// Why text is not JSON.
struct BoardJSONError: Error {
    let line: Int
    let reason: String
}
