import Foundation
import QuartzCore
import RenderServer
import Synchronization
import Testing

@testable import QuartzCore

@Suite("Transactions", .serialized)
@MainActor
struct TransactionTests {
    private func fade(_ journal: Journal?) -> CABasicAnimation {
        let animation = CABasicAnimation(keyPath: "opacity")
        animation.fromValue = 0
        animation.duration = 1
        animation.delegate = journal
        return animation
    }

    @Test("A-80 defaults; nested transactions inherit, setting affects the innermost, and commit restores")
    func nesting() {
        let screen = Screen()
        screen.flush()
        #expect(CATransaction.animationDuration() == 0.25 && !CATransaction.disableActions())
        #expect(CATransaction.animationTimingFunction() == nil && CATransaction.completionBlock() == nil)
        CATransaction.begin()
        CATransaction.setAnimationDuration(2)
        CATransaction.setDisableActions(true)
        CATransaction.setValue("x", forKey: "mine")
        CATransaction.begin()
        #expect(CATransaction.animationDuration() == 2 && CATransaction.disableActions())
        #expect(CATransaction.value(forKey: "mine") as? String == "x" && CATransaction.value(forKey: "other") == nil)
        CATransaction.setAnimationDuration(3)
        CATransaction.setValue(false, forKey: kCATransactionDisableActions)
        #expect(CATransaction.animationDuration() == 3 && !CATransaction.disableActions())
        CATransaction.commit()
        #expect(CATransaction.animationDuration() == 2 && CATransaction.disableActions())
        CATransaction.commit()
        #expect(CATransaction.animationDuration() == 0.25 && !CATransaction.disableActions())
        CATransaction.commit()
        CATransaction.commit()
    }

    @Test("The lock may be taken several times over, and keeps another thread waiting until it is free")
    func locking() async {
        let order = Mutex<[String]>([])
        CATransaction.lock()
        CATransaction.lock()
        let other = Thread {
            CATransaction.lock()
            order.withLock { $0.append("other") }
            CATransaction.unlock()
        }
        other.start()
        CATransaction.unlock()
        order.withLock { $0.append("first") }
        CATransaction.unlock()
        while order.withLock({ $0.count }) < 2 { await Task.yield() }
        #expect(order.withLock { $0 } == ["first", "other"])
    }

    @Test("A-81 a change opens the implicit transaction; flush commits it, but waits for explicit ones")
    func implicit() {
        let screen = Screen()
        screen.flush()
        let count = screen.recorder.commits.count
        #expect(!CATransaction.isOpen)
        screen.root.opacity = 0.5
        #expect(CATransaction.isOpen && screen.recorder.commits.count == count)
        CATransaction.begin()
        CATransaction.flush()
        #expect(screen.recorder.commits.count == count)
        CATransaction.commit()
        #expect(screen.recorder.commits.count == count)
        CATransaction.flush()
        #expect(screen.recorder.commits.count == count + 1 && !CATransaction.isOpen)
    }

    @Test("An endless chain of completions goes on in later turns of the run loop and holds nothing up")
    func endlessChain() {
        let screen = Screen()
        screen.flush()
        var count = 0
        var isStopped = false
        func again() {
            count += 1
            if isStopped { return }
            CATransaction.begin()
            CATransaction.setCompletionBlock { again() }
            CATransaction.commit()
        }
        again()
        CATransaction.runCallbacks()
        let first = count
        #expect(first > 10 && first < 1000)
        CATransaction.runCallbacks()
        #expect(count > first)
        isStopped = true
        CATransaction.runCallbacks()
        let last = count
        CATransaction.runCallbacks()
        #expect(count == last)
    }

    @Test("The outermost explicit commit sends the changes")
    func explicit() {
        let screen = Screen()
        screen.flush()
        let count = screen.recorder.commits.count
        CATransaction.begin()
        CATransaction.begin()
        screen.root.opacity = 0.5
        CATransaction.commit()
        #expect(screen.recorder.commits.count == count)
        CATransaction.commit()
        #expect(screen.recorder.commits.count == count + 1)
    }

