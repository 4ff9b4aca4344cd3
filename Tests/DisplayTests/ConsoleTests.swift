@testable import Display
import Glibc
import Testing

/// A terminal that remembers its modes.
private final class ScriptedTerminal: @unchecked Sendable {
    /// Paths that can be opened, with the number of the virtual terminal, or a negative errno for what is none.
    var terminals: [String: Int32] = [:]
    var mode = ConsoleFunctions.Mode.text
    var keyboard: Int32 = 1
    var active: Int32 = 1
    var refusal: [String: Int32] = [:]
    private(set) var isLocked = false
    private(set) var openCount = 0
    private(set) var log: [String] = []
    private(set) var armed: (keyboard: Int32, mode: Int32)?

    private func answer(_ call: String) -> Int32 {
        log.append(call)
        return refusal[call].map { -$0 } ?? 0
    }

    var functions: ConsoleFunctions {
        ConsoleFunctions(
            open: { path in
                guard self.terminals[path] != nil else { return self.refusal["open"].map { -$0 } ?? -ENOENT }
                self.openCount += 1
                return Int32(self.terminals.keys.sorted().firstIndex(of: path) ?? 0)
            },
            close: { _ in self.openCount -= 1 },
            number: { self.terminals[self.terminals.keys.sorted()[Int($0)]] ?? -ENOTTY },
            active: { _ in self.active },
            activate: { _, number in
                self.active = number
                return self.answer("activate")
            },
            setMode: { _, mode in
                let result = self.answer("setMode")
                if result == 0 { self.mode = mode }
                return result
            },
            keyboardMode: { _ in self.keyboard },
            setKeyboardMode: { _, mode in
                let result = self.answer("setKeyboardMode")
                if result == 0 { self.keyboard = mode }
                return result
            },
            flushInput: { _ in self.log.append("flush") },
            arm: { _, keyboard, mode in
                self.log.append("arm")
                self.armed = (keyboard, mode)
            },
            disarm: { self.armed = nil },
            lockSwitching: { _, isLocked in
                let result = self.answer(isLocked ? "lock" : "unlock")
                if result == 0 { self.isLocked = isLocked }
                return result
            },
            awaitActive: { _, _ in self.answer("await") })
    }
}

@Suite("Console")
struct ConsoleTests {
    private typealias Mode = ConsoleFunctions.Mode

    @Test("G01: taken: graphics, keyboard off, armed before anything is changed; given back as it was")
    func takeAndGiveBack() {
        let terminal = ScriptedTerminal()
        terminal.terminals = ["/dev/tty7": 7]
        let console = Console("/dev/tty7", functions: terminal.functions)
        #expect(console.isTaken && console.note == nil && console.path == "/dev/tty7")
        #expect(terminal.mode == Mode.graphics && terminal.keyboard == Mode.keyboardOff && terminal.active == 7)
        #expect(terminal.log.first == "arm")
        #expect(terminal.armed?.keyboard == 1 && terminal.armed?.mode == Mode.text)
        console.close()
        console.close()
        #expect(terminal.mode == Mode.text && terminal.keyboard == 1)
        #expect(terminal.log.filter { $0 == "flush" }.count == 1)
        #expect(terminal.armed == nil && terminal.openCount == 0)
    }

    @Test("G01, G02: locked: shown, text, keyboard off, input thrown away, then no way out; restored: all of it back")
    func lockAndRestore() throws {
        let terminal = ScriptedTerminal()
        terminal.terminals = ["/dev/tty1": 1]
        terminal.mode = Mode.graphics
        terminal.active = 2
        try Console.lock("/dev/tty1", functions: terminal.functions)
        #expect(terminal.mode == Mode.text && terminal.keyboard == Mode.keyboardOff && terminal.active == 1)
        #expect(terminal.isLocked && terminal.openCount == 0)
        // Shown before it is locked, or it could not be shown any more; deaf before that.
        #expect(terminal.log == ["setKeyboardMode", "flush", "setMode", "unlock", "activate", "await", "lock"])
        try Console.restore("/dev/tty1", functions: terminal.functions)
        #expect(terminal.mode == Mode.text && terminal.keyboard == Mode.keyboardUnicode && !terminal.isLocked)
    }

