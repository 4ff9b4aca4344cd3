internal import CVNC
internal import CShims
import Glibc
public import Input
public import Raster
import Synchronization

/// Shows a panel to people elsewhere, by the VNC protocol, and lets them touch it. By LibVNCServer, whose threads sleep
/// while nobody looks.
///
/// Their mouse is a finger: down while its left button is. Their keys come as a keyboard's.
public final class RemoteScreenServer: @unchecked Sendable {
    /// Who looks: more are turned away.
    public static let maximumViewers = 4

    private struct State: Sendable {
        var viewers = 0
        /// Where the records of all of them lie.
        var guests: [UInt] = []
        /// Viewers whose end is not told yet.
        var leaving = 0
        var isStopping = false
        /// Who has a finger on the panel: where its record lies.
        var toucher: UInt?
        var modifiers: KeyModifiers = []
    }

    private let vnc: vitrine_vnc
    private let screen: UnsafeMutablePointer<rfbScreenInfo>
    /// The library's own, for pixels of another format.
    private let translate: rfbSetTranslateFunctionProcPtr?
    private let input: ReportedInput
    private let geometry: Mutex<Geometry>
    private let state = Mutex(State())
    private let isViewOnly: Bool
    private let onViewers: @Sendable (Int) -> Void
    /// Readable once the last one is gone while it stops.
    private let everybodyGone = vitrine_descriptor_event()
    /// C strings that the library reads as long as it lives, ended by nil.
    private let passwords: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
    private let name: UnsafeMutablePointer<CChar>?
    /// Upright, 32 bits a pixel. Read by the library's threads while it is written: what they tear is sent again.
    private var picture: Bitmap
    /// The one before the panel's size changed last: the library may still look at it.
    private var formerPicture: Bitmap?

    private struct Geometry: Sendable {
        var screenSize: PixelSize
        var rotation: Rotation
    }

    /// Listens from now on.
    ///
    /// - Parameters:
    ///   - screenSize: pixels, upright.
    ///   - input: where what people do goes.
    ///   - onViewers: called with how many look whenever that changes, on threads of the library.
    public init(
        _ configuration: RemoteScreenConfiguration, screenSize: PixelSize, rotation: Rotation, input: ReportedInput,
        onViewers: @escaping @Sendable (Int) -> Void
    ) throws(RemoteScreenError) {
        var functions = vitrine_vnc()
        if let missing = vitrine_vnc_load(&functions) {
            throw RemoteScreenError(.loadLibrary, on: "libvncserver", note: String(cString: missing) + ".")
        }
        let address = inet_addr(configuration.address)
        let subject = "\(configuration.address):\(configuration.port)"
        guard (1...65535).contains(configuration.port),
            address != INADDR_NONE || configuration.address == "255.255.255.255"
        else { throw RemoteScreenError(.listen, on: subject, note: "that is no address and port.") }
        guard !configuration.password.isEmpty else {
            throw RemoteScreenError(.start, on: subject, note: "there is no password.")
        }
        guard let bitmap = try? Bitmap(width: screenSize.width, height: screenSize.height, format: .xrgb8888),
            let screen = functions.GetScreen(nil, nil, Int32(screenSize.width), Int32(screenSize.height), 8, 3, 4)
        else { throw RemoteScreenError(.start, on: subject, code: ENOMEM) }
        vnc = functions
        self.screen = screen
        translate = screen.pointee.setTranslateFunction
        self.input = input
        self.onViewers = onViewers
        isViewOnly = configuration.isViewOnly
        picture = bitmap
        geometry = Mutex(Geometry(screenSize: screenSize, rotation: rotation))
        let words = [configuration.password, configuration.viewPassword].compactMap { $0 }
        passwords = .allocate(capacity: words.count + 1)
        for (index, word) in words.enumerated() { (passwords + index).initialize(to: strdup(word)) }
        (passwords + words.count).initialize(to: nil)
        name = strdup(configuration.name)
        prepare(configuration, address)
        functions.InitServer(screen)
        guard screen.pointee.listenSock >= 0 else {
            functions.ScreenCleanup(screen)
            close(everybodyGone)
            freeWords()
            throw RemoteScreenError(.listen, on: subject)
        }
        functions.RunEventLoop(screen, -1, rfbBool(1))
    }

