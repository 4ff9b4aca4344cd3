import Foundation
import QuartzCore
import Testing
import UIKit

/// Every number that views' animations take, with every odd value: the model is final at once, what is shown is a number,
/// and the completion comes exactly once.
@MainActor
@Suite("Odd numbers for views' animations")
struct HostileViewAnimationTests {
    nonisolated static let numbers: [Double] = [
        -1, 0, -0.0, .leastNonzeroMagnitude, 1e-300, 1e-9, 0.3, 1e9, 1e300, .greatestFiniteMagnitude, .infinity,
        -.infinity, .nan, -1e300,
    ]

    private typealias Call = (
        name: String, run: @MainActor (UIView, Double, @escaping (Bool) -> Void) -> Void
    )

    private static let forms: [Call] = [
        (
            "delay",
            { view, n, end in
                UIView.animate(withDuration: 0.3, delay: n) {
                    view.center.x = 100
                } completion: {
                    end($0)
                }
            }
        ),
        (
            "duration",
            { view, n, end in
                UIView.animate(withDuration: n, delay: 0, options: [.repeat, .autoreverse]) {
                    view.center.x = 100
                } completion: {
                    end($0)
                }
            }
        ),
        (
            "keyframes",
            { view, n, end in
                UIView.animateKeyframes(withDuration: n, delay: n, options: .calculationModeCubicPaced) {
                    UIView.addKeyframe(withRelativeStartTime: n, relativeDuration: n) { view.center.x = 100 }
                    UIView.addKeyframe(withRelativeStartTime: 0.5, relativeDuration: -n) { view.alpha = 0.5 }
                } completion: {
                    end($0)
                }
            }
        ),
        (
            "keyframes' shares",
            { view, n, end in
                UIView.animateKeyframes(withDuration: 0.3, delay: 0) {
                    UIView.addKeyframe(withRelativeStartTime: n, relativeDuration: n) { view.center.x = 100 }
                    UIView.addKeyframe(withRelativeStartTime: -n, relativeDuration: 1) { view.center.x = 100 }
                } completion: {
                    end($0)
                }
            }
        ),
        (
            "damping",
            { view, n, end in
                UIView.animate(
                    withDuration: 0.3, delay: 0, usingSpringWithDamping: n, initialSpringVelocity: n
                ) {
                    view.center.x = 100
                } completion: {
                    end($0)
                }
            }
        ),
        (
            "spring",
            { view, n, end in
                UIView.animate(springDuration: n, bounce: n, initialSpringVelocity: n, delay: n) {
                    view.center.x = 100
                } completion: {
                    end($0)
                }
            }
        ),
        (
            "repeats",
            { view, n, end in
                UIView.animate(withDuration: 0.3) {
                    UIView.modifyAnimations(withRepeatCount: n, autoreverses: true) { view.center.x = 100 }
                } completion: {
                    end($0)
                }
            }
        ),
        (
            "dissolve",
            { view, n, end in
                UIView.transition(with: view, duration: n, options: .transitionCrossDissolve) {
                    view.center.x = 100
                } completion: {
                    end($0)
                }
            }
        ),
        (
            "flip",
            { view, n, end in
                UIView.transition(with: view, duration: n, options: .transitionFlipFromTop) {
                    view.center.x = 100
                } completion: {
                    end($0)
                }
            }
        ),
        (
            "values",
            { view, n, end in
                UIView.animate(withDuration: 0.3) {
                    view.center.x = n
                    view.alpha = n
                    view.transform = CGAffineTransform(scaleX: n, y: -n)
                    view.bounds.size.width = n
                    view.layer.cornerRadius = n
                    view.center.x = 100
                } completion: {
                    end($0)
                }
            }
        ),
    ]

    @Test("every form with every odd number", arguments: numbers)
    func forms(_ number: Double) {
        for (name, run) in Self.forms {
            withAnimatedView { test, view in
                view.backgroundColor = .red
                test.commit()
                var ends: [Bool] = []
                run(view, number) { ends.append($0) }
                #expect(view.center.x == 100, "\(name) \(number)")
                test.commit()
                for step in [0.1, 0.3, 100] {
                    test.advance(by: step)
                    let shown = view.layer.presentation() ?? view.layer
                    let seen = [
                        shown.position.x, shown.bounds.width, CGFloat(shown.opacity), shown.transform.m11,
                    ]
                    #expect(seen.allSatisfy { $0.isFinite }, "\(name) \(number) shows \(seen)")
                }
                view.layer.removeAllAnimations()
                test.commit()
                test.commit()
                #expect(ends.count == 1, "\(name) \(number)")
                #expect(view.layer.animationKeys() == nil, "\(name) \(number)")
            }
        }
    }

    @Test("the older pairs with every odd number", arguments: numbers)
    func pairs(_ number: Double) {
        @MainActor final class Delegate {
            var starts = 0
            var ends = 0
            func willStart(_ identifier: String?, _ context: UnsafeMutableRawPointer?) { starts += 1 }
            func didStop(_ identifier: String?, _ finished: NSNumber, _ context: UnsafeMutableRawPointer?) { ends += 1 }
        }
        let setters: [@MainActor () -> Void] = [
            { UIView.setAnimationDuration(number) }, { UIView.setAnimationDelay(number) },
            { UIView.setAnimationRepeatCount(Float(number)) },
            { UIView.setAnimationStart(Date(timeIntervalSinceNow: number)) },
            {
                UIView.setAnimationDuration(number)
                UIView.setAnimationDelay(number)
                UIView.setAnimationRepeatCount(Float(number))
                UIView.setAnimationRepeatAutoreverses(true)
            },
        ]
        for (index, set) in setters.enumerated() {
            withAnimatedView { test, view in
                let delegate = Delegate()
                UIView.beginAnimations("odd", context: nil)
                UIView.setAnimationDelegate(delegate)
                UIView.setAnimationWillStart(Delegate.willStart)
                UIView.setAnimationDidStop(Delegate.didStop)
                set()
                view.center.x = 100
                view.alpha = 0.5
                UIView.commitAnimations()
                #expect(view.center.x == 100)
                test.commit()
                test.advance(by: 0.1)
                test.advance(by: 10)
                view.layer.removeAllAnimations()
                test.commit()
                test.commit()
                #expect(delegate.ends == 1 && delegate.starts <= 1, "\(index) \(number)")
            }
        }
    }

