public import Foundation
import Input

/// The modifier keys in effect; bits as Apple's `UIKeyModifierFlags`.
public struct UIKeyModifierFlags: OptionSet, Hashable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    public static let alphaShift = UIKeyModifierFlags(rawValue: 1 << 16)
    public static let shift = UIKeyModifierFlags(rawValue: 1 << 17)
    public static let control = UIKeyModifierFlags(rawValue: 1 << 18)
    public static let alternate = UIKeyModifierFlags(rawValue: 1 << 19)
    /// The key with the logo.
    public static let command = UIKeyModifierFlags(rawValue: 1 << 20)
    public static let numericPad = UIKeyModifierFlags(rawValue: 1 << 21)
}

/// A key of a keyboard and what it stands for at the moment.
@preconcurrency @MainActor
open class UIKey: NSObject {
    /// The key by its place on the keyboard; `keyboardErrorUndefined` for text that no key with a place makes. Keys that
    /// have neither a place nor text are never delivered.
    public let keyCode: UIKeyboardHIDUsage
    /// What it types with all modifiers, dead keys and compose sequences; for keys that type nothing a name such as
    /// `UIKeyCommand.inputUpArrow`, and empty for modifiers.
    public let characters: String
    /// What it types with no modifier but shift.
    public let charactersIgnoringModifiers: String
    public let modifierFlags: UIKeyModifierFlags

    init?(_ event: KeyEvent) {
        // Text may come from no key that has a place: of input methods, or of a keyboard elsewhere with other letters.
        let undefined: UIKeyboardHIDUsage? = event.characters.isEmpty ? nil : .keyboardErrorUndefined
        guard let code = UIKeyboardHIDUsage(rawValue: Int(event.usage)) ?? undefined else { return nil }
        keyCode = code
        let name = Self.names[code]
        characters = name ?? event.characters
        charactersIgnoringModifiers = name ?? event.charactersIgnoringModifiers
        modifierFlags = UIKeyModifierFlags(rawValue: event.modifiers.rawValue)
        super.init()
    }

    /// What keys without characters are called in key commands.
    private static let names: [UIKeyboardHIDUsage: String] = {
        var names: [UIKeyboardHIDUsage: String] = [
            .keyboardUpArrow: UIKeyCommand.inputUpArrow, .keyboardDownArrow: UIKeyCommand.inputDownArrow,
            .keyboardLeftArrow: UIKeyCommand.inputLeftArrow, .keyboardRightArrow: UIKeyCommand.inputRightArrow,
            .keyboardEscape: UIKeyCommand.inputEscape, .keyboardPageUp: UIKeyCommand.inputPageUp,
            .keyboardPageDown: UIKeyCommand.inputPageDown, .keyboardHome: UIKeyCommand.inputHome,
            .keyboardEnd: UIKeyCommand.inputEnd, .keyboardDeleteForward: UIKeyCommand.inputDelete,
        ]
        for number in 1...12 {
            if let key = UIKeyboardHIDUsage(rawValue: UIKeyboardHIDUsage.keyboardF1.rawValue + number - 1) {
                names[key] = "UIKeyInputF\(number)"
            }
        }
        return names
    }()

    /// What it inserts into text; nil for keys that insert nothing.
    var text: String? {
        guard modifierFlags.isDisjoint(with: [.control, .command]), Self.names[keyCode] == nil else { return nil }
        switch keyCode {
        case .keyboardReturnOrEnter, .keypadEnter: return "\n"
        case .keyboardTab: return "\t"
        default: break
        }
        let isText = characters.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
        return isText && !characters.isEmpty ? characters : nil
    }

    var deletesBackward: Bool { keyCode == .keyboardDeleteOrBackspace }
}
