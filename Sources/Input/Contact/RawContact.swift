/// What a device claims about one slot, before `ContactValidator` has made sense of it.
public struct RawContact: Sendable {
    public var deviceID: UInt32
    public var slot: Int32
    public var phase: ContactPhase
    public var kind: ContactKind
    /// 0…1 across the panel; `nil` where the device gives none, as on lifting.
    public var x: Double?
    public var y: Double?
    /// CLOCK_MONOTONIC.
    public var microseconds: Int64
    /// In millimetres.
    public var majorRadius: Double?
    /// The buttons that are down with it; empty for fingers.
    public var buttons: PointerButtons
    public var pen: PenState?

    public init(
        deviceID: UInt32, slot: Int32, phase: ContactPhase, kind: ContactKind = .finger, x: Double? = nil,
        y: Double? = nil, microseconds: Int64, majorRadius: Double? = nil, buttons: PointerButtons = [],
        pen: PenState? = nil
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
    }
}
