import Input
import Raster
import TestSupport
import Testing
import UIKit

@MainActor
@Suite("Pens above the panel", .serialized)
struct PenHoverTests {
    @MainActor
    private final class Target: NSObject {
        var log: [String] = []
        var hover: UIHoverGestureRecognizer?
        var zOffset: CGFloat = -1
        var altitude: CGFloat = -1
        var azimuth = CGVector(dx: 9, dy: 9)
        var roll: CGFloat = -1

        func hovered(_ hover: UIHoverGestureRecognizer) {
            self.hover = hover
            let place = hover.location(in: hover.view)
            log.append("\(hover.state.rawValue) \(Int(place.x.rounded())),\(Int(place.y.rounded()))")
            zOffset = hover.zOffset
            altitude = hover.altitudeAngle
            roll = hover.rollAngle
            azimuth = hover.azimuthUnitVector(in: hover.view)
        }
    }

    private func withView(
        _ rotation: Rotation = .none, _ body: (Stage, UIView, UIHoverGestureRecognizer, Target) throws -> Void
    ) throws {
        let stage = try Stage(width: 400, height: 400, rotation: rotation)
        defer { stage.close() }
        let view = UIView(frame: CGRect(x: 100, y: 100, width: 200, height: 200))
        stage.window.addSubview(view)
        let target = Target()
        let hover = UIHoverGestureRecognizer(target: target, action: Target.hovered)
        view.addGestureRecognizer(hover)
        try body(stage, view, hover, target)
    }

    private func hover(_ stage: Stage, _ x: CGFloat, _ y: CGFloat, _ pen: PenState = PenState()) {
        stage.headless.penHover(at: CGPoint(x: x, y: y), pen)
        stage.frame()
    }

    @Test("A pen above a view hovers: began, changed, also by its distance alone, ended; no arrow is shown for it")
    func story() throws {
        try withView { stage, _, _, target in
            hover(stage, 20, 20)
            #expect(target.log.isEmpty)
            hover(stage, 110, 120, PenState(distance: 1))
            #expect(target.zOffset == 1 && target.roll == 0)
            hover(stage, 130, 120, PenState(distance: 0.5))
            hover(stage, 130, 120, PenState(distance: 0.5))
            hover(stage, 130, 120, PenState(distance: 0.25, roll: 90))
            #expect(target.zOffset == 0.25 && abs(target.roll - .pi / 2) < 1e-9)
            stage.headless.penHover(at: nil)
            stage.frame()
            #expect(target.log == ["1 10,20", "2 30,20", "2 30,20", "3 30,20"])
            #expect(target.hover?.state == .possible && target.hover?.zOffset == 0)
            #expect(stage.pixel(132, 126) == 0xFFFF_FFFF)
        }
    }

    @Test(
        "Its lean is told, turned with the panel; a pen or a mouse that knows nothing has Apple's zeros",
        arguments: [Rotation.none, .quarter, .half, .threeQuarter])
    func lean(rotation: Rotation) throws {
        try withView(rotation) { stage, view, recognizer, target in
            hover(stage, 150, 150, PenState(tilt: SIMD2(45, 0)))
            #expect(abs(target.altitude - .pi / 4) < 1e-9)
            // The panel's right is on the screen: the right, the top, the left, the bottom.
            let expected: CGVector =
                switch rotation {
                case .none: CGVector(dx: 1, dy: 0)
                case .quarter: CGVector(dx: 0, dy: -1)
                case .half: CGVector(dx: -1, dy: 0)
                case .threeQuarter: CGVector(dx: 0, dy: 1)
                }
            #expect(abs(target.azimuth.dx - expected.dx) < 1e-6 && abs(target.azimuth.dy - expected.dy) < 1e-6)
            #expect(abs(recognizer.azimuthAngle(in: view) - atan2(expected.dy, expected.dx)) < 1e-6)
            hover(stage, 160, 150)
            #expect(target.altitude == 0 && target.azimuth == CGVector(dx: 0, dy: 0) && target.zOffset == 0)
            stage.hover(170, 150)
            #expect(target.altitude == 0 && recognizer.azimuthAngle(in: nil) == 0)
        }
    }

