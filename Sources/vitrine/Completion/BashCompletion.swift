/// What bash needs.
enum BashCompletion {
    /// Words are compared one by one: `compgen -W` would run what is in them, and a program's name is anybody's. A program
    /// that was stopped does not answer, and a shell must not wait for it.
    private static let head = #"""
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
        _vitrine_screens() {
            local process key name rest
            while read -r process rest; do
                case $process in
                '' | *[!0-9]*) continue ;;
                esac
                while read -r key name rest; do
                    name=${name#\"}
                    if [[ $key == '"connector":' ]]; then _vitrine_words "$1" "${name%\"*}"; fi
                done < <(timeout 2 vitrine stats --json "$process" 2>/dev/null)
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
    private static let operands = #"""
            for ((index = 2; index < COMP_CWORD; index++)); do
                case ${COMP_WORDS[index]} in
                =) ((index++)) ;;
                -*) if [[ $valued == *" ${COMP_WORDS[index]} "* && ${COMP_WORDS[index+1]} != = ]]; then ((index++)); fi ;;
                *) ((operands++)) ;;
                esac
            done

        """#

    static var script: String {
        let entries = CompletionEntry.all
        var text = head
        text += "    if [ \"$COMP_CWORD\" = 1 ]; then\n"
        text +=
            "        _vitrine_words \"$word\" \(entries.map(\.name).joined(separator: " "))\n        return\n    fi\n"
        text += "    case ${COMP_WORDS[1]}:$before in\n"
        for entry in entries {
            for option in entry.options {
                guard let value = CompletionEntry.value(of: option) else { continue }
                text += "    \(entry.name):\(option.name)) \(words(value)); return ;;\n"
            }
        }
        text += "    esac\n    case ${COMP_WORDS[1]} in\n"
        for entry in entries where !entry.valued.isEmpty {
            text += "    \(entry.name)) valued=\" \(entry.valued.joined(separator: " ")) \" ;;\n"
        }
        text += "    esac\n\(operands)    case ${COMP_WORDS[1]} in\n"
        for entry in entries {
            text += "    \(entry.name))\n"
            if !entry.options.isEmpty {
                let names = entry.options.map(\.name).joined(separator: " ")
                text += "        if [[ -z $word || $word == -* ]]; then _vitrine_words \"$word\" \(names); fi\n"
            }
            for (index, operand) in entry.operands.enumerated() {
                guard let what = words(operand) else { continue }
                let isThere = operand == .files ? "true" : "[ $operands = \(index) ]"
                text += "        if \(isThere) && [[ $word != -* ]]; then \(what); fi\n"
            }
            text += "        ;;\n"
        }
        return text + "    esac\n}\ncomplete -F _vitrine vitrine\n"
    }

    private static func words(_ value: CompletionEntry.Value) -> String {
        switch value {
        case .folder: "_vitrine_paths -d \"$word\""
        case .screen: "_vitrine_screens \"$word\""
        case .words(let words): "_vitrine_words \"$word\" \(words.joined(separator: " "))"
        case .anything: ":"
        }
    }

    private static func words(_ operand: Command.Operand) -> String? {
        switch operand {
        case .words(let words): "_vitrine_words \"$word\" \(words.joined(separator: " "))"
        case .program: "_vitrine_programs \"$word\""
        case .file, .files: "_vitrine_paths -f \"$word\""
        case .folder: "_vitrine_paths -d \"$word\""
        case .nothing: nil
        }
    }
}
