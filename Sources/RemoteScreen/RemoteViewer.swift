internal import CShims
internal import CVNC
import Glibc
import Raster
import Synchronization

/// One connection: the library's screen and client for it, a picture of its own, and a thread that does everything with
/// them, one thing after the other.
final class RemoteViewer: @unchecked Sendable {
    let seat: RemoteScreenServer.Seat
    private unowned let server: RemoteScreenServer
    private let connection: Int32
    /// Another descriptor of the same connection, open as long as the viewer is there.
    private let hold: Int32
    /// Readable when there is news.
    private let wake: Int32
    /// Parts of the picture that changed since it was looked at last.
    private let changed = Mutex<[PixelRect]>([])
    // Guarded by the server's state.
    var isLetIn = false
    var isLeaving = false
    // The thread's own.
    private var picture: Bitmap?

    /// Linux's POLLRDHUP: the other end says no more.
    private static let halfClosed: Int16 = 0x2000
    /// More than this is told as one.
    private static let maximumRects = 64

    /// Nil where the system has no more descriptors.
    init?(_ connection: Int32, _ seat: RemoteScreenServer.Seat, _ server: RemoteScreenServer) {
        hold = fcntl(connection, F_DUPFD_CLOEXEC, 0)
        wake = vitrine_descriptor_event()
        self.connection = connection
        self.seat = seat
        self.server = server
        guard hold >= 0, wake >= 0 else { return nil }
    }

    // Whoever still has the viewer may tell it of news.
    deinit {
        if hold >= 0 { close(hold) }
        if wake >= 0 { close(wake) }
    }

    // MARK: Any thread, while the viewer is in the server's list

    /// Whether nobody is at the other end any more, whether or not the viewer's thread has seen it. Under the lock of the
    /// server's state.
    var hasHungUp: Bool {
        var event = pollfd(fd: hold, events: Self.halfClosed, revents: 0)
        return poll(&event, 1, 0) == 1 && event.revents & (Int16(POLLHUP | POLLERR) | Self.halfClosed) != 0
    }

    /// The viewer's thread finds the connection closed, whatever it waits for. Under the lock of the server's state.
    func sendAway() {
        isLeaving = true
        shutdown(hold, Int32(SHUT_RDWR))
    }

    func tell(_ rects: [PixelRect]) {
        changed.withLock { changed in
            changed += rects
            if changed.count > Self.maximumRects {
                changed = [changed.dropFirst().reduce(changed[0]) { $0.union($1) }]
            }
        }
        _ = vitrine_descriptor_signal(wake)
    }

    // MARK: The viewer's thread

    func run() {
        RemoteThread.isForOthersFirst()
        let screen = seat.screen
        screen.pointee.screenData = Unmanaged.passUnretained(self).toOpaque()
        takePicture()
        if picture != nil, hasAnsweredHello(), let client = takeToLibrary() {
            serve(client, client.pointee.sock)
            server.vnc.ClientConnectionGone(client)
        }
        // Whoever is still there sees the end now, whoever has a descriptor.
        shutdown(connection, Int32(SHUT_RDWR))
        Glibc.close(connection)
        server.leave(self)
    }

