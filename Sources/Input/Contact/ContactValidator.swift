/// Makes every contact's story whole, whatever the device says: begun once, over exactly once, nothing after.
///
/// - A second down of a slot that is down cancels the first contact, then begins a new one.
/// - A move or an up of a slot that is not down is dropped.
/// - Positions are clamped to 0…1. Where one is missing or not a number, the contact stays where it was; a contact that
///   begins nowhere is ignored whole.
/// - A device's time never runs backwards: an earlier stamp becomes the latest one seen.
/// - A contact beyond `maximumContacts` is ignored whole.
///
/// A value type with no clock and no lock: the thread that reads the device owns it.
public struct ContactValidator: Sendable {
    /// The most contacts that are down at once, all devices together.
    public static let maximumContacts = 32
    /// The most devices whose time is remembered.
    static let maximumDevices = 32

    private struct Device {
        var deviceID: UInt32
        var microseconds: UInt64
    }

    /// What is down, as last told. In the order in which it came down.
    private var live: [Contact] = []
    private var devices: [Device] = []
    private var nextIdentifier: UInt64
    /// What was wrong with the contacts taken since this was last emptied.
    var faults: DeviceFaults = []
    /// Beyond this much of the panel's width or height a place is no inaccuracy.
    private static let tolerance = 0.05

    /// `firstIdentifier` is given to the first contact, the next number to the next one.
    public init(firstIdentifier: UInt64 = 1) {
        nextIdentifier = firstIdentifier
        live.reserveCapacity(Self.maximumContacts)
        devices.reserveCapacity(Self.maximumDevices)
    }

    /// How many contacts are down.
    public var liveCount: Int { live.count }

    /// Appends what `raw` means to `accepted`: no contact, one, or two (a cancelled one and its successor).
    public mutating func accept(_ raw: RawContact, into accepted: inout [Contact]) {
        let index = live.firstIndex { $0.slot == raw.slot && $0.deviceID == raw.deviceID && $0.kind == raw.kind }
        switch raw.phase {
        case .began:
            let microseconds = clamp(raw.microseconds, deviceID: raw.deviceID)
            if let index {
                faults.insert(DeviceFaults(.slotUsedTwice))
                finish(index, .cancelled, microseconds, into: &accepted)
            }
            begin(raw, microseconds, into: &accepted)
        case .moved:
            guard let index else { return }
            // Its device may have been forgotten: too many others since.
            live[index].microseconds = max(live[index].microseconds, clamp(raw.microseconds, deviceID: raw.deviceID))
            place(index, raw)
            live[index].phase = .moved
            accepted.append(live[index])
        case .ended, .cancelled:
            guard let index else { return }
            place(index, raw)
            finish(index, raw.phase, clamp(raw.microseconds, deviceID: raw.deviceID), into: &accepted)
        }
    }

    /// Cancels what is down on one device, and forgets the device; `nil` means all of them.
    public mutating func cancelAll(deviceID: UInt32? = nil, microseconds: Int64, into accepted: inout [Contact]) {
        var index = 0
        while index < live.count {
            if deviceID == nil || live[index].deviceID == deviceID {
                let microseconds = clamp(microseconds, deviceID: live[index].deviceID)
                finish(index, .cancelled, microseconds, into: &accepted)
            } else {
                index += 1
            }
        }
        devices.removeAll { deviceID == nil || $0.deviceID == deviceID }
        faults = []
    }

    private mutating func begin(_ raw: RawContact, _ microseconds: UInt64, into accepted: inout [Contact]) {
        guard let x = clamp(raw.x), let y = clamp(raw.y) else {
            faults.insert(DeviceFaults(.outOfRange))
            return
        }
        guard live.count < Self.maximumContacts else {
            faults.insert(DeviceFaults(.tooManyContacts))
            return
        }
        let contact = Contact(
            deviceID: raw.deviceID, slot: raw.slot, phase: .began, kind: raw.kind, x: x, y: y,
            microseconds: microseconds, majorRadius: Self.radius(raw.majorRadius), buttons: raw.buttons,
            pen: raw.pen, identifier: nextIdentifier)
        nextIdentifier &+= 1
        live.append(contact)
        accepted.append(contact)
    }

    private mutating func place(_ index: Int, _ raw: RawContact) {
        if let x = clamp(raw.x) { live[index].x = x }
        if let y = clamp(raw.y) { live[index].y = y }
        if let radius = Self.radius(raw.majorRadius) { live[index].majorRadius = radius }
        if let pen = raw.pen { live[index].pen = pen }
        live[index].buttons = raw.buttons
    }

    private mutating func finish(
        _ index: Int, _ phase: ContactPhase, _ microseconds: UInt64, into accepted: inout [Contact]
    ) {
        var contact = live.remove(at: index)
        contact.phase = phase
        contact.microseconds = max(contact.microseconds, microseconds)
        accepted.append(contact)
    }

    private mutating func clamp(_ value: Double?) -> Double? {
        guard let value else { return nil }
        guard !value.isNaN else {
            faults.insert(DeviceFaults(.outOfRange))
            return nil
        }
        if value < -Self.tolerance || value > 1 + Self.tolerance { faults.insert(DeviceFaults(.outOfRange)) }
        return min(max(value, 0), 1)
    }

    private static func radius(_ value: Double?) -> Double? {
        guard let value, value.isFinite, value >= 0 else { return nil }
        return value
    }

    /// Not before the latest stamp of the same device. Two devices are read one after the other, so their stamps may
    /// cross: each has its own time.
    private mutating func clamp(_ microseconds: Int64, deviceID: UInt32) -> UInt64 {
        let stamp = UInt64(max(microseconds, 0))
        if microseconds < 0 { faults.insert(DeviceFaults(.timeRunsBack)) }
        guard let index = devices.firstIndex(where: { $0.deviceID == deviceID }) else {
            if devices.count == Self.maximumDevices { devices.removeFirst() }
            devices.append(Device(deviceID: deviceID, microseconds: stamp))
            return stamp
        }
        if stamp < devices[index].microseconds { faults.insert(DeviceFaults(.timeRunsBack)) }
        devices[index].microseconds = max(devices[index].microseconds, stamp)
        return devices[index].microseconds
    }
}
