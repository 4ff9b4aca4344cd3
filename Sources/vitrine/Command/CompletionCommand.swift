/// `vitrine completion`
enum CompletionCommand {
    static func run(_ words: [String]) throws(UsageError) -> Answer {
        let arguments = try Arguments(words, maximum: 1)
        switch arguments.rest.first {
        case "bash": return Answer(output: bash)
        case "fish": return Answer(output: fish)
        case "zsh": return Answer(output: "#compdef vitrine\nautoload -U +X bashcompinit && bashcompinit\n\(bash)")
        default: throw UsageError(reason: "completion is for one of bash, fish, zsh")
        }
    }

    private struct Entry {
        var name: String
        var options: [Command.Option] = []
        var operands: [Command.Operand] = []
    }

    /// Each name once.
    private static let entries: [Entry] = Command.all.reduce(into: []) { entries, command in
        let index =
            entries.firstIndex { $0.name == command.name }
            ?? {
                entries.append(Entry(name: command.name))
                return entries.count - 1
            }()
        for option in command.options where !entries[index].options.contains(option) {
            entries[index].options.append(option)
        }
        for operand in command.operands where !entries[index].operands.contains(operand) {
            entries[index].operands.append(operand)
        }
    }

    private static let programs = "$(vitrine list 2>/dev/null | awk '$1 ~ /^[0-9]+$/ { print $2 }')"

    private static var bash: String {
        var text = "# bash completion for vitrine\n_vitrine() {\n"
        text += "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} words=\"\" files=\"\"\n"
        text += "    if [ \"$COMP_CWORD\" = 1 ]; then\n"
        text += "        words=\"\(entries.map(\.name).joined(separator: " "))\"\n    else\n"
        text += "        case ${COMP_WORDS[1]} in\n"
        for entry in entries {
            text += "        \(entry.name))\n"
            let words = entry.options.map(\.name) + entry.operands.flatMap(Self.words)
            text += "            words=\"\(words.joined(separator: " "))\"\n"
            for option in entry.options where !option.choices.isEmpty {
                let choices = option.choices.joined(separator: " ")
                text += "            [ \"$before\" = \(option.name) ] && words=\"\(choices)\"\n"
            }
            if entry.operands.contains(.file) { text += "            files=-f\n" }
            if entry.operands.contains(.folder) { text += "            files=-d\n" }
            text += "            ;;\n"
        }
        text += "        esac\n    fi\n"
        text += "    [ \"$before\" = --folder ] && files=-d words=\"\"\n"
        text += "    COMPREPLY=($(compgen $files -W \"$words\" -- \"$word\"))\n}\n"
        return text + "complete -o filenames -F _vitrine vitrine\n"
    }

    private static func words(_ operand: Command.Operand) -> [String] {
        switch operand {
        case .words(let words): words
        case .program: [programs]
        case .nothing, .file, .folder: []
        }
    }

    private static var fish: String {
        var text = "# fish completion for vitrine\n"
        for entry in entries {
            let summary = Command.named(entry.name)?.summary ?? ""
            text += "complete -c vitrine -f -n __fish_use_subcommand -a \(entry.name) -d \(quoted(summary))\n"
            let condition = "-n '__fish_seen_subcommand_from \(entry.name)'"
            for option in entry.options {
                let choices = option.choices.joined(separator: " ")
                let value = option.value == nil ? "" : choices.isEmpty ? " -r" : " -x -a '\(choices)'"
                text += "complete -c vitrine -f \(condition) -l \(option.name.dropFirst(2))\(value)\n"
            }
            for operand in entry.operands {
                switch operand {
                case .words(let words):
                    text += "complete -c vitrine -f \(condition) -a '\(words.joined(separator: " "))'\n"
                case .program:
                    let names = "(vitrine list 2>/dev/null | string match -rg '^[0-9]+  (\\\\S+)')"
                    text += "complete -c vitrine \(condition) -a \"\(names)\"\n"
                case .file, .folder: text += "complete -c vitrine -F \(condition)\n"
                case .nothing: break
                }
            }
        }
        return text
    }

    private static func quoted(_ text: String) -> String {
        "'" + text.map { $0 == "'" ? "\\'" : String($0) }.joined() + "'"
    }
}
