import Foundation
import Input
import Testing

/// The kernel's numbers of some keys.
private enum Key {
    static let escape: UInt32 = 1
    static let backspace: UInt32 = 14
    static let e: UInt32 = 18
    static let y: UInt32 = 21
    static let enter: UInt32 = 28
    static let leftControl: UInt32 = 29
    static let a: UInt32 = 30
    static let apostrophe: UInt32 = 40
    static let leftShift: UInt32 = 42
    static let c: UInt32 = 46
    static let leftAlt: UInt32 = 56
    static let capsLock: UInt32 = 58
    static let keypad7: UInt32 = 71
    static let rightAlt: UInt32 = 100
    static let up: UInt32 = 103
    static let leftMeta: UInt32 = 125
}

@Suite("Keys to characters")
struct KeyTranslatorTests {
    private func translator(_ layout: String, options: String = "") throws -> KeyTranslator {
        try KeyTranslator(
            KeyboardLayout(rules: "evdev", layout: layout, options: options, locale: "en_US.UTF-8"))
    }

    private func down(_ translator: KeyTranslator, _ key: UInt32) throws -> KeyEvent {
        try #require(translator.translate(deviceID: 3, keycode: key, isDown: true, microseconds: 5))
    }

    private func press(_ translator: KeyTranslator, _ key: UInt32) throws -> KeyEvent {
        let event = try down(translator, key)
        _ = translator.translate(deviceID: 3, keycode: key, isDown: false, microseconds: 6)
        return event
    }

    @Test("A letter, its place, its story")
    func letter() throws {
        let us = try translator("us")
        let event = try down(us, Key.a)
        #expect(event.characters == "a" && event.charactersIgnoringModifiers == "a")
        #expect(event.usage == 4 && event.keycode == 30 && event.phase == .began && event.repeats)
        #expect(us.translate(deviceID: 3, keycode: Key.a, isDown: true, microseconds: 6) == nil)
        let up = try #require(us.translate(deviceID: 3, keycode: Key.a, isDown: false, microseconds: 7))
        #expect(up.phase == .ended && up.characters == "a" && up.microseconds == 7)
        #expect(us.translate(deviceID: 3, keycode: Key.a, isDown: false, microseconds: 8) == nil)
    }

    @Test("The layout decides what a key types, not where it is")
    func layouts() throws {
        #expect(try press(translator("us"), Key.y).characters == "y")
        let german = try press(translator("de"), Key.y)
        #expect(german.characters == "z" && german.usage == 0x1C)
        #expect(try press(translator("ru"), Key.a).characters == "ф")
    }

    @Test("Shift, caps lock, control and AltGr")
    func modifiers() throws {
        let german = try translator("de")
        _ = try down(german, Key.leftShift)
        let capital = try press(german, Key.a)
        #expect(capital.characters == "A" && capital.charactersIgnoringModifiers == "A")
        #expect(capital.modifiers == .shift)
        _ = german.translate(deviceID: 3, keycode: Key.leftShift, isDown: false, microseconds: 9)
        _ = try press(german, Key.capsLock)
        let locked = try press(german, Key.a)
        #expect(locked.characters == "A" && locked.charactersIgnoringModifiers == "a" && locked.modifiers == .capsLock)
        _ = try press(german, Key.capsLock)
        _ = try down(german, Key.leftControl)
        let control = try press(german, Key.c)
        #expect(control.characters == "\u{3}" && control.charactersIgnoringModifiers == "c")
        #expect(control.modifiers == .control)
        _ = german.translate(deviceID: 3, keycode: Key.leftControl, isDown: false, microseconds: 9)
        _ = try down(german, Key.rightAlt)
        let euro = try press(german, Key.e)
        #expect(euro.characters == "€" && euro.charactersIgnoringModifiers == "e" && euro.modifiers.isEmpty)
    }

    @Test("Alt, the logo key and the number pad")
    func otherModifiers() throws {
        let us = try translator("us")
        _ = try down(us, Key.leftAlt)
        #expect(try press(us, Key.a).modifiers == .alternate)
        _ = us.translate(deviceID: 3, keycode: Key.leftAlt, isDown: false, microseconds: 9)
        #expect(try down(us, Key.leftMeta).repeats == false)
        #expect(try press(us, Key.a).modifiers == .command)
        _ = us.translate(deviceID: 3, keycode: Key.leftMeta, isDown: false, microseconds: 9)
        #expect(try press(us, Key.keypad7).modifiers == .numericPad)
    }

