/// Reads the members of one object of a board file, writes down what is wrong with them, and at the end what is left
/// over: a misspelled field must not pass as no field.
struct BoardFields {
    private let path: String
    private let line: Int
    private let members: [BoardJSON.Member]
    private var read: Set<String> = []
    private(set) var problems: [BoardProblem] = []

    /// `path` is the object's own, empty for the file.
    init(_ json: BoardJSON, path: String) {
        self.path = path
        line = json.line
        if case .object(let members) = json.value {
            self.members = members
        } else {
            members = []
            problems.append(BoardProblem(line: json.line, field: path, reason: "must be an object, not \(json.kind)"))
        }
    }

    func name(_ field: String) -> String { path.isEmpty ? field : "\(path).\(field)" }

    mutating func complain(_ field: String, line: Int? = nil, _ reason: String) {
        let found = members.first { $0.name == field }?.line
        problems.append(BoardProblem(line: line ?? found ?? self.line, field: name(field), reason: reason))
    }

    mutating func adopt(_ others: [BoardProblem]) { problems += others }

    /// The member, if it is there.
    mutating func value(_ field: String) -> BoardJSON? {
        read.insert(field)
        return members.first { $0.name == field }?.value
    }

    func has(_ field: String) -> Bool { members.contains { $0.name == field } }

    mutating func complainAboutRest(known: [String]) {
        for member in members where !read.contains(member.name) {
            problems.append(
                BoardProblem(
                    line: member.line, field: name(member.name),
                    reason: "no such field; known are \(known.joined(separator: ", "))"))
        }
    }

    // MARK: Kinds

    mutating func text(_ field: String) -> String? {
        guard let json = value(field) else { return nil }
        guard case .string(let text) = json.value, !text.isEmpty else {
            complain(field, "must be a text that is not empty, not \(json.kind)")
            return nil
        }
        return text
    }

    mutating func texts(_ field: String) -> [String] {
        guard let json = value(field) else { return [] }
        guard case .array(let elements) = json.value else {
            complain(field, "must be a list of texts, not \(json.kind)")
            return []
        }
        var texts: [String] = []
        for element in elements {
            if case .string(let text) = element.value, !text.isEmpty {
                if texts.contains(text) { complain(field, line: element.line, "\"\(text)\" is there twice") }
                texts.append(text)
            } else {
                complain(field, line: element.line, "must be a list of texts, each not empty")
            }
        }
        return texts
    }

    mutating func bool(_ field: String) -> Bool? {
        guard let json = value(field) else { return nil }
        guard case .bool(let bool) = json.value else {
            complain(field, "must be true or false, not \(json.kind)")
            return nil
        }
        return bool
    }

    mutating func number(_ field: String, _ range: ClosedRange<Double>) -> Double? {
        guard let json = value(field) else { return nil }
        guard case .number(let number) = json.value, range.contains(number) else {
            complain(field, "must be a number from \(Self.text(range.lowerBound)) to \(Self.text(range.upperBound))")
            return nil
        }
        return number
    }

    mutating func integer(_ field: String, _ range: ClosedRange<Int>) -> Int? {
        guard let json = value(field) else { return nil }
        guard case .number(let number) = json.value, let integer = Int(exactly: number), range.contains(integer) else {
            complain(field, "must be a whole number from \(range.lowerBound) to \(range.upperBound)")
            return nil
        }
        return integer
    }

    mutating func numbers(_ field: String, count: Int) -> [Double]? {
        guard let json = value(field) else { return nil }
        var numbers: [Double] = []
        if case .array(let elements) = json.value {
            for element in elements { if case .number(let number) = element.value { numbers.append(number) } }
            if numbers.count == count && elements.count == count { return numbers }
        }
        complain(field, "must be a list of \(count) numbers")
        return nil
    }

    mutating func choice<Choice: RawRepresentable & CaseIterable>(_ field: String, _ type: Choice.Type) -> Choice?
    where Choice.RawValue == String {
        guard let json = value(field) else { return nil }
        if case .string(let text) = json.value, let choice = Choice(rawValue: text) { return choice }
        complain(field, "must be one of \(Self.list(Choice.self))")
        return nil
    }

    mutating func object(_ field: String) -> BoardFields? {
        value(field).map { BoardFields($0, path: name(field)) }
    }

    static func list<Choice: RawRepresentable & CaseIterable>(_ type: Choice.Type) -> String
    where Choice.RawValue == String {
        Choice.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
    }

    private static func text(_ number: Double) -> String {
        Int(exactly: number).map { "\($0)" } ?? "\(number)"
    }
}
