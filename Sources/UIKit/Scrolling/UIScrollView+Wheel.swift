import Foundation
import QuartzCore

// The clicks of a wheel move the content by steps; it glides from one to the next.
extension UIScrollView {
    /// In this time a glide comes nearer to its end by the factor e, seconds.
    static let wheelGlide: CGFloat = 0.06

    /// Goes on by `points`, in the direction a finger would go. False where the content is at its end: what is around it may
    /// scroll then.
    final func turnWheel(by points: CGPoint) -> Bool {
        let from = wheelTarget ?? contentOffset
        let target = rounded(
            clamped(
                CGPoint(
                    x: from.x - (scrollsHorizontally ? points.x : 0), y: from.y - (scrollsVertically ? points.y : 0))))
        guard target != from else { return wheelTarget != nil }
        let isGliding = wheelTarget != nil
        if !isGliding { stop() }
        wheelTarget = target
        guard !isGliding else { return true }
        wheelTime = CACurrentMediaTime()
        glide(with: CADisplayLink(target: self, action: UIScrollView.stepWheel))
        return true
    }

    private func stepWheel(_ link: CADisplayLink) {
        guard let target = wheelTarget else { return stop() }
        let seconds = max(link.targetTimestamp - wheelTime, 0)
        wheelTime = max(link.targetTimestamp, wheelTime)
        let left = exp(-CGFloat(seconds) / Self.wheelGlide)
        let offset = CGPoint(
            x: target.x + (contentOffset.x - target.x) * left, y: target.y + (contentOffset.y - target.y) * left)
        guard distance(offset, target) >= 0.5 else {
            move(to: target)
            endGlide()
            return
        }
        // Unrounded: rounding would hold a slow glide where it is.
        move(to: offset)
    }
}
