/// A completion block and the animations it waits for: those added in its transaction and the ones inside after it was
/// set (fact A-83).
@MainActor
package final class CompletionGroup {
    let block: (() -> Void)?
    /// The group of the enclosing transaction, which waits for this one's animations too.
    private let parent: CompletionGroup?
    private var runningCount = 0
    private var isSealed = false
    private var hasFired = false

    init(block: (() -> Void)?, parent: CompletionGroup?) {
        self.block = block
        self.parent = parent
    }

    var isWaiting: Bool { runningCount > 0 }

    func animationAdded() {
        runningCount += 1
        parent?.animationAdded()
    }

    func animationEnded() {
        runningCount -= 1
        fireIfDone()
        parent?.animationEnded()
    }

    /// No further animation joins: the block was replaced, or its transaction is over.
    func seal() {
        isSealed = true
    }

    func fireIfDone() {
        guard isSealed, runningCount == 0, !hasFired else { return }
        hasFired = true
        if let block { TransactionCallbacks.add(.block(block)) }
    }
}
