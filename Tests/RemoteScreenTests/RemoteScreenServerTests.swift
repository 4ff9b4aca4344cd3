import CShims
import Glibc
import Input
import Raster
import RemoteScreen
import Testing

/// A viewer that speaks the protocol by hand, over a real connection.
private final class Viewer {
    private let socket: Int32

    init?(port: Int) {
        socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(UInt16(port).bigEndian)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { return nil }
        var patience = timeval(tv_sec: 20, tv_usec: 0)
        setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    }

    func hangUp() { close(socket) }

    /// Fewer when the server hung up.
    func read(_ count: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var done = 0
        while done < count {
            let result = bytes.withUnsafeMutableBytes { recv(socket, $0.baseAddress! + done, count - done, 0) }
            guard result > 0 else { break }
            done += result
        }
        return Array(bytes[..<done])
    }

    func write(_ bytes: [UInt8]) {
        _ = bytes.withUnsafeBytes { send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
    }

    /// Says hello with a password; the size of the screen, or nil where it is not let in.
    func enter(_ password: String) -> PixelSize? {
        guard read(12).starts(with: Array("RFB 003.".utf8)) else { return nil }
        write(Array("RFB 003.008\n".utf8))
        guard let count = read(1).first, read(Int(count)).contains(2) else { return nil }
        write([2])
        var challenge = read(16)
        guard challenge.count == 16 else { return nil }
        Self.encrypt(&challenge, password)
        write(challenge)
        guard read(4) == [0, 0, 0, 0] else { return nil }
        write([1])
        let header = read(24)
        guard header.count == 24 else { return nil }
        let length = header[20..<24].reduce(0) { $0 << 8 | Int($1) }
        _ = read(length)
        return PixelSize(
            width: Int(header[0]) << 8 | Int(header[1]), height: Int(header[2]) << 8 | Int(header[3]))
    }

    /// The protocol's own way to prove a password, which the library has.
    private static func encrypt(_ bytes: inout [UInt8], _ password: String) {
        typealias Encrypt = @convention(c) (UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<CChar>?) -> Void
        let library = dlopen("libvncserver.so.1", RTLD_NOW)
        let encrypt = unsafeBitCast(dlsym(library, "rfbEncryptBytes"), to: Encrypt.self)
        let word = strdup(password)
        encrypt(&bytes, word)
        free(word)
    }

    func ask(_ size: PixelSize, isIncremental: Bool) {
        write([
            3, isIncremental ? 1 : 0, 0, 0, 0, 0, UInt8(size.width >> 8), UInt8(size.width & 255),
            UInt8(size.height >> 8),
            UInt8(size.height & 255),
        ])
    }

    /// The rectangles of one update, raw.
    func takeUpdate() -> [(rect: PixelRect, pixels: [UInt8])] {
        let header = read(4)
        guard header.count == 4, header[0] == 0 else { return [] }
        return (0..<(Int(header[2]) << 8 | Int(header[3]))).map { _ in
            let place = read(12)
            func number(_ index: Int) -> Int { Int(place[index]) << 8 | Int(place[index + 1]) }
            let rect = PixelRect(x: number(0), y: number(2), width: number(4), height: number(6))
            return (rect, read(rect.area * 4))
        }
    }

    /// Pixels of so many bits from now on.
    func wish(bitsPerPixel: UInt8) {
        write([0, 0, 0, 0, bitsPerPixel, 24, 0, 1, 0, 255, 0, 255, 0, 255, 16, 8, 0, 0, 0, 0])
    }

    /// Leaves in the middle of a word.
    func slam() {
        var now = linger(l_onoff: 1, l_linger: 0)
        setsockopt(socket, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
        close(socket)
    }

    func point(_ buttons: UInt8, _ x: Int, _ y: Int) {
        write([5, buttons, UInt8(x >> 8), UInt8(x & 255), UInt8(y >> 8), UInt8(y & 255)])
    }

    func key(_ symbol: UInt32, isDown: Bool) {
        write([
            4, isDown ? 1 : 0, 0, 0, UInt8(symbol >> 24), UInt8(symbol >> 16 & 255), UInt8(symbol >> 8 & 255),
            UInt8(symbol & 255),
        ])
    }
}

/// What happens on the server's threads, waited for without a clock.
private final class Bench {
    let contacts: ContactQueue
    let keys: KeyQueue
    let input: ReportedInput
    let server: RemoteScreenServer
    let news: UnsafeMutablePointer<sem_t>
    let size = PixelSize(width: 160, height: 100)
    let port: Int

    /// - Parameter port: nil: one that nobody has at this moment.
    init(port: Int? = nil, viewOnly: Bool = false) throws {
        let port = port ?? Self.freePort()
        self.port = port
        let news = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
        sem_init(news, 0, 0)
        self.news = news
        let address = UInt(bitPattern: news)
        let tell: @Sendable () -> Void = {
            if let news = UnsafeMutablePointer<sem_t>(bitPattern: address) { sem_post(news) }
        }
        contacts = ContactQueue(wake: tell)
        keys = KeyQueue(wake: tell)
        input = ReportedInput(keys: keys)
        try input.start(delivering: contacts)
        var configuration = RemoteScreenConfiguration()
        configuration.port = port
        configuration.password = "open sesame"
        configuration.viewPassword = "onlooker"
        configuration.isViewOnly = viewOnly
        server = try RemoteScreenServer(
            configuration, screenSize: size, rotation: .none, input: input, onViewers: { _ in tell() })
    }

    private static func freePort() -> Int {
        let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(socket) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = bind(socket, $0, length)
                _ = getsockname(socket, $0, &length)
            }
        }
        return Int(UInt16(bigEndian: address.sin_port))
    }

