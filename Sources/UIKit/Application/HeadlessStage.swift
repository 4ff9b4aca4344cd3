import Display
package import Foundation
package import Input
import QuartzCore
package import Raster
package import RenderServer

/// An application's surroundings without a device, in virtual time: a panel in memory, a render server that runs when
/// told, fingers by call. What tests and benchmarks stand on; one at a time.
@MainActor
package final class HeadlessStage {
    package let server: RenderServer
    let output: HeadlessOutput
    private let session: DisplaySession
    let driver: VirtualTimeDriver
    private var nextIdentifier: UInt64 = 1
    private var live: [Int: Contact] = [:]
    private var keyboard: KeyTranslator?
    /// Where the pointer was moved to, screen points.
    private var pointer = CGPoint.zero
    /// Whose place this stage's screen takes until it is closed.
    private let previousScreen: UIScreen
    private let lastFrame = ShownFrame()
    private var others: [OtherPanel] = []

    /// The last frame. Filled by the render server, which here works on the main thread; apart from the stage, because
    /// a closure that has to prove that costs memory with every frame.
    final class ShownFrame {
        var buffer: ScanoutBuffer?
        /// Seconds.
        var time = 0.0
    }

    private var shown: ScanoutBuffer? { lastFrame.buffer }
    /// Time of the last shown frame, seconds.
    package var lastFrameTime: Double { lastFrame.time }

    package convenience init(
        panel: PixelSize, scale: Double = 1, rotation: Rotation = .none, format: PixelFormat = .xrgb8888,
        bufferCount: Int = 2, startTime: Double = 1000, threads: DrawingThreads = .one
    ) throws {
        try self.init(
            panel: panel, scale: scale, rotation: rotation, format: format, bufferCount: bufferCount,
            startTime: startTime, threads: threads, idle: IdleConfiguration())
    }

    init(
        panel: PixelSize, scale: Double = 1, rotation: Rotation = .none, format: PixelFormat = .xrgb8888,
        bufferCount: Int = 2, startTime: Double = 1000, threads: DrawingThreads = .one, idle: IdleConfiguration,
        backlight: Backlight? = nil
    ) throws {
        previousScreen = UIScreen.main
        MediaClock.setVirtual(startTime)
        output = try HeadlessOutput(
            HeadlessConfiguration(
                size: panel, format: format, bufferCount: bufferCount, pacing: .manual, fillsWithPoison: true))
        server = RenderServer(output: output, rotation: rotation, threads: threads)
        session = DisplaySession(server: server, scale: scale, idle: idle, backlight: backlight)
        driver = VirtualTimeDriver(session: session, output: output)
        UIApplication.shared.applicationState = .active
        server.setFrameObserver { [lastFrame] buffer, time in
            lastFrame.buffer = buffer
            lastFrame.time = time
        }
    }

    package var screen: UIScreen { session.screen }
    package var now: Double { MediaClock.now }
    /// Frames shown so far.
    package var frameCount: Int { server.statistics.framesShown }

    /// How far beyond its last report a finger may be shown, seconds. Default nil: fingers are where they were put.
    package var resamplingLimit: Double? {
        get { UIApplication.shared.dispatcher.resamplingLimit }
        set { UIApplication.shared.dispatcher.resamplingLimit = newValue }
    }

    // MARK: Time

    /// Lets `seconds` pass.
    package func advance(by seconds: Double) { driver.advance(to: MediaClock.now + seconds) }

    /// Lets one refresh interval pass.
    package func advanceFrame() { advance(by: server.outputInfo.refreshInterval) }

    /// Commits and shows what is due now, as one frame, with nothing but an application's own frame path: the run loop,
    /// which takes memory whenever it is entered, does not turn. For benchmarks.
    package func commitAndShow() { driver.showNextFrame() }

    /// Plugs in another panel, which has a number of its own from 2.
    package func addPanel(
        _ size: PixelSize, scale: Double = 1, rotation: Rotation = .none, refreshRate: Double = 60
    ) throws -> OtherPanel {
        let panel = try OtherPanel(
            of: self, size: size, scale: scale, rotation: rotation, refreshRate: refreshRate,
            number: others.count + 2)
        others.append(panel)
        return panel
    }

    /// Ends it: closes the output and lets real time run again.
    package func close() {
        for other in others { other.close() }
        UIApplication.shared.dispatcher.cancelAll()
        UIApplication.shared.dispatcher.forgetTaps()
        UIApplication.shared.pressDispatcher.cancelAll()
        UIApplication.shared.pointerDispatcher.cancelAll()
        resamplingLimit = nil
        session.close()
        server.stop()
        UIScreen.setMain(previousScreen)
        MediaClock.setVirtual(nil)
    }

    // MARK: Pixels

    /// A pixel of the panel as it is scanned out, 0xFFRRGGBB.
    package func panelPixel(x: Int, y: Int) -> UInt32 {
        guard let shown, x >= 0, y >= 0, x < shown.size.width, y < shown.size.height else { return 0 }
        return PixelSurface(
            pixels: shown.pixels, bytesPerRow: shown.bytesPerRow, width: shown.size.width, height: shown.size.height,
            format: shown.format
        ).pixel(x: x, y: y)
    }

    /// A pixel of the screen (before rotation), 0xFFRRGGBB.
    package func pixel(x: Int, y: Int) -> UInt32 {
        guard let shown else { return 0 }
        let rect = server.rotation.panelRect(PixelRect(x: x, y: y, width: 1, height: 1), panel: shown.size)
        return panelPixel(x: rect.minX, y: rect.minY)
    }

    /// The panel's picture.
    package func panelBitmap() throws -> Bitmap {
        guard let shown else { throw Bitmap.Failure.unusableSize(width: 0, height: 0) }
        let bitmap = try Bitmap(width: shown.size.width, height: shown.size.height, format: shown.format)
        for y in 0..<shown.size.height {
            bitmap.row(y).copyMemory(
                from: shown.pixels + y * shown.bytesPerRow, byteCount: shown.size.width * shown.format.bytesPerPixel)
        }
        bitmap.freeze()
        return bitmap
    }

    /// The panel's picture as a PNG.
    package func panelPNG() throws -> Data { try ImageEncoder.png(panelBitmap()) }

    /// What the panel should show: a full repaint of the same tree, through the same rotation and format.
    package func referenceBitmap() throws -> Bitmap { try server.referenceBitmap() }

    // MARK: Fingers, screen points

    package func touchDown(_ finger: Int = 0, at point: CGPoint) { send(finger, .began, point) }
    package func touchMove(_ finger: Int = 0, to point: CGPoint) { send(finger, .moved, point) }
    package func touchUp(_ finger: Int = 0) { send(finger, .ended, nil) }
    package func touchCancel(_ finger: Int = 0) { send(finger, .cancelled, nil) }

    /// A tap by where it is on the panel as it hangs, 0…1 of its width and height: no mapping stands between.
    package func tapPanel(x: Double, y: Double) {
        for phase in [ContactPhase.began, .ended] {
            var tap = contact(0, phase, nil)
            (tap.x, tap.y) = (x, y)
            live[0]?.x = x
            live[0]?.y = y
            session.take([tap])
            driver.settle()
        }
    }

    /// Several fingers in one hardware report.
    package func touchDown(_ fingers: [(Int, CGPoint)]) {
        session.take(fingers.map { contact($0.0, .began, $0.1) })
        driver.settle()
    }

    package func tap(at point: CGPoint) {
        touchDown(at: point)
        advance(by: 0.05)
        touchUp()
        driver.settle()
    }

    /// Moves a finger in a straight line with a report every 8 ms.
    package func drag(_ finger: Int = 0, from start: CGPoint, to end: CGPoint, duration: Double) {
        touchDown(finger, at: start)
        let steps = max(Int((duration / 0.008).rounded()), 1)
        for step in 1...steps {
            advance(by: duration / Double(steps))
            let share = CGFloat(step) / CGFloat(steps)
            touchMove(
                finger, to: CGPoint(x: start.x + (end.x - start.x) * share, y: start.y + (end.y - start.y) * share))
        }
        touchUp(finger)
    }

    // MARK: The mouse, screen points

    /// Moves the pointer; it is told with the next frame.
    package func pointerMove(to point: CGPoint) {
        let position = session.mapping.panelPosition(of: SIMD2(point.x, point.y))
        pointer = point
        session.take(PointerEvent(.moved(x: position.x, y: position.y), microseconds: microseconds))
        if let mouse = live[Self.mouse] { send(Self.mouse, .moved, point, buttons: mouse.buttons) }
        driver.settle()
    }

    /// The mouse's buttons are these from now on; `PointerButtons`' bits. None: all are up.
    package func pointerButtons(_ buttons: UInt16) {
        let buttons = PointerButtons(rawValue: buttons)
        let isDown = live[Self.mouse] != nil
        if buttons.isEmpty {
            if isDown { send(Self.mouse, .ended, nil, buttons: []) }
        } else {
            send(Self.mouse, isDown ? .moved : .began, pointer, buttons: buttons)
        }
    }

    /// Clicks of a wheel, positive down and right.
    package func wheel(x: Double = 0, y: Double) {
        session.take(PointerEvent(.wheel(x: x, y: y), microseconds: microseconds))
        driver.settle()
    }

    /// Two fingers on a trackpad, pixels; nil: they lift.
    package func trackpad(_ way: CGPoint?) {
        session.take(
            PointerEvent(way.map { .scrolled(x: $0.x, y: $0.y) } ?? .scrollEnded, microseconds: microseconds))
        driver.settle()
    }

    /// What two fingers on a trackpad, or a pen above the panel, do.
    package func pointer(_ action: PointerEvent.Action) {
        session.take(PointerEvent(action, microseconds: microseconds))
        driver.settle()
    }

    /// A pen above the panel and not on it; nil: out of reach.
    package func penHover(at point: CGPoint?, _ state: PenState = PenState()) {
        guard let point else { return pointer(.penLeft) }
        let position = session.mapping.panelPosition(of: SIMD2(point.x, point.y))
        pointer(.penHovered(x: position.x, y: position.y, state))
    }

    /// Takes all contacts that wait in a queue, as the main thread does when it is woken.
    package func drain(_ queue: ContactQueue) {
        session.drain(queue)
        driver.settle()
    }

    /// The main thread does nothing for so long: time passes, and nobody notices.
    package func stall(for seconds: Double) { MediaClock.setVirtual(MediaClock.now + seconds) }

    /// The mouse is unplugged.
    package func pointerLeave() {
        session.take(PointerEvent(.left, microseconds: microseconds))
        driver.settle()
    }

    /// A pen's tip on the panel.
    package func pen(_ phase: ContactPhase, at point: CGPoint, _ state: PenState) {
        session.take([contact(Self.penSlot, phase, point, kind: .pen, pen: state)])
        driver.settle()
    }

    private static let mouse = -1
    private static let penSlot = -2
    private var microseconds: UInt64 { UInt64((MediaClock.now * 1_000_000).rounded()) }

    // MARK: Keys

    /// A key of a US keyboard by the kernel's number, down or up.
    package func key(_ keycode: UInt32, isDown: Bool) {
        if keyboard == nil { keyboard = try? KeyTranslator(KeyboardLayout(rules: "evdev", layout: "us", locale: "C")) }
        let event = keyboard?.translate(
            deviceID: 0, keycode: keycode, isDown: isDown, microseconds: UInt64((now * 1_000_000).rounded()))
        if let event { session.take(event) }
        driver.settle()
    }

    /// Text that no key with a place of its own makes, as of an input method.
    package func text(_ text: String) {
        for phase in [KeyEvent.Phase.began, .ended] {
            session.take(
                KeyEvent(
                    deviceID: 0, keycode: .max, usage: 0, phase: phase, characters: text,
                    charactersIgnoringModifiers: text, microseconds: UInt64((now * 1_000_000).rounded())))
            driver.settle()
        }
    }

    private func send(_ finger: Int, _ phase: ContactPhase, _ point: CGPoint?, buttons: PointerButtons? = nil) {
        session.take([contact(finger, phase, point, kind: buttons == nil ? .finger : .mouse, buttons: buttons ?? [])])
        driver.settle()
    }

    private func contact(
        _ finger: Int, _ phase: ContactPhase, _ point: CGPoint?, kind: ContactKind = .finger,
        buttons: PointerButtons = [], pen: PenState? = nil
    ) -> Contact {
        var contact: Contact
        if phase != .began, let known = live[finger] {
            contact = known
        } else {
            contact = Contact(
                deviceID: 0, slot: Int32(finger), phase: phase, kind: kind, x: 0, y: 0, microseconds: microseconds,
                majorRadius: nil, identifier: nextIdentifier)
            nextIdentifier += 1
        }
        contact.phase = phase
        contact.microseconds = microseconds
        contact.buttons = buttons
        if let pen { contact.pen = pen }
        if let point {
            let position = session.mapping.panelPosition(of: SIMD2(point.x, point.y))
            contact.x = position.x
            contact.y = position.y
        }
        live[finger] = contact.isOver ? nil : contact
        return contact
    }
}
