public import Foundation

// Apple has an asynchronous form of these two and of no other animation: with one of `animate(withDuration:…)`, a call
// that waits for nothing would not compile in an asynchronous function any more.

extension UIView {
    /// Animates keyframes as the form with a completion does, and waits for the end: true for the natural one, false if an
    /// animation was removed before. Cancelling the task neither stops the animation nor ends the wait.
    @discardableResult
    public static func animateKeyframes(
        withDuration duration: TimeInterval, delay: TimeInterval, options: KeyframeAnimationOptions = [],
        animations: @escaping () -> Void
    ) async -> Bool {
        await withCheckedContinuation { continuation in
            animateKeyframes(
                withDuration: duration, delay: delay, options: options, animations: animations,
                completion: { continuation.resume(returning: $0) })
        }
    }
}

extension UIViewPropertyAnimator {
    /// Waits until it comes to rest, and tells where. An animator that is stopped without finishing never does.
    @discardableResult
    public func addCompletion() async -> UIViewAnimatingPosition {
        await withCheckedContinuation { continuation in
            addCompletion { continuation.resume(returning: $0) }
        }
    }
}
