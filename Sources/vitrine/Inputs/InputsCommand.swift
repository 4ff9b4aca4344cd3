import Input

/// `vitrine inputs`
enum InputsCommand {
    static func run(_ words: [String]) throws(UsageError) -> Answer {
        let arguments = try Arguments(words, flags: ["--json"])
        try Variables.check()
        // The board file's part of the environment, a matrix for touch among it.
        _ = try BoardReport.current(folders: BoardCommand.defaultFolders)
        let report = InputsReport.current()
        return Answer(
            output: arguments.flags.contains("--json") ? report.json.document : report.text,
            status: report.isAsItShouldBe ? .success : .problem)
    }
}

/// What is known of the input devices.
struct InputsReport: Hashable {
    var devices: [InputDevice] = []
    /// Nodes that this process may not open, with what to do.
    var refused: [Refused] = []
    /// That nothing can be read, and what to do.
    var problem: String?
    /// Why there are no devices, where that is no fault of the permissions.
    var note: String?
    /// What libinput complained about.
    var messages: [String] = []

    struct Refused: Hashable {
        var node: String
        var advice: String
    }

    static func current() -> InputsReport {
        let nodes = DeviceNode.all(in: "/dev/input", prefix: "event")
        let user = User.current()
        var report = InputsReport()
        report.refused = nodes.filter { !$0.isAllowed }.map {
            Refused(node: $0.path, advice: $0.advice(for: user))
        }
        do {
            let survey = try InputSurvey.take()
            report.devices = survey.devices
            report.messages = survey.messages.filter { $0.priority == .error }.map(\.text)
        } catch {
            report.problem = error.description
            return report
        }
        if report.devices.isEmpty {
            report.note = absence(nodeCount: nodes.count, hasDaemon: SystemFile.exists("/run/udev/control"))
        }
        return report
    }

    /// Why libinput sees nothing.
    static func absence(nodeCount: Int, hasDaemon: Bool) -> String {
        if nodeCount == 0 {
            return
                "no input device: there is no /dev/input/event*. Is the touch screen's kernel driver loaded, and its "
                + "cable in?"
        }
        return hasDaemon
            ? "no input device: of \(nodeCount) in /dev/input udev has described none as one of this seat: "
                + "udevadm trigger --subsystem-match=input, then udevadm info /dev/input/event0"
            : "no input device: there are \(nodeCount) in /dev/input, but udev, which says what they are, does not run: "
                + "start systemd-udevd"
    }

    var touchScreens: [InputDevice] { devices.filter(\.isTouchScreen) }

    /// False if a touch screen may be hidden behind a permission. That there is none is no fault.
    var isAsItShouldBe: Bool { problem == nil && (refused.isEmpty || !touchScreens.isEmpty) }
}
