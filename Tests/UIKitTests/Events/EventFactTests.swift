import QuartzCore
import TestSupport
import Testing
import UIKit

@MainActor
@Suite("Events", .serialized)
struct EventFactTests {
    /// Writes down what each call carried.
    private final class Listener: UIView {
        struct Call {
            let phase: UITouch.Phase
            let touches: Set<UITouch>
            let all: [UITouch: UITouch.Phase]
            let ofView: Set<UITouch>
        }

        var calls: [Call] = []
        var times: [TimeInterval] = []
        var steps: [(before: CGPoint, now: CGPoint)] = []

        private func note(_ phase: UITouch.Phase, _ touches: Set<UITouch>, _ event: UIEvent?) {
            let all = (event?.allTouches ?? []).map { ($0, $0.phase) }
            calls.append(
                Call(
                    phase: phase, touches: touches, all: Dictionary(uniqueKeysWithValues: all),
                    ofView: event?.touches(for: self) ?? []))
            for touch in touches {
                times.append(touch.timestamp)
                steps.append((touch.previousLocation(in: self), touch.location(in: self)))
            }
        }

        override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { note(.began, touches, event) }
        override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) { note(.moved, touches, event) }
        override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) { note(.ended, touches, event) }
        override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
            note(.cancelled, touches, event)
        }
    }

    private func withListener(_ body: (Stage, Listener) throws -> Void) throws {
        let stage = try Stage()
        defer { stage.close() }
        let listener = Listener(frame: CGRect(x: 0, y: 0, width: 200, height: 200))
        listener.isMultipleTouchEnabled = true
        stage.window.addSubview(listener)
        try body(stage, listener)
    }

    @Test("E-21 Raw values; a finger that rests is in the event as stationary and not in the call")
    func phases() throws {
        #expect(UITouch.Phase.began.rawValue == 0 && UITouch.Phase.moved.rawValue == 1)
        #expect(UITouch.Phase.stationary.rawValue == 2)
        #expect(UITouch.Phase.ended.rawValue == 3 && UITouch.Phase.cancelled.rawValue == 4)
        try withListener { stage, listener in
            stage.down(0, 10, 10)
            stage.down(1, 60, 60)
            stage.move(1, 70, 60)
            stage.frame()
            let call = try #require(listener.calls.last)
            #expect(call.phase == .moved && call.touches.count == 1 && call.all.count == 2)
            #expect(call.ofView.count == 2)
            let resting = try #require(call.all.first { !call.touches.contains($0.key) })
            #expect(resting.value == .stationary)
            stage.up(0)
            stage.up(1)
        }
    }

    @Test("E-31 Times are those of the kernel's clock; the previous location is that of the event before")
    func times() throws {
        try withListener { stage, listener in
            let start = stage.now
            stage.down(0, 10, 10)
            #expect(abs(listener.times[0] - start) < 1e-5)
            #expect(listener.steps[0].before == listener.steps[0].now)
            stage.advance(by: 0.1)
            let moved = stage.now
            stage.move(0, 30, 15)
            stage.frame()
            #expect(abs(listener.times[1] - moved) < 1e-5)
            #expect(listener.steps[1].before == CGPoint(x: 10, y: 10))
            #expect(listener.steps[1].now == CGPoint(x: 30, y: 15))
            stage.up(0)
        }
    }

    @Test("E-28 A view without user interaction, hidden or all but transparent lets fingers through to what lies below")
    func deaf() throws {
        try withListener { stage, listener in
            let cover = TouchRecordingView(frame: listener.frame)
            cover.addSubview(TouchRecordingView(frame: listener.bounds))
            stage.window.addSubview(cover)
            cover.isUserInteractionEnabled = false
            stage.tap(50, 50)
            cover.isUserInteractionEnabled = true
            cover.isHidden = true
            stage.tap(50, 50)
            cover.isHidden = false
            cover.alpha = 0.009
            stage.tap(50, 50)
            #expect(listener.calls.count == 6)
            cover.alpha = 0.01
            stage.tap(50, 50)
            #expect(listener.calls.count == 6)
        }
    }

    @Test("E-26 Recognizers see all fingers on their view, multiple touch or not")
    func recognizersSeeAll() throws {
        try withListener { stage, listener in
            listener.isMultipleTouchEnabled = false
            let pinch = UIPinchGestureRecognizer()
            listener.addGestureRecognizer(pinch)
            stage.down(0, 50, 100)
            stage.down(1, 100, 100)
            #expect(pinch.numberOfTouches == 2)
            #expect(listener.calls.count == 1)
            stage.up(0)
            stage.up(1)
        }
    }

    @Test("E-33 A view removed under a finger is told once that the touch is over")
    func removed() throws {
        try withListener { stage, listener in
            stage.down(0, 50, 50)
            listener.removeFromSuperview()
            stage.up(0)
            stage.frame()
            #expect(listener.calls.map(\.phase) == [.began, .cancelled])
        }
    }

    @Test("E-35 Recognition, a scroll that starts and an application that resigns cancel touches")
    func cancelledBy() throws {
        try withListener { stage, listener in
            let pan = UIPanGestureRecognizer()
            listener.addGestureRecognizer(pan)
            stage.drag(0, from: CGPoint(x: 20, y: 20), to: CGPoint(x: 120, y: 20), duration: 0.2)
            #expect(listener.calls.filter { $0.phase == .cancelled }.count == 1)
            #expect(!listener.calls.contains { $0.phase == .ended })
            let scroll = UIScrollView(frame: CGRect(x: 0, y: 200, width: 200, height: 200))
            scroll.contentSize = CGSize(width: 200, height: 1000)
            // Else a finger that moves at once is not told to the content at all.
            scroll.delaysContentTouches = false
            let inside = TouchRecordingView(frame: CGRect(x: 0, y: 0, width: 200, height: 1000))
            scroll.addSubview(inside)
            stage.window.addSubview(scroll)
            stage.drag(0, from: CGPoint(x: 100, y: 380), to: CGPoint(x: 100, y: 250), duration: 0.2)
            #expect(inside.story.last == "cancelled 1")
        }
    }

    @Test("E-08 Hit testing goes by the order of subviews, not by zPosition, and changes nothing")
    func hitOrder() throws {
        try withListener { stage, listener in
            let above = TouchRecordingView(frame: listener.frame)
            stage.window.addSubview(above)
            listener.layer.zPosition = 100
            for _ in 0..<3 { #expect(stage.window.hitTest(CGPoint(x: 50, y: 50), with: nil) === above) }
            stage.tap(50, 50)
            #expect(above.log.count == 2 && listener.calls.isEmpty)
        }
    }

    // MARK: Recognizers

    @Test("E-80 States have Apple's values; a failure sends no action; a gesture that is over is possible again")
    func states() throws {
        let values = [UIGestureRecognizer.State.possible, .began, .changed, .ended, .cancelled, .failed].map(\.rawValue)
        #expect(values == [0, 1, 2, 3, 4, 5])
        #expect(UIGestureRecognizer.State.recognized == .ended)
        try withListener { stage, listener in
            let recorder = GestureTests.Recorder()
            let tap = UITapGestureRecognizer(target: recorder, action: GestureTests.Recorder.acted)
            listener.addGestureRecognizer(tap)
            stage.drag(0, from: CGPoint(x: 20, y: 20), to: CGPoint(x: 150, y: 20), duration: 0.2)
            #expect(recorder.states.isEmpty && tap.state == .possible)
            stage.tap(50, 50)
            #expect(recorder.states == [.ended] && tap.state == .possible)
        }
    }

    @Test("E-82 A beginning is withheld until the recognizer fails, and then comes before the end")
    func withheld() throws {
        try withListener { stage, listener in
            let tap = UITapGestureRecognizer()
            tap.numberOfTapsRequired = 2
            tap.delaysTouchesBegan = true
            listener.addGestureRecognizer(tap)
            stage.down(0, 50, 50)
            #expect(listener.calls.isEmpty)
            stage.up(0)
            #expect(listener.calls.isEmpty)
            stage.advance(by: 1)
            #expect(listener.calls.map(\.phase) == [.began, .ended])
        }
    }

    @Test("E-89 A pan from the left edge: from the edge only, inwards only")
    func screenEdge() throws {
        try withListener { stage, listener in
            let recorder = GestureTests.Recorder()
            let pan = UIScreenEdgePanGestureRecognizer(target: recorder, action: GestureTests.Recorder.acted)
            pan.edges = .left
            listener.addGestureRecognizer(pan)
            stage.drag(0, from: CGPoint(x: 5, y: 50), to: CGPoint(x: 105, y: 60), duration: 0.2)
            #expect(recorder.states.first == .began && recorder.states.last == .ended)
            recorder.states.removeAll()
            stage.drag(0, from: CGPoint(x: 40, y: 50), to: CGPoint(x: 140, y: 50), duration: 0.2)
            stage.drag(0, from: CGPoint(x: 5, y: 50), to: CGPoint(x: 8, y: 150), duration: 0.2)
            #expect(recorder.states.isEmpty)
            pan.edges = []
            stage.drag(0, from: CGPoint(x: 5, y: 50), to: CGPoint(x: 105, y: 50), duration: 0.2)
            #expect(recorder.states.isEmpty)
        }
    }

    @Test("A recognizer for a mouse only leaves fingers alone")
    func touchTypes() throws {
        try withListener { stage, listener in
            let recorder = GestureTests.Recorder()
            let tap = UITapGestureRecognizer(target: recorder, action: GestureTests.Recorder.acted)
            tap.allowedTouchTypes = [NSNumber(value: UITouch.TouchType.indirectPointer.rawValue)]
            listener.addGestureRecognizer(tap)
            stage.tap(50, 50)
            #expect(recorder.states.isEmpty && listener.calls.map(\.phase) == [.began, .ended])
        }
    }

    // MARK: Controls

    private final class Dial: UIControl {
        var log: [String] = []
        var goesOn = true

        override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
            log.append("begin")
            return goesOn
        }

        override func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
            log.append("continue \(isTracking)")
            return goesOn
        }

        override func endTracking(_ touch: UITouch?, with event: UIEvent?) {
            log.append("end \(touch == nil ? "without a touch" : "with its touch")")
        }
    }

    @Test("E-63 A control ends tracking by answering no; there is then no touch to end with")
    func tracking() throws {
        try withListener { stage, _ in
            let dial = Dial(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
            stage.window.addSubview(dial)
            stage.down(0, 50, 50)
            #expect(dial.isTracking)
            dial.goesOn = false
            stage.move(0, 60, 50)
            stage.frame()
            #expect(!dial.isTracking && !dial.isHighlighted)
            stage.up(0)
            #expect(dial.log == ["begin", "continue true", "end without a touch"])
            dial.log.removeAll()
            stage.tap(50, 50)
            #expect(dial.log == ["begin"])
        }
    }

    @Test("E-64 A touch that left the superview still belongs to the control")
    func beyondSuperview() throws {
        try withListener { stage, listener in
            let dial = Dial(frame: CGRect(x: 150, y: 150, width: 50, height: 50))
            listener.addSubview(dial)
            stage.down(0, 175, 175)
            stage.move(0, 260, 175)
            stage.frame()
            #expect(dial.isTracking && dial.isTouchInside)
            stage.move(0, 300, 175)
            stage.frame()
            #expect(dial.isTracking && !dial.isTouchInside)
            stage.up(0)
        }
    }

    private final class Handler: UIViewController {
        var count = 0
        var senders: [UIControl] = []
        func pressed() { count += 1 }
        func sent(_ sender: UIControl) { senders.append(sender) }
    }

    private final class Focus: UIView {
        override var canBecomeFirstResponder: Bool { true }
    }

    @Test("E-52 An action without a target goes up from the first responder, else from the sender")
    func nilTarget() throws {
        try withListener { stage, _ in
            let root = Handler()
            stage.window.rootViewController = root
            let button = UIButton(type: .custom)
            button.frame = CGRect(x: 0, y: 0, width: 100, height: 50)
            button.addTarget(nil as Handler?, action: Handler.pressed, for: .touchUpInside)
            button.addTarget(nil as Handler?, action: Handler.sent, for: .touchUpInside)
            stage.window.addSubview(button)
            stage.tap(20, 20)
            // The button is no part of the controller's view.
            #expect(root.count == 0)
            let focus = Focus(frame: CGRect(x: 0, y: 100, width: 10, height: 10))
            root.view.addSubview(focus)
            focus.becomeFirstResponder()
            stage.tap(20, 20)
            #expect(root.count == 1 && root.senders == [button])
            focus.resignFirstResponder()
            stage.window.bringSubviewToFront(root.view)
            root.view.addSubview(button)
            stage.tap(20, 20)
            #expect(root.count == 2)
            button.removeTarget(nil, for: .allEvents)
            stage.tap(20, 20)
            #expect(root.count == 2)
            stage.window.rootViewController = nil
        }
    }
}
