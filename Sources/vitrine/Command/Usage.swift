/// The help text.
enum Usage {
    private static let column = 30

    static let text: String = {
        var text = "usage: vitrine COMMAND [ARGUMENT...]\n\n"
        for command in Command.all {
            let call = command.synopsis.isEmpty ? command.name : "\(command.name) \(command.synopsis)"
            text += "  " + Lines.padded(Lines.wrapped(call, indentation: 6), to: column - 2)
            if call.count > column - 4 { text += "\n" + String(repeating: " ", count: column) }
            text += Lines.wrapped(command.summary, indentation: column) + "\n"
        }
        return text + "\nexit status: 0 well; 1 a problem was found; 64 wrong use\n"
    }()

    /// For `help` with the words after it.
    static func answer(to words: [String]) throws(UsageError) -> Answer {
        let arguments = try Arguments(words, flags: ["--man"], maximum: 1)
        if arguments.flags.contains("--man") { return Answer(output: Manual.page) }
        if let word = arguments.rest.first, Command.named(word) == nil {
            throw UsageError(reason: "\"\(word)\" is not a command")
        }
        return Answer(output: text)
    }
}
