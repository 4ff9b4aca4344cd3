import ControlSocket
import DesktopWindow
@testable import Display
import Foundation
import Glibc
import Raster
import RemoteScreen
import Testing

@testable import vitrine

@Suite("vitrine doctor and outputs: windows, headless programs, remote help")
struct PanellessTests {
    private func program(_ output: String, _ card: String = "desktop", remote: String? = nil) -> RunningOutput {
        let help: JSONValue =
            remote.map { .fields(["address": .text($0), "viewers": .integer(2), "view_only": .bool(true)]) } ?? .null
        return RunningOutput(
            .fields([
                "program": .text("Kiosk"), "process": .integer(812),
                "display": .fields([
                    "output": .text(output), "connector": .text("Window-1"), "card": .text(card),
                    "width": .integer(800), "height": .integer(480), "hertz": .number(60), "format": .text("XR24"),
                ]),
                "remote": help,
            ]))
    }

    private func wanted(_ environment: [String: String] = [:], _ programs: [RunningOutput] = []) -> WantedOutput {
        WantedOutput.current(programs) { environment[$0] }
    }

    @Test("what is asked about: the environment's word, else what the only program has, else the desktop, else a panel")
    func wantedOutput() {
        #expect(wanted().kind == .kms)
        for kind in ["kms", "fbdev", "window", "headless"] {
            let found = wanted(["VITRINE_OUTPUT": kind, "DISPLAY": ":0"], [program("window")])
            #expect(found.kind.rawValue == kind && found.reason == "as VITRINE_OUTPUT says")
        }
        #expect(wanted(["DISPLAY": ":0"]).kind == .window && wanted(["WAYLAND_DISPLAY": "w"]).kind == .window)
        #expect(wanted([:], [program("headless")]).reason.hasPrefix("as Kiosk (812) has it"))
        // A program on the panel is what the chain of the panel is about; of two programs none is meant.
        #expect(wanted([:], [program("kms")]).kind == .kms)
        #expect(wanted([:], [program("headless"), program("window")]).kind == .kms)
    }

    @Test("a program of an earlier version, which does not say what it shows on, is taken for one on a panel")
    func earlier() {
        let old = RunningOutput(.fields(["program": .text("Old"), "display": .fields(["width": .integer(1)])]))
        #expect(old.kind == .kms && old.remote == nil)
    }

