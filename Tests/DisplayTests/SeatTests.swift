@testable import Display
import Glibc
import Raster
import Testing

/// A seat as a test wants it.
private final class ScriptedSeat: Seat, @unchecked Sendable {
    let fileDescriptor: Int32 = 77
    var changes: [SeatChange] = []
    private(set) var log: [String] = []
    /// What the kernel was asked for before the seat was let go.
    var onLetGo: (() -> Void)?

    func nextChange() -> SeatChange? { changes.isEmpty ? nil : changes.removeFirst() }

    func letGo() {
        log.append("letGo")
        onLetGo?()
    }

    func close() { log.append("close") }
}

@Suite("KMS: a display that others may have, and machines that sleep")
struct SeatTests {
    private func running(_ kernel: ScriptedKernel, _ seat: ScriptedSeat) throws -> KMSOutput {
        let output = try KMSOutput.open(on: kernel)
        output.follow(seat)
        #expect(output.fileDescriptors.contains(77))
        try output.show()
        _ = try output.takeEvents()
        kernel.clearLog()
        return output
    }

    private func isModeset(_ call: String) -> Bool { call.hasPrefix("commit [MODESET]") }

    @Test(
        "revoked: master is dropped before the seat is let go; granted: master, mode set, whole picture",
        arguments: [false, true])
    func awayAndBack(isDuringFlip: Bool) throws {
        let kernel = ScriptedKernel(.panel())
        let seat = ScriptedSeat()
        let output = try running(kernel, seat)
        if isDuringFlip { try output.show() }
        kernel.clearLog()
        var calls: [String] = []
        seat.onLetGo = { calls = kernel.log }
        seat.changes = [.revoked]
        #expect(try output.takeEvents() == [.disconnected])
        #expect(calls == ["dropMaster"] && seat.log == ["letGo"])
        #expect(try output.acquire() == nil)
        #expect(output.isPaused)
        kernel.completeFlip()
        #expect(try output.takeEvents() == [], "the flip that was pending gets no event")
        // Nothing reaches the device of another.
        kernel.clearLog()
        #expect(displayError { () throws(DisplayError) in try output.recover() }?.reason == .disconnected)
        try output.blank()
        #expect(kernel.log == [])

        seat.changes = [.granted]
        #expect(try output.takeEvents() == [.connected])
        #expect(!output.isPaused)
        kernel.clearLog()
        try output.show(0xFF00_0042)
        #expect(kernel.log.first == "setMaster" && kernel.log.contains(where: isModeset))
        #expect(kernel.shownPixels?.load(as: UInt32.self) == 0xFF00_0042)
        #expect(try output.takeEvents().count == 1)
        output.close()
        #expect(seat.log == ["letGo", "close"] && kernel.leaks == [])
    }

    @Test("hyprwm/aquamarine#387: a display that is not to be had at once is asked for again until it is")
    func refusedOnReturn() throws {
        let kernel = ScriptedKernel(.panel())
        let seat = ScriptedSeat()
        let output = try running(kernel, seat)
        seat.changes = [.revoked, .granted]
        #expect(try output.takeEvents() == [.disconnected, .connected])
        kernel.foreignMaster = "/dev/dri/card0"
        for _ in 0..<3 {
            let error = try #require(displayError { () throws(DisplayError) in try output.show() })
            #expect(error.operation == .becomeMaster && error.recovery == .retryLater)
        }
        kernel.foreignMaster = nil
        kernel.answer("commit", EINVAL)
        #expect(displayError { () throws(DisplayError) in try output.show() } != nil)
        try output.show(0xFF00_0001)
        #expect(kernel.shownPixels?.load(as: UInt32.self) == 0xFF00_0001)
    }

    @Test(
        "what happens to the display meanwhile counts on return", arguments: ["other mode", "unplugged", "card gone"])
    func changedMeanwhile(change: String) throws {
        let kernel = ScriptedKernel(.panel())
        let seat = ScriptedSeat()
        let output = try running(kernel, seat)
        seat.changes = [.revoked]
        _ = try output.takeEvents()
        switch change {
        case "other mode": kernel.change { $0.connectors[0].modes = [KMSMode(64, 32, rate: 60)] }
        case "unplugged": kernel.change { $0.connectors[0].connection = .disconnected }
        default: kernel.removeCard("/dev/dri/card0")
        }
        kernel.clearLog()
        _ = try output.takeEvents()
        #expect(!kernel.log.contains { $0.hasPrefix("setMaster") || $0.hasPrefix("createDumb") })
        seat.changes = [.granted]
        let events = try output.takeEvents()
        switch change {
        case "other mode":
            #expect(events == [.reconfigured] && output.info.panelSize.width == 64)
        case "unplugged":
            #expect(events == [.disconnected])
            kernel.change { $0.connectors[0].connection = .connected }
            #expect(try output.takeEvents() == [.reconfigured])
        default:
            #expect(events == [])
            kernel.addCard(.panel(path: "/dev/dri/card2"))
            #expect(try output.takeEvents() == [.reconfigured])
        }
        output.close()
        #expect(kernel.leaks == [])
    }

