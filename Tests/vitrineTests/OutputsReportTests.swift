@testable import Display
import Foundation
import Glibc
import Testing

@testable import vitrine

/// Surveys as a board gives them.
enum Surveys {
    static let mode = DisplaySurvey.Mode(
        size: .init(width: 800, height: 480), refreshRate: 59.94, isInterlaced: false, isPreferred: true,
        text: "800x480@60")

    static func card(_ path: String = "/dev/dri/card0") -> DisplaySurvey.Card {
        var card = DisplaySurvey.Card(path: path)
        card.driver = "vc4"
        card.hasDumbBuffers = true
        card.isAtomic = true
        card.hasModeSetting = true
        card.connectors = [
            .init(
                name: "DSI-1", connection: .connected, isBuiltIn: true, physicalSize: .init(width: 154, height: 86),
                modes: [mode]),
            .init(name: "HDMI-A-1", connection: .disconnected, isBuiltIn: false, physicalSize: nil, modes: []),
        ]
        card.isChosen = true
        card.reason = "DSI-1 is built in and is connected"
        return card
    }

    static var panel: DisplaySurvey {
        DisplaySurvey(
            cards: [card()],
            choice: .init(card: "/dev/dri/card0 (vc4)", connector: "DSI-1", mode: mode, formatCode: "XR24"), error: nil)
    }

    static var refused: DisplaySurvey {
        var card = DisplaySurvey.Card(path: "/dev/dri/card0")
        card.error = DisplayError(.openCard, on: "/dev/dri/card0", code: EACCES)
        card.reason = "could not open the card"
        let candidate = DisplayError.Candidate(card: card.path, reason: card.reason, code: EACCES)
        return DisplaySurvey(
            cards: [card], choice: nil,
            error: DisplayError(.chooseOutput, on: "/dev/dri", reason: .noConnectedOutput([candidate])))
    }

    static func report(
        _ survey: DisplaySurvey, connectors: [KernelConnector] = [], hasFramebuffer: Bool = false
    ) -> OutputsReport {
        OutputsReport(survey: survey, kernelConnectors: connectors, hasFramebuffer: hasFramebuffer)
    }
}

@Suite("vitrine outputs")
struct OutputsReportTests {
    @Test("a panel: the card, its connectors with modes, and what a program takes")
    func panel() {
        #expect(
            Surveys.report(Surveys.panel).text == """
                /dev/dri/card0 (vc4): taken: DSI-1 is built in and is connected
                  mode setting, dumb buffers, atomic commits
                  DSI-1     connected, built in, 154 x 86 mm
                            800x480@60 (preferred)
                  HDMI-A-1  disconnected

                Programs show their picture on /dev/dri/card0 (vc4), DSI-1: 800x480@60, XR24

                """)
    }

    @Test("the same for scripts")
    func json() throws {
        let text = Surveys.report(Surveys.panel).json.document
        let read = try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        let card = try #require((read["cards"] as? [[String: Any]])?.first)
        #expect(card["path"] as? String == "/dev/dri/card0" && card["taken"] as? Bool == true)
        #expect(card["atomic"] as? Bool == true && card["dumb_buffers"] as? Bool == true)
        let connectors = try #require(card["connectors"] as? [[String: Any]])
        #expect(connectors.map { $0["status"] as? String } == ["connected", "disconnected"])
        let mode = try #require((connectors[0]["modes"] as? [[String: Any]])?.first)
        #expect(mode["name"] as? String == "800x480@60" && mode["hertz"] as? Double == 59.94)
        #expect((read["choice"] as? [String: Any])?["connector"] as? String == "DSI-1")
        #expect(read["problem"] is NSNull)
    }

    @Test("a card that may not be opened: /sys still tells what is connected to it")
    func refused() {
        let connector = KernelConnector(
            card: "/dev/dri/card0", name: "DSI-1", status: "connected", sizes: ["800x480"])
        let text = Surveys.report(Surveys.refused, connectors: [connector]).text
        #expect(text.contains("not taken: could not open the card"))
        #expect(text.contains("as /sys shows it:\n  DSI-1  connected\n         800x480\n"))
        #expect(text.contains("Nothing can be shown."))
    }

    @Test("no card: what to look for, and that a framebuffer device is not enough")
    func noCard() {
        let none = DisplaySurvey(
            cards: [], choice: nil,
            error: DisplayError(.chooseOutput, on: "/dev/dri", reason: .noConnectedOutput([])))
        #expect(
            Surveys.report(none).text.contains("no display card in /dev/dri: is the display's kernel driver loaded"))
        #expect(!Surveys.report(none).text.contains("/dev/fb0"))
        #expect(Surveys.report(none, hasFramebuffer: true).text.contains("/dev/fb0"))
    }

    @Test("a card that was asked for and does not exist is told with its reason")
    func stranger() {
        let candidate = DisplayError.Candidate(card: "/dev/dri/card7", reason: "no such file", code: ENOENT)
        var survey = Surveys.panel
        survey.choice = nil
        survey.cards[0].isChosen = false
        survey.error = DisplayError(.chooseOutput, on: "/dev/dri/card7", reason: .noConnectedOutput([candidate]))
        #expect(Surveys.report(survey).text.hasSuffix("\n  /dev/dri/card7: no such file\n"))
    }

    @Test("long lists of modes stay within the width of a terminal")
    func width() {
        let words = (1...60).map { "\($0 * 100)x\($0 * 60)@60" }
        let text = Lines.list(words, indentation: "    ")
        let lines = text.split(separator: "\n")
        #expect(lines.count > 3 && lines.allSatisfy { $0.count <= Lines.width && $0.hasPrefix("    ") })
        #expect(text.filter { $0 == "," }.count == words.count - 1)
    }
}
