import Foundation
import Testing
import UIKit

@MainActor
@Suite("Facts about animating views")
struct AnimationFactTests {
    private func shown(_ view: UIView) -> CALayer { view.layer.presentation() ?? view.layer }

    @Test("A-06, A-43 the numbers of curves and transitions are Apple's")
    func numbers() {
        let curves: [UIView.AnimationCurve] = [.easeInOut, .easeIn, .easeOut, .linear]
        #expect(curves.map(\.rawValue) == [0, 1, 2, 3])
        let transitions: [UIView.AnimationTransition] = [.none, .flipFromLeft, .flipFromRight, .curlUp, .curlDown]
        #expect(transitions.map(\.rawValue) == [0, 1, 2, 3, 4])
    }

    @Test("A-07 the bits of the animation options are Apple's")
    func bits() {
        typealias Options = UIView.AnimationOptions
        let single: [Options] = [
            .layoutSubviews, .allowUserInteraction, .beginFromCurrentState, .repeat, .autoreverse,
            .overrideInheritedDuration, .overrideInheritedCurve, .allowAnimatedContent, .showHideTransitionViews,
            .overrideInheritedOptions,
        ]
        #expect(single.map(\.rawValue) == (0..<10).map { 1 << UInt($0) })
        let curves: [Options] = [.curveEaseInOut, .curveEaseIn, .curveEaseOut, .curveLinear]
        #expect(curves.map { $0.rawValue >> 16 } == [0, 1, 2, 3])
        let transitions: [Options] = [
            .transitionFlipFromLeft, .transitionFlipFromRight, .transitionCurlUp, .transitionCurlDown,
            .transitionCrossDissolve, .transitionFlipFromTop, .transitionFlipFromBottom,
        ]
        #expect(transitions.map { $0.rawValue >> 20 } == [1, 2, 3, 4, 5, 6, 7])
    }

    @Test("A-21 what does not add up begins from what is seen: values at .75, 1 and 1.25")
    func fromCurrentState() {
        withAnimatedView { test, view in
            view.alpha = 0
            test.commit()
            UIView.animate(withDuration: 1, delay: 0, options: .beginFromCurrentState) { view.alpha = 1 }
            test.commit()
            test.advance(by: 0.5)
            UIView.animate(withDuration: 1, delay: 0, options: .beginFromCurrentState) { view.alpha = 0 }
            test.commit()
            for value: CGFloat in [0.43542, 0.25, 0.06458] {
                test.advance(by: 0.25)
                #expect(near(CGFloat(shown(view).opacity), value, 1e-4))
            }
        }
    }

