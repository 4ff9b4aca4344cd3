import Input
import TestSupport

@testable import UIKit

/// Takes the steps of the random walk.
@MainActor
final class FingerWalker {
    let stories = TouchStories()
    let gestures = GestureStories()
    private(set) var recent: [String] = []
    let stage: Stage
    var random: SeededGenerator
    var views: [WalkView] = []
    var windows: [UIWindow] = []
    var scrolls: [UIScrollView] = []
    private let panel = WalkPanel()
    private let delegate = WalkDelegate()
    var ignoring = 0
    /// How deep handlers are in each other.
    private var depth = 0
    private var wrongView: String?
    /// The number of the last touch whose place was checked.
    private var newest: UInt64 = 0

    init(stage: Stage, seed: UInt64) {
        self.stage = stage
        random = SeededGenerator(state: seed &* 0x9E37_79B9_7F4A_7C15 | 1)
        let above = UIWindow(frame: CGRect(x: 200, y: 0, width: 200, height: 200))
        above.windowLevel = .alert
        above.isHidden = false
        windows = [stage.window, above]
        delegate.walker = self
        gestures.onAction = { [weak self] in self?.handled() }
        for index in 0..<2 {
            let scroll = UIScrollView(frame: CGRect(x: 0, y: index * 200, width: 400, height: 200))
            scroll.contentSize = CGSize(width: index == 0 ? 400 : 900, height: index == 0 ? 1200 : 200)
            stage.window.addSubview(scroll)
            scrolls.append(scroll)
        }
        for number in 0..<12 { addView(number) }
        let willDeliver = UIApplication.shared.dispatcher.willDeliver
        UIApplication.shared.dispatcher.willDeliver = { [weak self] time in
            willDeliver?(time)
            self?.checkPlaces()
        }
        stage.headless.resamplingLimit = seed % 2 == 0 ? 0.03 : nil
    }

    var fault: String? { stories.fault ?? gestures.fault ?? wrongView }

    /// Recognizers that follow something or are in the middle of something though no finger is there.
    var sleepless: [String] {
        var found: [String] = []
        for view in views + scrolls {
            for recognizer in view.gestureRecognizers ?? [] where !recognizer.isIdle {
                found.append("\(type(of: recognizer)) \(recognizer.currentState) \(recognizer.trackedTouches.count)")
            }
        }
        return found
    }

    func note(_ text: String) {
        recent.append(text)
        if recent.count > 40 { recent.removeFirst() }
    }

    // MARK: Steps

    private var now: Double { stage.now }
    private func place() -> (Double, Double) { (Double(random.below(400)) / 400, Double(random.below(400)) / 400) }

    func step() {
        let finger = random.below(10)
        switch random.below(28) {
        case 0..<6: landOrLift(finger)
        case 6..<12 where panel.down.contains(finger):
            let (x, y) = place()
            note("move \(finger) \(x) \(y)")
            panel.say(finger, .moved, x, y, at: now)
            read()
        case 12: burst()
        case 13 where panel.down.contains(finger):
            note("cancel \(finger)")
            panel.say(finger, .cancelled, nil, nil, at: now)
            read()
        case 14:
            note("unplug")
            panel.unplug(at: now)
            read()
        case 15: change()
        case 16:
            note("wait")
            stage.advance(by: Double(random.below(80)) / 100)
        case 17: stall()
        case 18: overrun()
        case 19: err(finger)
        case 20: severalFingers()
        case 21, 22: pointer()
        default: stage.frame()
        }
        if panel.down.isEmpty { stories.forgetOver() }
    }

    /// The report is complete, and the main thread reads it.
    private func read() {
        panel.endReport(at: now)
        panel.closeReport()
        stage.headless.drain(panel.queue)
    }

    private func landOrLift(_ finger: Int) {
        if panel.down.contains(finger) {
            note("up \(finger)")
            panel.say(finger, .ended, nil, nil, at: now)
            return read()
        }
        let (x, y) = place()
        note("down \(finger) \(x * 400) \(y * 400)")
        panel.say(finger, .began, x, y, at: now)
        read()
    }

