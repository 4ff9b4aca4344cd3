@testable import Display
import Glibc
import Raster
import Testing

@Suite("KMS: several outputs, each with a lease")
struct LeaseTests {
    private let both = [KMSConfiguration(connector: "DSI-1"), KMSConfiguration(connector: "HDMI-A-1")]

    private func open(_ kernel: ScriptedKernel, _ told: inout [String]) throws(DisplayError) -> [KMSOutput] {
        var lines: [String] = []
        defer { told += lines }
        return try KMSOutput.open(both, kernel: kernel.functions) { lines.append($0) }
    }

    private func open(_ kernel: ScriptedKernel) throws(DisplayError) -> [KMSOutput] {
        var told: [String] = []
        return try open(kernel, &told)
    }

    private func leases(_ kernel: ScriptedKernel) -> [String] { kernel.log.filter { $0.hasPrefix("createLease") } }

    @Test("each connector gets a CRTC, a primary and a cursor plane of its own; one master")
    func shares() throws {
        let kernel = ScriptedKernel(.two())
        let outputs = try open(kernel)
        #expect(leases(kernel) == ["createLease [51, 41, 31, 33]", "createLease [52, 42, 32, 34]"])
        #expect(kernel.log.filter { $0 == "open /dev/dri/card0" }.count == 1)
        #expect(outputs.map(\.info.name) == ["DSI-1", "HDMI-A-1"])
        #expect(outputs.map(\.info.panelSize) == [PixelSize(width: 32, height: 16), PixelSize(width: 64, height: 32)])
        #expect(outputs.map(\.slot) == [0, 1])
        for output in outputs { output.close() }
        #expect(kernel.leaks == [])
    }

    @Test("one configuration takes no lease")
    func single() throws {
        let kernel = ScriptedKernel(.two())
        let outputs = try KMSOutput.open(Array(both.prefix(1)), kernel: kernel.functions)
        #expect(outputs.count == 1)
        #expect(leases(kernel) == [])
        outputs[0].close()
        #expect(kernel.leaks == [])
    }

