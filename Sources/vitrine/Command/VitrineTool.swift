import Glibc

/// `vitrine`: answers a person, or a script, who brings a panel up.
@main
struct VitrineTool {
    static func main() {
        let answer = answer(to: Array(CommandLine.arguments.dropFirst()))
        // Lost output is no success: the disk is full, or the reader is gone.
        let isWritten = write(answer.output, to: STDOUT_FILENO)
        write(answer.complaint, to: STDERR_FILENO)
        exit(isWritten ? answer.status.rawValue : ExitStatus.problem.rawValue)
    }

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

    static func answer(to words: [String]) -> Answer {
        guard let command = words.first else { return .usage("a command is missing") }
        let rest = Array(words.dropFirst())
        if ["help", "--help", "-h"].contains(command) { return Usage.answer(to: rest) }
        if rest.contains("--help") || rest.contains("-h") { return Usage.answer(to: [command]) }
        do throws(UsageError) {
            switch command {
            case "outputs": return try OutputsCommand.run(rest)
            case "inputs": return try InputsCommand.run(rest)
            case "board": return try BoardCommand.run(rest)
            case "console": return try ConsoleCommand.run(rest)
            case "doctor": return try DoctorCommand.run(rest)
            default: return .usage("\"\(command)\" is not a command")
            }
        } catch {
            return error.answer
        }
    }
}
