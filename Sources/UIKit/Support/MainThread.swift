import Dispatch
import QuartzCore

/// Main-actor code for whatever thread asks.
enum MainThread {
    static var isCurrent: Bool { MainQueue.isCurrent }

    /// Runs `body` now if this is the main thread, else when the main queue comes to it.
    static func run(_ body: @escaping @MainActor @Sendable () -> Void) {
        if isCurrent {
            MainActor.assumeIsolated { body() }
        } else {
            DispatchQueue.main.async { body() }
        }
    }
}
