import Foundation
import Testing

@testable import vitrine

/// The shells whose completions are tried; where one is missing, scripts/packages says so, and continuous integration fails.
private enum Shells {
    static func isTried(_ name: String) -> Bool {
        FileManager.default.isExecutableFile(atPath: "/usr/bin/\(name)")
            || ProcessInfo.processInfo.environment["CI"] == "true"
    }

    /// What is typed, and what is offered for it in every shell, sorted.
    static let typed: [(line: String, offered: [String])] = [
        ("vitrine sc", ["screenshot"]),
        ("vitrine install-s", ["install-service"]),
        ("vitrine record --", ["--frames", "--json", "--rotation", "--screen", "--seconds"]),
        ("vitrine screenshot --rotation ", ["panel", "shown"]),
        ("vitrine screenshot --rotation=", ["panel", "shown"]),
        ("vitrine screenshot --rotation=p", ["panel"]),
        ("vitrine screenshot --screen ", ["DSI-1", "HDMI-A-1"]),
        ("vitrine stats --screen=H", ["HDMI-A-1"]),
        ("vitrine stats --interval ", []),
        ("vitrine test-pattern --pattern gr", ["gradients", "green", "grey"]),
        ("vitrine calibrate --by ", ["board", "udev"]),
        ("vitrine install-service --seat l", ["logind"]),
        ("vitrine console l", ["lock"]),
        ("vitrine completion ", ["bash", "fish", "zsh"]),
        ("vitrine board --lint a", ["a file.json", "a folder"]),
        ("vitrine board --lint x.json a", ["a file.json", "a folder"]),
        ("vitrine board --folder ", ["a folder"]),
        ("vitrine board --folder x --fol", ["--folder"]),
        ("vitrine record a", ["a folder"]),
        ("vitrine screenshot a", ["a file.json", "a folder"]),
        ("vitrine screenshot x.png S", ["Showcase"]),
        ("vitrine screenshot --rotation panel x.png S", ["Showcase"]),
        ("vitrine screenshot --screen=2 x.png S", ["Showcase"]),
        ("vitrine screenshot x.png Showcase S", []),
        ("vitrine inspect --depth 3 S", ["Showcase"]),
        ("vitrine ping S", ["Showcase"]),
        ("vitrine list a", []),
    ]

    static func compare(_ offered: [[String]]) {
        #expect(offered.count == typed.count)
        for (expected, found) in zip(typed, offered) {
            #expect(found == expected.offered, "\(expected.line)")
        }
    }

    /// Names that would do something where a shell evaluated them.
    static let hostile = "7  $(touch${IFS}ran)`touch${IFS}ran`  /x\nno  program  here\n8  *  /y\n"
    static let hostileNames = ["$(touch${IFS}ran)`touch${IFS}ran`", "*"]
}

@Suite("vitrine: the bash completion, in bash", .enabled(if: Shells.isTried("bash"), "there is no bash"))
struct BashCompletionTests {
    @Test("commands, options and their values, screens, files, folders, and a program after the file")
    func words() throws {
        let shell = try CompletionShell()
        defer { shell.clean() }
        Shells.compare(try shell.bash(lines: Shells.typed.map(\.line)))
        #expect(try shell.bash(["record", "--"]) == ["--seconds", "--frames", "--screen", "--rotation", "--json"])
        #expect(try shell.bash(["ping", ""]) == ["--json", "Showcase"])
        #expect(try shell.bash(["screenshot", "--rotation", "=", "panel", "x.png", "S"]) == ["Showcase"])
        #expect(try shell.bash(["board", "--lint", "x.json", "a f"]).sorted() == ["a file.json", "a folder"])
    }

    @Test(
        "typed on a terminal: words are completed, a blank is quoted, what is ambiguous stays",
        .enabled(if: Shells.isTried("script"), "util-linux's script, which gives a terminal, is not installed"))
    func typed() throws {
        let shell = try CompletionShell()
        defer { shell.clean() }
        let keys = """
            vitrine screenshot --ro\tp\tx.png Sh\t
            vitrine screenshot --screen=H\tx.png
            vitrine test-pattern --pattern=bl\t
            vitrine board --lint a\\ fi\t

            """
        #expect(
            try shell.typedInBash(keys) == [
                "<screenshot><--rotation><panel><x.png><Showcase>", "<screenshot><--screen=HDMI-A-1><x.png>",
                "<test-pattern><--pattern=bl>", "<board><--lint><a file.json>",
            ])
    }

    @Test("a program's name is text: nothing in it is run")
    func hostile() throws {
        var shell = try CompletionShell()
        defer { shell.clean() }
        shell.programs = Shells.hostile
        #expect(try shell.bash(["ping", ""]) == ["--json"] + Shells.hostileNames)
        #expect(!shell.exists("ran"))
    }
}

@Suite(
    "vitrine: the fish completion, in fish",
    .enabled(if: Shells.isTried("fish"), "fish is not installed: scripts/packages shells"))
struct FishCompletionTests {
    @Test("commands, options and their values, screens, files, folders, and a program after the file")
    func words() throws {
        let shell = try CompletionShell()
        defer { shell.clean() }
        Shells.compare(try shell.fish(lines: Shells.typed.map(\.line)))
    }

    @Test("a program's name is text: nothing in it is run")
    func hostile() throws {
        var shell = try CompletionShell()
        defer { shell.clean() }
        shell.programs = Shells.hostile
        #expect(try shell.fish(lines: ["vitrine ping "]) == [Shells.hostileNames.sorted()])
        #expect(!shell.exists("ran"))
    }
}

@Suite(
    "vitrine: the zsh completion, in zsh",
    .enabled(if: Shells.isTried("zsh"), "zsh is not installed: scripts/packages shells"))
struct ZshCompletionTests {
    @Test("commands, options and their values, screens, files, folders, and a program after the file")
    func words() throws {
        let shell = try CompletionShell()
        defer { shell.clean() }
        Shells.compare(try shell.zsh(lines: Shells.typed.map(\.line)))
    }

    @Test("read into a shell instead of lying in the folder of functions it is the same")
    func read() throws {
        let shell = try CompletionShell()
        defer { shell.clean() }
        Shells.compare(try shell.zsh(lines: Shells.typed.map(\.line), isRead: true))
    }

    @Test("a program's name is text: nothing in it is run")
    func hostile() throws {
        var shell = try CompletionShell()
        defer { shell.clean() }
        shell.programs = Shells.hostile
        #expect(try shell.zsh(lines: ["vitrine ping "]) == [Shells.hostileNames.sorted()])
        #expect(!shell.exists("ran"))
    }
}
