internal import CSDL
internal import CShims
import Display
import Glibc
import Input
import Raster
import Synchronization

/// The window's thread: opens it, shows what is handed over, reports what people do, and sleeps in between. SDL wants all
/// of that on one thread.
final class WindowLoop: @unchecked Sendable {
    // Everything below `thread` belongs to the window's thread.
    private let configuration: WindowConfiguration
    private let library: WindowLibrary
    private let exchange: WindowExchange
    private let buffers: WindowBuffers
    private let onClose: @Sendable () -> Void
    private let onScreenshot: @Sendable () -> Void
    private let answer = Mutex<Result<Double, DisplayError>?>(nil)
    private let answered: Int32
    private var thread = pthread_t()

    private var window: OpaquePointer?
    private var renderer: OpaquePointer?
    private var texture: OpaquePointer?
    private var hasPicture = false
    private var mustDraw = false
    private var isClosing = false
    /// Where the window was before it filled a screen whose window manager, if any, does not do that.
    private var placeBefore: SDL_Rect?
    private var grid = RefreshGrid(origin: vitrine_monotonic_seconds(), interval: 1.0 / 60)
    private var fingers: WindowFingers
    /// A key is held that makes two fingers of the mouse. SDL's own answer is ahead of the events that are still to come.
    private var isDoubling = false
    private let input: ReportedInput

    init(
        _ configuration: WindowConfiguration, library: WindowLibrary, exchange: WindowExchange, buffers: WindowBuffers,
        input: ReportedInput, onClose: @escaping @Sendable () -> Void, onScreenshot: @escaping @Sendable () -> Void
    ) {
        self.configuration = configuration
        self.library = library
        self.exchange = exchange
        self.buffers = buffers
        self.input = input
        self.onClose = onClose
        self.onScreenshot = onScreenshot
        fingers = WindowFingers(mouse: configuration.mouse, input: input)
        answered = vitrine_descriptor_event()
    }

    deinit { if answered >= 0 { close(answered) } }

    // MARK: The owner's thread

    /// Starts the thread and waits until the window is there; then the desktop's refresh rate in Hz, or why there is none.
    func start() throws(DisplayError) -> Result<Double, DisplayError> {
        let context = Unmanaged.passRetained(self).toOpaque()
        let code = pthread_create(
            &thread, nil,
            { context in
                guard let context else { return nil }
                let loop = Unmanaged<WindowLoop>.fromOpaque(context).takeRetainedValue()
                loop.run()
                return nil
            }, context)
        guard code == 0 else {
            Unmanaged<WindowLoop>.fromOpaque(context).release()
            throw DisplayError(.openWindow, on: "window", code: code, recovery: .stop)
        }
        var event = pollfd(fd: answered, events: Int16(POLLIN), revents: 0)
        while true {
            if let result = answer.withLock({ $0 }) {
                if case .failure = result { pthread_join(thread, nil) }
                return result
            }
            _ = poll(&event, 1, 1000)
        }
    }

    func stop() {
        exchange.contents.withLock { $0.mustStop = true }
        exchange.wakeWindow()
        pthread_join(thread, nil)
    }

    private func tell(_ result: Result<Double, DisplayError>) {
        answer.withLock { $0 = result }
        _ = vitrine_descriptor_signal(answered)
    }

    // MARK: The window's thread

    private func run() {
        do throws(DisplayError) {
            try open()
        } catch {
            closeAll()
            tell(.failure(error))
            return
        }
        tell(.success(1 / grid.interval))
        var event = SDL_Event()
        while !exchange.contents.withLock({ $0.mustStop }) {
            guard library.sdl.WaitEvent(&event) != 0 else {
                // The desktop is gone.
                onClose()
                break
            }
            repeat { handle(&event) } while library.sdl.PollEvent(&event) != 0
            showWhatWasHanded()
            if mustDraw { draw() }
        }
        input.cancelAll()
        exchange.contents.withLock { $0.isOver = true }
        closeAll()
    }

