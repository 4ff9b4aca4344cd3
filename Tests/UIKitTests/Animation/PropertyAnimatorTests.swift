import Foundation
import Testing
import UIKit

@MainActor
@Suite("UIViewPropertyAnimator")
struct PropertyAnimatorTests {
    private func x(_ view: UIView) -> Double { Double((view.layer.presentation() ?? view.layer).position.x) }

    private func linear(_ view: UIView, _ ends: @escaping (UIViewAnimatingPosition) -> Void) -> UIViewPropertyAnimator {
        let animator = UIViewPropertyAnimator(duration: 2, curve: .linear) { view.center.x = 100 }
        animator.addCompletion(ends)
        return animator
    }

    @Test("A-70 defaults and states of a run from start to end")
    func plainRun() {
        withAnimatedView { test, view in
            var ends: [UIViewAnimatingPosition] = []
            let animator = linear(view) { ends.append($0) }
            #expect(animator.state == .inactive && !animator.isRunning && animator.fractionComplete == 0)
            #expect(animator.scrubsLinearly && animator.isInterruptible && animator.isUserInteractionEnabled)
            #expect(!animator.pausesOnCompletion && !animator.isManualHitTestingEnabled && !animator.isReversed)
            animator.startAnimation()
            #expect(animator.state == .active && animator.isRunning && view.center.x == 100)
            test.commit()
            test.advance(by: 0.5)
            #expect(near(x(view), 25) && near(Double(animator.fractionComplete), 0.25))
            test.advance(by: 2)
            #expect(ends == [.end] && animator.state == .inactive && !animator.isRunning && near(x(view), 100))
            #expect(view.layer.animationKeys() == nil)
        }
    }

    @Test("scrubbing: a paused animator shows fractionComplete of the way, and goes on from there")
    func scrubbing() {
        withAnimatedView { test, view in
            var ends: [UIViewAnimatingPosition] = []
            let animator = linear(view) { ends.append($0) }
            animator.fractionComplete = 0.3
            #expect(animator.state == .active && !animator.isRunning)
            test.commit()
            #expect(near(x(view), 30))
            animator.fractionComplete = 0.8
            test.commit()
            test.advance(by: 5)
            #expect(near(x(view), 80) && ends.isEmpty)
            animator.continueAnimation(withTimingParameters: nil, durationFactor: 0)
            test.commit()
            test.advance(by: 0.2)
            #expect(near(x(view), 90))
            test.advance(by: 0.3)
            #expect(ends == [.end] && near(x(view), 100))
        }
    }

    @Test("reversing on the way goes back and ends at the start, where the model is then, too")
    func reversing() {
        withAnimatedView { test, view in
            var ends: [UIViewAnimatingPosition] = []
            let animator = linear(view) { ends.append($0) }
            animator.startAnimation()
            test.commit()
            test.advance(by: 1)
            animator.isReversed = true
            test.commit()
            #expect(near(x(view), 50))
            test.advance(by: 0.5)
            #expect(near(x(view), 25))
            test.advance(by: 1)
            #expect(ends == [.start] && view.center.x == 0 && near(x(view), 0))
        }
    }

    @Test("A-70 stopAnimation(true) leaves the view where it is without completion; (false) waits to be finished")
    func stopping() {
        withAnimatedView { test, view in
            var ends: [UIViewAnimatingPosition] = []
            let first = linear(view) { ends.append($0) }
            first.startAnimation()
            test.commit()
            test.advance(by: 0.5)
            first.stopAnimation(true)
            #expect(first.state == .inactive && near(Double(view.center.x), 25) && ends.isEmpty)
            test.commit()
            test.advance(by: 3)
            #expect(ends.isEmpty && near(x(view), 25))

            view.center.x = 0
            let second = linear(view) { ends.append($0) }
            second.startAnimation()
            test.commit()
            test.advance(by: 1)
            second.stopAnimation(false)
            #expect(second.state == .stopped && near(Double(view.center.x), 50))
            second.finishAnimation(at: .start)
            #expect(ends == [.start] && view.center.x == 0 && second.state == .inactive)
        }
    }

    @Test("A-70 pausesOnCompletion: it stays active at its end and calls nobody")
    func pausing() {
        withAnimatedView { test, view in
            var ends: [UIViewAnimatingPosition] = []
            let animator = linear(view) { ends.append($0) }
            animator.pausesOnCompletion = true
            animator.startAnimation()
            test.commit()
            test.advance(by: 3)
            #expect(ends.isEmpty && animator.state == .active && !animator.isRunning)
            #expect(animator.fractionComplete == 1)
            animator.isReversed = true
            animator.startAnimation()
            test.commit()
            test.advance(by: 1)
            #expect(near(x(view), 50))
            animator.stopAnimation(true)
        }
    }

    @Test("A-70 a spring of mass, stiffness and damping has its own duration; one by ratio takes the animator's")
    func springs() {
        let velocity = CGVector(dx: 0, dy: 0)
        let own = UISpringTimingParameters(mass: 1, stiffness: 100, damping: 10, initialVelocity: velocity)
        #expect(near(UIViewPropertyAnimator(duration: 4, timingParameters: own).duration, 1.4727003346780927, 1e-9))
        #expect(UIViewPropertyAnimator(duration: 4, dampingRatio: 0.5).duration == 4)
        withAnimatedView { test, view in
            let animator = UIViewPropertyAnimator(duration: 4, timingParameters: own)
            animator.addAnimations { view.center.x = 100 }
            animator.startAnimation()
            test.commit()
            test.advance(by: 0.25)
            // Fact A-64.
            #expect(near(x(view), 102.3360, 1e-3))
            animator.stopAnimation(true)
        }
    }

    @Test("changes with a delay factor begin later and end together")
    func delayFactor() {
        withAnimatedView { test, view in
            let animator = UIViewPropertyAnimator(duration: 2, curve: .linear) { view.center.x = 100 }
            animator.addAnimations({ view.alpha = 0 }, delayFactor: 0.5)
            animator.startAnimation()
            test.commit()
            test.advance(by: 1)
            #expect(near(Double(view.layer.presentation()?.opacity ?? 0), 1) && near(x(view), 50))
            test.advance(by: 0.5)
            #expect(near(Double(view.layer.presentation()?.opacity ?? 0), 0.5))
            animator.pauseAnimation()
            test.commit()
            #expect(near(Double(view.layer.presentation()?.opacity ?? 0), 0.5) && near(x(view), 75))
            animator.stopAnimation(true)
        }
    }

    @Test("nothing to move, no duration, a view that goes away: the completion comes once all the same")
    func corners() {
        withAnimatedView { test, view in
            var ends: [UIViewAnimatingPosition] = []
            let empty = UIViewPropertyAnimator(duration: 1, curve: .linear)
            empty.addCompletion { ends.append($0) }
            empty.startAnimation()
            test.commit()
            #expect(ends == [.end])
            let quick = UIViewPropertyAnimator(duration: -3, curve: .linear) { view.center.x = 9 }
            quick.addCompletion { ends.append($0) }
            quick.startAnimation()
            test.commit()
            #expect(ends == [.end, .end] && view.center.x == 9)
            let cut = UIViewPropertyAnimator(duration: 1, curve: .linear) { view.center.x = 50 }
            cut.addCompletion { ends.append($0) }
            cut.startAnimation()
            test.commit()
            view.removeFromSuperview()
            test.commit()
            test.advance(by: 2)
            #expect(ends == [.end, .end, .current] && view.center.x == 50)
        }
    }
}
