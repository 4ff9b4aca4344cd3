import ControlSocket
import Foundation
import Testing

@testable import vitrine

@Suite("vitrine: failures, for scripts")
struct FailureTests {
    @Test(
        "a command that fails says so in JSON too, with the reason and the status",
        arguments: [
            ["ping", "--json", "no-such-program"], ["stats", "--json", "no-such-program"],
            ["inspect", "no-such-program", "--json"], ["screenshot", "--json", "/tmp/x.png", "no-such-program"],
            ["record", "--json", "/tmp/vitrine-none", "no-such-program"], ["stats", "--interval", "1", "--json"],
            ["board", "--json", "x"], ["install-service", "--json", "--root", "/nonexistent", "Kiosk"],
        ])
    func json(words: [String]) throws {
        let answer = VitrineTool.answer(to: words)
        let json = try JSONValue(parsing: Array(answer.output.utf8), maximumDepth: 4)
        let reason = try #require(json["problem"]?.text)
        #expect(answer.status != .success && json["status"]?.integer == Int(answer.status.rawValue))
        #expect(!reason.isEmpty && answer.complaint.hasPrefix("vitrine: \(reason)\n"))
    }

    @Test("without --json, and for a file of that name, there is none")
    func plain() {
        #expect(VitrineTool.answer(to: ["ping", "no-such-program"]).output.isEmpty)
        #expect(VitrineTool.answer(to: ["ping", "--", "--json"]).output.isEmpty)
    }

    @Test("the program that shows something is looked for beside the tool, where packages have it, and in the PATH")
    func panel() {
        let candidates = PanelCommand.candidates(beside: "/opt/v/vitrine", path: "/bin::.:relative:/usr/bin:/bin")
        #expect(
            candidates == [
                "/opt/v/vitrine-panel", "/opt/v/../lib/vitrine/vitrine-panel", "/usr/local/lib/vitrine/vitrine-panel",
                "/usr/lib/vitrine/vitrine-panel", "/bin/vitrine-panel", "/usr/bin/vitrine-panel",
            ])
        for words in [
            ["test-pattern", "--pattern", "plaid"], ["test-pattern", "x"], ["touch-test", "--by", "udev"],
            ["calibrate", "--by", "hand"], ["calibrate", "--root"],
        ] {
            #expect(VitrineTool.answer(to: words).status == .usage)
        }
    }

    @Test("link, file, mode: what is written is there as a whole, or not at all")
    func files() throws {
        let path = NSTemporaryDirectory() + "vitrine-file-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        #expect(SystemFile.write(Array("one\n\ntwo\n".utf8), to: path, mode: 0o644) == nil)
        #expect(SystemFile.allLines(path) == ["one", "", "two"] && SystemFile.text(path) == "one\n\ntwo\n")
        var status = stat()
        #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o644)
        #expect(SystemFile.linkTarget(path) == nil && !SystemFile.isExecutable(path) && SystemFile.isThere(path))
        #expect(
            SystemFile.linkTarget("/proc/self/exe")?.hasPrefix("/") == true && SystemFile.text("/nonexistent") == nil)
    }
}
