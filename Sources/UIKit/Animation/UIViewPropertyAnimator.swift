import CoreGraphics
public import Foundation
import QuartzCore

/// Animates changes to views, and can be paused, scrubbed, reversed, stopped and continued on the way (fact A-70).
///
/// The changes are made when the animation starts; the model has its final values from then on. A paused animator shows
/// `fractionComplete` of the way. Main thread.
@preconcurrency @MainActor
open class UIViewPropertyAnimator: NSObject, UIViewImplicitlyAnimating {
    /// Seconds; for a spring of mass, stiffness and damping its settling time.
    public private(set) final var duration: TimeInterval
    public final let timingParameters: (any UITimingCurveProvider)?
    /// Seconds before it starts to move.
    public private(set) final var delay: TimeInterval = 0
    /// Whether the animated views receive touches. Default true.
    open var isUserInteractionEnabled = true
    /// Whether the application does its own hit testing of moving views. Hit testing takes the model's places in either
    /// case (fact A-26), so nothing depends on it. Default false.
    open var isManualHitTestingEnabled = false
    /// Whether it can be paused and stopped. Default true; changes count before it starts.
    open var isInterruptible = true
    /// Whether a paused animator moves in proportion to `fractionComplete`, whatever its curve. Default true.
    open var scrubsLinearly = true
    /// Whether it stays active, paused, when it comes to its end; no completion is called then. Default false.
    open var pausesOnCompletion = false

    public private(set) final var state = UIViewAnimatingState.inactive
    public private(set) final var isRunning = false

    private var blocks: [(changes: () -> Void, delay: Double)] = []
    private var completions: [(UIViewAnimatingPosition) -> Void] = []
    /// Called like the completions, and when it is stopped without finishing, too: whoever waits must not wait for ever.
    private var waiters: [(UIViewAnimatingPosition) -> Void] = []
    private var pieces: [AnimatorPiece] = []
    private var delayOfPieces = 0.0
    private var reversed = false
    /// Share of the way, 0…1, that a paused animator shows.
    private var pausedShare = 0.0
    private var run: AnimatorRun?
    /// Animations of the present run that are not over.
    private var outstanding = 0
    private var wereFinished = true

    private var runCount = 0

    /// Those that move stay alive until they come to rest.
    private static var running: Set<UIViewPropertyAnimator> = []

    // MARK: Making one

    /// - Parameter duration: seconds; see the property.
    public init(duration: TimeInterval, timingParameters parameters: any UITimingCurveProvider) {
        let own = parameters.springTimingParameters?.ownDuration
        self.duration = own ?? (duration.isFinite ? max(duration, 0) : 0)
        timingParameters = parameters
    }

    public convenience init(duration: TimeInterval, curve: UIView.AnimationCurve, animations: (() -> Void)? = nil) {
        self.init(duration: duration, timingParameters: UICubicTimingParameters(animationCurve: curve))
        if let animations { addAnimations(animations) }
    }

    public convenience init(
        duration: TimeInterval, controlPoint1 point1: CGPoint, controlPoint2 point2: CGPoint,
        animations: (() -> Void)? = nil
    ) {
        self.init(
            duration: duration,
            timingParameters: UICubicTimingParameters(controlPoint1: point1, controlPoint2: point2))
        if let animations { addAnimations(animations) }
    }

    public convenience init(duration: TimeInterval, dampingRatio ratio: CGFloat, animations: (() -> Void)? = nil) {
        self.init(duration: duration, timingParameters: UISpringTimingParameters(dampingRatio: ratio))
        if let animations { addAnimations(animations) }
    }

    /// Makes one that runs at once.
    @discardableResult
    open class func runningPropertyAnimator(
        withDuration duration: TimeInterval, delay: TimeInterval, options: UIView.AnimationOptions = [],
        animations: @escaping () -> Void, completion: ((UIViewAnimatingPosition) -> Void)? = nil
    ) -> UIViewPropertyAnimator {
        let animator = UIViewPropertyAnimator(duration: duration, curve: options.curve, animations: animations)
        animator.isUserInteractionEnabled = options.contains(.allowUserInteraction)
        if let completion { animator.addCompletion(completion) }
        animator.startAnimation(afterDelay: delay)
        return animator
    }

    // MARK: What it does

    /// Changes that begin after a share of the duration, 0…1, and take the rest. Added to a moving or paused animator, they
    /// take what is left.
    open func addAnimations(_ animation: @escaping () -> Void, delayFactor: CGFloat) {
        let factor = delayFactor.isFinite ? min(max(Double(delayFactor), 0), 1) : 0
        guard state == .active else {
            if state == .stopped {
                LayerLog.note("Animations were added to a stopped UIViewPropertyAnimator; ignored.")
            } else {
                blocks.append((animation, factor))
            }
            return
        }
        let share = currentShare
        let left = reversed ? 0 : share
        collect([(animation, left + (1 - left) * factor)])
        if isRunning { restart() } else { showPaused() }
    }
    open func addAnimations(_ animation: @escaping () -> Void) { addAnimations(animation, delayFactor: 0) }

