/// Which modifier keys are in effect. Bits as `UIKeyModifierFlags`.
public struct KeyModifiers: OptionSet, Hashable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    public static let capsLock = KeyModifiers(rawValue: 1 << 16)
    public static let shift = KeyModifiers(rawValue: 1 << 17)
    public static let control = KeyModifiers(rawValue: 1 << 18)
    /// Alt; not AltGr, which only chooses other characters.
    public static let alternate = KeyModifiers(rawValue: 1 << 19)
    /// The key with the logo.
    public static let command = KeyModifiers(rawValue: 1 << 20)
    /// The key is one of the number pad's.
    public static let numericPad = KeyModifiers(rawValue: 1 << 21)
}
