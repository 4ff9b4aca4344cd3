/// The help text.
enum Usage {
    static let text = """
        usage: vitrine COMMAND [ARGUMENT...]

          outputs [--json]            display cards, connectors and modes; which one a program takes, and why
          inputs [--json]             touch screens and mice, or why they cannot be read
          board [--folder DIR]... [--json]
                                      the board file for this machine, and why; without --folder those in
                                      \(BoardCommand.defaultFolders.joined(separator: ", "))
          board --lint [--json] FILE...
                                      the problems of board files, with line and field
          console restore [TTY]       text and keyboard back on a console that a killed program left in graphics mode
          console lock [TTY]          a console in text mode that hears no key and cannot be left by one, until restored
          doctor                      what a picture and a finger need, link by link, and what to do where one is missing
          help                        this text

        exit status: 0 well; 1 a problem was found; 64 wrong use

        """

    /// For `help` with the words after it.
    static func answer(to words: [String]) -> Answer {
        if let word = words.first, !commands.contains(word) { return .usage("\"\(word)\" is not a command") }
        return Answer(output: text)
    }

    private static let commands: Set<String> = ["outputs", "inputs", "board", "console", "doctor", "help"]
}
