import QuartzCore

extension MainThread {
    /// What `body` says, or class and address alone on a thread that may not look at the object.
    static func describe(_ object: AnyObject, _ body: @MainActor () -> String) -> String {
        isCurrent ? MainActor.assumeIsolated { body() } : "<\(ObjectDescription.head(of: object))>"
    }
}
