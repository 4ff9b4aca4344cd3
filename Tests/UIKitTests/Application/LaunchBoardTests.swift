import BoardConfig
import Foundation
import Raster
import Testing

@testable import UIKit

@Suite("Board files at the start")
struct LaunchBoardTests {
    private let folder = NSTemporaryDirectory() + "vitrine-boards-\(UUID().uuidString)"

    private func board(_ text: String, environment: [String: String] = [:]) throws -> LaunchBoard {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try text.write(toFile: "\(folder)/acme.json", atomically: true, encoding: .utf8)
        return try LaunchBoard(
            folders: [folder], environment: environment, machine: Machine(compatible: ["acme,panel"]))
    }

    private func text(_ fields: String) -> String {
        """
        {"name": "Acme", "match": {"compatible": ["acme,panel"]}, \(fields), "sources": ["x"], "verified": "hardware"}
        """
    }

    private let full = """
        "drm": {"drivers": ["vc4", "tidss"]}, "connector": ["DSI-1", "HDMI-A-1"], "mode": "720x1280@60",
        "formats": ["argb8888", "rgb565"], "rotation": 90, "scale": 2, "buffers": 3, "pacing": 50
        """

    @Test("What the file says is used where the environment says nothing, and the log says which file and why")
    func completed() throws {
        let board = try board(text(full))
        let configuration = try LaunchConfiguration(environment: [:]).completed(by: board.choice.board)
        #expect(configuration.rotation == .quarter && configuration.scale == 2 && configuration.bufferCount == 3)
        #expect(configuration.mode == "720x1280@60" && configuration.format == .xrgb8888)
        #expect(configuration.fallbackRefreshRate == 50)
        #expect(
            configuration.displays.map { "\($0.card ?? "any") \($0.connector ?? "any")" } == [
                "vc4 DSI-1", "vc4 HDMI-A-1", "tidss DSI-1", "tidss HDMI-A-1", "any DSI-1", "any HDMI-A-1",
            ])
        #expect(board.report == ["board: acme: matched acme,panel"])
    }

    @Test("The environment goes before the file, and the log says so")
    func overridden() throws {
        let environment = [
            "VITRINE_CARD": "/dev/dri/card1", "VITRINE_CONNECTOR": "HDMI-A-2", "VITRINE_ROTATION": "0",
            "VITRINE_SCALE": "1.5", "VITRINE_FORMAT": "rgb565", "VITRINE_MODE": "800x480", "VITRINE_BUFFERS": "2",
        ]
        let board = try board(text(full), environment: environment)
        let configuration = try LaunchConfiguration(environment: environment).completed(by: board.choice.board)
        #expect(configuration.rotation == Rotation.none && configuration.scale == 1.5)
        #expect(configuration.format == .rgb565 && configuration.mode == "800x480" && configuration.bufferCount == 2)
        #expect(configuration.displays == [BoardDisplay(card: "/dev/dri/card1", connector: "HDMI-A-2")])
        #expect(board.report.first?.contains("changed by VITRINE_CARD, VITRINE_CONNECTOR") == true)
    }

    @Test("A size asked for by VITRINE_PANEL is not overruled by the file's mode")
    func panelSize() throws {
        let configuration = try LaunchConfiguration(environment: ["VITRINE_PANEL": "800x480"])
            .completed(by: board(text(full)).choice.board)
        #expect(configuration.mode == nil && configuration.panelSize == PixelSize(width: 800, height: 480))
    }

    @Test("A file that cannot be used is told and does not stop the start; without any, nothing is told")
    func badFile() throws {
        let board = try board(text("\"rotation\": 45"))
        #expect(board.report.count == 1 && board.report[0].contains("rotation"))
        #expect(try LaunchConfiguration(environment: [:]).completed(by: board.choice.board).rotation == nil)
        let none = try LaunchBoard(folders: ["/nonexistent"], environment: [:], machine: Machine())
        #expect(none.report.isEmpty)
        #expect(throws: BoardError.self) {
            try LaunchBoard(folders: [], environment: ["VITRINE_BOARD": "acme"], machine: Machine())
        }
    }

    @Test("--vitrine-NAME=VALUE stands for the variable; other words are the program's own")
    func commandLine() throws {
        let settings = try LaunchArguments.settings([
            "Showcase", "--demo", "--vitrine-mode=800x480", "--vitrine-touch-matrix=1 0 0 0 1 0", "x", "--",
            "--vitrine-nothing",
        ])
        #expect(
            settings == [
                .init(variable: "VITRINE_MODE", value: "800x480"),
                .init(variable: "VITRINE_TOUCH_MATRIX", value: "1 0 0 0 1 0"),
            ])
        for word in ["--vitrine-mode", "--vitrine-mod=1", "--vitrine-"] {
            #expect { try LaunchArguments.settings(["Showcase", word]) } throws: { error in
                "\(error)".contains("--vitrine-NAME=VALUE")
            }
        }
    }

    @Test("Every variable that can be on the command line is in the documentation, and the other way round")
    func documented() throws {
        let root = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
        let pages = ["environment.md", "board-files.md"].map { "/\(root)/Documentation/\($0)" }
        let text = try pages.map { try String(contentsOfFile: $0, encoding: .utf8) }.joined()
        let words = text.split { !($0.isLetter || $0 == "_") }.filter { $0.hasPrefix("VITRINE_") }
        #expect(Set(words.map(String.init)) == LaunchArguments.variables)
    }
}
