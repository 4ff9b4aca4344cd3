import Dispatch
import Foundation

/// Hears from the kernel when tasks stand still for want of memory (`/proc/pressure/memory`). Where the kernel does not
/// tell, nothing is heard.
enum MemoryPressure {
    /// Some task waited 200 ms for memory within 2 s. The kernel grants windows of whole multiples of 2 s to anybody.
    private static let trigger = "some 200000 2000000"

    /// Calls `onWarning` on the main thread, at most once in 2 s, until the process ends.
    ///
    /// The pressure file always counts as readable, and only poll's priority event means something, which dispatch
    /// sources do not offer: a thread waits for it, asleep all the time.
    /// - Returns: whether the kernel will tell.
    @discardableResult
    static func watch(
        path: String = "/proc/pressure/memory", onWarning: @escaping @MainActor @Sendable () -> Void
    ) -> Bool {
        let file = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { return false }
        let trigger = Self.trigger
        // The ending zero belongs to it.
        guard trigger.withCString({ write(file, $0, trigger.utf8.count + 1) }) > 0, isPollable(file) else {
            close(file)
            return false
        }
        let thread = Thread {
            while wait(file, milliseconds: -1) { DispatchQueue.main.async { onWarning() } }
            close(file)
        }
        thread.name = "memory pressure"
        thread.stackSize = 64 << 10
        thread.start()
        return true
    }

    /// An ordinary file takes the trigger, too, but has nothing to tell.
    private static func isPollable(_ file: Int32) -> Bool {
        var status = stat()
        return fstat(file, &status) == 0 && status.st_size == 0
    }

    /// Whether the event came; false when there will be none any more.
    private static func wait(_ file: Int32, milliseconds: Int32) -> Bool {
        while true {
            var descriptor = pollfd(fd: file, events: Int16(POLLPRI), revents: 0)
            let count = poll(&descriptor, 1, milliseconds)
            if count > 0 { return descriptor.revents & Int16(POLLPRI) != 0 && descriptor.revents & Int16(POLLERR) == 0 }
            if count < 0, errno != EINTR { return false }
        }
    }
}
