/// What zsh needs: by its own completion system, as a file of its function path, or read into a shell.
enum ZshCompletion {
    private static let head = #"""
        #compdef vitrine
        # zsh completion for vitrine
        _vitrine_programs() {
            local process name rest
            local -a names
            vitrine list 2>/dev/null | while read -r process name rest; do
                if [[ $process == <-> ]]; then names+=("$name"); fi
            done
            compadd "$@" -a names
        }
        _vitrine_screens() {
            local process key name rest
            local -a names
            vitrine list 2>/dev/null | while read -r process rest; do
                if [[ $process != <-> ]]; then continue; fi
                timeout 2 vitrine stats --json "$process" 2>/dev/null </dev/null | while read -r key name rest; do
                    name=${name#\"}
                    if [[ $key == '"connector":' ]]; then names+=("${name%\"*}"); fi
                done
            done
            compadd "$@" -a names
        }

        """#

    static var script: String {
        var text = head
        text += "_vitrine() {\n    local -a commands\n    if (( CURRENT == 2 )); then\n        commands=(\n"
        for entry in CompletionEntry.all {
            let summary = entry.summary.map { $0 == ":" || $0 == "\\" ? "\\\($0)" : String($0) }.joined()
            text += "            \(quoted("\(entry.name):\(summary)"))\n"
        }
        text += "        )\n        _describe -t commands 'vitrine command' commands\n        return\n    fi\n"
        text += "    shift words\n    (( CURRENT-- ))\n    case $words[1] in\n"
        for entry in CompletionEntry.all {
            let specifications = self.specifications(entry)
            guard !specifications.isEmpty else { continue }
            text += "    \(entry.name))\n        _arguments -S"
            for specification in specifications { text += " \\\n            \(quoted(specification))" }
            text += "\n        ;;\n"
        }
        // The first call of a file of the function path is the file itself.
        return text + """
                esac
            }
            if [ "$funcstack[1]" = _vitrine ]; then
                _vitrine "$@"
            else
                compdef _vitrine vitrine
            fi

            """
    }

    private static func specifications(_ entry: CompletionEntry) -> [String] {
        let options = entry.options.map { option in
            let star = entry.repeated.contains(option.name) ? "*" : ""
            guard let value = CompletionEntry.value(of: option) else { return star + option.name }
            return "\(star)\(option.name)=:\(option.value ?? ""):\(action(value))"
        }
        let operands = entry.operands.enumerated().compactMap { index, operand -> String? in
            switch operand {
            case .words(let words): "\(index + 1):word:(\(words.joined(separator: " ")))"
            case .program: "\(index + 1):program:_vitrine_programs"
            case .file: "\(index + 1):file:_files"
            case .files: "*:file:_files"
            case .folder: "\(index + 1):folder:_files -/"
            case .nothing: nil
            }
        }
        return options + operands
    }

    private static func action(_ value: CompletionEntry.Value) -> String {
        switch value {
        case .folder: "_files -/"
        case .screen: "_vitrine_screens"
        case .words(let words): "(\(words.joined(separator: " ")))"
        // A blank: something is expected, and nothing can be offered.
        case .anything: " "
        }
    }

    private static func quoted(_ text: String) -> String {
        "'" + text.map { $0 == "'" ? "'\\''" : String($0) }.joined() + "'"
    }
}
