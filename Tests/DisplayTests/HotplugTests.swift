@testable import Display
import Glibc
import Raster
import Testing

@Suite("KMS: displays and cards that go and come back")
struct HotplugTests {
    private let bigger = KMSMode(64, 32, rate: 60)

    private func running(_ kernel: ScriptedKernel, _ configuration: KMSConfiguration = KMSConfiguration()) throws
        -> KMSOutput
    {
        let output = try KMSOutput.open(on: kernel, configuration)
        try output.show()
        _ = try output.takeEvents()
        return output
    }

    private func unplug(_ kernel: ScriptedKernel) {
        kernel.change { $0.connectors[0].connection = .disconnected }
    }

    private func plug(_ kernel: ScriptedKernel, _ modes: [KMSMode] = [.panel]) {
        kernel.change {
            $0.connectors[0].connection = .connected
            $0.connectors[0].modes = modes
        }
    }

    /// What the caller does after `reconfigured`: paints everything, and gets one event.
    private func expectFirstPicture(_ output: KMSOutput, _ kernel: ScriptedKernel) throws {
        kernel.clearLog()
        let buffer = try #require(try output.show())
        #expect(buffer.age == 0 && buffer.size == output.info.panelSize)
        #expect(kernel.log.contains { $0.hasPrefix("commit [MODESET]") })
        #expect(try output.takeEvents().count == 1)
    }

    @Test("C06: unplugged: told once, nothing is handed out; back: new buffers", arguments: [false, true])
    func unplugAndBack(isDuringFlip: Bool) throws {
        let kernel = ScriptedKernel(.panel())
        let output = try running(kernel)
        if isDuringFlip { try output.show() }
        unplug(kernel)
        #expect(try output.takeEvents() == [.disconnected])
        #expect(try output.acquire() == nil)
        unplug(kernel)
        #expect(try output.takeEvents() == [])
        #expect(displayError { () throws(DisplayError) in try output.recover() }?.recovery == .retryAfterEvent)
        #expect(kernel.dumbBuffers.isEmpty && kernel.blobs.isEmpty)
        kernel.completeFlip()
        #expect(try output.takeEvents() == [], "the flip that was pending gets no event")
        #expect(kernel.events.isEmpty, "F09: read all the same, or the descriptor would stay readable")
        plug(kernel)
        #expect(try output.takeEvents() == [.reconfigured])
        try expectFirstPicture(output, kernel)
        output.close()
        #expect(kernel.leaks == [])
    }

    @Test("C06: another mode on return, and another mode while plugged in")
    func otherMode() throws {
        let kernel = ScriptedKernel(.panel())
        let output = try running(kernel)
        unplug(kernel)
        _ = try output.takeEvents()
        plug(kernel, [bigger])
        #expect(try output.takeEvents() == [.reconfigured])
        #expect(output.info.panelSize == PixelSize(width: 64, height: 32))
        try expectFirstPicture(output, kernel)
        plug(kernel, [.panel])
        #expect(try output.takeEvents() == [.reconfigured])
        #expect(output.info.panelSize == PixelSize(width: 32, height: 16))
        try expectFirstPicture(output, kernel)
        output.close()
        #expect(kernel.leaks == [])
    }

    @Test("an event that changes nothing costs nothing")
    func nothingChanged() throws {
        let kernel = ScriptedKernel(.panel())
        let output = try running(kernel)
        kernel.clearLog()
        kernel.change { $0.connectors[0].modes[0].type = 1 << 3 }
        #expect(try output.takeEvents() == [])
        #expect(!kernel.log.contains("createDumb 32x16@32"))
        let buffer = try #require(try output.show())
        #expect(buffer.age == 0 && kernel.pendingFlip != nil, "the flip goes on as before")
    }

    @Test("C06: fifty times out and in leaves nothing behind")
    func fiftyTimes() throws {
        let kernel = ScriptedKernel(.panel())
        let output = try running(kernel)
        for round in 0..<50 {
            unplug(kernel)
            #expect(try output.takeEvents() == [.disconnected])
            plug(kernel, [round % 2 == 0 ? bigger : .panel])
            #expect(try output.takeEvents() == [.reconfigured])
            try expectFirstPicture(output, kernel)
            #expect(kernel.dumbBuffers.count == 2 && kernel.framebuffers.count == 2 && kernel.blobs.count == 1)
        }
        output.close()
        #expect(kernel.leaks == [])
    }

    @Test("out and in again before anybody looked")
    func bounce() throws {
        let kernel = ScriptedKernel(.panel())
        let output = try running(kernel)
        unplug(kernel)
        plug(kernel, [bigger])
        #expect(try output.takeEvents() == [.reconfigured])
        try expectFirstPicture(output, kernel)
    }

    @Test("a link that failed gets a mode set with the next picture, with the same buffers")
    func badLink() throws {
        let kernel = ScriptedKernel(.panel())
        let output = try running(kernel)
        kernel.change { $0.linkStatus = "Bad" }
        #expect(try output.takeEvents() == [.connected])
        kernel.cards[0].linkStatus = "Good"
        kernel.clearLog()
        try output.show()
        #expect(kernel.log.contains { $0.contains("[MODESET]") && $0.contains("51.link-status=0") })
        #expect(!kernel.log.contains { $0.hasPrefix("createDumb") })
    }

