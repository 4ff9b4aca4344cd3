internal import Foundation
internal import Motion

/// Animations that run in the group's time, which the group's timing and pace shape (fact A-109). They end with the
/// group at the latest; delegates of animations in a group are not called, and only the group goes away at its end.
///
/// Groups in groups go 64 levels deep, and a group has at most 16,384 animations in all of them together; what is beyond
/// is left out, and the log says so.
@preconcurrency @MainActor
open class CAAnimationGroup: CAAnimation {
    private final var list: [CAAnimation]?

    public required init() { super.init() }

    /// Copied when the group is added to a layer. One without a duration lasts as long as the group.
    open var animations: [CAAnimation]? {
        get { list }
        set {
            guard canChange("animations") else { return }
            // A group inside itself would never end.
            var known: Set<ObjectIdentifier> = []
            var level = (newValue ?? []).compactMap { $0 as? CAAnimationGroup }
            var depth = 1
            while !level.isEmpty {
                depth += 1
                if level.contains(where: { $0 === self }) {
                    LayerLog.note("A CAAnimationGroup was put into itself; ignored.")
                    return
                }
                if depth > Self.depthLimit {
                    LayerLog.noteOnce("CAAnimationGroups are nested deeper than \(Self.depthLimit) levels; ignored.")
                    return
                }
                known.formUnion(level.map { ObjectIdentifier($0) })
                let below = level.flatMap { $0.list ?? [] }.compactMap { $0 as? CAAnimationGroup }
                var next: Set<ObjectIdentifier> = []
                level = below.filter {
                    !known.contains(ObjectIdentifier($0)) && next.insert(ObjectIdentifier($0)).inserted
                }
            }
            list = newValue
        }
    }

    private static let depthLimit = 64
    private static let countLimit = 16_384
    /// Of the copy being made: how deep it is by now, and how many animations it still takes.
    private static var depth = 0
    private static var left = 0

    override func takeValues(of other: CAAnimation) {
        super.takeValues(of: other)
        guard let other = other as? CAAnimationGroup, let animations = other.list else { return }
        if Self.depth == 0 { Self.left = Self.countLimit }
        Self.depth += 1
        defer { Self.depth -= 1 }
        var copies: [CAAnimation] = []
        for animation in animations {
            guard Self.depth <= Self.depthLimit, Self.left > 0 else {
                LayerLog.noteOnce(
                    "A CAAnimationGroup has more than \(Self.depthLimit) levels or \(Self.countLimit) animations; the "
                        + "rest is left out.")
                break
            }
            Self.left -= 1
            copies.append(animation.duplicate())
        }
        list = copies
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
