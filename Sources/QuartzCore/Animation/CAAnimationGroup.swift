internal import Foundation
internal import Motion

/// Animations that run in the group's time, which the group's timing and pace shape (fact A-109). They end with the
/// group at the latest; delegates of animations in a group are not called, and only the group goes away at its end.
@preconcurrency @MainActor
open class CAAnimationGroup: CAAnimation {
    private final var list: [CAAnimation]?

    public required init() { super.init() }

    /// Copied when the group is added to a layer. One without a duration lasts as long as the group.
    open var animations: [CAAnimation]? {
        get { list }
        set {
            guard canChange("animations") else { return }
            var pending = newValue ?? []
            // A group inside itself would never end.
            while let animation = pending.popLast() {
                if animation === self {
                    LayerLog.note("A CAAnimationGroup was put into itself; ignored.")
                    return
                }
                if let group = animation as? CAAnimationGroup { pending += group.list ?? [] }
            }
            list = newValue
        }
    }

    override func takeValues(of other: CAAnimation) {
        super.takeValues(of: other)
        guard let other = other as? CAAnimationGroup else { return }
        list = other.list?.map { $0.duplicate() }
    }

    override func motions(in scene: MotionScene, timing: MediaTiming) -> [LayerAnimation] {
        guard let list else { return [] }
        var scene = scene
        scene.group = GroupTiming(timing: timing, curve: pace?.curve ?? .linear, parent: scene.group)
        return list.flatMap { animation in
            var inner = animation.timing
            if !(inner.duration > 0) { inner.duration = timing.duration }
            return animation.motions(in: scene, timing: inner)
        }
    }
}
