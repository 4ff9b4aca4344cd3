import Glibc
import Input
import Testing

/// Against the real library; the seat has no devices, so the tests need no rights and no hardware.
@Suite("libinput source", .serialized)
struct LibinputSourceTests {
    private static let emptySeat = "seat-without-devices"

    @Test("C42: no device at the start is fine")
    func noDevices() throws {
        let source = LibinputSource(seat: Self.emptySeat, panelWidth: 800, panelHeight: 480)
        let queue = ContactQueue()
        try source.start(delivering: queue)
        #expect(throws: InputError.alreadyStarted) { try source.start(delivering: queue) }
        #expect(source.devices.isEmpty)
        source.stop()
        source.stop()
        #expect(queue.count == 0)
    }

    @Test("F07: starting and stopping a hundred times leaks no descriptor and no thread")
    func noLeaks() throws {
        let source = LibinputSource(seat: Self.emptySeat, panelWidth: 800, panelHeight: 480)
        let queue = ContactQueue()
        try source.start(delivering: queue)
        source.stop()
        // Other tests run beside this one and open what they like: the number of a new descriptor tells.
        let before = lowestFreeDescriptor()
        for _ in 0..<100 {
            try source.start(delivering: queue)
            source.stop()
        }
        #expect(lowestFreeDescriptor() < before + 50)
    }

    @Test("A source that is let go while it runs stops by itself")
    func letGo() throws {
        let queue = ContactQueue()
        for _ in 0..<5 {
            let source = LibinputSource(seat: Self.emptySeat, panelWidth: 800, panelHeight: 480)
            try source.start(delivering: queue)
        }
    }

    @Test("Errors say what was tried, on what, and what to do")
    func errors() {
        let denied = InputError.noPermission(
            devices: ["/dev/input/event0"], advice: "the devices belong to the group \"input\"")
        #expect(denied.description.contains("/dev/input/event0") && denied.description.contains("\"input\""))
        let failed = InputError.failed(operation: "eventfd", subject: "input", errno: EMFILE)
        #expect(failed.description.contains("eventfd") && failed.description.contains("Too many open files"))
    }

    private func lowestFreeDescriptor() -> Int32 {
        let descriptor = dup(0)
        close(descriptor)
        return descriptor
    }
}