    /// Until something happens.
    func wait() { sem_wait(news) }

    func stop() {
        server.stop()
        sem_destroy(news)
        news.deallocate()
    }
}

@Suite(.serialized) struct RemoteScreenServerTests {
    @Test func aViewerWithThePasswordSeesWhatIsShownAndWhatChanges() throws {
        let bench = try Bench()
        defer { bench.stop() }
        let picture = try Bitmap(width: 160, height: 100, format: .xrgb8888)
        for y in 0..<100 { memset(picture.row(y), 0x40, 160 * 4) }
        bench.server.show(picture, rotation: .none)
        let viewer = try #require(Viewer(port: bench.port))
        defer { viewer.hangUp() }
        #expect(viewer.enter("open sesame") == bench.size)
        viewer.ask(bench.size, isIncremental: false)
        let whole = viewer.takeUpdate()
        #expect(whole.reduce(0) { $0 + $1.rect.area } == 160 * 100)
        #expect(whole.allSatisfy { $0.pixels.enumerated().allSatisfy { $0.offset % 4 == 3 || $0.element == 0x40 } })

        picture.row(5).assumingMemoryBound(to: UInt32.self)[150] = 0x00AA_BBCC
        viewer.ask(bench.size, isIncremental: true)
        bench.server.show(picture, rotation: .none)
        let changed = viewer.takeUpdate()
        #expect(changed.map(\.rect) == [PixelRect(x: 128, y: 0, width: 32, height: 64)])
        let first = try #require(changed.first)
        let offset = (5 * 32 + 22) * 4
        #expect(Array(first.pixels[offset..<(offset + 3)]) == [0xCC, 0xBB, 0xAA])
    }

    @Test func withoutThePasswordNobodyGetsIn() throws {
        let bench = try Bench()
        defer { bench.stop() }
        let viewer = try #require(Viewer(port: bench.port))
        defer { viewer.hangUp() }
        #expect(viewer.enter("open barley") == nil)
    }