    private func open() throws(DisplayError) {
        let sdl = library.sdl
        // Signals are the program's own; touches and the mouse are told apart here; the screen may go dark as it likes.
        for (name, value) in [
            (SDL_HINT_NO_SIGNAL_HANDLERS, "1"), (SDL_HINT_TOUCH_MOUSE_EVENTS, "0"), (SDL_HINT_MOUSE_TOUCH_EVENTS, "0"),
            (SDL_HINT_RENDER_SCALE_QUALITY, "linear"), (SDL_HINT_VIDEO_ALLOW_SCREENSAVER, "1"),
        ] { _ = sdl.SetHint(name, value) }
        try library.findDesktop()
        var desktop = SDL_Rect()
        _ = sdl.GetDisplayUsableBounds(0, &desktop)
        let size = WindowGeometry.initialSize(
            screen: configuration.rotation.applied(to: configuration.panelSize), zoom: configuration.zoom,
            desktop: PixelSize(width: Int(desktop.w), height: Int(desktop.h)))
        let flags = SDL_WINDOW_RESIZABLE.rawValue | SDL_WINDOW_ALLOW_HIGHDPI.rawValue
        let anywhere = Int32(SDL_WINDOWPOS_UNDEFINED_MASK)
        window = sdl.CreateWindow(configuration.title, anywhere, anywhere, Int32(size.width), Int32(size.height), flags)
        guard let window else { throw library.error(.openWindow) }
        renderer = sdl.CreateRenderer(window, -1, 0)
        guard let renderer else { throw library.error(.openWindow) }
        texture = sdl.CreateTexture(
            renderer, SDL_PIXELFORMAT_RGB888.rawValue, Int32(SDL_TEXTUREACCESS_STATIC.rawValue),
            Int32(configuration.panelSize.width), Int32(configuration.panelSize.height))
        guard texture != nil else { throw library.error(.openWindow) }
        if configuration.mouse == .pointer { _ = sdl.ShowCursor(SDL_DISABLE) }
        var mode = SDL_DisplayMode()
        if sdl.GetCurrentDisplayMode(sdl.GetWindowDisplayIndex(window), &mode) == 0,
            (24...240).contains(mode.refresh_rate)
        {
            grid.interval = 1 / Double(mode.refresh_rate)
        }
    }

    private func closeAll() {
        let sdl = library.sdl
        if let texture { sdl.DestroyTexture(texture) }
        if let renderer { sdl.DestroyRenderer(renderer) }
        if let window { sdl.DestroyWindow(window) }
        sdl.QuitSubSystem(UInt32(SDL_INIT_VIDEO))
        (texture, renderer, window) = (nil, nil, nil)
    }

    // MARK: Pictures

    private func showWhatWasHanded() {
        let (handed, damage, isBlank) = exchange.contents.withLock { contents in
            defer { contents.handed = nil }
            return (contents.handed, contents.damage, contents.isBlank)
        }
        if isBlank, handed == nil {
            if hasPicture {
                hasPicture = false
                mustDraw = true
            }
            return
        }
        guard let handed, let texture else { return }
        let bounds = PixelRect(size: configuration.panelSize)
        let rects = damage.isEmpty || !hasPicture ? [bounds] : damage
        for rect in rects {
            let rect = rect.intersection(bounds)
            guard rect.width > 0, rect.height > 0 else { continue }
            var place = SDL_Rect(
                x: Int32(rect.minX), y: Int32(rect.minY), w: Int32(rect.width), h: Int32(rect.height))
            let pixels = buffers.pixels(of: handed) + rect.minY * buffers.bytesPerRow + rect.minX * 4
            _ = library.sdl.UpdateTexture(texture, &place, pixels, Int32(buffers.bytesPerRow))
        }
        hasPicture = true
        draw()
        let time = grid.refresh(after: vitrine_monotonic_seconds())
        exchange.contents.withLock { $0.shownTime = time }
        exchange.wakeRenderer(at: time)
    }

    /// The texture, turned back and as large as fits, black around it.
    private func draw() {
        mustDraw = false
        guard let renderer, let texture else { return }
        let sdl = library.sdl
        _ = sdl.SetRenderDrawColor(renderer, 0, 0, 0, 255)
        _ = sdl.RenderClear(renderer)
        if hasPicture {
            var width: Int32 = 0
            var height: Int32 = 0
            _ = sdl.GetRendererOutputSize(renderer, &width, &height)
            let geometry = self.geometry(Double(width), Double(height))
            // Pixels that are repeated a whole number of times stay as they are.
            let isWhole = geometry.zoom == geometry.zoom.rounded()
            _ = sdl.SetTextureScaleMode(texture, isWhole ? SDL_ScaleModeNearest : SDL_ScaleModeLinear)
            let panel = geometry.unturnedPanel
            var place = SDL_FRect(
                x: Float(panel.x), y: Float(panel.y), w: Float(panel.width), h: Float(panel.height))
            _ = sdl.RenderCopyExF(
                renderer, texture, nil, &place, -Double(configuration.rotation.rawValue), nil, SDL_FLIP_NONE)
        }
        sdl.RenderPresent(renderer)
    }

    private func geometry(_ width: Double, _ height: Double) -> WindowGeometry {
        WindowGeometry(
            panelSize: configuration.panelSize, rotation: configuration.rotation, windowWidth: width,
            windowHeight: height)
    }

    /// In the units in which places are told.
    private var windowGeometry: WindowGeometry {
        var width: Int32 = 0
        var height: Int32 = 0
        if let window { library.sdl.GetWindowSize(window, &width, &height) }
        return geometry(Double(width), Double(height))
    }

    // MARK: What people do

