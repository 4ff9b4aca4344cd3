import BoardConfig

/// One way to call the tool. Usage, manual page and completions are made of these, so that none of them can be forgotten.
struct Command: Sendable {
    /// What may follow beside options.
    enum Operand: Hashable, Sendable {
        case nothing
        case file
        /// Any number of files.
        case files
        case folder
        /// A running program.
        case program
        case words([String])
    }

    /// An option; the value's kind is nil where it takes none.
    struct Option: Hashable, Sendable {
        var name: String
        var value: String?
        var choices: [String] = []

        init(_ name: String, _ value: String? = nil, _ choices: [String] = []) {
            self.name = name
            self.value = value
            self.choices = choices
        }
    }

    var name: String
    /// What follows the name, as in a usage line.
    var synopsis = ""
    var summary: String
    var options: [Option] = []
    var operands: [Operand] = []
    var run: @Sendable ([String]) throws(UsageError) -> Answer

    /// In the order of the usage text. A name may be there more than once.
    static let all: [Command] = onMachine + onPanel + onPrograms + onService + onTool

    /// The command of that name.
    static func named(_ name: String) -> Command? { all.first { $0.name == name } }

    private static let json = Option("--json")

    private static let onMachine = [
        Command(
            name: "doctor", synopsis: "[--json]",
            summary: "what a picture and a finger need, link by link, and what to do where one is missing: on a panel, "
                + "in a window, headless, by VNC",
            options: [json],
            run: { (words) throws(UsageError) in try DoctorCommand.run(words) }),
        Command(
            name: "outputs", synopsis: "[--json]",
            summary:
                "display cards, connectors and modes; which one a program takes, and why; a window or memory where "
                + "those are taken; what running programs show on",
            options: [json],
            run: { (words) throws(UsageError) in try OutputsCommand.run(words) }),
        Command(
            name: "inputs", synopsis: "[--json]", summary: "touch screens and mice, or why they cannot be read",
            options: [json], run: { (words) throws(UsageError) in try InputsCommand.run(words) }),
        Command(
            name: "board", synopsis: "[--folder DIR]... [--json]",
            summary: "the board file for this machine, and why; without --folder those in "
                + BoardCatalog.standardFolders.joined(separator: ", "),
            options: [Option("--folder", "DIR"), json],
            run: { (words) throws(UsageError) in try BoardCommand.run(words) }),
        Command(
            name: "board", synopsis: "--lint [--json] FILE...",
            summary: "the problems of board files, with line and field", options: [Option("--lint"), json],
            operands: [.files], run: { (words) throws(UsageError) in try BoardCommand.run(words) }),
        Command(
            name: "console", synopsis: "restore [TTY]",
            summary: "text and keyboard back on a console that a killed program left in graphics mode",
            operands: [.words(["restore", "lock"])],
            run: { (words) throws(UsageError) in try ConsoleCommand.run(words) }),
        Command(
            name: "console", synopsis: "lock [--keep-picture] [TTY]",
            summary: "a console in text mode that hears no key and cannot be left by one, until restored; "
                + "--keep-picture: one in graphics mode stays so, and a splash on the panel",
            options: [Option("--keep-picture")],
            operands: [.words(["restore", "lock"])],
            run: { (words) throws(UsageError) in try ConsoleCommand.run(words) }),
    ]

    /// In the order in which they are shown; `vitrine-panel` has them.
    static let patterns = [
        "tearing", "colours", "grey", "gradients", "geometry", "sharpness", "red", "green", "blue", "white", "black",
    ]
    private static let seconds = Option("--seconds", "S")

    private static let onPanel = [
        Command(
            name: "test-pattern", synopsis: "[--pattern NAME,...] [--cycle S] [--seconds S] [--plain]",
            summary:
                "pictures that show tearing, wrong colours, lost bits, overscan, scaling and dead pixels, one after "
                + "the other; a touch shows the next, Escape or the top left corner held ends",
            options: [Option("--pattern", "NAME", patterns), Option("--cycle", "S"), seconds, Option("--plain")],
            run: { (words) throws(UsageError) in try PanelCommand.run("test-pattern", words) }),
        Command(
            name: "test-pattern", synopsis: "--list", summary: "the names of the pictures, and what to look for",
            options: [Option("--list")],
            run: { (words) throws(UsageError) in try PanelCommand.run("test-pattern", words) }),
        Command(
            name: "touch-test", synopsis: "[--seconds S] [--json]",
            summary:
                "every contact as the device tells it: slot, place, trail, rate; and which fields of the panel answer",
            options: [seconds, json],
            run: { (words) throws(UsageError) in try PanelCommand.run("touch-test", words) }),
        Command(
            name: "calibrate", synopsis: "[--by udev|board] [--root DIR] [--dry-run] [--seconds S] [--json]",
            summary:
                "crosses to touch; from them the matrix that brings touches to where they belong, as a rule of udev and "
                + "a board file, or as the board file's own",
            options: [
                Option("--by", "WAY", ["udev", "board"]), Option("--root", "DIR"), Option("--dry-run"), seconds, json,
            ],
            run: { (words) throws(UsageError) in try PanelCommand.run("calibrate", words) }),
    ]

