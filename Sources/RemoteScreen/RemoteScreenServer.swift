internal import CShims
internal import CVNC
import Glibc
public import Input
public import Raster
import Synchronization

/// Shows a panel to people elsewhere, by the VNC protocol, and lets them touch it. By LibVNCServer.
///
/// One thread waits for people, and every viewer has one; all sleep while nothing happens. A viewer has a screen of the
/// library to itself, which only its thread touches, and a copy of the picture: nothing that the library keeps is shared.
/// Its own threads are not used: they read how a viewer wants its pictures while another sends one.
///
/// Their mouse is a finger: down while its left button is. Their keys come as a keyboard's.
public final class RemoteScreenServer: @unchecked Sendable {
    /// Who looks: more are turned away.
    public static let maximumViewers = 4
    /// Those that are being sent away included.
    private static let maximumConnections = 2 * maximumViewers

    /// A screen of the library that waits for a viewer. All are made before the first viewer comes: making one is not safe
    /// beside a viewer that comes or goes.
    struct Seat: @unchecked Sendable {
        let screen: UnsafeMutablePointer<rfbScreenInfo>
    }

    struct State: Sendable {
        var seats: [Seat] = []
        /// Whoever is connected, in the order of coming.
        var viewers: [RemoteViewer] = []
        /// Who has a finger on the panel.
        var toucher: ObjectIdentifier?
        var modifiers: KeyModifiers = []
    }

    struct Geometry: Sendable {
        var screenSize: PixelSize
        var rotation: Rotation
    }

    let vnc: vitrine_vnc
    let input: ReportedInput
    let state = Mutex(State())
    let geometry: Mutex<Geometry>
    let isViewOnly: Bool
    private let seats: [Seat]
    private let onViewers: @Sendable (Int) -> Void
    private let listener: Int32
    private var listening = pthread_t()
    /// Readable once it stops.
    private let over: Int32
    /// Readable once somebody has left.
    private let seatLeft: Int32
    /// C strings that the library reads as long as it lives, ended by nil.
    private let passwords: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
    private let name: UnsafeMutablePointer<CChar>?
    private let pictureLock = Mutex(())
    /// Upright, 32 bits a pixel; read and written under the lock.
    private var picture: Bitmap

    /// Listens from now on.
    ///
    /// - Parameters:
    ///   - screenSize: pixels, upright.
    ///   - input: where what people do goes.
    ///   - onViewers: called with how many look, who have said the password, whenever that changes; on their threads.
    public init(
        _ configuration: RemoteScreenConfiguration, screenSize: PixelSize, rotation: Rotation, input: ReportedInput,
        onViewers: @escaping @Sendable (Int) -> Void
    ) throws(RemoteScreenError) {
        var functions = vitrine_vnc()
        if let missing = vitrine_vnc_load(&functions) {
            throw RemoteScreenError(.loadLibrary, on: "libvncserver", note: String(cString: missing) + ".")
        }
        guard !configuration.password.isEmpty else {
            throw RemoteScreenError(.start, on: configuration.place, note: "there is no password.")
        }
        guard let bitmap = try? Bitmap(width: screenSize.width, height: screenSize.height, format: .xrgb8888) else {
            throw RemoteScreenError(.start, on: configuration.place, code: ENOMEM)
        }
        listener = try RemoteListener.open(configuration)
        over = vitrine_descriptor_event()
        seatLeft = vitrine_descriptor_event()
        vnc = functions
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
        seats = (0..<Self.maximumConnections).compactMap { _ in
            functions.GetScreen(nil, nil, Int32(screenSize.width), Int32(screenSize.height), 8, 3, 4).map {
                Seat(screen: $0)
            }
        }
        guard seats.count == Self.maximumConnections else {
            tidyUp()
            throw RemoteScreenError(.start, on: configuration.place, code: ENOMEM)
        }
        for seat in seats { prepare(seat.screen) }
        RemoteViewer.readyLibrary(vnc, seats[0].screen)
        state.withLock { $0.seats = seats }
        guard let thread = RemoteThread.start("remote listener", { [self] in listen() }) else {
            tidyUp()
            throw RemoteScreenError(.start, on: configuration.place, code: EAGAIN)
        }
        listening = thread
    }

    /// What all viewers have in common.
    private func prepare(_ screen: UnsafeMutablePointer<rfbScreenInfo>) {
        screen.pointee.desktopName = UnsafePointer(name)
        screen.pointee.alwaysShared = rfbBool(1)
        screen.pointee.permitFileTransfer = rfbBool(0)
        // What is new is sent at once: it comes once a frame.
        screen.pointee.deferUpdateTime = 0
        // The panel's own picture shows where fingers are.
        screen.pointee.cursor = nil
        screen.pointee.passwordCheck = vnc.CheckPasswordByList
        screen.pointee.authPasswdData = UnsafeMutableRawPointer(passwords)
        screen.pointee.authPasswdFirstViewOnly = isViewOnly ? 0 : 1
        RemoteViewer.setHooks(of: screen)
    }

