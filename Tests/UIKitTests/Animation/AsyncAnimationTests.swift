import Foundation
import QuartzCore
import Testing
import UIKit

/// What a task found out, once it has, and how often.
@MainActor
private final class Awaited<Value: Sendable> {
    var value: Value?
    var count = 0
}

@MainActor
@Suite("Waiting for animations", .serialized)
struct AsyncAnimationTests {
    /// Lets commits pass until the task is over; nil if it is not after many.
    ///
    /// - Parameter turn: called in each of them.
    private func result<Value: Sendable>(
        turn: () -> Void = {}, _ body: @escaping @MainActor () async -> Value
    ) async -> Value? {
        let box = Awaited<Value>()
        Task {
            box.value = await body()
            box.count += 1
        }
        for _ in 0..<100 where box.value == nil {
            await Task.yield()
            CATransaction.flush()
            CATransaction.runCallbacks()
            turn()
        }
        #expect(box.count <= 1)
        return box.value
    }

    private func view(_ test: TestScreen) -> UIView {
        let view = UIView(frame: r(0, 0, 20, 20))
        test.window.addSubview(view)
        test.commit()
        return view
    }

    // MARK: What compiles

    @Test(
        "calls of Apple's that wait for nothing compile in asynchronous functions, and are the forms that do not wait")
    func synchronous() async {
        let view = UIView()
        let other = UIView()
        UIView.animate(withDuration: 0.3) { view.alpha = 0 }
        UIView.animate(withDuration: 0) { view.alpha = 1 }
        UIView.animate(withDuration: TimeInterval.zero) { view.alpha = 0 }
        UIView.animate(withDuration: 0.3, animations: { view.alpha = 0 }, completion: { _ in })
        UIView.animate(withDuration: 0.3, delay: .zero, options: [.curveLinear]) { view.alpha = 0 }
        UIView.animate(withDuration: 0.3, delay: 0, usingSpringWithDamping: 0.5, initialSpringVelocity: 0) {
            view.alpha = 1
        }
        UIView.animate(springDuration: 0.5, bounce: 0.2) { view.alpha = 1 }
        UIView.animate(bounce: 0.2) { view.alpha = 1 }
        UIView.transition(with: view, duration: 0.3, options: .transitionCrossDissolve, animations: nil)
        UIView.transition(from: view, to: other, duration: 0.3)
        UIView.animateKeyframes(withDuration: 0.3, delay: 0, animations: { view.alpha = 0 }, completion: nil)
        // Nothing has waited: not even one commit has passed, which the completion of an empty block takes.
        var hasEnded = false
        UIView.animate(withDuration: 0.3, animations: {}, completion: { _ in hasEnded = true })
        #expect(!hasEnded)
    }

    // MARK: How they end

    /// Each of the forms.
    private enum Form: CaseIterable, Sendable {
        case plain, damped, bounced, with, from, keyframes

        @MainActor
        func run(_ view: UIView, _ duration: Duration = .milliseconds(300)) async -> Bool {
            switch self {
            case .plain:
                return await UIView.animate(withDuration: duration, delay: .milliseconds(10), options: .curveLinear) {
                    view.center.x = 100
                }
            case .damped:
                return await UIView.animate(withDuration: duration, usingSpringWithDamping: 0.7) { view.center.x = 100 }
            case .bounced:
                return await UIView.animate(springDuration: duration, bounce: 0.2) { view.center.x = 100 }
            case .with:
                return await UIView.transition(with: view, duration: duration, options: .transitionFlipFromLeft) {
                    view.backgroundColor = .red
                }
            case .from:
                let container = UIView(frame: view.frame)
                view.superview?.addSubview(container)
                let inner = UIView(frame: container.bounds)
                container.addSubview(inner)
                return await UIView.transition(
                    from: inner, to: UIView(), duration: duration, options: .transitionCrossDissolve)
            case .keyframes:
                let seconds = Double(duration.components.seconds) + Double(duration.components.attoseconds) * 1e-18
                return await UIView.animateKeyframes(withDuration: seconds, delay: 0) {
                    UIView.addKeyframe(withRelativeStartTime: 0, relativeDuration: 0.5) { view.center.x = 100 }
                }
            }
        }
    }

    @Test("true once at the natural end, and not before", arguments: Form.allCases)
    private func natural(_ form: Form) async {
        await TestScreen.withAwaiting { test in
            let view = view(test)
            let box = Awaited<Bool>()
            Task {
                box.value = await form.run(view)
                box.count += 1
            }
            for _ in 0..<20 {
                await Task.yield()
                test.commit()
            }
            #expect(box.value == nil && !test.sink.running.isEmpty, "\(form)")
            for _ in 0..<20 where box.value == nil {
                test.endAnimations()
                await Task.yield()
            }
            #expect(box.value == true && box.count == 1, "\(form)")
        }
    }

    @Test("false when the animations are removed", arguments: Form.allCases)
    private func removed(_ form: Form) async {
        await TestScreen.withAwaiting { test in
            let view = view(test)
            let finished = await result {
                // As long as it takes until there is something to remove.
                for layer in [view.layer] + (test.window.layer.sublayers ?? []) { layer.removeAllAnimations() }
            } _: {
                await form.run(view)
            }
            #expect(finished == false, "\(form)")
        }
    }

