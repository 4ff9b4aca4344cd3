import ControlSocket
import Display

/// What a program started here would show its picture on.
struct WantedOutput: Hashable {
    var kind: OutputInfo.Kind
    /// Who says so.
    var reason: String

    /// - Parameter programs: those that run; where nothing is said, what is asked about is what the only one shows on.
    static func current(
        _ programs: [RunningOutput] = [], _ value: (String) -> String? = Environment.value
    ) -> WantedOutput {
        if let text = value("VITRINE_OUTPUT"), let kind = OutputInfo.Kind(rawValue: text) {
            return WantedOutput(kind: kind, reason: "as VITRINE_OUTPUT says")
        }
        if programs.count == 1, let program = programs.first, program.kind != .kms {
            return WantedOutput(
                kind: program.kind,
                reason: "as \(program.name) (\(program.process)) has it; VITRINE_OUTPUT=kms asks about a panel")
        }
        if let desktop = ["WAYLAND_DISPLAY", "DISPLAY"].first(where: { value($0) != nil }) {
            return WantedOutput(
                kind: .window, reason: "as on every desktop (\(desktop) is set); VITRINE_OUTPUT=kms asks about a panel")
        }
        return WantedOutput(kind: .kms, reason: "by default")
    }

    /// "a window of the desktop"
    var name: String {
        switch kind {
        case .kms: "a panel by KMS"
        case .fbdev: "a panel by fbdev"
        case .window: "a window of the desktop"
        case .headless: "memory (headless)"
        }
    }
}

/// A program that runs, and what it shows on.
struct RunningOutput: Hashable {
    var name: String
    var process: Int
    var kind: OutputInfo.Kind
    /// "a window of the desktop: 800x480 at 60 Hz, XR24"
    var display: String
    /// "VNC on 127.0.0.1:5900, 1 looks"; nil where nobody is to see it from afar.
    var remote: String?
    /// "127.0.0.1:5900"
    var remoteAddress: String?

    /// - Parameter stats: what it answers to `stats`.
    init(_ stats: JSONValue) {
        name = Lines.plain(stats["program"]?.text ?? "?")
        process = stats["process"]?.integer ?? 0
        kind = stats["display"]?["output"]?.text.flatMap(OutputInfo.Kind.init(rawValue:)) ?? .kms
        display = Lines.plain(StatsText.display(stats["display"]))
        remote = StatsText.remote(stats["remote"]).map(Lines.plain)
        remoteAddress = stats["remote"]?["address"]?.text
    }

    /// Those that this user may ask and that answer soon.
    static func all() -> [RunningOutput] {
        ProgramChoice.all().compactMap { program in
            guard let message = try? ProgramChoice.ask(program, .stats(interval: nil), timeout: 3) else { return nil }
            return RunningOutput(message.fields)
        }
    }

    var finding: Finding {
        .good("program", "\(name) (\(process)) shows its picture on \(display)" + (remote.map { "; \($0)" } ?? ""))
    }

    var json: JSONValue {
        .fields([
            "program": .text(name), "process": .integer(process), "output": .text(kind.rawValue),
            "display": .text(display), "remote": .optional(remote),
        ])
    }
}
