internal import CShims
import Synchronization

/// The time everything moves by: seconds since boot on `CLOCK_MONOTONIC`, never the wall clock, or a virtual time that
/// stands still until it is set. `CACurrentMediaTime()` reads it. Any thread.
public enum MediaClock {
    /// The virtual time's bits; the bits of a NaN while real time runs.
    private static let virtualBits = Atomic<UInt64>(Double.nan.bitPattern)

    /// Seconds; never goes back while real time runs.
    public static var now: Double {
        let time = Double(bitPattern: virtualBits.load(ordering: .acquiring))
        return time.isNaN ? vitrine_monotonic_seconds() : time
    }

    public static var isVirtual: Bool { !Double(bitPattern: virtualBits.load(ordering: .acquiring)).isNaN }

    /// Makes time stand still at `time` seconds; nil lets real time run again.
    public static func setVirtual(_ time: Double?) {
        virtualBits.store((time ?? .nan).bitPattern, ordering: .releasing)
    }
}