    @Test("F07: a thousand times away and back leaves nothing behind")
    func thousandTimes() throws {
        let kernel = ScriptedKernel(.panel())
        let seat = ScriptedSeat()
        let output = try running(kernel, seat)
        for round in 0..<1000 {
            seat.changes = [.revoked]
            _ = try output.takeEvents()
            seat.changes = [.granted]
            #expect(try output.takeEvents() == [.connected])
            try output.show(0xFF00_0000 + UInt32(round))
            #expect(try output.takeEvents().count == 1)
            #expect(kernel.dumbBuffers.count == 2 && kernel.framebuffers.count == 2 && kernel.blobs.count == 1)
        }
        output.close()
        #expect(kernel.leaks == [])
    }

    @Test("closed while another program has the display: its picture is not touched")
    func closedWhileAway() throws {
        let kernel = ScriptedKernel(.panel())
        let seat = ScriptedSeat()
        let output = try running(kernel, seat)
        seat.changes = [.revoked]
        _ = try output.takeEvents()
        kernel.clearLog()
        output.close()
        #expect(!kernel.log.contains { $0.hasPrefix("setCRTC") || $0.hasPrefix("commit") })
        #expect(kernel.leaks == [])
    }

    // MARK: Sleep

    @Test("after the machine slept the picture comes again, by a mode set; a clock that was set is no sleep")
    func sleep() throws {
        let kernel = ScriptedKernel(.panel())
        let output = try running(kernel, ScriptedSeat())
        kernel.isClockSet = true
        #expect(try output.takeEvents() == [])
        kernel.isClockSet = true
        kernel.timeAsleep += 3600
        #expect(try output.takeEvents() == [.connected])
        kernel.clearLog()
        try output.show(0xFF00_0033)
        #expect(kernel.log.contains(where: isModeset))
        #expect(kernel.shownPixels?.load(as: UInt32.self) == 0xFF00_0033)
        #expect(try output.takeEvents().count == 1)
        #expect(try output.takeEvents() == [], "once")
        // A display that was changed meanwhile.
        kernel.isClockSet = true
        kernel.timeAsleep += 1
        kernel.cards[0].connectors[0].modes = [KMSMode(64, 32, rate: 60)]
        #expect(try output.takeEvents() == [.reconfigured])
        output.close()
        #expect(kernel.leaks == [])
    }

    @Test("where sleep cannot be noticed everything else works")
    func noSuspendWatch() throws {
        let kernel = ScriptedKernel(.panel())
        kernel.answerAlways("createSuspendWatch", EINVAL)
        let output = try KMSOutput.open(on: kernel)
        try output.show()
        #expect(try output.takeEvents().count == 1)
        output.close()
        #expect(kernel.leaks == [])
    }

    @Test("this machine's watch for sleep can be made, and tells of none")
    func realWatch() {
        let fd = KMSFunctions.system.createSuspendWatch()
        #expect(fd >= 0)
        #expect(!KMSFunctions.system.clearSuspendWatch(fd))
        #expect(KMSFunctions.system.timeAsleep() > -0.001)
        close(fd)
    }

    // MARK: Virtual terminals

    private final class Terminal: @unchecked Sendable {
        var changes: [Int32] = []
        var log: [String] = []

        var functions: ConsoleFunctions {
            var functions = ConsoleFunctions.system
            functions.open = { _ in 3 }
            functions.close = { _ in }
            functions.number = { _ in 2 }
            functions.active = { _ in 2 }
            functions.setMode = { _, _ in 0 }
            functions.keyboardMode = { _ in 3 }
            functions.setKeyboardMode = { _, _ in 0 }
            functions.flushInput = { _ in }
            functions.arm = { _, _, _ in }
            functions.disarm = {}
            functions.watchSwitches = { _ in
                self.log.append("watch")
                return 55
            }
            functions.nextSwitch = { _ in self.changes.isEmpty ? 0 : self.changes.removeFirst() }
            functions.answerSwitch = { _, answer in
                self.log.append("answer \(answer)")
                return 0
            }
            functions.unwatchSwitches = { _, _ in self.log.append("unwatch") }
            return functions
        }
    }

    @Test("G02: in a kiosk every request for another virtual terminal is refused, and nothing else happens")
    func staysHere() throws {
        let terminal = Terminal()
        let console = Console("/dev/tty2", functions: terminal.functions)
        let seat = try #require(console.makeSeat(allowsLeaving: false))
        #expect(seat.fileDescriptor == 55)
        terminal.changes = [1, 1, 1]
        #expect(seat.nextChange() == nil)
        seat.close()
        seat.close()
        #expect(terminal.log == ["watch", "answer 0", "answer 0", "answer 0", "unwatch"])
    }

    @Test("G02: where it is allowed, the terminal is let go when the display was, and the return is confirmed")
    func leaves() throws {
        let terminal = Terminal()
        let console = Console("/dev/tty2", functions: terminal.functions)
        let seat = try #require(console.makeSeat(allowsLeaving: true))
        terminal.changes = [1]
        #expect(seat.nextChange() == .revoked)
        #expect(terminal.log == ["watch"], "not before the display was let go")
        seat.letGo()
        terminal.changes = [2]
        #expect(seat.nextChange() == .granted)
        #expect(terminal.log == ["watch", "answer 1", "answer 2"])
    }

    @Test("without a console, or one that cannot be watched, there is no seat, and the note says why")
    func noConsoleSeat() {
        let terminal = Terminal()
        var functions = terminal.functions
        functions.watchSwitches = { _ in -EPERM }
        let console = Console("/dev/tty2", functions: functions)
        #expect(console.makeSeat(allowsLeaving: true) == nil)
        #expect(console.note?.operation == .watchConsole && console.note?.code == EPERM)
    }
}