    @Test("another connector of the card takes over, unless one is wanted")
    func otherConnector() throws {
        var card = ScriptedCard.panel(connector: 11)
        var second = card.connectors[0]
        second.id = 52
        second.typeIndex = 2
        second.modes = [bigger]
        card.connectors.append(second)
        let kernel = ScriptedKernel(card)
        let output = try running(kernel)
        #expect(output.info.name == "HDMI-A-1")
        unplug(kernel)
        #expect(try output.takeEvents() == [.disconnected, .reconfigured])
        #expect(output.info.name == "HDMI-A-2")
        plug(kernel)
        #expect(try output.takeEvents() == [], "the one in use stays in use")
        output.close()

        let fixed = try running(kernel, KMSConfiguration(connector: "HDMI-A-2"))
        kernel.change { $0.connectors[1].connection = .disconnected }
        #expect(try fixed.takeEvents() == [.disconnected])
    }

    @Test("a card that vanishes and comes back, under another number", arguments: ["/dev/dri/card0", "/dev/dri/card3"])
    func cardGone(path: String) throws {
        let kernel = ScriptedKernel(.panel())
        let output = try running(kernel)
        kernel.removeCard("/dev/dri/card0")
        let error = try #require(displayError { () throws(DisplayError) in try output.show() })
        #expect(error.code == ENODEV && error.recovery == .retryAfterEvent)
        #expect(try output.takeEvents().first == .disconnected)
        #expect(!output.fileDescriptors.isEmpty)
        #expect(try output.acquire() == nil)
        kernel.addCard(.panel(path: path))
        #expect(try output.takeEvents() == [.reconfigured])
        #expect(output.info.card == "\(path) (panel)")
        try expectFirstPicture(output, kernel)
        output.close()
        #expect(kernel.leaks == [])
    }

    @Test("a card that cannot be taken yet when it comes back is asked again by a timer, less and less often")
    func retries() throws {
        let kernel = ScriptedKernel(.panel())
        let output = try running(kernel)
        kernel.removeCard("/dev/dri/card0")
        _ = try? output.takeEvents()
        kernel.foreignMaster = "/dev/dri/card0"
        kernel.addCard(.panel())
        #expect(displayError { () throws(DisplayError) in _ = try output.takeEvents() }?.operation == .becomeMaster)
        var waits: [Double] = []
        for _ in 0..<7 {
            let due = try #require(kernel.timerTime)
            waits.append(due - kernel.now)
            kernel.now = due - 0.001
            kernel.clearLog()
            #expect(try output.takeEvents() == [])
            #expect(!kernel.log.contains("setMaster"), "not before its time")
            kernel.now = due
            #expect(try output.takeEvents() == [], "the same failure is told once")
        }
        #expect(waits.first == 0.25 && waits.last == 5 && waits == waits.sorted())
        kernel.foreignMaster = nil
        kernel.now = try #require(kernel.timerTime)
        #expect(try output.takeEvents() == [.reconfigured])
        try expectFirstPicture(output, kernel)
        output.close()
        #expect(kernel.leaks == [])
    }

    @Test("other cards' events do not touch a display that works")
    func foreignEvents() throws {
        let kernel = ScriptedKernel(.panel())
        let output = try running(kernel)
        kernel.addCard(.renderer(path: "/dev/dri/card1"))
        #expect(try output.takeEvents() == [])
        kernel.removeCard("/dev/dri/card1")
        #expect(try output.takeEvents() == [])
        #expect(try output.show() != nil)
    }

    @Test("while nothing is connected, a display on another card is taken")
    func movesToOtherCard() throws {
        let kernel = ScriptedKernel(.panel(connector: 11))
        let output = try running(kernel)
        unplug(kernel)
        #expect(try output.takeEvents() == [.disconnected])
        kernel.addCard(.panel(path: "/dev/dri/card1", driver: "usb"))
        #expect(try output.takeEvents() == [.reconfigured])
        #expect(output.info.card == "/dev/dri/card1 (usb)")
        try expectFirstPicture(output, kernel)
        output.close()
        #expect(kernel.leaks == [])
    }

    @Test("unplugged, the display that another card has had all along is taken, unless a card is wanted")
    func movesToReadyCard() throws {
        let kernel = ScriptedKernel(.panel(connector: 11), .panel(path: "/dev/dri/card1", driver: "usb", connector: 11))
        let output = try running(kernel)
        #expect(output.info.card == "/dev/dri/card0 (panel)")
        unplug(kernel)
        #expect(try output.takeEvents() == [.disconnected, .reconfigured])
        #expect(output.info.card == "/dev/dri/card1 (usb)")
        try expectFirstPicture(output, kernel)
        output.close()

        plug(kernel)
        let fixed = try running(kernel, KMSConfiguration(card: "panel"))
        unplug(kernel)
        #expect(try fixed.takeEvents() == [.disconnected])
        kernel.clearLog()
        plug(kernel)
        #expect(try fixed.takeEvents() == [.reconfigured])
        #expect(!kernel.log.contains { $0.hasPrefix("open /dev/dri/card0") }, "its own card is kept open")
        fixed.close()
        #expect(kernel.leaks == [])
    }

    @Test("closing while unplugged leaves nothing behind")
    func closeWhileUnplugged() throws {
        let kernel = ScriptedKernel(.panel())
        let output = try running(kernel)
        unplug(kernel)
        _ = try output.takeEvents()
        output.close()
        #expect(kernel.leaks == [])
    }

    @Test("E01: a watcher tells that something changed, once")
    func watcher() throws {
        let kernel = ScriptedKernel()
        let watcher = try DisplayWatcher(kernel: kernel.functions)
        #expect(!watcher.drain())
        kernel.addCard(.panel())
        #expect(watcher.drain())
        #expect(!watcher.drain())
        watcher.close()
        #expect(kernel.leaks == [])
    }
}
