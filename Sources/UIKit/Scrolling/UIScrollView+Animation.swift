import Foundation
import Motion
import QuartzCore

// Content that goes somewhere by itself because the program says so.
extension UIScrollView {
    /// The way from one offset to another.
    struct OffsetAnimation {
        let start: CGPoint
        let end: CGPoint
        let startTime: TimeInterval

        /// Seconds (fact S-08).
        static let duration: TimeInterval = 0.3

        func offset(at time: TimeInterval) -> CGPoint {
            let progress = min(max((time - startTime) / Self.duration, 0), 1)
            let share = CGFloat(TimingCurve.easeInEaseOut.value(at: progress))
            return CGPoint(x: start.x + (end.x - start.x) * share, y: start.y + (end.y - start.y) * share)
        }

        func isOver(at time: TimeInterval) -> Bool { time - startTime >= Self.duration }
    }

    final func animateOffset(to target: CGPoint) {
        guard target.x.isFinite, target.y.isFinite, target != contentOffset else { return }
        guard window != nil, UIView.areAnimationsEnabled else {
            move(to: target)
            // Never before the call returns.
            MainScheduler.shared.schedule(at: CACurrentMediaTime()) { [weak self] in
                guard let self else { return }
                delegate?.scrollViewDidEndScrollingAnimation(self)
            }
            return
        }
        offsetAnimation = OffsetAnimation(start: contentOffset, end: target, startTime: CACurrentMediaTime())
        let link = CADisplayLink(target: self, action: UIScrollView.stepOffset)
        link.wantedContext = window?.screen.context
        link.add(to: .main, forMode: .common)
        self.link = link
    }

    private func stepOffset(_ link: CADisplayLink) {
        guard let animation = offsetAnimation else { return link.invalidate() }
        let time = link.targetTimestamp
        guard animation.isOver(at: time) else { return move(to: rounded(animation.offset(at: time))) }
        move(to: animation.end)
        // The delegate may have sent it elsewhere meanwhile.
        if offsetAnimation?.startTime == animation.startTime { endOffsetAnimation() }
    }

    /// It stands, where it was to go or where it was stopped.
    final func endOffsetAnimation() {
        stop()
        delegate?.scrollViewDidEndScrollingAnimation(self)
    }
}
