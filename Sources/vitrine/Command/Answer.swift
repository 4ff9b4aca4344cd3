/// What a command has to say, and how the process ends.
struct Answer: Hashable {
    /// For standard output.
    var output = ""
    /// For standard error.
    var complaint = ""
    var status = ExitStatus.success

    /// How the tool is called, after what was wrong about it.
    static func usage(_ reason: String) -> Answer {
        Answer(complaint: "vitrine: \(reason)\n\n\(Usage.text)", status: .usage)
    }
}

/// Documentation/vitrine-tool.md lists them for scripts.
enum ExitStatus: Int32 {
    case success = 0
    /// The command did its work, and what it found, or tried to do, is not as it should be.
    case problem = 1
    /// The command line, or a variable of the environment, cannot be meant. `EX_USAGE` of sysexits.h.
    case usage = 64
}

/// The command line, or the environment, cannot be meant.
struct UsageError: Error, Hashable {
    var reason: String
    /// Whether a variable of the environment is wrong, which the help text says nothing about.
    var isOfEnvironment = false

    var answer: Answer {
        isOfEnvironment ? Answer(complaint: "vitrine: \(reason)\n", status: .usage) : .usage(reason)
    }
}