    @Test("A hook may change layers before the commit; what it changes goes along")
    func hook() {
        let screen = Screen()
        screen.flush()
        let hooks = CATransaction.willCommit
        defer { CATransaction.willCommit = hooks }
        let layer = screen.layer()
        CATransaction.willCommit.append { layer.cornerRadius = 4 }
        screen.flush()
        #expect(screen.recorder.last?.states.contains { $0.state.cornerRadius == 4 } == true)
    }

    @Test("A-83 didStart, completion block, didStop(true), in this order")
    func endOrder() {
        let screen = Screen()
        let layer = screen.layer()
        screen.flush()
        let journal = Journal()
        CATransaction.begin()
        CATransaction.setCompletionBlock { journal.lines.append("block") }
        layer.add(fade(journal), forKey: "a")
        journal.lines.append("committing")
        CATransaction.commit()
        journal.lines.append("committed")
        CATransaction.runCallbacks()
        screen.advance(to: 2)
        screen.endAnimations()
        #expect(journal.lines == ["committing", "committed", "didStart", "block", "didStop(true)"])
    }

    @Test("A-83 removed early: didStart, block, didStop(false), and not inside the removal")
    func removedEarly() {
        let screen = Screen()
        let layer = screen.layer()
        screen.flush()
        let journal = Journal()
        CATransaction.begin()
        CATransaction.setCompletionBlock { journal.lines.append("block") }
        layer.add(fade(journal), forKey: "a")
        CATransaction.commit()
        CATransaction.runCallbacks()
        layer.removeAnimation(forKey: "a")
        #expect(journal.lines == ["didStart"])
        screen.flush()
        #expect(journal.lines == ["didStart", "block", "didStop(false)"])
        #expect(layer.presentation()?.opacity == 1)
    }

    @Test("A-83 a block set after adding does not wait; a replaced one waits for its own animations")
    func blockOrder() {
        let screen = Screen()
        let layer = screen.layer()
        screen.flush()
        let journal = Journal()
        CATransaction.begin()
        layer.add(fade(nil), forKey: "before")
        CATransaction.setCompletionBlock { journal.lines.append("first") }
        layer.add(fade(nil), forKey: "a")
        CATransaction.setCompletionBlock { journal.lines.append("second") }
        CATransaction.commit()
        #expect(journal.lines.isEmpty)
        CATransaction.runCallbacks()
        #expect(journal.lines == ["second"])
        screen.advance(to: 2)
        screen.endAnimations()
        #expect(journal.lines == ["second", "first"])
    }

    @Test(
        "A-83 the outer block waits for animations of inner transactions; one without animations comes after the commit"
    )
    func nestedBlocks() {
        let screen = Screen()
        let layer = screen.layer()
        screen.flush()
        let journal = Journal()
        CATransaction.begin()
        CATransaction.setCompletionBlock { journal.lines.append("outer") }
        CATransaction.begin()
        CATransaction.setCompletionBlock { journal.lines.append("empty") }
        CATransaction.commit()
        CATransaction.begin()
        CATransaction.setCompletionBlock { journal.lines.append("inner") }
        layer.add(fade(nil), forKey: "a")
        CATransaction.commit()
        CATransaction.runCallbacks()
        #expect(journal.lines.isEmpty)
        CATransaction.commit()
        #expect(journal.lines.isEmpty)
        CATransaction.runCallbacks()
        #expect(journal.lines == ["empty"])
        screen.advance(to: 2)
        screen.endAnimations()
        #expect(journal.lines == ["empty", "inner", "outer"])
    }

    @Test("Owed calls are made when the main queue runs, without anybody asking")
    func callbacksByThemselves() async {
        await confirmation { called in
            CATransaction.flush()
            CATransaction.begin()
            CATransaction.setCompletionBlock { called() }
            CATransaction.commit()
            await withCheckedContinuation { continuation in
                DispatchQueue.main.async { continuation.resume() }
            }
        }
    }

