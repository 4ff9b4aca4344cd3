import TestSupport
import Testing
import UIKit

@MainActor
@Suite("How far gestures reach", .serialized)
struct GestureReachTests {
    @MainActor
    private final class Target: NSObject {
        var log: [String] = []
        func acted(_ recognizer: UIGestureRecognizer) {
            log.append("\(recognizer.name ?? "") \(recognizer.state.rawValue)")
        }
    }

    private func withStage(_ body: (Stage, Target) throws -> Void) throws {
        let stage = try Stage(width: 400, height: 400)
        defer { stage.close() }
        try body(stage, Target())
    }

    private func named<Recognizer: UIGestureRecognizer>(_ name: String, _ recognizer: Recognizer, _ target: Target)
        -> Recognizer
    {
        recognizer.name = name
        recognizer.addTarget(target, action: Target.acted)
        return recognizer
    }

    @Test("A tap of two or three fingers needs just so many, together or one after the other")
    func fingers() throws {
        try withStage { stage, target in
            let view = UIView(frame: stage.window.bounds)
            for count in 1...3 {
                let tap = named("tap\(count)", UITapGestureRecognizer(), target)
                tap.numberOfTouchesRequired = count
                view.addGestureRecognizer(tap)
            }
            stage.window.addSubview(view)
            for count in 1...4 {
                stage.advance(by: 1)
                stage.down(together: (0..<count).map { ($0, CGPoint(x: 50 + 60 * $0, y: 100)) })
                stage.advance(by: 0.05)
                for finger in 0..<count { stage.up(finger) }
            }
            #expect(target.log == ["tap1 3", "tap2 3", "tap3 3"])
            target.log = []
            stage.advance(by: 1)
            stage.down(0, 50, 100)
            stage.advance(by: 0.1)
            stage.down(1, 150, 100)
            stage.advance(by: 0.1)
            stage.up(0)
            stage.up(1)
            #expect(target.log == ["tap2 3"])
        }
    }

    @Test("A recognizer on an ancestor gets fingers of every view below, of two of them at once, too")
    func ancestors() throws {
        try withStage { stage, target in
            let outer = UIView(frame: stage.window.bounds)
            let left = TouchRecordingView(frame: CGRect(x: 0, y: 0, width: 200, height: 400))
            let right = TouchRecordingView(frame: CGRect(x: 200, y: 0, width: 200, height: 400))
            outer.addSubview(left)
            outer.addSubview(right)
            let pinch = named("pinch", UIPinchGestureRecognizer(), target)
            outer.addGestureRecognizer(pinch)
            stage.window.addSubview(outer)
            stage.down(together: [(0, CGPoint(x: 180, y: 100)), (1, CGPoint(x: 220, y: 100))])
            for step in 1...5 {
                stage.move(0, 180 - CGFloat(step) * 10, 100)
                stage.move(1, 220 + CGFloat(step) * 10, 100)
                stage.frame()
            }
            #expect(target.log.first == "pinch 1" && abs(pinch.scale - 3.5) < 0.01)
            stage.up(0)
            stage.up(1)
            #expect(left.story == ["began 1", "cancelled 1"] || left.story == ["began 1", "moved 1", "cancelled 1"])
            #expect(right.story == left.story)
        }
    }

    @Test(
        "In a scroll view: a tap in the content is recognized though fingers are delayed, a drag scrolls and is no tap")
    func inScrollView() throws {
        try withStage { stage, target in
            let scroll = UIScrollView(frame: stage.window.bounds)
            scroll.contentSize = CGSize(width: 400, height: 2000)
            let content = UIView(frame: CGRect(x: 0, y: 0, width: 400, height: 2000))
            content.addGestureRecognizer(named("tap", UITapGestureRecognizer(), target))
            content.addGestureRecognizer(named("press", UILongPressGestureRecognizer(), target))
            scroll.addSubview(content)
            stage.window.addSubview(scroll)
            stage.tap(100, 100)
            #expect(target.log == ["tap 3"])
            stage.drag(0, from: CGPoint(x: 100, y: 300), to: CGPoint(x: 100, y: 200), duration: 0.2)
            #expect(target.log == ["tap 3"] && scroll.contentOffset.y >= 90)
            stage.advance(by: 5)
            stage.down(0, 100, 100)
            stage.advance(by: 0.6)
            #expect(target.log.last == "press 1")
            let offset = scroll.contentOffset
            stage.move(0, 100, 200)
            stage.frame()
            #expect(target.log.last == "press 2" && scroll.contentOffset == offset, "the press has the finger")
            stage.up()
        }
    }

