internal import CShims
import Glibc
import Synchronization

/// One seat for several outputs, each on a thread of its own. The first face reads the seat and passes on what it says;
/// the seat is told that the display was let go when the last one has done so.
final class SharedSeat: Seat, @unchecked Sendable {
    // Unchecked: what changes is in `hub`, which is guarded; the rest is set once.

    private final class Hub: Sendable {
        struct State: Sendable {
            /// What each face has not heard yet.
            var pending: [[SeatChange]]
            /// Faces that have not let go.
            var holding: Set<Int> = []
            var open: Set<Int>
        }

        let seat: any Seat
        let state: Mutex<State>
        /// Readable for the faces but the first.
        let events: [Int32]

        init(_ seat: any Seat, count: Int) {
            self.seat = seat
            state = Mutex(State(pending: Array(repeating: [], count: count), open: Set(0..<count)))
            events = (0..<count).map { $0 == 0 ? -1 : vitrine_descriptor_event() }
        }

        deinit { for event in events where event >= 0 { Glibc.close(event) } }
    }

    private let hub: Hub
    private let index: Int
    let fileDescriptor: Int32
    private let isClosed = Atomic(false)

    private init(_ hub: Hub, _ index: Int) {
        self.hub = hub
        self.index = index
        fileDescriptor = index == 0 ? hub.seat.fileDescriptor : hub.events[index]
    }

    static func faces(of seat: any Seat, count: Int) -> [SharedSeat] {
        let hub = Hub(seat, count: count)
        return (0..<count).map { SharedSeat(hub, $0) }
    }

    func nextChange() -> SeatChange? {
        if index == 0 {
            while let change = hub.seat.nextChange() { passOn(change) }
        } else if !isClosed.load(ordering: .relaxed) {
            var count: UInt64 = 0
            _ = read(fileDescriptor, &count, MemoryLayout<UInt64>.size)
        }
        return hub.state.withLock { state in
            state.pending[index].isEmpty ? nil : state.pending[index].removeFirst()
        }
    }

    private func passOn(_ change: SeatChange) {
        hub.state.withLock { state in
            for face in state.pending.indices { state.pending[face].append(change) }
            if change == .revoked { state.holding = state.open }
        }
        for event in hub.events where event >= 0 { _ = vitrine_descriptor_signal(event) }
    }

    func letGo() {
        let isLast = hub.state.withLock { state in
            state.holding.remove(index) != nil && state.holding.isEmpty
        }
        if isLast { hub.seat.letGo() }
    }

    func close() {
        guard !isClosed.exchange(true, ordering: .acquiringAndReleasing) else { return }
        // Nobody waits for who is gone.
        letGo()
        let isLast = hub.state.withLock { state in
            state.open.remove(index)
            return state.open.isEmpty
        }
        if isLast { hub.seat.close() }
    }
}