    @Test("A-31 the inherited duration is that of the block, and 0 outside")
    func inheritedDuration() {
        #expect(UIView.inheritedAnimationDuration == 0)
        UIView.animate(withDuration: 3) {
            #expect(UIView.inheritedAnimationDuration == 3)
            UIView.animate(withDuration: 1, delay: 0, options: .overrideInheritedDuration) {
                #expect(UIView.inheritedAnimationDuration == 1)
            }
            UIView.performWithoutAnimation { #expect(UIView.inheritedAnimationDuration == 0) }
            #expect(UIView.inheritedAnimationDuration == 3)
        }
        #expect(UIView.inheritedAnimationDuration == 0)
    }

    @Test("A-43 a transition in a pair: changes inside it pass as it says, one for each pair, told once")
    func pairTransition() {
        @MainActor final class Delegate {
            var finished: [Bool] = []
            func didStop(_ identifier: String?, _ finished: NSNumber, _ context: UnsafeMutableRawPointer?) {
                self.finished.append(finished.boolValue)
            }
        }
        let curls: [(UIView.AnimationTransition, String)] = [(.curlUp, "pageCurl"), (.curlDown, "pageUnCurl")]
        for (transition, type) in curls {
            withAnimatedView { test, view in
                let delegate = Delegate()
                let inner = UIView(frame: view.bounds)
                UIView.beginAnimations(nil, context: nil)
                UIView.setAnimationDelegate(delegate)
                UIView.setAnimationDidStop(Delegate.didStop)
                UIView.setAnimationDuration(2)
                UIView.setAnimationTransition(transition, for: view, cache: true)
                UIView.setAnimationTransition(.flipFromLeft, for: view, cache: true)
                view.addSubview(inner)
                #expect(view.layer.animationKeys() == nil)
                UIView.commitAnimations()
                #expect(view.layer.animationKeys() == [kCATransition])
                let added = view.layer.animation(forKey: kCATransition) as? CATransition
                #expect(added?.type.rawValue == type && added?.duration == 2)
                test.commit()
                test.advance(by: 1.9)
                #expect(delegate.finished.isEmpty)
                test.advance(by: 0.2)
                #expect(delegate.finished == [true])
            }
        }
        withAnimatedView { test, view in
            UIView.beginAnimations(nil, context: nil)
            UIView.setAnimationTransition(.flipFromRight, for: view, cache: false)
            UIView.commitAnimations()
            test.commit()
            test.advance(by: 0.08)
            #expect(shown(view).transform.m14 != 0)
            test.advance(by: 0.2)
            #expect(view.layer.animationKeys() == nil && view.layer.sublayers?.isEmpty != false)
            // Outside a pair, and with none, nothing happens.
            UIView.setAnimationTransition(.curlUp, for: view, cache: false)
            UIView.beginAnimations(nil, context: nil)
            UIView.setAnimationTransition(.none, for: view, cache: false)
            UIView.commitAnimations()
            #expect(view.layer.animationKeys() == nil)
        }
    }

    @Test("A-44 a start date later than now and a delay add up; an earlier one is now")
    func startDate() {
        let rows: [(Double, Double, Double)] = [(3, 1, 4), (-5, 1, 1), (2, 0, 2)]
        for (date, delay, start) in rows {
            withAnimatedView { test, view in
                UIView.beginAnimations(nil, context: nil)
                UIView.setAnimationDelay(delay)
                UIView.setAnimationStart(Date(timeIntervalSinceNow: date))
                UIView.setAnimationDuration(1)
                UIView.setAnimationCurve(.linear)
                view.center.x = 100
                UIView.commitAnimations()
                test.commit()
                test.advance(by: start - 0.25)
                #expect(near(shown(view).position.x, 0))
                test.advance(by: 0.75)
                // The date is the wall's, which went on a little.
                #expect(near(shown(view).position.x, 50, 5))
            }
        }
    }

    @Test("A-45 at an end the transaction's completion comes first, then the pair's")
    func order() {
        @MainActor final class Delegate {
            let log: Log
            init(_ log: Log) { self.log = log }
            func didStop(_ identifier: String?, _ finished: NSNumber, _ context: UnsafeMutableRawPointer?) {
                log += "stop \(finished.boolValue)"
            }
        }
        withAnimatedView { test, view in
            let log = Log()
            CATransaction.begin()
            CATransaction.setCompletionBlock { log += "transaction" }
            UIView.beginAnimations(nil, context: nil)
            UIView.setAnimationDelegate(Delegate(log))
            UIView.setAnimationDidStop(Delegate.didStop)
            view.center.x = 100
            UIView.commitAnimations()
            CATransaction.commit()
            test.commit()
            #expect(log.lines.isEmpty)
            test.advance(by: 0.25)
            #expect(log.lines == ["transaction", "stop true"])
        }
    }

    @Test("A-69 spring timing parameters without arguments are critical: mass 3, stiffness 1000, damping 500")
    func defaultSpring() {
        withAnimatedView { test, view in
            let animator = UIViewPropertyAnimator(duration: 9, timingParameters: UISpringTimingParameters())
            #expect(near(animator.duration, 0.6, 1e-9))
            animator.addAnimations { view.center.x = 100 }
            animator.startAnimation()
            test.commit()
            // 1 − (1 + ωt) · e^(−ωt) with ω = √(1000 / 3).
            for (time, value) in [(0.1, 54.476), (0.2, 87.938), (0.3, 97.290)] as [(Double, CGFloat)] {
                test.advance(by: 0.1)
                #expect(near(shown(view).position.x, value, 0.01), "\(time)")
            }
            animator.stopAnimation(true)
        }
    }
}
