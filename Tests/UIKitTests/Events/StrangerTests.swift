import TestSupport
import Testing

@testable import UIKit

/// What somebody does who does not know what touches expect: odd orders, things gone in handlers, numbers that are none.
@MainActor
@Suite("Events among strangers", .serialized)
struct StrangerTests {
    @MainActor
    private final class Target: NSObject {
        var log: [String] = []
        var onAction: ((UIGestureRecognizer) -> Void)?

        func recognized(_ recognizer: UIGestureRecognizer) {
            log.append("\(recognizer.name ?? "") \(recognizer.state.rawValue)")
            onAction?(recognizer)
        }
    }

    private final class Together: NSObject, UIGestureRecognizerDelegate {
        func gestureRecognizer(
            _ recognizer: UIGestureRecognizer, shouldRecognizeSimultaneouslyWith other: UIGestureRecognizer
        ) -> Bool { true }
    }

    /// Never decides.
    private final class Lazy: UIGestureRecognizer {
        var resets = 0
        override func reset() { resets += 1 }
    }

    private func withView(_ body: (Stage, TouchRecordingView, Target) throws -> Void) throws {
        let stage = try Stage(width: 400, height: 400)
        defer { stage.close() }
        let view = TouchRecordingView(frame: CGRect(x: 0, y: 0, width: 200, height: 400))
        stage.window.addSubview(view)
        try body(stage, view, Target())
    }

    private func tap(_ target: Target, _ name: String, on view: UIView) -> UITapGestureRecognizer {
        let tap = UITapGestureRecognizer(target: target, action: Target.recognized)
        tap.name = name
        view.addGestureRecognizer(tap)
        return tap
    }

    @Test("Two, or three, that each wait for the other's failure do not wait for good: one of them is recognized")
    func circle() throws {
        for count in 2...3 {
            try withView { stage, view, target in
                let taps = (0..<count).map { tap(target, "\($0)", on: view) }
                for (index, tap) in taps.enumerated() {
                    tap.require(toFail: taps[(index + 1) % count])
                    tap.require(toFail: tap)
                }
                for round in 1...2 {
                    stage.tap(100, 100)
                    stage.advance(by: 2)
                    #expect(target.log.count == round, "\(target.log)")
                    #expect(view.log.count == 2 * round && taps.allSatisfy { $0.isIdle })
                }
            }
        }
    }

    @Test("Whoever waits for a failure fails when the other is recognized, also where both may be recognized together")
    func waitsInVain() throws {
        try withView { stage, view, target in
            let delegate = Together()
            let pan = UIPanGestureRecognizer(target: target, action: Target.recognized)
            let own = tap(target, "tap", on: view)
            let long = UILongPressGestureRecognizer(target: target, action: Target.recognized)
            (pan.name, long.name) = ("pan", "long")
            view.addGestureRecognizer(pan)
            view.addGestureRecognizer(long)
            for recognizer in [pan, own, long] { recognizer.delegate = delegate }
            pan.require(toFail: long)
            long.allowableMovement = 500
            for _ in 0..<2 {
                target.log = []
                stage.drag(from: CGPoint(x: 50, y: 50), to: CGPoint(x: 50, y: 150), duration: 0.7)
                stage.advance(by: 2)
                #expect(!target.log.contains("pan 1") && target.log.first == "long 1" && target.log.last == "long 3")
                #expect(pan.isIdle && long.isIdle && own.isIdle)
            }
            target.log = []
            long.allowableMovement = 10
            stage.drag(from: CGPoint(x: 50, y: 50), to: CGPoint(x: 50, y: 150), duration: 0.2)
            stage.advance(by: 2)
            #expect(target.log.first == "pan 1" && target.log.last == "pan 3", "the long press failed: \(target.log)")
        }
    }