    @Test("A-13, A-83 animations on a layer in no window are discarded at the commit: didStart, didStop(false), block")
    func noWindow() {
        let screen = Screen()
        screen.flush()
        let journal = Journal()
        let layer = CALayer()
        CATransaction.begin()
        CATransaction.setCompletionBlock { journal.lines.append("block") }
        layer.add(fade(journal), forKey: "a")
        CATransaction.commit()
        CATransaction.runCallbacks()
        #expect(journal.lines == ["didStart", "didStop(false)", "block"])
        #expect(layer.animationKeys() == nil && layer.presentation() == nil)
    }

    @Test("An animation added before its layer, in the same transaction, runs")
    func addedWithLayer() {
        let screen = Screen()
        screen.flush()
        let layer = CALayer()
        layer.add(fade(nil), forKey: "a")
        screen.root.addSublayer(layer)
        screen.flush()
        #expect(layer.animationKeys() == ["a"] && screen.recorder.last?.animations.count == 1)
    }

    @Test("A-13 also for a layer that had animations before, was shown and has left")
    func noWindowAnyMore() {
        let screen = Screen()
        let layer = CALayer()
        layer.add(fade(nil), forKey: "a")
        screen.root.addSublayer(layer)
        screen.flush()
        layer.removeFromSuperlayer()
        screen.flush()
        layer.add(fade(nil), forKey: "b")
        screen.flush()
        #expect(layer.animationKeys() == nil)
    }

    @Test("A-34 a layer that leaves the tree stops its animations unfinished, after the flush")
    func leaving() {
        let screen = Screen()
        let outer = screen.layer()
        let layer = CALayer()
        outer.addSublayer(layer)
        screen.flush()
        let journal = Journal()
        layer.add(fade(journal), forKey: "a")
        screen.flush()
        outer.removeFromSuperlayer()
        #expect(journal.lines == ["didStart"] && layer.animationKeys() == ["a"])
        screen.flush()
        #expect(journal.lines == ["didStart", "didStop(false)"] && layer.animationKeys() == nil)
        #expect(layer.presentation() == nil && screen.context.running.isEmpty)
    }

    @Test("A layer moved to another superlayer in one transaction goes on with its animations")
    func moving() {
        let screen = Screen()
        let (first, second) = (screen.layer(), screen.layer())
        let layer = CALayer()
        first.addSublayer(layer)
        screen.flush()
        layer.add(fade(nil), forKey: "a")
        screen.flush()
        let identifier = layer.identifier
        second.addSublayer(layer)
        screen.flush()
        #expect(layer.identifier == identifier && layer.animationKeys() == ["a"])
        #expect(screen.recorder.last?.removed.isEmpty == true && screen.recorder.last?.states.isEmpty == true)
    }

    @Test("A delegate that changes layers and adds animations when called gets them into the next commit")
    func reentrantDelegate() {
        let screen = Screen()
        final class Chain: NSObject, CAAnimationDelegate {
            var layer: CALayer?
            func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {
                let next = CABasicAnimation(keyPath: "position.x")
                next.duration = 1
                layer?.add(next, forKey: "next")
            }
        }
        let layer = screen.layer()
        screen.flush()
        let chain = Chain()
        chain.layer = layer
        let animation = CABasicAnimation(keyPath: "opacity")
        animation.delegate = chain
        layer.add(animation, forKey: "a")
        screen.flush()
        screen.advance(to: 1)
        screen.endAnimations()
        screen.flush()
        #expect(layer.animationKeys() == ["next"] && screen.context.running.count == 1)
    }
}

@Suite("The run loop's part", .serialized)
@MainActor
struct RunLoopTests {
    @Test("D-09 a run loop commits the implicit transaction before it waits")
    func observer() {
        let screen = Screen()
        screen.flush()
        let count = screen.recorder.commits.count
        CATransaction.observeThisRunLoop()
        let timer = Timer(timeInterval: 0, repeats: false) { _ in
            MainActor.assumeIsolated { screen.root.opacity = 0.5 }
        }
        RunLoop.current.add(timer, forMode: .default)
        // Until the timer has fired and the loop has nothing left but to wait.
        for _ in 0..<100 where screen.recorder.commits.count == count {
            _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.05))
        }
        #expect(screen.recorder.commits.count == count + 1 && screen.recorder.last?.states.first?.state.opacity == 0.5)
        #expect(!CATransaction.isOpen)
    }
}
