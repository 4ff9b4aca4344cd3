import TestSupport
import Testing
import UIKit

@MainActor
@Suite("From the finger to the panel", .serialized)
struct ContactLatencyTests {
    /// A view under the finger.
    private final class Dragged: UIView {
        override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
            if let touch = touches.first { center = touch.location(in: superview) }
        }
    }

    private func withDragged(_ body: (Stage, Dragged) throws -> Void) throws {
        let stage = try Stage(width: 800, height: 480)
        defer { stage.close() }
        let view = Dragged(frame: CGRect(x: 20, y: 50, width: 100, height: 100))
        view.backgroundColor = .red
        stage.window.addSubview(view)
        stage.frame()
        try body(stage, view)
    }

    @Test(
        "A dragged view is at most one and a half frames behind, at the 99th percentile, at every rate of device",
        arguments: [nil, 0.03] as [Double?], [50.0, 60, 100, 240])
    func dragged(resampling: Double?, rate: Double) throws {
        try withDragged { stage, view in
            stage.headless.resamplingLimit = resampling
            stage.down(0, 70, 100)
            let start = stage.now
            // Off the panel's grid, so that reports come at every moment between two refreshes.
            while stage.now < start + 3 {
                stage.advance(by: 1 / rate + 0.000_37)
                stage.move(0, 70 + CGFloat(stage.now - start) * 200, 100)
            }
            stage.frame()
            let latency = UIScreen.main.frameTimings.contactLatency
            #expect(latency.count > 100)
            #expect(latency.p50 > 0 && latency.p50 <= latency.p95 && latency.p95 <= latency.p99)
            #expect(latency.p99 <= 1.5 / 60, "\(latency)")
        }
    }

    @Test("Touches that changed nothing do not count for what moves by itself later")
    func withoutEffect() throws {
        try withDragged { stage, view in
            stage.tap(700, 400)
            stage.advance(by: 5)
            view.frame.origin.y = 200
            stage.frame()
            stage.frame()
            #expect(UIScreen.main.frameTimings.contactLatency.count == 0)
            #expect(UIScreen.main.frameStatistics.framesShown == stage.frameCount)
        }
    }
}
