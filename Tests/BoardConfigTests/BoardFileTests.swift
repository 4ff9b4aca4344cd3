import Glibc
import Testing

@testable import BoardConfig

/// The smallest good file, with one line put in or one field replaced.
private func file(_ lines: String..., without removed: String? = nil) -> [UInt8] {
    let base = [
        "name": #""name": "Test""#, "match": #""match": {"compatible": ["acme,board"]}"#,
        "sources": #""sources": ["acme"]"#, "verified": #""verified": "source-only""#,
    ]
    let kept = base.filter { pair in pair.key != removed && !lines.contains { $0.hasPrefix("\"\(pair.key)\"") } }
    return Array(("{\n" + (lines + kept.values.sorted()).joined(separator: ",\n") + "\n}").utf8)
}

@Suite("Board files")
struct BoardFileTests {
    /// `board-configs` of the checkout that these tests are from.
    private static let folder = "\(checkout)/board-configs"
    private static let checkout = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")

    @Test("Every shipped board file decodes without a complaint, and says where its facts are from")
    func shipped() {
        let catalog = BoardCatalog(folders: [Self.folder])
        #expect(catalog.errors == [])
        #expect(catalog.boards.count == 26)
        for board in catalog.boards {
            #expect(board.verified == .sourceOnly, "\(board.id): nobody has run it yet")
            #expect(!board.sources.isEmpty && board.rotation == 0, "\(board.id)")
        }
    }