    @Test func theirMouseIsAFingerAndTheirKeysAreAKeyboards() throws {
        let bench = try Bench()
        defer { bench.stop() }
        let viewer = try #require(Viewer(port: bench.port))
        #expect(viewer.enter("open sesame") != nil)
        bench.wait()  // a viewer came
        viewer.point(0, 10, 10)
        viewer.point(1, 40, 25)
        bench.wait()
        var contacts: [Contact] = []
        bench.contacts.drain(into: &contacts)
        #expect(contacts.map(\.phase) == [.began])
        #expect(contacts.first?.x == 40.5 / 160 && contacts.first?.y == 25.5 / 100)
        viewer.key(0xFFE1, isDown: true)
        viewer.key(0x41, isDown: true)
        var keys: [KeyEvent] = []
        while keys.count < 2 {
            bench.wait()
            bench.keys.drain(into: &keys)
        }
        #expect(keys.map(\.usage) == [0xE1, 0x04] && keys[1].characters == "A" && keys[1].modifiers == .shift)
        // Whoever goes takes the finger and the keys along.
        contacts = []
        viewer.hangUp()
        while contacts.isEmpty || keys.count < 4 {
            bench.wait()
            bench.contacts.drain(into: &contacts)
            bench.keys.drain(into: &keys)
        }
        #expect(contacts.map(\.phase) == [.cancelled])
        #expect(Set(keys.suffix(2).map(\.phase)) == [.cancelled])
    }

    @Test(arguments: [("onlooker", false), ("open sesame", true)])
    func whoMayOnlySeeCannotTouch(_ password: String, _ viewOnly: Bool) throws {
        let bench = try Bench(viewOnly: viewOnly)
        defer { bench.stop() }
        let viewer = try #require(Viewer(port: bench.port))
        defer { viewer.hangUp() }
        #expect(viewer.enter(password) == bench.size)
        viewer.point(1, 40, 25)
        viewer.key(0x61, isDown: true)
        // Answered in order: what was sent before has been looked at.
        viewer.ask(bench.size, isIncremental: false)
        #expect(!viewer.takeUpdate().isEmpty)
        #expect(bench.contacts.count == 0 && bench.keys.count == 0)
    }

    @Test func whoWishesNonsenseOrSlamsTheDoorEndsNothing() throws {
        let bench = try Bench()
        defer { bench.stop() }
        for (number, bits) in [UInt8(0), 255, 7, 0, 255, 33].enumerated() {
            let viewer = try #require(Viewer(port: bench.port))
            #expect(viewer.enter(number % 2 == 0 ? "open sesame" : "onlooker") == bench.size)
            for _ in 0..<3 {
                viewer.ask(bench.size, isIncremental: false)
                viewer.wish(bitsPerPixel: bits)
            }
            viewer.slam()
        }
        let viewer = try #require(Viewer(port: bench.port))
        defer { viewer.hangUp() }
        #expect(viewer.enter("open sesame") == bench.size)
        viewer.ask(bench.size, isIncremental: false)
        #expect(!viewer.takeUpdate().isEmpty)
    }

    @Test func whoSaysNothingLocksNobodyOut() throws {
        let bench = try Bench()
        defer { bench.stop() }
        let silent = (0..<RemoteScreenServer.maximumViewers).compactMap { _ in Viewer(port: bench.port) }
        #expect(silent.count == RemoteScreenServer.maximumViewers)
        // Each has been let into the hall.
        for viewer in silent { #expect(viewer.read(12).count == 12) }
        let viewer = try #require(Viewer(port: bench.port))
        #expect(viewer.enter("open sesame") == bench.size)
        viewer.hangUp()
        for viewer in silent { viewer.hangUp() }
    }

    @Test func aPortThatIsTakenIsNamed() throws {
        let bench = try Bench()
        defer { bench.stop() }
        #expect { try Bench(port: bench.port) } throws: { error in "\(error)".contains("127.0.0.1:\(bench.port)") }
    }

    @Test func anotherSizeIsAnotherPicture() throws {
        let bench = try Bench()
        defer { bench.stop() }
        let larger = try Bitmap(width: 200, height: 120, format: .xrgb8888)
        for y in 0..<120 { memset(larger.row(y), 0x11, 200 * 4) }
        bench.server.show(larger, rotation: .none)
        let viewer = try #require(Viewer(port: bench.port))
        defer { viewer.hangUp() }
        let size = PixelSize(width: 200, height: 120)
        #expect(viewer.enter("open sesame") == size)
        viewer.ask(size, isIncremental: false)
        let update = viewer.takeUpdate()
        #expect(update.reduce(0) { $0 + $1.rect.area } == 200 * 120)
        #expect(update.allSatisfy { $0.pixels.enumerated().allSatisfy { $0.offset % 4 == 3 || $0.element == 0x11 } })
    }
}
