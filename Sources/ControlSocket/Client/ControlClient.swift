internal import CShims
import Glibc

/// A question to one program, and its answers. Waits; for a tool, not for a program with a picture.
public final class ControlClient {
    /// Why there is no answer.
    public struct Failure: Error, Hashable, Sendable {
        public var reason: String
        /// Nobody listens there any more.
        public var isGone = false
        /// The one who asked was told to stop.
        public var isStopped = false

        public init(reason: String, isGone: Bool = false) {
            self.reason = reason
            self.isGone = isGone
        }
    }

    /// The longest line, and the most bytes after it, that are taken from a program.
    static let maximumLine = 64 << 20
    static let maximumBytes = 256 << 20

    private let descriptor: Int32
    private var received: [UInt8] = []
    private var start = 0

    /// Readable when the waiting is to end; negative: never.
    private let stop: Int32

    /// Connects and asks.
    ///
    /// - Parameters:
    ///   - user: whose the program is. Who answers must be this user, or root: anybody can make a socket that looks like
    ///     a program's, and what it says would be believed. Nil takes any answer.
    ///   - stop: a descriptor that becomes readable when the waiting is to end; negative for none.
    public init(path: String, request: ControlRequest, user: UInt32? = nil, stop: Int32 = -1) throws(Failure) {
        self.stop = stop
        descriptor = vitrine_socket_connect(path)
        guard descriptor >= 0 else {
            let code = -descriptor
            let text = "error \(code), \(String(cString: strerror(code)))"
            switch code {
            case ECONNREFUSED, ENOENT: throw Failure(reason: "\(path): nobody listens (\(text))", isGone: true)
            case EACCES, EPERM:
                throw Failure(reason: "\(path): \(text): only the program's user and root may ask; try sudo")
            case EAGAIN: throw Failure(reason: "\(path): \(text): the program takes no more connections; try again")
            default: throw Failure(reason: "\(path): \(text)")
            }
        }
        if let user {
            var peer = ControlServer.Peer(user: 0, process: 0)
            let result = vitrine_socket_peer(descriptor, &peer.user, &peer.process)
            guard result == 0, Self.isBelieved(peer.user, owner: user) else {
                vitrine_descriptor_close(descriptor)
                throw Failure(
                    reason: "\(path): who answers is user \(peer.user), not \(user), whose the program is: not believed"
                )
            }
        }
        let line = Array((request.json.line + "\n").utf8)
        // A request always fits into an empty socket.
        guard line.withUnsafeBytes({ vitrine_socket_send(descriptor, $0.baseAddress, $0.count) }) == line.count else {
            vitrine_descriptor_close(descriptor)
            throw Failure(reason: "\(path): the program ended", isGone: true)
        }
    }

    static func isBelieved(_ peer: UInt32, owner: UInt32) -> Bool { peer == owner || peer == 0 }

    deinit { if descriptor >= 0 { vitrine_descriptor_close(descriptor) } }

    /// The next message; nil when the program has no more to say.
    /// - Parameter timeout: seconds without a byte after which it is given up.
    public func next(timeout: Double) throws(Failure) -> ControlMessage? {
        guard let line = try takeLine(timeout: timeout) else { return nil }
        let json: JSONValue
        do {
            json = try JSONValue(parsing: line, maximumDepth: 2048)
        } catch {
            throw Failure(reason: "the answer is not JSON: \(error.reason)")
        }
        guard json["protocol"]?.integer == ControlRequest.version, case .object(let fields) = json else {
            throw Failure(
                reason: "the program speaks another protocol than \(ControlRequest.version): use its own vitrine")
        }
        let count = json["bytes"]?.integer ?? 0
        guard (0...Self.maximumBytes).contains(count) else { throw Failure(reason: "the answer is too large") }
        let rest = fields.filter { $0.name != "protocol" && $0.name != "bytes" }
        return ControlMessage(.object(rest), bytes: try takeBytes(count, timeout: timeout))
    }

    private func takeLine(timeout: Double) throws(Failure) -> ArraySlice<UInt8>? {
        var searched = 0
        while true {
            if let end = received[(start + searched)...].firstIndex(of: UInt8(ascii: "\n")) {
                let line = received[start..<end]
                start = end + 1
                return line
            }
            searched = received.count - start
            guard searched < Self.maximumLine else { throw Failure(reason: "the answer is too large") }
            guard try receive(timeout: timeout) else {
                if searched == 0 { return nil }
                throw Failure(reason: "the program ended in the middle of its answer")
            }
        }
    }

    private func takeBytes(_ count: Int, timeout: Double) throws(Failure) -> [UInt8] {
        while received.count - start < count {
            guard try receive(timeout: timeout) else {
                throw Failure(reason: "the program ended in the middle of its answer")
            }
        }
        defer { start += count }
        return Array(received[start..<start + count])
    }

    /// Takes what comes next; false at the end.
    private func receive(timeout: Double) throws(Failure) -> Bool {
        if start > 0 {
            received.removeFirst(start)
            start = 0
        }
        var polled = [
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: stop, events: Int16(POLLIN), revents: 0),
        ]
        let deadline = vitrine_monotonic_seconds() + timeout
        while true {
            let before = received.count
            received += repeatElement(0, count: 65_536)
            let count = received.withUnsafeMutableBytes {
                vitrine_socket_receive(descriptor, $0.baseAddress! + before, 65_536)
            }
            received.removeLast(65_536 - max(count, 0))
            if count > 0 { return true }
            if count == 0 { return false }
            guard count == -Int(EAGAIN) else { return false }
            _ = polled.withUnsafeMutableBufferPointer { threads_poll($0.baseAddress, Int32($0.count), deadline) }
            if polled[1].revents != 0 {
                var failure = Failure(reason: "stopped")
                failure.isStopped = true
                throw failure
            }
            if polled[0].revents == 0, vitrine_monotonic_seconds() >= deadline {
                throw Failure(reason: "no answer within \(Int(timeout)) s: the program hangs")
            }
        }
    }
}
