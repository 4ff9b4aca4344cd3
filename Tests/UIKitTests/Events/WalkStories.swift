@testable import UIKit

/// What views were told of each touch.
@MainActor
final class TouchStories {
    enum State { case live, over }

    private var states: [ObjectIdentifier: (touch: UITouch, view: UIView, state: State, time: Double)] = [:]
    private(set) var fault: String?
    private(set) var count = 0
    var open: [UITouch] { states.values.filter { $0.state == .live }.map(\.touch) }

    func tell(_ touches: Set<UITouch>, _ phase: UITouch.Phase, to view: WalkView) {
        for touch in touches {
            let story = states[ObjectIdentifier(touch)]
            if touch.phase != phase { fail("\(view.name) was told \(phase) of a touch that is \(touch.phase)") }
            if touch.view !== view { fail("\(view.name) was told of a touch of another view") }
            if phase == .began {
                if story != nil { fail("\(view.name) was told twice that a touch began") }
                states[ObjectIdentifier(touch)] = (touch, view, .live, touch.timestamp)
                count += 1
                continue
            }
            guard let story else { return fail("\(view.name) was told \(phase) of a touch that never began") }
            if story.view !== view { fail("a touch went from one view to another") }
            if story.state == .over { fail("\(view.name) was told \(phase) of a touch that was over") }
            if touch.timestamp < story.time { fail("the time of a touch of \(view.name) ran backwards") }
            states[ObjectIdentifier(touch)]?.time = touch.timestamp
            if phase == .ended || phase == .cancelled { states[ObjectIdentifier(touch)]?.state = .over }
        }
    }

    /// Forgets what is over; to be called when no finger is down, so that a long walk takes no more memory than a short one.
    func forgetOver() { states = states.filter { $0.value.state == .live } }

    func fail(_ text: String) { if fault == nil { fault = text } }
}

/// What recognizers told of each gesture.
@MainActor
final class GestureStories {
    private var running: [ObjectIdentifier: UIGestureRecognizer] = [:]
    private(set) var fault: String?
    private(set) var count = 0
    var open: [String] { running.values.map { "\(type(of: $0)) \($0.state)" } }
    var onAction: (() -> Void)?

    func recognized(_ recognizer: UIGestureRecognizer) {
        let isRunning = running[ObjectIdentifier(recognizer)] != nil
        switch recognizer.state {
        case .began:
            if isRunning { fail("\(type(of: recognizer)) began twice") }
            running[ObjectIdentifier(recognizer)] = recognizer
            count += 1
        case .changed:
            if !isRunning { fail("\(type(of: recognizer)) changed and had not begun") }
        case .ended:
            // A discrete gesture has only this.
            running[ObjectIdentifier(recognizer)] = nil
        case .cancelled:
            if !isRunning { fail("\(type(of: recognizer)) was cancelled and had not begun") }
            running[ObjectIdentifier(recognizer)] = nil
        case .possible, .failed:
            fail("\(type(of: recognizer)) told that it is \(recognizer.state)")
        }
        onAction?()
    }

    private func fail(_ text: String) { if fault == nil { fault = text } }
}

final class WalkView: UIView {
    var name = ""
    weak var walker: FingerWalker?

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { walker?.heard(touches, .began, self) }
    override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) { walker?.heard(touches, .moved, self) }
    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) { walker?.heard(touches, .ended, self) }
    override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
        walker?.heard(touches, .cancelled, self)
    }
}

/// A recognizer of an application's own, which does what it should not: it takes states at random.
final class WalkRecognizer: UIGestureRecognizer {
    weak var walker: FingerWalker?

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        state = walker?.state(for: self) ?? state
    }
    override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
        state = walker?.state(for: self) ?? state
    }
    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
        state = state == .began || state == .changed ? .ended : .failed
    }
    override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) { state = .cancelled }
}

/// Answers at random, and may change things while it is asked.
final class WalkDelegate: NSObject, UIGestureRecognizerDelegate {
    weak var walker: FingerWalker?

    func gestureRecognizerShouldBegin(_ recognizer: UIGestureRecognizer) -> Bool {
        walker?.answer(mostly: true) ?? true
    }
    func gestureRecognizer(_ recognizer: UIGestureRecognizer, shouldReceive touch: UITouch) -> Bool {
        walker?.answer(mostly: true) ?? true
    }
    func gestureRecognizer(
        _ recognizer: UIGestureRecognizer, shouldRecognizeSimultaneouslyWith other: UIGestureRecognizer
    ) -> Bool { walker?.answer(mostly: false) ?? false }
    func gestureRecognizer(
        _ recognizer: UIGestureRecognizer, shouldRequireFailureOf other: UIGestureRecognizer
    ) -> Bool { false }
}