    /// Called once when it comes to rest, with where.
    open func addCompletion(_ completion: @escaping (UIViewAnimatingPosition) -> Void) {
        completions.append(completion)
    }
    final func addWaiter(_ waiter: @escaping (UIViewAnimatingPosition) -> Void) { waiters.append(waiter) }

    // MARK: Moving

    open func startAnimation() { startAnimation(afterDelay: 0) }

    /// - Parameter delay: seconds; only before the first start.
    open func startAnimation(afterDelay delay: TimeInterval) {
        switch state {
        case .stopped:
            LayerLog.note("A stopped UIViewPropertyAnimator was started; finish it first.")
        case .active:
            if !isRunning { continueAnimation(withTimingParameters: nil, durationFactor: 0) }
        case .inactive:
            self.delay = delay.isFinite ? max(delay, 0) : 0
            activate()
            begin(to: reversed ? 0 : 1, pace: ownPace, duration: duration, delay: self.delay)
        }
    }

    open func pauseAnimation() {
        if state == .stopped {
            LayerLog.note("A stopped UIViewPropertyAnimator was paused; ignored.")
            return
        }
        if state == .inactive {
            activate()
            pausedShare = reversed ? 1 : 0
            showPaused()
            return
        }
        guard isRunning else { return }
        guard isInterruptible else {
            LayerLog.note("A UIViewPropertyAnimator that is not interruptible was paused; ignored.")
            return
        }
        pausedShare = min(max(currentShare, 0), 1)
        run = nil
        isRunning = false
        Self.running.remove(self)
        showPaused()
    }

    /// Goes on from where it is paused.
    ///
    /// - Parameters:
    ///   - parameters: another pace for the rest; nil for its own.
    ///   - durationFactor: the rest's duration as a factor of `duration`; 0 for what is left of it.
    open func continueAnimation(withTimingParameters parameters: (any UITimingCurveProvider)?, durationFactor: CGFloat)
    {
        guard state == .active, !isRunning else { return }
        let target: Double = reversed ? 0 : 1
        let rest = abs(target - pausedShare)
        var length = durationFactor > 0 && durationFactor.isFinite ? duration * Double(durationFactor) : duration * rest
        var pace = ownPace
        if let parameters {
            if let own = parameters.springTimingParameters?.ownDuration { length = own }
            pace = AnimatorPace(parameters, duration: length)
        } else if let provider = timingParameters, provider.springTimingParameters?.ownDuration == nil {
            pace = AnimatorPace(provider, duration: length)
        }
        begin(to: target, pace: pace, duration: length, delay: 0)
    }

    /// - Parameter withoutFinishing: true makes it inactive at once, with views where they are and no completion; false
    ///   waits for `finishAnimation(at:)`.
    open func stopAnimation(_ withoutFinishing: Bool) {
        guard state == .active else {
            if state == .stopped, withoutFinishing { restWithoutFinishing() }
            return
        }
        guard isInterruptible || !isRunning else {
            LayerLog.note("A UIViewPropertyAnimator that is not interruptible was stopped; ignored.")
            return
        }
        pausedShare = currentShare
        leave(at: .current)
        if withoutFinishing {
            restWithoutFinishing()
        } else {
            state = .stopped
        }
    }

    /// Puts the views of a stopped animator where they are to stay, and calls the completions.
    open func finishAnimation(at finalPosition: UIViewAnimatingPosition) {
        guard state == .stopped else {
            LayerLog.note("A UIViewPropertyAnimator that is not stopped was finished; ignored.")
            return
        }
        for piece in pieces { piece.settle(at: finalPosition, share: piece.share(of: pausedShare)) }
        finish(at: finalPosition)
    }

    // MARK: Where it is

    open var isReversed: Bool {
        get { reversed }
        set {
            guard newValue != reversed else { return }
            let wasRunning = isRunning
            if wasRunning { pauseAnimation() }
            reversed = newValue
            if wasRunning, !isRunning { continueAnimation(withTimingParameters: nil, durationFactor: 0) }
        }
    }

    /// The share of the way that is done, 0…1. Setting it pauses a moving animator, and makes an inactive one active.
    open var fractionComplete: CGFloat {
        get {
            let share = reversed ? 1 - currentShare : currentShare
            return CGFloat(min(max(share, 0), 1))
        }
        set {
            guard newValue.isFinite else { return }
            if isRunning || state == .inactive { pauseAnimation() }
            guard state == .active, !isRunning else { return }
            let fraction = min(max(Double(newValue), 0), 1)
            pausedShare = reversed ? 1 - fraction : fraction
            showPaused()
        }
    }

