import TestSupport
import Testing
import UIKit

@MainActor
@Suite("Gesture recognizers", .serialized)
struct GestureTests {
    /// Writes down the states a recognizer's action saw.
    final class Recorder: NSObject, UIGestureRecognizerDelegate {
        var states: [UIGestureRecognizer.State] = []
        var simultaneous = false
        var begins = true
        func acted(_ recognizer: UIGestureRecognizer) { states.append(recognizer.state) }
        func gestureRecognizer(
            _ gestureRecognizer: UIGestureRecognizer,
            shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
        ) -> Bool { simultaneous }
        func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool { begins }
    }

    private func withStage(_ body: (Stage, TouchRecordingView, Recorder) throws -> Void) throws {
        let stage = try Stage()
        defer { stage.close() }
        let view = TouchRecordingView(frame: CGRect(x: 0, y: 0, width: 300, height: 300))
        view.isMultipleTouchEnabled = true
        stage.window.addSubview(view)
        try body(stage, view, Recorder())
    }

    @Test("E-81 Defaults")
    func defaults() {
        let recognizer = UIGestureRecognizer()
        #expect(recognizer.isEnabled && recognizer.cancelsTouchesInView && recognizer.delaysTouchesEnded)
        #expect(!recognizer.delaysTouchesBegan)
        #expect(UILongPressGestureRecognizer().minimumPressDuration == 0.5)
        #expect(UILongPressGestureRecognizer().allowableMovement == 10)
        #expect(UIPanGestureRecognizer().minimumNumberOfTouches == 1)
        #expect(UISwipeGestureRecognizer().direction == .right)
    }

    @Test("E-91 On a tap the view gets began and then cancelled")
    func tap() throws {
        try withStage { stage, view, recorder in
            view.addGestureRecognizer(UITapGestureRecognizer(target: recorder, action: Recorder.acted))
            stage.tap(50, 50)
            #expect(recorder.states == [.ended])
            #expect(view.log == ["began 1", "cancelled 1"])
            stage.tap(50, 50)
            #expect(recorder.states == [.ended, .ended])
        }
    }

    @Test("A02 Without cancelsTouchesInView the view hears the end")
    func tapWithoutCancelling() throws {
        try withStage { stage, view, recorder in
            let tap = UITapGestureRecognizer(target: recorder, action: Recorder.acted)
            tap.cancelsTouchesInView = false
            view.addGestureRecognizer(tap)
            stage.tap(50, 50)
            #expect(recorder.states == [.ended])
            #expect(view.log == ["began 1", "ended 1"])
        }
    }

    @Test("E-88 A tap fails when the finger moves too far or stays too long")
    func failedTaps() throws {
        try withStage { stage, view, recorder in
            view.addGestureRecognizer(UITapGestureRecognizer(target: recorder, action: Recorder.acted))
            stage.drag(from: CGPoint(x: 50, y: 50), to: CGPoint(x: 110, y: 50), duration: 0.1)
            stage.down(0, 50, 50)
            stage.advance(by: 0.8)
            stage.up(0)
            #expect(recorder.states.isEmpty)
            #expect(view.story == ["began 1", "moved 1", "ended 1", "began 1", "ended 1"])
        }
    }

    @Test("E-84, E-89 A single tap that waits for a double tap fires after the double's time is over")
    func doubleTap() throws {
        try withStage { stage, view, recorder in
            let other = Recorder()
            let double = UITapGestureRecognizer(target: other, action: Recorder.acted)
            double.numberOfTapsRequired = 2
            let single = UITapGestureRecognizer(target: recorder, action: Recorder.acted)
            single.require(toFail: double)
            view.addGestureRecognizer(single)
            view.addGestureRecognizer(double)
            stage.tap(50, 50)
            stage.advance(by: 0.2)
            #expect(recorder.states.isEmpty)
            stage.advance(by: 0.2)
            #expect(recorder.states == [.ended])
            #expect(other.states.isEmpty)
            stage.advance(by: 1)
            stage.tap(50, 50)
            stage.advance(by: 0.1)
            stage.tap(50, 50)
            stage.advance(by: 1)
            #expect(other.states == [.ended])
            #expect(recorder.states == [.ended])
        }
    }

    @Test("E-86 A long press begins after half a second, changes on moves, ends on lift")
    func longPress() throws {
        try withStage { stage, view, recorder in
            view.addGestureRecognizer(UILongPressGestureRecognizer(target: recorder, action: Recorder.acted))
            stage.down(0, 50, 50)
            stage.advance(by: 0.45)
            #expect(recorder.states.isEmpty)
            stage.advance(by: 0.1)
            #expect(recorder.states == [.began])
            stage.move(0, 90, 50)
            stage.frame()
            stage.up(0)
            #expect(recorder.states == [.began, .changed, .ended])
            #expect(view.story == ["began 1", "cancelled 1"])
        }
    }

