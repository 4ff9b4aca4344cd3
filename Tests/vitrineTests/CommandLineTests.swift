import Display
import Testing

@testable import vitrine

@Suite("vitrine: the command line")
struct CommandLineTests {
    @Test(
        "what cannot be meant is answered with the usage on standard error and status 64",
        arguments: [
            [], ["frobnicate"], ["outputs", "--jsn"], ["outputs", "card0"], ["inputs", "--folder", "x"],
            ["board", "--folder"], ["board", "--folder="], ["board", "file.json"], ["board", "--lint"],
            ["board", "--lint", "a.json", "--folder", "b"], ["console"], ["console", "break"],
            ["console", "restore", "tty1", "tty2"], ["doctor", "--jsn"], ["help", "frobnicate"], ["list", "x"],
            ["ping", "a", "b"], ["stats", "--interval", "1"], ["stats", "--follow", "--interval", "0"],
            ["inspect", "--depth", "x"], ["inspect", "--depth", "201"], ["screenshot"],
            ["screenshot", "a.png", "--rotation", "up"], ["record"], ["record", "f", "--frames", "0"],
            ["record", "f", "--seconds", "nan"], ["completion"], ["completion", "ksh"],
        ])
    func wrongUse(words: [String]) {
        let answer = VitrineTool.answer(to: words)
        #expect(answer.status == .usage && answer.output.isEmpty)
        #expect(answer.complaint.hasPrefix("vitrine: ") && answer.complaint.contains("usage: vitrine COMMAND"))
    }

    @Test(
        "help goes to standard output and names every command",
        arguments: [["help"], ["--help"], ["-h"], ["help", "doctor"], ["outputs", "--help"]])
    func help(words: [String]) {
        let answer = VitrineTool.answer(to: words)
        #expect(answer.status == .success && answer.complaint.isEmpty)
        for command in ["outputs", "inputs", "board", "console restore", "doctor"] {
            #expect(answer.output.contains(command))
        }
    }

    @Test("options may have their value in the same word, come twice, and end with --")
    func options() throws {
        let arguments = try Arguments(
            ["--folder=a", "--json", "--folder", "b", "--", "--json"], flags: ["--json"], options: ["--folder"],
            maximum: 1)
        #expect(arguments.values["--folder"] == ["a", "b"])
        #expect(arguments.flags == ["--json"] && arguments.rest == ["--json"])
    }

    @Test("variables of the environment count as for a program; one that cannot be meant is named")
    func environment() throws {
        let variables = [
            "VITRINE_CARD": "vc4", "VITRINE_CONNECTOR": "DSI-1", "VITRINE_PANEL": "800x480@2",
            "VITRINE_FORMAT": "rgb565", "VITRINE_KMS": "legacy",
        ]
        let configuration = try KMSConfiguration.fromEnvironment { variables[$0] }
        #expect(configuration.card == "vc4" && configuration.connector == "DSI-1" && configuration.mode == "800x480")
        #expect(configuration.format == .rgb565 && configuration.forceLegacy)
        do {
            _ = try KMSConfiguration.fromEnvironment { $0 == "VITRINE_KMS" ? "both" : nil }
            Issue.record("a value that cannot be meant was taken")
        } catch {
            #expect(
                error.answer.complaint == "vitrine: VITRINE_KMS=both cannot be used: expected atomic, dirty, legacy\n")
            #expect(error.answer.status == .usage)
        }
    }

    @Test("tty1 and /dev/tty1 are the same terminal")
    func terminal() {
        #expect(ConsoleCommand.path(of: "tty1") == "/dev/tty1")
        #expect(ConsoleCommand.path(of: "/dev/tty1") == "/dev/tty1")
    }
}
