import TestSupport
import Testing
import UIKit

@MainActor
@Suite("Pinching and turning on a trackpad", .serialized)
struct TrackpadTransformTests {
    @MainActor
    private final class Target: NSObject {
        var log: [String] = []
        var onPinch: ((UIPinchGestureRecognizer) -> Void)?

        func pinched(_ pinch: UIPinchGestureRecognizer) {
            let place = pinch.location(in: nil)
            log.append(
                "pinch \(pinch.state.rawValue) \(Int((pinch.scale * 100).rounded())) "
                    + "\(pinch.numberOfTouches) at \(Int(place.x)),\(Int(place.y))")
            onPinch?(pinch)
        }

        func panned(_ pan: UIPanGestureRecognizer) { log.append("pan \(pan.state.rawValue)") }

        func turned(_ rotation: UIRotationGestureRecognizer) {
            log.append("turn \(rotation.state.rawValue) \(Int((rotation.rotation * 180 / .pi).rounded()))")
        }
    }

    /// Says yes to both, and notes what it is asked about.
    private final class Together: NSObject, UIGestureRecognizerDelegate {
        var types: Set<UIEvent.EventType> = []
        func gestureRecognizer(_ recognizer: UIGestureRecognizer, shouldReceive event: UIEvent) -> Bool {
            types.insert(event.type)
            return true
        }
        func gestureRecognizer(
            _ recognizer: UIGestureRecognizer,
            shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
        ) -> Bool { true }
    }

    private func withView(
        _ body: (Stage, UIView, UIPinchGestureRecognizer, UIRotationGestureRecognizer, Target) throws -> Void
    ) throws {
        let stage = try Stage(width: 400, height: 400)
        defer { stage.close() }
        let view = UIView(frame: CGRect(x: 100, y: 100, width: 200, height: 200))
        stage.window.addSubview(view)
        let target = Target()
        let pinch = UIPinchGestureRecognizer(target: target, action: Target.pinched)
        let rotation = UIRotationGestureRecognizer(target: target, action: Target.turned)
        view.addGestureRecognizer(pinch)
        view.addGestureRecognizer(rotation)
        stage.hover(150, 160)
        try body(stage, view, pinch, rotation, target)
    }

    private func pinch(_ stage: Stage, _ scale: Double, _ degrees: Double = 0) {
        stage.headless.pointer(.transformed(scale: scale, degrees: degrees))
        stage.frame()
    }

    private func begin(_ stage: Stage) { stage.headless.pointer(.transformBegan) }

    private func end(_ stage: Stage, isCancelled: Bool = false) {
        stage.headless.pointer(.transformEnded(isCancelled: isCancelled))
        stage.frame()
    }

