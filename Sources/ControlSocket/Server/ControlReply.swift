import Synchronization

/// The way back to one client. Any thread; nothing here waits.
public final class ControlReply: Sendable {
    private struct State {
        /// Messages that were not handed to the kernel yet.
        var waiting: [[UInt8]] = []
        var waitingBytes = 0
        var isOver = false
        var isClosed = false
        var count = 0
    }

    /// Bytes that may wait for a client that does not read.
    static let maximumWaitingBytes = 96 << 20

    private let state = Mutex(State())
    private let wake: @Sendable () -> Void

    init(wake: @escaping @Sendable () -> Void) { self.wake = wake }

    /// Whether anybody is there to be told something.
    public var isOpen: Bool { state.withLock { !$0.isClosed && !$0.isOver } }

    /// Whether all that was said has gone to the client: one that reads slowly is told less, instead of later.
    public var isCaughtUp: Bool { state.withLock { $0.waiting.isEmpty && !$0.isClosed } }

    /// Says something; `isLast` ends the conversation once it was read. Without effect after the end.
    public func send(_ message: ControlMessage, isLast: Bool = true) {
        let bytes = message.encoded
        let isNews = state.withLock { state in
            guard !state.isClosed, !state.isOver else { return false }
            state.isOver = isLast
            state.count += 1
            if state.waitingBytes + bytes.count > Self.maximumWaitingBytes {
                // Nobody reads this any more.
                state.isOver = true
                return true
            }
            state.waiting.append(bytes)
            state.waitingBytes += bytes.count
            return true
        }
        if isNews { wake() }
    }

    // MARK: The server's thread

    struct Progress {
        var waiting: [[UInt8]]
        var isOver: Bool
        var hasAnswered: Bool
    }

    /// The messages that wait; they stay until `didHandOver`, so that `isCaughtUp` tells the truth.
    func progress() -> Progress {
        state.withLock { Progress(waiting: $0.waiting, isOver: $0.isOver, hasAnswered: $0.count > 0) }
    }

    func didHandOver(count: Int) {
        state.withLock { state in
            for message in state.waiting.prefix(count) { state.waitingBytes -= message.count }
            state.waiting.removeFirst(count)
        }
    }

    func close() {
        state.withLock { state in
            state.isClosed = true
            state.waiting = []
            state.waitingBytes = 0
        }
    }
}
