/// The manual page, in the language of man(7). Documentation/man/vitrine.1 is this text; a test compares them.
enum Manual {
    static let page: String = {
        var page = """
            .TH VITRINE 1 "" Vitrine "User Commands"
            .SH NAME
            vitrine \\- look at a panel and at the programs on it
            .SH SYNOPSIS
            .B vitrine
            .I COMMAND
            .RI [ ARGUMENT \\&...]
            .SH DESCRIPTION
            For the person with ssh at a panel, and for scripts. Text by default; with
            .B \\-\\-json
            one JSON object on standard output.
            .SH COMMANDS

            """
        for command in Command.all {
            page += ".TP\n.B \(escaped(command.name))"
            page += command.synopsis.isEmpty ? "\n" : " \(escaped(command.synopsis))\n"
            page += escaped(command.summary.prefix(1).uppercased() + command.summary.dropFirst()) + ".\n"
        }
        page += """
            .SH EXIT STATUS
            .TP
            .B 0
            All is well.
            .TP
            .B 1
            The command did its work, and what it found, or tried to do, is not as it should be.
            .TP
            .B 64
            The command line, or a variable of the environment, cannot be meant.
            .TP
            .B 69, 77
            Of test\\-pattern, touch\\-test and calibrate: there is no display, or no right to it.
            .SH FILES
            .TP
            .I /etc/vitrine/boards
            Board files; also in
            .I /usr/local/share/vitrine/boards
            and
            .IR /usr/share/vitrine/boards .
            .TP
            .IR $RUNTIME_DIRECTORY / NAME . PID ", " $XDG_RUNTIME_DIR /vitrine/ NAME . PID ", " /tmp/vitrine\\- UID / NAME . PID
            The control socket of a running program, which only its user and root may open.

            """
        return page
    }()

    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for character in text {
            switch character {
            case "\\": escaped += "\\e"
            case "-": escaped += "\\-"
            default: escaped.append(character)
            }
        }
        // A dot or an apostrophe at the beginning of a line would be a request.
        return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" + escaped : escaped
    }
}
