internal import CSDL
internal import CShims
import Raster
import Synchronization

/// What the render thread and the window's thread tell each other.
final class WindowExchange: Sendable {
    struct Contents: Sendable {
        /// The buffer whose picture is to be shown next, and what is new in it; empty: everything.
        var handed: Int?
        var damage: [PixelRect] = []
        /// The picture handed over is in the window; it counts as shown from this time on, seconds of CLOCK_MONOTONIC.
        var shownTime: Double?
        var isBlank = false
        /// The window lost its picture and wants it whole.
        var wantsPicture = false
        var mustStop = false
        var isOver = false
    }

    let contents = Mutex(Contents())
    /// Becomes readable for the render thread when there is something to tell.
    let timer: Int32
    private let library: WindowLibrary

    init(timer: Int32, library: WindowLibrary) {
        self.timer = timer
        self.library = library
    }

    /// Makes the window's thread look at the contents.
    func wakeWindow() {
        var event = SDL_Event()
        event.type = SDL_USEREVENT.rawValue
        _ = library.sdl.PushEvent(&event)
    }

    /// Makes the timer readable at a time, seconds of CLOCK_MONOTONIC; 0: now.
    func wakeRenderer(at time: Double = 0) {
        _ = vitrine_descriptor_timer_at(timer, UInt64(max(time, 0) * 1_000_000))
    }
}