    @Test("A file with everything in it comes out as written; comments are skipped")
    func everything() throws {
        let board = try Board(
            Array(
                #"""
                // A panel.   "not": "a field"
                {
                    "name": "Höhe \u00e9 \ud83d\ude00 // no comment \"x\"", // after a value
                    "match": {"compatible": ["a,b"], "dmi_vendor": "V", "dmi_product": "P", "connector": ["DSI-1"],
                        "driver": ["d"], "mode": ["800x480"]},
                    "drm": {"drivers": ["vc4", "x"], "path": "/dev/dri/by-path/p"},
                    "connector": ["DSI-1", "HDMI-A-1"], "mode": "800x480@59.94", "formats": ["rgb565", "xrgb8888"],
                    "rotation": 270, "panel_mm": [154, 85.9], "scale": 1.5,
                    "touch": [{"name": "t*", "bus": "i2c", "vendor": "0x12ab", "product": "0x0001", "points": 10,
                        "transformed_by": "app", "matrix": [0, -1, 1, 1, 0, 0]}],
                    "backlight": {"name": "light", "levels": 255}, "blank": "backlight", "buffers": 3, "pacing": 30,
                    "planes": {"rotation": [0, 180], "overlay": true}, "cpu": "c", "ram": "r", "memory_bandwidth": "m",
                    "notes": ["n"], "sources": ["s"], "verified": "hardware"
                }
                """#.utf8), file: "/somewhere/panel.json")
        #expect(board.id == "panel" && board.name == "Höhe é 😀 // no comment \"x\"")
        #expect(board.match.compatible == ["a,b"] && board.match.dmiVendor == "V" && board.match.driver == ["d"])
        #expect(board.drm == BoardCard(drivers: ["vc4", "x"], path: "/dev/dri/by-path/p"))
        #expect(board.mode == BoardMode("800x480@59.94") && board.mode?.description == "800x480@59.94")
        #expect(board.formats == [.rgb565, .xrgb8888] && board.rotation == 270 && board.scale == 1.5)
        #expect(board.panelMillimetres == SIMD2(154, 85.9))
        #expect(board.touch[0].vendor == 0x12ab && board.touch[0].matrix == [0, -1, 1, 1, 0, 0])
        #expect(board.backlight == BoardBacklight(name: "light", levels: 255) && board.blank == .backlight)
        #expect(board.buffers == 3 && board.pacing == .fixed(30) && board.verified == .hardware)
        #expect(board.planes == BoardPlanes(rotations: [0, 180], areRotationsKnown: true, hasOverlay: true))
    }

    @Test("The documentation's example is a good file, and its table knows every field")
    func documentation() throws {
        let bytes = try SmallFile.read("\(Self.checkout)/Documentation/board-files.md", limit: 65_536)
        let text = String(decoding: bytes, as: UTF8.self)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let example = lines.drop { $0 != "```jsonc" }.dropFirst().prefix { $0 != "```" }
        let board = try Board(Array(example.joined(separator: "\n").utf8), file: "example.json")
        #expect(board.rotation == 90 && board.blank == .backlight)
        for field in BoardDecoder.fields {
            #expect(text.contains("`\(field)`") || text.contains("`\(field)."), "\(field) is not documented")
        }
        for (variable, _) in Board.overrides {
            #expect(text.contains("`\(variable)`"), "\(variable) is not documented")
        }
    }

    @Test("What is not there has the documented default")
    func defaults() throws {
        let board = try Board(file(), file: "x.json")
        #expect(board.rotation == 0 && board.buffers == 2 && board.pacing == .measured && board.blank == .dpms)
        #expect(board.mode == nil && board.scale == nil && board.connectors.isEmpty && board.touch.isEmpty)
    }

    @Test(
        "Each mistake is told with its line, its field and what is allowed",
        arguments: [
            (#""rotaton": 90"#, "rotaton", "no such field; known are name, match"),
            (#""rotation": 45"#, "rotation", "0, 90, 180 or 270"),
            (#""rotation": "90""#, "rotation", "0, 90, 180 or 270"),
            (#""mode": "800*480""#, "mode", "800x480@60"), (#""mode": "800x480@sixty""#, "mode", "800x480@60"),
            (#""mode": "0x480""#, "mode", "800x480@60"), (#""mode": "800x480@0""#, "mode", "800x480@60"),
            (#""mode": "800x99999""#, "mode", "800x480@60"), (#""mode": 60"#, "mode", "a text"),
            (#""formats": ["rgb656"]"#, "formats", "\"rgb565\""), (#""formats": "rgb565""#, "formats", "list of texts"),
            (#""connector": ["DSI-1", "DSI-1"]"#, "connector", "twice"),
            (#""panel_mm": [154]"#, "panel_mm", "2 numbers"), (#""panel_mm": [154, -1]"#, "panel_mm", "5 to 5000"),
            (#""scale": 9"#, "scale", "from 0.5 to 4"), (#""buffers": 1"#, "buffers", "from 2 to 3"),
            (#""buffers": 2.5"#, "buffers", "whole number"), (#""pacing": "fast""#, "pacing", "\"measured\""),
            (#""blank": "off""#, "blank", "\"dpms\", \"backlight\", \"black\""),
            (#""blank": "backlight""#, "blank", "needs a \"backlight\""),
            (#""backlight": {"levels": 9, "on_off_only": true}"#, "backlight.on_off_only", "9 levels"),
            (#""drm": {"path": "/dev/dri/card0"}"#, "drm.path", "card numbers change"),
            (#""drm": ["vc4"]"#, "drm", "an object, not a list"),
            (#""planes": {"rotation": [45]}"#, "planes.rotation", "0, 90"),
            (#""touch": {}"#, "touch", "list of objects"), (#""touch": [{}]"#, "touch[0].transformed_by", "is missing"),
            (#""touch": [{"transformed_by": "kernel", "matrix": [1, 0, 0, 0, 1]}]"#, "touch[0].matrix", "6 numbers"),
            (#""touch": [{"transformed_by": "kernel", "matrix": [1, 0, 0, 0, 1, 0]}]"#, "touch[0].matrix", "twice"),
            (#""touch": [{"transformed_by": "app", "matrix": [1, 1, 0, 1, 1, 0]}]"#, "touch[0].matrix", "a line"),
            (#""touch": [{"transformed_by": "app"}]"#, "touch[0].matrix", "is missing"),
            (#""touch": [{"transformed_by": "udev", "vendor": "1209"}]"#, "touch[0].vendor", "\"0x1209\""),
            (#""match": {}"#, "match", "every machine"),
            (#""match": {"mode": ["800x480@60"]}"#, "match.mode", "a size"),
            (#""match": {"compatible": ["a"], "board": "b"}"#, "match.board", "no such field"),
            (#""verified": "yes""#, "verified", "\"hardware\", \"source-only\""),
            (#""sources": []"#, "sources", "is missing"),
            (#""name": """#, "name", "not empty"), (#""rotation": null"#, "rotation", "0, 90, 180 or 270"),
        ])
    func mistakes(line: String, field: String, reason: String) throws {
        let problems = Board.lint(file(line), file: "x.json")
        #expect(problems.contains { $0.field == field && $0.reason.contains(reason) && $0.line == 2 }, "\(problems)")
        #expect(throws: BoardError.self) { try Board(file(line), file: "x.json") }
    }

    @Test("A field that must be there is missed", arguments: ["name", "match", "sources", "verified"])
    func missing(field: String) {
        let problems = Board.lint(file(without: field), file: "x.json")
        #expect(problems.map(\.field) == [field] && problems[0].reason.contains("is missing"))
    }

    @Test("All problems are told at once, in order, with the file's name")
    func several() throws {
        let error = try #require(throws: BoardError.self) {
            try Board(file(#""rotation": 1"#, #""buffers": 9"#, #""colour": 1"#), file: "a/panel.json")
        }
        let lines = error.description.split(separator: "\n")
        try #require(lines.count == 3)
        #expect(lines[0].hasPrefix("board file a/panel.json, line 2: rotation: must be 0, 90"))
        #expect(lines[2].contains("line 4: colour: no such field"))
    }

    @Test(
        "Text that is not JSON is refused with the line",
        arguments: [
            ("", 1, "ends"), ("{\n\"a\": 1,\n}", 3, "comma"), ("{\n\"a\" 1}", 2, "colon"),
            ("{\n\n\"a\": tru}", 3, "quotes"),
            ("{\"a\": 1} x", 1, "follow"), ("{\"a\": 1\n\"b\": 2}", 2, "comma"),
            ("{\"a\": \"x\n\"}", 1, "closing quote"),
            ("{\"a\": 1, \"a\": 2}", 1, "twice"), ("{\"a\": 01}", 1, "not a number"),
            ("{\"a\": 1e999}", 1, "not a number"),
            ("{\"a\": -}", 1, "not a number"), ("{\"a\": \"\\x\"}", 1, "backslash"),
            ("{\"a\": \"\\ud800\"}", 1, "surrogate"),
            ("{\"a\": \"\\u12\"}", 1, "hexadecimal"), ("{a: 1}", 1, "name in quotes"), ("/* x */ {}", 1, "//"),
            (String(repeating: "[", count: 10_000), 1, "too deep"), ("{\"a\": \"x", 1, "ends inside"),
        ])
    func notJSON(text: String, line: Int, reason: String) {
        let problems = Board.lint(Array(text.utf8), file: "x.json")
        #expect(problems.count == 1 && problems[0].line == line && problems[0].reason.contains(reason), "\(problems)")
    }

    @Test("Bytes that are not text, files that are too large or not there are refused")
    func notAFile() {
        #expect(Board.lint([0xff, 0xfe, 0x00], file: "x").first?.reason.contains("UTF-8") == true)
        #expect(throws: BoardError.tooLarge(file: "x", limit: 65_536)) {
            try Board([UInt8](repeating: 32, count: 65_537), file: "x")
        }
        #expect(throws: BoardError.tooLarge(file: "/dev/zero", limit: 65_536)) { try Board(path: "/dev/zero") }
        #expect(throws: BoardError.unreadable(file: "/nowhere/x.json", reason: "No such file or directory")) {
            try Board(path: "/nowhere/x.json")
        }
    }

