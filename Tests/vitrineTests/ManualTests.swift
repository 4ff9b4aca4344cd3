import Foundation
import Testing

@testable import vitrine

@Suite("vitrine: usage, manual page and completions")
struct ManualTests {
    private let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")

    @Test("Documentation/man/vitrine.1 is what `vitrine help --man` prints")
    func page() throws {
        let written = try String(contentsOfFile: "\(root)/Documentation/man/vitrine.1", encoding: .utf8)
        #expect(written == VitrineTool.answer(to: ["help", "--man"]).output, "write it anew: vitrine help --man")
    }

    @Test("every command is in the usage, the manual, the completions and the documentation")
    func complete() throws {
        let documentation = try String(contentsOfFile: "\(root)/Documentation/vitrine-tool.md", encoding: .utf8)
        let texts = [
            VitrineTool.answer(to: ["help"]).output, Manual.page.replacingOccurrences(of: "\\-", with: "-"),
            VitrineTool.answer(to: ["completion", "bash"]).output,
            VitrineTool.answer(to: ["completion", "fish"]).output,
            VitrineTool.answer(to: ["completion", "zsh"]).output,
        ]
        for command in Command.all {
            for text in texts { #expect(text.contains(command.name)) }
            #expect(documentation.contains("`vitrine \(command.name)"), "vitrine-tool.md lacks \(command.name)")
        }
    }

    @Test("no line of the usage is longer than 120 columns")
    func width() {
        for line in Usage.text.split(separator: "\n") { #expect(line.count <= 120, "\(line)") }
    }

    @Test("the bash completion is a script that bash can read")
    func bash() throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/bash")
        process.arguments = ["-n", "-c", VitrineTool.answer(to: ["completion", "bash"]).output]
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
    }
}