    @Test("E03: a splash in graphics mode stays when its terminal is locked, which is deaf and locked all the same")
    func lockUnderSplash() throws {
        let terminal = ScriptedTerminal()
        terminal.terminals = ["/dev/tty1": 1]
        terminal.mode = Mode.graphics
        try Console.lock("/dev/tty1", keepsPicture: true, functions: terminal.functions)
        #expect(terminal.mode == Mode.graphics && terminal.keyboard == Mode.keyboardOff && terminal.isLocked)
        #expect(terminal.log == ["setKeyboardMode", "flush", "unlock", "activate", "await", "lock"])
    }

    @Test("G02: what could not be locked is said, and the keyboard is off all the same")
    func lockRefused() {
        let terminal = ScriptedTerminal()
        terminal.terminals = ["/dev/tty1": 1]
        terminal.refusal = ["lock": EPERM]
        var code: Int32 = 0
        do throws(DisplayError) {
            try Console.lock("/dev/tty1", functions: terminal.functions)
        } catch {
            code = error.code
        }
        #expect(code == EPERM && terminal.keyboard == Mode.keyboardOff && terminal.openCount == 0)
        // Without the right to switching, restoring what else there is still works.
        terminal.refusal = ["unlock": EPERM]
        #expect(throws: Never.self) { try Console.restore("/dev/tty1", functions: terminal.functions) }
    }

    @Test("C43: graphics and a mute keyboard left by a killed predecessor are not what is put back")
    func afterKill() throws {
        let terminal = ScriptedTerminal()
        terminal.terminals = ["/dev/tty1": 1]
        terminal.mode = Mode.graphics
        terminal.keyboard = Mode.keyboardOff
        let console = Console("/dev/tty1", functions: terminal.functions)
        console.close()
        #expect(terminal.mode == Mode.text && terminal.keyboard == Mode.keyboardUnicode)
        terminal.mode = Mode.graphics
        terminal.keyboard = Mode.keyboardOff
        try Console.restore("/dev/tty1", functions: terminal.functions)
        #expect(terminal.mode == Mode.text && terminal.keyboard == Mode.keyboardUnicode && terminal.openCount == 0)
    }

    @Test("without a path: standard input, the controlling terminal, the one shown, whichever is a console first")
    func search() {
        let terminal = ScriptedTerminal()
        terminal.terminals = ["/dev/stdin": -ENOTTY, "/dev/tty": -ENOTTY, "/dev/tty0": 0]
        let console = Console(nil, functions: terminal.functions)
        #expect(console.path == "/dev/tty0" && !terminal.log.contains("activate"))
        console.close()
        terminal.terminals["/dev/stdin"] = 2
        #expect(Console(nil, functions: terminal.functions).path == "/dev/stdin")
        #expect(terminal.openCount == 0, "a console that is let go is given back")
    }

    @Test("without a console, or without rights to it, the note says why and nothing else happens")
    func softFailure() throws {
        let terminal = ScriptedTerminal()
        #expect(Console(nil, functions: terminal.functions).note?.operation == .openConsole)
        terminal.terminals = ["/dev/tty1": -ENOTTY]
        var note = try #require(Console("/dev/tty1", functions: terminal.functions).note)
        #expect(note.operation == .readConsole && note.code == ENOTTY && note.subject == "/dev/tty1")
        terminal.terminals = ["/dev/tty1": 1]
        terminal.refusal = ["setMode": EPERM]
        let console = Console("/dev/tty1", functions: terminal.functions)
        note = try #require(console.note)
        #expect(note.operation == .setConsoleMode && note.code == EPERM && !console.isTaken)
        #expect(terminal.keyboard == 1, "not muted for nothing")
        #expect(terminal.armed == nil && terminal.openCount == 0)
        #expect(
            displayError { () throws(DisplayError) in
                try Console.restore("/dev/tty1", functions: terminal.functions)
            }?.code == EPERM)
    }

    @Test("this machine's console: no error is fatal")
    func realConsole() {
        // A pseudo terminal is none.
        let console = Console.open("/dev/ptmx")
        #expect(!console.isTaken)
        #expect(console.note != nil)
    }
}

@Suite("Signals that end the program", .serialized)
struct TerminationSignalsTests {
    @Test(
        "a signal makes the descriptor readable instead of ending the process", arguments: [SIGTERM, SIGINT, SIGQUIT])
    func notified(signal: Int32) throws {
        let signals = try TerminationSignals()
        #expect(signals.receive() == nil)
        kill(getpid(), signal)
        var descriptor = pollfd(fd: signals.fileDescriptor, events: Int16(POLLIN), revents: 0)
        #expect(poll(&descriptor, 1, 2000) == 1)
        #expect(signals.receive() == signal)
        #expect(signals.receive() == nil)
        signals.close()
    }
}