    private var currentShare: Double {
        guard let run else { return pausedShare }
        return run.share(at: CACurrentMediaTime())
    }

    private var ownPace: AnimatorPace {
        AnimatorPace(timingParameters ?? UICubicTimingParameters(animationCurve: .easeInOut), duration: duration)
    }

    // MARK: Pieces

    private func activate() {
        state = .active
        pausedShare = reversed ? 1 : 0
        let waiting = blocks
        blocks = []
        collect(waiting)
    }

    /// Makes the changes, and notes what they move.
    private func collect(_ blocks: [(changes: () -> Void, delay: Double)]) {
        for (changes, delay) in blocks {
            let options: UIView.AnimationOptions = [.overrideInheritedDuration, .overrideInheritedOptions]
            let block = AnimationBlock(duration: max(duration, .leastNonzeroMagnitude), delay: 0, options: options)
            block.animator = self
            delayOfPieces = delay
            block.run(changes)
        }
    }

    /// From the block that makes the changes.
    func take(_ view: UIView, _ property: AnimatedProperty, from old: Any?, shown: Any?, to new: Any?) {
        guard
            let piece = AnimatorPiece(
                view: view, property: property, from: old, shown: shown, to: new, delay: delayOfPieces)
        else { return }
        pieces.append(piece)
        if !isUserInteractionEnabled { view.animationsBlockingTouches += 1 }
    }

    private func showPaused() {
        // Reports about animations that these replace are about an older run.
        runCount += 1
        for piece in pieces {
            let share = piece.share(of: scrubbed(pausedShare))
            let still = CABasicAnimation()
            still.duration = 1
            still.speed = 0
            still.fillMode = .both
            still.isRemovedOnCompletion = false
            piece.show(still, from: share, to: share)
        }
    }

    /// Where a paused animator is on its way: in proportion, or as its curve has it.
    private func scrubbed(_ share: Double) -> Double {
        scrubsLinearly ? share : ownPace.value(at: share, duration: duration)
    }

    private func restart() {
        guard let run else { return }
        pausedShare = currentShare
        let left = max(run.start + run.duration - CACurrentMediaTime(), 0)
        begin(to: run.to, pace: run.pace, duration: left, delay: 0)
    }

    private func begin(to target: Double, pace: AnimatorPace, duration length: TimeInterval, delay: TimeInterval) {
        runCount += 1
        let start = CACurrentMediaTime() + delay
        let run = AnimatorRun(
            from: scrubbed(pausedShare), to: target, pace: pace, duration: length, start: start, number: runCount)
        self.run = run
        isRunning = true
        Self.running.insert(self)
        wereFinished = true
        guard pieces.isEmpty || !(length > 0) || !UIView.areAnimationsEnabled else {
            outstanding = pieces.count
            for piece in pieces where !run.move(piece, reportingTo: self) { outstanding -= 1 }
            return
        }
        // Nothing moves: it is over with the commit.
        for piece in pieces { piece.remove() }
        CATransaction.afterCommit { [number = runCount] in
            if self.runCount == number { self.runEnded() }
        }
    }

    // MARK: Coming to rest

    func pieceEnded(run number: Int, finished: Bool) {
        guard number == runCount, isRunning else { return }
        outstanding -= 1
        if !finished { wereFinished = false }
        if outstanding <= 0 { runEnded() }
    }

    private func runEnded() {
        guard isRunning else { return }
        let position: UIViewAnimatingPosition = wereFinished ? (reversed ? .start : .end) : .current
        if pausesOnCompletion, wereFinished {
            pausedShare = reversed ? 0 : 1
            run = nil
            isRunning = false
            Self.running.remove(self)
            showPaused()
            return
        }
        pausedShare = position == .current ? currentShare : (reversed ? 0 : 1)
        // What was cut short has the model's values already.
        leave(at: position == .current ? .end : position)
        finish(at: position)
    }

    /// Takes the animations off and leaves the views at a position.
    private func leave(at position: UIViewAnimatingPosition) {
        runCount += 1
        run = nil
        isRunning = false
        for piece in pieces {
            if position != .end { piece.settle(at: position, share: piece.share(of: scrubbed(pausedShare))) }
            piece.remove()
        }
    }

    private func finish(at position: UIViewAnimatingPosition) {
        let waiting = completions + waiters
        completions = []
        waiters = []
        rest()
        for completion in waiting { completion(position) }
    }

    private func restWithoutFinishing() {
        let waiting = waiters
        waiters = []
        rest()
        for waiter in waiting { waiter(.current) }
    }

    private func rest() {
        if !isUserInteractionEnabled {
            for piece in pieces { piece.view?.animationsBlockingTouches -= 1 }
        }
        pieces = []
        state = .inactive
        isRunning = false
        pausedShare = 0
        reversed = false
        Self.running.remove(self)
    }
}
