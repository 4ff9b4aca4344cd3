/// A device that is plugged in, as libinput describes it.
public struct InputDevice: Hashable, Sendable {
    /// `Contact.deviceID` of its contacts. Another one after each plug.
    public let id: UInt32
    /// What the device calls itself, for example `generic ft5x06 (00)`.
    public let name: String
    /// The device's node, for example `/dev/input/event3`. Changes from boot to boot.
    public let node: String
    public let vendor: UInt32
    public let product: UInt32
    public let isTouchScreen: Bool
    public let isPointer: Bool
    /// Has keys. Power buttons and many touch screens say so, too.
    public let isKeyboard: Bool
    /// How many fingers a touch screen tells apart; `nil` when it does not say.
    public let touchCount: Int?
    /// The active area in millimetres, if the device knows it.
    public let sizeInMillimetres: SIMD2<Double>?
    /// udev sets a calibration matrix for the device: libinput applies it, nobody else must.
    public let isCalibratedBelow: Bool
    /// The output that udev's `WL_OUTPUT` ties the device to.
    public let outputName: String?
    /// Knows pens.
    public var isPen = false
    /// The matrix that udev set, six numbers; nil where it set none.
    public internal(set) var matrixBelow: [Double]?
}

/// Something libinput had to say about a device.
public struct InputMessage: Hashable, Sendable {
    public enum Priority: Sendable {
        case debug
        case info
        case error
    }

    public let priority: Priority
    /// Without a line end, at most 511 bytes.
    public let text: String
}