    private func prepare(_ configuration: RemoteScreenConfiguration, _ address: in_addr_t) {
        let screen = self.screen
        screen.pointee.screenData = Unmanaged.passUnretained(self).toOpaque()
        screen.pointee.frameBuffer = picture.pixels.assumingMemoryBound(to: CChar.self)
        screen.pointee.paddedWidthInBytes = Int32(picture.bytesPerRow)
        screen.pointee.serverFormat.redShift = 16
        screen.pointee.serverFormat.greenShift = 8
        screen.pointee.serverFormat.blueShift = 0
        screen.pointee.desktopName = UnsafePointer(name)
        screen.pointee.autoPort = rfbBool(0)
        screen.pointee.port = Int32(configuration.port)
        screen.pointee.listenInterface = address
        // Only where it was asked for: the library would listen on every address of the newer protocol, too.
        screen.pointee.ipv6port = 0
        screen.pointee.httpPort = 0
        screen.pointee.alwaysShared = rfbBool(1)
        screen.pointee.permitFileTransfer = rfbBool(0)
        // Who leaves while a picture is on its way would end the program.
        screen.pointee.ignoreSIGPIPE = rfbBool(1)
        // The panel's own picture shows where fingers are.
        screen.pointee.cursor = nil
        screen.pointee.passwordCheck = vnc.CheckPasswordByList
        screen.pointee.authPasswdData = UnsafeMutableRawPointer(passwords)
        screen.pointee.authPasswdFirstViewOnly = configuration.isViewOnly ? 0 : 1
        screen.pointee.newClientHook = { client in
            guard let client, let server = RemoteScreenServer.of(client) else { return RFB_CLIENT_REFUSE }
            return server.admit(client) ? RFB_CLIENT_ACCEPT : RFB_CLIENT_REFUSE
        }
        // The thread that sends pictures divides by it, and makes lines so long, before the library finds that it is wrong.
        screen.pointee.setTranslateFunction = { client in
            guard let client, let server = RemoteScreenServer.of(client) else { return rfbBool(0) }
            if ![8, 16, 32].contains(client.pointee.format.bitsPerPixel) {
                client.pointee.format = server.screen.pointee.serverFormat
            }
            return server.translate?(client) ?? rfbBool(0)
        }
        screen.pointee.ptrAddEvent = { buttons, x, y, client in
            guard let client else { return }
            RemoteScreenServer.of(client)?.point(buttons, x, y, client)
        }
        screen.pointee.kbdAddEvent = { isDown, symbol, client in
            guard let client else { return }
            RemoteScreenServer.of(client)?.press(isDown != 0, symbol, client)
        }
    }

    private static func of(_ client: UnsafeMutablePointer<rfbClientRec>) -> RemoteScreenServer? {
        client.pointee.screen?.pointee.screenData.map {
            Unmanaged<RemoteScreenServer>.fromOpaque($0).takeUnretainedValue()
        }
    }

    /// Sends everybody away. Call it once, before the last reference goes.
    public func stop() {
        vnc.ShutdownServer(screen, rfbBool(1))
        // The library waits for the threads of those it sends away, but not for one that is just going by itself; such a
        // thread looks at the screen to its end, so that is not freed.
        var event = pollfd(fd: everybodyGone, events: Int16(POLLIN), revents: 0)
        let isAnybodyThere = state.withLock { state in
            state.isStopping = true
            return state.viewers + state.leaving > 0
        }
        if isAnybodyThere { poll(&event, 1, Self.patience) }
        state.withLock { $0.isStopping = false }
        close(everybodyGone)
        freeWords()
        input.cancelAll()
    }

    /// For the last of the viewers' threads, milliseconds.
    private static let patience: Int32 = 2000

    private func freeWords() {
        var index = 0
        while let word = passwords[index] {
            free(word)
            index += 1
        }
        passwords.deallocate()
        free(name)
    }

    // MARK: Pictures

    /// Shows another picture: what differs from the last one is sent. Called by one thread at a time.
    ///
    /// - Parameter new: upright, `xrgb8888`.
    public func show(_ new: Bitmap, rotation: Rotation) {
        let size = PixelSize(width: new.width, height: new.height)
        geometry.withLock { $0 = Geometry(screenSize: size, rotation: rotation) }
        if size.width != picture.width || size.height != picture.height {
            guard let bitmap = try? Bitmap(width: size.width, height: size.height, format: .xrgb8888) else { return }
            // Their threads may be reading it at this moment.
            formerPicture = picture
            picture = bitmap
            vnc.NewFramebuffer(
                screen, bitmap.pixels.assumingMemoryBound(to: CChar.self), Int32(size.width), Int32(size.height), 8, 3,
                4)
            screen.pointee.paddedWidthInBytes = Int32(bitmap.bytesPerRow)
            screen.pointee.serverFormat.redShift = 16
            screen.pointee.serverFormat.greenShift = 8
            screen.pointee.serverFormat.blueShift = 0
        }
        PictureComparison.update(picture.surface, from: new.surface) { rect in
            vnc.MarkRectAsModified(
                screen, Int32(rect.minX), Int32(rect.minY), Int32(rect.maxX), Int32(rect.maxY))
        }
    }

