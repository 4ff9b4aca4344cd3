public import Foundation
internal import RenderServer

/// Groups changes of layers into one step that becomes visible as a whole.
///
/// The first change opens an implicit transaction, which is committed when the main run loop is about to wait. Explicit
/// ones nest inside it; the outermost commit lays out, draws and hands the changes to the render server (facts A-80 to
/// Main thread.
@preconcurrency @MainActor
public final class CATransaction: NSObject {
    private struct Level {
        var isExplicit: Bool
        var duration = 0.25
        var disablesActions = false
        var timingFunction: CAMediaTimingFunction?
        /// The innermost group that animations of this level join: its own or an enclosing one's.
        var group: CompletionGroup?
        var ownsGroup = false
        var values: [String: Any]?
    }

    private static var levels: [Level] = []
    private static var isCommitting = false
    /// Layers in no window's tree that have animations to be discarded (fact A-13).
    private static var strays: [CALayer] = []

    /// Called in order at the start of every outermost commit, before layout. UIKit's last chance to change layers.
    package static var willCommit: [() -> Void] = []

    // MARK: Beginning and committing

    /// Opens a transaction inside the present one, with the present one's settings.
    public static func begin() {
        var level = levels.last ?? Level(isExplicit: true)
        level.isExplicit = true
        level.ownsGroup = false
        levels.append(level)
    }

    /// Ends the innermost transaction; the outermost one's changes go to the screen. Without one it does nothing.
    public static func commit() {
        if levels.count > 1 {
            let level = levels.removeLast()
            if level.ownsGroup { close(level.group) }
        } else if levels.count == 1, !isCommitting {
            performCommit()
        }
    }

    /// Commits the implicit transaction now. Waits for explicit ones: does nothing while one is open.
    public static func flush() {
        if levels.count == 1, !levels[0].isExplicit, !isCommitting { performCommit() }
    }

    private nonisolated static let recursiveLock = NSRecursiveLock()
    /// Keeps other threads that call it waiting until `unlock()`; may be nested. It is theirs to agree on: layers are the
    /// main thread's here, and commits do not wait for it.
    public nonisolated static func lock() { recursiveLock.lock() }
    /// Once for each `lock()`, on the same thread.
    public nonisolated static func unlock() { recursiveLock.unlock() }

    /// Whether there is anything that the coming commit will send or call.
    package static var isOpen: Bool { !levels.isEmpty }

    /// Makes the calls to delegates and completion blocks that are owed, now instead of when the run loop turns.
    package static func runCallbacks() { TransactionCallbacks.run() }

    /// Every change of a layer comes by here.
    static func openImplicit() {
        if levels.isEmpty { levels.append(Level(isExplicit: false)) }
    }

    private static func performCommit() {
        isCommitting = true
        for hook in willCommit { hook() }
        // By index: a list of contexts would be memory taken for every commit.
        var index = 0
        while index < LayerContext.count {
            LayerContext.context(at: index)?.prepare()
            index += 1
        }
        let time = MediaClock.now
        for index in 0..<LayerContext.count { LayerContext.context(at: index)?.submit(at: time) }
        discardStrays()

        // Levels that a hook or a delegate opened and left open end with this one.
        isCommitting = false
        while let level = levels.popLast() {
            if level.ownsGroup { close(level.group) }
        }
        for group in emptyGroups { group.fireIfDone() }
        emptyGroups.removeAll(keepingCapacity: true)
        TransactionCallbacks.schedule()
    }

    /// Groups without animations: their blocks come after the outermost commit.
    private static var emptyGroups: [CompletionGroup] = []

    private static func close(_ group: CompletionGroup?) {
        guard let group else { return }
        group.seal()
        if !group.isWaiting { emptyGroups.append(group) }
    }

    // MARK: Animations without a window

    static func addStray(_ layer: CALayer) { strays.append(layer) }

    private static func discardStrays() {
        guard !strays.isEmpty else { return }
        let layers = strays
        strays.removeAll()
        for layer in layers {
            layer.flags.remove(.isStray)
            if layer.context == nil { layer.discardAnimations() }
        }
    }

    // MARK: Settings of the innermost transaction

    /// Seconds that implicit animations take, and explicit ones without a duration. Default 0.25.
    public static func animationDuration() -> CFTimeInterval { levels.last?.duration ?? 0.25 }
    public static func setAnimationDuration(_ dur: CFTimeInterval) {
        guard !dur.isNaN else { return }
        change { $0.duration = dur }
    }

    /// The pace of implicit animations; nil is `default`.
    public static func animationTimingFunction() -> CAMediaTimingFunction? { levels.last?.timingFunction }
    public static func setAnimationTimingFunction(_ function: CAMediaTimingFunction?) {
        change { $0.timingFunction = function }
    }

    /// Whether changes ask for no actions. Default false.
    public static func disableActions() -> Bool { levels.last?.disablesActions ?? false }
    public static func setDisableActions(_ flag: Bool) { change { $0.disablesActions = flag } }

    /// Called on the main thread when all animations added after this in the transaction have ended or were removed; at
    /// once after the commit if there are none. A block that is replaced waits for its own animations alone.
    public static func setCompletionBlock(_ block: (() -> Void)?) {
        openImplicit()
        let index = levels.count - 1
        if levels[index].ownsGroup { close(levels[index].group) }
        let parent = index > 0 ? levels[index - 1].group : nil
        levels[index].group = block == nil ? parent : CompletionGroup(block: block, parent: parent)
        levels[index].ownsGroup = block != nil
    }
    public static func completionBlock() -> (() -> Void)? {
        guard let level = levels.last, level.ownsGroup else { return nil }
        return level.group?.block
    }

    /// The group that an animation added now belongs to.
    static var completionGroup: CompletionGroup? { levels.last?.group }

    /// A setting by name, or a value stored under another name; nil for one never stored.
    public static func value(forKey key: String) -> Any? {
        switch key {
        case kCATransactionAnimationDuration: animationDuration()
        case kCATransactionDisableActions: disableActions()
        case kCATransactionAnimationTimingFunction: animationTimingFunction()
        case kCATransactionCompletionBlock: completionBlock()
        default: levels.last?.values?[key]
        }
    }

    public static func setValue(_ anObject: Any?, forKey key: String) {
        switch key {
        case kCATransactionAnimationDuration:
            setAnimationDuration(anObject.flatMap(AnimatableValue.number) ?? 0)
        case kCATransactionDisableActions:
            setDisableActions((anObject.flatMap(AnimatableValue.number) ?? 0) != 0)
        case kCATransactionAnimationTimingFunction:
            setAnimationTimingFunction(anObject as? CAMediaTimingFunction)
        case kCATransactionCompletionBlock:
            setCompletionBlock(anObject as? () -> Void)
        default:
            change { level in
                var values = level.values ?? [:]
                values[key] = anObject
                level.values = values
            }
        }
    }

    private static func change(_ body: (inout Level) -> Void) {
        openImplicit()
        body(&levels[levels.count - 1])
    }
}

public let kCATransactionAnimationDuration = "animationDuration"
public let kCATransactionDisableActions = "disableActions"
public let kCATransactionAnimationTimingFunction = "animationTimingFunction"
public let kCATransactionCompletionBlock = "completionBlock"
