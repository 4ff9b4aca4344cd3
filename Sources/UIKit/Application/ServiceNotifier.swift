internal import CSystemd
import Foundation
import QuartzCore

/// Tells systemd how the application is: ready after the first completed flip, a status line, and the watchdog's food.
/// Does nothing where no service manager listens.
@MainActor
final class ServiceNotifier {
    /// Seconds between two proofs of life; nil when no watchdog is set.
    let watchdogInterval: Double?
    /// Whether a service manager listens.
    let isSupervised: Bool

    init(environment: [String: String] = ProcessInfo.processInfo.environment) {
        isSupervised = environment["NOTIFY_SOCKET"] != nil
        var microseconds: UInt64 = 0
        watchdogInterval =
            sd_watchdog_enabled(0, &microseconds) > 0 && microseconds > 0 ? Double(microseconds) / 2_000_000 : nil
    }

    func ready(status: String) { send("READY=1\nSTATUS=\(status)") }

    func status(_ text: String) { send("STATUS=\(text)") }

    /// The start takes longer, for a good reason: it is not to be ended within `seconds` from now.
    func extendStart(by seconds: Double) { send("EXTEND_TIMEOUT_USEC=\(Int(seconds * 1_000_000))") }

    func stopping() { send("STOPPING=1") }

    /// The picture moves, or stands still because nothing has to change: proven by the caller just now.
    func feedWatchdog() { send("WATCHDOG=1") }

    private func send(_ text: String) {
        guard isSupervised else { return }
        _ = sd_notify(0, text)
    }
}