    /// Sends everybody away. Call it once, before the last reference goes.
    public func stop() {
        _ = vitrine_descriptor_signal(over)
        pthread_join(listening, nil)
        state.withLock { for viewer in $0.viewers { viewer.sendAway() } }
        // Their connections are closed, so none of them waits for anything any more.
        while state.withLock({ !$0.viewers.isEmpty }) {
            var event = pollfd(fd: seatLeft, events: Int16(POLLIN), revents: 0)
            poll(&event, 1, -1)
            drain(seatLeft)
        }
        tidyUp()
        input.cancelAll()
    }

    private func tidyUp() {
        for seat in seats { vnc.ScreenCleanup(seat.screen) }
        close(listener)
        close(over)
        close(seatLeft)
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
        var changed: [PixelRect] = []
        pictureLock.withLock { _ in
            if size != picture.size {
                guard let bitmap = try? Bitmap(width: size.width, height: size.height, format: .xrgb8888) else {
                    return
                }
                picture = bitmap
                changed = [PixelRect(size: size)]
            }
            PictureComparison.update(picture.surface, from: new.surface) { changed.append($0) }
        }
        if changed.isEmpty { return }
        for viewer in state.withLock({ $0.viewers }) { viewer.tell(changed) }
    }

    /// The picture as it is now; it does not change meanwhile.
    func withPicture(_ body: (Bitmap) -> Void) { pictureLock.withLock { _ in body(picture) } }

    // MARK: People

    /// The listener's thread.
    private func listen() {
        var events = [
            pollfd(fd: listener, events: Int16(POLLIN), revents: 0),
            pollfd(fd: over, events: Int16(POLLIN), revents: 0),
        ]
        while true {
            poll(&events, 2, -1)
            if events[1].revents != 0 { return }
            guard events[0].revents != 0 else { continue }
            switch RemoteListener.accept(listener) {
            case .success(let connection):
                awaitSeat()
                admit(connection)
            case .failure(let error) where error.isTransient: continue
            case .failure:
                // No descriptor left: the connection waits, and so does this thread instead of turning in circles.
                poll(&events[1], 1, Self.patience)
            }
        }
    }

    /// Milliseconds.
    private static let patience: Int32 = 1000

    /// Waits for the threads of those who have gone, which let every other one go first, where they have all the seats.
    private func awaitSeat() {
        let mustWait = state.withLock { state in
            // Who lost the network and comes again finds the places taken by what is left of earlier connections.
            if state.viewers.count(where: { !$0.isLeaving }) >= Self.maximumViewers {
                for viewer in state.viewers where !viewer.isLeaving && viewer.hasHungUp { viewer.sendAway() }
            }
            return state.seats.isEmpty && state.viewers.contains { $0.isLeaving }
        }
        var events = [
            pollfd(fd: seatLeft, events: Int16(POLLIN), revents: 0),
            pollfd(fd: over, events: Int16(POLLIN), revents: 0),
        ]
        if mustWait { poll(&events, 2, Self.patience) }
        drain(seatLeft)
    }

    private func drain(_ event: Int32) {
        var count: UInt64 = 0
        _ = read(event, &count, MemoryLayout<UInt64>.size)
    }

    private func admit(_ connection: Int32) {
        let viewer: RemoteViewer? = state.withLock { state in
            let staying = state.viewers.filter { !$0.isLeaving }
            guard let seat = state.seats.last else { return nil }
            if staying.count >= Self.maximumViewers {
                // Who has not said the password makes room.
                guard let stranger = staying.first(where: { !$0.isLetIn }) else { return nil }
                stranger.sendAway()
            }
            guard let viewer = RemoteViewer(connection, seat, self) else { return nil }
            state.seats.removeLast()
            state.viewers.append(viewer)
            return viewer
        }
        guard let viewer else {
            close(connection)
            return
        }
        if RemoteThread.start("remote viewer", isJoined: false, { viewer.run() }) == nil {
            close(connection)
            leave(viewer)
        }
    }

    /// It has said the password.
    func letIn(_ viewer: RemoteViewer) {
        let viewers = state.withLock { state in
            viewer.isLetIn = true
            return state.viewers.count { $0.isLetIn }
        }
        onViewers(viewers)
    }

    /// The last thing that a viewer's thread does: from then on it touches nothing of this any more.
    func leave(_ viewer: RemoteViewer) {
        let (viewers, wasLetIn, held) = state.withLock { state in
            let wasLetIn = viewer.isLetIn
            viewer.isLetIn = false
            viewer.isLeaving = true
            let viewers = state.viewers.count { $0.isLetIn }
            let held = state.toucher == ObjectIdentifier(viewer)
            if held { state.toucher = nil }
            if viewers == 0 { state.modifiers = [] }
            return (viewers, wasLetIn, held)
        }
        // Keys that were down, too.
        if held || (wasLetIn && viewers == 0) { input.cancelAll() }
        if wasLetIn { onViewers(viewers) }
        state.withLock { state in
            state.viewers.removeAll { $0 === viewer }
            state.seats.append(viewer.seat)
            _ = vitrine_descriptor_signal(seatLeft)
        }
    }
}
