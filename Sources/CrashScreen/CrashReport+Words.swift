import Foundation

/// The report in words for whoever stands before the panel.
extension CrashReport {
    var title: String { "\(program) has stopped" }

    var cause: String {
        let times = restarts > 1 ? " It was started again \(restarts) times." : ""
        return reason + times
    }

    private var reason: String {
        switch end {
        case .exited(0): return "It ended by itself, without an error (exit status 0)."
        case .exited(let status):
            return "It ended with exit status \(status)" + (Self.meaning(ofStatus: status).map { ": \($0)." } ?? ".")
        case .signalled(let number):
            return "It was ended by signal \(number)" + (Self.meaning(ofSignal: number).map { " (\($0))." } ?? ".")
        case .silent: return "It showed no picture for too long and was ended by the watchdog."
        case .late: return "It did not show its first picture in time."
        case .memory: return "The machine had no memory left, and it was ended."
        case .unknown: return "How it ended is not known."
        }
    }

    /// When it ended. A board without a battery begins in 1970 until it hears the time.
    func moment(in zone: TimeZone) -> String {
        guard let time else { return "" }
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = zone
        formatter.dateFormat = "d MMMM yyyy, HH:mm:ss zzz"
        let text = formatter.string(from: Date(timeIntervalSince1970: time))
        return time < Self.earliestPlausibleTime ? text + " (this machine's clock is not set)" : text
    }

    private static let earliestPlausibleTime = 1_600_000_000.0

    var advice: String {
        let again = pause.map { "It is started again \(Self.words(forSeconds: $0)) after this screen came up. " } ?? ""
        let name = unit.isEmpty ? "vitrine@\(program)" : unit.replacingOccurrences(of: ".service", with: "")
        return again + "If it stops again, tell whoever looks after this machine. "
            + "All it said: journalctl -b -u \(name). To start it now: systemctl restart \(name)."
    }

    private static func words(forSeconds seconds: Double) -> String {
        let whole = seconds.isFinite ? Int(min(max(seconds.rounded(), 0), 1e9)) : 0
        if whole >= 120 { return "\((whole + 30) / 60) minutes" }
        return "\(whole) seconds"
    }

    /// Exit statuses of the package's programs (sysexits.h) and of systemd, which it uses when a program cannot even be started.
    private static func meaning(ofStatus status: Int) -> String? {
        switch status {
        case 64: return "a setting cannot be used; the last words say which"
        case 69: return "there is no display it can use"
        case 77: return "it may not use the display"
        case 126, 203: return "the program cannot be executed"
        case 127: return "the program, or a library it needs, is not installed"
        case 200: return "its folder cannot be entered"
        case 208: return "its console cannot be opened"
        case 216: return "its group does not exist"
        case 217: return "its user does not exist"
        case 226: return "its sandbox cannot be set up"
        case 228: return "its system call filter cannot be set up"
        default: return nil
        }
    }

    private static func meaning(ofSignal number: Int) -> String? {
        switch number {
        case 3: return "SIGQUIT"
        case 4: return "SIGILL: the program stopped itself on an error, or the processor lacks an instruction"
        case 5: return "SIGTRAP: the program stopped itself on an error"
        case 6: return "SIGABRT: the program stopped itself on an error"
        case 7: return "SIGBUS: memory that does not exist"
        case 8: return "SIGFPE: a calculation that is impossible"
        case 9: return "SIGKILL: ended from outside"
        case 11: return "SIGSEGV: memory that is not its own"
        case 15: return "SIGTERM: ended from outside"
        case 31: return "SIGSYS: a system call that is not allowed"
        default: return nil
        }
    }
}
