import Glibc

/// The console of a kiosk between two runs of its program. A program mutes its own console, but not before it has begun, nor
/// after it was killed; and Alt-F2 would lead to the login prompt of another terminal.
extension Console {
    /// Shows a virtual terminal, as a rule in text mode, deaf to the keyboard, and forbids to leave it by any key; what was typed before is
    /// thrown away. Lasts, also beyond this process, until `restore(_:)`. Root's to do.
    ///
    /// - Parameters:
    ///   - path: As for `open`.
    ///   - keepsPicture: leaves a terminal in graphics mode in it. Text mode has the kernel paint the console at once, over
    ///     whatever is on the panel: a splash screen that is to stay until the program's first picture.
    public static func lock(_ path: String? = nil, keepsPicture: Bool = false) throws(DisplayError) {
        try lock(path, keepsPicture: keepsPicture, functions: .system)
    }

    package static func lock(
        _ path: String?, keepsPicture: Bool = false, functions: ConsoleFunctions
    ) throws(DisplayError) {
        let found: Found
        switch find(path, functions) {
        case .failure(let error): throw error
        case .success(let success): found = success
        }
        defer { functions.close(found.fd) }
        let muted = functions.setKeyboardMode(found.fd, ConsoleFunctions.Mode.keyboardOff)
        functions.flushInput(found.fd)
        let text = keepsPicture ? 0 : functions.setMode(found.fd, ConsoleFunctions.Mode.text)
        // A killed program may have left it asking nobody.
        functions.unwatchSwitches(found.fd, -1)
        // Before the lock, which would refuse it, and to its end: a switch under way would otherwise come after it.
        var shown: Int32 = 0
        if found.number > 0 {
            _ = functions.lockSwitching(found.fd, false)
            shown = functions.activate(found.fd, found.number)
            if shown >= 0 { shown = functions.awaitActive(found.fd, found.number) }
        }
        let locked = functions.lockSwitching(found.fd, true)
        let result = [muted, text, shown, locked].min() ?? 0
        guard result >= 0 else { throw DisplayError(.setConsoleMode, on: found.path, code: -result) }
    }
}
