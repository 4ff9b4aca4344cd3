import QuartzCore

extension CATransaction {
    /// Runs `changes` in a transaction inside the present one. If none is open yet, the implicit one is opened first, so
    /// that nothing is committed before the run loop turns.
    static func nested(disablingActions: Bool = false, _ changes: () -> Void) {
        setDisableActions(disableActions())
        begin()
        if disablingActions { setDisableActions(true) }
        changes()
        commit()
    }

    /// Calls `block` once, after the coming commit.
    static func afterCommit(_ block: @escaping () -> Void) {
        nested { setCompletionBlock(block) }
    }
}
