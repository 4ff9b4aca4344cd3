@testable import BoardConfig
import ControlSocket
@testable import Display
@testable import Input
import Testing

@testable import vitrine

@Suite("The tool on several screens")
struct SeveralScreensTests {
    private static let stats: JSONValue = {
        func panel(_ connector: String, shown: Int) -> [JSONValue.Field] {
            [
                JSONValue.Field(
                    name: "display",
                    value: .fields([
                        "connector": .text(connector), "card": .text("/dev/dri/card0"), "width": .integer(800),
                        "height": .integer(480), "hertz": .number(60), "format": .text("XR24"),
                        "connected": .bool(true),
                    ])),
                JSONValue.Field(name: "frames", value: .fields(["shown": .integer(shown)])),
            ]
        }
        let other = JSONValue.object(
            [JSONValue.Field(name: "number", value: .integer(2))] + panel("HDMI-A-1", shown: 7))
        return .object(
            [JSONValue.Field(name: "program", value: .text("Kiosk"))] + panel("DSI-1", shown: 3)
                + [JSONValue.Field(name: "other_screens", value: .list([other]))])
    }()

    @Test("stats: a block for each screen; with --screen that one's figures alone, by number or connector")
    func stats() throws {
        let text = StatsText.text(Self.stats)
        #expect(text.contains("DSI-1 of /dev/dri/card0") && text.contains("\nscreen 2\n  display    HDMI-A-1 of"))
        for word in ["2", "HDMI-A-1"] {
            let one = try StatsText.stats(of: word, in: Self.stats)
            #expect(one["frames"]?["shown"]?.integer == 7 && one["program"]?.text == "Kiosk")
            #expect(one["other_screens"] == nil)
        }
        for word in ["1", "DSI-1"] {
            #expect(try StatsText.stats(of: word, in: Self.stats)["frames"]?["shown"]?.integer == 3)
        }
        do {
            _ = try StatsText.stats(of: "DP-1", in: Self.stats)
            Issue.record("found")
        } catch {
            #expect(error.reason.contains("1 (DSI-1), 2 (HDMI-A-1)"))
        }
    }

    @Test("inspect: the windows of each screen under its name")
    func inspect() {
        let window = JSONValue.fields(["class": .text("UIWindow"), "address": .text("0x1")])
        let screen = JSONValue.fields(["connector": .text("HDMI-A-1"), "windows": .list([window])])
        let text = InspectText(
            .fields(["tree": .fields(["windows": .list([]), "other_screens": .list([screen]), "count": .integer(1)])])
        ).text
        #expect(
            text.contains("HDMI-A-1: screen ") && text.contains("\nUIWindow ") && text.hasSuffix("1 views and layers\n")
        )
    }

    // MARK: doctor

    @Test("further connectors are those of the environment, else the board file's, each with its mode")
    func wishes() throws {
        var choice = BoardChoice(board: .generic, reason: "")
        choice.board.otherScreens = [BoardScreen(connector: "HDMI-A-1")]
        func others(_ environment: [String: String]) throws -> [String] {
            try KMSConfiguration.others(of: choice) { environment[$0] }.map {
                "\($0.connector ?? "?") \($0.mode ?? "-")"
            }
        }
        #expect(try others([:]) == ["HDMI-A-1 -"])
        #expect(try others(["VITRINE_CONNECTOR": "DSI-1"]) == [])
        #expect(
            try others(["VITRINE_CONNECTOR": "DSI-1,DP-1,DP-2", "VITRINE_MODE": "800x480,,640x480"])
                == ["DP-1 -", "DP-2 640x480"])
    }

    @Test("each further screen with its card and mode, or what is missing; each touch screen with the screen it is on")
    func doctor() {
        func touch(_ name: String, output: String? = nil) -> InputDevice {
            InputDevice(
                id: 1, name: name, node: "/dev/input/event1", vendor: 1, product: 2, isTouchScreen: true,
                isPointer: false, isKeyboard: false, touchCount: 10, sizeInMillimetres: nil, isCalibratedBelow: false,
                outputName: output)
        }
        let there = DisplaySurvey.Choice(
            card: "/dev/dri/card1 (udl)", connector: "DVI-I-1", mode: Surveys.mode, formatCode: "XR24")
        let missing = DisplayError(
            .chooseOutput, on: "DP-1",
            reason: .noConnectedOutput([.init(card: "/dev/dri/card0", reason: "DP-1 disconnected")]))
        let check = ScreensCheck(
            first: "DSI-1",
            screens: [
                .init(number: 2, connector: "DVI-I-1", choice: there),
                .init(number: 3, connector: "DP-1", error: missing),
            ], devices: [touch("Goodix"), touch("ILITEK", output: "DVI-I-1"), touch("Third", output: "VGA-1")])
        let lines = check.findings.map(\.line)
        #expect(lines.count == 5)
        #expect(lines[0] == "ok screen 2: /dev/dri/card1 (udl), DVI-I-1: 800x480@60, XR24\n")
        #expect(lines[1].hasPrefix("-- screen 3: DP-1: /dev/dri/card0: DP-1 disconnected: cable and power"))
        #expect(lines[2] == "ok touch: /dev/input/event1, Goodix is on screen 1, DSI-1\n")
        #expect(lines[3].contains("ILITEK is on screen 2, DVI-I-1"))
        #expect(lines[4].hasPrefix("-- touch: /dev/input/event1, Third belongs to VGA-1"))
        #expect(
            ScreensCheck(first: "DSI-1", screens: [], devices: [touch("Goodix")]).findings.isEmpty,
            "one screen: as ever")
    }
}
