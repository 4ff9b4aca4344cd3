import Testing

@testable import Input

/// Device events in, reports out, without a device.
private final class Bench {
    var reports: [[Contact]] = []
    var panel = PointerPanel(width: 1000, height: 500, rotation: 0)
    private var now: UInt64 = 0
    private lazy var assembler = ContactAssembler(firstIdentifier: 1) { [unowned self] in reports.append($0) }

    func say(_ events: DeviceEvent...) {
        now += 1_000
        for event in events { assembler.accept(event, panel: panel, now: now) }
    }

    func endOfDispatch() { assembler.closeReport() }

    func stop() { assembler.cancelAll(now: now) }

    func touch(_ slot: Int32, _ phase: ContactPhase, _ x: Double? = nil, _ y: Double? = nil, device: UInt32 = 1)
        -> DeviceEvent
    {
        .touch(RawContact(deviceID: device, slot: slot, phase: phase, x: x, y: y, microseconds: Int64(now) + 1_000))
    }

    func button(_ isDown: Bool) -> DeviceEvent {
        .button(deviceID: 7, .primary, isDown: isDown, microseconds: Int64(now) + 1_000)
    }

    func motion(_ dx: Double, _ dy: Double) -> DeviceEvent {
        .pointerMotion(deviceID: 7, dx: dx, dy: dy, microseconds: Int64(now) + 1_000)
    }
}

@Suite("Contact assembler")
struct ContactAssemblerTests {
    @Test("Fingers of one hardware frame arrive as one report")
    func frames() {
        let bench = Bench()
        bench.say(bench.touch(0, .began, 0.1, 0.2), bench.touch(1, .began, 0.3, 0.4), .frame(deviceID: 1))
        bench.say(bench.touch(0, .moved, 0.2, 0.2), bench.touch(1, .ended), .frame(deviceID: 1))
        #expect(bench.reports.map { $0.map(\.phase) } == [[.began, .began], [.moved, .ended]])
        #expect(bench.reports[1][1].x == 0.3, "a lift carries no position; the last one known holds")
    }

    @Test("A device that sends no frame after its last finger lifts: the lift arrives all the same")
    func missingFrame() {
        let bench = Bench()
        bench.say(bench.touch(0, .began, 0.1, 0.2), .frame(deviceID: 1))
        bench.say(bench.touch(0, .ended))
        #expect(bench.reports.count == 1)
        bench.endOfDispatch()
        #expect(bench.reports.last?.map(\.phase) == [.ended])
        bench.say(.frame(deviceID: 1))
        bench.endOfDispatch()
        #expect(bench.reports.count == 2, "no empty report")
    }

    @Test("Two panels do not share a report, and a frame of the one does not close that of the other")
    func twoDevices() {
        let bench = Bench()
        bench.say(bench.touch(0, .began, 0.1, 0.2, device: 1), .frame(deviceID: 2))
        #expect(bench.reports.isEmpty)
        bench.say(bench.touch(0, .began, 0.5, 0.5, device: 2), .frame(deviceID: 2))
        #expect(bench.reports.map { $0.map(\.deviceID) } == [[1], [2]])
    }

    @Test("C35: unplugged with two fingers down: both cancelled in one report; the next plug starts afresh")
    func unplug() {
        let bench = Bench()
        bench.say(bench.touch(0, .began, 0.1, 0.2), bench.touch(1, .began, 0.3, 0.4), .frame(deviceID: 1))
        bench.say(.removed(deviceID: 1))
        #expect(bench.reports.last?.map(\.phase) == [.cancelled, .cancelled])
        bench.say(bench.touch(0, .began, 0.6, 0.6, device: 2), .frame(deviceID: 2))
        bench.stop()
        #expect(bench.reports.count == 4 && bench.reports[3].map(\.phase) == [.cancelled])
        bench.stop()
        #expect(bench.reports.count == 4)
    }

    @Test("The left button makes one contact at the pointer; moving without it makes none")
    func mouse() {
        let bench = Bench()
        bench.say(bench.motion(100, -50))
        #expect(bench.reports.isEmpty)
        bench.say(bench.button(true))
        bench.say(bench.motion(50, 0))
        bench.say(bench.button(false))
        bench.say(bench.motion(50, 0))
        let contacts = bench.reports.flatMap { $0 }
        #expect(contacts.map(\.phase) == [.began, .moved, .ended] && contacts.allSatisfy { $0.kind == .mouse })
        #expect(contacts.map(\.x) == [0.6, 0.65, 0.65] && contacts.map(\.y) == [0.4, 0.4, 0.4])
    }

    @Test("The pointer stops at the panel's edges and comes back at once")
    func pointerEdges() {
        let bench = Bench()
        bench.say(bench.motion(-9000, 9000), bench.motion(10, -10), bench.motion(.nan, .nan), bench.button(true))
        #expect(bench.reports.last?.first?.x == 0.01 && bench.reports.last?.first?.y == 0.98)
        bench.say(.pointerPosition(deviceID: 7, x: 0.25, y: 0.75, microseconds: 0))
        #expect(bench.reports.last?.first?.x == 0.25 && bench.reports.last?.first?.y == 0.75)
    }

    @Test("C30: a mouse pushed to the right goes to the right of the picture", arguments: [0, 90, 180, 270])
    func rotatedMouse(rotation: Int) {
        let bench = Bench()
        bench.panel.rotation = rotation
        bench.say(bench.button(true), bench.motion(40, 30))
        let mapping = ContactMapping(panelWidth: 1000, panelHeight: 500, rotation: rotation, scale: 1)
        let from = mapping.point(of: bench.reports[0][0])
        let to = mapping.point(of: bench.reports[1][0])
        #expect(abs(to.x - from.x - 40) < 1e-9 && abs(to.y - from.y - 30) < 1e-9)
    }

    @Test("An event from the future is stamped now: it cannot hold up the stamps of those after it")
    func future() {
        let bench = Bench()
        bench.say(
            .touch(RawContact(deviceID: 1, slot: 0, phase: .began, x: 0, y: 0, microseconds: .max)),
            .frame(deviceID: 1))
        bench.say(bench.touch(0, .moved, 0.5, 0.5), .frame(deviceID: 1))
        #expect(bench.reports.flatMap { $0 }.map(\.microseconds) == [1_000, 2_000])
    }
}
