@testable import Input

/// Device events in; contacts, pointer events and lines for people out.
final class DeviceBench {
    var contacts: [Contact] = []
    var events: [PointerEvent.Action] = []
    var notes: [String] = []
    var rules = DeviceRules()
    /// Microseconds.
    var now: UInt64 = 9_000
    private lazy var assembler = ContactAssembler(
        firstIdentifier: 1, rules: rules, note: { [unowned self] in notes.append($0) },
        deliverPointer: { [unowned self] in events.append($0.action) },
        deliver: { [unowned self] in contacts += $0 })

    func say(_ events: DeviceEvent...) {
        for event in events {
            assembler.accept(event, panel: PointerPanel(width: 1000, height: 500, rotation: 0), now: now)
        }
    }

    func stop() { assembler.cancelAll(now: now) }
}

/// A touch screen, or a pen's device.
func sampleDevice(
    _ id: UInt32, _ name: String = "Acme", pen: Bool = false, calibratedBelow: Bool = false, output: String? = nil
) -> InputDevice {
    var device = InputDevice(
        id: id, name: name, node: "/dev/input/event3", vendor: 1, product: 2, isTouchScreen: !pen,
        isPointer: false, isKeyboard: false, touchCount: 5, sizeInMillimetres: nil,
        isCalibratedBelow: calibratedBelow, outputName: output)
    device.isPen = pen
    return device
}
