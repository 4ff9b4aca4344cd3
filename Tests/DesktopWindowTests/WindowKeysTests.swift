@testable import DesktopWindow
import Input
import Testing

@Suite struct WindowKeysTests {
    @Test func lettersHaveThePlaceOfTheUSBTablesAndTheDesktopsText() {
        let key = WindowKeys.key(scancode: 4, symbol: 0x61, modifierState: 0x0001, text: "A")
        #expect(key.usage == 4 && key.characters == "A" && key.charactersIgnoringModifiers == "A")
        #expect(key.modifiers == .shift)
    }

    @Test func keysThatMakeNoTextMakeTheirControlCharacter() {
        #expect(WindowKeys.key(scancode: 40, symbol: 13, modifierState: 0, text: nil).characters == "\r")
        #expect(WindowKeys.key(scancode: 42, symbol: 8, modifierState: 0, text: nil).characters == "\u{8}")
        #expect(WindowKeys.key(scancode: 41, symbol: 27, modifierState: 0, text: nil).characters == "\u{1B}")
        #expect(WindowKeys.key(scancode: 79, symbol: 0x4000_004F, modifierState: 0, text: nil).characters == "")
    }

    @Test func controlAndALetter() {
        let key = WindowKeys.key(scancode: 6, symbol: 0x63, modifierState: 0x0040, text: nil)
        #expect(key.characters == "\u{3}" && key.charactersIgnoringModifiers == "c" && key.modifiers == .control)
    }

    /// The text comes with the next key, or from an input method.
    @Test func aDeadKeyMakesNothing() {
        let key = WindowKeys.key(scancode: 53, symbol: 0x60, modifierState: 0, text: nil)
        #expect(key.characters == "" && key.charactersIgnoringModifiers == "`")
    }

    @Test func numbersBeyondTheUSBTableAreNoUsage() {
        #expect(WindowKeys.usage(scancode: 0xE7) == 0xE7)
        #expect(WindowKeys.usage(scancode: 258) == 0)
    }
}
