import ControlSocket
import DesktopWindow
import Display

/// What a program would show on that is no panel by KMS: a window, memory, the old framebuffer.
struct PanellessReport: Hashable {
    var output: WantedOutput
    var shape: PanelShape
    /// Of a window; nil where there is none to open.
    var desktop: DesktopSurvey?
    /// Why nothing can be shown, and what to do; nil if something can.
    var problem: String?
    var environment: [String: String] = [:]

    private static let variables = [
        "VITRINE_FRAMES", "VITRINE_CONTACTS", "VITRINE_CLOCK", "VITRINE_WINDOW_MOUSE", "VITRINE_WINDOW_ZOOM",
        "VITRINE_CARD",
    ]

    /// Nil for a panel by KMS, which `OutputsReport` is about.
    static func current(_ output: WantedOutput) -> PanellessReport? {
        guard output.kind != .kms else { return nil }
        var report = PanellessReport(
            output: output, shape: .current(), environment: Environment.values(variables))
        switch output.kind {
        case .window:
            do throws(DisplayError) {
                report.desktop = try DesktopSurvey.take()
            } catch {
                report.problem = "\(error)"
            }
        case .fbdev:
            let node = report.framebuffer
            if !SystemFile.exists(node) {
                report.problem = "there is no \(node): is the display's kernel driver loaded?"
            } else if DeviceNode(node)?.isAllowed == false {
                report.problem =
                    "\(User.current().name) may not write to \(node): "
                    + (DeviceNode(node)?.advice(for: User.current()) ?? "its node is gone")
            }
        case .headless, .kms: break
        }
        return report
    }

    private var framebuffer: String { environment["VITRINE_CARD"] ?? "/dev/fb0" }

    /// "a window of the desktop: 800x480, rotation 90"
    var choice: String {
        output.kind == .fbdev ? "\(output.name), \(framebuffer)" : "\(output.name): \(shape.text)"
    }

    var findings: [Finding] {
        var findings = [Finding.good("output", "\(output.name), \(output.reason)")]
        if let problem {
            findings.append(
                .bad(output.kind == .window ? "desktop" : "card", "nothing can be shown on it", do: problem))
        }
        if let desktop { findings.append(.good("desktop", Self.text(desktop))) }
        if output.kind == .fbdev {
            if problem == nil { findings.append(.good("card", "\(framebuffer) can be written to")) }
            return findings
        }
        findings.append(.good("panel", "stands for one of \(shape.text)"))
        findings.append(.good("touch", fingers))
        if output.kind == .headless {
            findings.append(
                .good(
                    "pictures",
                    environment["VITRINE_FRAMES"].map { "written to \($0)" }
                        ?? "written nowhere: VITRINE_FRAMES=FOLDER, or vitrine screenshot while it runs"))
        }
        return findings
    }

    private static func text(_ desktop: DesktopSurvey) -> String {
        let rate = desktop.refreshRate > 0 ? " at \(StatsText.number(desktop.refreshRate)) Hz" : ""
        return "\(desktop.system), \(desktop.size.width)x\(desktop.size.height)\(rate)"
    }

    /// What touches it.
    private var fingers: String {
        if output.kind == .headless {
            return environment["VITRINE_CONTACTS"].map { "the script \($0)" }
                ?? "nothing but VNC, where that is on; VITRINE_CONTACTS=FILE plays a script"
        }
        let mouse =
            environment["VITRINE_WINDOW_MOUSE"] == "pointer"
            ? "the mouse is a pointer" : "the mouse is a finger, with Alt two"
        guard let desktop, desktop.touchScreenCount > 0 else { return mouse }
        return "\(desktop.touchScreenCount) of the desktop, every finger; \(mouse)"
    }

    var json: JSONValue {
        .fields([
            "kind": .text(output.kind.rawValue), "reason": .text(output.reason), "panel": shape.json,
            "desktop": desktop.map { desktop in
                .fields([
                    "system": .text(desktop.system), "width": .integer(desktop.size.width),
                    "height": .integer(desktop.size.height), "hertz": .number(desktop.refreshRate),
                    "touch_screens": .integer(desktop.touchScreenCount),
                ])
            } ?? .null,
            "problem": .optional(problem),
        ])
    }

    /// For `vitrine outputs`.
    var text: String {
        var lines = ["\(output.name), \(output.reason)"]
        if output.kind == .fbdev {
            lines.append("  device   \(framebuffer)")
        } else {
            lines += ["  panel    \(shape.text)", "  touch    \(fingers)"]
        }
        if let desktop { lines.append("  desktop  \(Self.text(desktop))") }
        return lines.map { Lines.plain($0) + "\n" }.joined()
    }

    /// The last line of `vitrine outputs`.
    var conclusion: String {
        problem.map { "Nothing can be shown. \(Lines.plain(Lines.joined($0)))\n" }
            ?? "Programs show their picture on \(Lines.plain(choice))\n"
    }
}
