internal import CoreGraphics
internal import Foundation
internal import Motion

extension CALayer {
    /// Whether looking for an action can find one. Spares most changes the search: it is made for layers that are on
    /// screen, have a delegate or actions, or belong to a subclass, which may override anything.
    final var mayHaveAction: Bool {
        if CATransaction.disableActions() { return false }
        if identifier != 0 || owner != nil || !flags.contains(.isPlainClass) { return true }
        guard let details else { return false }
        return details.actions != nil || details.delegate != nil
    }

    /// Fact A-84.
    final func findAction(forKey event: String) -> (any CAAction)? {
        if let action = delegate?.action(for: self, forKey: event) ?? details?.actions?[event]
            ?? styleAction(forKey: event) ?? type(of: self).defaultAction(forKey: event)
        {
            return action is NSNull ? nil : action
        }
        return implicitAnimation(forKey: event) ?? implicitTransition(forKey: event)
    }

    /// The action that goes with a change that is about to be made. One that has no values of its own starts at the value
    /// before the change.
    final func prepareAction(forKey event: String) -> (any CAAction)? {
        guard let action = action(forKey: event), !(action is NSNull) else { return nil }
        guard let basic = action as? CABasicAnimation, basic.hasNoValues else { return action }
        guard let key = basic.keyPath.flatMap(layerKey) ?? layerKey(event) else {
            let path = basic.keyPath ?? event
            guard let start = customValueOnScreen(forKey: path), let animation = basic.duplicate() as? CABasicAnimation
            else { return action }
            animation.keyPath = path
            animation.fromValue = start
            return animation
        }
        guard let animation = basic.duplicate() as? CABasicAnimation else { return action }
        if animation.keyPath == nil { animation.keyPath = key.rawValue }
        animation.fromValue = valueOnScreen(for: key)
        return animation
    }

    /// What a committed layer does when nobody says otherwise (facts ).
    private func implicitAnimation(forKey event: String) -> CABasicAnimation? {
        if identifier != 0, !flags.contains(.isPlainClass), animatesByItself(event) {
            return implicitAnimation(event, from: customValueOnScreen(forKey: event))
        }
        guard identifier != 0, let key = layerKey(event), key.isImplicitlyAnimated else { return nil }
        if key == .backgroundColor && (colorStorage == nil || colorStorage?.pattern != nil) { return nil }
        // A value that is too long to move changes at once.
        if key.family == .special, specialContent()?.value(of: key) == nil { return nil }
        let start = valueOnScreen(for: key)
        // There is no way to an outline from nothing.
        if key == .path || key == .shadowPath, start == nil { return nil }
        return implicitAnimation(event, from: start)
    }

    private func implicitAnimation(_ event: String, from start: Any?) -> CABasicAnimation {
        let animation = CABasicAnimation(keyPath: event)
        animation.fromValue = start
        animation.duration = CATransaction.animationDuration()
        animation.timingFunction = CATransaction.animationTimingFunction() ?? CAMediaTimingFunction(name: .default)
        animation.fillMode = .backwards
        return animation
    }

    /// The same for what has no way in between (fact A-85). The layer that fills the screen has nothing it could pass in.
    private func implicitTransition(forKey event: String) -> CATransition? {
        guard identifier != 0, Self.transitionKeys.contains(event), context?.rootLayer !== self else { return nil }
        let transition = CATransition()
        transition.duration = CATransaction.animationDuration()
        transition.timingFunction = CATransaction.animationTimingFunction() ?? CAMediaTimingFunction(name: .default)
        return transition
    }

    private static let transitionKeys: Set<String> = [
        "hidden", "geometryFlipped", "masksToBounds", "mask", "sublayers", "filters", "backgroundFilters",
        "compositingFilter", "maskedCorners",
    ]

    /// Where an animation of `key` takes off: the model's value, unless one is under way.
    private func valueOnScreen(for key: LayerKey) -> Any? {
        if key.family == .object { return objectOnScreen(for: key) }
        var whole = motionValue(for: key.property)
        if let details,
            details.animations.contains(where: { $0.motions.contains { $0.key.property == key.property } })
        {
            whole = presentedValue(for: key.property)
        }
        return AnimatableValue.value(key.part(of: whole), for: key)
    }
}

extension LayerKey {
    /// Fact A-85: whole properties whose change animates by itself.
    fileprivate var isImplicitlyAnimated: Bool {
        switch self {
        case .bounds, .position, .zPosition, .anchorPoint, .anchorPointZ, .transform, .sublayerTransform, .opacity,
            .backgroundColor, .cornerRadius, .borderWidth, .borderColor, .contentsRect, .contentsCenter, .contentsScale,
            .shadowColor, .shadowOpacity, .shadowOffset, .shadowRadius, .contents, .path, .shadowPath:
            true
        default: family == .special
        }
    }
}
