/// One mistake in a board file.
public struct BoardProblem: Hashable, Sendable, CustomStringConvertible {
    /// Counted from 1.
    public let line: Int
    /// The path of the field, `touch[0].matrix`; empty where the text itself is wrong.
    public let field: String
    /// What is wrong, and what is allowed.
    public let reason: String

    public var description: String {
        field.isEmpty ? "line \(line): \(reason)" : "line \(line): \(field): \(reason)"
    }
}

/// Why there is no board.
public enum BoardError: Error, Hashable, Sendable, CustomStringConvertible {
    /// `reason` is the system's.
    case unreadable(file: String, reason: String)
    case tooLarge(file: String, limit: Int)
    /// At least one problem, in the order of lines.
    case invalid(file: String, problems: [BoardProblem])
    /// No file of that name. `available` are the names there are.
    case unknownBoard(String, available: [String])
    /// A variable of the environment whose value cannot be meant.
    case badOverride(variable: String, value: String, allowed: String)

    public var description: String {
        switch self {
        case .unreadable(let file, let reason):
            return "board file \(file): cannot be read: \(reason)"
        case .tooLarge(let file, let limit):
            return "board file \(file): larger than \(limit) bytes"
        case .invalid(let file, let problems):
            return problems.map { "board file \(file), \($0)" }.joined(separator: "\n")
        case .unknownBoard(let name, let available):
            let list = available.isEmpty ? "there are none" : "there are \(available.joined(separator: ", "))"
            return "no board file is named \"\(name)\"; \(list)"
        case .badOverride(let variable, let value, let allowed):
            return "\(variable)=\(value): \(allowed)"
        }
    }
}
