import Synchronization

/// Carries pointer events from the thread that reads devices to the thread that handles them, in order. Any number of
/// threads may put in; one takes out.
public final class PointerQueue: Sendable {
    private let events = Mutex<[PointerEvent]>([])
    private let wake: @Sendable () -> Void
    /// What waits at the most while nobody reads; then the oldest are forgotten.
    static let capacity = 1024

    /// - Parameter wake: called once each time the queue goes from empty to not empty, on the thread that put something in,
    ///   with no lock held.
    public init(wake: @escaping @Sendable () -> Void = {}) { self.wake = wake }

    public func push(_ event: PointerEvent) {
        let mustWake = events.withLock { events in
            if let merged = events.last?.merged(with: event) {
                events[events.count - 1] = merged
                return false
            }
            if events.count == Self.capacity { events.removeFirst(Self.capacity / 2) }
            events.append(event)
            return events.count == 1
        }
        if mustWake { wake() }
    }

    /// Appends everything to `list`, oldest first, and leaves the queue empty.
    public func drain(into list: inout [PointerEvent]) {
        events.withLock { events in
            list.append(contentsOf: events)
            events.removeAll(keepingCapacity: true)
        }
    }

    public var count: Int { events.withLock { $0.count } }
}
