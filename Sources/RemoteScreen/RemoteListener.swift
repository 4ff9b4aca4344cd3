internal import CShims
import Glibc

/// The socket that is listened on.
enum RemoteListener {
    struct Failure: Error {
        var code: Int32
        /// The connection was gone before it was taken, or there was none.
        var isTransient: Bool { [EAGAIN, ECONNABORTED, EINTR, EPROTO].contains(code) }
    }

    static func open(_ configuration: RemoteScreenConfiguration) throws(RemoteScreenError) -> Int32 {
        let number = inet_addr(configuration.address)
        guard (1...65535).contains(configuration.port),
            number != INADDR_NONE || configuration.address == "255.255.255.255"
        else { throw RemoteScreenError(.listen, on: configuration.place, note: "that is no address and port.") }
        let kind = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
        let listener = socket(AF_INET, Int32(kind), 0)
        guard listener >= 0 else { throw RemoteScreenError(.listen, on: configuration.place, code: errno) }
        // A connection that has just ended does not keep the next start from it.
        var isReused: Int32 = 1
        setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &isReused, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(UInt16(configuration.port).bigEndian)
        address.sin_addr.s_addr = number
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0, listen(listener, 8) == 0 else {
            let code = errno
            close(listener)
            throw RemoteScreenError(.listen, on: configuration.place, code: code)
        }
        return listener
    }

    static func accept(_ listener: Int32) -> Result<Int32, Failure> {
        let connection = vitrine_socket_accept(listener)
        guard connection >= 0 else { return .failure(Failure(code: -connection)) }
        // The library keeps descriptors in sets that end there, and the system ends a program that reaches beyond.
        guard connection < FD_SETSIZE else {
            close(connection)
            return .failure(Failure(code: EAGAIN))
        }
        return .success(connection)
    }
}

/// Threads of this module.
enum RemoteThread {
    private final class Work: Sendable {
        let name: String
        let body: @Sendable () -> Void

        init(_ name: String, _ body: @escaping @Sendable () -> Void) {
            self.name = name
            self.body = body
        }
    }

    /// Nil where the system has none left.
    ///
    /// - Parameters:
    ///   - name: at most 15 bytes.
    ///   - isJoined: whether somebody will wait for its end.
    static func start(_ name: String, isJoined: Bool = true, _ body: @escaping @Sendable () -> Void) -> pthread_t? {
        var thread = pthread_t()
        let work = Unmanaged.passRetained(Work(name, body))
        let code = pthread_create(
            &thread, nil,
            { work in
                guard let work else { return nil }
                // Who leaves while a picture is on its way would end the program.
                var signals = sigset_t()
                sigemptyset(&signals)
                sigaddset(&signals, SIGPIPE)
                pthread_sigmask(SIG_BLOCK, &signals, nil)
                let taken = Unmanaged<Work>.fromOpaque(work).takeRetainedValue()
                _ = vitrine_thread_set_name(taken.name)
                taken.body()
                return nil
            }, work.toOpaque())
        guard code == 0 else {
            work.release()
            return nil
        }
        if !isJoined { pthread_detach(thread) }
        return thread
    }

    /// The calling thread lets every other one go first.
    static func isForOthersFirst() { vitrine_thread_lower_priority() }
}
