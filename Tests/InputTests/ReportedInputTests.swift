@testable import Input
import Testing

/// What other systems report becomes whole stories.
@Suite struct ReportedInputTests {
    private let contacts = ContactQueue()
    private let keys = KeyQueue()
    private let input: ReportedInput

    init() throws {
        input = ReportedInput(keys: keys)
        try input.start(delivering: contacts)
    }

    private func takeKeys() -> [KeyEvent] {
        var list: [KeyEvent] = []
        keys.drain(into: &list)
        return list
    }

    @Test func aFingerThatNeverCameDownIsNotTold() {
        input.report([(0, .moved, 0.5, 0.5), (0, .ended, 0.5, 0.5)])
        #expect(contacts.count == 0)
    }

    @Test func whatIsDownWhenItStopsIsCancelledAndNothingComesAfterwards() throws {
        input.report([(0, .began, 0.25, 2)])
        input.report(key: .init(usage: 4, characters: "a"), number: 4, isDown: true)
        input.stop()
        input.report([(0, .began, 0.5, 0.5)])
        var list: [Contact] = []
        contacts.drain(into: &list)
        #expect(list.map(\.phase) == [.began, .cancelled])
        #expect(list[0].x == 0.25 && list[0].y == 1)
        #expect(takeKeys().map(\.phase) == [.began, .cancelled])
    }

    @Test func itCannotBeStartedTwice() {
        #expect(throws: InputError.self) { try input.start(delivering: ContactQueue()) }
    }

    @Test func aKeyGoesDownOnceAndKeepsItsNumber() {
        let shift = ReportedInput.Key(usage: 0xE1, modifiers: .shift)
        let letter = ReportedInput.Key(
            usage: 4, characters: "A", charactersIgnoringModifiers: "A", modifiers: .shift)
        input.report(key: shift, number: 225, isDown: true)
        input.report(key: letter, number: 4, isDown: true)
        input.report(key: letter, number: 4, isDown: true)
        input.report(key: shift, number: 225, isDown: false)
        input.report(key: .init(usage: 4, characters: "a"), number: 4, isDown: false)
        input.report(key: letter, number: 4, isDown: false)
        let told = takeKeys()
        #expect(told.map(\.phase) == [.began, .began, .ended, .ended])
        #expect(told.map(\.keycode) == [42, 30, 42, 30])
        #expect(told.map(\.repeats) == [false, true, false, true])
        // What was typed is what went down.
        #expect(told[3].characters == "A" && told[3].modifiers == [])
    }

    @Test func textWithoutAKeyIsTypedAllTheSame() {
        input.report(text: "日本")
        let told = takeKeys()
        #expect(told.map(\.phase) == [.began, .ended] && told[0].characters == "日本" && told[0].usage == 0)
    }

    @Test func noMoreKeysThanHandsHoldAreDown() {
        for number in 0..<200 { input.report(key: .init(usage: 0), number: UInt32(number), isDown: true) }
        #expect(takeKeys().count == 64)
    }

    @Test func theNumberPadSaysSo() {
        input.report(key: .init(usage: 0x59, characters: "1"), number: 0x59, isDown: true)
        #expect(takeKeys().first?.modifiers == .numericPad)
    }
}

@Suite struct KeySymbolTests {
    @Test func lettersDigitsAndSignsHaveTheirPlace() {
        #expect(KeySymbol(0x61).usage == 0x04 && KeySymbol(0x41).usage == 0x04 && KeySymbol(0x5A).usage == 0x1D)
        #expect(KeySymbol(0x30).usage == 0x27 && KeySymbol(0x39).usage == 0x26 && KeySymbol(0x3F).usage == 0x38)
        #expect(KeySymbol(0xFFBE).usage == 0x3A && KeySymbol(0xFFC9).usage == 0x45)
        #expect(KeySymbol(0xFFB0).usage == 0x62 && KeySymbol(0xFFB1).usage == 0x59 && KeySymbol(0xFFB9).usage == 0x61)
        #expect(KeySymbol(0x1234_5678).usage == 0)
    }

    @Test func whatTheyType() {
        #expect(KeySymbol(0x61).characters == "a" && KeySymbol(0xFF0D).characters == "\r")
        #expect(KeySymbol(0xFF08).characters == "\u{8}" && KeySymbol(0xFF1B).characters == "\u{1B}")
        #expect(KeySymbol(0x0100_20AC).characters == "€" && KeySymbol(0xFF51).characters == "")
        #expect(KeySymbol(0xFFE1).modifier == .shift && KeySymbol(0x61).modifier == nil)
    }
}