    @Test("Keys that type nothing, and those that type a control character")
    func controlKeys() throws {
        let us = try translator("us")
        #expect(try press(us, Key.up).characters.isEmpty)
        #expect(try press(us, Key.up).usage == 0x52)
        #expect(try press(us, Key.enter).characters == "\r")
        #expect(try press(us, Key.backspace).characters == "\u{8}")
        #expect(try press(us, Key.escape).characters == "\u{1B}")
    }

    @Test("A dead key waits for its letter")
    func deadKey() throws {
        // On a French layout of the international kind ' is dead.
        let intl = try KeyTranslator(
            KeyboardLayout(rules: "evdev", layout: "us", variant: "intl", locale: "en_US.UTF-8"))
        #expect(try press(intl, Key.apostrophe).characters.isEmpty)
        #expect(try press(intl, Key.e).characters == "é")
        #expect(try press(intl, Key.e).characters == "e")
    }

    @Test("A compose sequence types one character at its end")
    func compose() throws {
        let us = try translator("us", options: "compose:ralt")
        #expect(try press(us, Key.rightAlt).characters.isEmpty)
        #expect(try press(us, Key.apostrophe).characters.isEmpty)
        #expect(try press(us, Key.a).characters == "á")
    }

    @Test("An unplugged keyboard's keys are taken back, and its shift with them")
    func unplug() throws {
        let us = try translator("us")
        _ = try down(us, Key.leftShift)
        _ = us.translate(deviceID: 4, keycode: Key.c, isDown: true, microseconds: 5)
        let lost = us.cancelAll(deviceID: 3, microseconds: 9)
        #expect(lost.map(\.keycode) == [Key.leftShift] && lost[0].phase == .cancelled && lost[0].microseconds == 9)
        #expect(try press(us, Key.a).characters == "a")
        #expect(us.cancelAll(microseconds: 10).map(\.keycode) == [Key.c])
        #expect(us.cancelAll(microseconds: 11).isEmpty)
    }

    @Test("A keymap that does not exist is named in the error")
    func noKeymap() {
        let error = #expect(throws: InputError.self) {
            try KeyTranslator(KeyboardLayout(rules: "evdev", layout: "no-such-layout", locale: "C"))
        }
        #expect(error?.description.contains("no-such-layout") == true)
    }

    @Test("Keys that no table knows do no harm")
    func unknownKeys() throws {
        let us = try translator("us")
        for keycode in [UInt32(0), 240, 767, 100_000, .max] {
            if let event = us.translate(deviceID: 1, keycode: keycode, isDown: true, microseconds: 1) {
                #expect(event.characters.unicodeScalars.count <= 1)
            }
            _ = us.translate(deviceID: 1, keycode: keycode, isDown: false, microseconds: 2)
        }
    }

    @Test("A full queue keeps the end of every key that is in it")
    func fullQueue() {
        let queue = KeyQueue(capacity: 2)
        func event(_ keycode: UInt32, _ phase: KeyEvent.Phase) -> KeyEvent {
            KeyEvent(deviceID: 1, keycode: keycode, usage: 4, phase: phase, microseconds: 1)
        }
        for keycode in 1...4 as ClosedRange<UInt32> { queue.push(event(keycode, .began)) }
        for keycode in 1...4 as ClosedRange<UInt32> { queue.push(event(keycode, .ended)) }
        var events: [KeyEvent] = []
        queue.drain(into: &events)
        #expect(events.map(\.keycode) == [1, 2, 1, 2])
        #expect(queue.count == 0)
    }

    @Test("The machine's layout is read from Debian's file")
    func systemLayout() {
        let text = """
            # KEYBOARD CONFIGURATION FILE
            XKBMODEL="pc105"
            XKBLAYOUT="ch"
            XKBVARIANT="fr"
            XKBOPTIONS="compose:menu,lv3:ralt_switch"

            BACKSPACE="guess"
            """
        let layout = KeyboardLayout.system(file: write(text))
        #expect(layout.layout == "ch" && layout.variant == "fr" && layout.model == "pc105")
        #expect(layout.options == "compose:menu,lv3:ralt_switch")
        #expect(KeyboardLayout.system(file: "/no/such/file") == KeyboardLayout())
        #expect(KeyboardLayout.system(file: write("XKBLAYOUT\n=\n\0XKB=\"\n")).layout.isEmpty)
    }

    private func write(_ text: String) -> String {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
        _ = FileManager.default.createFile(atPath: path, contents: Data(text.utf8))
        return path
    }
}
