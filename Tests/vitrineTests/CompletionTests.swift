import Foundation
import Testing

@testable import vitrine

@Suite("vitrine: the bash completion, in bash")
struct CompletionTests {
    /// What is offered for these words, of which the last one is being typed; `=` stands alone, as readline has it.
    private func offered(_ words: [String], programs: String = "812  Showcase  /run/x\n") throws -> [String] {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: "/bin/bash")
        let script =
            VitrineTool.answer(to: ["completion", "bash"]).output + """

                vitrine() { printf '%s' "$PROGRAMS"; }
                COMP_WORDS=(vitrine "$@") COMP_CWORD=$#
                _vitrine
                for word in "${COMPREPLY[@]}"; do printf '%s\\n' "$word"; done
                """
        process.arguments = ["--norc", "--noprofile", "-c", script, "bash"] + words
        process.environment = ["PROGRAMS": programs, "PATH": "/usr/bin:/bin"]
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        process.currentDirectoryURL = URL(fileURLWithPath: folder)
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    private let folder: String

    init() throws {
        folder = NSTemporaryDirectory() + "vitrine-completion-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: "\(folder)/a folder", withIntermediateDirectories: true)
        #expect(FileManager.default.createFile(atPath: "\(folder)/a file.json", contents: nil))
    }

    private func clean() { try? FileManager.default.removeItem(atPath: folder) }

    @Test("commands, options, and the values of options, also after =")
    func words() throws {
        defer { clean() }
        #expect(try offered(["sc"]) == ["screenshot"])
        #expect(try offered(["install-s"]) == ["install-service"])
        #expect(try offered(["record", "--"]) == ["--seconds", "--frames", "--screen", "--rotation", "--json"])
        #expect(try offered(["screenshot", "--rotation", ""]) == ["shown", "panel"])
        #expect(try offered(["screenshot", "--rotation", "="]) == ["shown", "panel"])
        #expect(try offered(["screenshot", "--rotation", "=", "p"]) == ["panel"])
        #expect(try offered(["stats", "--interval", ""]).isEmpty)
        #expect(try offered(["test-pattern", "--pattern", "gr"]) == ["grey", "gradients", "green"])
        #expect(try offered(["console", "l"]) == ["lock"])
    }

    @Test("files with blanks are one word; folders where a folder is meant; a program after the file")
    func operands() throws {
        defer { clean() }
        #expect(try offered(["board", "--lint", "a"]).sorted() == ["a file.json", "a folder"])
        #expect(try offered(["board", "--lint", "x.json", "a f"]).sorted() == ["a file.json", "a folder"])
        #expect(try offered(["board", "--folder", ""]) == ["a folder"])
        #expect(try offered(["record", "a"]) == ["a folder"])
        #expect(try offered(["screenshot", "x.png", "S"]) == ["Showcase"])
        #expect(try offered(["screenshot", "--rotation", "panel", "x.png", "S"]) == ["Showcase"])
        #expect(try offered(["screenshot", "--rotation", "=", "panel", "x.png", "S"]) == ["Showcase"])
        #expect(try offered(["screenshot", "x.png", "Showcase", "S"]).isEmpty)
        #expect(try offered(["ping", ""]) == ["--json", "Showcase"])
    }

    @Test("a program's name is text: nothing in it is run")
    func hostile() throws {
        defer { clean() }
        let programs = "7  $(touch${IFS}ran)`touch${IFS}ran`  /x\nno  program  here\n8  *  /y\n"
        let found = try offered(["ping", ""], programs: programs)
        #expect(found == ["--json", "$(touch${IFS}ran)`touch${IFS}ran`", "*"])
        #expect(!FileManager.default.fileExists(atPath: "\(folder)/ran"))
    }
}
