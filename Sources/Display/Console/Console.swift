import Glibc

/// The virtual terminal behind the display: kept from painting over it, and deaf to the keyboard, so that nothing typed
/// into the application reaches a shell.
///
/// Put back on `close()`, at exit, and by a signal handler when the process crashes or is told to end. After SIGKILL
/// nothing can: have the unit's `ExecStopPost=` call `restore(_:)`.
///
/// Open it after the output, which fails where a desktop has the display, and close it after the output: the console
/// takes the display back only when nobody is its master.
public final class Console {
    /// Why the console could not be taken, or only in part; nil when all went well. Without a console (a serial line,
    /// User-Mode-Linux, no rights to it) everything else works.
    public private(set) var note: DisplayError?
    /// What was opened, "/dev/tty1"; nil when there is no console.
    public private(set) var path: String?

    private let functions: ConsoleFunctions
    private var fd: Int32 = -1
    private var keyboardMode = ConsoleFunctions.Mode.keyboardUnicode

    /// Takes a virtual terminal.
    ///
    /// - Parameter path: "/dev/tty7"; it is brought to the front. Nil: standard input if it is a virtual terminal (a unit's
    ///   `TTYPath=` with `StandardInput=tty`), else the controlling terminal, else the one that is shown.
    public static func open(_ path: String? = nil) -> Console { Console(path, functions: .system) }

    package init(_ path: String?, functions: ConsoleFunctions) {
        self.functions = functions
        switch Self.find(path, functions) {
        case .failure(let error): note = error
        case .success(let found):
            fd = found.fd
            self.path = found.path
            take(number: found.number)
        }
    }

    deinit { close() }

    /// Whether the console is in our hands.
    public var isTaken: Bool { fd >= 0 }

    /// The virtual terminals as seat, for the output to follow; nil without a console, or where it cannot be watched.
    ///
    /// - Parameter allowsLeaving: whether another virtual terminal may be shown while the program runs.
    public func makeSeat(allowsLeaving: Bool) -> ConsoleSeat? {
        guard let path, isTaken else { return nil }
        do throws(DisplayError) {
            return try ConsoleSeat(console: fd, path: path, allowsLeaving: allowsLeaving, functions: functions)
        } catch {
            note = error
            return nil
        }
    }

    /// Puts back text and keyboard. Safe to call twice. Close the output before, and with it the seat.
    public func close() {
        guard fd >= 0 else { return }
        Self.giveBack(fd, keyboardMode, functions)
        functions.disarm()
        functions.close(fd)
        fd = -1
    }

    /// Puts a console back that a killed process left behind: text mode, keyboard on, and free to be left for another one.
    ///
    /// - Parameter path: As for `open`.
    public static func restore(_ path: String? = nil) throws(DisplayError) {
        try restore(path, functions: .system)
    }

    package static func restore(_ path: String?, functions: ConsoleFunctions) throws(DisplayError) {
        let found: Found
        switch find(path, functions) {
        case .failure(let error): throw error
        case .success(let success): found = success
        }
        defer { functions.close(found.fd) }
        let keyboard = functions.keyboardMode(found.fd)
        let result = giveBack(found.fd, sensibleKeyboardMode(keyboard), functions)
        functions.unwatchSwitches(found.fd, -1)
        // Only root may; only root's `lock` needs it.
        _ = functions.lockSwitching(found.fd, false)
        guard result >= 0 else { throw DisplayError(.setConsoleMode, on: found.path, code: -result) }
    }

    // MARK: Finding

    struct Found {
        var fd: Int32
        var path: String
        var number: Int32
    }

    static func find(_ path: String?, _ functions: ConsoleFunctions) -> Result<Found, DisplayError> {
        let paths = path.map { [$0] } ?? ["/dev/stdin", "/dev/tty", "/dev/tty0"]
        var failure = DisplayError(.openConsole, on: "console", code: ENOENT)
        for path in paths {
            let fd = functions.open(path)
            guard fd >= 0 else {
                failure = DisplayError(.openConsole, on: path, code: -fd, recovery: .stop)
                continue
            }
            let number = functions.number(fd)
            if number >= 0 { return .success(Found(fd: fd, path: path, number: number)) }
            functions.close(fd)
            failure = DisplayError(.readConsole, on: path, code: -number, recovery: .stop)
        }
        return .failure(failure)
    }

    // MARK: Taking and giving back

    private func take(number: Int32) {
        guard let path else { return }
        let current = functions.keyboardMode(fd)
        keyboardMode = Self.sensibleKeyboardMode(current)
        // Before anything is changed: a signal may come in between.
        functions.arm(fd, keyboardMode, ConsoleFunctions.Mode.text)
        if number > 0, functions.active(fd) != number { _ = functions.activate(fd, number) }
        let muted = functions.setKeyboardMode(fd, ConsoleFunctions.Mode.keyboardOff)
        if muted < 0 { note = DisplayError(.setKeyboardMode, on: path, code: -muted, recovery: .stop) }
        let graphics = functions.setMode(fd, ConsoleFunctions.Mode.graphics)
        if graphics < 0 {
            note = DisplayError(.setConsoleMode, on: path, code: -graphics, recovery: .stop)
            // Muted only, the console would be of no use to anybody.
            close()
        }
    }

    /// A killed predecessor may have left the keyboard off: that is not what to go back to. Nor is graphics, which is why
    /// text is always put back.
    private static func sensibleKeyboardMode(_ mode: Int32) -> Int32 {
        mode < 0 || mode == ConsoleFunctions.Mode.keyboardOff ? ConsoleFunctions.Mode.keyboardUnicode : mode
    }

    @discardableResult
    private static func giveBack(_ fd: Int32, _ keyboardMode: Int32, _ functions: ConsoleFunctions) -> Int32 {
        functions.flushInput(fd)
        let keyboard = functions.setKeyboardMode(fd, keyboardMode)
        let text = functions.setMode(fd, ConsoleFunctions.Mode.text)
        return min(keyboard, text)
    }
}
