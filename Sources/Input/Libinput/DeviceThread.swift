internal import CShims
import Glibc

/// A thread that waits on descriptors until it is told to stop. Its owner starts and stops it from one thread.
final class DeviceThread {
    private final class Body {
        let name: String
        let run: @Sendable (_ stop: Int32) -> Void
        let stopEvent: Int32

        init(name: String, stopEvent: Int32, run: @escaping @Sendable (Int32) -> Void) {
            self.name = name
            self.stopEvent = stopEvent
            self.run = run
        }
    }

    private let stopEvent: Int32
    private let thread: pthread_t

    /// Runs `body` at once; it must return soon after the descriptor it is given becomes readable. `name` is what `ps -T`
    /// shows, at most 15 bytes.
    init(name: String, body: @escaping @Sendable (_ stop: Int32) -> Void) throws(InputError) {
        let event = vitrine_descriptor_event()
        guard event >= 0 else { throw .failed(operation: "eventfd", subject: name, errno: -event) }
        let context = Unmanaged.passRetained(Body(name: name, stopEvent: event, run: body))

        // Signals are for the threads that asked for them: this one inherits a mask that blocks them all.
        var all = sigset_t()
        var before = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_BLOCK, &all, &before)
        var thread = pthread_t()
        let failure = pthread_create(
            &thread, nil,
            { argument in
                guard let argument else { return nil }
                let body = Unmanaged<Body>.fromOpaque(argument).takeRetainedValue()
                _ = vitrine_thread_set_name(body.name)
                body.run(body.stopEvent)
                return nil
            }, context.toOpaque())
        pthread_sigmask(SIG_SETMASK, &before, nil)
        guard failure == 0 else {
            context.release()
            close(event)
            throw .failed(operation: "pthread_create", subject: name, errno: failure)
        }
        stopEvent = event
        self.thread = thread
    }

    /// Tells the body to stop and waits until it has. Once.
    func stop() {
        _ = vitrine_descriptor_signal(stopEvent)
        pthread_join(thread, nil)
        close(stopEvent)
    }

    // MARK: For the body

    /// CLOCK_MONOTONIC in microseconds.
    static func now() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000 + UInt64(time.tv_nsec) / 1_000
    }

    /// Waits until `descriptor` is readable, `milliseconds` have passed (-1: no limit) or the thread has to stop; tells
    /// whether it has to. Without a descriptor it waits for the stop only.
    static func wait(for descriptor: Int32?, orStop stop: Int32, milliseconds: Int32 = -1) -> Bool {
        var waits = (
            pollfd(fd: stop, events: Int16(POLLIN), revents: 0),
            pollfd(fd: descriptor ?? -1, events: Int16(POLLIN), revents: 0)
        )
        return withUnsafeMutableBytes(of: &waits) { bytes in
            let list = bytes.bindMemory(to: pollfd.self)
            while poll(list.baseAddress, 2, milliseconds) < 0 && errno == EINTR {}
            return list[0].revents != 0
        }
    }
}
