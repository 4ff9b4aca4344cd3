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
        return implicitAnimation(forKey: event)
    }

    /// The action that goes with a change that is about to be made. One that has no values of its own starts at the value
    /// before the change.
    final func prepareAction(forKey event: String) -> (any CAAction)? {
        guard let action = action(forKey: event), !(action is NSNull) else { return nil }
        guard let basic = action as? CABasicAnimation, basic.hasNoValues else { return action }
        guard let key = basic.keyPath.flatMap(layerKey) ?? layerKey(event),
            let animation = basic.duplicate() as? CABasicAnimation
        else { return action }
        if animation.keyPath == nil { animation.keyPath = key.rawValue }
        animation.fromValue = valueOnScreen(for: key)
        return animation
    }

    /// What a committed layer does when nobody says otherwise (facts ).
    private func implicitAnimation(forKey event: String) -> CABasicAnimation? {
        guard identifier != 0, let key = layerKey(event), key.isImplicitlyAnimated else { return nil }
        if key == .backgroundColor && colorStorage == nil { return nil }
        // A value that is too long to move changes at once.
        if key.family == .special, specialContent()?.value(of: key) == nil { return nil }
        let animation = CABasicAnimation(keyPath: event)
        animation.fromValue = valueOnScreen(for: key)
        animation.duration = CATransaction.animationDuration()
        animation.timingFunction = CATransaction.animationTimingFunction() ?? CAMediaTimingFunction(name: .default)
        animation.fillMode = .backwards
        return animation
    }

    /// Where an animation of `key` takes off: the model's value, unless one is under way.
    private func valueOnScreen(for key: LayerKey) -> Any? {
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
            .shadowColor, .shadowOpacity, .shadowOffset, .shadowRadius:
            true
        default: family == .special
        }
    }
}
