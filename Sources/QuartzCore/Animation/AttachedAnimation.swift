internal import Motion
internal import RenderServer

/// An animation as its layer holds it.
@MainActor
final class AttachedAnimation {
    /// Nil for one added without a key.
    let key: String?
    /// The layer's frozen copy.
    let animation: CAAnimation
    /// Unique in the process; the render server reports the end under it.
    let identifier: UInt64
    /// The completion block that waits for it.
    private let group: CompletionGroup?
    unowned(unsafe) let layer: CALayer
    /// Where it stands in the layer's list, which says so.
    var place = 0

    /// What is evaluated, in this order; empty until the commit that starts it. A group has one for each animation in it.
    /// All have the same start, end and identifier.
    var motions: [LayerAnimation] = []
    /// The pictures and paths that `motions` call by numbers.
    var objects: [(number: UInt32, object: AnimationObject)] = []
    /// The properties that the motions of `LayerKey.custom` drive, in the same order.
    var customNames: [String] = []
    /// Whether the render server has it and does not drop it by itself.
    var isOnServer: Bool { !motions.isEmpty }
    /// Whether the delegate has been told of the start.
    private var hasStarted = false
    /// Whether the active time is over and the delegate knows.
    private(set) var hasEnded = false

    private static var lastIdentifier: UInt64 = 0

    init(_ animation: CAAnimation, key: String?, layer: CALayer, group: CompletionGroup?) {
        self.animation = animation
        self.key = key
        self.layer = layer
        self.group = group
        Self.lastIdentifier += 1
        identifier = Self.lastIdentifier
        group?.animationAdded()
    }

    func start() {
        guard !hasStarted else { return }
        hasStarted = true
        TransactionCallbacks.add(.started(animation))
    }

    /// Tells completion block and delegate once (fact A-113): the block first, except for an animation that never ran
    /// because its layer is in no window (fact A-83).
    func end(finished: Bool, neverRan: Bool = false) {
        guard !hasEnded else { return }
        hasEnded = true
        start()
        if !neverRan { group?.animationEnded() }
        TransactionCallbacks.add(.stopped(animation, finished: finished))
        if neverRan { group?.animationEnded() }
    }
}
