@testable import DesktopWindow
import Input
import Raster
import Testing

/// What a desktop's mouse and touch screen become.
@Suite struct WindowFingersTests {
    private final class Bench {
        let queue = ContactQueue()
        let pointer = PointerQueue()
        let input: ReportedInput
        let geometry = WindowGeometry(
            panelSize: PixelSize(width: 100, height: 50), rotation: .none, windowWidth: 100, windowHeight: 70)
        var fingers: WindowFingers

        init(_ mouse: WindowConfiguration.Mouse = .finger) throws {
            input = ReportedInput(pointer: pointer)
            fingers = WindowFingers(mouse: mouse, input: input)
            try input.start(delivering: queue)
        }

        func contacts() -> [Contact] {
            var list: [Contact] = []
            queue.drain(into: &list)
            return list
        }
    }

    @Test func aButtonThatIsHeldIsAFinger() throws {
        let bench = try Bench()
        bench.fingers.mouse(.moved, x: 10, y: 20, in: bench.geometry)
        #expect(bench.contacts().isEmpty)
        bench.fingers.mouse(.began, x: 50, y: 35, in: bench.geometry)
        bench.fingers.mouse(.moved, x: 60, y: 35, in: bench.geometry)
        bench.fingers.mouse(.ended, x: 60, y: 35, in: bench.geometry)
        let contacts = bench.contacts()
        #expect(contacts.map(\.phase) == [.began, .moved, .ended])
        #expect(contacts.map(\.kind) == [.finger, .finger, .finger])
        #expect(contacts.map(\.x) == [0.5, 0.6, 0.6] && contacts.map(\.y) == [0.5, 0.5, 0.5])
    }

    @Test func withAltASecondFingerMirrorsTheFirst() throws {
        let bench = try Bench()
        bench.fingers.mouse(.began, x: 40, y: 30, isDoubled: true, in: bench.geometry)
        // Letting go of Alt on the way changes nothing: both fingers are down.
        bench.fingers.mouse(.moved, x: 30, y: 20, in: bench.geometry)
        bench.fingers.mouse(.ended, x: 30, y: 20, in: bench.geometry)
        let contacts = bench.contacts()
        #expect(contacts.map(\.slot) == [0, 1, 0, 1, 0, 1])
        #expect(contacts.map(\.phase) == [.began, .began, .moved, .moved, .ended, .ended])
        for pair in stride(from: 0, to: 6, by: 2) {
            #expect(abs(contacts[pair].x + contacts[pair + 1].x - 1) < 1e-9)
            #expect(abs(contacts[pair].y + contacts[pair + 1].y - 1) < 1e-9)
        }
    }

    @Test func besideThePictureNothingBegins() throws {
        let bench = try Bench()
        bench.fingers.mouse(.began, x: 50, y: 5, in: bench.geometry)
        bench.fingers.mouse(.ended, x: 50, y: 35, in: bench.geometry)
        bench.fingers.finger(.began, device: 1, finger: 7, x: 50, y: 65, in: bench.geometry)
        bench.fingers.finger(.moved, device: 1, finger: 7, x: 50, y: 35, in: bench.geometry)
        bench.fingers.finger(.ended, device: 1, finger: 7, x: 50, y: 35, in: bench.geometry)
        #expect(bench.contacts().isEmpty)
    }

    @Test func fingersOfTwoScreensAreToldApart() throws {
        let bench = try Bench()
        bench.fingers.finger(.began, device: 1, finger: 0, x: 10, y: 20, in: bench.geometry)
        bench.fingers.finger(.began, device: 2, finger: 0, x: 90, y: 20, in: bench.geometry)
        bench.fingers.finger(.ended, device: 1, finger: 0, x: 10, y: 20, in: bench.geometry)
        bench.fingers.finger(.moved, device: 2, finger: 0, x: 80, y: 20, in: bench.geometry)
        let contacts = bench.contacts()
        #expect(contacts.map(\.phase) == [.began, .began, .ended, .moved])
        #expect(Set(contacts.map(\.identifier)).count == 2)
        #expect(contacts[3].identifier == contacts[1].identifier)
    }

    @Test func aMouseThatIsAPointerHoversAndHasAButton() throws {
        let bench = try Bench(.pointer)
        bench.fingers.mouse(.moved, x: 10, y: 10, in: bench.geometry)
        bench.fingers.mouse(.began, x: 10, y: 10, isDoubled: true, in: bench.geometry)
        bench.fingers.mouse(.ended, x: 10, y: 10, in: bench.geometry)
        bench.fingers.leave()
        let contacts = bench.contacts()
        #expect(contacts.map(\.kind) == [.mouse, .mouse])
        #expect(contacts[0].buttons == .primary && contacts[1].buttons == [])
        var events: [PointerEvent] = []
        bench.pointer.drain(into: &events)
        #expect(events.map(\.action) == [.moved(x: 0.1, y: 0), .left])
    }

    @Test func whatIsDownWhenTheDesktopLooksElsewhereIsCancelled() throws {
        let bench = try Bench()
        bench.fingers.mouse(.began, x: 50, y: 35, in: bench.geometry)
        bench.fingers.forget()
        bench.input.cancelAll()
        bench.fingers.mouse(.ended, x: 50, y: 35, in: bench.geometry)
        #expect(bench.contacts().map(\.phase) == [.began, .cancelled])
    }
}
