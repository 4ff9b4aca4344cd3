@testable import CrashScreen
import Foundation
import Testing

@Suite("Crash screen")
struct CrashReportTests {
    private func report(_ properties: String, log: String = "") -> CrashReport {
        CrashReport(properties: properties, log: log)
    }

    @Test("A signal: its name, the program's, how often it was tried, and when the next try is")
    func signalled() {
        let report = report(
            """
            Id=vitrine@Showcase.service
            Result=start-limit-hit
            NRestarts=20
            ExecMainCode=3
            ExecMainStatus=11
            ExecMainExitTimestamp=@1764513900
            Pause=300
            Host=panel-3
            """, log: "first\nFatal error: index out of range\n")
        #expect(report.title == "Showcase has stopped")
        #expect(report.cause.contains("signal 11 (SIGSEGV") && report.cause.contains("20 times"))
        #expect(report.moment(in: .gmt) == "30 November 2025, 14:45:00 GMT")
        #expect(report.advice.contains("5 minutes") && report.advice.contains("journalctl -b -u vitrine@Showcase."))
        #expect(report.log == ["first", "Fatal error: index out of range"])
        #expect(report.host == "panel-3")
    }

    @Test(
        "What systemd ended, and what could not be started, is said in words",
        arguments: [
            ("Result=watchdog\nExecMainCode=2\nExecMainStatus=6", "watchdog"),
            ("Result=timeout\nExecMainCode=2\nExecMainStatus=15", "first picture in time"),
            ("Result=oom-kill\nExecMainCode=2\nExecMainStatus=9", "memory"),
            ("Result=exit-code\nExecMainCode=1\nExecMainStatus=203", "cannot be executed"),
            ("Result=exit-code\nExecMainCode=1\nExecMainStatus=64", "setting"),
            ("Result=exit-code\nExecMainCode=1\nExecMainStatus=3", "exit status 3."),
            ("Result=signal\nExecMainCode=2\nExecMainStatus=63", "signal 63."),
            ("", "not known"),
        ])
    func causes(_ properties: String, _ words: String) {
        #expect(report(properties).cause.contains(words))
    }

    @Test("E04: hostile words stay words: no control characters, no line and no text without end")
    func hostile() {
        let long = String(repeating: "x", count: 100_000)
        let report = report(
            "Id=@\nNRestarts=nine\nPause=1e300\nExecMainExitTimestamp=@0\n=\nnonsense",
            log: "\u{1b}[31mred\u{7}\n" + long + "\n" + String(repeating: "line\n", count: 1000))
        #expect(report.title == "The program has stopped")
        #expect(report.moment(in: .gmt).isEmpty)
        #expect(report.log.count == 40 && report.log.allSatisfy { $0.count <= 400 })
        #expect(!report.advice.isEmpty)
        #expect(self.report("", log: "\u{1b}[31mred").log == ["[31mred"])
    }

    @Test("F01: a clock that was never set is said to be so")
    func clockNotSet() {
        #expect(report("ExecMainExitTimestamp=@12").moment(in: .gmt).contains("clock is not set"))
    }

    @Test("What is missing is left out")
    func missingFolder() {
        let report = CrashReport(folder: "/nonexistent")
        #expect(report.title == "The program has stopped" && report.log.isEmpty && report.cause.contains("not known"))
    }

    @Test("A setting that stopped the program does not stop the crash screen; the others are kept")
    func environment() {
        let refused = CrashEnvironment.refused(in: [
            "VITRINE_PANEL": "nonsense", "VITRINE_ROTATION": "90", "VITRINE_CONTACTS": "/file", "PATH": "/bin",
            "VITRINE_FORMAT": "cga", "VITRINE_CONNECTOR": "DSI-1",
        ])
        #expect(Set(refused) == ["VITRINE_PANEL", "VITRINE_CONTACTS", "VITRINE_FORMAT"])
    }

    @Test("Recordings, a virtual clock and a time to end are not for a panel; without one a folder must be writable")
    func recordings() {
        let recording = ["VITRINE_FRAMES": "/proc/no", "VITRINE_UNTIL": "3", "VITRINE_CLOCK": "virtual"]
        #expect(Set(CrashEnvironment.refused(in: recording)) == Set(recording.keys))
        let headless = recording.merging(["VITRINE_OUTPUT": "headless"]) { first, _ in first }
        #expect(CrashEnvironment.refused(in: headless) == ["VITRINE_FRAMES"])
        let good = headless.merging(["VITRINE_FRAMES": NSTemporaryDirectory()]) { _, second in second }
        #expect(CrashEnvironment.refused(in: good).isEmpty)
    }

    @Test(
        "E04: times that are no times are not there",
        arguments: ["nan", "inf", "-1", "1e300", "0x7ff8000000000000p999"])
    func noTimes(text: String) {
        let report = report("Id=vitrine@A.service\nPause=\(text)\nExecMainExitTimestamp=@\(text)")
        #expect(report.pause == nil && report.time == nil)
        #expect(report.moment(in: .gmt).isEmpty && !report.advice.contains("started again after"))
        var other = report
        other.pause = .nan
        #expect(other.advice.contains("0 seconds"))
    }
}
