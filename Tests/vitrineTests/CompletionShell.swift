import Foundation

@testable import vitrine

/// A folder with files to complete, a `vitrine` that lists programs, and the real shells in it.
struct CompletionShell {
    /// What the tool's `list` prints.
    var programs = "812  Showcase  /run/x\n"

    private let top: String
    var folder: String { "\(top)/work" }

    /// `stats` as the tool prints it for a program on two screens, one of which is unplugged; other calls write down their words.
    private static let tool = """
        #!/bin/sh
        case $1 in
        list) printf '%s' "$PROGRAMS" ;;
        stats) [ "$2 $3" = '--json 812' ] && printf '%s\\n' '{' '  "program": "Kiosk",' '  "display": {' \\
            '    "connector": "DSI-1",' '    "card": "/dev/dri/card0"' '  },' '  "other_screens": [' '    {' \\
            '      "number": 2,' '      "display": {' '        "connector": "HDMI-A-1",' '        "connected": false' ;;
        *) for word; do printf '<%s>' "$word" >>"$TYPED"; done; echo >>"$TYPED" ;;
        esac

        """

    init() throws {
        top = NSTemporaryDirectory() + "vitrine-completion-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: "\(top)/work/a folder", withIntermediateDirectories: true)
        try FileManager.default.createDirectory(atPath: "\(top)/bin", withIntermediateDirectories: true)
        try write(Self.tool, to: "bin/vitrine")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: "\(top)/bin/vitrine")
        try write("", to: "work/a file.json")
    }

    func clean() { try? FileManager.default.removeItem(atPath: top) }

    func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: "\(folder)/\(name)") }

    private func write(_ text: String, to name: String) throws {
        try text.write(toFile: "\(top)/\(name)", atomically: true, encoding: .utf8)
    }

    private func text(_ name: String) -> String {
        (try? String(contentsOfFile: "\(top)/\(name)", encoding: .utf8)) ?? ""
    }

    private func run(_ words: [String], input: String = "", _ more: [String: String] = [:]) throws -> String {
        let process = Process()
        let (pipe, questions) = (Pipe(), Pipe())
        // A shell that waits for ever is a failure, and must not be a test that waits for ever.
        process.executableURL = URL(fileURLWithPath: "/usr/bin/timeout")
        process.arguments = ["60"] + words
        process.environment = [
            "PROGRAMS": programs, "PATH": "\(top)/bin:/usr/bin:/bin", "HOME": top, "TERM": "dumb",
            "TYPED": "\(top)/typed", "LC_ALL": "C.UTF-8",
        ].merging(more) { $1 }
        process.standardInput = questions
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        process.currentDirectoryURL = URL(fileURLWithPath: folder)
        try process.run()
        try questions.fileHandleForWriting.write(contentsOf: Data(input.utf8))
        try questions.fileHandleForWriting.close()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self)
    }

    private static func lines(_ text: String) -> [String] { text.split(separator: "\n").map(String.init) }

    /// The lines between headings, as words that were offered: sorted, each once, as they are without the shell's marks.
    private static func blocks(_ text: String, count: Int) -> [[String]] {
        var blocks: [Set<String>] = [[]]
        for line in lines(text) {
            if line == "==" {
                blocks.append([])
            } else {
                var word = String(line.prefix { $0 != "\t" }).replacingOccurrences(of: "\\", with: "")
                if word.hasSuffix("/") { word.removeLast() }
                // fish offers the option again that the value belongs to.
                if word.hasPrefix("--"), let equals = word.firstIndex(of: "=") {
                    word = String(word[word.index(after: equals)...])
                }
                blocks[blocks.count - 1].insert(word)
            }
        }
        return blocks.prefix(count).map { $0.sorted() }
    }

    // MARK: bash

    /// What bash is told for these words, of which the last one is being typed; `=` stands alone, as readline has it.
    func bash(_ words: [String]) throws -> [String] {
        let script =
            VitrineTool.answer(to: ["completion", "bash"]).output + """

                COMP_WORDS=(vitrine "$@") COMP_CWORD=$#
                _vitrine
                for word in "${COMPREPLY[@]}"; do printf '%s\\n' "$word"; done
                """
        return Self.lines(try run(["bash", "--norc", "--noprofile", "-c", script, "bash"] + words))
    }

    /// What is offered at the end of each line.
    func bash(lines: [String]) throws -> [[String]] {
        try lines.map { line in
            let words = line.split(separator: " ", omittingEmptySubsequences: false).dropFirst().flatMap { word in
                guard let equals = word.firstIndex(of: "="), word.hasPrefix("--") else { return [String(word)] }
                let value = String(word[word.index(after: equals)...])
                return [String(word[..<equals]), "="] + (value.isEmpty ? [] : [value])
            }
            return Set(try bash(words)).sorted()
        }
    }

    /// The words of the commands that readline makes of these keys on a terminal.
    func typedInBash(_ keys: String) throws -> [String] {
        try write(VitrineTool.answer(to: ["completion", "bash"]).output + "PS1=\n", to: "bashrc")
        _ = try run(
            ["script", "-qec", "bash --noprofile --rcfile '\(top)/bashrc' -i", "/dev/null"], input: "\(keys)exit\n")
        return Self.lines(text("typed"))
    }

    // MARK: fish

    func fish(lines: [String]) throws -> [[String]] {
        let script =
            VitrineTool.answer(to: ["completion", "fish"]).output
            + "for line in $argv; complete -C $line; echo ==; end\n"
        try write(script, to: "script.fish")
        return Self.blocks(try run(["fish", "--no-config", "\(top)/script.fish"] + lines), count: lines.count)
    }

    // MARK: zsh

    /// An interactive zsh on a terminal of its own; each line is typed, with a tabulator at its end.
    /// - Parameter isRead: the completion is read into the shell, else it lies in the folder of functions.
    func zsh(lines: [String], isRead: Bool = false) throws -> [[String]] {
        try write(VitrineTool.answer(to: ["completion", "zsh"]).output, to: isRead ? "read.zsh" : "bin/_vitrine")
        // What is added to the list of matches is written down; calls that only compare are left alone.
        try write(
            """
            PS1='READY>' LISTMAX=10000
            setopt no_auto_list no_beep no_prompt_sp no_prompt_cr
            fpath=("$TOP/bin" $fpath)
            autoload -U compinit && compinit -D -u
            \(isRead ? "source \"$TOP/read.zsh\"" : "")
            compadd() {
                local -a found
                if [[ -z ${argv[(r)-[OAD]*]} ]]; then
                    builtin compadd -O found "$@"
                    (( $#found )) && print -rl -- $found >>"$TOP/offered"
                fi
                builtin compadd "$@"
            }
            over() { print -r -- '==' >>"$TOP/offered"; BUFFER= }
            zle -N over
            bindkey '^G' over
            bindkey '^I' complete-word

            """, to: ".zshrc")
        try write(
            """
            zmodload zsh/zpty || exit 1
            zpty child zsh -i
            zpty -r -m child out '*READY>*' || exit 1
            for line; do zpty -w -n child "$line"$'\\t\\a'; done
            zpty -w child exit
            while zpty -r child out; do :; done

            """, to: "drive.zsh")
        _ = try run(["zsh", "-f", "\(top)/drive.zsh"] + lines, ["TOP": top, "ZDOTDIR": top])
        return Self.blocks(text("offered"), count: lines.count)
    }
}
