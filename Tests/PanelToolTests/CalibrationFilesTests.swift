import BoardConfig
import Input
import Testing

@testable import PanelTool

@Suite("Calibration: the files")
struct CalibrationFilesTests {
    private let matrix = Calibration([0, -1.05, 1.02, 0.98, 0, 0.01])!
    private let goodix = CalibrationFiles.Device(
        name: "Goodix Capacitive TouchScreen", vendor: 0x416, product: 0x38f, touchCount: 5)

    private func surroundings(_ text: String? = nil) throws -> CalibrationFiles.Surroundings {
        var surroundings = CalibrationFiles.Surroundings(
            machine: Machine(
                compatible: ["acme,panel-2", "acme,soc"], model: "Acme Panel 2",
                connectors: [.init(name: "DSI-1", driver: "vc4", isPresent: true, sizes: ["800x480"])]),
            connector: "DSI-1", date: "2026-11-30")
        if let text { surroundings.board = ("acme", try Board(Array(text.utf8), file: "acme.json"), text) }
        return surroundings
    }

    private func board(_ file: CalibrationFiles.File) throws -> Board {
        try Board(Array(file.text.utf8), file: file.path)
    }

    @Test("by udev: a rule with the matrix, and a board file that says so, for a machine that had none")
    func udev() throws {
        let files = try CalibrationFiles(measured: matrix, of: goodix, by: .udev, try surroundings()).files
        #expect(files.count == 2)
        #expect(files[0].path == "/etc/udev/rules.d/99-vitrine-goodix-capacitive-touchscreen.rules")
        #expect(files[0].text.contains("ENV{LIBINPUT_CALIBRATION_MATRIX}=\"0 -1.05 1.02 0.98 0 0.01\""))
        #expect(files[0].text.contains("ATTRS{name}==\"Goodix Capacitive TouchScreen\""))
        #expect(files[0].text.contains("ATTRS{id/vendor}==\"0416\", ATTRS{id/product}==\"038f\""))
        #expect(files[1].path == "/etc/vitrine/boards/acme-panel-2.json")
        let read = try board(files[1])
        #expect(read.touch.count == 1 && read.touch[0].transform == .udev && read.touch[0].matrix == nil)
        #expect(read.match.compatible == ["acme,panel-2"] && read.match.connector == ["DSI-1"])
        #expect(read.name == "Acme Panel 2" && read.verified == .hardware)
    }

    @Test("by the board file: one file, with the matrix")
    func boardFile() throws {
        let files = try CalibrationFiles(measured: matrix, of: goodix, by: .board, try surroundings()).files
        #expect(files.count == 1)
        let touch = try board(files[0]).touch
        #expect(touch.first?.transform == .app && touch.first?.matrix == [0, -1.05, 1.02, 0.98, 0, 0.01])
        #expect(touch.first?.name == goodix.name && touch.first?.points == 5 && touch.first?.vendor == 0x416)
    }

    @Test(
        "a file that fits already keeps its comments and all it says; the device's entry is changed, or put before others"
    )
    func existing() throws {
        let text = """
            // Acme, mounted on its side.
            {
                "name": "Acme",  // the second
                "match": {"compatible": ["acme,panel-2"]},
                "rotation": 90,
                "touch": [
                    {"name": "*", "bus": "i2c", "transformed_by": "kernel"} // all
                ],
                "notes": ["// no comment, \\"touch\\": []"],
                "sources": ["manual"], "verified": "hardware"
            }
            """
        let files = try CalibrationFiles(measured: matrix, of: goodix, by: .board, try surroundings(text)).files
        #expect(files[0].path == "/etc/vitrine/boards/acme.json")
        #expect(files[0].text.contains("// Acme, mounted on its side.") && files[0].text.contains("// the second"))
        let read = try board(files[0])
        #expect(read.rotation == 90 && read.touch.count == 2 && read.touch[1].name == "*")
        #expect(read.notes == ["// no comment, \"touch\": []"])
        // Again: its own entry is changed.
        let again = try CalibrationFiles(
            measured: .identity, of: goodix, by: .board, try surroundings(files[0].text)
        ).files
        let readAgain = try board(again[0])
        #expect(readAgain.touch.count == 2 && readAgain.touch[0].matrix == [1, 0, 0, 0, 1, 0])
    }

    @Test("a file that says nothing of touch gets a list")
    func added() throws {
        let text =
            "{\"name\": \"A\", \"match\": {\"connector\": [\"DSI-1\"]}, \"sources\": [\"x\"],\"verified\": \"hardware\"}"
        let files = try CalibrationFiles(measured: matrix, of: goodix, by: .udev, try surroundings(text)).files
        #expect(try board(files[1]).touch.first?.transform == .udev)
    }

    @Test("what udev does already is part of the matrix; the board file is not written on top of it")
    func below() throws {
        var device = goodix
        device.matrixBelow = [0, -1, 1, 1, 0, 0]
        let small = try #require(Calibration([1.1, 0, -0.05, 0, 1, 0]))
        let files = try CalibrationFiles(measured: small, of: device, by: .udev, try surroundings())
        #expect(files.matrix.text == "0 -1.1 1.05 1 0 0")
        #expect(throws: CalibrationFiles.Failure.self) {
            try CalibrationFiles(measured: small, of: device, by: .board, try surroundings())
        }
    }

    @Test("hostile names stay in their quotes, and out of paths")
    func hostile() throws {
        var device = goodix
        device.name = "../\"; RUN+=\"/bin/sh\" *[x]$%\\\u{7}ä"
        let files = try CalibrationFiles(measured: matrix, of: device, by: .udev, try surroundings()).files
        #expect(files[0].path == "/etc/udev/rules.d/99-vitrine-run-bin-sh-x.rules")
        #expect(files[0].text.contains("ATTRS{name}==\"../?; RUN+=?/bin/sh? ??x??????\""))
        #expect(try board(files[1]).touch.first?.name == device.name)
        #expect(CalibrationFiles.slug("画") == "touch")
    }

    @Test("a machine that says nothing of itself has no file it could be known by: udev's rule alone, or nothing")
    func unknownMachine() throws {
        let files = try CalibrationFiles(measured: matrix, of: goodix, by: .udev, CalibrationFiles.Surroundings()).files
        #expect(files.count == 1 && files[0].path.hasSuffix(".rules"))
        #expect(throws: CalibrationFiles.Failure.self) {
            try CalibrationFiles(measured: matrix, of: goodix, by: .board, CalibrationFiles.Surroundings())
        }
    }

    @Test("the result in words and as JSON")
    func result() throws {
        var result = CalibrationResult(device: "Goodix", matrix: matrix, residual: 2.04, trial: 3.1)
        result.files = [.init(path: "/etc/a.rules", text: "one\ntwo\n")]
        #expect(
            result.text == "Goodix: turned clockwise by 90°; crosses off by at most 2.0 pixels, trials by 3.1\n"
                + "matrix 0 -1.05 1.02 0.98 0 0.01\n/etc/a.rules written\n")
        result.isDryRun = true
        #expect(result.text.hasSuffix("/etc/a.rules would be:\n    one\n    two\n"))
        #expect(result.json["written"]?.bool == false && result.json["matrix"]?.list.count == 6)
        #expect(CalibrationResult(device: "", problem: "no").text == "not calibrated: no\n")
    }
}
