import Glibc
import Testing

@testable import Input

@Suite("A seat takes input devices back")
struct DevicePermitTests {
    private func steps(_ holder: inout DevicePermit.Holder, _ permit: DevicePermit) -> [DevicePermit.Holder.Step] {
        var steps: [DevicePermit.Holder.Step] = []
        while let step = holder.next(permit) { steps.append(step) }
        return steps
    }

    @Test("granted at the start; taken back: all devices are closed; granted again: opened anew, once each")
    func awayAndBack() {
        let permit = DevicePermit()
        var holder = DevicePermit.Holder()
        #expect(steps(&holder, permit) == [])
        permit.set(isGranted: false)
        #expect(steps(&holder, permit) == [.suspend])
        #expect(steps(&holder, permit) == [])
        permit.set(isGranted: true)
        #expect(steps(&holder, permit) == [.resume])
        #expect(steps(&holder, permit) == [])
    }

    @Test("away and back before anybody looked: closed and opened all the same, for what was taken back is dead")
    func tooFast() {
        let permit = DevicePermit()
        var holder = DevicePermit.Holder()
        permit.set(isGranted: false)
        permit.set(isGranted: true)
        #expect(steps(&holder, permit) == [.suspend, .resume])
        // Twice in a row while it is closed already.
        permit.set(isGranted: false)
        #expect(steps(&holder, permit) == [.suspend])
        permit.set(isGranted: true)
        permit.set(isGranted: false)
        #expect(steps(&holder, permit) == [])
        permit.set(isGranted: true)
        #expect(steps(&holder, permit) == [.resume])
    }

    @Test("each change wakes whoever waits, and only until it was heard")
    func wakes() {
        let permit = DevicePermit()
        func isReadable() -> Bool {
            var wait = pollfd(fd: permit.descriptor, events: Int16(POLLIN), revents: 0)
            return poll(&wait, 1, 0) == 1
        }
        #expect(!isReadable())
        permit.set(isGranted: false)
        #expect(isReadable())
        permit.clear()
        #expect(!isReadable())
        permit.set(isGranted: true)
        #expect(isReadable())
    }
}