    @Test(
        "E-22 A recognizer that never decides keeps nobody waiting for good: neither its view nor those that wait for it"
    )
    func lazy() throws {
        try withView { stage, view, target in
            let lazy = Lazy()
            view.addGestureRecognizer(lazy)
            let own = tap(target, "tap", on: view)
            own.require(toFail: lazy)
            own.cancelsTouchesInView = false
            for round in 1...3 {
                stage.tap(100, 100)
                #expect(view.log.count == 2 * round - 1 && target.log.count == round - 1)
                stage.advance(by: 1.1)
                #expect(view.log.count == 2 * round && view.log.last == "ended 1" && target.log.count == round)
                #expect(lazy.resets == round && lazy.isIdle)
                let frames = stage.frameCount
                stage.advance(by: 5)
                #expect(stage.frameCount == frames)
            }
            // A finger that comes back in time is its own.
            stage.tap(100, 100)
            stage.advance(by: 0.8)
            stage.down(0, 100, 100)
            stage.advance(by: 0.8)
            #expect(lazy.numberOfTouches == 2 && lazy.resets == 3)
            stage.up()
        }
    }

    @Test("Thousands of recognizers on one finger: one is recognized, all are ready again")
    func thousands() throws {
        try withView { stage, view, target in
            let taps = (0..<3000).map { tap(target, "\($0)", on: view) }
            for round in 1...2 {
                stage.tap(100, 100)
                #expect(target.log.count == round && taps.allSatisfy { $0.isIdle && !$0.isActive })
            }
            view.gestureRecognizers = nil
            stage.tap(100, 100)
            #expect(view.log.suffix(2) == ["began 1", "ended 1"])
        }
    }

