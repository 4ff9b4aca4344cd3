import Foundation

/// Processor time, in seconds; not the wall's, which other programs move.
enum CPUClock {
    /// Of the calling thread.
    static var thread: Double { read(CLOCK_THREAD_CPUTIME_ID) }
    /// Of the whole process.
    static var process: Double { read(CLOCK_PROCESS_CPUTIME_ID) }
    static var monotonic: Double { read(CLOCK_MONOTONIC) }

    private static func read(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }
}
