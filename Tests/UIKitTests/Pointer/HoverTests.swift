import TestSupport
import Testing
import UIKit

@MainActor
@Suite("The pointer over views", .serialized)
struct HoverTests {
    /// Writes down what its recognizers tell.
    @MainActor
    private final class Target: NSObject {
        var log: [String] = []
        var last: UIHoverGestureRecognizer?

        func hovered(_ hover: UIHoverGestureRecognizer) {
            last = hover
            let point = hover.location(in: hover.view)
            log.append(
                "\(hover.name ?? "") \(hover.state.rawValue) \(Int(point.x.rounded())),\(Int(point.y.rounded()))")
        }
    }

    private func withViews(_ body: (Stage, UIView, UIView, Target) throws -> Void) throws {
        let stage = try Stage(width: 400, height: 400)
        defer { stage.close() }
        let outer = UIView(frame: CGRect(x: 100, y: 100, width: 200, height: 200))
        let inner = UIView(frame: CGRect(x: 50, y: 50, width: 100, height: 100))
        outer.addSubview(inner)
        stage.window.addSubview(outer)
        let target = Target()
        for (view, name) in [(outer, "outer"), (inner, "inner")] {
            view.backgroundColor = name == "outer" ? .blue : .green
            let hover = UIHoverGestureRecognizer(target: target, action: Target.hovered)
            hover.name = name
            view.addGestureRecognizer(hover)
        }
        stage.frame()
        try body(stage, outer, inner, target)
    }

    @Test("Began when it comes, changed while it moves, ended when it goes; views around are hovered over, too")
    func story() throws {
        try withViews { stage, _, _, target in
            stage.hover(20, 20)
            #expect(target.log.isEmpty)
            stage.hover(110, 120)
            stage.hover(115, 120)
            stage.hover(160, 160)
            stage.hover(110, 110)
            stage.hover(0, 0)
            #expect(
                target.log == [
                    "outer 1 10,20", "outer 2 15,20", "inner 1 10,10", "outer 2 60,60", "inner 3 10,10",
                    "outer 2 10,10",
                    "outer 3 10,10",
                ])
            #expect(target.last?.state == .possible)
        }
    }

    @Test("A mouse that moves a thousand times a second is told once a frame")
    func oncePerFrame() throws {
        try withViews { stage, _, _, target in
            for step in 0..<16 {
                stage.headless.pointerMove(to: CGPoint(x: 110 + CGFloat(step), y: 110))
                stage.advance(by: 0.001)
            }
            stage.frame()
            #expect(target.log.count <= 3 && target.log.last?.hasSuffix("25,10") == true, "\(target.log)")
        }
    }

    @Test("A finger that lands ends it; a mouse that is unplugged, a view that goes and a recognizer turned off, too")
    func ways() throws {
        try withViews { stage, outer, inner, target in
            stage.hover(110, 110)
            stage.tap(300, 300)
            #expect(target.log.last == "outer 3 10,10")
            stage.hover(111, 110)
            #expect(target.log.last == "outer 1 11,10")
            stage.headless.pointerLeave()
            stage.frame()
            #expect(target.log.last == "outer 3 11,10")
            stage.hover(160, 160)
            inner.removeFromSuperview()
            #expect(target.log.last?.hasPrefix("inner 4") == true)
            outer.gestureRecognizers?.first?.isEnabled = false
            #expect(target.log.last == "outer 4 60,60")
            let count = target.log.count
            stage.hover(161, 161)
            #expect(target.log.count == count)
        }
    }

    @Test("With a button down the way is the touch's; once it is up, what is under the pointer is hovered over again")
    func pressed() throws {
        try withViews { stage, outer, inner, target in
            stage.hover(160, 160)
            target.log.removeAll()
            stage.buttons(1)
            stage.hover(20, 20)
            #expect(target.log.isEmpty)
            stage.buttons(0)
            stage.frame()
            #expect(target.log == ["inner 3 10,10", "outer 3 60,60"])
        }
    }

    @Test("A delegate may refuse, and is asked about an event of the kind hover")
    func delegate() throws {
        final class Refusing: NSObject, UIGestureRecognizerDelegate {
            var types: [UIEvent.EventType] = []
            func gestureRecognizer(_ recognizer: UIGestureRecognizer, shouldReceive event: UIEvent) -> Bool {
                types.append(event.type)
                return false
            }
        }
        try withViews { stage, outer, _, target in
            let delegate = Refusing()
            outer.gestureRecognizers?.first?.delegate = delegate
            stage.hover(110, 110)
            #expect(target.log.isEmpty && delegate.types == [.hover])
        }
    }

    @Test("The arrow is there once a mouse has moved, above every window, and gone once a finger lands")
    func arrow() throws {
        try withViews { stage, _, _, _ in
            let alert = UIWindow(frame: CGRect(x: 0, y: 0, width: 400, height: 100))
            alert.windowLevel = .alert
            alert.backgroundColor = .white
            alert.isHidden = false
            defer { alert.isHidden = true }
            stage.frame()
            #expect(stage.pixel(52, 56) == 0xFFFF_FFFF)
            stage.hover(50, 50)
            // The arrow's body is black, and its outline white on the blue view below.
            #expect(stage.pixel(52, 56) == 0xFF00_0000)
            stage.hover(120, 120)
            #expect(stage.pixel(52, 56) == 0xFFFF_FFFF && stage.pixel(122, 126) == 0xFF00_0000)
            let isExact = try stage.isExact()
            #expect(isExact)
            stage.tap(300, 300)
            stage.frame()
            #expect(stage.pixel(122, 126) == 0xFF00_00FF)
            let frames = stage.frameCount
            stage.advance(by: 1)
            #expect(stage.frameCount == frames, "nothing moves, no frame")
        }
    }
}
