import BoardConfig
internal import CShims
import Dispatch
import Foundation

/// Follows the wall clock through a night: says how bright the panels may be. One timer waits for the next border, and hears
/// when the clock is set; nothing runs in between.
@MainActor
final class NightLight {
    /// The wall clock, as this needs it.
    struct Clock {
        /// Seconds since 1970.
        var now: () -> Double
        var zone: () -> TimeZone
        /// Has `look()` called at that time, and when the clock is set; the call before is forgotten.
        var wait: (_ time: Double) -> Void
    }

    private let schedule: BoardNight
    private let clock: Clock
    /// How bright the panels are at the most; nil by day.
    private(set) var limit: Double?
    private let onChange: (Double?) -> Void

    init(_ schedule: BoardNight, clock: Clock, onChange: @escaping (Double?) -> Void) {
        self.schedule = schedule
        self.clock = clock
        self.onChange = onChange
    }

    /// To be called at first, and whenever the clock says so.
    func look() {
        let (now, zone) = (clock.now(), clock.zone())
        let new = schedule.limit(at: now, in: zone)
        if new != limit {
            limit = new
            onChange(new)
        }
        clock.wait(schedule.nextLook(after: now, in: zone))
    }
}

/// The system's wall clock with a timer on it. Lives as long as the process.
@MainActor
final class WallTimer {
    private let descriptor: Int32
    private var source: (any DispatchSourceRead)?
    /// Called when the time has come or the clock was set.
    var onLook: (() -> Void)?

    /// Nil where the system gives no timer.
    init?() {
        descriptor = vitrine_wall_timer()
        guard descriptor >= 0 else { return nil }
        let descriptor = descriptor
        let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
        source.setEventHandler { [weak self] in
            MainActor.assumeIsolated {
                _ = vitrine_suspend_watch_clear(descriptor)
                self?.onLook?()
            }
        }
        source.activate()
        self.source = source
    }

    var clock: NightLight.Clock {
        NightLight.Clock(
            now: { vitrine_wall_seconds() },
            zone: {
                // The zone may have been set since it was read.
                NSTimeZone.resetSystemTimeZone()
                return TimeZone.current
            },
            wait: { [descriptor] time in _ = vitrine_wall_timer_at(descriptor, time) })
    }
}
