/// `vitrine completion`
enum CompletionCommand {
    static func run(_ words: [String]) throws(UsageError) -> Answer {
        let arguments = try Arguments(words, maximum: 1)
        switch arguments.rest.first {
        case "bash": return Answer(output: BashCompletion.script)
        case "fish": return Answer(output: FishCompletion.script)
        case "zsh": return Answer(output: ZshCompletion.script)
        default: throw UsageError(reason: "completion is for one of bash, fish, zsh")
        }
    }
}

/// What may be typed after a command's name, made of every way to call it.
struct CompletionEntry {
    /// What an option's value is.
    enum Value: Hashable {
        case folder
        /// A screen of a running program.
        case screen
        case words([String])
        /// A number, or something that nobody can foretell.
        case anything
    }

    var name: String
    var summary: String
    var options: [Command.Option] = []
    var operands: [Command.Operand] = []
    /// Options that may be given more than once.
    var repeated: Set<String> = []

    /// The options that take a value.
    var valued: [String] { options.filter { $0.value != nil }.map(\.name) }

    /// Each name once.
    static let all: [CompletionEntry] = Command.all.reduce(into: []) { entries, command in
        if !entries.contains(where: { $0.name == command.name }) {
            entries.append(CompletionEntry(name: command.name, summary: command.summary))
        }
        guard let index = entries.firstIndex(where: { $0.name == command.name }) else { return }
        for option in command.options {
            if !entries[index].options.contains(option) { entries[index].options.append(option) }
            if let value = option.value, command.synopsis.contains("[\(option.name) \(value)]...") {
                entries[index].repeated.insert(option.name)
            }
        }
        if entries[index].operands.isEmpty { entries[index].operands = command.operands }
    }

    /// Nil where the option takes none.
    static func value(of option: Command.Option) -> Value? {
        switch option.value {
        case nil: nil
        case "DIR": .folder
        case "SCREEN": .screen
        default: option.choices.isEmpty ? .anything : .words(option.choices)
        }
    }
}