    /// Says hello, and waits until the answer is there, which is left for the library to read.
    private func hasAnsweredHello() -> Bool {
        let hello = Array("RFB 003.008\n".utf8)
        var isUndelayed: Int32 = 1
        setsockopt(connection, Int32(IPPROTO_TCP), TCP_NODELAY, &isUndelayed, socklen_t(MemoryLayout<Int32>.size))
        guard send(connection, hello, hello.count, Int32(MSG_NOSIGNAL)) == hello.count else { return false }
        // Readable when all of it is there, or no more comes.
        var least = Int32(hello.count)
        setsockopt(connection, SOL_SOCKET, SO_RCVLOWAT, &least, socklen_t(MemoryLayout<Int32>.size))
        var event = pollfd(fd: connection, events: Int16(POLLIN), revents: 0)
        guard poll(&event, 1, Self.patience) == 1 else { return false }
        var answer = [UInt8](repeating: 0, count: hello.count)
        guard
            recv(connection, &answer, answer.count, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT))
                == hello.count,
            answer.starts(with: Array("RFB 003.".utf8))
        else { return false }
        least = 1
        setsockopt(connection, SOL_SOCKET, SO_RCVLOWAT, &least, socklen_t(MemoryLayout<Int32>.size))
        return true
    }

    /// For an answer to hello, milliseconds.
    private static let patience: Int32 = 10_000

    /// The library's client for the connection. The library looks at what comes first to find out whether a browser speaks, and
    /// turns in circles for ever where fewer than four bytes come. So it gets to see a connection that says what it likes to
    /// hear, in whose place the real one is put.
    private func takeToLibrary() -> UnsafeMutablePointer<rfbClientRec>? {
        guard let pair = Self.talkingPair("RFB ") else { return nil }
        defer { Glibc.close(pair.1) }
        guard let client = server.vnc.NewClient(seat.screen, pair.0) else { return nil }
        guard dup2(connection, pair.0) >= 0 else {
            server.vnc.ClientConnectionGone(client)
            return nil
        }
        _ = fcntl(pair.0, F_SETFD, FD_CLOEXEC)
        return client
    }

    /// Two ends of a connection; the second has said something already.
    private static func talkingPair(_ text: String) -> (Int32, Int32)? {
        var ends: (Int32, Int32) = (-1, -1)
        let result = withUnsafeMutableBytes(of: &ends) {
            socketpair(
                AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0,
                $0.bindMemory(to: Int32.self).baseAddress)
        }
        guard result == 0 else { return nil }
        let bytes = Array(text.utf8)
        guard ends.0 < FD_SETSIZE, write(ends.1, bytes, bytes.count) == bytes.count else {
            Glibc.close(ends.0)
            Glibc.close(ends.1)
            return nil
        }
        return ends
    }

    /// - Parameter socket: the library's descriptor of the connection.
    private func serve(_ client: UnsafeMutablePointer<rfbClientRec>, _ socket: Int32) {
        let vnc = server.vnc
        var events = [
            pollfd(fd: socket, events: Int16(POLLIN), revents: 0),
            pollfd(fd: wake, events: Int16(POLLIN), revents: 0),
        ]
        while true {
            takePicture()
            if client.pointee.state == RFB_NORMAL {
                if !hasSaidPassword {
                    hasSaidPassword = true
                    server.letIn(self)
                }
                _ = vnc.UpdateClient(client)
            }
            guard client.pointee.sock >= 0 else { return }
            poll(&events, 2, -1)
            if events[1].revents != 0 {
                var count: UInt64 = 0
                _ = read(wake, &count, MemoryLayout<UInt64>.size)
            }
            guard events[0].revents != 0 else { continue }
            vnc.ProcessClientMessage(client)
            guard client.pointee.sock >= 0 else { return }
        }
    }

    private var hasSaidPassword = false

    /// Copies what is new, and tells the library.
    private func takePicture() {
        let rects = changed.withLock { changed in
            defer { changed.removeAll(keepingCapacity: true) }
            return changed
        }
        var news: [PixelRect] = []
        server.withPicture { shared in
            if picture?.size != shared.size {
                picture = try? Bitmap(width: shared.width, height: shared.height, format: .xrgb8888)
                guard let picture else { return }
                frame(picture)
                copy(shared.bounds, from: shared, to: picture)
            } else if let picture {
                for rect in rects {
                    let rect = rect.intersection(picture.bounds)
                    copy(rect, from: shared, to: picture)
                    news.append(rect)
                }
            }
        }
        for rect in news where !rect.isEmpty {
            server.vnc.MarkRectAsModified(
                seat.screen, Int32(rect.minX), Int32(rect.minY), Int32(rect.maxX), Int32(rect.maxY))
        }
    }

    private func copy(_ rect: PixelRect, from source: Bitmap, to target: Bitmap) {
        for y in rect.minY..<max(rect.maxY, rect.minY) {
            memcpy(target.row(y) + rect.minX * 4, source.row(y) + rect.minX * 4, rect.width * 4)
        }
    }

    /// The library shows this bitmap from now on, all of it new.
    private func frame(_ picture: Bitmap) {
        let screen = seat.screen
        server.vnc.NewFramebuffer(
            screen, picture.pixels.assumingMemoryBound(to: CChar.self), Int32(picture.width), Int32(picture.height), 8,
            3, 4)
        screen.pointee.paddedWidthInBytes = Int32(picture.bytesPerRow)
        screen.pointee.serverFormat.redShift = 16
        screen.pointee.serverFormat.greenShift = 8
        screen.pointee.serverFormat.blueShift = 0
    }

    // MARK: The library

    static func setHooks(of screen: UnsafeMutablePointer<rfbScreenInfo>) {
        // The library divides by it, and makes lines so long, before it finds that it is wrong.
        screen.pointee.setTranslateFunction = { client in
            guard let client, let viewer = RemoteViewer.of(client) else { return rfbBool(0) }
            if ![8, 16, 32].contains(client.pointee.format.bitsPerPixel) {
                client.pointee.format = viewer.seat.screen.pointee.serverFormat
            }
            return viewer.server.vnc.SetTranslateFunction(client)
        }
        screen.pointee.ptrAddEvent = { buttons, x, y, client in
            guard let client, let viewer = RemoteViewer.of(client), client.pointee.viewOnly == 0 else { return }
            viewer.server.point(buttons, x, y, by: viewer)
        }
        screen.pointee.kbdAddEvent = { isDown, symbol, client in
            guard let client, let viewer = RemoteViewer.of(client), client.pointee.viewOnly == 0 else { return }
            viewer.server.press(isDown != 0, symbol)
        }
    }

    private static func of(_ client: UnsafeMutablePointer<rfbClientRec>) -> RemoteViewer? {
        client.pointee.screen?.pointee.screenData.map {
            Unmanaged<RemoteViewer>.fromOpaque($0).takeUnretainedValue()
        }
    }

    /// Says hello to a viewer that is none. The first hello writes the library's list of the ways to say a password, which
    /// later ones only read, from all threads.
    static func readyLibrary(_ vnc: vitrine_vnc, _ screen: UnsafeMutablePointer<rfbScreenInfo>) {
        guard let pair = talkingPair("RFB 003.008\n") else { return }
        if let client = vnc.NewClient(screen, pair.0) {
            vnc.ProcessClientMessage(client)
            vnc.ClientConnectionGone(client)
        }
        Glibc.close(pair.1)
    }
}