    @Test("the panel that a window stands for is the environment's, of several screens the first")
    func shape() {
        func shape(_ environment: [String: String]) -> String { PanelShape.current { environment[$0] }.text }
        #expect(shape([:]) == "800x480")
        #expect(
            shape(["VITRINE_PANEL": "1280x800@2", "VITRINE_ROTATION": "90"])
                == "1280x800, 2 pixels a point, rotation 90")
        #expect(
            shape(["VITRINE_PANEL": "1280x800@2,640x480", "VITRINE_SCALE": "1.5,1"]) == "1280x800, 1.5 pixels a point")
        #expect(shape(["VITRINE_PANEL": ",640x480", "VITRINE_ROTATION": "0"]) == "800x480")
    }

    private let desktop = DesktopSurvey(
        system: "x11", size: PixelSize(width: 1280, height: 1024), refreshRate: 60, touchScreenCount: 0)
    private var window: PanellessReport {
        PanellessReport(
            output: WantedOutput(kind: .window, reason: "as VITRINE_OUTPUT says"), shape: PanelShape(), desktop: desktop
        )
    }

    @Test(
        "doctor of a window: the desktop instead of a card, status 0; without a desktop what is missing, and status 1")
    func doctorOfAWindow() throws {
        var report = window
        func answer(isJSON: Bool = false) -> Answer {
            DoctorCommand.answer(
                report.findings, choice: report.problem == nil ? report.choice : nil, output: report.output,
                isJSON: isJSON)
        }
        #expect(
            answer().output == """
                ok output: a window of the desktop, as VITRINE_OUTPUT says
                ok desktop: x11, 1280x1024 at 60 Hz
                ok panel: stands for one of 800x480
                ok touch: the mouse is a finger, with Alt two
                A picture can be shown on a window of the desktop: 800x480

                """)
        let json = try JSONValue(parsing: Array(answer(isJSON: true).output.utf8))
        #expect(json["output"]?.text == "window" && json["picture"]?.bool == true)
        report.desktop = nil
        report.problem = "SDL is not there"
        #expect(answer().status == .problem)
        #expect(answer().output.contains("-- desktop: nothing can be shown on it: SDL is not there\n"))
        #expect(answer().output.hasSuffix("No picture can be shown.\n"))
    }

    @Test("a headless program needs nothing; where its pictures go and what touches it is said")
    func headless() throws {
        var report = try #require(PanellessReport.current(WantedOutput(kind: .headless, reason: "by word")))
        report.environment = ["VITRINE_FRAMES": "/tmp/f", "VITRINE_CONTACTS": "/tmp/c"]
        #expect(report.problem == nil && report.findings.allSatisfy { $0.advice == nil })
        let text = report.findings.map(\.line).joined()
        #expect(text.contains("ok pictures: written to /tmp/f\n") && text.contains("ok touch: the script /tmp/c\n"))
        #expect(PanellessReport.current(WantedOutput(kind: .kms, reason: "")) == nil)
    }

    @Test("outputs lists the window first and the cards after it; no card is no problem then, in text and JSON")
    func outputs() throws {
        let none = Surveys.report(DisplaySurvey(error: DisplayError(.chooseOutput, on: "/dev/dri", code: ENOENT)))
        let answer = OutputsCommand.answer(none, window, [program("window", remote: "127.0.0.1:5900")])
        #expect(answer.status == .success)
        #expect(
            answer.output == """
                a window of the desktop, as VITRINE_OUTPUT says
                  panel    800x480
                  touch    the mouse is a finger, with Alt two
                  desktop  x11, 1280x1024 at 60 Hz

                Programs show their picture on a window of the desktop: 800x480
                Kiosk (812) shows its picture on a window of the desktop: 800x480 at 60 Hz, XR24; VNC on 127.0.0.1:5900, \
                2 look, for seeing only

                """)
        let json = try JSONValue(parsing: Array(OutputsCommand.answer(none, window, [], isJSON: true).output.utf8))
        #expect(json["problem"] == .null && json["output"]?["kind"]?.text == "window")
        #expect(json["output"]?["desktop"]?["width"]?.integer == 1280)
        let panel = try JSONValue(parsing: Array(OutputsCommand.answer(none, nil, [], isJSON: true).output.utf8))
        #expect(panel["problem"]?.text != nil && panel["output"]?["kind"]?.text == "kms")
        #expect(OutputsCommand.answer(none, nil, []).status == .problem)
    }

    // MARK: Remote help

    private func help(
        _ environment: [String: String], _ programs: [RunningOutput] = [], error: RemoteScreenError? = nil
    ) -> [String] {
        RemoteHelpCheck(environment: { environment[$0] }, programs: programs, isServable: { _ in error })
            .findings.map(\.line)
    }

    @Test("VNC: off is no finding; no password, one that others can read, an address in use, one from elsewhere")
    func remoteHelp() throws {
        let file = NSTemporaryDirectory() + "vitrine-password-\(UUID().uuidString)"
        try "a good secret\n".write(toFile: file, atomically: true, encoding: .utf8)
        defer { unlink(file) }
        var on = ["VITRINE_VNC": "on"]
        #expect(help([:]).isEmpty && help(["VITRINE_VNC": "off"]).isEmpty)
        #expect(help(on).first?.hasPrefix("-- remote help: VNC without a password") == true)
        on["VITRINE_VNC_PASSWORD_FILE"] = file
        chmod(file, 0o644)
        #expect(help(on).first?.contains("chmod 600") == true)
        chmod(file, 0o600)
        #expect(help(on) == ["ok remote help: VNC on 127.0.0.1:5900 with a password\n"])
        let taken = RemoteScreenError(.listen, on: "127.0.0.1:5900", code: EADDRINUSE)
        #expect(help(on, error: taken).first?.contains("another program may do so") == true)
        #expect(
            help(on, [program("kms", remote: "127.0.0.1:5900")], error: taken)
                == ["ok remote help: VNC on 127.0.0.1:5900, served by Kiosk (812)\n"])
        on["VITRINE_VNC"] = "view"
        on["VITRINE_VNC_ADDRESS"] = "0.0.0.0:5901"
        let open = help(on)
        #expect(open.first == "ok remote help: VNC on 0.0.0.0:5901 with a password, for seeing only\n")
        #expect(open.last?.contains("encrypts nothing") == true)
    }

    @Test("asking whether VNC could be served takes no address away; one that is not this machine's cannot be")
    func servable() throws {
        var configuration = RemoteScreenConfiguration()
        configuration.port = 5_987
        // Twice: the first has let go of it.
        for _ in 1...2 {
            do throws(RemoteScreenError) {
                try RemoteScreenServer.check(configuration)
            } catch {
                // A machine without the server library, or on which somebody has just this port.
                #expect(error.operation == .loadLibrary || error.code == EADDRINUSE)
            }
        }
        configuration.address = "203.0.113.7"
        #expect(throws: RemoteScreenError.self) { try RemoteScreenServer.check(configuration) }
    }
}