    // MARK: People

    private func admit(_ client: UnsafeMutablePointer<rfbClientRec>) -> Bool {
        let guest = UInt(bitPattern: client)
        let viewers: Int? = state.withLock { state in
            if state.viewers >= Self.maximumViewers {
                // Who has not said the password makes room.
                let records = state.guests.compactMap { UnsafeMutablePointer<rfbClientRec>(bitPattern: $0) }
                guard state.viewers < Self.maximumViewers * 2,
                    let stranger = records.first(where: { $0.pointee.state != RFB_NORMAL })
                else { return nil }
                shutdown(stranger.pointee.sock, Int32(SHUT_RDWR))
            }
            state.viewers += 1
            state.guests.append(guest)
            return state.viewers
        }
        guard let viewers else { return false }
        client.pointee.clientGoneHook = { client in
            guard let client else { return }
            RemoteScreenServer.of(client)?.leave(client)
        }
        onViewers(viewers)
        return true
    }

    private func leave(_ client: UnsafeMutablePointer<rfbClientRec>) {
        let viewer = UInt(bitPattern: client)
        let (viewers, held) = state.withLock { state in
            state.viewers -= 1
            state.guests.removeAll { $0 == viewer }
            state.leaving += 1
            let held = state.toucher == viewer
            if held { state.toucher = nil }
            if state.viewers == 0 { state.modifiers = [] }
            return (state.viewers, held)
        }
        // Keys that were down, too.
        if held || viewers == 0 { input.cancelAll() }
        onViewers(viewers)
        state.withLock { state in
            state.leaving -= 1
            if state.isStopping, state.viewers + state.leaving == 0 { _ = vitrine_descriptor_signal(everybodyGone) }
        }
    }

    private func point(_ buttons: Int32, _ x: Int32, _ y: Int32, _ client: UnsafeMutablePointer<rfbClientRec>) {
        guard !isViewOnly, client.pointee.viewOnly == 0 else { return }
        let geometry = geometry.withLock { $0 }
        let width = Double(geometry.screenSize.width)
        let height = Double(geometry.screenSize.height)
        // The middle of the pixel, as a finger would.
        let place = geometry.rotation.panelPosition(
            ofScreen: SIMD2((Double(x) + 0.5) / width, (Double(y) + 0.5) / height))
        let isDown = buttons & 1 != 0
        let viewer = UInt(bitPattern: client)
        let phase: ContactPhase? = state.withLock { state in
            switch (isDown, state.toucher == viewer) {
            case (true, false) where state.toucher == nil:
                state.toucher = viewer
                return .began
            case (true, true):
                return .moved
            case (false, true):
                state.toucher = nil
                return .ended
            default:
                // Another's finger is on the panel.
                return nil
            }
        }
        if let phase { input.report([(0, phase, place.x, place.y)]) }
        // Buttons 4 to 7 are a click of the wheel each.
        let clicks = (
            vertical: Double(buttons >> 4 & 1) - Double(buttons >> 3 & 1),
            horizontal: Double(buttons >> 6 & 1) - Double(buttons >> 5 & 1)
        )
        if clicks.vertical != 0 || clicks.horizontal != 0 {
            input.report(.moved(x: place.x, y: place.y))
            input.report(.wheel(x: clicks.horizontal, y: clicks.vertical))
            input.report(.left)
        }
    }

    private func press(_ isDown: Bool, _ symbol: UInt32, _ client: UnsafeMutablePointer<rfbClientRec>) {
        guard !isViewOnly, client.pointee.viewOnly == 0 else { return }
        let symbol = KeySymbol(symbol)
        let modifiers = state.withLock { state in
            if let modifier = symbol.modifier {
                if isDown { state.modifiers.insert(modifier) } else { state.modifiers.remove(modifier) }
            }
            return state.modifiers
        }
        let characters = symbol.characters
        input.report(
            key: ReportedInput.Key(
                usage: symbol.usage, characters: characters, charactersIgnoringModifiers: characters,
                modifiers: modifiers),
            // A key goes up as "a" that went down as "A" where shift was let go first.
            number: symbol.usage != 0 ? UInt32(symbol.usage) : symbol.rawValue | 1 << 31, isDown: isDown)
    }
}
