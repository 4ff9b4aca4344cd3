import BoardConfig
import Foundation
import Testing

@testable import vitrine

@Suite("vitrine board")
struct BoardTests {
    /// A folder that goes with the test.
    private final class Folder {
        let path: String

        init() throws {
            path = NSTemporaryDirectory() + "vitrine-board-\(UUID().uuidString)"
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        }

        deinit { try? FileManager.default.removeItem(atPath: path) }

        func write(_ name: String, _ text: String) throws -> String {
            try text.write(toFile: "\(path)/\(name)", atomically: true, encoding: .utf8)
            return "\(path)/\(name)"
        }
    }

    private let good = """
        {"name": "Acme panel", "match": {"compatible": ["acme,panel"]}, "rotation": 90, "connector": ["DSI-1"],
         "sources": ["manual"], "verified": "hardware"}
        """
    private let bad =
        "{\"name\": \"Bad\",\n \"match\": {\"compatible\": [\"a\"]},\n \"rotation\": 45,\n "
        + "\"sources\": [\"x\"], \"verified\": \"hardware\"}"

    @Test("lint: file, line and field of each problem, and status 1; none, and status 0")
    func lint() throws {
        let folder = try Folder()
        let goodFile = try folder.write("good.json", good)
        let badFile = try folder.write("bad.json", bad)
        let well = VitrineTool.answer(to: ["board", "--lint", goodFile])
        #expect(well.status == .success && well.output == "1 file, no problem\n")
        let answer = VitrineTool.answer(to: ["board", "--lint", goodFile, badFile, "\(folder.path)/none.json"])
        #expect(answer.status == .problem)
        let lines = answer.output.split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines.first?.hasPrefix("\(badFile):3: rotation: must be 0, 90, 180 or 270") == true)
        #expect(lines[1].hasPrefix("\(folder.path)/none.json: cannot be read: "))
        #expect(lines.last == "3 files, 2 problems")
    }

    @Test("lint for scripts: the line is a number, and null where the file cannot be read")
    func lintJSON() throws {
        let folder = try Folder()
        let badFile = try folder.write("bad.json", bad)
        let answer = VitrineTool.answer(to: ["board", "--json", "--lint", badFile, "\(folder.path)/none.json"])
        let read = try #require(
            JSONSerialization.jsonObject(with: Data(answer.output.utf8)) as? [String: Any])
        let problems = try #require(read["problems"] as? [[String: Any]])
        #expect(problems.first?["line"] as? Int == 3 && problems.first?["field"] as? String == "rotation")
        #expect(problems.last?["line"] is NSNull)
        #expect(answer.status == .problem)
    }

    @Test("the file that matches, why, and what it says; a bad one beside it is told")
    func match() throws {
        let folder = try Folder()
        _ = try folder.write("acme.json", good)
        _ = try folder.write("bad.json", bad)
        let report = try BoardReport.current(
            folders: [folder.path], machine: Machine(compatible: ["acme,panel", "acme,soc"], model: "Acme 2"))
        #expect(report.isMatched && report.errors.count == 1)
        let text = report.text
        #expect(text.hasPrefix("acme: matched acme,panel\n  Acme panel, seen working on the hardware\n"))
        #expect(text.contains("connector   DSI-1\n") && text.contains("rotation    90\n"))
        #expect(text.contains("compatible  acme,panel, acme,soc\n") && text.contains("bad.json, line 3: rotation"))
    }

    @Test("nothing matches: what the machine says of itself, so that a file can be written")
    func noMatch() throws {
        let folder = try Folder()
        _ = try folder.write("acme.json", good)
        let machine = Machine(
            compatible: ["other,board"],
            connectors: [.init(name: "HDMI-A-1", driver: "vc4", isPresent: true, sizes: ["1024x600"])])
        let report = try BoardReport.current(folders: [folder.path], machine: machine)
        #expect(!report.isMatched && report.errors.isEmpty)
        #expect(report.text.hasPrefix("generic: no board file matches other,board\n"))
        #expect(report.text.contains("HDMI-A-1 (vc4): 1024x600"))
        #expect(BoardCheck(report: report).findings.allSatisfy { $0.advice == nil })
    }
}
