import Raster
import TestSupport
import Testing
import UIKit

@MainActor
@Suite("Touch delivery", .serialized)
struct TouchDeliveryTests {
    private func withStage(_ body: (Stage) throws -> Void) throws {
        let stage = try Stage()
        defer { stage.close() }
        try body(stage)
    }

    private func view(_ stage: Stage, _ frame: CGRect, multi: Bool = false) -> TouchRecordingView {
        let view = TouchRecordingView(frame: frame)
        view.isMultipleTouchEnabled = multi
        stage.window.addSubview(view)
        return view
    }

    @Test("E-20 A touch belongs to the view it landed on, wherever it moves")
    func ownership() throws {
        try withStage { stage in
            let first = view(stage, CGRect(x: 0, y: 0, width: 100, height: 100))
            let second = view(stage, CGRect(x: 100, y: 0, width: 100, height: 100))
            stage.down(0, 50, 50)
            stage.move(0, 150, 50)
            stage.frame()
            stage.up(0)
            #expect(first.log == ["began 1", "moved 1", "ended 1"])
            #expect(second.log.isEmpty)
        }
    }

    @Test("Moves are delivered once per frame, with every sample in the coalesced touches")
    func coalescing() throws {
        try withStage { stage in
            final class Sampler: UIView {
                var counts: [Int] = []
                override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
                    for touch in touches { counts.append(event?.coalescedTouches(for: touch)?.count ?? 0) }
                }
            }
            let sampler = Sampler(frame: CGRect(x: 0, y: 0, width: 200, height: 200))
            stage.window.addSubview(sampler)
            stage.down(0, 10, 10)
            for x in 1...5 { stage.move(0, 10 + CGFloat(x), 10) }
            #expect(sampler.counts.isEmpty)
            stage.frame()
            #expect(sampler.counts == [5])
            stage.up(0)
        }
    }

    @Test("C36 A tap shorter than a frame still begins and ends")
    func shortTap() throws {
        try withStage { stage in
            let target = view(stage, CGRect(x: 0, y: 0, width: 100, height: 100))
            for _ in 0..<10 {
                stage.down(0, 50, 50)
                stage.up(0)
            }
            #expect(target.log == Array(repeating: ["began 1", "ended 1"], count: 10).flatMap { $0 })
        }
    }

    @Test("E-23 One call carries all touches of a view and phase")
    func grouping() throws {
        try withStage { stage in
            let target = view(stage, CGRect(x: 0, y: 0, width: 200, height: 200), multi: true)
            stage.down(together: [(0, CGPoint(x: 10, y: 10)), (1, CGPoint(x: 50, y: 50))])
            #expect(target.log == ["began 2"])
            stage.up(0)
            stage.up(1)
            #expect(target.log == ["began 2", "ended 1", "ended 1"])
        }
    }

    @Test("E-24 Without multiple touch a view gets only the first finger")
    func singleTouch() throws {
        try withStage { stage in
            let target = view(stage, CGRect(x: 0, y: 0, width: 100, height: 100))
            let other = view(stage, CGRect(x: 100, y: 0, width: 100, height: 100))
            stage.down(0, 10, 10)
            stage.down(1, 20, 20)
            stage.down(2, 150, 20)
            stage.up(1)
            stage.up(0)
            stage.up(2)
            #expect(target.log == ["began 1", "ended 1"])
            #expect(other.log == ["began 1", "ended 1"])
            // A new finger counts again once the first has gone.
            stage.tap(10, 10)
            #expect(target.log.count == 4)
        }
    }

    @Test("E-25 An ignored finger stays ignored for life")
    func ignoredForLife() throws {
        try withStage { stage in
            let target = view(stage, CGRect(x: 0, y: 0, width: 100, height: 100))
            stage.down(0, 10, 10)
            stage.down(1, 20, 20)
            stage.up(0)
            stage.move(1, 30, 30)
            stage.frame()
            stage.up(1)
            #expect(target.log == ["began 1", "ended 1"])
        }
    }

    @Test("E-27, B11 Exclusive touch keeps fingers off other views, and stays away while they track one")
    func exclusive() throws {
        try withStage { stage in
            let exclusive = view(stage, CGRect(x: 0, y: 0, width: 100, height: 100))
            exclusive.isExclusiveTouch = true
            let plain = view(stage, CGRect(x: 100, y: 0, width: 100, height: 100))
            stage.down(0, 50, 50)
            stage.down(1, 150, 50)
            stage.up(1)
            stage.up(0)
            #expect(exclusive.log == ["began 1", "ended 1"])
            #expect(plain.log.isEmpty)
            stage.down(1, 150, 50)
            stage.down(0, 50, 50)
            stage.up(0)
            stage.up(1)
            #expect(exclusive.log.count == 2)
            #expect(plain.log == ["began 1", "ended 1"])
        }
    }

    @Test("E-29 Touches that begin while interaction is ignored are lost; the calls nest")
    func ignoring() throws {
        try withStage { stage in
            let target = view(stage, CGRect(x: 0, y: 0, width: 100, height: 100))
            UIApplication.shared.beginIgnoringInteractionEvents()
            UIApplication.shared.beginIgnoringInteractionEvents()
            UIApplication.shared.endIgnoringInteractionEvents()
            stage.down(0, 50, 50)
            UIApplication.shared.endIgnoringInteractionEvents()
            stage.move(0, 60, 60)
            stage.frame()
            stage.up(0)
            #expect(target.log.isEmpty)
            stage.tap(50, 50)
            #expect(target.log == ["began 1", "ended 1"])
        }
    }

    @Test("E-22, C41 A cancelled contact is told once")
    func cancellation() throws {
        try withStage { stage in
            let target = view(stage, CGRect(x: 0, y: 0, width: 100, height: 100))
            stage.down(0, 50, 50)
            stage.cancel(0)
            stage.frame()
            #expect(target.log == ["began 1", "cancelled 1"])
        }
    }

    @Test("B36 A view removed from inside its own handler hears one cancellation and nothing more")
    func removedDuringBegan() throws {
        try withStage { stage in
            let target = view(stage, CGRect(x: 0, y: 0, width: 100, height: 100))
            target.onBegan = { [unowned target] _ in target.removeFromSuperview() }
            stage.down(0, 50, 50)
            stage.move(0, 60, 60)
            stage.frame()
            stage.up(0)
            #expect(target.log == ["began 1", "cancelled 1"])
            // The finger is free again.
            let next = view(stage, CGRect(x: 0, y: 0, width: 100, height: 100))
            stage.tap(50, 50)
            #expect(next.log == ["began 1", "ended 1"])
        }
    }

    @Test("B36 A view moved to another superview in the same window keeps its finger")
    func reparented() throws {
        try withStage { stage in
            let target = view(stage, CGRect(x: 0, y: 0, width: 100, height: 100))
            let container = UIView(frame: CGRect(x: 0, y: 200, width: 200, height: 200))
            stage.window.addSubview(container)
            stage.down(0, 50, 50)
            container.addSubview(target)
            stage.up(0)
            #expect(target.log == ["began 1", "ended 1"])
        }
    }

    @Test("E-34 What a view does not handle goes up the responder chain")
    func chain() throws {
        try withStage { stage in
            let outer = view(stage, CGRect(x: 0, y: 0, width: 100, height: 100))
            outer.addSubview(UIView(frame: CGRect(x: 0, y: 0, width: 50, height: 50)))
            stage.tap(20, 20)
            #expect(outer.log == ["began 1", "ended 1"])
        }
    }

    @Test(
        "C30 The view under the finger is hit in all rotations and scales",
        arguments: [Rotation.none, .quarter, .half, .threeQuarter])
    func rotations(_ rotation: Rotation) throws {
        for scale in [1, 1.5, 2] {
            let stage = try Stage(width: 200, height: 120, scale: scale, rotation: rotation)
            defer { stage.close() }
            for corner in [CGPoint(x: 0, y: 0), CGPoint(x: 180, y: 0), CGPoint(x: 0, y: 100), CGPoint(x: 180, y: 100)] {
                let target = TouchRecordingView(frame: CGRect(origin: corner, size: CGSize(width: 20, height: 20)))
                target.backgroundColor = .red
                stage.window.addSubview(target)
                stage.frame()
                stage.tap(corner.x + 10, corner.y + 10)
                #expect(target.log == ["began 1", "ended 1"], "\(rotation) \(scale) \(corner)")
                #expect(
                    stage.pixel(Int((corner.x + 10) * scale), Int((corner.y + 10) * scale)) == 0xFFFF_0000,
                    "\(rotation) \(scale) \(corner)")
                target.removeFromSuperview()
            }
        }
    }

    @Test("E-30 Taps in quick succession at one place count up")
    func tapCount() throws {
        try withStage { stage in
            final class Counter: UIView {
                var counts: [Int] = []
                override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
                    counts += touches.map(\.tapCount)
                }
            }
            let counter = Counter(frame: CGRect(x: 0, y: 0, width: 300, height: 300))
            stage.window.addSubview(counter)
            stage.tap(50, 50)
            stage.advance(by: 0.1)
            stage.tap(52, 50)
            stage.advance(by: 1)
            stage.tap(50, 50)
            stage.advance(by: 0.1)
            stage.tap(200, 200)
            #expect(counter.counts == [1, 2, 1, 1])
        }
    }
}
