public import Foundation
import Motion

// Animating views: the changes in the block take effect in the model at once, and the picture follows (fact A-02).

extension UIView {
    /// Animates the changes that `animations` makes to views.
    ///
    /// - Parameters:
    ///   - duration: seconds; 0 or less changes at once.
    ///   - delay: seconds during which the old values are shown.
    ///   - completion: called once, on the main thread: with true at the natural end, with false if an animation was
    ///     removed before. Without anything to animate it comes with the next commit (fact A-25).
    public static func animate(
        withDuration duration: TimeInterval, delay: TimeInterval, options: AnimationOptions = [],
        animations: @escaping () -> Void, completion: ((Bool) -> Void)? = nil
    ) {
        let block = AnimationBlock(duration: duration, delay: delay, options: options, completion: completion)
        block.run(animations)
    }

    /// Without delay, easing in and out (fact A-09).
    public static func animate(
        withDuration duration: TimeInterval, animations: @escaping () -> Void, completion: ((Bool) -> Void)? = nil
    ) {
        animate(withDuration: duration, delay: 0, options: [], animations: animations, completion: completion)
    }

    /// Moves like a spring that is at rest after `duration` (facts ).
    ///
    /// - Parameters:
    ///   - dampingRatio: 1 does not overshoot; smaller ones swing longer.
    ///   - velocity: at the start, in ways per second; positive towards the target.
    public static func animate(
        withDuration duration: TimeInterval, delay: TimeInterval, usingSpringWithDamping dampingRatio: CGFloat,
        initialSpringVelocity velocity: CGFloat, options: AnimationOptions = [], animations: @escaping () -> Void,
        completion: ((Bool) -> Void)? = nil
    ) {
        let spring = SpringCurve(dampingRatio: dampingRatio, duration: duration, initialVelocity: velocity)
        let block = AnimationBlock(
            duration: duration, delay: delay, options: options, spring: spring, completion: completion)
        block.run(animations)
    }

    /// Moves like a spring described by feel (fact A-68).
    ///
    /// - Parameters:
    ///   - duration: how long it seems to take, seconds; greater than 0.
    ///   - bounce: 0 does not overshoot, 1 swings for ever, less than 0 is sluggish.
    public static func animate(
        springDuration duration: TimeInterval = 0.5, bounce: CGFloat = 0, initialSpringVelocity: CGFloat = 0,
        delay: TimeInterval = 0, options: AnimationOptions = [], animations: () -> Void,
        completion: ((Bool) -> Void)? = nil
    ) {
        let spring = SpringCurve(
            perceptualDuration: duration, bounce: bounce, initialVelocity: initialSpringVelocity)
        let block = AnimationBlock(
            duration: duration > 0 ? spring.settlingDuration : 0, delay: delay, options: options, spring: spring,
            completion: completion)
        block.run(animations)
    }

    /// Inside an animation block: what `animations` changes repeats.
    ///
    /// - Parameter count: fractions are allowed; with `autoreverses` one is there and back (fact A-29).
    public static func modifyAnimations(
        withRepeatCount count: CGFloat, autoreverses: Bool, animations: () -> Void
    ) {
        guard let block = AnimationBlock.current else {
            animations()
            return
        }
        block.withRepeat(count: Float(count), autoreverses: autoreverses, animations)
    }

    // MARK: Whether

    /// Runs `actionsWithoutAnimation` with changes taking effect at once, even inside a block (fact A-30).
    public static func performWithoutAnimation(_ actionsWithoutAnimation: () -> Void) {
        let wereEnabled = AnimationBlock.areEnabled
        AnimationBlock.areEnabled = false
        defer { AnimationBlock.areEnabled = wereEnabled }
        actionsWithoutAnimation()
    }

    public static func setAnimationsEnabled(_ enabled: Bool) { AnimationBlock.areEnabled = enabled }

    /// Default true.
    public static var areAnimationsEnabled: Bool { AnimationBlock.areEnabled }

    /// Seconds; 0 outside a block (fact A-31).
    public static var inheritedAnimationDuration: TimeInterval {
        AnimationBlock.areEnabled ? AnimationBlock.current?.duration ?? 0 : 0
    }
}
