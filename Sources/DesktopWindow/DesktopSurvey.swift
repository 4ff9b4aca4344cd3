internal import CSDL
public import Display
public import Raster

/// What a window would find: asked for by people who want to know why there is none.
public struct DesktopSurvey: Hashable, Sendable {
    /// SDL's name of the window system: "x11", "wayland".
    public var system: String
    /// What of the first display windows may cover, in the desktop's units.
    public var size: PixelSize
    /// Hz; 0 where the desktop does not say.
    public var refreshRate: Double
    /// Touch screens that the desktop tells of. On Wayland one is known only after its first touch.
    public var touchScreenCount: Int

    public init(system: String, size: PixelSize, refreshRate: Double, touchScreenCount: Int) {
        self.system = system
        self.size = size
        self.refreshRate = refreshRate
        self.touchScreenCount = touchScreenCount
    }

    /// Asks SDL, as a window does when it is opened; opens none. On a thread that opens no window meanwhile.
    ///
    /// - Throws: where SDL is not installed, or there is no desktop.
    public static func take() throws(DisplayError) -> DesktopSurvey {
        let library = try WindowLibrary()
        let sdl = library.sdl
        _ = sdl.SetHint(SDL_HINT_NO_SIGNAL_HANDLERS, "1")
        defer { sdl.QuitSubSystem(UInt32(SDL_INIT_VIDEO)) }
        try library.findDesktop()
        var bounds = SDL_Rect()
        _ = sdl.GetDisplayUsableBounds(0, &bounds)
        var mode = SDL_DisplayMode()
        let rate = sdl.GetCurrentDisplayMode(0, &mode) == 0 ? Double(mode.refresh_rate) : 0
        return DesktopSurvey(
            system: sdl.GetCurrentVideoDriver().map { String(cString: $0) } ?? "?",
            size: PixelSize(width: Int(bounds.w), height: Int(bounds.h)), refreshRate: rate,
            touchScreenCount: Int(sdl.GetNumTouchDevices()))
    }
}