    @Test("The tip that touches ends it and is a touch; a hand on the panel does not; lifted, the pen hovers again")
    func touches() throws {
        try withView { stage, view, _, target in
            hover(stage, 150, 150)
            stage.down(0, 300, 350)
            #expect(target.log == ["1 50,50"])
            stage.up()
            stage.headless.pen(.began, at: CGPoint(x: 150, y: 150), PenState(pressure: 0.5))
            #expect(target.log == ["1 50,50", "3 50,50"])
            stage.headless.pen(.ended, at: CGPoint(x: 150, y: 150), PenState())
            hover(stage, 151, 150)
            #expect(target.log.last == "1 51,50")
            view.removeFromSuperview()
            #expect(target.log.last?.hasPrefix("4") == true)
            stage.headless.penHover(at: nil)
            stage.frame()
            #expect(target.log.count == 4)
        }
    }

    @Test("A view with a hover recognizer hears at once that a finger, a pen or a button has lifted")
    func lifted() throws {
        try withView { stage, view, hover, _ in
            let recording = TouchRecordingView(frame: view.bounds)
            view.addSubview(recording)
            stage.tap(150, 150)
            #expect(recording.log == ["began 1", "ended 1"] && hover.isEnabled)
            self.hover(stage, 150, 150)
            stage.headless.pen(.began, at: CGPoint(x: 150, y: 150), PenState(pressure: 0.5))
            stage.headless.pen(.ended, at: CGPoint(x: 150, y: 150), PenState())
            #expect(recording.log.count == 4 && recording.log.last == "ended 1")
            stage.click(150, 150)
            #expect(recording.log.count == 6 && recording.log.last == "ended 1")
        }
    }

    @Test("Mouse and pen: whichever moved last hovers; a recognizer may take one of them only")
    func kinds() throws {
        try withView { stage, _, recognizer, target in
            stage.hover(150, 150)
            hover(stage, 160, 150, PenState(distance: 0.5))
            #expect(target.log == ["1 50,50", "2 60,50"] && stage.pixel(152, 156) == 0xFFFF_FFFF, "the arrow went")
            stage.headless.pointerLeave()
            stage.frame()
            #expect(target.log.count == 2, "a mouse that is unplugged does not end a pen's hovering")
            recognizer.allowedTouchTypes = [NSNumber(value: UITouch.TouchType.indirectPointer.rawValue)]
            hover(stage, 161, 150)
            #expect(target.log.last == "3 60,50")
            hover(stage, 162, 150)
            #expect(target.log.count == 3)
            stage.hover(150, 150)
            #expect(target.log.last == "1 50,50")
            recognizer.allowedTouchTypes = [NSNumber(value: UITouch.TouchType.pencil.rawValue)]
            stage.hover(151, 150)
            #expect(target.log.last == "3 50,50")
        }
    }

    @Test("E-32 Nothing is ever estimated: the properties have Apple's values for devices that estimate nothing")
    func estimates() throws {
        final class Listener: UIView {
            var touches: [UITouch] = []
            var updates = 0
            override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { note(touches, event) }
            override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) { note(touches, event) }
            override func touchesEstimatedPropertiesUpdated(_ touches: Set<UITouch>) { updates += 1 }
            private func note(_ touches: Set<UITouch>, _ event: UIEvent?) {
                for touch in touches {
                    self.touches.append(touch)
                    self.touches += event?.coalescedTouches(for: touch) ?? []
                    self.touches += event?.predictedTouches(for: touch) ?? []
                }
            }
        }
        try withView { stage, view, _, _ in
            let listener = Listener(frame: view.bounds)
            view.addSubview(listener)
            let states = [PenState(pressure: 0.5, tilt: SIMD2(10, 0)), PenState()]
            for state in states {
                stage.headless.pen(.began, at: CGPoint(x: 150, y: 150), state)
                for step in 1...3 {
                    stage.headless.pen(.moved, at: CGPoint(x: 150 + step * 5, y: 150), state)
                    stage.frame()
                }
                stage.headless.pen(.ended, at: CGPoint(x: 165, y: 150), state)
            }
            stage.tap(150, 150)
            #expect(listener.touches.count >= 8 && listener.updates == 0)
            #expect(
                listener.touches.allSatisfy {
                    $0.estimatedProperties.isEmpty && $0.estimatedPropertiesExpectingUpdates.isEmpty
                        && $0.estimationUpdateIndex == nil
                })
            let properties: [UITouch.Properties] = [.force, .azimuth, .altitude, .location, .roll]
            #expect(properties.map(\.rawValue) == [1, 2, 4, 8, 16])
        }
    }
}
