import Synchronization

/// What crosses between the main thread and the render thread: commits one way, events the other. Any thread.
final class ServerMailbox: Sendable {
    private struct Contents: Sendable {
        var commits: [Commit] = []
        var emptied: [Commit] = []
        var events: [RenderEvent] = []
        var wantsTick = false
        var isTickFinished = false
        var isStopped = false
        var wantsFullRepaint = false
        var wantsRecovery = false
        var power: PanelPower?
        var taps: [FrameTap] = []
        var cursor: CursorWish?
    }

    /// What the render thread takes in one go.
    struct Delivery {
        var wantsTick: Bool
        var isTickFinished: Bool
        var isStopped: Bool
        var wantsFullRepaint: Bool
        var wantsRecovery: Bool
        var power: PanelPower?
        var hasTaps: Bool
        var hasCursor: Bool
    }

    private let contents = Mutex(Contents())

    // MARK: Main thread

    func emptyCommit() -> Commit {
        contents.withLock { $0.emptied.popLast() } ?? Commit()
    }

    func submit(_ commit: Commit) { contents.withLock { $0.commits.append(commit) } }

    func requestTick() { contents.withLock { $0.wantsTick = true } }

    func finishTick() { contents.withLock { $0.isTickFinished = true } }

    func stop() { contents.withLock { $0.isStopped = true } }

    func attach(_ tap: FrameTap) { contents.withLock { $0.taps.append(tap) } }

    func requestFullRepaint() { contents.withLock { $0.wantsFullRepaint = true } }

    func requestRecovery() { contents.withLock { $0.wantsRecovery = true } }

    func request(_ cursor: CursorWish) { contents.withLock { $0.cursor = cursor } }

    func request(_ power: PanelPower) { contents.withLock { $0.power = power } }

    /// Moves all events, oldest first, into `list`, whose memory the mailbox takes over in exchange.
    func takeEvents(into list: inout [RenderEvent]) {
        list.removeAll(keepingCapacity: true)
        contents.withLock { swap(&$0.events, &list) }
    }

    var hasEvents: Bool { contents.withLock { !$0.events.isEmpty } }

    // MARK: Render thread

    /// Moves all commits, oldest first, into `list`, and reads and clears the requests.
    func take(into list: inout [Commit]) {
        list.removeAll(keepingCapacity: true)
        contents.withLock { swap(&$0.commits, &list) }
    }

    /// Whether a commit waits.
    var hasCommits: Bool { contents.withLock { !$0.commits.isEmpty } }

    func takeRequests() -> Delivery {
        contents.withLock {
            let delivery = Delivery(
                wantsTick: $0.wantsTick, isTickFinished: $0.isTickFinished, isStopped: $0.isStopped,
                wantsFullRepaint: $0.wantsFullRepaint, wantsRecovery: $0.wantsRecovery, power: $0.power,
                hasTaps: !$0.taps.isEmpty, hasCursor: $0.cursor != nil)
            $0.wantsTick = false
            $0.isTickFinished = false
            $0.wantsFullRepaint = false
            $0.wantsRecovery = false
            $0.power = nil
            return delivery
        }
    }

    func takeCursor() -> CursorWish? {
        contents.withLock { contents in
            defer { contents.cursor = nil }
            return contents.cursor
        }
    }

    func takeTaps() -> [FrameTap] {
        contents.withLock { contents in
            defer { contents.taps = [] }
            return contents.taps
        }
    }

    /// Gives an applied commit back for reuse; a few are kept.
    func recycle(_ commit: Commit) {
        commit.removeAll()
        contents.withLock { if $0.emptied.count < 4 { $0.emptied.append(commit) } }
    }

    /// Queues an event; true if the main thread has none waiting and must be woken.
    func post(_ event: RenderEvent) -> Bool {
        contents.withLock {
            $0.events.append(event)
            return $0.events.count == 1
        }
    }
}
