/// The buttons of a mouse or a pen that are down. Bits as `UIEvent.ButtonMask`.
public struct PointerButtons: OptionSet, Hashable, Sendable {
    public let rawValue: UInt16

    public init(rawValue: UInt16) { self.rawValue = rawValue }

    public static let primary = PointerButtons(rawValue: 1 << 0)
    public static let secondary = PointerButtons(rawValue: 1 << 1)

    /// The button of the kernel's code `BTN_LEFT`, `BTN_RIGHT`, `BTN_MIDDLE` and so on; nil for what is no mouse button.
    init?(code: UInt32) {
        guard (0x110...0x117).contains(code) else { return nil }
        rawValue = 1 << (code - 0x110)
    }
}
