import Glibc
import Testing

@testable import BoardConfig

@Suite("Choosing a board")
struct BoardMatchTests {
    private let catalog: BoardCatalog

    init() {
        let folder = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        catalog = BoardCatalog(folders: ["/\(folder)/board-configs"])
    }

    private func connector(_ name: String, _ sizes: String..., driver: String = "vc4-drm", present: Bool = true)
        -> Machine.Connector
    {
        Machine.Connector(name: name, driver: driver, isPresent: present, sizes: sizes)
    }

    private func chosen(_ compatible: [String], _ connectors: Machine.Connector...) throws -> BoardChoice {
        try catalog.choose(for: Machine(compatible: compatible, connectors: connectors))
    }

    static let pi4 = ["raspberrypi,4-model-b", "brcm,bcm2711"]
    static let pi5 = ["raspberrypi,5-model-b", "brcm,bcm2712"]

    @Test("The board is found by its compatible list, and the choice says by what")
    func compatible() throws {
        let choice = try chosen(Self.pi4, connector("HDMI-A-1", "1920x1080"))
        #expect(choice.board.id == "raspberry-pi-4")
        #expect(choice.reason == "raspberry-pi-4: matched raspberrypi,4-model-b")
        #expect(
            try chosen(["pine64,pinephone-1.2", "pine64,pinephone", "allwinner,sun50i-a64"]).board.id == "pinephone")
        #expect(try chosen(["pine64,pinephone-pro", "rockchip,rk3399"]).board.id == "pinephone-pro")
    }

    @Test("A panel that is connected beats the bare board; which panel, its size tells")
    func panels() throws {
        let first = try chosen(Self.pi4, connector("HDMI-A-1", present: false), connector("DSI-1", "800x480"))
        #expect(first.board.id == "raspberry-pi-touch-display")
        #expect(first.reason == "raspberry-pi-touch-display: matched brcm,bcm2711, DSI-1 800x480")
        #expect(try chosen(Self.pi5, connector("DSI-2", "720x1280")).board.id == "raspberry-pi-touch-display-2")
        #expect(try chosen(Self.pi5, connector("DSI-2", "1200x1920")).board.id == "raspberry-pi-10-inch-dsi")
        #expect(try chosen(Self.pi4, connector("DPI-1", "480x800")).board.id == "hyperpixel-4")
        #expect(
            try chosen(Self.pi4, connector("DSI-1", "1024x600")).board.id == "raspberry-pi-4", "nobody knows this one")
        #expect(try chosen(Self.pi4, connector("DSI-1", "800x480", present: false)).board.id == "raspberry-pi-4")
    }

    @Test("The size must be the panel's own: another connector that offers it does not count")
    func sameConnector() throws {
        let choice = try chosen(Self.pi4, connector("DSI-1", "1024x600"), connector("HDMI-A-1", "1920x1080", "800x480"))
        #expect(choice.board.id == "raspberry-pi-4")
    }

    @Test("A panel without a device tree entry is found by its driver or by its connector alone")
    func drivers() throws {
        let spi = try chosen(["acme,board"], connector("SPI-1", "320x240", driver: "ili9341"))
        #expect(spi.board.id == "spi-tft" && spi.reason.contains("SPI-1 (ili9341)"))
        #expect(try chosen([], connector("HDMI-A-1", "1024x600", driver: "i915")).board.id == "hdmi-usb-touch")
    }

    @Test("Nothing matches: the generic board, and the reason says what was looked for")
    func nothing() throws {
        let choice = try chosen(["acme,board", "acme,soc"])
        #expect(choice.board == .generic)
        #expect(choice.reason == "generic: no board file matches acme,board acme,soc")
    }

    @Test("Of two files with equal claims the one for the board itself beats the one for its family")
    func specificity() throws {
        func board(_ id: String, _ compatible: String) throws -> Board {
            let text =
                #"{"name": "n", "match": {"compatible": ["\#(compatible)"]}, "sources": ["s"], "verified": "hardware"}"#
            return try Board(Array(text.utf8), file: "\(id).json")
        }
        let catalog = BoardCatalog([try board("a-family", "acme,soc"), try board("b-board", "acme,board")])
        let choice = try catalog.choose(for: Machine(compatible: ["acme,board", "acme,soc"]))
        #expect(choice.board.id == "b-board")
    }

    @Test("VITRINE_BOARD names the file; a name that is not there is an error that lists what is")
    func byName() throws {
        let machine = Machine(compatible: Self.pi4)
        let choice = try catalog.choose(for: machine, environment: ["VITRINE_BOARD": "pinenote"])
        #expect(choice.board.id == "pinenote" && choice.reason.contains("VITRINE_BOARD"))
        let error = try #require(throws: BoardError.self) {
            try catalog.choose(for: machine, environment: ["VITRINE_BOARD": "pinenotes"])
        }
        #expect(error.description.contains("pinenotes") && error.description.contains("pinenote, "))
    }

    @Test("Variables of the environment change one thing each, and the reason says so")
    func overrides() throws {
        let environment = [
            "VITRINE_CARD": "/dev/dri/by-path/x", "VITRINE_CONNECTOR": "HDMI-A-2", "VITRINE_MODE": "640x480@75",
            "VITRINE_FORMAT": "rgb565", "VITRINE_ROTATION": "270", "VITRINE_SCALE": "2",
            "VITRINE_TOUCH_MATRIX": "0 -1 1 1 0 0", "VITRINE_BLANK": "black", "VITRINE_BUFFERS": "3",
            "VITRINE_PACING": "50", "PATH": "/bin",
        ]
        let choice = try catalog.choose(for: Machine(compatible: Self.pi4), environment: environment)
        let board = choice.board
        #expect(board.drm == BoardCard(path: "/dev/dri/by-path/x") && board.connectors == ["HDMI-A-2"])
        #expect(board.mode == BoardMode("640x480@75") && board.formats.first == .rgb565 && board.rotation == 270)
        #expect(board.scale == 2 && board.blank == .black && board.buffers == 3 && board.pacing == .fixed(50))
        #expect(board.touch == [BoardTouch(name: "*", transform: .app, matrix: [0, -1, 1, 1, 0, 0])])
        #expect(choice.reason.contains("VITRINE_ROTATION") && !choice.reason.contains("PATH"))
        let plain = try catalog.choose(for: Machine(compatible: Self.pi4), environment: ["VITRINE_ROTATION": ""])
        #expect(plain.reason == "raspberry-pi-4: matched raspberrypi,4-model-b")
    }

    @Test(
        "A variable that cannot be meant is an error that names it, its value and what is allowed; nothing is changed",
        arguments: [
            ("VITRINE_ROTATION", "45"), ("VITRINE_MODE", "big"), ("VITRINE_FORMAT", "rgb"), ("VITRINE_SCALE", "0"),
            ("VITRINE_SCALE", "nan"), ("VITRINE_TOUCH_MATRIX", "1 0 0 0 1"), ("VITRINE_TOUCH_MATRIX", "1 1 0 1 1 0"),
            ("VITRINE_TOUCH_MATRIX", "1 0 0 0 inf 0"), ("VITRINE_BLANK", "off"), ("VITRINE_BUFFERS", "4"),
            ("VITRINE_PACING", "quick"), ("VITRINE_PACING", "-1"),
        ])
    func badOverrides(variable: String, value: String) throws {
        var board = Board.generic
        let error = try #require(throws: BoardError.self) {
            try board.apply(environment: ["VITRINE_CONNECTOR": "DSI-1", variable: value])
        }
        #expect(error.description.hasPrefix("\(variable)=\(value): must be "))
        #expect(board == .generic)
    }

    @Test("The machine is read from /proc and /sys; what is not there is left out")
    func machine() throws {
        var template = Array("/tmp/machine-XXXXXX".utf8CString)
        let root = try #require(mkdtemp(&template).map { String(cString: $0) })
        defer { removeTree(root) }
        write("\(root)/proc/device-tree/compatible", "raspberrypi,4-model-b\0brcm,bcm2711\0")
        write("\(root)/proc/device-tree/model", "Raspberry Pi 4 Model B\0")
        write("\(root)/sys/class/drm/card1-DSI-1/status", "connected\n")
        write("\(root)/sys/class/drm/card1-DSI-1/modes", "800x480\n800x480\n")
        write("\(root)/sys/class/drm/card1-HDMI-A-1/status", "disconnected\n")
        write("\(root)/sys/class/drm/card1-HDMI-A-1/modes", "")
        write("\(root)/sys/class/drm/card1/device/uevent", "")
        symlink("../../../bus/platform/drivers/vc4-drm", "\(root)/sys/class/drm/card1/device/driver")
        write("\(root)/sys/class/drm/version", "drm 1.1.0\n")

        let machine = Machine.current(root: root)
        #expect(machine.compatible == Self.pi4 && machine.model == "Raspberry Pi 4 Model B" && machine.dmiVendor == nil)
        #expect(
            machine.connectors == [
                connector("DSI-1", "800x480", "800x480"), connector("HDMI-A-1", present: false),
            ])
        #expect(try catalog.choose(for: machine).board.id == "raspberry-pi-touch-display")
        #expect(Machine.current(root: "/nowhere") == Machine())
    }

    @Test("An earlier folder hides a file of the same name, even with a bad one; a bad file is told, not fatal")
    func folders() throws {
        var template = Array("/tmp/boards-XXXXXX".utf8CString)
        let root = try #require(mkdtemp(&template).map { String(cString: $0) })
        defer { removeTree(root) }
        let good =
            #"{"name": "n", "match": {"compatible": ["c"]}, "sources": ["s"], "verified": "hardware", "rotation": "#
        write("\(root)/etc/one.json", good + "90}")
        write("\(root)/etc/two.json", "{")
        write("\(root)/etc/readme.txt", "no board")
        write("\(root)/usr/one.json", good + "0}")
        write("\(root)/usr/two.json", good + "0}")
        write("\(root)/usr/three.json", good + "180}")
        let catalog = BoardCatalog(folders: ["\(root)/etc", "\(root)/nowhere", "\(root)/usr"])
        #expect(catalog.boards.map(\.id) == ["one", "three"] && catalog.boards.map(\.rotation) == [90, 180])
        #expect(catalog.errors.count == 1 && catalog.errors[0].description.contains("/etc/two.json, line 1"))
    }
}

// MARK: Files for the tests

private func write(_ path: String, _ text: String) {
    var folder = ""
    for part in path.split(separator: "/").dropLast() {
        folder += "/\(part)"
        mkdir(folder, 0o755)
    }
    guard let file = fopen(path, "w") else { return }
    // Not `fputs`, which stops at a zero byte: the device tree's lists are full of them.
    let bytes = Array(text.utf8)
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
}

private func removeTree(_ path: String) {
    for name in SmallFile.names(in: path) { removeTree("\(path)/\(name)") }
    remove(path)
}