    @Test("A pinch begins, changes and ends where the pointer is, with no touches; its scale can be set meanwhile")
    func pinch() throws {
        try withView { stage, view, pinch, _, target in
            begin(stage)
            self.pinch(stage, 1.01)
            #expect(target.log.isEmpty)
            self.pinch(stage, 1.2)
            self.pinch(stage, 1.2)
            self.pinch(stage, 1.5)
            pinch.scale = 1
            self.pinch(stage, 3)
            #expect(pinch.velocity > 0)
            end(stage)
            #expect(
                target.log == [
                    "pinch 1 120 0 at 150,160", "pinch 2 150 0 at 150,160", "pinch 2 200 0 at 150,160",
                    "pinch 3 200 0 at 150,160",
                ])
            #expect(pinch.state == .possible && pinch.scale == 1)
            #expect(pinch.location(ofTouch: 1, in: view) == pinch.location(in: view))
        }
    }

    @Test(
        "A turn adds up beyond a full circle; both at once only where a delegate says yes, asked about a transform event"
    )
    func together() throws {
        try withView { stage, _, pinch, rotation, target in
            begin(stage)
            self.pinch(stage, 1, 10)
            self.pinch(stage, 2, 400)
            end(stage)
            #expect(target.log == ["turn 1 10", "turn 2 400", "turn 3 400"], "the first keeps the other away")
            target.log = []
            let delegate = Together()
            pinch.delegate = delegate
            begin(stage)
            self.pinch(stage, 1, -10)
            self.pinch(stage, 0.5, -20)
            end(stage, isCancelled: true)
            #expect(
                target.log == [
                    "turn 1 -10", "pinch 1 50 0 at 150,160", "turn 2 -20", "pinch 4 50 0 at 150,160", "turn 4 -20",
                ])
            #expect(delegate.types == [.transform])
            target.log = []
            pinch.delegate = nil
            rotation.require(toFail: pinch)
            begin(stage)
            self.pinch(stage, 1, 30)
            #expect(target.log.isEmpty, "it waits for the pinch")
            self.pinch(stage, 2, 30)
            end(stage)
            #expect(target.log == ["pinch 1 200 0 at 150,160", "pinch 3 200 0 at 150,160"])
        }
    }

    @Test(
        "It passes through the application and the window as an event of its type, and pinches elsewhere are nobody's")
    func events() throws {
        final class Window: UIWindow {
            var types: [UIEvent.EventType] = []
            var keeps = false
            override func sendEvent(_ event: UIEvent) {
                types.append(event.type)
                if !keeps { super.sendEvent(event) }
            }
        }
        let stage = try Stage(width: 400, height: 400)
        defer { stage.close() }
        let window = Window(frame: stage.window.bounds)
        window.isHidden = false
        defer { window.isHidden = true }
        let target = Target()
        let view = UIView(frame: CGRect(x: 0, y: 0, width: 200, height: 400))
        window.addSubview(view)
        view.addGestureRecognizer(UIPinchGestureRecognizer(target: target, action: Target.pinched))
        stage.hover(50, 50)
        window.types = []
        begin(stage)
        pinch(stage, 2)
        end(stage)
        #expect(window.types == [.transform, .transform, .transform] && target.log.count == 2)
        window.keeps = true
        begin(stage)
        pinch(stage, 2)
        end(stage)
        #expect(target.log.count == 2)
        window.keeps = false
        stage.hover(300, 50)
        begin(stage)
        pinch(stage, 2)
        end(stage)
        #expect(target.log.count == 2)
        UIApplication.shared.beginIgnoringInteractionEvents()
        stage.hover(50, 50)
        begin(stage)
        pinch(stage, 2)
        end(stage)
        UIApplication.shared.endIgnoringInteractionEvents()
        #expect(target.log.count == 2)
    }

    @Test(
        "Turned off, taken away, hidden with its window, unplugged: cancelled once, and the next pinch works",
        arguments: 0..<5)
    func lost(way: Int) throws {
        try withView { stage, view, pinch, _, target in
            let window = UIWindow(frame: stage.window.bounds)
            window.windowLevel = .alert
            defer { window.isHidden = true }
            if way == 2 {
                window.addSubview(view)
                window.isHidden = false
            }
            begin(stage)
            self.pinch(stage, 2)
            switch way {
            case 0: pinch.isEnabled = false
            case 1: view.removeFromSuperview()
            case 2: window.isHidden = true
            case 3: stage.headless.pointerLeave()
            default: view.removeGestureRecognizer(pinch)
            }
            stage.frame()
            self.pinch(stage, 3)
            end(stage)
            #expect(target.log.map { $0.prefix(7) } == ["pinch 1", "pinch 4"], "\(target.log)")
            pinch.isEnabled = true
            stage.window.addSubview(view)
            view.addGestureRecognizer(pinch)
            stage.hover(150, 160)
            begin(stage)
            self.pinch(stage, 2)
            end(stage)
            #expect(target.log.suffix(2).map { $0.prefix(7) } == ["pinch 1", "pinch 3"])
        }
    }

    @Test("A handler may turn it off, take the view away or end the pinch of others")
    func handlers() throws {
        try withView { stage, view, pinch, rotation, target in
            let delegate = Together()
            pinch.delegate = delegate
            target.onPinch = { pinch in
                pinch.isEnabled = false
                view.removeFromSuperview()
            }
            begin(stage)
            self.pinch(stage, 2, 90)
            self.pinch(stage, 3, 90)
            end(stage)
            #expect(target.log.map { $0.prefix(7) } == ["pinch 1", "pinch 4"])
            #expect(rotation.state == .possible && pinch.state == .possible)
        }
    }

    @Test("Fingers on the screen and fingers on the trackpad do not mix: whoever came first has the recognizer")
    func fingers() throws {
        try withView { stage, view, pinch, rotation, target in
            rotation.isEnabled = false
            begin(stage)
            self.pinch(stage, 2)
            stage.down(together: [(0, CGPoint(x: 150, y: 200)), (1, CGPoint(x: 250, y: 200))])
            #expect(pinch.numberOfTouches == 0)
            stage.up(0)
            stage.up(1)
            end(stage)
            #expect(target.log.count == 2)
            stage.down(together: [(0, CGPoint(x: 150, y: 200)), (1, CGPoint(x: 250, y: 200))])
            stage.hover(150, 160)
            begin(stage)
            self.pinch(stage, 2)
            end(stage)
            #expect(target.log.count == 2 && pinch.numberOfTouches == 2)
            stage.move(1, 290, 200)
            stage.frame()
            #expect(target.log.last?.hasPrefix("pinch 1 140 2") == true, "\(target.log)")
            stage.up(0)
            stage.up(1)
        }
    }

    @Test("A pan that a trackpad scrolls and that is turned off in between is cancelled, and works again")
    func scrolledPan() throws {
        let stage = try Stage(width: 400, height: 400)
        defer { stage.close() }
        let scroll = UIScrollView(frame: stage.window.bounds)
        scroll.contentSize = CGSize(width: 400, height: 4000)
        stage.window.addSubview(scroll)
        stage.hover(100, 100)
        for _ in 0..<3 {
            stage.headless.trackpad(CGPoint(x: 0, y: 20))
            stage.frame()
        }
        #expect(scroll.isDragging)
        scroll.isScrollEnabled = false
        #expect(!scroll.isDragging && scroll.contentOffset.y == 60)
        stage.headless.trackpad(CGPoint(x: 0, y: 20))
        stage.frame()
        #expect(scroll.contentOffset.y == 60)
        stage.headless.trackpad(nil)
        stage.frame()
        scroll.isScrollEnabled = true
        stage.headless.trackpad(CGPoint(x: 0, y: 20))
        stage.frame()
        #expect(scroll.contentOffset.y == 80)
        stage.headless.trackpad(nil)
        stage.frame()
    }

    @Test("The click of a wheel elsewhere does not keep fingers on a trackpad from ending what they scroll")
    func wheelMeanwhile() throws {
        let stage = try Stage(width: 400, height: 400)
        defer { stage.close() }
        let target = Target()
        let outer = UIPanGestureRecognizer(target: target, action: Target.panned)
        outer.allowedScrollTypesMask = .continuous
        let inner = UIPanGestureRecognizer(target: target, action: Target.panned)
        inner.allowedScrollTypesMask = .discrete
        let view = UIView(frame: stage.window.bounds)
        stage.window.addSubview(view)
        stage.window.addGestureRecognizer(outer)
        view.addGestureRecognizer(inner)
        defer { stage.window.removeGestureRecognizer(outer) }
        stage.hover(100, 100)
        stage.headless.trackpad(CGPoint(x: 0, y: 20))
        stage.frame()
        stage.wheel(1)
        stage.headless.trackpad(nil)
        stage.frame()
        #expect(target.log == ["pan 1", "pan 1", "pan 3", "pan 3"] && outer.state == .possible)
    }

    @Test("Fingers that come to rest on the trackpad stop what glides under the pointer")
    func rest() throws {
        let stage = try Stage(width: 400, height: 400)
        defer { stage.close() }
        let scroll = UIScrollView(frame: stage.window.bounds)
        scroll.contentSize = CGSize(width: 400, height: 40_000)
        stage.window.addSubview(scroll)
        stage.hover(100, 100)
        for _ in 0..<10 {
            stage.headless.trackpad(CGPoint(x: 0, y: 20))
            stage.frame()
        }
        stage.headless.trackpad(nil)
        stage.frame()
        #expect(scroll.isDecelerating)
        stage.headless.pointer(.rested)
        stage.frame()
        #expect(!scroll.isDecelerating)
        let offset = scroll.contentOffset
        stage.advance(by: 0.5)
        #expect(scroll.contentOffset == offset)
    }
}