    @Test("A good file cut off or garbled anywhere gives an answer, never a trap")
    func garbled() throws {
        let bytes = try SmallFile.read("\(Self.folder)/raspberry-pi-touch-display.json", limit: 65_536)
        for length in 0..<bytes.count - 2 {
            #expect(!Board.lint(Array(bytes[..<length]), file: "x").isEmpty)
        }
        var seed: UInt64 = 1
        for _ in 0..<3_000 {
            var copy = bytes
            for _ in 0..<3 {
                seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                copy[Int(seed >> 33) % copy.count] = UInt8(truncatingIfNeeded: seed >> 24)
            }
            _ = Board.lint(copy, file: "x")
        }
    }

    @Test("Touch devices are told apart by name, with a star at the end, and by numbers")
    func touchNames() throws {
        let touch = BoardTouch(name: "generic ft5x06*")
        #expect(touch.matches(name: "generic ft5x06 (79)", vendor: 0, product: 0))
        #expect(!touch.matches(name: "Goodix", vendor: 0, product: 0))
        #expect(BoardTouch(vendor: 0x1209, product: 1).matches(name: "x", vendor: 0x1209, product: 1))
        #expect(!BoardTouch(vendor: 0x1209, product: 1).matches(name: "x", vendor: 0x1209, product: 2))
        #expect(!BoardTouch().matches(name: "x", vendor: 1, product: 1), "a file that names nothing means nothing")
    }
}
