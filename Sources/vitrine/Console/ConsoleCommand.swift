import Display
import Glibc

/// `vitrine console restore [TTY]`, also for a unit's `ExecStopPost=`.
enum ConsoleCommand {
    static func run(_ words: [String]) throws(UsageError) -> Answer {
        guard words.first == "restore" else {
            throw UsageError(reason: "\"console\" is followed by \"restore\"")
        }
        let arguments = try Arguments(Array(words.dropFirst()), maximum: 1)
        return restore(arguments.rest.first.map(path))
    }

    /// "tty1" is as good as "/dev/tty1".
    static func path(of terminal: String) -> String { terminal.contains("/") ? terminal : "/dev/\(terminal)" }

    /// Nil: the console of this process (a unit's `TTYPath=`), else the one that is shown.
    private static func restore(_ path: String?) -> Answer {
        do {
            try Console.restore(path)
            return Answer(output: "\(path ?? "console"): text and keyboard are on\n")
        } catch {
            if path == nil, isAbsence(error) {
                return Answer(output: "nothing to restore: this machine has no virtual terminal\n")
            }
            let isRefused = [EACCES, EPERM].contains(error.code)
            let advice = isRefused ? " The console of somebody else is root's to restore." : ""
            return Answer(complaint: "vitrine: \(error)\(advice)\n", status: .problem)
        }
    }

    /// Whether the machine has no console to restore: a serial line, a container, User-Mode-Linux.
    static func isAbsence(_ error: DisplayError) -> Bool {
        guard error.operation == .openConsole || error.operation == .readConsole else { return false }
        return [ENOENT, ENXIO, ENODEV, ENOTTY].contains(error.code)
    }
}