    /// Called when touches have found their views and nobody has been told yet.
    private func checkPlaces() {
        for touch in UIApplication.shared.dispatcher.touches where touch.phase == .began && touch.identifier > newest {
            newest = touch.identifier
            let hit = UIApplication.shared.hitTest(screenPoint: touch.screenLocation, on: .main, event: UIEvent())
            if UIApplication.shared.isIgnoringInteractionEvents || touch.view !== hit?.1 || touch.window !== hit?.0 {
                wrongView = "a finger landed on another view than the one under it"
            }
        }
    }

    private func severalFingers() {
        note("several")
        for finger in 0..<10 where random.chance(2) {
            let (x, y) = place()
            if panel.down.contains(finger) {
                random.chance(2)
                    ? panel.say(finger, .moved, x, y, at: now) : panel.say(finger, .ended, nil, nil, at: now)
            } else {
                panel.say(finger, .began, x, y, at: now)
            }
        }
        read()
    }

    /// A thousand reports a second.
    private func burst() {
        note("burst")
        for _ in 0..<random.below(60) {
            stage.headless.stall(for: 0.001)
            let (x, y) = place()
            for finger in panel.down.sorted() { panel.say(finger, .moved, x, y, at: now) }
            panel.endReport(at: now)
            if random.chance(3) { stage.headless.drain(panel.queue) }
        }
        read()
    }

    /// The main thread stands still while the fingers go on: it finds all of it at once.
    private func stall() {
        note("stall")
        for _ in 0..<random.below(120) {
            stage.headless.stall(for: 0.012)
            let finger = random.below(10)
            let (x, y) = place()
            if panel.down.contains(finger) {
                random.chance(3)
                    ? panel.say(finger, .ended, nil, nil, at: now) : panel.say(finger, .moved, x, y, at: now)
            } else if random.chance(3) {
                panel.say(finger, .began, x, y, at: now)
            }
            panel.endReport(at: now)
        }
        read()
    }

    /// The kernel's buffer ran over: what libinput makes of it is fingers that are gone, others in their slots, and jumps.
    private func overrun() {
        note("SYN_DROPPED")
        stage.headless.stall(for: 0.1)
        for finger in 0..<10 {
            let (x, y) = place()
            switch random.below(4) {
            case 0 where panel.down.contains(finger):
                panel.say(finger, .ended, nil, nil, at: now)
            case 1 where panel.down.contains(finger):
                panel.say(finger, .ended, nil, nil, at: now)
                panel.say(finger, .began, x, y, at: now)
            case 2 where panel.down.contains(finger):
                panel.say(finger, .moved, x, y, at: now)
            case 3 where !panel.down.contains(finger) && random.chance(3):
                panel.say(finger, .began, x, y, at: now)
            default: break
            }
        }
        read()
    }

    /// What no device should say.
    private func err(_ finger: Int) {
        note("fault")
        let (x, y) = place()
        switch random.below(7) {
        case 0: panel.say(finger, .began, x, y, at: now)
        case 1: panel.say(finger, .moved, x, y, at: now)
        case 2: panel.say(finger, .ended, nil, nil, at: now)
        case 3: panel.say(finger, .moved, .nan, 1e300, at: now)
        case 4: panel.say(finger, .moved, -3, .infinity, at: now)
        case 5: panel.say(finger, .moved, x, y, at: now, stamp: -5)
        default: panel.say(finger, .moved, x, y, at: now, stamp: Int64(random.below(1_000_000)))
        }
        if random.chance(2) { panel.endReport(at: now) }
        panel.closeReport()
        stage.headless.drain(panel.queue)
    }

