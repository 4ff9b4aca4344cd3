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
        if entries[index].operands.isEmpty { entries[index].operands = command.operands }
    }

    // MARK: bash, and zsh, which reads the same

    /// Words are compared one by one: `compgen -W` would run what is in them, and a program's name is anybody's.
    private static let bashHead = #"""
        # bash completion for vitrine
        _vitrine_words() {
            local before=$1 word
            shift
            for word; do
                if [[ $word == "$before"* ]]; then COMPREPLY+=("$word"); fi
            done
        }
        _vitrine_paths() {
            local path
            compopt -o filenames 2>/dev/null
            while IFS= read -r path; do COMPREPLY+=("$path"); done < <(compgen "$1" -- "$2")
        }
        _vitrine_programs() {
            local process name rest
            while read -r process name rest; do
                case $process in
                '' | *[!0-9]*) ;;
                *) _vitrine_words "$1" "$name" ;;
                esac
            done < <(vitrine list 2>/dev/null)
        }
        _vitrine() {
            local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} index operands=0 valued=""
            # "--rotation=shown" is three words to readline.
            if [ "$word" = = ]; then
                word=""
            elif [ "$before" = = ] && [ "$COMP_CWORD" -ge 3 ]; then
                before=${COMP_WORDS[COMP_CWORD-2]}
            fi
            COMPREPLY=()

        """#

    /// How many operands stand before the word.
    private static let bashOperands = #"""
            for ((index = 2; index < COMP_CWORD; index++)); do
                case ${COMP_WORDS[index]} in
                =) ((index++)) ;;
                -*) if [[ $valued == *" ${COMP_WORDS[index]} "* && ${COMP_WORDS[index+1]} != = ]]; then ((index++)); fi ;;
                *) ((operands++)) ;;
                esac
            done

        """#

    private static var bash: String {
        var text = bashHead
        text += "    if [ \"$COMP_CWORD\" = 1 ]; then\n"
        text +=
            "        _vitrine_words \"$word\" \(entries.map(\.name).joined(separator: " "))\n        return\n    fi\n"
        text += "    case ${COMP_WORDS[1]}:$before in\n"
        for entry in entries {
            for option in entry.options where option.value != nil {
                let what =
                    option.value == "DIR"
                    ? "_vitrine_paths -d \"$word\""
                    : option.choices.isEmpty ? ":" : "_vitrine_words \"$word\" \(option.choices.joined(separator: " "))"
                text += "    \(entry.name):\(option.name)) \(what); return ;;\n"
            }
        }
        text += "    esac\n    case ${COMP_WORDS[1]} in\n"
        for entry in entries where entry.options.contains(where: { $0.value != nil }) {
            let names = entry.options.filter { $0.value != nil }.map(\.name).joined(separator: " ")
            text += "    \(entry.name)) valued=\" \(names) \" ;;\n"
        }
        text += "    esac\n\(bashOperands)    case ${COMP_WORDS[1]} in\n"
        for entry in entries {
            text += "    \(entry.name))\n"
            if !entry.options.isEmpty {
                let names = entry.options.map(\.name).joined(separator: " ")
                text += "        if [[ -z $word || $word == -* ]]; then _vitrine_words \"$word\" \(names); fi\n"
            }
            for (index, operand) in entry.operands.enumerated() {
                guard let what = bashWords(operand) else { continue }
                let isThere = operand == .files ? "true" : "[ $operands = \(index) ]"
                text += "        if \(isThere) && [[ $word != -* ]]; then \(what); fi\n"
            }
            text += "        ;;\n"
        }
        return text + "    esac\n}\ncomplete -F _vitrine vitrine\n"
    }

    private static func bashWords(_ operand: Command.Operand) -> String? {
        switch operand {
        case .words(let words): "_vitrine_words \"$word\" \(words.joined(separator: " "))"
        case .program: "_vitrine_programs \"$word\""
        case .file, .files: "_vitrine_paths -f \"$word\""
        case .folder: "_vitrine_paths -d \"$word\""
        case .nothing: nil
        }
    }

    // MARK: fish

    private static var fish: String {
        var text = "# fish completion for vitrine\n"
        for entry in entries {
            let summary = Command.named(entry.name)?.summary ?? ""
            text += "complete -c vitrine -f -n __fish_use_subcommand -a \(entry.name) -d \(quoted(summary))\n"
            let condition = "-n '__fish_seen_subcommand_from \(entry.name)'"
            for option in entry.options {
                let choices = option.choices.joined(separator: " ")
                let words = option.value == "DIR" ? "(__fish_complete_directories)" : choices
                let value = option.value == nil ? "" : words.isEmpty ? " -x" : " -x -a '\(words)'"
                text += "complete -c vitrine -f \(condition) -l \(option.name.dropFirst(2))\(value)\n"
            }
            for operand in entry.operands {
                switch operand {
                case .words(let words):
                    text += "complete -c vitrine -f \(condition) -a '\(words.joined(separator: " "))'\n"
                case .program:
                    let names = "(vitrine list 2>/dev/null | string match -rg '^[0-9]+  (\\\\S+)')"
                    text += "complete -c vitrine \(condition) -a \"\(names)\"\n"
                case .file, .files, .folder: text += "complete -c vitrine -F \(condition)\n"
                case .nothing: break
                }
            }
        }
        return text
    }

    private static func quoted(_ text: String) -> String {
        "'" + text.map { $0 == "'" || $0 == "\\" ? "\\\($0)" : String($0) }.joined() + "'"
    }
}
