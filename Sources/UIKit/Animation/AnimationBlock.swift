import Foundation
import Motion
import QuartzCore

/// One call of `UIView.animate`: how its changes move, and when all of them are over.
@MainActor
final class AnimationBlock {
    /// Blocks being run, outermost first.
    private static var stack: [AnimationBlock] = []
    static var current: AnimationBlock? { stack.last }
    static var areEnabled = true

    /// Seconds.
    var duration: TimeInterval
    var delay: TimeInterval
    let options: UIView.AnimationOptions
    var curve: UIView.AnimationCurve
    let spring: SpringCurve?
    /// Rounds; infinity for ever.
    var repeatCount: Float
    var autoreverses: Bool

    /// Collects changes instead of animating each; see `UIView.animateKeyframes`.
    var keyframes: KeyframeRecorder?
    /// Takes the animations of the block over; see `UIViewPropertyAnimator`.
    weak var animator: UIViewPropertyAnimator?

    /// Called once, when the first animation starts.
    var started: (() -> Void)?
    var completion: ((Bool) -> Void)?
    private var outstanding = 0
    private var allFinished = true
    private var isRunning = false
    private var resized: [UIView] = []

    /// Takes from the block it stands in what its options do not override (fact A-27).
    init(
        duration: TimeInterval, delay: TimeInterval, options: UIView.AnimationOptions, spring: SpringCurve? = nil,
        completion: ((Bool) -> Void)? = nil
    ) {
        let outer = AnimationBlock.current
        let inherited: UIView.AnimationOptions = [.layoutSubviews, .allowUserInteraction, .beginFromCurrentState]
        if let outer, !options.contains(.overrideInheritedOptions) {
            self.options = options.union(outer.options.intersection(inherited))
        } else {
            self.options = options
        }
        if let outer, spring == nil, duration > 0, !options.contains(.overrideInheritedDuration) {
            self.duration = outer.duration
        } else {
            self.duration = duration
        }
        if let outer, spring == nil, !options.contains(.overrideInheritedCurve) {
            curve = outer.curve
            self.spring = outer.spring
        } else {
            curve = options.curve
            self.spring = spring
        }
        self.delay = max(delay, 0)
        repeatCount = options.contains(.repeat) ? .infinity : 1
        autoreverses = options.contains(.autoreverse)
        self.completion = completion
    }

    /// Whether changes are animated at all.
    var animates: Bool { AnimationBlock.areEnabled && duration > 0 && duration.isFinite }

    // MARK: Running

    func run(_ changes: () -> Void) {
        begin()
        changes()
        end()
    }

    func begin() {
        isRunning = true
        AnimationBlock.stack.append(self)
    }

    func end() {
        if options.contains(.layoutSubviews) {
            for view in resized { view.layoutIfNeeded() }
        }
        resized = []
        addKeyframeAnimations()
        if AnimationBlock.stack.last === self {
            AnimationBlock.stack.removeLast()
        } else {
            AnimationBlock.stack.removeAll { $0 === self }
        }
        isRunning = false
        if outstanding == 0 { completeAfterCommit() }
    }

    func withRepeat(count: Float, autoreverses: Bool, _ changes: () -> Void) {
        let old = (repeatCount, self.autoreverses)
        (repeatCount, self.autoreverses) = (max(count, 0), autoreverses)
        changes()
        (repeatCount, self.autoreverses) = old
    }

    // MARK: Its animations

    func willAnimate(_ view: UIView, resizes: Bool) {
        outstanding += 1
        if resizes, isRunning { resized.append(view) }
        if !options.contains(.allowUserInteraction) { view.animationsBlockingTouches += 1 }
    }

    func willResize(_ view: UIView) {
        if isRunning { resized.append(view) }
    }

    func didStart() {
        guard let started else { return }
        self.started = nil
        started()
    }

    func didAnimate(_ view: UIView?, finished: Bool) {
        outstanding -= 1
        if !finished { allFinished = false }
        if let view, !options.contains(.allowUserInteraction) { view.animationsBlockingTouches -= 1 }
        if outstanding == 0, !isRunning { complete() }
    }

    /// Nothing moves: the completion comes from the run loop all the same, never out of the call (fact A-25).
    private func completeAfterCommit() {
        guard completion != nil else { return }
        CATransaction.afterCommit { self.complete() }
    }

    /// Once, whatever happens (fact A-24).
    private func complete() {
        started = nil
        guard let completion else { return }
        self.completion = nil
        completion(allFinished)
    }
}
