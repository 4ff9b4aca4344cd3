@testable import Display
import Glibc
import Testing

@Suite("KMS: the survey tells what opening does, and does nothing")
struct SurveyTests {
    private let card0 = "/dev/dri/card0"
    private let card1 = "/dev/dri/card1"
    private let card2 = "/dev/dri/card2"

    private func survey(
        _ kernel: ScriptedKernel, _ configuration: KMSConfiguration = KMSConfiguration()
    ) throws -> DisplaySurvey {
        try DisplaySurvey.take(configuration, kernel: kernel.functions)
    }

    private func unplugged(_ path: String) -> ScriptedCard {
        var card = ScriptedCard.panel(path: path, driver: "vc4", connector: 11)
        card.connectors[0].connection = .disconnected
        card.connectors[0].modes = []
        return card
    }

    @Test("how far the plane says that it can turn a picture is told")
    func planeRotations() throws {
        var card = ScriptedCard.panel(path: card0, driver: "vc4")
        card.hasRotation = true
        card.rotations = 0b0101
        #expect(try survey(ScriptedKernel(card)).choice?.planeRotations == [.none, .half])
    }

    @Test("one panel: card, connector, mode and format as opening takes them")
    func onePanel() throws {
        let kernel = ScriptedKernel(.panel(path: card0, driver: "vc4"))
        let survey = try survey(kernel)
        #expect(survey.error == nil)
        let choice = try #require(survey.choice)
        #expect(choice.card == "/dev/dri/card0 (vc4)" && choice.connector == "DSI-1")
        #expect(choice.mode?.text == "32x16@50" && choice.formatCode == "XR24")
        #expect(choice.plane == 31 && choice.crtc == 41 && choice.planeRotations == [.none])
        let card = try #require(survey.cards.first)
        #expect(card.isChosen && card.driver == "vc4" && card.error == nil)
        #expect(card.hasDumbBuffers == true && card.isAtomic == true && card.hasModeSetting == true)
        #expect(card.connectors.map(\.name) == ["DSI-1"])
        #expect(card.connectors[0].isBuiltIn && card.connectors[0].connection == .connected)
        #expect(card.connectors[0].physicalSize == .init(width: 154, height: 86))
        #expect(card.reason.contains("DSI-1 is built in"))
    }

    @Test("nothing is shown, made or kept: no mode set, no flip, no buffer, no master")
    func leavesNothing() throws {
        let kernel = ScriptedKernel(.panel(path: card0), unplugged(card1), .renderer(path: card2))
        _ = try survey(kernel)
        let forbidden = ["commit", "setCRTC", "pageFlip", "createDumb", "addFramebuffer", "createModeBlob"]
        #expect(kernel.log.filter { line in forbidden.contains { line.hasPrefix($0) } } == [])
        #expect(kernel.leaks == [])
    }

    @Test("every card is told, with the reason for or against it")
    func reasons() throws {
        let monitor = ScriptedCard.panel(path: card0, driver: "vc4", connector: 11)
        let kernel = ScriptedKernel(monitor, .renderer(path: card1), .panel(path: card2, driver: "rp1-dsi"))
        let survey = try survey(kernel)
        #expect(survey.choice?.card == "/dev/dri/card2 (rp1-dsi)")
        #expect(survey.cards.map(\.isChosen) == [false, false, true])
        #expect(survey.cards[0].reason == "/dev/dri/card2 (rp1-dsi), DSI-1 goes before it")
        #expect(survey.cards[1].reason == "it only renders: no connectors")
        #expect(survey.cards[1].hasModeSetting == false)
        #expect(survey.cards[2].reason == "DSI-1 is built in and is connected")
        #expect(kernel.leaks == [])
    }

