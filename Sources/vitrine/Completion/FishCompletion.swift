/// What fish needs.
enum FishCompletion {
    private static let head = #"""
        # fish completion for vitrine
        function __vitrine_programs
            vitrine list 2>/dev/null | string replace -rf '^([0-9]+)  (\S+).*' \$2\t\$1
        end
        function __vitrine_screens
            for process in (vitrine list 2>/dev/null | string replace -rf '^([0-9]+) .*' '$1')
                timeout 2 vitrine stats --json $process 2>/dev/null | string replace -rf '^ *"connector": "([^"]*)".*' '$1'
            end
        end

        """#

    /// Whether the command is this one, and so many operands stand before the word.
    private static let place = #"""
            test -n "$operands"; or return 0
            set -e words[1..2]
            set -l count 0
            set -l isValue no
            for word in $words
                if test $isValue = yes
                    set isValue no
                else if contains -- $word $valued
                    set isValue yes
                else if not string match -q -- '-*' $word
                    set count (math $count + 1)
                end
            end
            test $count = $operands
        end

        """#

    static var script: String {
        let entries = CompletionEntry.all
        var text = head
        text += "function __vitrine_at --argument-names command operands\n"
        text += "    set -l words (commandline -opc)\n"
        text += "    test (count $words) -ge 2; and test \"$words[2]\" = $command; or return 1\n"
        text += "    set -l valued\n    switch $command\n"
        for entry in entries where !entry.valued.isEmpty {
            text += "        case \(entry.name)\n            set valued \(entry.valued.joined(separator: " "))\n"
        }
        text += "    end\n" + place
        // Files are offered where a file is meant, and nowhere else.
        text += "complete -c vitrine -f\n"
        for entry in entries {
            text += "complete -c vitrine -n __fish_use_subcommand -a \(entry.name) -d \(quoted(entry.summary))\n"
            let condition = "-n '__vitrine_at \(entry.name)'"
            for option in entry.options {
                text += "complete -c vitrine \(condition) -l \(option.name.dropFirst(2))\(value(option))\n"
            }
            for (index, operand) in entry.operands.enumerated() {
                let condition = "-n '__vitrine_at \(entry.name) \(index)'"
                switch operand {
                case .words(let words):
                    text += "complete -c vitrine \(condition) -a '\(words.joined(separator: " "))'\n"
                case .program: text += "complete -c vitrine \(condition) -a '(__vitrine_programs)'\n"
                case .file: text += "complete -c vitrine -F \(condition)\n"
                case .files: text += "complete -c vitrine -F -n '__vitrine_at \(entry.name)'\n"
                case .folder: text += "complete -c vitrine \(condition) -a '(__fish_complete_directories)'\n"
                case .nothing: break
                }
            }
        }
        return text
    }

    private static func value(_ option: Command.Option) -> String {
        switch CompletionEntry.value(of: option) {
        case .folder: " -x -a '(__fish_complete_directories)'"
        case .screen: " -x -a '(__vitrine_screens)'"
        case .words(let words): " -x -a '\(words.joined(separator: " "))'"
        case .anything: " -x"
        case nil: ""
        }
    }

    private static func quoted(_ text: String) -> String {
        "'" + text.map { $0 == "'" || $0 == "\\" ? "\\\($0)" : String($0) }.joined() + "'"
    }
}
