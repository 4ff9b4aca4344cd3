import CAllocationCounter
import Foundation
import RenderServer
import Synchronization

/// What the whole process does during some seconds, seen from a thread of its own: the main thread is in its run loop all
/// the while, so that entering and leaving it do not count.
final class IdleSample: Sendable {
    struct Result {
        var allocations = 0
        var wakeUps = 0
        /// Seconds.
        var processorTime = 0.0
    }

    private let server: RenderServer
    private let delay: Double
    private let seconds: Double
    private let storage = Mutex(Result())

    /// - Parameters:
    ///   - delay: how long after `begin()` counting starts, seconds.
    ///   - seconds: how long it goes on.
    init(server: RenderServer, delay: Double, seconds: Double) {
        self.server = server
        self.delay = delay
        self.seconds = seconds
    }

    func begin() { Thread.detachNewThread { self.count() } }

    /// After `delay` and `seconds` have passed.
    var result: Result { storage.withLock { $0 } }

    private func count() {
        usleep(UInt32(delay * 1_000_000))
        let wakeUps = server.statistics.wakeUps
        let requests = allocation_count()
        let start = CPUClock.process
        usleep(UInt32(seconds * 1_000_000))
        let time = CPUClock.process - start
        let requested = Int(allocation_count() - requests)
        let woken = server.statistics.wakeUps - wakeUps
        storage.withLock { $0 = Result(allocations: requested, wakeUps: woken, processorTime: time) }
    }
}
