/// The way of one touch screen's reports through this module, without a device: what they would be as contacts.
package struct TouchChain {
    /// Of all that goes in.
    package static let deviceID: UInt32 = 1

    private var assembler: ContactAssembler
    // No contact comes from a mouse: how large its panel is does not matter.
    private let panel = PointerPanel(width: 1, height: 1, rotation: 0)

    /// - Parameters:
    ///   - note: gets what a person should know about the device.
    ///   - deliver: gets one report at a time, never an empty one.
    package init(
        deviceName: String, note: @escaping (String) -> Void, deliver: @escaping ([Contact]) -> Void
    ) {
        assembler = ContactAssembler(firstIdentifier: 1, note: note, deliver: deliver)
        let device = InputDevice(
            id: Self.deviceID, name: deviceName, node: "recording", vendor: 0, product: 0, isTouchScreen: true,
            isPointer: false, isKeyboard: false, touchCount: nil, sizeInMillimetres: nil, isCalibratedBelow: false,
            outputName: nil)
        assembler.accept(.added(device), panel: panel, now: 0)
    }

    /// One slot of a report that is not yet complete.
    package mutating func accept(_ contact: RawContact) {
        assembler.accept(.touch(contact), panel: panel, now: .max)
    }

    /// The report is complete.
    package mutating func endReport() {
        assembler.accept(.frame(deviceID: Self.deviceID), panel: panel, now: .max)
    }

    /// - Parameter now: microseconds.
    package mutating func cancelAll(now: UInt64) { assembler.cancelAll(now: now) }
}
