@testable import BoardConfig
@testable import Display
import Glibc
@testable import Input
import Testing

@testable import vitrine

@Suite("vitrine doctor")
struct DoctorTests {
    private let kim = User(id: 1000, account: "kim", groups: [1000], groupsAtLogin: [1000])

    private func node(
        _ path: String = "/dev/dri/card0", group: gid_t = 44, mode: mode_t = 0o660
    ) -> DeviceNode {
        DeviceNode(path: path, owner: 0, group: group, mode: mode, isAllowed: false)
    }

    private func text(_ findings: [Finding]) -> String { findings.map(\.line).joined() }

    // MARK: Permissions

    @Test("not in the group: the group is named, with the command and the unit's setting")
    func notInGroup() {
        let advice = node().advice(for: kim) { _ in "video" }
        #expect(advice.contains("usermod -aG video kim") && advice.contains("SupplementaryGroups=video"))
    }

    @Test("in the group since the last login only: log in again, and nothing else")
    func staleLogin() {
        var user = kim
        user.groupsAtLogin.insert(44)
        let advice = node().advice(for: user) { _ in "video" }
        #expect(advice.contains("log in again") && !advice.contains("usermod"))
    }

    @Test("in the group and refused all the same: not the group's fault")
    func somethingElse() {
        var user = kim
        user.groups.insert(44)
        #expect(node().advice(for: user) { _ in "video" }.contains("what else forbids it"))
    }

    @Test("a node of root alone: no group helps", arguments: [(gid_t(0), mode_t(0o660)), (44, 0o600), (44, 0o640)])
    func rootAlone(group: gid_t, mode: mode_t) {
        #expect(node(group: group, mode: mode).advice(for: kim) { _ in "g" }.contains("root alone"))
    }

    // MARK: Card

    @Test("a free panel: three good links")
    func freePanel() {
        let findings = CardCheck(outputs: Surveys.report(Surveys.panel), user: kim).findings
        #expect(findings.count == 3 && findings.allSatisfy { $0.advice == nil })
        let answer = DoctorCommand.answer(findings, outputs: Surveys.report(Surveys.panel))
        #expect(answer.status == .success)
        #expect(answer.output.hasSuffix("A picture can be shown on /dev/dri/card0 (vc4), DSI-1: 800x480@60, XR24\n"))
    }