    private func pointer() {
        note("pointer")
        let place = CGPoint(x: Double(random.below(400)), y: Double(random.below(400)))
        switch random.below(9) {
        case 0, 1: stage.headless.pointerMove(to: place)
        case 2: stage.headless.pointerButtons(UInt16(random.below(4)))
        case 3: stage.headless.wheel(y: Double(random.below(5)) - 2)
        case 4: stage.headless.trackpad(random.chance(4) ? nil : CGPoint(x: 5, y: Double(random.below(30)) + 1))
        case 5: stage.headless.pointer(.transformBegan)
        case 6:
            let scale = 0.5 + Double(random.below(20)) / 10
            stage.headless.pointer(.transformed(scale: scale, degrees: Double(random.below(90))))
        case 7: stage.headless.pointer(random.chance(2) ? .transformEnded(isCancelled: random.chance(2)) : .rested)
        default: stage.headless.penHover(at: random.chance(4) ? nil : place, PenState(distance: 0.5))
        }
    }

    func liftAll() {
        for finger in panel.down.sorted() { panel.say(finger, .ended, nil, nil, at: now) }
        read()
        stage.headless.pointerButtons(0)
        stage.headless.trackpad(nil)
        stage.headless.pointer(.transformEnded(isCancelled: false))
        stage.headless.penHover(at: nil)
        stage.headless.pointerLeave()
        while ignoring > 0 { stopIgnoring() }
        stage.advance(by: 3)
        windows[1].isHidden = true
    }

    // MARK: Handlers

    func heard(_ touches: Set<UITouch>, _ phase: UITouch.Phase, _ view: WalkView) {
        note("  \(view.name) \(phase) \(touches.count)")
        stories.tell(touches, phase, to: view)
        handled()
    }

    /// A handler may do anything.
    private func handled() {
        guard depth < 3, random.chance(12) else { return }
        depth += 1
        change()
        depth -= 1
    }

    func answer(mostly yes: Bool) -> Bool {
        handled()
        return random.chance(4) ? !yes : yes
    }

    func state(for recognizer: UIGestureRecognizer) -> UIGestureRecognizer.State? {
        guard random.chance(3) else { return nil }
        let states: [UIGestureRecognizer.State] = [.began, .changed, .ended, .cancelled, .failed]
        return random.element(states)
    }

    func makeRecognizer() -> UIGestureRecognizer {
        let recognizer: UIGestureRecognizer
        switch random.below(9) {
        case 0: recognizer = UITapGestureRecognizer(target: gestures, action: GestureStories.recognized)
        case 1: recognizer = UIPanGestureRecognizer(target: gestures, action: GestureStories.recognized)
        case 2: recognizer = UILongPressGestureRecognizer(target: gestures, action: GestureStories.recognized)
        case 3: recognizer = UIPinchGestureRecognizer(target: gestures, action: GestureStories.recognized)
        case 4: recognizer = UIRotationGestureRecognizer(target: gestures, action: GestureStories.recognized)
        case 5: recognizer = UIHoverGestureRecognizer(target: gestures, action: GestureStories.recognized)
        case 6:
            let edge = UIScreenEdgePanGestureRecognizer(target: gestures, action: GestureStories.recognized)
            edge.edges = .all
            recognizer = edge
        case 7:
            let own = WalkRecognizer(target: gestures, action: GestureStories.recognized)
            own.walker = self
            recognizer = own
        default: recognizer = UISwipeGestureRecognizer(target: gestures, action: GestureStories.recognized)
        }
        if random.chance(3) { recognizer.delegate = delegate }
        if let tap = recognizer as? UITapGestureRecognizer { tap.numberOfTapsRequired = 1 + random.below(2) }
        if let pan = recognizer as? UIPanGestureRecognizer, random.chance(2) { pan.allowedScrollTypesMask = .all }
        recognizer.delaysTouchesBegan = random.chance(4)
        recognizer.cancelsTouchesInView = !random.chance(4)
        recognizer.delaysTouchesEnded = !random.chance(4)
        return recognizer
    }
}

struct SeededGenerator {
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
