internal import Dispatch
internal import Foundation

/// Whether main-actor code may run right here.
package enum MainQueue {
    private static let key: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    /// The process's first thread, or whichever thread serves the main queue: once `dispatchMain()` was called, as
    /// programs with an asynchronous `main` do, that is another one.
    package static var isCurrent: Bool { Thread.isMainThread || DispatchQueue.getSpecific(key: key) == true }
}
