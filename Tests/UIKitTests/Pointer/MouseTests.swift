import TestSupport
import Testing
import UIKit

@MainActor
@Suite("Buttons and wheels", .serialized)
struct MouseTests {
    @MainActor
    private final class Target: NSObject {
        var log: [String] = []
        func tapped(_ tap: UITapGestureRecognizer) {
            log.append("\(tap.name ?? "") buttons \(tap.buttonMask.rawValue) flags \(tap.modifierFlags.rawValue >> 16)")
        }
        func panned(_ pan: UIPanGestureRecognizer) {
            let way = pan.translation(in: nil)
            log.append("\(pan.state.rawValue) \(Int(way.x)),\(Int(way.y)) at \(pan.location(in: nil))")
        }
    }

    private final class Listener: UIView {
        var masks: [Int] = []
        var types: Set<UITouch.TouchType> = []
        override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { note(touches, event) }
        override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) { note(touches, event) }
        override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) { note(touches, event) }
        private func note(_ touches: Set<UITouch>, _ event: UIEvent?) {
            types.formUnion(touches.map(\.type))
            masks.append(event?.buttonMask.rawValue ?? -1)
        }
    }

    private func withStage(_ body: (Stage) throws -> Void) throws {
        let stage = try Stage(width: 400, height: 400)
        defer { stage.close() }
        try body(stage)
    }

    @Test("A click is a touch of the kind indirectPointer; the event says which buttons are down")
    func clicks() throws {
        try withStage { stage in
            let listener = Listener(frame: stage.window.bounds)
            stage.window.addSubview(listener)
            stage.hover(50, 50)
            stage.buttons(1)
            stage.buttons(3)
            stage.frame()
            stage.buttons(2)
            stage.frame()
            stage.buttons(0)
            #expect(listener.masks == [1, 3, 2, 0] && listener.types == [.indirectPointer])
            listener.masks = []
            stage.tap(50, 50)
            #expect(listener.masks == [0, 0])
            #expect(UIEvent.ButtonMask.button(1) == .primary && UIEvent.ButtonMask.button(2) == .secondary)
            #expect(UIEvent.ButtonMask.button(0).isEmpty && UIEvent.ButtonMask.button(99).isEmpty)
        }
    }

    @Test("A tap asks for the primary button unless it says another; fingers have none and tap all of them")
    func requiredButtons() throws {
        try withStage { stage in
            let target = Target()
            let view = UIView(frame: stage.window.bounds)
            for (name, mask) in [("primary", UIEvent.ButtonMask.primary), ("secondary", .secondary)] {
                let tap = UITapGestureRecognizer(target: target, action: Target.tapped)
                tap.name = name
                tap.buttonMaskRequired = mask
                view.addGestureRecognizer(tap)
            }
            stage.window.addSubview(view)
            stage.click(50, 50)
            stage.advance(by: 1)
            stage.click(50, 50, button: 2)
            #expect(target.log == ["primary buttons 1 flags 0", "secondary buttons 2 flags 0"])
            target.log = []
            stage.advance(by: 1)
            stage.key(42, isDown: true)
            stage.click(60, 60)
            stage.key(42, isDown: false)
            // Shift is bit 17.
            #expect(target.log == ["primary buttons 1 flags 2"])
            target.log = []
            stage.advance(by: 1)
            stage.tap(50, 50)
            #expect(target.log == ["primary buttons 0 flags 0"], "the first of two that recognize prevents the other")
        }
    }

    @Test("Controls act on the primary button only")
    func controls() throws {
        try withStage { stage in
            var count = 0
            let button = UIButton(type: .custom)
            button.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
            button.addAction(UIAction { _ in count += 1 }, for: .touchUpInside)
            stage.window.addSubview(button)
            stage.click(50, 50, button: 2)
            #expect(count == 0 && !button.isHighlighted)
            stage.click(50, 50)
            #expect(count == 1)
        }
    }

    @Test(
        "A pan takes wheels and trackpads only if it says so: a click is a pan of its own, fingers on a trackpad one until they lift"
    )
    func pans() throws {
        try withStage { stage in
            let target = Target()
            let view = UIView(frame: stage.window.bounds)
            let pan = UIPanGestureRecognizer(target: target, action: Target.panned)
            view.addGestureRecognizer(pan)
            stage.window.addSubview(view)
            stage.hover(30, 40)
            stage.wheel(1)
            stage.headless.trackpad(CGPoint(x: 0, y: 5))
            stage.headless.trackpad(nil)
            stage.frame()
            #expect(target.log.isEmpty)
            pan.allowedScrollTypesMask = .all
            stage.wheel(1)
            #expect(target.log == ["1 0,-48 at \(CGPoint(x: 30, y: 40))", "3 0,-48 at \(CGPoint(x: 30, y: 40))"])
            target.log = []
            for _ in 0..<3 {
                stage.headless.trackpad(CGPoint(x: 2, y: 5))
                stage.frame()
            }
            stage.headless.trackpad(nil)
            stage.frame()
            #expect(target.log.map { $0.prefix { $0 != "a" } } == ["1 -2,-5 ", "2 -4,-10 ", "2 -6,-15 ", "3 -6,-15 "])
            #expect(pan.state == .possible && pan.numberOfTouches == 0)
        }
    }
}
