import Foundation
import Testing
import UIKit

@MainActor
@Suite("Keyframe blocks")
struct KeyframeBlockTests {
    private func shown(_ view: UIView) -> CALayer { view.layer.presentation() ?? view.layer }

    @Test("A-60 each keyframe takes its part of the duration; the model is at its end at once")
    func parts() {
        withAnimatedView { test, view in
            var finished: [Bool] = []
            let linear = UIView.KeyframeAnimationOptions(rawValue: UIView.AnimationOptions.curveLinear.rawValue)
            UIView.animateKeyframes(withDuration: 2, delay: 0, options: linear) {
                UIView.addKeyframe(withRelativeStartTime: 0, relativeDuration: 0.5) { view.center.x = 100 }
                UIView.addKeyframe(withRelativeStartTime: 0.5, relativeDuration: 0.25) { view.center.x = 40 }
                UIView.addKeyframe(withRelativeStartTime: 0.25, relativeDuration: 0.5) { view.alpha = 0 }
            } completion: {
                finished.append($0)
            }
            #expect(view.center.x == 40 && view.alpha == 0)
            test.commit()
            var rows: [(Double, Double, Float)] = []
            for _ in 0..<4 {
                test.advance(by: 0.5)
                rows.append((test.time, Double(shown(view).position.x), shown(view).opacity))
            }
            let x = rows.map(\.1)
            #expect(near(x[0], 50) && near(x[1], 100) && near(x[2], 40), "\(rows)")
            #expect(near(Double(rows[0].2), 1) && near(Double(rows[1].2), 0.5) && near(Double(rows[2].2), 0))
            test.advance(by: 0.1)
            #expect(finished == [true] && view.layer.animationKeys() == nil && near(Double(shown(view).position.x), 40))
        }
    }

    @Test("A-60 the pace of the whole is ease-in-ease-out by default; a change outside keyframes takes it all")
    func defaults() {
        withAnimatedView { test, view in
            UIView.animateKeyframes(withDuration: 1, delay: 0) { view.center.x = 100 }
            test.commit()
            test.advance(by: 0.25)
            #expect(near(Double(shown(view).position.x), 12.9162, 1e-3))
        }
    }

    @Test("A-60 outside a keyframe block addKeyframe just makes the changes; A-08 the options' bits")
    func outside() {
        withAnimatedView { _, view in
            UIView.addKeyframe(withRelativeStartTime: 0.5, relativeDuration: 0.5) { view.center.x = 7 }
            #expect(view.center.x == 7 && view.layer.animationKeys() == nil)
        }
        #expect(UIView.KeyframeAnimationOptions.calculationModeCubicPaced.rawValue == 4 << 10)
        #expect(UIView.KeyframeAnimationOptions.overrideInheritedOptions.rawValue == 1 << 9)
    }

    @Test("discrete keyframes jump; a block that changes nothing completes with the commit; odd times are cut to 0…1")
    func oddities() {
        withAnimatedView { test, view in
            UIView.animateKeyframes(withDuration: 1, delay: 0, options: .calculationModeDiscrete) {
                UIView.addKeyframe(withRelativeStartTime: -5, relativeDuration: .nan) { view.center.x = 10 }
                UIView.addKeyframe(withRelativeStartTime: 0.5, relativeDuration: 99) { view.center.x = 20 }
            }
            test.commit()
            test.advance(by: 0.25)
            let early = shown(view).position.x
            #expect(near(Double(early), 10))
            test.advance(by: 2)
            #expect(near(Double(shown(view).position.x), 20))
            var finished: [Bool] = []
            UIView.animateKeyframes(withDuration: 1, delay: 0, animations: {}) { finished.append($0) }
            test.commit()
            #expect(finished == [true])
        }
    }
}
