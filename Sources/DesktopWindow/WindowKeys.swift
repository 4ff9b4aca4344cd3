internal import CSDL
import Input

/// From SDL's keys to ours. SDL numbers keys by their place as the USB tables do.
enum WindowKeys {
    static func modifiers(_ state: UInt16) -> KeyModifiers {
        let state = Int(state)
        var modifiers: KeyModifiers = []
        if state & 0x0003 != 0 { modifiers.insert(.shift) }
        if state & 0x00C0 != 0 { modifiers.insert(.control) }
        if state & 0x0100 != 0 { modifiers.insert(.alternate) }  // the right one only chooses other characters
        if state & 0x0C00 != 0 { modifiers.insert(.command) }
        if state & 0x2000 != 0 { modifiers.insert(.capsLock) }
        return modifiers
    }

    /// The USB keyboard page ends at 0xE7; beyond it SDL has numbers of its own.
    static func usage(scancode: UInt32) -> UInt16 { scancode <= 0xE7 ? UInt16(scancode) : 0 }

    /// - Parameters:
    ///   - symbol: what the key makes without modifiers, a character's number, or above 2^30 for keys that make none.
    ///   - text: what the desktop made of it; nil when it made nothing.
    static func key(scancode: UInt32, symbol: Int32, modifierState: UInt16, text: String?) -> ReportedInput.Key {
        let modifiers = modifiers(modifierState)
        let plain = plain(symbol, isShifted: modifiers.contains(.shift))
        var characters = text ?? ""
        if characters.isEmpty {
            characters = modifiers.contains(.control) ? control(plain) ?? plain : plain
            // A dead key makes nothing by itself, nor does a letter that goes to a command of the desktop.
            if symbol >= 0x20, symbol < 0x4000_0000, symbol != 0x7F, modifiers.isDisjoint(with: [.control, .command]) {
                characters = ""
            }
        }
        return ReportedInput.Key(
            usage: usage(scancode: scancode), characters: characters, charactersIgnoringModifiers: plain,
            modifiers: modifiers)
    }

    private static func plain(_ symbol: Int32, isShifted: Bool) -> String {
        guard symbol > 0, symbol < 0x4000_0000, let scalar = Unicode.Scalar(UInt32(symbol)) else { return "" }
        let text = String(Character(scalar))
        return isShifted ? text.uppercased() : text
    }

    /// Control and a letter: U+0001 to U+001A.
    private static func control(_ text: String) -> String? {
        guard let scalar = text.lowercased().unicodeScalars.first, ("a"..."z").contains(scalar) else { return nil }
        return Unicode.Scalar(scalar.value & 0x1F).map { String(Character($0)) }
    }
}
