import Display
import Glibc

/// `vitrine console restore|lock [--keep-picture] [TTY]`, also for a unit's `ExecStartPre=` and `ExecStopPost=`.
enum ConsoleCommand {
    static func run(_ words: [String]) throws(UsageError) -> Answer {
        guard let verb = words.first, ["restore", "lock"].contains(verb) else {
            throw UsageError(reason: "\"console\" is followed by \"restore\" or \"lock\"")
        }
        let flags: Set<String> = verb == "lock" ? ["--keep-picture"] : []
        let arguments = try Arguments(Array(words.dropFirst()), flags: flags, maximum: 1)
        let path = arguments.rest.first.map(path)
        return verb == "lock" ? lock(path, keepsPicture: !arguments.flags.isEmpty) : restore(path)
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

    private static func lock(_ path: String?, keepsPicture: Bool) -> Answer {
        do {
            try Console.lock(path, keepsPicture: keepsPicture)
            return Answer(output: "\(path ?? "console"): shown, deaf to the keyboard, and no key leads away from it\n")
        } catch {
            if path == nil, isAbsence(error) {
                return Answer(output: "nothing to lock: this machine has no virtual terminal\n")
            }
            let isRefused = [EACCES, EPERM].contains(error.code)
            let advice = isRefused ? " Only root may lock a console." : ""
            return Answer(complaint: "vitrine: \(error)\(advice)\n", status: .problem)
        }
    }

    /// Whether the machine has no console to restore: a serial line, a container, User-Mode-Linux.
    static func isAbsence(_ error: DisplayError) -> Bool {
        guard error.operation == .openConsole || error.operation == .readConsole else { return false }
        return [ENOENT, ENXIO, ENODEV, ENOTTY].contains(error.code)
    }
}
