public import Foundation
import Motion

// Apple has an asynchronous form of `animateKeyframes` and of an animator's completion, and of no other animation: with
// one of `animate(withDuration:…)`, a call that waits for nothing would not compile in an asynchronous function any more.
// The forms that wait take a `Duration` instead, so that those of Apple's systems go on meaning what they mean there. Both
// understand `withDuration: .zero`, which in an asynchronous function is the one that waits: write 0 for the other.

extension UIView {
    /// Animates the changes that `animations` makes to views, and waits for the end:
    ///
    ///     await UIView.animate(withDuration: .milliseconds(300)) { badge.alpha = 1 }
    ///
    /// The animation begins with the call, as in the form with a completion. One that repeats for ever ends when it is
    /// removed. Cancelling the task neither stops the animation nor ends the wait: remove the animations for that.
    ///
    /// - Parameters:
    ///   - duration: zero or less changes at once; the call then returns with the next commit.
    ///   - delay: during which the old values are shown.
    /// - Returns: true at the natural end, false if an animation was removed before or its view has left the window.
    @discardableResult
    public static func animate(
        withDuration duration: Duration, delay: Duration = .zero, options: AnimationOptions = [],
        animations: @escaping () -> Void
    ) async -> Bool {
        await ended { completion in
            animate(
                withDuration: duration.seconds, delay: delay.seconds, options: options, animations: animations,
                completion: completion)
        }
    }

    /// Moves like a spring that is at rest after `duration`, and waits for that; see the form with a completion.
    @discardableResult
    public static func animate(
        withDuration duration: Duration, delay: Duration = .zero, usingSpringWithDamping dampingRatio: CGFloat,
        initialSpringVelocity velocity: CGFloat = 0, options: AnimationOptions = [], animations: @escaping () -> Void
    ) async -> Bool {
        await ended { completion in
            animate(
                withDuration: duration.seconds, delay: delay.seconds, usingSpringWithDamping: dampingRatio,
                initialSpringVelocity: velocity, options: options, animations: animations, completion: completion)
        }
    }

    /// Moves like a spring described by feel, and waits until it is at rest; see the form with a completion.
    @discardableResult
    public static func animate(
        springDuration duration: Duration, bounce: CGFloat = 0, initialSpringVelocity velocity: CGFloat = 0,
        delay: Duration = .zero, options: AnimationOptions = [], animations: @escaping () -> Void
    ) async -> Bool {
        await ended { completion in
            animate(
                springDuration: duration.seconds, bounce: bounce, initialSpringVelocity: velocity,
                delay: delay.seconds, options: options, animations: animations, completion: completion)
        }
    }

    /// Passes from what `view` looked like before `animations` to what it looks like after them, and waits for the end;
    /// see the form with a completion.
    @discardableResult
    public static func transition(
        with view: UIView, duration: Duration, options: AnimationOptions = [], animations: (() -> Void)? = nil
    ) async -> Bool {
        await ended { completion in
            transition(
                with: view, duration: duration.seconds, options: options, animations: animations,
                completion: completion)
        }
    }

    /// Puts `toView` in the place of `fromView`, and waits for the end; see the form with a completion.
    @discardableResult
    public static func transition(
        from fromView: UIView, to toView: UIView, duration: Duration, options: AnimationOptions = []
    ) async -> Bool {
        await ended { completion in
            transition(
                from: fromView, to: toView, duration: duration.seconds, options: options, completion: completion)
        }
    }

    /// Animates keyframes as the form with a completion does, and waits for the end: true for the natural one, false if an
    /// animation was removed before. Cancelling the task neither stops the animation nor ends the wait.
    @discardableResult
    public static func animateKeyframes(
        withDuration duration: TimeInterval, delay: TimeInterval, options: KeyframeAnimationOptions = [],
        animations: @escaping () -> Void
    ) async -> Bool {
        await ended { completion in
            animateKeyframes(
                withDuration: duration, delay: delay, options: options, animations: animations,
                completion: completion)
        }
    }

    /// Begins an animation with a completion, and waits until that is called.
    private static func ended(_ begin: (@escaping (Bool) -> Void) -> Void) async -> Bool {
        await withCheckedContinuation { continuation in begin { continuation.resume(returning: $0) } }
    }
}

extension UIViewPropertyAnimator {
    /// Waits until it comes to rest, and tells where: `.current` when it was stopped without finishing, which calls no
    /// completion.
    @discardableResult
    public func addCompletion() async -> UIViewAnimatingPosition {
        await withCheckedContinuation { continuation in
            addWaiter { continuation.resume(returning: $0) }
        }
    }
}

extension Duration {
    /// As Core Animation counts it.
    fileprivate var seconds: TimeInterval {
        Double(components.seconds) + Double(components.attoseconds) * 1e-18
    }
}