    @Test("nothing connected: the error is that of opening, the connectors are told all the same")
    func nothingConnected() throws {
        let kernel = ScriptedKernel(unplugged(card0))
        let survey = try survey(kernel)
        let error = try #require(displayError { () throws(DisplayError) in _ = try KMSOutput.open(on: kernel) })
        #expect(survey.choice == nil && survey.error == error)
        #expect(survey.cards[0].reason == "no usable connector: HDMI-A-1 disconnected")
        #expect(survey.cards[0].connectors.map(\.connection) == [.disconnected])
    }

    @Test("another program is master: what would be shown is told, and who is in the way")
    func inUse() throws {
        let kernel = ScriptedKernel(.panel(path: card0))
        kernel.foreignMaster = card0
        let survey = try survey(kernel)
        #expect(survey.choice?.mode?.text == "32x16@50")
        let error = try #require(survey.error)
        #expect(error.operation == .becomeMaster && error.description.contains("splashd (7)"))
        #expect(kernel.leaks == [])
    }

    @Test("a mode that is not offered: card and connector are told, and the error has the modes")
    func noSuchMode() throws {
        let kernel = ScriptedKernel(.panel(path: card0))
        let survey = try survey(kernel, KMSConfiguration(mode: "640x480"))
        let choice = try #require(survey.choice)
        #expect(choice.connector == "DSI-1" && choice.mode == nil)
        #expect(survey.error?.reason == .noSuchMode(wanted: "640x480", offered: ["32x16@50"]))
    }

    @Test("a wish for a driver or a path is what the others are refused for")
    func wishes() throws {
        let kernel = ScriptedKernel(.panel(path: card0, driver: "vc4"), .panel(path: card1, driver: "gud"))
        let byDriver = try survey(kernel, KMSConfiguration(card: "gud"))
        #expect(byDriver.cards.map(\.isChosen) == [false, true])
        #expect(byDriver.cards[0].reason == "its driver is not gud")
        let byPath = try survey(kernel, KMSConfiguration(card: card1))
        #expect(byPath.cards.map(\.isChosen) == [false, true])
        #expect(byPath.cards[0].reason == "the configuration names /dev/dri/card1")
    }

    @Test("a card that may not be opened is listed, with the reason")
    func refused() throws {
        let kernel = ScriptedKernel(.panel(path: card0))
        kernel.answerAlways("open", EACCES)
        let survey = try survey(kernel)
        #expect(survey.choice == nil)
        #expect(survey.cards[0].driver == nil && survey.cards[0].connectors == [])
        #expect(survey.cards[0].error?.operation == .openCard && survey.cards[0].error?.code == EACCES)
        #expect(survey.cards[0].reason.contains("Permission denied"))
    }

    @Test(
        "each refusal of each call gives a survey with an error, and leaves nothing behind",
        arguments: [
            "open", "deviceNumber", "driverName", "capability", "resources", "connector", "setMaster", "enablePlanes",
            "planes", "properties", "plane", "encoder", "crtc",
        ])
    func refusals(call: String) throws {
        for code in [EACCES, ENODEV, EBUSY, EINVAL, ENOMEM, EIO] {
            let kernel = ScriptedKernel(.panel(path: card0))
            kernel.answerAlways(call, code)
            let survey = try survey(kernel)
            #expect(survey.error != nil, "\(call) \(code)")
            #expect(survey.cards.count == 1 && !survey.cards[0].reason.isEmpty, "\(call) \(code)")
            #expect(kernel.leaks == [], "\(call) \(code)")
        }
    }

    @Test("without /dev/dri there are no cards; one that cannot be read is an error")
    func noFolder() throws {
        let none = try survey(ScriptedKernel())
        #expect(none.cards == [] && none.error?.reason == .noConnectedOutput([]))
        let kernel = ScriptedKernel()
        kernel.answerAlways("listCards", EACCES)
        let error = displayError { () throws(DisplayError) in
            _ = try DisplaySurvey.take(KMSConfiguration(), kernel: kernel.functions)
        }
        #expect(error?.operation == .listCards && error?.code == EACCES)
    }
}
