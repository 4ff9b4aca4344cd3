/// Where a contact is in its life. One begins, any number move, and exactly one ends or is cancelled.
public enum ContactPhase: UInt8, Hashable, Sendable {
    case began
    case moved
    case ended
    /// The device took the contact back (palm, unplugged, stopped): nothing must act on it.
    case cancelled
}

/// What makes the contact.
public enum ContactKind: UInt8, Hashable, Sendable {
    case finger
    /// A mouse with buttons held down.
    case mouse
    /// The tip of a pen.
    case pen
}

/// What a device says about one finger at one moment.
///
/// A contact's story is `began`, then `moved` any number of times, then `ended` or `cancelled`, once; every value of one
/// story has the same `identifier`.
public struct Contact: Hashable, Sendable {
    /// The device; unique in the process for the time it is plugged in. 0 is a script played without a device.
    public var deviceID: UInt32
    /// The device's own number for the finger; free again once the contact is over. -1 on panels that know one finger.
    public var slot: Int32
    public var phase: ContactPhase
    public var kind: ContactKind
    /// 0…1 across the panel from its native left edge, after the device's calibration, before the screen's rotation.
    public var x: Double
    /// 0…1 down the panel from its native top edge.
    public var y: Double
    /// When the hardware reported it, in microseconds of CLOCK_MONOTONIC. 64 bits do not wrap.
    public var microseconds: UInt64
    /// Half the longer axis of the touched area, in millimetres, if the source knows it. libinput does not.
    public var majorRadius: Double?
    /// The buttons that are down with it; empty for fingers, and once a mouse's contact is over.
    public var buttons: PointerButtons
    /// What a pen tells beside its place.
    public var pen: PenState?
    /// One number for the life of one contact, never used again in the process by a source that runs on devices or in
    /// real time.
    public var identifier: UInt64
    /// Which of the program's panels it is on, by its number in `DeviceRules.outputs`; 0 where there is one.
    public var output: Int

    /// When the hardware reported it, in seconds of CLOCK_MONOTONIC.
    @inlinable public var timestamp: Double { Double(microseconds) / 1_000_000 }

    public init(
        deviceID: UInt32, slot: Int32, phase: ContactPhase, kind: ContactKind = .finger, x: Double, y: Double,
        microseconds: UInt64, majorRadius: Double? = nil, buttons: PointerButtons = [], pen: PenState? = nil,
        identifier: UInt64, output: Int = 0
    ) {
        self.deviceID = deviceID
        self.slot = slot
        self.phase = phase
        self.kind = kind
        self.x = x
        self.y = y
        self.microseconds = microseconds
        self.majorRadius = majorRadius
        self.buttons = buttons
        self.pen = pen
        self.identifier = identifier
        self.output = output
    }

    /// Whether nothing more comes of this contact.
    @inlinable public var isOver: Bool { phase == .ended || phase == .cancelled }
}

/// One report of one device: everything that changed at the same moment. At least one contact.
public struct ContactFrame: Hashable, Sendable {
    /// When the hardware reported it, in microseconds of CLOCK_MONOTONIC, or from the start of a script.
    public var microseconds: UInt64
    public var contacts: [Contact]

    /// The same in seconds.
    @inlinable public var timestamp: Double { Double(microseconds) / 1_000_000 }

    public init(microseconds: UInt64, contacts: [Contact]) {
        self.microseconds = microseconds
        self.contacts = contacts
    }
}
