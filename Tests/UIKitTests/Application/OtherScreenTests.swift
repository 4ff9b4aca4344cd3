import BoardConfig
import Foundation
import Raster
import Testing

@testable import UIKit

@Suite("Several screens: what is wanted")
struct OtherScreenTests {
    @Test("one value for each screen, with commas between")
    func lists() throws {
        let wanted = try LaunchConfiguration(environment: [
            "VITRINE_CONNECTOR": "DSI-1,HDMI-A-1,DP-1", "VITRINE_MODE": "800x480,1280x720@60",
            "VITRINE_ROTATION": "90,,180", "VITRINE_SCALE": "1,2",
        ])
        #expect(wanted.connector == "DSI-1")
        #expect(wanted.mode == "800x480")
        #expect(wanted.rotation == .quarter)
        #expect(wanted.scale == 1)
        #expect(
            wanted.otherScreens == [
                OtherScreen(connector: "HDMI-A-1", mode: "1280x720@60", scale: 2),
                OtherScreen(connector: "DP-1", rotation: .half),
            ])
    }

    @Test("headless ones are as many as there are sizes")
    func headless() throws {
        let wanted = try LaunchConfiguration(environment: [
            "VITRINE_OUTPUT": "headless", "VITRINE_PANEL": "800x480,640x480@2",
        ])
        #expect(wanted.panelSize == PixelSize(width: 800, height: 480))
        #expect(
            wanted.otherScreens == [OtherScreen(scale: 2, panelSize: PixelSize(width: 640, height: 480))])
    }

    @Test("one value is one screen")
    func single() throws {
        #expect(try LaunchConfiguration(environment: ["VITRINE_CONNECTOR": "DSI-1"]).otherScreens == [])
        #expect(try LaunchConfiguration(environment: [:]).otherScreens == [])
    }

    @Test(
        "what cannot be meant is refused",
        arguments: [
            ["VITRINE_CONNECTOR": "DSI-1,"], ["VITRINE_CONNECTOR": "DSI-1,DSI-1"],
            ["VITRINE_ROTATION": "0,90"], ["VITRINE_CONNECTOR": "A,B", "VITRINE_ROTATION": "0,45"],
            ["VITRINE_CONNECTOR": "A,B", "VITRINE_SCALE": "1,9"],
            ["VITRINE_OUTPUT": "headless", "VITRINE_PANEL": "800x480,0x0"],
            ["VITRINE_CONNECTOR": String(repeating: "A,", count: 40) + "B"],
        ])
    func refused(environment: [String: String]) {
        #expect(throws: LaunchConfiguration.Failure.self) { _ = try LaunchConfiguration(environment: environment) }
    }

    @Test("a board file names them, the environment goes before it, and what it does not say the file does")
    func board() throws {
        let text = """
            {"name": "Two", "match": {"compatible": ["acme,two"]}, "connector": ["DSI-1"],
             "other_screens": [{"connector": "HDMI-A-1", "mode": "1280x720", "rotation": 90, "scale": 2}],
             "touch": [{"name": "ILITEK*", "transformed_by": "kernel", "output": "HDMI-A-1"}],
             "planes": {"rotation": [0, 180], "use_rotation": true},
             "night": {"from": "22:00", "to": "06:30", "brightness": 0.2},
             "sources": ["a test"], "verified": "source-only"}
            """
        let board = try Board(Array(text.utf8), file: "two.json")
        let known = OtherScreen(connector: "HDMI-A-1", mode: "1280x720", rotation: .quarter, scale: 2)
        #expect(try LaunchConfiguration(environment: [:]).completed(by: board).otherScreens == [known])
        let one = try LaunchConfiguration(environment: ["VITRINE_CONNECTOR": "DSI-1"]).completed(by: board)
        #expect(one.otherScreens == [])
        let asked = try LaunchConfiguration(environment: [
            "VITRINE_CONNECTOR": "DSI-1,HDMI-A-1", "VITRINE_ROTATION": "0,180",
        ]).completed(by: board)
        #expect(asked.otherScreens == [OtherScreen(connector: "HDMI-A-1", mode: "1280x720", rotation: .half, scale: 2)])
        #expect(board.touch[0].output == "HDMI-A-1")
        #expect(board.night == BoardNight("22:00-06:30@0.2"))
        let turned = try LaunchConfiguration(environment: ["VITRINE_ROTATION": "90"]).completed(by: board)
        #expect(turned.usesPlaneRotation == false, "the file says what the planes can")
        let half = try LaunchConfiguration(environment: ["VITRINE_ROTATION": "180"]).completed(by: board)
        #expect(half.usesPlaneRotation == true)
        let never = try LaunchConfiguration(environment: ["VITRINE_ROTATION": "180", "VITRINE_PLANE_ROTATION": "off"])
        #expect(never.completed(by: board).usesPlaneRotation == false)
    }

    @Test(
        "a board file's mistakes are told",
        arguments: [
            #""other_screens": [{"connector": "HDMI-A-1"}]"#,
            #""connector": ["A"], "other_screens": [{"connector": "A"}]"#,
            #""connector": ["A"], "other_screens": [{"rotation": 90}]"#,
            #""connector": ["A"], "other_screens": [{"connector": "B", "rotation": 45}]"#,
            #""connector": ["A"], "other_screens": [{"connector": "B", "colour": 1}]"#,
            #""connector": ["A"], "other_screens": {"connector": "B"}"#,
            #""night": {"from": "22:00", "to": "22:00", "brightness": 0.2}"#,
            #""night": {"from": "22", "to": "06:00", "brightness": 0.2}"#,
            #""night": {"from": "22:00", "brightness": 0.2}"#, #""night": {"from": "22:00", "to": "06:00"}"#,
            #""planes": {"use_rotation": 1}"#,
        ])
    func mistakes(field: String) {
        let text = """
            {"name": "Two", "match": {"compatible": ["acme,two"]}, \(field), "sources": ["t"], "verified": "source-only"}
            """
        #expect(!Board.lint(Array(text.utf8), file: "two.json").isEmpty)
    }
}
