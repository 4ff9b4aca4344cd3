import CShims
import Foundation
import Synchronization
import Testing

@testable import ControlSocket

/// A server that is turned by hand, with real sockets and a clock that stands still.
@Suite("The control socket, whatever comes in")
struct ControlServerTests {
    /// Answers pings, keeps what it was asked, and says the rest when told.
    private final class Responder: ControlResponder {
        let asked = Mutex<[(ControlRequest, ControlReply)]>([])

        func respond(to request: ControlRequest, with reply: ControlReply) {
            asked.withLock { $0.append((request, reply)) }
            if request == .ping { reply.send(ControlMessage(.fields(["program": .text("Test")]))) }
            if case .stats(let interval) = request {
                let count = asked.withLock { $0.count }
                reply.send(ControlMessage(.fields(["n": .integer(count)])), isLast: interval == nil)
            }
        }

        var lastReply: ControlReply? { asked.withLock { $0.last?.1 } }
    }

    private final class Stand {
        let folder: ControlFolder
        let path: String
        let responder = Responder()
        let server: ControlServer
        var now = 1000.0

        init(isAllowed: @escaping @Sendable (ControlServer.Peer) -> Bool = ControlServer.isOwnerOrRoot) throws {
            folder = ControlFolder(path: "/tmp/vitrine-test-\(UUID().uuidString.prefix(8))")
            let (descriptor, path) = try folder.listen(program: "Test")
            self.path = path
            server = ControlServer(
                listening: descriptor, path: path, responder: responder, isAllowed: isAllowed)
        }

        deinit {
            server.stop()
            try? FileManager.default.removeItem(atPath: folder.path)
        }

        func turn(_ count: Int = 6) { for _ in 0..<count { server.turn(now: now, isWaiting: false) } }

        func connect() throws -> Client {
            let client = Client(descriptor: vitrine_socket_connect(path))
            try #require(client.descriptor >= 0)
            return client
        }
    }

    private final class Client {
        let descriptor: Int32
        private(set) var isEnded = false

        init(descriptor: Int32) { self.descriptor = descriptor }

        deinit { if descriptor >= 0 { close(descriptor) } }

        @discardableResult
        func send(_ bytes: [UInt8]) -> Int {
            bytes.withUnsafeBytes { vitrine_socket_send(descriptor, $0.baseAddress, $0.count) }
        }

        func send(_ text: String) { send(Array(text.utf8)) }

        /// What is there now.
        func receive() -> [UInt8] {
            var all: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 65_536)
            while true {
                let count = vitrine_socket_receive(descriptor, &buffer, buffer.count)
                if count <= 0 {
                    if count != -Int(EAGAIN) { isEnded = true }
                    return all
                }
                all += buffer[..<count]
            }
        }

