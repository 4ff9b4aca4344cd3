/// One key that goes down or up.
///
/// A key's story is `began`, then `ended` or `cancelled`, once. Repeats are made by whoever wants them: `repeats` says
/// whether the keymap has this key repeat.
public struct KeyEvent: Hashable, Sendable {
    public enum Phase: UInt8, Hashable, Sendable {
        case began
        case ended
        /// The keyboard was unplugged or nobody reads it any more: nothing must act on it.
        case cancelled
    }

    /// As `InputDevice.id`.
    public var deviceID: UInt32
    /// The kernel's number of the key, for example 30 for `KEY_A`.
    public var keycode: UInt32
    /// The same key in the USB keyboard usage page (7), for example 4 for the key labelled A; 0 when it has none there.
    public var usage: UInt16
    public var phase: Phase
    /// What the keymap makes of the key with the modifiers and dead keys in effect: text, or a control character for
    /// return (U+000D), tab, backspace (U+0008) and escape (U+001B). Empty for keys that make none, and for dead keys.
    public var characters: String
    /// The same without modifiers except shift, and without dead keys.
    public var charactersIgnoringModifiers: String
    public var modifiers: KeyModifiers
    public var repeats: Bool
    /// When the hardware reported it, in microseconds of CLOCK_MONOTONIC.
    public var microseconds: UInt64

    /// The same in seconds.
    @inlinable public var timestamp: Double { Double(microseconds) / 1_000_000 }

    public init(
        deviceID: UInt32, keycode: UInt32, usage: UInt16, phase: Phase, characters: String = "",
        charactersIgnoringModifiers: String = "", modifiers: KeyModifiers = [], repeats: Bool = false,
        microseconds: UInt64
    ) {
        self.deviceID = deviceID
        self.keycode = keycode
        self.usage = usage
        self.phase = phase
        self.characters = characters
        self.charactersIgnoringModifiers = charactersIgnoringModifiers
        self.modifiers = modifiers
        self.repeats = repeats
        self.microseconds = microseconds
    }
}