    @Test("A01, E-87 A pan begins after ten points, with its touch, location and translation at hand")
    func pan() throws {
        try withStage { stage, view, _ in
            @MainActor
            final class PanRecorder: NSObject {
                var lines: [(UIGestureRecognizer.State, CGPoint, CGPoint, Int)] = []
                func acted(_ pan: UIPanGestureRecognizer) {
                    lines.append(
                        (pan.state, pan.location(in: pan.view), pan.translation(in: pan.view), pan.numberOfTouches))
                }
            }
            let recorder = PanRecorder()
            view.addGestureRecognizer(UIPanGestureRecognizer(target: recorder, action: PanRecorder.acted))
            stage.down(0, 50, 50)
            stage.move(0, 59, 50)
            stage.frame()
            #expect(recorder.lines.isEmpty)
            stage.move(0, 62, 50)
            stage.frame()
            #expect(recorder.lines.count == 1)
            #expect(recorder.lines[0].0 == .began)
            #expect(recorder.lines[0].1 == CGPoint(x: 62, y: 50))
            #expect(recorder.lines[0].2 == CGPoint(x: 12, y: 0))
            #expect(recorder.lines[0].3 == 1)
            stage.move(0, 80, 40)
            stage.frame()
            stage.up(0)
            #expect(recorder.lines.map(\.0) == [.began, .changed, .ended])
            #expect(recorder.lines[2].2 == CGPoint(x: 30, y: -10))
            #expect(view.story == ["began 1", "moved 1", "cancelled 1"])
        }
    }

    @Test("E-89 A pinch from 100 to 200 points has scale 2; a rotation turns with the fingers")
    func pinchAndRotation() throws {
        try withStage { stage, view, recorder in
            recorder.simultaneous = true
            let pinch = UIPinchGestureRecognizer(target: recorder, action: Recorder.acted)
            let rotation = UIRotationGestureRecognizer(target: recorder, action: Recorder.acted)
            pinch.delegate = recorder
            rotation.delegate = recorder
            view.addGestureRecognizer(pinch)
            view.addGestureRecognizer(rotation)
            stage.down(0, 100, 150)
            stage.down(1, 200, 150)
            stage.move(0, 50, 150)
            stage.move(1, 250, 150)
            stage.frame()
            #expect(abs(pinch.scale - 2) < 1e-9)
            stage.move(0, 150, 50)
            stage.move(1, 150, 250)
            stage.frame()
            #expect(abs(rotation.rotation - .pi / 2) < 1e-9)
            stage.up(0)
            stage.up(1)
            #expect(pinch.state == .possible && rotation.state == .possible)
            #expect(pinch.scale == 1)
        }
    }

    @Test("E-83 The first recognizer prevents the others, unless a delegate says yes", arguments: [false, true])
    func prevention(simultaneous: Bool) throws {
        try withStage { stage, view, recorder in
            let outer = Recorder()
            outer.simultaneous = simultaneous
            let outerPan = UIPanGestureRecognizer(target: outer, action: Recorder.acted)
            outerPan.delegate = outer
            stage.window.addGestureRecognizer(outerPan)
            view.addGestureRecognizer(UIPanGestureRecognizer(target: recorder, action: Recorder.acted))
            stage.drag(from: CGPoint(x: 50, y: 50), to: CGPoint(x: 150, y: 50), duration: 0.2)
            #expect(recorder.states.first == .began && recorder.states.last == .ended)
            #expect(outer.states.isEmpty != simultaneous)
            stage.window.removeGestureRecognizer(outerPan)
        }
    }

    @Test("E-85 A delegate may refuse; disabling in the middle cancels")
    func refusalAndDisabling() throws {
        try withStage { stage, view, recorder in
            let pan = UIPanGestureRecognizer(target: recorder, action: Recorder.acted)
            pan.delegate = recorder
            view.addGestureRecognizer(pan)
            recorder.begins = false
            stage.drag(from: CGPoint(x: 50, y: 50), to: CGPoint(x: 150, y: 50), duration: 0.2)
            #expect(recorder.states.isEmpty)
            recorder.begins = true
            stage.down(0, 50, 50)
            stage.move(0, 90, 50)
            stage.frame()
            pan.isEnabled = false
            #expect(recorder.states == [.began, .cancelled])
            stage.up(0)
            pan.isEnabled = true
            stage.drag(from: CGPoint(x: 50, y: 50), to: CGPoint(x: 150, y: 50), duration: 0.2)
            #expect(recorder.states.suffix(1) == [.ended])
        }
    }

    @Test("B14 reset comes once after every way out")
    func reset() throws {
        try withStage { stage, view, _ in
            final class Custom: UIGestureRecognizer {
                var resets = 0
                var ending: State = .failed
                override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) { state = ending }
                override func reset() { resets += 1 }
            }
            let custom = Custom()
            view.addGestureRecognizer(custom)
            stage.tap(50, 50)
            #expect(custom.resets == 1)
            custom.ending = .ended
            stage.tap(50, 50)
            #expect(custom.resets == 2)
            #expect(custom.state == .possible)
        }
    }

    @Test("A swipe to the right is recognized, one downwards is not")
    func swipe() throws {
        try withStage { stage, view, recorder in
            view.addGestureRecognizer(UISwipeGestureRecognizer(target: recorder, action: Recorder.acted))
            stage.drag(from: CGPoint(x: 50, y: 50), to: CGPoint(x: 150, y: 55), duration: 0.15)
            #expect(recorder.states == [.ended])
            stage.drag(from: CGPoint(x: 50, y: 50), to: CGPoint(x: 50, y: 150), duration: 0.15)
            #expect(recorder.states == [.ended])
        }
    }
}
