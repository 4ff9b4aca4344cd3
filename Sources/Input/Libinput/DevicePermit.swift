internal import CShims
import Glibc
import Synchronization

/// Whether a seat lets its devices be used just now. Set by whoever hears the seat, heard by the thread that reads them: what
/// a seat has taken back never works again, not even once it is granted anew, so that all devices are closed and opened.
public final class DevicePermit: Sendable {
    /// Readable after each change until `clear`.
    let descriptor = vitrine_descriptor_event()
    private let isGranted = Atomic(true)
    private let revocations = Atomic<UInt>(0)

    public init() {}

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Any thread.
    public func set(isGranted: Bool) {
        if !isGranted { revocations.add(1, ordering: .sequentiallyConsistent) }
        self.isGranted.store(isGranted, ordering: .sequentiallyConsistent)
        if descriptor >= 0 { _ = vitrine_descriptor_signal(descriptor) }
    }

    func clear() {
        var count: UInt64 = 0
        _ = read(descriptor, &count, MemoryLayout<UInt64>.size)
    }

    /// What the reading thread knows of the permit.
    struct Holder {
        enum Step: Hashable { case suspend, resume }

        private var seen: UInt = 0
        private var isSuspended = false

        /// What is to be done next, nil when nothing is. A grant that came before its revocation was heard is two steps.
        mutating func next(_ permit: DevicePermit) -> Step? {
            let revocations = permit.revocations.load(ordering: .sequentiallyConsistent)
            if revocations != seen {
                seen = revocations
                if !isSuspended {
                    isSuspended = true
                    return .suspend
                }
            }
            guard isSuspended, permit.isGranted.load(ordering: .sequentiallyConsistent) else { return nil }
            isSuspended = false
            return .resume
        }
    }
}
