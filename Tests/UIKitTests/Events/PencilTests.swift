import Input
import Raster
import TestSupport
import Testing
import UIKit

@MainActor
@Suite("Pens, and what touches know of themselves", .serialized)
struct PencilTests {
    private final class Listener: UIView {
        var touch: UITouch?
        var coalesced: [UITouch] = []
        var predicted: [UITouch] = []
        override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { touch = touches.first }
        override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
            guard let touch = touches.first else { return }
            coalesced = event?.coalescedTouches(for: touch) ?? []
            predicted = event?.predictedTouches(for: touch) ?? []
        }
    }

    private func withListener(_ rotation: Rotation = .none, _ body: (Stage, Listener) throws -> Void) throws {
        let stage = try Stage(width: 400, height: 400, rotation: rotation)
        defer { stage.close() }
        let listener = Listener(frame: stage.window.bounds)
        stage.window.addSubview(listener)
        try body(stage, listener)
    }

    @Test(
        "E-32 Raw values of types; a finger has no force; the last coalesced touch is where the touch is, predicted ones are others"
    )
    func finger() throws {
        try withListener { stage, listener in
            let types: [UITouch.TouchType] = [.direct, .indirect, .pencil, .indirectPointer]
            #expect(types.map(\.rawValue) == [0, 1, 2, 3])
            stage.down(0, 50, 50)
            let touch = try #require(listener.touch)
            #expect(touch.type == .direct && touch.force == 0 && touch.maximumPossibleForce == 0)
            #expect(touch.altitudeAngle == .pi / 2 && touch.majorRadius == 0)
            for step in 1...4 {
                stage.advance(by: 0.002)
                stage.move(0, 50 + CGFloat(step) * 4, 50)
            }
            stage.frame()
            #expect(listener.coalesced.count >= 2)
            #expect(listener.coalesced.last?.location(in: nil) == touch.location(in: nil))
            #expect(listener.coalesced.last?.timestamp == touch.timestamp)
            let predicted = try #require(listener.predicted.first)
            #expect(predicted !== touch && predicted.location(in: nil).x > touch.location(in: nil).x)
            stage.up()
        }
    }

    @Test(
        "E-32 A pen is a touch of the kind pencil with force and lean; the lean turns with the panel",
        arguments: [Rotation.none, .quarter, .half, .threeQuarter])
    func pen(rotation: Rotation) throws {
        try withListener(rotation) { stage, listener in
            stage.headless.pen(
                .began, at: CGPoint(x: 50, y: 60), PenState(pressure: 0.5, tilt: SIMD2(45, 0)))
            let touch = try #require(listener.touch)
            #expect(touch.type == .pencil && touch.location(in: nil) == CGPoint(x: 50, y: 60))
            #expect(abs(touch.force - touch.maximumPossibleForce / 2) < 1e-9 && touch.maximumPossibleForce > 4)
            #expect(abs(touch.altitudeAngle - .pi / 4) < 1e-9)
            // The panel's right is on the screen: the right, the top, the left, the bottom.
            let expected: CGFloat =
                switch rotation {
                case .none: 0
                case .quarter: -.pi / 2
                case .half: .pi
                case .threeQuarter: .pi / 2
                }
            #expect(abs(touch.azimuthAngle(in: nil)) - abs(expected) < 1e-6)
            let vector = touch.azimuthUnitVector(in: listener)
            #expect(abs(vector.dx - cos(expected)) < 1e-6 && abs(vector.dy - sin(expected)) < 1e-6)
            stage.headless.pen(.moved, at: CGPoint(x: 60, y: 60), PenState(pressure: 1))
            stage.frame()
            #expect(abs(touch.force - touch.maximumPossibleForce) < 1e-9 && touch.altitudeAngle == .pi / 2)
            // What does not know how it is turned is not.
            #expect(touch.rollAngle == 0)
            stage.headless.pen(.moved, at: CGPoint(x: 70, y: 60), PenState(pressure: 1, roll: 270))
            stage.frame()
            #expect(abs(touch.rollAngle + .pi / 2) < 1e-9)
            stage.headless.pen(.ended, at: CGPoint(x: 60, y: 60), PenState())
            #expect(touch.phase == .ended)
        }
    }

    @Test("A recognizer that takes no pens does not follow one, and a gesture is of one kind of touch")
    func kinds() throws {
        try withListener { stage, listener in
            let pan = UIPanGestureRecognizer()
            listener.addGestureRecognizer(pan)
            listener.isMultipleTouchEnabled = true
            stage.down(0, 50, 50)
            stage.headless.pen(.began, at: CGPoint(x: 90, y: 60), PenState())
            #expect(pan.numberOfTouches == 1 && pan.requiresExclusiveTouchType)
            stage.headless.pen(.ended, at: CGPoint(x: 90, y: 60), PenState())
            stage.up()
            pan.requiresExclusiveTouchType = false
            stage.down(0, 50, 50)
            stage.headless.pen(.began, at: CGPoint(x: 90, y: 60), PenState())
            #expect(pan.numberOfTouches == 2)
            stage.headless.pen(.ended, at: CGPoint(x: 90, y: 60), PenState())
            stage.up()
            pan.allowedTouchTypes = [NSNumber(value: UITouch.TouchType.direct.rawValue)]
            stage.headless.pen(.began, at: CGPoint(x: 90, y: 60), PenState())
            #expect(pan.numberOfTouches == 0)
            stage.headless.pen(.ended, at: CGPoint(x: 90, y: 60), PenState())
        }
    }
}
