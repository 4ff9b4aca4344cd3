import Foundation
import Testing
import UIKit

@MainActor
@Suite("Animations with odd numbers and odd ends")
struct OddAnimationTests {
    nonisolated private static let odd: [Double] = [-1, 0, .infinity, -.infinity, .nan, 1e300, .leastNonzeroMagnitude]

    @Test(
        "durations and delays of every kind: the model is final at once, and the completion comes once", arguments: odd)
    func durations(_ duration: Double) {
        for delay in [0] + Self.odd {
            withAnimatedView { test, view in
                var calls = 0
                UIView.animate(withDuration: duration, delay: delay) {
                    view.center.x = 100
                } completion: { _ in
                    calls += 1
                }
                #expect(view.center.x == 100)
                test.commit()
                test.advance(by: 1)
                view.layer.removeAllAnimations()
                test.commit()
                #expect(calls == 1, "\(duration) after \(delay)")
                #expect(view.layer.animationKeys() == nil)
                let shown = view.layer.presentation() ?? view.layer
                #expect(shown.position.x == 100)
            }
        }
    }

    @Test("springs of every kind end or can be removed, and show numbers on the way", arguments: odd)
    func springs(_ number: Double) {
        withAnimatedView { test, view in
            var calls = 0
            UIView.animate(
                withDuration: 1, delay: 0, usingSpringWithDamping: CGFloat(number),
                initialSpringVelocity: CGFloat(number)
            ) {
                view.center.x = 100
            } completion: { _ in
                calls += 1
            }
            UIView.animate(springDuration: number, bounce: CGFloat(number), initialSpringVelocity: CGFloat(number)) {
                view.center.y = 100
            } completion: { _ in
                calls += 1
            }
            test.commit()
            test.advance(by: 0.3)
            let shown = view.layer.presentation() ?? view.layer
            #expect(!shown.position.x.isNaN && !shown.position.y.isNaN)
            view.layer.removeAllAnimations()
            test.commit()
            #expect(calls == 2)
        }
    }

    @Test("ten thousand pairs inside each other: each is told of its end once")
    func nested() {
        @MainActor final class Delegate {
            var count = 0
            func didStop(_ identifier: String?, _ finished: NSNumber, _ context: UnsafeMutableRawPointer?) {
                count += 1
            }
        }
        withAnimatedView { test, view in
            let delegate = Delegate()
            for _ in 0..<10_000 {
                UIView.beginAnimations(nil, context: nil)
                UIView.setAnimationDelegate(delegate)
                UIView.setAnimationDidStop(Delegate.didStop)
            }
            view.center.x = 100
            for _ in 0..<10_000 { UIView.commitAnimations() }
            UIView.commitAnimations()
            test.commit()
            #expect(delegate.count == 9_999)
            test.advance(by: 0.3)
            #expect(delegate.count == 10_000)
        }
    }

    @Test("a completion that removes other animations and their view: each completion comes once")
    func removalInside() {
        withAnimatedView { test, view in
            let other = UIView(frame: view.bounds)
            test.window.addSubview(other)
            test.commit()
            let log = Log()
            UIView.animate(withDuration: 1) {
                view.center.x = 100
            } completion: { finished in
                log += "first \(finished)"
                view.layer.removeAllAnimations()
                other.layer.removeAllAnimations()
                other.removeFromSuperview()
            }
            UIView.animate(withDuration: 2) {
                other.center.x = 100
                other.alpha = 0
            } completion: {
                log += "second \($0)"
            }
            test.commit()
            test.advance(by: 1.1)
            test.commit()
            test.advance(by: 3)
            #expect(log.lines == ["first true", "second false"])
        }
    }

    @Test("a view that goes while it moves: its completion comes once, with false")
    func goneOnTheWay() {
        withAnimatedView { test, _ in
            var calls: [Bool] = []
            weak var gone: UIView?
            do {
                let view = UIView(frame: test.window.bounds)
                gone = view
                test.window.addSubview(view)
                test.commit()
                UIView.animate(withDuration: 1) { [weak view] in
                    view?.alpha = 0
                } completion: {
                    calls.append($0)
                }
                test.commit()
                view.removeFromSuperview()
            }
            test.commit()
            test.advance(by: 2)
            #expect(calls == [false] && gone == nil)
        }
    }
}
