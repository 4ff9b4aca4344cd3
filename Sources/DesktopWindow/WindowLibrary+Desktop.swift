internal import CSDL
import Display
import Glibc

extension WindowLibrary {
    /// The window systems that people look at.
    private static let desktops = ["x11", "wayland"]

    /// Finds the desktop. Where there is none SDL takes a driver that shows its windows to nobody, or the panel itself; that
    /// is no window, unless somebody chose it by SDL's own variable. To be undone by `SDL_QuitSubSystem`, also after an error.
    func findDesktop() throws(DisplayError) {
        guard sdl.Init(UInt32(SDL_INIT_VIDEO)) == 0 else { throw error(.openWindow) }
        guard getenv("SDL_VIDEODRIVER") == nil, getenv("SDL_VIDEO_DRIVER") == nil else { return }
        let system = sdl.GetCurrentVideoDriver().map { String(cString: $0) } ?? ""
        guard !Self.desktops.contains(system) else { return }
        throw DisplayError(
            .openWindow, on: "window", note: "SDL found no window system, only \(system), which nobody sees.",
            recovery: .stop)
    }
}
