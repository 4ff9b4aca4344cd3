import Foundation
import Testing

@testable import BoardConfig

@Suite("The text of a board file, changed in one place")
struct BoardTextTests {
    private let folder = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/") + "/board-configs"

    @Test("every file that comes with the package: the touch entries are the new ones, all else is as it was")
    func everyFile() throws {
        var entry = BoardTouch(name: "Acme \"7\\8\" inch")
        entry.vendor = 0x416
        entry.product = 0x38f
        entry.points = 10
        entry.transform = .app
        entry.matrix = [0, -1.05, 1, 1, 0.0001, 0]
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".json") }
        #expect(names.count >= 25)
        for name in names {
            let old = try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
            var text = BoardText(old)
            let isSet = text.setTouch([entry], comment: ["one\ntwo"])
            #expect(isSet)
            var expected = try Board(Array(old.utf8), file: name)
            expected.touch = [entry]
            #expect(try Board(Array(text.text.utf8), file: name) == expected, "\(name)")
            #expect(text.text.contains("// one two\n"))
        }
    }

    @Test("a new file can be read, and has what it was made of")
    func newFile() throws {
        var text = BoardText(
            name: "Acme",
            match: [(field: "compatible", values: ["acme,a"]), (field: "dmi_vendor", values: ["A \"B\""])],
            comment: ["hello"], source: "a test")
        let plain = try Board(Array(text.text.utf8), file: "new.json")
        #expect(plain.match.compatible == ["acme,a"] && plain.match.dmiVendor == "A \"B\"" && plain.touch.isEmpty)
        let isSet = text.setTouch([BoardTouch(name: "x")])
        #expect(isSet)
        #expect(try Board(Array(text.text.utf8), file: "new.json").touch.map(\.name) == ["x"])
    }

    @Test(
        "what is no object is left alone, and no text, however it breaks off, is read beyond its end",
        arguments: [
            "", "[]", "{", "{\"touch\"", "{\"touch\":", "{\"touch\": [", "{\"a\": \"", "{\"a\": \"\\", "{\"a\" 1}",
            "// x",
        ])
    func noObject(broken: String) {
        var text = BoardText(broken)
        _ = text.setTouch([BoardTouch(name: "x")])
        let isSet = text.setTouch([])
        #expect(!isSet || text.text.contains("touch"))
    }

    @Test("a name within a text or a deeper object is not the member")
    func deeper() throws {
        var text = BoardText(
            "{\"a\": {\"touch\": [1]}, \"b\": \"\\\"touch\\\": [\", // \"touch\": 3\n \"touch\" : [2]}")
        let isSet = text.setTouch([])
        #expect(isSet)
        #expect(
            text.text
                == "{\"a\": {\"touch\": [1]}, \"b\": \"\\\"touch\\\": [\", // \"touch\": 3\n \"touch\" : [\n\n    ]}")
        var empty = BoardText("{ }")
        let isEmptySet = empty.setTouch([])
        #expect(isEmptySet && empty.text.hasPrefix("{\n    \"touch\": [\n"))
    }
}
