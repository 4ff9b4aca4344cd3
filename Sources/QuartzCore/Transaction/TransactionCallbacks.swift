internal import Foundation

/// Calls to delegates and completion blocks that are owed. They are made from the run loop, in order, never inside the
/// change or the commit that caused them (fact A-83).
@MainActor
enum TransactionCallbacks {
    enum Call {
        case started(CAAnimation)
        case stopped(CAAnimation, finished: Bool)
        case block(() -> Void)
    }

    private static var calls: [Call] = []
    private static var isScheduled = false
    private static var isRunning = false

    static func add(_ call: Call) {
        switch call {
        case .started(let animation), .stopped(let animation, _):
            if animation.delegateStorage == nil { return }
        case .block: break
        }
        calls.append(call)
    }

    /// Has what is owed called when the main run loop turns next.
    static func schedule() {
        guard !calls.isEmpty, !isScheduled else { return }
        isScheduled = true
        DispatchQueue.main.async {
            MainActor.assumeIsolated {
                isScheduled = false
                run()
            }
        }
    }

    /// Rounds in one turn of the run loop: what calls add is the next round. Completions that start the next transaction
    /// without end must not keep touches and frames from their turn.
    private static let roundLimit = 100

    /// Calls everything that is owed, including what these calls add; after `roundLimit` rounds of that the rest waits for
    /// the next turn of the run loop.
    static func run() {
        guard !calls.isEmpty, !isRunning else { return }
        isRunning = true
        var index = 0
        var round = 1
        var roundEnd = calls.count
        while index < calls.count {
            if index == roundEnd {
                if round == roundLimit { break }
                round += 1
                roundEnd = calls.count
            }
            let call = calls[index]
            index += 1
            switch call {
            case .started(let animation): animation.delegateStorage?.animationDidStart(animation)
            case .stopped(let animation, let finished):
                animation.delegateStorage?.animationDidStop(animation, finished: finished)
            case .block(let block): block()
            }
        }
        if index == calls.count {
            calls.removeAll(keepingCapacity: calls.capacity < 64)
        } else {
            calls.removeFirst(index)
            LayerLog.noteOnce(
                "Completions and delegates of animations start others without end; the rest is called later.")
        }
        isRunning = false
        schedule()
    }
}
