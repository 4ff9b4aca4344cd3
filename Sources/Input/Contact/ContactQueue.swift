import Synchronization

/// Carries contacts from the thread that reads a device to the thread that handles them, in order.
///
/// Any number of threads may put in; one takes out. A report is put in as a whole, so a reader never sees half of one.
/// `began`, `ended` and `cancelled` are not lost: a tap shorter than a display frame arrives. Only while nobody reads and
/// the queue is full, moves are merged into a later move of the same contact; and after hours, contacts that both began
/// and ended unread are dropped whole.
public final class ContactQueue: Sendable {
    private let ring: Mutex<ContactRing>
    private let wake: @Sendable () -> Void

    /// - Parameters:
    ///   - capacity: how many contacts fit without more memory being taken.
    ///   - wake: called once each time the queue goes from empty to not empty, on the thread that put something in, with
    ///     no lock held. It should only wake the reader; it must not stop the source.
    public init(capacity: Int = 2048, wake: @escaping @Sendable () -> Void = {}) {
        ring = Mutex(ContactRing(capacity: capacity))
        self.wake = wake
    }

    /// Puts in one report.
    public func push(_ contacts: [Contact]) {
        if contacts.isEmpty { return }
        let wasEmpty = ring.withLock { ring in
            let wasEmpty = ring.count == 0
            for contact in contacts { ring.append(contact) }
            return wasEmpty
        }
        if wasEmpty { wake() }
    }

    /// Puts in one report.
    public func push(_ frame: ContactFrame) {
        push(frame.contacts)
    }

    /// Appends everything to `contacts`, oldest first, and leaves the queue empty. An array that keeps its capacity from
    /// call to call costs no memory.
    public func drain(into contacts: inout [Contact]) {
        ring.withLock { $0.drain(into: &contacts) }
    }

    /// How many contacts wait.
    public var count: Int { ring.withLock { $0.count } }

    /// How many contacts were dropped whole, from their beginning to their end, because nobody read for hours.
    public var droppedStories: Int { ring.withLock { $0.droppedStories } }
}
