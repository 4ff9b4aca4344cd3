import Foundation
import Testing
import UIKit

@MainActor
@Suite("Completions of animation blocks")
struct CompletionTests {
    @MainActor private final class Calls { var list: [Bool] = [] }

    /// Moves the view for a second, and hears of the end.
    private func move(_ view: UIView) -> Calls {
        let calls = Calls()
        UIView.animate(withDuration: 1) {
            view.center.x = 100
        } completion: {
            calls.list.append($0)
        }
        return calls
    }

    @Test("A-24 Once, with true, at the natural end of the last animation")
    func naturalEnd() {
        withAnimatedView { test, view in
            var calls: [Bool] = []
            UIView.animate(withDuration: 1) {
                view.center.x = 100
                view.alpha = 0
                UIView.modifyAnimations(withRepeatCount: 2, autoreverses: false) { view.bounds.size.width = 50 }
            } completion: {
                calls.append($0)
            }
            test.commit()
            test.advance(by: 1.01)
            #expect(calls.isEmpty)
            test.advance(by: 1)
            #expect(calls == [true])
            test.advance(by: 5)
            #expect(calls == [true])
        }
    }

    @Test("A-24, A-33 False when the animations are removed")
    func removed() {
        withAnimatedView { test, view in
            let calls = move(view)
            test.commit()
            test.advance(by: 0.3)
            view.layer.removeAllAnimations()
            test.commit()
            #expect(calls.list == [false])
            #expect((view.layer.presentation() ?? view.layer).position.x == 100)
        }
    }

    @Test("A-24, A-34 False when the view leaves the window")
    func left() {
        withAnimatedView { test, view in
            let calls = move(view)
            test.commit()
            test.advance(by: 0.3)
            view.removeFromSuperview()
            test.commit()
            #expect(calls.list == [false])
        }
    }

    @Test("A-13 A view in no window is not animated: false at the commit")
    func windowless() {
        TestScreen.with { test in
            let view = UIView()
            let calls = move(view)
            test.commit()
            #expect(calls.list == [false])
            #expect(view.layer.animationKeys() == nil)
        }
    }

    @Test("A-25 Nothing to animate, or no duration: true with the next commit, not after the duration, never inside")
    func nothing() {
        withAnimatedView { test, view in
            var calls: [Bool] = []
            UIView.animate(withDuration: 10) {
            } completion: {
                calls.append($0)
            }
            #expect(calls.isEmpty)
            test.commit()
            #expect(calls == [true])
            UIView.animate(withDuration: 0) {
                view.center.x = 7
            } completion: {
                calls.append($0)
            }
            #expect(view.layer.animationKeys() == nil)
            test.commit()
            #expect(calls == [true, true])
        }
    }

    @Test("A completion may start the next animation, and outer and inner blocks each have their own")
    func chains() {
        withAnimatedView { test, view in
            let log = Log()
            UIView.animate(withDuration: 1) {
                view.center.x = 100
                UIView.animate(withDuration: 2, delay: 0, options: .overrideInheritedDuration) {
                    view.alpha = 0
                } completion: { _ in
                    log += "inner"
                }
            } completion: { _ in
                log += "outer"
                UIView.animate(withDuration: 1) {
                    view.center.x = 0
                } completion: {
                    log += "next \($0)"
                }
            }
            test.commit()
            test.advance(by: 1.01)
            #expect(log.lines == ["outer"])
            test.advance(by: 0.995)
            #expect(log.lines == ["outer", "inner"])
            test.advance(by: 0.1)
            #expect(log.lines == ["outer", "inner", "next true"])
        }
    }

    @Test("A-03, A-40 to A-42 begin and commit: defaults, nesting, start and stop told once with id and context")
    func beginCommit() {
        @MainActor final class Delegate {
            let log: Log
            init(_ log: Log) { self.log = log }
            func willStart(_ identifier: String?, _ context: UnsafeMutableRawPointer?) {
                log += "start \(identifier ?? "-")"
            }
            func didStop(_ identifier: String?, _ finished: NSNumber, _ context: UnsafeMutableRawPointer?) {
                log += "stop \(identifier ?? "-") \(finished.boolValue) \(context == nil ? "nil" : "context")"
            }
        }
        withAnimatedView { test, view in
            let log = Log()
            var token = 0
            withUnsafeMutablePointer(to: &token) { pointer in
                UIView.setAnimationDuration(9)
                UIView.beginAnimations("outer", context: UnsafeMutableRawPointer(pointer))
                UIView.setAnimationDelegate(Delegate(log))
                UIView.setAnimationWillStart(Delegate.willStart)
                UIView.setAnimationDidStop(Delegate.didStop)
                view.center.x = 100
                view.bounds.size.width = 70
                UIView.beginAnimations("inner", context: nil)
                UIView.setAnimationDuration(1)
                UIView.setAnimationDelay(0.5)
                UIView.setAnimationCurve(.linear)
                UIView.setAnimationRepeatCount(2)
                UIView.setAnimationRepeatAutoreverses(true)
                view.alpha = 0
                UIView.commitAnimations()
                UIView.commitAnimations()
            }
            let outer = view.layer.animation(forKey: "position")
            let inner = view.layer.animation(forKey: "opacity")
            #expect(outer?.duration == 0.2)
            #expect(outer?.autoreverses == false)
            #expect(inner?.duration == 1)
            #expect(inner?.repeatCount == 2)
            #expect(inner?.autoreverses == true)
            #expect(log.lines.isEmpty)
            test.commit()
            #expect(log.take() == ["start outer"])
            test.advance(by: 0.21)
            #expect(log.take() == ["stop outer true context"])
        }
    }
}