    private static let turn = Option("--rotation", "WAY", ["shown", "panel"])
    /// A number from 1, or a connector.
    private static let screen = Option("--screen", "SCREEN")

    private static let onPrograms = [
        Command(
            name: "list", synopsis: "[--json]", summary: "running programs that can be asked", options: [json],
            run: { (words) throws(UsageError) in try ListCommand.run(words) }),
        Command(
            name: "ping", synopsis: "[--json] [PROGRAM]",
            summary: "whether a program answers; PROGRAM is its name or process number, where more than one runs",
            options: [json], operands: [.program],
            run: { (words) throws(UsageError) in try ListCommand.ping(words) }),
        Command(
            name: "stats", synopsis: "[--follow [--interval SECONDS]] [--screen SCREEN] [--json] [PROGRAM]",
            summary: "display, frames shown and missed, frame times, latency from finger to panel, memory; "
                + "--follow: a line every second, or at the interval",
            options: [Option("--follow"), Option("--interval", "SECONDS"), screen, json], operands: [.program],
            run: { (words) throws(UsageError) in try StatsCommand.run(words) }),
        Command(
            name: "inspect", synopsis: "[--windows] [--depth N] [--no-layers] [--json] [PROGRAM]",
            summary: "the windows with their views and layers, N levels of them",
            options: [Option("--windows"), Option("--depth", "N"), Option("--no-layers"), json],
            operands: [.program], run: { (words) throws(UsageError) in try InspectCommand.run(words) }),
        Command(
            name: "screenshot", synopsis: "[--screen SCREEN] [--rotation shown|panel] [--json] FILE.png [PROGRAM]",
            summary: "the picture as a person sees it, or with --rotation panel as the panel gets it; SCREEN is a "
                + "number, the main one's is 1, or a connector",
            options: [screen, turn, json], operands: [.file, .program],
            run: { (words) throws(UsageError) in try ScreenshotCommand.run(words) }),
        Command(
            name: "record",
            synopsis:
                "[--seconds S] [--frames N] [--screen SCREEN] [--rotation shown|panel] [--json] FOLDER [PROGRAM]",
            summary: "the frames that are shown as pictures with their times, for 10 seconds or 600 frames",
            options: [Option("--seconds", "S"), Option("--frames", "N"), screen, turn, json],
            operands: [.folder, .program],
            run: { (words) throws(UsageError) in try RecordCommand.run(words) }),
    ]

    private static let onService = [
        Command(
            name: "install-service",
            synopsis: "[--seat direct|seatd|logind] [--set NAME=VALUE]... [--start] [--root DIR] [--dry-run] [--json] "
                + "PROGRAM [-- ARGUMENT...]",
            summary:
                "has systemd start the program on the panel at every boot, with these variables and arguments; looks "
                + "first at what stands in the way; DIR is an image's root",
            options: [
                Option("--seat", "WAY", ["direct", "seatd", "logind"]), Option("--set", "NAME=VALUE"),
                Option("--start"),
                Option("--root", "DIR"), Option("--dry-run"), json,
            ],
            operands: [.file],
            run: { (words) throws(UsageError) in try ServiceCommand.run(words) }),
        Command(
            name: "install-service", synopsis: "--remove [--root DIR] [--dry-run] [--json] PROGRAM",
            summary: "takes all of that away again",
            options: [Option("--remove"), Option("--root", "DIR"), Option("--dry-run"), json], operands: [.file],
            run: { (words) throws(UsageError) in try ServiceCommand.run(words) }),
    ]

    private static let shells = ["bash", "fish", "zsh"]

    private static let onTool = [
        Command(
            name: "completion", synopsis: shells.joined(separator: "|"),
            summary: "what a shell needs to complete these commands", operands: [.words(shells)],
            run: { (words) throws(UsageError) in try CompletionCommand.run(words) }),
        Command(
            name: "help", synopsis: "[--man]", summary: "this text, or the manual page", options: [Option("--man")],
            run: { (words) throws(UsageError) in try Usage.answer(to: words) }),
    ]
}
