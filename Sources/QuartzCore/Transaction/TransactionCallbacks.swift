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

    /// Calls everything that is owed, including what these calls add.
    static func run() {
        guard !calls.isEmpty, !isRunning else { return }
        isRunning = true
        var index = 0
        while index < calls.count {
            let call = calls[index]
            index += 1
            switch call {
            case .started(let animation): animation.delegateStorage?.animationDidStart(animation)
            case .stopped(let animation, let finished):
                animation.delegateStorage?.animationDidStop(animation, finished: finished)
            case .block(let block): block()
            }
        }
        calls.removeAll(keepingCapacity: calls.capacity < 64)
        isRunning = false
    }
}
