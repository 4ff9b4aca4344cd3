import Foundation
import TestSupport
import Testing
import UIKit

/// Ten fingers at random over views that change while they are touched: whatever happens, every touch that a view hears of
/// begins once, ends or is cancelled once, and is heard of by that view only.
@MainActor
@Suite("Fingers at random", .serialized)
struct FingerWalkTests {
    @Test("E-20, E-22 Every touch has one story", arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
    func walk(seed: UInt64) throws {
        let stage = try Stage(width: 400, height: 400)
        defer { stage.close() }
        let steps = ProcessInfo.processInfo.environment["VITRINE_WALK_STEPS"].flatMap { Int($0) } ?? 600
        let walker = FingerWalker(stage: stage, seed: seed)
        for step in 0..<steps {
            walker.step()
            if let fault = walker.stories.fault {
                Issue.record("seed \(seed), step \(step): \(fault)\n\(walker.recent.joined(separator: "\n"))")
                return
            }
        }
        walker.liftAll()
        #expect(walker.stories.open.isEmpty, "seed \(seed): \(walker.stories.open.count) touches never ended")
        #expect(walker.stories.count > steps / 60)
        // No finger of before is still believed to be somewhere: an exclusive view gets the next one.
        let last = TouchRecordingView(frame: stage.window.bounds)
        last.isExclusiveTouch = true
        stage.window.addSubview(last)
        stage.tap(300, 300)
        #expect(last.log == ["began 1", "ended 1"], "seed \(seed)")
    }
}

/// What views were told of each touch.
@MainActor
private final class TouchStories {
    enum State { case live, over }

    private var states: [ObjectIdentifier: (touch: UITouch, view: UIView, state: State)] = [:]
    private(set) var fault: String?
    var count: Int { states.count }
    var open: [UITouch] { states.values.filter { $0.state == .live }.map(\.touch) }

    func tell(_ touches: Set<UITouch>, _ phase: UITouch.Phase, to view: WalkView) {
        for touch in touches {
            let story = states[ObjectIdentifier(touch)]
            if touch.phase != phase { fail("\(view.name) was told \(phase) of a touch that is \(touch.phase)") }
            if touch.view !== view { fail("\(view.name) was told of a touch of another view") }
            if phase == .began {
                if story != nil { fail("\(view.name) was told twice that a touch began") }
                states[ObjectIdentifier(touch)] = (touch, view, .live)
                continue
            }
            guard let story else { return fail("\(view.name) was told \(phase) of a touch that never began") }
            if story.view !== view { fail("a touch went from one view to another") }
            if story.state == .over { fail("\(view.name) was told \(phase) of a touch that was over") }
            if phase == .ended || phase == .cancelled { states[ObjectIdentifier(touch)]?.state = .over }
        }
    }

    func fail(_ text: String) { if fault == nil { fault = text } }
}

private final class WalkView: UIView {
    var name = ""
    weak var walker: FingerWalker?

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        walker?.heard(touches, .began, self)
    }

    override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
        walker?.heard(touches, .moved, self)
    }

    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        walker?.heard(touches, .ended, self)
    }

    override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
        walker?.heard(touches, .cancelled, self)
    }
}

@MainActor
private final class FingerWalker {
    let stories = TouchStories()
    private(set) var recent: [String] = []
    private let stage: Stage
    private var random: SeededGenerator
    private var views: [WalkView] = []
    private var windows: [UIWindow] = []
    private var down: Set<Int> = []
    private var ignoring = 0
    private let listener = GestureListener()

    init(stage: Stage, seed: UInt64) {
        self.stage = stage
        random = SeededGenerator(state: seed &* 0x9E37_79B9_7F4A_7C15 | 1)
        let above = UIWindow(frame: CGRect(x: 200, y: 0, width: 200, height: 200))
        above.windowLevel = .alert
        above.isHidden = false
        windows = [stage.window, above]
        for number in 0..<12 { addView(number) }
        stage.headless.resamplingLimit = seed % 2 == 0 ? 0.03 : nil
    }

    private func addView(_ number: Int) {
        let view = WalkView(frame: randomFrame())
        view.name = "view \(number)"
        view.walker = self
        view.isMultipleTouchEnabled = !random.chance(3)
        view.isExclusiveTouch = random.chance(20)
        home(of: view).addSubview(view)
        views.append(view)
        guard random.chance(2) else { return }
        let recognizer: UIGestureRecognizer =
            switch random.below(5) {
            case 0: UITapGestureRecognizer(target: listener, action: GestureListener.recognized)
            case 1: UIPanGestureRecognizer(target: listener, action: GestureListener.recognized)
            case 2: UILongPressGestureRecognizer(target: listener, action: GestureListener.recognized)
            case 3: UIPinchGestureRecognizer(target: listener, action: GestureListener.recognized)
            default: UISwipeGestureRecognizer(target: listener, action: GestureListener.recognized)
            }
        recognizer.delaysTouchesBegan = random.chance(4)
        recognizer.cancelsTouchesInView = !random.chance(4)
        recognizer.delaysTouchesEnded = !random.chance(4)
        view.addGestureRecognizer(recognizer)
    }

