internal import CSDL
import Display

/// SDL, loaded when the first window is wanted.
final class WindowLibrary: @unchecked Sendable {
    // Written once, before anybody else has the object.
    let sdl: vitrine_sdl

    init() throws(DisplayError) {
        var functions = vitrine_sdl()
        if let missing = vitrine_sdl_load(&functions) {
            throw DisplayError(.loadWindowLibrary, on: "window", note: String(cString: missing), recovery: .stop)
        }
        sdl = functions
    }

    /// What SDL said of the call that just failed.
    func error(_ operation: DisplayError.Operation) -> DisplayError {
        let words = sdl.GetError().map { String(cString: $0) } ?? ""
        return DisplayError(operation, on: "window", note: words.isEmpty ? "" : "SDL: \(words).", recovery: .stop)
    }

    /// Whether nobody would hear the wish to fill the screen.
    func lacksFullScreen(_ window: OpaquePointer) -> Bool {
        withUnsafePointer(to: sdl) { vitrine_sdl_lacks_full_screen($0, window) != 0 }
    }

    /// Fills the window's screen by size and place, where no window manager does it; or, with the place from
    /// before, takes it back there. Returns what to take it back to.
    func toggleFull(_ window: OpaquePointer, _ before: SDL_Rect?) -> SDL_Rect? {
        var old = SDL_Rect()
        var new = SDL_Rect()
        if let before {
            new = before
        } else {
            guard sdl.GetDisplayBounds(sdl.GetWindowDisplayIndex(window), &new) == 0 else { return nil }
            sdl.GetWindowPosition(window, &old.x, &old.y)
            sdl.GetWindowSize(window, &old.w, &old.h)
        }
        sdl.SetWindowPosition(window, new.x, new.y)
        sdl.SetWindowSize(window, new.w, new.h)
        return before == nil ? old : nil
    }
}
