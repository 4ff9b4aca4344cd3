import ControlSocket
import Glibc

/// `vitrine`: answers a person, or a script, who brings a panel up.
@main
struct VitrineTool {
    static func main() {
        // A reader that is gone is an error of writing, not the end by a signal.
        signal(SIGPIPE, SIG_IGN)
        let answer = answer(to: Array(CommandLine.arguments.dropFirst()))
        // Lost output is no success: the disk is full, or the reader is gone.
        let isWritten = write(answer.output, to: STDOUT_FILENO)
        write(answer.complaint, to: STDERR_FILENO)
        exit(isWritten ? answer.status.rawValue : ExitStatus.problem.rawValue)
    }

    /// To standard output at once, for what goes on and on. Whether all of it was taken.
    static func write(_ text: String) -> Bool { write(text, to: STDOUT_FILENO) }

    /// Whether all of it was taken.
    @discardableResult
    private static func write(_ text: String, to descriptor: Int32) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            var rest = UnsafeRawBufferPointer(bytes)
            while let start = rest.baseAddress, !rest.isEmpty {
                let count = Glibc.write(descriptor, start, rest.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return false }
                rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
            }
            return true
        }
    }

    /// Who asked for JSON gets an object also where the command failed, with the reason that standard error has.
    static func answer(to words: [String]) -> Answer {
        let answer = plainAnswer(to: words)
        let isJSON = words.prefix { $0 != "--" }.contains("--json")
        guard isJSON, answer.status != .success, answer.output.isEmpty else { return answer }
        let reason = answer.complaint.split(separator: "\n").first.map(String.init) ?? ""
        var told = answer
        told.output =
            JSONValue.fields([
                "problem": .text(reason.hasPrefix("vitrine: ") ? String(reason.dropFirst(9)) : reason),
                "status": .integer(Int(answer.status.rawValue)),
            ]).line + "\n"
        return told
    }

    private static func plainAnswer(to words: [String]) -> Answer {
        guard let command = words.first else { return .usage("a command is missing") }
        let rest = Array(words.dropFirst())
        do throws(UsageError) {
            if ["help", "--help", "-h"].contains(command) { return try Usage.answer(to: rest) }
            guard let found = Command.named(command) else {
                throw UsageError(reason: "\"\(command)\" is not a command")
            }
            if rest.contains("--help") || rest.contains("-h") { return try Usage.answer(to: [command]) }
            return try found.run(rest)
        } catch {
            return error.answer
        }
    }
}
