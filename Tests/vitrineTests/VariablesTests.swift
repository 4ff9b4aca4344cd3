import Testing
import UIKit

@testable import vitrine

@Suite("vitrine: variables of the environment")
struct VariablesTests {
    /// Values of all kinds, good ones and bad ones of each variable among them.
    private static let values = [
        "", "kms", "headless", "fbdev", "0", "1", "2", "3", "4", "8", "9", "90", "180", "270", "45", "-1", "0.05",
        "0.3", "0.5",
        "1.0", "100", "101", "240", "241", "604800", "604801", "1000000", "1000001", "nan", "inf", "1e300", "0x10",
        "never",
        "off", "on", "direct", "libseat", "real", "virtual", "dpms", "backlight", "black", "atomic", "legacy", "dirty",
        "xrgb8888", "argb8888", "rgb565", "cga", "800x480", "800x480@2", "800x480@5", "0x480", "16385x1", "800x",
        "x@1@1",
        "nonsense", " 1", "1 ", "window", "scroll", "content", "finger", "pointer", "view", "1.2.3.4", "0.0.0.0:5900",
        "1.2.3.4:0", "1.2.3.256", "1.2.3", "22:00-06:30@0.2", "25:00-06:00@0.2",
    ]

    @Test("what this tool takes for a usable value, a program does, and the other way round")
    func agreement() {
        let names = Variables.rules.map(\.name)
        #expect(Set(names).count == names.count)
        for name in names {
            for value in Self.values {
                let program = UIApplication.unusableVariable(in: [name: value])
                var tool: String?
                do throws(UsageError) {
                    try Variables.check { $0 == name && !value.isEmpty ? value : nil }
                } catch {
                    tool = error.reason
                }
                #expect(
                    (program == nil) == (tool == nil),
                    "\(name)=\(value): program \(program ?? "-"), tool \(tool ?? "-")")
                if let tool { #expect(tool.hasPrefix("\(name)=\(value) cannot be used: expected ")) }
            }
        }
    }

    @Test("every variable that can end a program is in the list")
    func complete() {
        // Each of these is refused by a program with one of these values, whatever it stands for.
        let known = Set(Variables.rules.map(\.name))
        for name in VariablesTests.documented where !known.contains(name) {
            for value in Self.values {
                #expect(UIApplication.unusableVariable(in: [name: value]) == nil, "\(name)=\(value)")
            }
        }
    }

    private static let documented: [String] = {
        let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        let text = SystemFile.text("\(root)/Documentation/environment.md") ?? ""
        return text.split { !($0.isLetter || $0 == "_") }.map(String.init).filter { $0.hasPrefix("VITRINE_") }
    }()

    @Test("a value that cannot be meant has status 64, and is told before anything is looked at")
    func status() {
        do throws(UsageError) {
            try Variables.check { $0 == "VITRINE_DITHER" ? "maybe" : nil }
            Issue.record("taken")
        } catch {
            #expect(error.isOfEnvironment && error.answer.status == .usage)
            #expect(error.answer.complaint == "vitrine: VITRINE_DITHER=maybe cannot be used: expected off, on\n")
        }
    }

    @Test(
        "what only goes with something else, or with a file that is there",
        arguments: [
            ["VITRINE_CLOCK": "virtual", "VITRINE_OUTPUT": "kms"], ["VITRINE_CONTACTS": "/nonexistent"],
            ["VITRINE_CONTACTS": "/tmp"], ["VITRINE_FRAMES": "/dev/null"],
        ])
    func together(variables: [String: String]) {
        #expect(throws: UsageError.self) { try Variables.check { variables[$0] } }
    }

    @Test("what goes together is well")
    func well() throws {
        let variables = [
            "VITRINE_CLOCK": "virtual", "VITRINE_OUTPUT": "headless", "VITRINE_CONTACTS": #filePath,
            "VITRINE_FRAMES": "/tmp",
        ]
        try Variables.check { variables[$0] }
        try Variables.check { $0 == "VITRINE_CLOCK" ? "virtual" : nil }
    }
}