        func text() -> String { String(decoding: receive(), as: UTF8.self) }
    }

    private let ping = "{\"protocol\":1,\"command\":\"ping\"}\n"

    @Test("a request is answered, and the connection ends")
    func answered() throws {
        let stand = try Stand()
        let client = try stand.connect()
        client.send(ping)
        stand.turn()
        #expect(client.text() == "{\"protocol\":1,\"program\":\"Test\"}\n")
        #expect(client.isEnded && stand.server.clientCount == 0)
    }

    @Test("the socket may be opened by its owner alone, and goes with the server")
    func mode() throws {
        let stand = try Stand()
        var status = stat()
        #expect(stat(stand.path, &status) == 0 && status.st_mode & 0o777 == 0o600)
        #expect(stat(stand.folder.path, &status) == 0 && status.st_mode & 0o777 == 0o700)
        stand.server.stop()
        #expect(access(stand.path, F_OK) != 0)
    }

    @Test("another user is told so and sent away, unheard; the program's user and root are heard")
    func otherUser() throws {
        let stand = try Stand { _ in false }
        let client = try stand.connect()
        client.send(ping)
        stand.turn()
        #expect(client.text().contains("only the program's user and root"))
        #expect(client.isEnded && stand.responder.asked.withLock { $0.isEmpty })
        #expect(ControlServer.isOwnerOrRoot(.init(user: geteuid(), process: 1)))
        #expect(ControlServer.isOwnerOrRoot(.init(user: 0, process: 1)))
        #expect(!ControlServer.isOwnerOrRoot(.init(user: geteuid() + 1, process: 1)))
    }

    @Test("a request in single bytes is one request")
    func pieces() throws {
        let stand = try Stand()
        let client = try stand.connect()
        for byte in ping.utf8 {
            client.send([byte])
            stand.turn(2)
        }
        stand.turn()
        #expect(client.text().contains("Test"))
    }

    @Test("a line of a megabyte is refused after 4096 bytes, and the rest is not taken")
    func longLine() throws {
        let stand = try Stand()
        let client = try stand.connect()
        var sent = 0
        for _ in 0..<256 {
            let count = client.send([UInt8](repeating: UInt8(ascii: "x"), count: 4096))
            if count < 0 { break }
            sent += count
            stand.turn(2)
        }
        #expect(sent < 1 << 20, "somebody took it all")
        #expect(client.text().contains("at most 4096 bytes"))
        #expect(stand.server.clientCount == 0)
    }

    @Test(
        "zeros, noise, half requests and empty lines are refused with a reason",
        arguments: ["\u{0}\u{0}\u{0}\n", "\n", "\u{ff}\u{fe}\n", "{\"protocol\":1\n", "GET / HTTP/1.1\r\n\r\n"])
    func noise(text: String) throws {
        let stand = try Stand()
        let client = try stand.connect()
        client.send(text)
        stand.turn()
        #expect(client.text().contains("\"error\""))
        #expect(stand.server.clientCount == 0 && stand.responder.asked.withLock { $0.isEmpty })
    }

    @Test("one who says nothing, or half a request, is sent away after 10 s")
    func silent() throws {
        let stand = try Stand()
        let silent = try stand.connect()
        let half = try stand.connect()
        half.send("{\"protocol\"")
        stand.turn()
        #expect(stand.server.clientCount == 2)
        stand.now += 9
        stand.turn()
        #expect(stand.server.clientCount == 2)
        stand.now += 2
        stand.turn()
        #expect(stand.server.clientCount == 0)
        #expect(silent.text().contains("no request within 10 s") && half.text().contains("no request within 10 s"))
    }

    @Test("one who hangs up in the middle leaves nothing behind")
    func hangUp() throws {
        let stand = try Stand()
        for text in ["", "{\"proto", "{\"protocol\":1,\"command\":\"inspect\"}\n"] {
            let descriptor = vitrine_socket_connect(stand.path)
            let client = Client(descriptor: descriptor)
            client.send(text)
            stand.turn(2)
            shutdown(descriptor, Int32(SHUT_RDWR))
            stand.turn()
            #expect(stand.server.clientCount == 0, "after \(text)")
        }
        #expect(stand.responder.lastReply?.isOpen == false)
    }

    @Test("one who has sent his request and closes his half still gets the answer")
    func halfClosed() throws {
        let stand = try Stand()
        let client = try stand.connect()
        client.send(ping)
        shutdown(client.descriptor, Int32(SHUT_WR))
        stand.turn()
        #expect(client.text().contains("Test"))
    }

    @Test("a thousand connections: eight stay, the others are told to try again, no descriptor is lost")
    func thousand() throws {
        let stand = try Stand()
        let staying = try (0..<8).map { _ in try stand.connect() }
        stand.turn()
        let before = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
        var refused = 0
        for _ in 0..<1000 {
            let client = Client(descriptor: vitrine_socket_connect(stand.path))
            guard client.descriptor >= 0 else { continue }
            stand.turn(2)
            if client.text().contains("8 others") { refused += 1 }
        }
        #expect(refused == 1000)
        #expect(stand.server.clientCount == 8)
        // Other tests open files meanwhile.
        #expect(try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count < before + 500)
        staying[3].send(ping)
        stand.turn()
        #expect(staying[3].text().contains("Test"), "one of the eight is still served")
    }

    @Test("an answer that does not come is replaced by the reason after 10 s")
    func busyMainThread() throws {
        let stand = try Stand()
        let client = try stand.connect()
        client.send("{\"protocol\":1,\"command\":\"inspect\"}\n")
        stand.turn()
        #expect(client.text().isEmpty && stand.server.clientCount == 1)
        stand.now += 11
        stand.turn()
        #expect(client.text().contains("main thread is busy"))
        stand.responder.lastReply?.send(ControlMessage(.fields(["late": .bool(true)])))
        stand.turn()
        #expect(client.text().isEmpty && stand.server.clientCount == 0)
    }

    @Test("an answer of 20 MB goes in pieces; one who does not read is given up after 20 s, and nobody waits for him")
    func slowReader() throws {
        let stand = try Stand()
        let slow = try stand.connect()
        slow.send("{\"protocol\":1,\"command\":\"screenshot\"}\n")
        stand.turn()
        let reply = try #require(stand.responder.lastReply)
        reply.send(
            ControlMessage(.fields(["kind": .text("png")]), bytes: [UInt8](repeating: 7, count: 20 << 20)), isLast: true
        )
        #expect(!reply.isCaughtUp)
        stand.turn()
        let other = try stand.connect()
        other.send(ping)
        stand.turn()
        #expect(other.text().contains("Test"), "another one is served meanwhile")
        var received: [UInt8] = []
        while received.count < 10 << 20 {
            received += slow.receive()
            stand.turn(2)
        }
        #expect(received.starts(with: "{\"protocol\":1,\"kind\":\"png\",\"bytes\":20971520}\n".utf8))
        stand.now += 21
        stand.turn()
        #expect(stand.server.clientCount == 0)
    }

    @Test("statistics again and again: at their times, fewer for one who does not read, and none after the end")
    func follow() throws {
        let stand = try Stand()
        let client = try stand.connect()
        client.send("{\"protocol\":1,\"command\":\"stats\",\"interval\":1}\n")
        stand.turn()
        #expect(client.text().contains("\"n\":1"))
        stand.now += 0.5
        stand.turn()
        #expect(client.text().isEmpty)
        stand.now += 0.6
        stand.turn()
        #expect(client.text().contains("\"n\":2"))
        for _ in 0..<3600 {
            stand.now += 1
            stand.turn(2)
        }
        #expect(stand.server.clientCount <= 1)
        let count = stand.responder.asked.withLock { $0.count }
        _ = client.receive()
        shutdown(client.descriptor, Int32(SHUT_RDWR))
        stand.turn()
        stand.now += 10
        stand.turn()
        #expect(stand.server.clientCount == 0 && stand.responder.asked.withLock { $0.count } <= count + 1)
    }

    @Test("with its own thread: asked by the tool's client, and stopped")
    func thread() throws {
        let stand = try Stand()
        #expect(stand.server.start())
        let client = try ControlClient(path: stand.path, request: .ping)
        #expect(try client.next(timeout: 30)?.fields["program"]?.text == "Test")
        #expect(try client.next(timeout: 30) == nil)
        let follower = try ControlClient(path: stand.path, request: .stats(interval: 0.1))
        #expect(try follower.next(timeout: 30) != nil)
        #expect(try follower.next(timeout: 30) != nil)
        stand.server.stop()
        #expect(throws: ControlClient.Failure.self) { try ControlClient(path: stand.path, request: .ping) }
    }

    @Test("a client believes only the user whose the program is, and root")
    func believed() throws {
        let stand = try Stand()
        #expect(ControlClient.isBelieved(1000, owner: 1000) && ControlClient.isBelieved(0, owner: 1000))
        #expect(!ControlClient.isBelieved(1001, owner: 1000) && !ControlClient.isBelieved(1001, owner: 0))
        let client = try ControlClient(path: stand.path, request: .ping, user: geteuid())
        stand.turn()
        #expect(try client.next(timeout: 1)?.fields["program"]?.text == "Test")
    }

    @Test("waiting for an answer ends at once when it is to stop")
    func stopped() throws {
        let stand = try Stand()
        var ends: [Int32] = [-1, -1]
        #expect(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        let client = try ControlClient(path: stand.path, request: .ping, stop: ends[0])
        #expect(write(ends[1], "x", 1) == 1)
        #expect {
            _ = try client.next(timeout: 60)
        } throws: { error in
            (error as? ControlClient.Failure)?.isStopped == true
        }
    }
}
