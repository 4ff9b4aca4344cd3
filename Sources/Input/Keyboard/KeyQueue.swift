import Synchronization

/// Carries keys from the thread that reads keyboards to the thread that handles them, in order.
///
/// Any number of threads may put in; one takes out. While nobody reads for so long that `capacity` is reached, further keys
/// that go down are dropped together with their going up: what is in the queue keeps its end.
public final class KeyQueue: Sendable {
    private struct State {
        var events: [KeyEvent] = []
        /// Down and dropped, by device and keycode.
        var dropped: Set<UInt64> = []
    }

    private let state: Mutex<State>
    private let wake: @Sendable () -> Void
    private let capacity: Int

    /// - Parameter wake: called once each time the queue goes from empty to not empty, on the thread that put something in,
    ///   with no lock held.
    public init(capacity: Int = 4096, wake: @escaping @Sendable () -> Void = {}) {
        self.capacity = max(capacity, 1)
        self.wake = wake
        state = Mutex(State())
    }

    public func push(_ event: KeyEvent) {
        let mustWake = state.withLock { state in
            let key = UInt64(event.deviceID) << 32 | UInt64(event.keycode)
            if event.phase == .began {
                if state.events.count >= capacity {
                    state.dropped.insert(key)
                    return false
                }
            } else if state.dropped.remove(key) != nil {
                return false
            }
            state.events.append(event)
            return state.events.count == 1
        }
        if mustWake { wake() }
    }

    /// Appends everything to `events`, oldest first, and leaves the queue empty.
    public func drain(into events: inout [KeyEvent]) {
        state.withLock { state in
            events.append(contentsOf: state.events)
            state.events.removeAll(keepingCapacity: true)
        }
    }

    public var count: Int { state.withLock { $0.events.count } }
}