    @Test("Two fingers in two windows make no gesture together; each window's recognizer goes by its own")
    func windows() throws {
        try withStage { stage, target in
            let other = UIWindow(frame: CGRect(x: 200, y: 0, width: 200, height: 400))
            other.windowLevel = .alert
            other.isHidden = false
            defer { other.isHidden = true }
            for (window, name) in [(stage.window, "below"), (other, "above")] {
                window.addGestureRecognizer(named(name, UIPanGestureRecognizer(), target))
                window.addGestureRecognizer(named(name + " pinch", UIPinchGestureRecognizer(), target))
            }
            stage.down(together: [(0, CGPoint(x: 100, y: 100)), (1, CGPoint(x: 300, y: 100))])
            for step in 1...3 {
                stage.move(0, 100, 100 + CGFloat(step) * 10)
                stage.move(1, 300, 100 + CGFloat(step) * 20)
                stage.frame()
            }
            stage.up(0)
            stage.up(1)
            #expect(Set(target.log) == ["below 1", "below 2", "below 3", "above 1", "above 2", "above 3"])
        }
    }

    @Test(
        "E-82 delaysTouchesBegan: the view hears nothing of a gesture that is recognized, and all of one that fails, in order"
    )
    func delayed() throws {
        try withStage { stage, target in
            let view = TouchRecordingView(frame: stage.window.bounds)
            let swipe = named("swipe", UISwipeGestureRecognizer(), target)
            swipe.delaysTouchesBegan = true
            view.addGestureRecognizer(swipe)
            stage.window.addSubview(view)
            stage.drag(0, from: CGPoint(x: 50, y: 50), to: CGPoint(x: 250, y: 50), duration: 0.2)
            #expect(target.log == ["swipe 3"] && view.log.isEmpty)
            stage.drag(0, from: CGPoint(x: 50, y: 50), to: CGPoint(x: 50, y: 250), duration: 0.2)
            #expect(view.log.first == "began 1" && view.log.last == "ended 1" && view.story.count <= 3)
        }
    }

    @Test("E-82 Without delaysTouchesEnded the view hears of the lift while a recognizer still waits")
    func endNotDelayed() throws {
        try withStage { stage, target in
            for isDelayed in [true, false] {
                let view = TouchRecordingView(frame: stage.window.bounds)
                let double = named("double", UITapGestureRecognizer(), target)
                double.numberOfTapsRequired = 2
                double.delaysTouchesEnded = isDelayed
                view.addGestureRecognizer(double)
                stage.window.addSubview(view)
                stage.tap(50, 50)
                #expect(view.log == (isDelayed ? ["began 1"] : ["began 1", "ended 1"]))
                stage.advance(by: 1)
                #expect(view.log == ["began 1", "ended 1"])
                view.removeFromSuperview()
            }
        }
    }

    @Test("A delegate is asked about the event before the touch; a press goes to recognizers that take it")
    func asked() throws {
        final class Asked: NSObject, UIGestureRecognizerDelegate {
            var log: [String] = []
            func gestureRecognizer(_ recognizer: UIGestureRecognizer, shouldReceive event: UIEvent) -> Bool {
                log.append("event \(event.type.rawValue)")
                return true
            }
            func gestureRecognizer(_ recognizer: UIGestureRecognizer, shouldReceive touch: UITouch) -> Bool {
                log.append("touch")
                return true
            }
            func gestureRecognizer(_ recognizer: UIGestureRecognizer, shouldReceive press: UIPress) -> Bool {
                log.append("press")
                return true
            }
        }
        final class KeyGesture: UIGestureRecognizer {
            override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent) { state = .began }
            override func pressesEnded(_ presses: Set<UIPress>, with event: UIPressesEvent) { state = .ended }
        }
        try withStage { stage, target in
            let delegate = Asked()
            let gesture = named("keys", KeyGesture(), target)
            gesture.delegate = delegate
            stage.window.addGestureRecognizer(gesture)
            stage.tap(50, 50)
            stage.key(30, isDown: true)
            stage.key(30, isDown: false)
            #expect(delegate.log == ["event 0", "touch", "event 3", "press"])
            #expect(target.log == ["keys 1", "keys 3"] && gesture.state == .possible)
            gesture.allowedPressTypes = []
            stage.key(30, isDown: true)
            stage.key(30, isDown: false)
            #expect(target.log.count == 2)
        }
    }
}
