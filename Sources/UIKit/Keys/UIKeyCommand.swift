public import Foundation

/// A key with modifiers that does something wherever the first responder is below the responder that offers it.
///
/// Responders list theirs in `keyCommands`; the first one up the chain from the first responder whose command fits gets it, and
/// the key is then no press and types nothing.
@preconcurrency @MainActor
open class UIKeyCommand: NSObject {
    public nonisolated static let inputUpArrow = "UIKeyInputUpArrow"
    public nonisolated static let inputDownArrow = "UIKeyInputDownArrow"
    public nonisolated static let inputLeftArrow = "UIKeyInputLeftArrow"
    public nonisolated static let inputRightArrow = "UIKeyInputRightArrow"
    public nonisolated static let inputEscape = "UIKeyInputEscape"
    public nonisolated static let inputPageUp = "UIKeyInputPageUp"
    public nonisolated static let inputPageDown = "UIKeyInputPageDown"
    public nonisolated static let inputHome = "UIKeyInputHome"
    public nonisolated static let inputEnd = "UIKeyInputEnd"
    public nonisolated static let inputDelete = "UIKeyInputDelete"
    public nonisolated static let f1 = "UIKeyInputF1"
    public nonisolated static let f2 = "UIKeyInputF2"
    public nonisolated static let f3 = "UIKeyInputF3"
    public nonisolated static let f4 = "UIKeyInputF4"
    public nonisolated static let f5 = "UIKeyInputF5"
    public nonisolated static let f6 = "UIKeyInputF6"
    public nonisolated static let f7 = "UIKeyInputF7"
    public nonisolated static let f8 = "UIKeyInputF8"
    public nonisolated static let f9 = "UIKeyInputF9"
    public nonisolated static let f10 = "UIKeyInputF10"
    public nonisolated static let f11 = "UIKeyInputF11"
    public nonisolated static let f12 = "UIKeyInputF12"

    /// Characters or one of the names above. Letters fit whatever their case.
    public let input: String
    public let modifierFlags: UIKeyModifierFlags
    open var title = ""
    open var discoverabilityTitle: String?
    /// Whether a key that is held down sends it again and again. Default true, as long as the keymap repeats the key.
    open var allowsRepeat = true

    private let send: (UIResponder, UIKeyCommand) -> Bool

    /// The action is sent to the first responder up the chain that is a `Target`.
    public convenience init<Target: UIResponder>(
        input: String, modifierFlags: UIKeyModifierFlags = [], action: @escaping (Target) -> () -> Void
    ) {
        self.init(input, modifierFlags) { start, _ in
            guard let target = start.firstInChain(as: Target.self) else { return false }
            action(target)()
            return true
        }
    }

    /// The same for a method that takes the command.
    public convenience init<Target: UIResponder>(
        input: String, modifierFlags: UIKeyModifierFlags = [], action: @escaping (Target) -> (UIKeyCommand) -> Void
    ) {
        self.init(input, modifierFlags) { start, command in
            guard let target = start.firstInChain(as: Target.self) else { return false }
            action(target)(command)
            return true
        }
    }

    private init(
        _ input: String, _ modifierFlags: UIKeyModifierFlags, _ send: @escaping (UIResponder, UIKeyCommand) -> Bool
    ) {
        self.input = input
        self.modifierFlags = modifierFlags
        self.send = send
        super.init()
    }

    /// Modifiers that only say how the key came about do not count.
    func fits(_ key: UIKey) -> Bool {
        let flags = key.modifierFlags.subtracting([.alphaShift, .numericPad])
        return flags == modifierFlags && !input.isEmpty
            && key.charactersIgnoringModifiers.lowercased() == input.lowercased()
    }

    /// Whether somebody took it. `start` is the first responder.
    func perform(from start: UIResponder) -> Bool { send(start, self) }
}