    @Test("false when the view leaves the window, and is freed", arguments: [false, true])
    func gone(isFreed: Bool) async {
        await TestScreen.withAwaiting { test in
            weak var gone: UIView?
            var kept: UIView?
            do {
                let view = view(test)
                gone = view
                if !isFreed { kept = view }
            }
            let finished = await result {
                if gone?.layer.animationKeys() != nil { gone?.removeFromSuperview() }
            } _: { [weak gone] in
                await UIView.animate(withDuration: .seconds(5)) { gone?.alpha = 0 }
            }
            #expect(finished == false)
            #expect(isFreed == (gone == nil))
            _ = kept
        }
    }

    @Test(
        "true with the next commit when there is nothing to wait for: no duration, no change, animations switched off")
    func immediate() async {
        await TestScreen.withAwaiting { test in
            let view = view(test)
            for form in Form.allCases {
                #expect(await result { await form.run(view, .zero) } == true, "\(form)")
                #expect(await result { await form.run(view, .seconds(-1)) } == true, "\(form)")
            }
            #expect(view.center.x == 100)
            #expect(await result { await UIView.animate(withDuration: .seconds(1)) {} } == true)
            let finished = await result {
                // Off only while the changes are made: others on the main actor run while this waits.
                UIView.setAnimationsEnabled(false)
                return await UIView.animate(withDuration: .seconds(1)) {
                    view.center.x = 50
                    UIView.setAnimationsEnabled(true)
                }
            }
            #expect(finished == true && view.center.x == 50 && view.layer.animationKeys() == nil)
        }
    }

    @Test("cancelling the task neither stops the animation nor ends the wait; what is awaited next still runs")
    func cancelled() async {
        await TestScreen.withAwaiting { test in
            let view = view(test)
            let box = Awaited<[Bool]>()
            let task = Task {
                var results = [await UIView.animate(withDuration: .seconds(1)) { view.center.x = 100 }]
                results.append(Task.isCancelled)
                results.append(await UIView.animate(withDuration: .seconds(1)) { view.center.x = 0 })
                box.value = results
            }
            for _ in 0..<20 { await Task.yield() }
            task.cancel()
            for _ in 0..<20 {
                await Task.yield()
                test.commit()
            }
            #expect(box.value == nil && view.layer.animationKeys() != nil)
            for _ in 0..<40 where box.value == nil {
                await Task.yield()
                test.commit()
                test.endAnimations()
            }
            #expect(box.value == [true, true, true])
        }
    }

    @Test("from another actor, and one after the other without a frame of the model's values in between")
    func sequence() async {
        await TestScreen.withAwaiting { test in
            let view = view(test)
            let steps = await result {
                test.endAnimations()
            } _: {
                var steps: [CGFloat] = []
                for x in [10, 20, 30] as [CGFloat] {
                    await UIView.animate(withDuration: .milliseconds(100)) { view.center.x = x }
                    steps.append(view.center.x)
                }
                return steps
            }
            #expect(steps == [10, 20, 30])
            let finished = await result {
                test.endAnimations()
            } _: {
                await Task.detached { await Self.fade(view) }.value
            }
            #expect(finished == true && view.alpha == 0)
        }
    }

    private static func fade(_ view: UIView) async -> Bool {
        await UIView.animate(withDuration: .milliseconds(100)) { view.alpha = 0 }
    }

    // MARK: Apple's own

    @Test("keyframes: true at the end, false when what they move is in no window")
    func keyframes() async {
        #expect(await result { await UIView.animateKeyframes(withDuration: 1, delay: 0) {} } == true)
        let view = UIView()
        let finished = await result {
            await UIView.animateKeyframes(withDuration: 1, delay: 0, options: .calculationModeCubic) {
                UIView.addKeyframe(withRelativeStartTime: 0, relativeDuration: 0.5) { view.center.x = 100 }
            }
        }
        #expect(finished == false)
    }

    @Test("an animator: where it came to rest, also when it was stopped without finishing")
    func animator() async {
        let view = UIView()
        let running = UIViewPropertyAnimator(duration: 0, curve: .linear) { view.center.x = 100 }
        let end = await result {
            Task { @MainActor in running.startAnimation() }
            return await running.addCompletion()
        }
        #expect(end == .end)
        let stopped = UIViewPropertyAnimator(duration: 5, curve: .linear) { view.center.x = 200 }
        stopped.fractionComplete = 0.5
        let place = await result {
            Task { @MainActor in
                stopped.stopAnimation(false)
                stopped.finishAnimation(at: .start)
            }
            return await stopped.addCompletion()
        }
        #expect(place == .start && view.center.x == 100)
        var calls = 0
        stopped.addAnimations { view.center.x = 300 }
        stopped.addCompletion { _ in calls += 1 }
        stopped.fractionComplete = 0.5
        let current = await result {
            Task { @MainActor in stopped.stopAnimation(true) }
            return await stopped.addCompletion()
        }
        #expect(current == .current && calls == 0)
    }

    @Test("a completion given to animate is called once, so that a continuation may be resumed in it")
    func continuation() async {
        let view = UIView()
        let finished = await result {
            await withCheckedContinuation { continuation in
                UIView.animate(withDuration: 1) {
                    view.alpha = 0
                } completion: {
                    continuation.resume(returning: $0)
                }
            }
        }
        #expect(finished == false)
    }
}