    @Test("flips of the two do not know of each other")
    func flips() throws {
        let kernel = ScriptedKernel(.two())
        let outputs = try open(kernel)
        for output in outputs {
            try output.show()
            _ = try output.takeEvents()
        }
        try outputs[0].show(0xFF00_0001)
        try outputs[1].show(0xFF00_0002)
        kernel.completeFlip(ofLease: try #require(kernel.lease(of: 52)))
        #expect(try outputs[0].takeEvents() == [])
        #expect(try outputs[1].takeEvents().count == 1)
        try outputs[1].show(0xFF00_0003)
        kernel.completeFlip(ofLease: try #require(kernel.lease(of: 51)))
        #expect(try outputs[0].takeEvents().count == 1)
        #expect(kernel.framebufferOfCRTC[41] != kernel.framebufferOfCRTC[42])
        for output in outputs { output.close() }
        #expect(kernel.leaks == [])
    }

    @Test("one is unplugged: the other goes on; plugged in again it comes back with its own lease")
    func unplugged() throws {
        let kernel = ScriptedKernel(.two())
        let outputs = try open(kernel)
        for output in outputs {
            try output.show()
            _ = try output.takeEvents()
        }
        kernel.change { $0.connectors[1].connection = .disconnected }
        #expect(try outputs[0].takeEvents() == [])
        #expect(try outputs[1].takeEvents() == [.disconnected])
        #expect(!outputs[1].isConnected)
        #expect(try outputs[1].acquire() == nil)
        #expect(try outputs[0].show() != nil)
        kernel.clearLog()
        kernel.change { $0.connectors[1].connection = .connected }
        #expect(try outputs[1].takeEvents() == [.reconfigured])
        #expect(leases(kernel) == [], "the lease was kept")
        #expect(try outputs[1].show() != nil)
        for output in outputs { output.close() }
        #expect(kernel.leaks == [])
    }

    @Test("one that is not there at the start is waited for; its CRTC is kept for it")
    func late() throws {
        let kernel = ScriptedKernel(.two(second: .disconnected))
        let outputs = try open(kernel)
        #expect(outputs.map(\.isConnected) == [true, false])
        #expect(!outputs[1].info.panelSize.isEmpty)
        #expect(leases(kernel) == ["createLease [51, 41, 31, 33]"])
        #expect(try outputs[1].acquire() == nil)
        kernel.change {
            $0.connectors[1].connection = .connected
            $0.connectors[1].modes = [KMSMode(64, 32, rate: 60)]
        }
        #expect(try outputs[1].takeEvents() == [.reconfigured])
        #expect(outputs[1].info.panelSize == PixelSize(width: 64, height: 32))
        #expect(leases(kernel).last == "createLease [52, 42, 32, 34]")
        for output in outputs { output.close() }
        #expect(kernel.leaks == [])
    }

    @Test("none is there: as with one, that is waited for before anything is opened")
    func none() throws {
        var card = ScriptedCard.two(second: .disconnected)
        card.connectors[0].connection = .disconnected
        let kernel = ScriptedKernel(card)
        let error = try #require(displayError { () throws(DisplayError) in _ = try open(kernel) })
        #expect(error.recovery == .retryAfterEvent)
        guard case .noConnectedOutput(let candidates) = error.reason else {
            Issue.record("\(error)")
            return
        }
        #expect(candidates.map(\.reason) == ["DSI-1 disconnected", "HDMI-A-1 disconnected"])
        #expect(kernel.leaks == [])
    }

    @Test("a connector that is driven keeps its CRTC, and the other one takes what is left")
    func current() throws {
        var card = ScriptedCard.two()
        card.connectors[1].encoder = 62
        card.encoders[1].crtc = 41
        card.connectorCRTCs = [52: 41]
        card.crtcs[0].mode = KMSMode(64, 32, rate: 60)
        card.planes[0].crtc = 41
        let kernel = ScriptedKernel(card)
        let outputs = try open(kernel)
        #expect(leases(kernel) == ["createLease [51, 42, 32, 34]", "createLease [52, 41, 31, 33]"])
        for output in outputs { output.close() }
        #expect(kernel.leaks == [])
    }

    @Test("a connector that only one CRTC can feed gets it, whoever asks first")
    func matching() throws {
        var card = ScriptedCard.two()
        card.encoders[1].possibleCRTCs = 1
        let kernel = ScriptedKernel(card)
        let outputs = try open(kernel)
        #expect(leases(kernel) == ["createLease [51, 42, 32, 34]", "createLease [52, 41, 31, 33]"])
        for output in outputs { output.close() }
    }

    @Test("one CRTC for two: the first screen has it, the other one is told of")
    func tooFew() throws {
        var card = ScriptedCard.two()
        card.crtcs.removeLast()
        for index in card.encoders.indices { card.encoders[index].possibleCRTCs = 1 }
        let kernel = ScriptedKernel(card)
        var told: [String] = []
        let outputs = try open(kernel, &told)
        #expect(outputs.map(\.info.name) == ["DSI-1"])
        #expect(told.count == 1)
        #expect(told.first?.contains("HDMI-A-1") == true)
        for output in outputs { output.close() }
        #expect(kernel.leaks == [])
    }

    @Test("a kernel without leases: the first screen alone, with the whole card, and a line that says so")
    func noLeases() throws {
        let kernel = ScriptedKernel(.two())
        kernel.givesLeases = false
        var told: [String] = []
        let outputs = try open(kernel, &told)
        #expect(outputs.map(\.info.name) == ["DSI-1"])
        #expect(told.count == 1)
        #expect(told.first?.contains("Linux 4.15") == true)
        #expect(try outputs[0].show() != nil)
        outputs[0].close()
        #expect(kernel.leaks == [])
    }

    @Test("the card vanishes and comes back under another number: both outputs do, each with a new lease")
    func cardComesBack() throws {
        let kernel = ScriptedKernel(.two())
        let outputs = try open(kernel)
        for output in outputs {
            try output.show()
            _ = try output.takeEvents()
        }
        kernel.removeCard("/dev/dri/card0")
        #expect(try outputs[0].takeEvents() == [.disconnected])
        #expect(try outputs[1].takeEvents() == [.disconnected])
        var card = ScriptedCard.two()
        card.path = "/dev/dri/card1"
        card.deviceNumber += 1
        kernel.clearLog()
        kernel.addCard(card)
        #expect(try outputs[0].takeEvents() == [.reconfigured])
        #expect(try outputs[1].takeEvents() == [.reconfigured])
        #expect(leases(kernel) == ["createLease [51, 41, 31, 33]", "createLease [52, 42, 32, 34]"])
        for output in outputs { #expect(try output.show() != nil) }
        for output in outputs { output.close() }
        #expect(kernel.leaks == [])
    }

    @Test("another program is master: nothing is opened, and it is tried again")
    func foreignMaster() throws {
        let kernel = ScriptedKernel(.two())
        kernel.foreignMaster = "/dev/dri/card0"
        let error = try #require(displayError { () throws(DisplayError) in _ = try open(kernel) })
        #expect(error.recovery == .retryLater)
        #expect(kernel.leaks == [])
    }

    @Test("two cards: each output finds its own")
    func twoCards() throws {
        var second = ScriptedCard.panel(path: "/dev/dri/card1", driver: "udl", connector: 20)
        second.connectors[0].typeIndex = 1
        let kernel = ScriptedKernel(.panel(), second)
        let outputs = try KMSOutput.open(
            [KMSConfiguration(connector: "DSI-1"), KMSConfiguration(connector: "USB-1")], kernel: kernel.functions)
        #expect(outputs.map(\.info.card) == ["/dev/dri/card0 (panel)", "/dev/dri/card1 (udl)"])
        for output in outputs { output.close() }
    }

    // MARK: The seat

    private final class ScriptedSeat: Seat, @unchecked Sendable {
        var changes: [SeatChange] = []
        var lettings = 0
        var closings = 0
        let fileDescriptor: Int32 = 7

        func nextChange() -> SeatChange? { changes.isEmpty ? nil : changes.removeFirst() }
        func letGo() { lettings += 1 }
        func close() { closings += 1 }
    }

    @Test("the seat takes all outputs, is let go after the last one, and gives all back")
    func seat() throws {
        let kernel = ScriptedKernel(.two())
        let outputs = try open(kernel)
        let seat = ScriptedSeat()
        KMSOutput.follow(seat, outputs)
        for output in outputs {
            try output.show()
            _ = try output.takeEvents()
        }
        seat.changes = [.revoked]
        #expect(try outputs[0].takeEvents() == [.disconnected])
        #expect(seat.lettings == 0, "the other one still shows something")
        #expect(try outputs[1].takeEvents() == [.disconnected])
        #expect(seat.lettings == 1)
        kernel.clearLog()
        seat.changes = [.granted]
        #expect(try outputs[0].takeEvents() == [.connected])
        #expect(try outputs[1].takeEvents() == [.connected])
        for output in outputs { #expect(try output.show() != nil) }
        #expect(kernel.log.contains("setMaster"))
        outputs[0].close()
        #expect(seat.closings == 0)
        outputs[1].close()
        #expect(seat.closings == 1)
        #expect(kernel.leaks == [])
    }
}
