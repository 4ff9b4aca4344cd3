/// The input devices that are plugged in at one moment, as libinput sees them; for programs that help a person to bring a
/// board up. Devices are opened for a moment and not taken from anybody.
public struct InputSurvey: Sendable {
    public let devices: [InputDevice]
    /// What libinput had to say, for example why a device could not be used; oldest first.
    public let messages: [InputMessage]

    /// Looks at every device of the seat. Returns as soon as libinput has listed them all, which it does at once.
    ///
    /// Throws `InputError.noPermission` when there are devices and none may be opened.
    public static func take(seat: String = "seat0") throws(InputError) -> InputSurvey {
        let record = DeviceRecord(panel: PointerPanel(width: 1, height: 1, rotation: 0))
        let context = try LibinputContext(seat: seat, record: record)
        // The devices of the seat were queued as the context was made, before anything they report.
        let result = context.dispatch()
        if result < 0 { throw .failed(operation: "libinput_dispatch", subject: "seat \(seat)", errno: -result) }
        while let event = context.nextEvent() {
            if case .added(let device) = event { record.add(device) }
            if case .removed(let deviceID) = event { record.remove(deviceID) }
        }
        return withExtendedLifetime(context) { InputSurvey(devices: record.devices, messages: record.messages) }
    }
}
