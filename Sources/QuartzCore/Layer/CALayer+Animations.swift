internal import Foundation
internal import Motion

extension CALayer {
    final func attach(_ original: CAAnimation, forKey key: String?) {
        guard canSet("animations") else { return }
        CATransaction.openImplicit()
        let animation = original.duplicate()
        if !(animation.timing.duration > 0) { animation.timing.duration = CATransaction.animationDuration() }
        animation.isFrozen = true
        // Fact A-101: a layer passes in one way at a time.
        let key = animation.isTransition ? kCATransition : key
        if let key { detachAnimation(forKey: key) }
        made.animations.append(
            AttachedAnimation(animation, key: key, layer: self, group: CATransaction.completionGroup))
        noteChange(.animationsChanged)
        noteStray()
    }

    final func detachAnimation(forKey key: String) {
        guard let details, let attached = details.animations[key] else { return }
        CATransaction.openImplicit()
        details.animations.remove(attached)
        cutShort(attached, details)
        noteChange(.animationsChanged)
    }

    final func detachAnimations() {
        guard let details, !details.animations.isEmpty else { return }
        CATransaction.openImplicit()
        let animations = details.animations
        details.animations.removeAll()
        for attached in animations { cutShort(attached, details) }
        noteChange(.animationsChanged)
    }

    private func cutShort(_ attached: AttachedAnimation, _ details: LayerDetails) {
        context?.forget(attached)
        if attached.isOnServer { details.endedIdentifiers.append(attached.identifier) }
        attached.end(finished: false)
    }

    /// The animation's active time is over.
    final func finish(_ attached: AttachedAnimation) {
        attached.end(finished: true)
        if attached.animation.isRemovedStorage { details?.animations.remove(attached) }
    }

    /// Ends all animations unfinished: the layer is in no window (facts ).
    final func discardAnimations() {
        guard let details, !details.animations.isEmpty else { return }
        let animations = details.animations
        details.animations.removeAll()
        details.endedIdentifiers = []
        for attached in animations { attached.end(finished: false, neverRan: !attached.isOnServer) }
    }

    /// An animation on a layer that is in no window yet: it may enter one before the commit, or else is discarded then.
    final func noteStray() {
        guard identifier == 0, !flags.contains(.isStray) else { return }
        flags.insert(.isStray)
        CATransaction.addStray(self)
    }

    final var attachedKeys: [String]? {
        guard let animations = details?.animations, !animations.isEmpty else { return nil }
        let keys = animations.compactMap(\.key)
        return keys.isEmpty ? nil : keys
    }

    final func attached(forKey key: String) -> AttachedAnimation? {
        details?.animations[key]
    }

    /// Makes what the commit at media time `time` sends for `attached`: its begin time becomes a time, and a missing end
    /// the model's value now.
    final func start(_ attached: AttachedAnimation, at time: Double) {
        let animation = attached.animation
        if animation.timing.beginTime == 0 { animation.timing.beginTime = localTime(fromMedia: time) }
        let scene = MotionScene(layer: self, identifier: attached.identifier, isRemoved: animation.isRemovedStorage)
        attached.motions = animation.motions(in: scene, timing: animation.timing)
        attached.objects = AnimationObjects.take()
        attached.customNames = AnimationObjects.takeNames()
        // An animation of something that the render server does not know changes nothing there but takes its time.
        if attached.motions.isEmpty {
            attached.motions = [
                LayerAnimation(
                    identifier: attached.identifier, key: .zPosition, timing: animation.timing,
                    course: .basic(from: nil, to: nil, by: nil, curve: .linear), isAdditive: true,
                    isRemovedOnCompletion: animation.isRemovedStorage)
            ]
        }
    }
}

/// Where an animation runs: what it asks to become what is evaluated.
@MainActor
struct MotionScene {
    var layer: CALayer
    var identifier: UInt64
    /// Whether the outermost animation goes away at its end.
    var isRemoved: Bool
    var group: GroupTiming?
}
