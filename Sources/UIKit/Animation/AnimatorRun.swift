import Foundation
import QuartzCore

/// One stretch of a `UIViewPropertyAnimator`'s movement: from where it stood to where it rests or is stopped.
@MainActor
struct AnimatorRun {
    /// Shares of the way at both ends.
    var from: Double
    var to: Double
    var pace: AnimatorPace
    /// Seconds.
    var duration: TimeInterval
    /// Media time.
    var start: TimeInterval
    /// Marks the reports that are about it.
    var number: Int

    /// The share of the way at a media time.
    func share(at time: TimeInterval) -> Double {
        guard duration > 0 else { return to }
        let elapsed = min(max((time - start) / duration, 0), 1)
        return from + (to - from) * pace.value(at: elapsed, duration: duration)
    }

    /// Has a piece move on its layer; false if its view is gone.
    func move(_ piece: AnimatorPiece, reportingTo animator: UIViewPropertyAnimator) -> Bool {
        guard let layer = piece.view?.layer else { return false }
        let animation: CABasicAnimation
        switch pace {
        case .curve(let curve):
            animation = CABasicAnimation()
            animation.timingFunction = CAMediaTimingFunction(curve: curve)
        case .spring(let spring):
            animation = CASpringAnimation(spring: spring)
        }
        // A piece that waits begins when the whole has come that far, and takes what is then left.
        let way = abs(to - from)
        let wait = to > from && way > 0 ? min(max((piece.delay - from) / way, 0), 1) : 0
        let early = to < from && way > 0 ? min(max((piece.delay - to) / way, 0), 1) : 0
        animation.duration = max(duration * (1 - wait - early), 1e-6)
        animation.fillMode = .both
        animation.isRemovedOnCompletion = false
        animation.beginTime = layer.convertTime(start + duration * wait, from: nil)
        animation.delegate = AnimatorObserver(animator, run: number)
        piece.show(animation, from: min(piece.share(of: from), 1), to: min(piece.share(of: to), 1))
        return true
    }
}

/// Tells an animator when one of its pieces is over.
@MainActor
private final class AnimatorObserver: NSObject, CAAnimationDelegate {
    private weak var animator: UIViewPropertyAnimator?
    private let run: Int

    init(_ animator: UIViewPropertyAnimator, run: Int) {
        self.animator = animator
        self.run = run
        super.init()
    }

    func animationDidStop(_ anim: CAAnimation, finished flag: Bool) { animator?.pieceEnded(run: run, finished: flag) }
}
