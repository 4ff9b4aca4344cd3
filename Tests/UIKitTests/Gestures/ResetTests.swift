import TestSupport
import Testing
import UIKit

/// B14 of Documentation/reports.md: whichever way a gesture ends, its recognizer is told once, and the next one is a fresh one.
@MainActor
@Suite("Recognizers are reset", .serialized)
struct ResetTests {
    /// Begins on the first move, ends with the finger.
    private final class Custom: UIGestureRecognizer, UIGestureRecognizerDelegate {
        var resets = 0
        var states: [State] = []
        var mayBegin = true
        /// What it becomes when the finger comes down; nil: it waits for moves.
        var first: State?
        /// What it becomes when the finger goes.
        var last = State.ended
        var statesAtReset: [State] = []

        override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
            if let first { state = first }
        }
        override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
            state = state == .possible ? .began : .changed
        }
        override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) { state = last }
        override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) { state = .cancelled }
        override func reset() {
            resets += 1
            statesAtReset.append(state)
        }
        func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool { mayBegin }
        func acted(_ recognizer: UIGestureRecognizer) { states.append(recognizer.state) }

        static func make() -> Custom {
            let custom = Custom()
            custom.delegate = custom
            custom.addTarget(custom, action: Custom.acted)
            return custom
        }
    }

    enum WayOut: CaseIterable, Sendable {
        case failedAtOnce, failedOnLift, ended, cancelledByTheSystem, refused, disabledBefore, disabledAfter,
            viewRemoved,
            takenFromItsView, lostToTheOther
    }

    @Test("B14 reset comes exactly once after every way out, and the next gesture works", arguments: WayOut.allCases)
    func reset(way: WayOut) throws {
        let stage = try Stage()
        defer { stage.close() }
        let view = UIView(frame: CGRect(x: 0, y: 0, width: 300, height: 300))
        stage.window.addSubview(view)
        let custom = Custom.make()
        view.addGestureRecognizer(custom)
        let other = Custom.make()
        if way == .lostToTheOther {
            custom.require(toFail: other)
            view.addGestureRecognizer(other)
        }
        func move() {
            stage.move(0, 90, 50)
            stage.frame()
            stage.move(0, 110, 50)
            stage.frame()
        }
        var wanted: [UIGestureRecognizer.State] = []
        switch way {
        case .failedAtOnce: custom.first = .failed
        case .failedOnLift: custom.last = .failed
        case .refused: custom.mayBegin = false
        default: break
        }
        stage.down(0, 50, 50)
        switch way {
        case .failedAtOnce, .refused:
            move()
            stage.up(0)
        case .failedOnLift:
            stage.up(0)
        case .ended:
            move()
            stage.up(0)
            wanted = [.began, .changed, .ended]
        case .cancelledByTheSystem:
            move()
            stage.cancel(0)
            wanted = [.began, .changed, .cancelled]
        case .disabledBefore:
            custom.isEnabled = false
            stage.up(0)
        case .disabledAfter:
            move()
            custom.isEnabled = false
            stage.up(0)
            wanted = [.began, .changed, .cancelled]
        case .viewRemoved:
            move()
            view.removeFromSuperview()
            stage.frame()
            stage.up(0)
            // The finger is the view's until it lifts, as on iOS, or is cancelled with it: either is one way out.
            wanted = custom.states
            #expect(custom.states.prefix(2) == [.began, .changed] && custom.states.count == 3)
        case .takenFromItsView:
            move()
            view.removeGestureRecognizer(custom)
            stage.up(0)
            wanted = custom.states
        case .lostToTheOther:
            move()
            stage.up(0)
            #expect(other.states == [.began, .changed, .ended] && other.resets == 1)
        }
        stage.advance(by: 2)
        #expect(custom.states == wanted)
        #expect(custom.resets == 1, "\(way)")
        #expect(custom.statesAtReset == [.possible] && custom.state == .possible && custom.numberOfTouches == 0)

        // A fresh gesture.
        custom.first = nil
        custom.last = .ended
        custom.mayBegin = true
        custom.isEnabled = true
        if way == .lostToTheOther { other.isEnabled = false }
        if view.superview == nil { stage.window.addSubview(view) }
        if custom.view == nil { view.addGestureRecognizer(custom) }
        custom.states = []
        let resets = custom.resets
        stage.frame()
        stage.down(0, 50, 50)
        move()
        stage.up(0)
        stage.advance(by: 2)
        #expect(custom.states == [.began, .changed, .ended], "after \(way)")
        #expect(custom.resets == resets + 1)
    }
}