    @Test("property animators with every odd number", arguments: numbers)
    func animators(_ number: Double) {
        let curves: [@MainActor () -> any UITimingCurveProvider] = [
            { UICubicTimingParameters(animationCurve: .linear) },
            { UICubicTimingParameters(controlPoint1: p(number, -number), controlPoint2: p(-number, number)) },
            { UISpringTimingParameters(dampingRatio: number, initialVelocity: CGVector(dx: number, dy: -number)) },
            {
                UISpringTimingParameters(
                    mass: number, stiffness: number, damping: number, initialVelocity: CGVector(dx: number, dy: 0))
            },
            { UISpringTimingParameters(duration: number, bounce: number) },
        ]
        for (index, curve) in curves.enumerated() {
            for duration in [0.3, number] {
                withAnimatedView { test, view in
                    let animator = UIViewPropertyAnimator(duration: duration, timingParameters: curve())
                    var ends = 0
                    animator.addAnimations { view.center.x = 100 }
                    animator.addAnimations({ view.alpha = 0 }, delayFactor: number)
                    animator.addCompletion { _ in ends += 1 }
                    @MainActor func look(_ what: String) {
                        test.commit()
                        let shown = view.layer.presentation() ?? view.layer
                        let sum = shown.position.x + CGFloat(shown.opacity)
                        #expect(sum.isFinite, "\(index) \(duration) \(number) \(what)")
                        #expect((0...1).contains(animator.fractionComplete), "\(index) \(number) \(what)")
                    }
                    animator.startAnimation(afterDelay: number)
                    look("started")
                    test.advance(by: 0.1)
                    look("under way")
                    animator.fractionComplete = number
                    look("scrubbed")
                    animator.isReversed.toggle()
                    animator.scrubsLinearly = false
                    animator.fractionComplete = 0.3
                    look("reversed")
                    animator.continueAnimation(withTimingParameters: curve(), durationFactor: number)
                    look("continued")
                    test.advance(by: 0.1)
                    animator.addAnimations({ view.center.y = 50 }, delayFactor: number)
                    look("added to")
                    test.advance(by: 100)
                    look("after long")
                    if animator.state == .active { animator.stopAnimation(false) }
                    if animator.state == .stopped { animator.finishAnimation(at: .end) }
                    look("finished")
                    #expect(ends == 1 && animator.state == .inactive, "\(index) \(duration) \(number)")
                    #expect(view.layer.animationKeys() == nil, "\(index) \(duration) \(number)")
                }
            }
        }
    }

    @Test("a thousand blocks in each other, and ten thousand one after the other: each completion once")
    func masses() {
        withAnimatedView { test, view in
            var ends = 0
            @MainActor func nest(_ depth: Int) {
                guard depth > 0 else { return view.center.x = 100 }
                UIView.animate(withDuration: 0.3) {
                    nest(depth - 1)
                } completion: { _ in
                    ends += 1
                }
            }
            nest(1_000)
            for _ in 0..<10_000 {
                UIView.animate(withDuration: 0.3) {
                    view.alpha = view.alpha == 0 ? 1 : 0
                } completion: { _ in
                    ends += 1
                }
            }
            test.commit()
            test.advance(by: 1)
            #expect(ends == 11_000)
            #expect(view.layer.animationKeys() == nil)
        }
    }

    @Test(
        "display links with every odd rate call at most once a frame, with times that are numbers", arguments: numbers)
    func displayLinks(_ number: Double) {
        @MainActor final class Target {
            var ticks: [Double] = []
            func step(_ link: CADisplayLink) {
                ticks.append(link.targetTimestamp)
                #expect(link.timestamp.isFinite && link.targetTimestamp.isFinite && link.duration.isFinite)
            }
        }
        TestScreen.with { test in
            let target = Target()
            for kind in 0..<3 {
                target.ticks = []
                let link = CADisplayLink(target: target, action: Target.step)
                let rate = Float(number)
                switch kind {
                case 0: link.preferredFramesPerSecond = Int(exactly: number) ?? (number > 0 ? .max : .min)
                case 1: link.preferredFrameRateRange = CAFrameRateRange(minimum: rate, maximum: rate, preferred: rate)
                default: link.preferredFrameRateRange = CAFrameRateRange(minimum: rate, maximum: -rate)
                }
                link.add(to: .main, forMode: .common)
                for frame in 0..<20 {
                    test.context.handle(
                        .tick(timestamp: Double(frame) / 60, targetTimestamp: Double(frame + 1) / 60))
                }
                link.invalidate()
                #expect((1...20).contains(target.ticks.count), "\(kind) \(number)")
                #expect(zip(target.ticks, target.ticks.dropFirst()).allSatisfy { $0 < $1 }, "\(kind) \(number)")
            }
        }
    }
}