    private func handle(_ event: inout SDL_Event) {
        switch SDL_EventType(event.type) {
        case SDL_QUIT:
            // Once, however often somebody clicks: a second signal would end the program before its time.
            if !isClosing { onClose() }
            isClosing = true
        case SDL_WINDOWEVENT:
            handle(SDL_WindowEventID(UInt32(event.window.event)))
        case SDL_RENDER_TARGETS_RESET, SDL_RENDER_DEVICE_RESET:
            // The texture's pixels are lost.
            hasPicture = false
            exchange.contents.withLock { $0.wantsPicture = true }
            exchange.wakeRenderer()
        case SDL_KEYDOWN, SDL_KEYUP:
            handle(event.key)
        case SDL_TEXTINPUT:
            input.report(text: Self.text(of: &event))
        case SDL_FINGERDOWN, SDL_FINGERMOTION, SDL_FINGERUP:
            handle(event.tfinger)
        case SDL_MOUSEBUTTONDOWN, SDL_MOUSEBUTTONUP:
            let button = event.button
            guard button.button == SDL_BUTTON_LEFT else { return }
            let isDown = event.type == SDL_MOUSEBUTTONDOWN.rawValue
            // So that the finger may leave the window and still be followed.
            _ = library.sdl.CaptureMouse(isDown ? SDL_TRUE : SDL_FALSE)
            fingers.mouse(
                isDown ? .began : .ended, x: Double(button.x), y: Double(button.y),
                isDoubled: isDoubling, in: windowGeometry)
        case SDL_MOUSEMOTION:
            fingers.mouse(.moved, x: Double(event.motion.x), y: Double(event.motion.y), in: windowGeometry)
        case SDL_MOUSEWHEEL:
            let wheel = event.wheel
            let sign = wheel.direction == SDL_MOUSEWHEEL_FLIPPED.rawValue ? -1.0 : 1.0
            fingers.wheel(
                x: Double(wheel.preciseX) * sign, y: -Double(wheel.preciseY) * sign, at: Double(wheel.mouseX),
                Double(wheel.mouseY), in: windowGeometry)
        default:
            break
        }
    }

    private func handle(_ event: SDL_WindowEventID) {
        switch event {
        case SDL_WINDOWEVENT_EXPOSED, SDL_WINDOWEVENT_SIZE_CHANGED, SDL_WINDOWEVENT_RESTORED:
            mustDraw = true
        case SDL_WINDOWEVENT_FOCUS_LOST:
            fingers.forget()
            input.cancelAll()
        case SDL_WINDOWEVENT_FOCUS_GAINED:
            isDoubling = Self.doubles(UInt32(library.sdl.GetModState().rawValue))
        case SDL_WINDOWEVENT_LEAVE:
            fingers.leave()
        default:
            break
        }
    }

    private func handle(_ event: SDL_KeyboardEvent) {
        let isDown = event.type == SDL_KEYDOWN.rawValue
        let scancode = event.keysym.scancode.rawValue
        isDoubling = Self.doubles(UInt32(event.keysym.mod))
        // Repeats are made by whoever wants them.
        if event.repeat != 0 {
            _ = takeText()
            return
        }
        switch SDL_Scancode(scancode) {
        case SDL_SCANCODE_F11:
            if isDown { toggleFullScreen() }
            return
        case SDL_SCANCODE_F12:
            if isDown { onScreenshot() }
            return
        default: break
        }
        let key = WindowKeys.key(
            scancode: scancode, symbol: event.keysym.sym, modifierState: event.keysym.mod,
            text: isDown ? takeText() : nil)
        input.report(key: key, number: scancode, isDown: isDown)
    }

    /// Alt or Control: many window managers move a window by Alt and the mouse.
    private static func doubles(_ modifierState: UInt32) -> Bool { modifierState & 0x03C0 != 0 }

    /// The text that the desktop made of the key that just went down: it follows at once, if there is any.
    private func takeText() -> String? {
        var next = SDL_Event()
        let sdl = library.sdl
        let first = SDL_FIRSTEVENT.rawValue
        let last = SDL_LASTEVENT.rawValue
        guard sdl.PeepEvents(&next, 1, SDL_PEEKEVENT, first, last) == 1, next.type == SDL_TEXTINPUT.rawValue,
            sdl.PeepEvents(&next, 1, SDL_GETEVENT, next.type, next.type) == 1
        else { return nil }
        return Self.text(of: &next)
    }

    private static func text(of event: inout SDL_Event) -> String {
        withUnsafeBytes(of: &event.text.text) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }

    private func handle(_ event: SDL_TouchFingerEvent) {
        let phase: ContactPhase =
            switch SDL_EventType(event.type) {
            case SDL_FINGERDOWN: .began
            case SDL_FINGERUP: .ended
            default: .moved
            }
        let geometry = windowGeometry
        fingers.finger(
            phase, device: event.touchId, finger: event.fingerId, x: Double(event.x) * geometry.windowWidth,
            y: Double(event.y) * geometry.windowHeight, in: geometry)
    }

    private func toggleFullScreen() {
        guard let window else { return }
        let flag = SDL_WINDOW_FULLSCREEN_DESKTOP.rawValue
        let isFull = library.sdl.GetWindowFlags(window) & flag == flag
        if !isFull, placeBefore != nil || library.lacksFullScreen(window) {
            placeBefore = library.toggleFull(window, placeBefore)
            mustDraw = true
        } else {
            _ = library.sdl.SetWindowFullscreen(window, isFull ? 0 : flag)
        }
    }
}
