import Testing

@testable import Input

@Suite("Pointer events")
struct PointerTests {
    private func touch(_ id: UInt32, _ phase: ContactPhase, _ x: Double?, _ y: Double?) -> DeviceEvent {
        .touch(RawContact(deviceID: id, slot: 0, phase: phase, x: x, y: y, microseconds: 1))
    }

    @Test("Motions are told with and without a button; a mouse that goes takes the pointer with it")
    func motions() {
        let bench = DeviceBench()
        bench.say(
            .pointerMotion(deviceID: 7, dx: 100, dy: 0, microseconds: 1),
            .button(deviceID: 7, .primary, isDown: true, microseconds: 2),
            .pointerMotion(deviceID: 7, dx: 0, dy: 50, microseconds: 3), .removed(deviceID: 8), .removed(deviceID: 7))
        #expect(bench.events == [.moved(x: 0.6, y: 0.5), .moved(x: 0.6, y: 0.6), .left])
        #expect(bench.contacts.map(\.phase) == [.began, .moved, .cancelled])
    }

    @Test("The first button begins a contact, the last one up ends it, the mask says which are down")
    func buttons() {
        let bench = DeviceBench()
        for (button, isDown) in [
            (PointerButtons.primary, true), (.secondary, true), (.secondary, true), (.primary, false),
            (.secondary, false), (.secondary, false),
        ] { bench.say(.button(deviceID: 7, button, isDown: isDown, microseconds: 1)) }
        #expect(bench.contacts.map(\.phase) == [.began, .moved, .moved, .ended])
        #expect(bench.contacts.map(\.buttons.rawValue) == [1, 3, 2, 0])
        #expect(PointerButtons(code: 0x110) == .primary && PointerButtons(code: 0x111) == .secondary)
        #expect(PointerButtons(code: 0x10f) == nil && PointerButtons(code: 0x14a) == nil)
    }

    @Test("Wheels that say nothing or nonsense are not heard")
    func nonsense() {
        let bench = DeviceBench()
        for (x, y) in [(0.0, 0.0), (.nan, 1), (1, .infinity)] {
            bench.say(.scroll(deviceID: 7, .wheel(x: x, y: y), microseconds: 1))
        }
        bench.say(.scroll(deviceID: 7, .wheel(x: 0, y: 0.125), microseconds: 1))
        #expect(bench.events == [.wheel(x: 0, y: 0.125)])
    }

    @Test(
        "What waits in the queue is one motion, one sum of clicks; kinds keep their order; nobody reading costs no memory"
    )
    func queue() {
        let queue = PointerQueue()
        for step in 1...1000 { queue.push(PointerEvent(.moved(x: Double(step), y: 0), microseconds: UInt64(step))) }
        for _ in 0..<3 { queue.push(PointerEvent(.wheel(x: 0, y: 1), microseconds: 2_000)) }
        queue.push(PointerEvent(.moved(x: 5, y: 5), microseconds: 3_000))
        var events: [PointerEvent] = []
        queue.drain(into: &events)
        #expect(events.map(\.action) == [.moved(x: 1000, y: 0), .wheel(x: 0, y: 3), .moved(x: 5, y: 5)])
        for step in 0..<100_000 {
            queue.push(PointerEvent(step % 2 == 0 ? .moved(x: 0, y: 0) : .scrollEnded, microseconds: 1))
        }
        #expect(queue.count <= 1024)
    }

    @Test("C31 A board file's matrix is applied to its device, once: not where udev has one, not to other devices")
    func calibration() {
        let bench = DeviceBench()
        let halfTurn = Calibration([-1, 0, 1, 0, -1, 1])
        bench.rules = DeviceRules(calibration: { device in device.id == 9 ? nil : halfTurn })
        bench.say(.added(sampleDevice(1)), .added(sampleDevice(2, calibratedBelow: true)), .added(sampleDevice(9)))
        for id in [1, 2, 9] as [UInt32] {
            bench.say(
                touch(id, .began, 0.1, 0.2), touch(id, .moved, 0.3, 0.2), touch(id, .ended, nil, nil),
                .frame(deviceID: id))
        }
        #expect(bench.contacts.filter { $0.phase == .began }.map(\.x) == [0.9, 0.1, 0.1])
        #expect(bench.contacts.filter { $0.phase == .ended }.map { ($0.x * 10).rounded() } == [7, 3, 3])
        #expect(bench.notes.count == 1 && bench.notes[0].contains("LIBINPUT_CALIBRATION_MATRIX"))
        // Plugged in again it has another number, and is asked for again.
        bench.say(.removed(deviceID: 1), .added(sampleDevice(3)), touch(3, .began, 0.1, 0.2), .frame(deviceID: 3))
        #expect(bench.contacts.last?.x == 0.9)
    }

    @Test("A touch screen that udev ties to another output is not heard, and the log says so")
    func outputs() {
        let bench = DeviceBench()
        bench.rules = DeviceRules(outputs: ["DSI-1"])
        bench.say(
            .added(sampleDevice(1, output: "HDMI-A-1")), .added(sampleDevice(2, output: "DSI-1")),
            .added(sampleDevice(3)))
        for id in [1, 2, 3] as [UInt32] { bench.say(touch(id, .began, 0.1, 0.2), .frame(deviceID: id)) }
        #expect(bench.contacts.map(\.deviceID) == [2, 3])
        #expect(bench.notes.count == 1 && bench.notes[0].contains("HDMI-A-1"))
    }

    @Test("A pen's pressure and tilt are brought into their range; what is no number is not there")
    func pens() {
        #expect(PenState(pressure: 2, tilt: SIMD2(-100, 300)) == PenState(pressure: 1, tilt: SIMD2(-89, 89)))
        #expect(PenState(pressure: .nan, tilt: SIMD2(.nan, 0)) == PenState())
    }
}

@Suite("Touch devices of several panels")
struct SeveralPanelsTests {
    @Test("udev's word first, then the board file's, then the first panel; others' devices are not heard")
    func mapping() {
        let rules = DeviceRules(
            outputs: ["DSI-1", "HDMI-A-1"], output: { $0.name == "ILITEK" ? "HDMI-A-1" : "VGA-1" })
        var reports: [[Contact]] = []
        var assembler = ContactAssembler(firstIdentifier: 1, rules: rules) { reports.append($0) }
        let panel = PointerPanel(width: 100, height: 100, rotation: 0)
        let devices = [
            sampleDevice(1, "Goodix"), sampleDevice(2, "ILITEK"), sampleDevice(3, "Goodix", output: "HDMI-A-1"),
            sampleDevice(4, "ILITEK", output: "DSI-1"), sampleDevice(5, "Goodix", output: "DP-1"),
        ]
        for device in devices { assembler.accept(.added(device), panel: panel, now: 0) }
        for device in devices {
            let touch = RawContact(
                deviceID: device.id, slot: 0, phase: .began, x: 0.5, y: 0.5, microseconds: 10)
            assembler.accept(.touch(touch), panel: panel, now: 20)
            assembler.accept(.frame(deviceID: device.id), panel: panel, now: 20)
        }
        #expect(reports.map { $0.map(\.output) } == [[0], [1], [1], [0]])
        reports = []
        assembler.accept(.removed(deviceID: 2), panel: panel, now: 30)
        #expect(reports.flatMap { $0 }.map(\.output) == [1], "its end goes where it began")
    }
}
