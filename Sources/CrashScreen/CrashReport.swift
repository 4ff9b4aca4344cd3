import Foundation

/// What is known about the end of a program.
struct CrashReport: Hashable, Sendable {
    /// How the last run ended.
    enum End: Hashable, Sendable {
        case exited(Int)
        case signalled(Int)
        /// Ended by systemd: no frame for too long, or not ready in time.
        case silent
        case late
        case memory
        case unknown
    }

    var program = "The program"
    var end = End.unknown
    /// How often it was started again before it was given up.
    var restarts = 0
    /// When the last run ended, seconds since 1970; nil: not known.
    var time: Double?
    /// Seconds after which it is started again by itself; nil: never.
    var pause: Double?
    /// The last lines it printed, oldest first.
    var log: [String] = []
    var unit = ""
    var host = ""

    /// - Parameters:
    ///   - properties: `NAME=VALUE` lines of `systemctl show --timestamp=unix`.
    ///   - log: The journal's last lines.
    init(properties: String, log: String) {
        var values: [String: String] = [:]
        for line in properties.split(whereSeparator: \.isNewline) {
            let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2, values[String(parts[0])] == nil { values[String(parts[0])] = String(parts[1]) }
        }
        unit = values["Id"] ?? ""
        program = Self.program(of: unit) ?? program
        restarts = values["NRestarts"].flatMap { Int($0) } ?? 0
        time = values["ExecMainExitTimestamp"].flatMap { Self.seconds($0.drop { $0 == "@" }) }
        if time == 0 { time = nil }
        pause = values["Pause"].flatMap { Self.seconds(Substring($0)) }
        host = values["Host"] ?? ""
        end = Self.end(values)
        self.log = log.split(whereSeparator: \.isNewline).suffix(Self.greatestLineCount).map { Self.printable($0) }
    }

    /// The files `unit` and `log` of a folder. What cannot be read is left out: a crash screen with little to say is better
    /// than none.
    init(folder: String) {
        func text(_ name: String) -> String {
            guard let handle = FileHandle(forReadingAtPath: folder + "/" + name) else { return "" }
            defer { try? handle.close() }
            return String(decoding: (try? handle.read(upToCount: Self.greatestSize)) ?? Data(), as: UTF8.self)
        }
        self.init(properties: text("unit"), log: text("log"))
    }

    private static let greatestSize = 1 << 16
    private static let greatestLineCount = 40
    private static let greatestLineLength = 400

    /// A number of seconds that can be: no other has words.
    private static func seconds(_ text: Substring) -> Double? {
        guard let seconds = Double(text), (0...greatestSeconds).contains(seconds) else { return nil }
        return seconds
    }

    /// The year 33658; calendars know no end of time.
    private static let greatestSeconds = 1e12

    /// `Showcase` of `vitrine@Showcase.service`.
    private static func program(of unit: String) -> String? {
        guard let at = unit.firstIndex(of: "@") else { return nil }
        let instance = unit[unit.index(after: at)...].split(separator: ".").first.map(String.init) ?? ""
        return instance.isEmpty ? nil : instance
    }

    /// `Result` speaks of the unit's end, which may be the start limit; the main process's own end says more.
    private static func end(_ values: [String: String]) -> End {
        switch values["Result"] {
        case "watchdog": return .silent
        case "timeout": return .late
        case "oom-kill": return .memory
        default: break
        }
        guard let status = values["ExecMainStatus"].flatMap({ Int($0) }) else { return .unknown }
        switch values["ExecMainCode"] {
        case "1": return .exited(status)
        case "2", "3": return .signalled(status)
        default: return .unknown
        }
    }

    /// Without what a terminal would act on.
    private static func printable(_ line: Substring) -> String {
        String(
            line.unicodeScalars.prefix(greatestLineLength).filter { $0.value >= 32 && $0.value != 127 || $0 == "\t" }
                .map(Character.init))
    }
}
