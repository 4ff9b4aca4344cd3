import BoardConfig
import ControlSocket

/// The problems of board files.
struct BoardLint: Hashable {
    struct Problem: Hashable {
        var file: String
        /// Nil where the file could not be read.
        var line: Int?
        /// Empty where the text itself is wrong.
        var field: String
        var reason: String
    }

    private(set) var fileCount: Int
    private(set) var problems: [Problem] = []

    init(files: [String]) {
        fileCount = files.count
        for file in files {
            do {
                _ = try Board(path: file)
            } catch {
                problems += Self.problems(error, in: file)
            }
        }
    }

    private static func problems(_ error: BoardError, in file: String) -> [Problem] {
        switch error {
        case .invalid(_, let problems):
            return problems.map { Problem(file: file, line: $0.line, field: $0.field, reason: $0.reason) }
        case .unreadable(_, let reason):
            return [Problem(file: file, field: "", reason: "cannot be read: \(reason)")]
        case .tooLarge(_, let limit):
            return [Problem(file: file, field: "", reason: "larger than \(limit) bytes")]
        case .unknownBoard, .badOverride:
            // Not of a file; named all the same, so that no failure passes as success.
            return [Problem(file: file, field: "", reason: "\(error)")]
        }
    }

    /// One line for each problem, as compilers write them.
    var text: String {
        var text = ""
        for problem in problems {
            text += problem.file + (problem.line.map { ":\($0)" } ?? "") + ": "
            text += (problem.field.isEmpty ? "" : "\(problem.field): ") + Lines.plain(problem.reason) + "\n"
        }
        let files = fileCount == 1 ? "1 file" : "\(fileCount) files"
        let count = problems.isEmpty ? "no problem" : problems.count == 1 ? "1 problem" : "\(problems.count) problems"
        return text + "\(files), \(count)\n"
    }

    var json: JSONValue {
        .fields([
            "files": .integer(fileCount),
            "problems": .list(
                problems.map { problem in
                    .fields([
                        "file": .text(problem.file),
                        "line": .optional(problem.line),
                        "field": .text(problem.field),
                        "reason": .text(problem.reason),
                    ])
                }),
        ])
    }
}
