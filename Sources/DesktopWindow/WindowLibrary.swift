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
}