    @Test("a panel that may not be opened: the card is well, the permission is not, and it is status 1")
    func refusedPanel() {
        let connector = KernelConnector(
            card: "/dev/dri/card0", name: "DSI-1", status: "connected", sizes: ["800x480"])
        let outputs = Surveys.report(Surveys.refused, connectors: [connector])
        var check = CardCheck(outputs: outputs, user: kim)
        check.node = { node($0) }
        let lines = text(check.findings).split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.first == "ok card: /dev/dri/card0: DSI-1 connected, as /sys shows it")
        #expect(lines.last?.hasPrefix("-- permission: kim may not open /dev/dri/card0: its group is ") == true)
        #expect(DoctorCommand.answer(check.findings, outputs: outputs).status == .problem)
    }

    @Test("in use by another program: said, with its name, and it is status 1")
    func inUse() {
        var survey = Surveys.panel
        survey.error = DisplayError(
            .becomeMaster, on: "/dev/dri/card0 (vc4)", code: EBUSY, note: "The card is also open in splashd (7).")
        let outputs = Surveys.report(survey)
        let findings = CardCheck(outputs: outputs, user: kim).findings
        #expect(text(findings).contains("-- display: in use: ") && text(findings).contains("splashd (7)"))
        #expect(DoctorCommand.answer(findings, outputs: outputs).status == .problem)
    }

    @Test("in use by a program of ours, as in every kiosk that works: nothing is wrong, and it is status 0")
    func inUseByOurs() {
        var survey = Surveys.panel
        survey.error = DisplayError(.becomeMaster, on: "/dev/dri/card0 (vc4)", code: EBUSY)
        let outputs = Surveys.report(survey)
        func program(_ output: String) -> RunningOutput {
            RunningOutput(
                .fields([
                    "program": .text("Kiosk"), "process": .integer(812), "display": .fields(["output": .text(output)]),
                ]))
        }
        let findings = CardCheck(outputs: outputs, user: kim, programs: [program("headless"), program("kms")]).findings
        #expect(text(findings).contains("ok display: in use, by Kiosk (812), which shows its picture there"))
        #expect(DoctorCommand.answer(findings, outputs: outputs, programs: [program("kms")]).status == .success)
        let others = CardCheck(outputs: outputs, user: kim, programs: [program("headless")]).findings
        #expect(text(others).contains("-- display: in use: "))
        #expect(DoctorCommand.answer(others, outputs: outputs, programs: [program("headless")]).status == .problem)
    }

    @Test("a missing finger, font or service does not prevent a picture")
    func notNeeded() {
        let findings = [Finding.good("card", "there"), .bad("touch", "none", do: "plug one in")]
        let answer = DoctorCommand.answer(findings, outputs: Surveys.report(Surveys.panel))
        #expect(answer.status == .success && answer.output.contains("-- touch: none: plug one in\n"))
    }

    // MARK: The rest of the chain

    private func device(_ name: String, isTouchScreen: Bool, isPointer: Bool) -> InputDevice {
        InputDevice(
            id: 1, name: name, node: "/dev/input/event1", vendor: 0x416, product: 0x38f,
            isTouchScreen: isTouchScreen, isPointer: isPointer, isKeyboard: false,
            touchCount: isTouchScreen ? 10 : nil,
            sizeInMillimetres: nil, isCalibratedBelow: true, outputName: nil)
    }

    @Test("a touch screen with its contacts and calibration; a device's name cannot steer the terminal")
    func touchScreen() {
        let report = InputsReport(devices: [device("Goo\u{1b}dix", isTouchScreen: true, isPointer: false)])
        let line = text(TouchCheck(inputs: report, user: kim).findings)
        #expect(line.contains("ok touch: /dev/input/event1, Goo?dix: touch screen, 10 contacts"))
        #expect(line.contains("calibrated by udev") && !line.contains("\u{1b}"))
        #expect(report.text.contains("(0416:038f)") && !report.text.contains("\u{1b}"))
    }

    @Test("a refused device that may be the touch screen: one line, about the permission, and inputs has status 1")
    func refusedTouchScreen() {
        var report = InputsReport(devices: [device("Keyboard", isTouchScreen: false, isPointer: false)])
        report.refused = [.init(node: "/dev/input/event2", advice: "its group is input")]
        let lines = text(TouchCheck(inputs: report, user: kim).findings)
        #expect(lines == "-- permission: kim may not open /dev/input/event2: its group is input\n")
        #expect(!report.isAsItShouldBe)
        report.devices.append(device("Panel", isTouchScreen: true, isPointer: false))
        #expect(report.isAsItShouldBe)
    }

    @Test("no device: without nodes it is the driver, with nodes it is udev")
    func absence() {
        #expect(InputsReport.absence(nodeCount: 0, hasDaemon: true).contains("kernel driver"))
        #expect(InputsReport.absence(nodeCount: 2, hasDaemon: false).contains("systemd-udevd"))
        #expect(InputsReport.absence(nodeCount: 2, hasDaemon: true).contains("udevadm"))
    }

    @Test("fonts: none, none of the usual, and one of these")
    func fonts() {
        var check = FontCheck(files: [], folders: ["/usr/share/fonts"], hasConfiguration: true)
        #expect(check.finding.advice?.contains("fonts-dejavu-core") == true)
        check.files = ["Odd.ttf"]
        #expect(check.finding.advice?.contains("fonts-inter") == true)
        check.files = ["DejaVuSans.ttf"]
        #expect(check.finding.advice == nil)
        check.hasConfiguration = false
        #expect(check.finding.advice?.contains("fontconfig-config") == true)
    }

    @Test("service: not installed, no program, a program that is missing, all there")
    func service() {
        var check = ServiceCheck(hasSystemd: true, unit: nil, enabled: [], missing: [], hasTool: true)
        #expect(text(check.findings).contains("systemd/install"))
        check.unit = "/etc/systemd/system/vitrine@.service"
        #expect(text(check.findings).contains("vitrine install-service --start PROGRAM"))
        check.enabled = ["Kiosk"]
        check.missing = ["Kiosk"]
        #expect(text(check.findings).hasPrefix("-- service manager: Kiosk is started at boot and is not in"))
        check.missing = []
        #expect(text(check.findings) == "ok service manager: systemd starts Kiosk at boot\n")
        check.hasTool = false
        #expect(text(check.findings).contains("no vitrine in /usr/local/bin or /usr/bin"))
    }
}
