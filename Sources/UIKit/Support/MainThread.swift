import Dispatch
import Foundation

/// Whether main-actor code may run right here.
enum MainThread {
    private static let key: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    /// The process's first thread, or whichever thread serves the main queue: once `dispatchMain()` was called, as
    /// programs with an asynchronous `main` do, that is another one.
    static var isCurrent: Bool { Thread.isMainThread || DispatchQueue.getSpecific(key: key) == true }

    /// Runs `body` now if this is the main thread, else when the main queue comes to it.
    static func run(_ body: @escaping @MainActor @Sendable () -> Void) {
        if isCurrent {
            MainActor.assumeIsolated { body() }
        } else {
            DispatchQueue.main.async { body() }
        }
    }
}