    private func randomFrame() -> CGRect {
        CGRect(
            x: Double(random.below(300)), y: Double(random.below(300)), width: 40 + Double(random.below(200)),
            height: 40 + Double(random.below(200)))
    }

    /// A window or another view that is not below `view`.
    private func home(of view: UIView) -> UIView {
        if random.chance(2), let other = random.element(views), !other.isDescendant(of: view) { return other }
        return random.element(windows) ?? stage.window
    }

    private func note(_ text: String) {
        recent.append(text)
        if recent.count > 30 { recent.removeFirst() }
    }

    // MARK: Steps

    func step() {
        let finger = random.below(10)
        let place = CGPoint(x: Double(random.below(400)), y: Double(random.below(400)))
        switch random.below(20) {
        case 0..<5:
            if down.insert(finger).inserted {
                note("down \(finger) \(place)")
                stage.down(finger, place.x, place.y)
            } else {
                note("up \(finger)")
                down.remove(finger)
                stage.up(finger)
            }
        case 5..<11 where down.contains(finger):
            note("move \(finger) \(place)")
            stage.move(finger, place.x, place.y)
        case 11:
            note("burst")
            for other in down.sorted() {
                for offset in 0..<20 { stage.move(other, place.x + Double(offset), place.y) }
            }
        case 12 where down.contains(finger):
            note("cancel \(finger)")
            down.remove(finger)
            stage.cancel(finger)
        case 13:
            note("unplug")
            for other in down.sorted() { stage.cancel(other) }
            down.removeAll()
        case 14: change()
        case 15:
            note("wait")
            stage.advance(by: Double(random.below(80)) / 100)
        default: stage.frame()
        }
    }

    func liftAll() {
        for finger in down.sorted() { stage.up(finger) }
        down.removeAll()
        while ignoring > 0 { stopIgnoring() }
        stage.advance(by: 3)
        windows[1].isHidden = true
    }

    func heard(_ touches: Set<UITouch>, _ phase: UITouch.Phase, _ view: WalkView) {
        note("  \(view.name) \(phase) \(touches.count)")
        stories.tell(touches, phase, to: view)
        // A handler may do anything.
        if random.chance(12) { change() }
    }

    private func change() {
        // Things go away for a while, not for ever.
        for view in views where view.window == nil && random.chance(3) { home(of: view).addSubview(view) }
        guard let view = random.element(views) else { return }
        switch random.below(11) {
        case 0:
            note("  remove \(view.name)")
            view.removeFromSuperview()
        case 1, 2:
            note("  move \(view.name) elsewhere")
            home(of: view).addSubview(view)
        case 3: view.isHidden = random.chance(4)
        case 4: view.isUserInteractionEnabled = !random.chance(4)
        case 5: view.frame = randomFrame()
        case 6: view.gestureRecognizers?.first?.isEnabled.toggle()
        case 7:
            note("  drop a recognizer of \(view.name)")
            if let recognizer = view.gestureRecognizers?.first { view.removeGestureRecognizer(recognizer) }
        case 8:
            note("  window")
            windows[1].isHidden.toggle()
        case 9:
            if ignoring < 2, random.chance(4) {
                ignoring += 1
                UIApplication.shared.beginIgnoringInteractionEvents()
            } else {
                while ignoring > 0 { stopIgnoring() }
            }
        default:
            if views.count < 20 { addView(views.count) }
        }
    }

    private func stopIgnoring() {
        ignoring -= 1
        UIApplication.shared.endIgnoringInteractionEvents()
    }
}

private final class GestureListener {
    func recognized() {}
}

private struct SeededGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state ^= state >> 12
        state ^= state << 25
        state ^= state >> 27
        return state &* 0x2545_F491_4F6C_DD1D
    }

    mutating func below(_ limit: Int) -> Int { Int(next() >> 33) % limit }
    mutating func chance(_ limit: Int) -> Bool { below(limit) == 0 }
    mutating func element<Element>(_ elements: [Element]) -> Element? {
        elements.isEmpty ? nil : elements[below(elements.count)]
    }
}