    @Test("Counts and times that are none: recognizers do something or nothing, and none is left over")
    func numbers() throws {
        try withView { stage, view, target in
            for value in [0, -1, Int.max] {
                let own = tap(target, "tap", on: view)
                (own.numberOfTapsRequired, own.numberOfTouchesRequired) = (value, value)
                let pan = UIPanGestureRecognizer(target: target, action: Target.recognized)
                (pan.minimumNumberOfTouches, pan.maximumNumberOfTouches) = (value, max(value, 1))
                let swipe = UISwipeGestureRecognizer(target: target, action: Target.recognized)
                swipe.numberOfTouchesRequired = value
                view.gestureRecognizers = [own, pan, swipe]
                for seconds in [Double.nan, .infinity, -1] {
                    let long = UILongPressGestureRecognizer(target: target, action: Target.recognized)
                    (long.minimumPressDuration, long.allowableMovement) = (seconds, CGFloat(seconds))
                    (long.numberOfTapsRequired, long.numberOfTouchesRequired) = (min(value, 5), max(value, 1))
                    view.addGestureRecognizer(long)
                }
                stage.tap(100, 100)
                stage.drag(from: CGPoint(x: 50, y: 50), to: CGPoint(x: 50, y: 250), duration: 0.3)
                stage.advance(by: 3)
                for recognizer in view.gestureRecognizers ?? [] {
                    #expect(recognizer.isIdle, "\(value): \(type(of: recognizer)) \(recognizer.currentState)")
                }
                #expect(
                    view.log.filter { $0.hasPrefix("began") }.count == view.log.filter { !$0.hasPrefix("moved") }.count
                        / 2)
            }
            let pinch = UIPinchGestureRecognizer(target: target, action: Target.recognized)
            target.onAction = { _ in pinch.scale = .nan }
            view.gestureRecognizers = [pinch]
            view.isMultipleTouchEnabled = true
            stage.down(together: [(0, CGPoint(x: 20, y: 100)), (1, CGPoint(x: 120, y: 100))])
            for step in 1...4 {
                stage.move(1, 120 + CGFloat(step) * 10, 100)
                stage.frame()
            }
            #expect(pinch.scale.isFinite || pinch.state == .changed)
            stage.up(0)
            stage.up(1)
            #expect(pinch.isIdle && pinch.scale == 1)
        }
    }

    @Test(
        "A window that is closed from any handler: the touch is over once, the window is let go, the next finger works")
    func windowClosed() throws {
        for way in 0..<5 {
            try withView { stage, view, target in
                var window: UIWindow? = UIWindow(frame: stage.window.bounds)
                let gone = window.map { Weak($0) }
                let inner = TouchRecordingView(frame: stage.window.bounds)
                window?.addSubview(inner)
                window?.windowLevel = .alert
                window?.isHidden = false
                let pan = UIPanGestureRecognizer(target: target, action: Target.recognized)
                inner.addGestureRecognizer(pan)
                let close = {
                    window?.isHidden = true
                    window = nil
                }
                if way == 0 { inner.onBegan = { _ in close() } }
                if way == 1 { target.onAction = { if $0.state == .began { close() } } }
                if way == 2 { target.onAction = { if $0.state == .changed { close() } } }
                if way == 3 { target.onAction = { if $0.state == .ended { close() } } }
                stage.down(0, 100, 100)
                if way == 4 { close() }
                for step in 1...4 {
                    stage.move(0, 100, 100 + CGFloat(step) * 15)
                    stage.frame()
                }
                stage.up()
                stage.advance(by: 2)
                let ends = inner.log.filter { $0.hasPrefix("ended") || $0.hasPrefix("cancelled") }
                #expect(ends.count == 1 && inner.log.first == "began 1", "\(way) \(inner.log)")
                #expect(pan.isIdle && (target.log.isEmpty || [" 3", " 4"].contains(target.log.last)), "\(target.log)")
                #expect(gone?.object == nil, "way \(way)")
                view.frame = stage.window.bounds
                stage.tap(100, 100)
                #expect(view.log == ["began 1", "ended 1"])
            }
        }
    }

    @Test("A recognizer that is removed, moved to another view or turned off and on by its own action is ready again")
    func ownAction() throws {
        for way in 0..<4 {
            for state in [UIGestureRecognizer.State.began, .changed, .ended] {
                try withView { stage, view, target in
                    let other = TouchRecordingView(frame: CGRect(x: 200, y: 0, width: 200, height: 400))
                    stage.window.addSubview(other)
                    let pan = UIPanGestureRecognizer(target: target, action: Target.recognized)
                    view.addGestureRecognizer(pan)
                    target.onAction = { recognizer in
                        guard recognizer.state == state else { return }
                        switch way {
                        case 0: view.removeGestureRecognizer(recognizer)
                        case 1: other.addGestureRecognizer(recognizer)
                        case 2:
                            recognizer.isEnabled = false
                            recognizer.isEnabled = true
                        default: view.gestureRecognizers = [UITapGestureRecognizer(), recognizer]
                        }
                    }
                    stage.drag(from: CGPoint(x: 50, y: 50), to: CGPoint(x: 50, y: 150), duration: 0.2)
                    stage.advance(by: 2)
                    #expect(pan.isIdle && [" 3", " 4"].contains(target.log.last), "\(way) \(state) \(target.log)")
                    target.onAction = nil
                    target.log = []
                    let x: CGFloat = way == 1 ? 250 : 50
                    if way == 0 { view.addGestureRecognizer(pan) }
                    stage.drag(from: CGPoint(x: x, y: 50), to: CGPoint(x: x, y: 150), duration: 0.2)
                    #expect(target.log.first == " 1" && target.log.last == " 3", "\(way) \(state) \(target.log)")
                }
            }
        }
    }

    @Test("A recognizer whose reset sets a state stays possible; states set without a finger are its own affair")
    func resets() throws {
        final class Odd: UIGestureRecognizer {
            override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) { state = .ended }
            override func reset() { state = .began }
        }
        try withView { stage, view, target in
            let odd = Odd(target: target, action: Target.recognized)
            view.addGestureRecognizer(odd)
            for round in 1...3 {
                stage.tap(100, 100)
                #expect(odd.isIdle && target.log.count == round && target.log.last == " 3")
            }
        }
    }

    @Test("A view that is let go in its own handler goes when its touch is over")
    func freed() throws {
        try withView { stage, view, _ in
            var inner: TouchRecordingView? = TouchRecordingView(frame: view.bounds)
            let gone = inner.map { Weak($0) }
            view.addSubview(inner ?? view)
            inner?.onBegan = { [unowned view] _ in view.subviews.first?.removeFromSuperview() }
            inner = nil
            stage.down(0, 100, 100)
            stage.move(0, 120, 100)
            stage.frame()
            stage.up()
            stage.frame()
            #expect(gone?.object == nil && view.subviews.isEmpty)
            stage.tap(100, 100)
            #expect(view.log == ["began 1", "ended 1"])
        }
    }

    @Test("A window that keeps the end of touches to itself: exclusive views get the next finger all the same")
    func kept() throws {
        final class Keeper: UIWindow {
            var keeps = false
            override func sendEvent(_ event: UIEvent) { if !keeps { super.sendEvent(event) } }
        }
        let stage = try Stage(width: 400, height: 400)
        defer { stage.close() }
        let window = Keeper(frame: stage.window.bounds)
        window.isHidden = false
        defer { window.isHidden = true }
        let view = TouchRecordingView(frame: CGRect(x: 0, y: 0, width: 200, height: 400))
        let other = TouchRecordingView(frame: CGRect(x: 200, y: 0, width: 200, height: 400))
        other.isExclusiveTouch = true
        window.addSubview(view)
        window.addSubview(other)
        stage.down(0, 100, 100)
        window.keeps = true
        stage.up()
        window.keeps = false
        stage.tap(300, 100)
        #expect(other.log == ["began 1", "ended 1"])
    }

    @Test("What a timer decides is told with the event of the fingers that are down")
    func timers() throws {
        final class Listener: UIView {
            var counts: [Int] = []
            override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
                counts.append(event?.touches(for: self)?.count ?? -1)
            }
        }
        let stage = try Stage(width: 400, height: 400)
        defer { stage.close() }
        let scroll = UIScrollView(frame: stage.window.bounds)
        scroll.contentSize.height = 4000
        let listener = Listener(frame: stage.window.bounds)
        scroll.addSubview(listener)
        stage.window.addSubview(scroll)
        stage.down(0, 100, 100)
        stage.advance(by: 0.2)
        #expect(listener.counts == [1])
        stage.up()
    }

    @Test("A rate that never comes to rest, or is none, counts as the nearest that does")
    func rates() throws {
        for rate in [1, 2, -1, 0, CGFloat.nan, .infinity, 0.998] {
            let stage = try Stage(width: 400, height: 400)
            defer { stage.close() }
            let scroll = UIScrollView(frame: stage.window.bounds)
            scroll.contentSize = CGSize(width: 400, height: 1_000_000)
            scroll.decelerationRate = UIScrollView.DecelerationRate(rawValue: rate)
            stage.window.addSubview(scroll)
            stage.drag(from: CGPoint(x: 100, y: 300), to: CGPoint(x: 100, y: 100), duration: 0.1)
            stage.advance(by: 90)
            #expect(
                !scroll.isDecelerating && scroll.contentOffset.y > 100 && scroll.contentOffset.y.isFinite, "\(rate)")
        }
    }

    @Test("B30 A delegate that takes the scroll view away, or lets it go, in any call: it stands, and nothing is awake")
    func scrollDelegates() throws {
        final class Delegate: NSObject, UIScrollViewDelegate {
            var at = ""
            var onCall: (() -> Void)?
            func call(_ name: String) { if name == at { onCall?() } }
            func scrollViewDidScroll(_ scrollView: UIScrollView) { call("scroll") }
            func scrollViewWillBeginDragging(_ scrollView: UIScrollView) { call("drag") }
            func scrollViewWillEndDragging(
                _ scrollView: UIScrollView, withVelocity velocity: CGPoint,
                targetContentOffset: UnsafeMutablePointer<CGPoint>
            ) { call("lift") }
            func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate: Bool) { call("lifted") }
            func scrollViewWillBeginDecelerating(_ scrollView: UIScrollView) { call("glide") }
            func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) { call("stop") }
        }
        for name in ["scroll", "drag", "lift", "lifted", "glide", "stop"] {
            let stage = try Stage(width: 400, height: 400)
            defer { stage.close() }
            var scroll: UIScrollView? = UIScrollView(frame: stage.window.bounds)
            let gone = scroll.map { Weak($0) }
            scroll?.contentSize = CGSize(width: 400, height: 4000)
            let delegate = Delegate()
            scroll?.delegate = delegate
            delegate.at = name
            delegate.onCall = {
                scroll?.removeFromSuperview()
                scroll = nil
            }
            if let scroll { stage.window.addSubview(scroll) }
            stage.drag(from: CGPoint(x: 100, y: 300), to: CGPoint(x: 100, y: 100), duration: 0.1)
            stage.advance(by: 6)
            #expect(scroll == nil && gone?.object == nil, "\(name)")
            let frames = stage.frameCount
            stage.advance(by: 2)
            #expect(stage.frameCount == frames, "\(name)")
        }
    }

    @Test(
        "A delegate that turns the recognizer off, or takes it away, while it is asked: it is not recognized, and ready again"
    )
    func delegates() throws {
        final class Delegate: NSObject, UIGestureRecognizerDelegate {
            var question = ""
            var onQuestion: ((UIGestureRecognizer) -> Void)?
            private func ask(_ name: String, _ recognizer: UIGestureRecognizer) {
                if name == question { onQuestion?(recognizer) }
            }
            func gestureRecognizerShouldBegin(_ recognizer: UIGestureRecognizer) -> Bool {
                ask("begin", recognizer)
                return true
            }
            func gestureRecognizer(_ recognizer: UIGestureRecognizer, shouldReceive touch: UITouch) -> Bool {
                ask("receive", recognizer)
                return true
            }
            func gestureRecognizer(
                _ recognizer: UIGestureRecognizer, shouldRequireFailureOf other: UIGestureRecognizer
            ) -> Bool {
                ask("require", recognizer)
                return false
            }
        }
        for question in ["begin", "receive", "require"] {
            for way in 0..<3 {
                try withView { stage, view, target in
                    let delegate = Delegate()
                    delegate.question = question
                    let pan = UIPanGestureRecognizer(target: target, action: Target.recognized)
                    pan.delegate = delegate
                    let other = UILongPressGestureRecognizer()
                    view.gestureRecognizers = [pan, other]
                    delegate.onQuestion = { recognizer in
                        switch way {
                        case 0: recognizer.isEnabled = false
                        case 1: recognizer.view?.removeGestureRecognizer(recognizer)
                        default: UIApplication.shared.dispatcher.cancelAll()
                        }
                    }
                    stage.drag(from: CGPoint(x: 50, y: 50), to: CGPoint(x: 50, y: 150), duration: 0.2)
                    stage.advance(by: 2)
                    #expect(pan.isIdle && other.isIdle, "\(question) \(way) \(pan.currentState)")
                    #expect(target.log.isEmpty || target.log.last == " 4", "\(question) \(way) \(target.log)")
                    delegate.onQuestion = nil
                    target.log = []
                    pan.isEnabled = true
                    view.gestureRecognizers = [pan, other]
                    stage.drag(from: CGPoint(x: 50, y: 50), to: CGPoint(x: 50, y: 150), duration: 0.2)
                    #expect(target.log.first == " 1" && target.log.last == " 3", "\(question) \(way)")
                }
            }
        }
    }

    @Test("Fingers that land, move and lift while a handler runs a loop of its own are told in order when it is over")
    func nested() throws {
        try withView { stage, view, target in
            let other = TouchRecordingView(frame: CGRect(x: 200, y: 0, width: 200, height: 400))
            stage.window.addSubview(other)
            let own = tap(target, "tap", on: other)
            own.cancelsTouchesInView = false
            view.onBegan = { _ in
                stage.headless.touchDown(1, at: CGPoint(x: 300, y: 100))
                stage.headless.touchMove(0, to: CGPoint(x: 120, y: 100))
            }
            stage.down(0, 100, 100)
            stage.frame()
            #expect(view.log == ["began 1", "moved 1"] && other.log == ["began 1"])
            stage.up(1)
            stage.up(0)
            #expect(view.log.last == "ended 1" && other.log == ["began 1", "ended 1"] && target.log == ["tap 3"])
            view.onBegan = { _ in
                stage.headless.touchUp(0)
                stage.headless.touchDown(0, at: CGPoint(x: 300, y: 100))
                stage.headless.touchUp(0)
            }
            stage.down(0, 100, 100)
            #expect(view.log.suffix(2) == ["began 1", "ended 1"] && other.log.suffix(2) == ["began 1", "ended 1"])
            #expect(own.isIdle && UIApplication.shared.dispatcher.touches.isEmpty)
        }
    }
}
