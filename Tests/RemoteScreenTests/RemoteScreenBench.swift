import CShims
import Glibc
import Input
import Raster
import RemoteScreen
import Testing

/// One server at a time, as in a program: the library makes its screens ready for all of them at once.
@Suite(.serialized) struct RemoteScreenTests {}

/// A viewer that speaks the protocol by hand, over a real connection.
final class Viewer {
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

    /// Says hello before the server does, which does not wait then for what a browser would say.
    func enterAtOnce(_ password: String) -> Bool {
        write(Array("RFB 003.008\n".utf8))
        return enter(password, hasSaidHello: true) != nil
    }

    /// Says hello with a password; the size of the screen, or nil where it is not let in.
    func enter(_ password: String, hasSaidHello: Bool = false) -> PixelSize? {
        guard read(12).starts(with: Array("RFB 003.".utf8)) else { return nil }
        if !hasSaidHello { write(Array("RFB 003.008\n".utf8)) }
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
        write(Self.ask(size, isIncremental: isIncremental))
    }

    static func ask(_ size: PixelSize, isIncremental: Bool) -> [UInt8] {
        [
            3, isIncremental ? 1 : 0, 0, 0, 0, 0, UInt8(size.width >> 8), UInt8(size.width & 255),
            UInt8(size.height >> 8), UInt8(size.height & 255),
        ]
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
        write(Self.wish(bitsPerPixel: bitsPerPixel))
    }

    static func wish(bitsPerPixel: UInt8) -> [UInt8] {
        if bitsPerPixel == 8 { return [0, 0, 0, 0, 8, 8, 0, 1, 0, 7, 0, 7, 0, 3, 0, 3, 6, 0, 0, 0] }
        return [0, 0, 0, 0, bitsPerPixel, 24, 0, 1, 0, 255, 0, 255, 0, 255, 16, 8, 0, 0, 0, 0]
    }

    /// Leaves in the middle of a word.
    func slam() {
        var now = linger(l_onoff: 1, l_linger: 0)
        setsockopt(socket, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
        close(socket)
    }

    /// Says no more, and waits until the server hangs up.
    func finish() {
        shutdown(socket, Int32(SHUT_WR))
        while !read(4096).isEmpty {}
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
final class Bench {
    let contacts: ContactQueue
    let keys: KeyQueue
    let input: ReportedInput
    let server: RemoteScreenServer
    let news: UnsafeMutablePointer<sem_t>
    let size: PixelSize
    let port: Int

    /// - Parameter port: nil: one that nobody has at this moment.
    init(
        port: Int? = nil, size: PixelSize = PixelSize(width: 160, height: 100), viewOnly: Bool = false
    ) throws {
        self.size = size
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
