import TestSupport
import Testing
import UIKit

@MainActor
@Suite("Touches resampled to the frame", .serialized)
struct TouchResamplingTests {
    /// Writes down where its touch is with every move.
    private final class Tracker: UIView {
        var places: [CGPoint] = []
        var coalesced: [[CGPoint]] = []
        var predicted: [CGPoint] = []
        var end: CGPoint?
        /// Follows the finger.
        let dot = UIView(frame: CGRect(x: 0, y: 0, width: 20, height: 20))

        override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
            for touch in touches {
                places.append(touch.location(in: self))
                dot.center = touch.location(in: self)
                coalesced.append((event?.coalescedTouches(for: touch) ?? []).map { $0.location(in: self) })
                predicted += (event?.predictedTouches(for: touch) ?? []).map { $0.location(in: self) }
            }
        }

        override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
            end = touches.first?.location(in: self)
        }
    }

    private func withTracker(_ body: (Stage, Tracker) throws -> Void) throws {
        let stage = try Stage(width: 800, height: 480)
        defer { stage.close() }
        let tracker = Tracker(frame: stage.window.bounds)
        tracker.isMultipleTouchEnabled = true
        tracker.dot.backgroundColor = .red
        tracker.addSubview(tracker.dot)
        stage.window.addSubview(tracker)
        stage.frame()
        try body(stage, tracker)
    }

    /// A finger at 600 points a second with a report about every `interval` seconds, for `duration`: where it is whenever a
    /// report is made.
    @discardableResult
    private func slide(_ stage: Stage, interval: Double, duration: Double) -> [CGFloat] {
        let start = stage.now
        stage.down(0, 10, 100)
        var reports: [CGFloat] = []
        while stage.now < start + duration {
            stage.advance(by: interval)
            reports.append(10 + CGFloat(stage.now - start) * 600)
            stage.move(0, reports[reports.count - 1], 100)
        }
        return reports
    }

    @Test("A steady finger advances by equal steps, whatever its device's rate", arguments: [50.0, 75, 100])
    func evenSteps(rate: Double) throws {
        try withTracker { stage, tracker in
            stage.headless.resamplingLimit = 0.03
            slide(stage, interval: 1 / rate, duration: 0.6)
            let steps = zip(tracker.places.dropFirst(6), tracker.places.dropFirst(7)).map { $1.x - $0.x }
            #expect(steps.count > 20)
            #expect(steps.allSatisfy { abs($0 - 10) < 0.05 }, "\(steps)")
        }
    }

    @Test("A finger that jumps to the panel's edge is not shown beside the panel")
    func edge() throws {
        try withTracker { stage, tracker in
            stage.headless.resamplingLimit = 0.03
            stage.down(0, 400, 240)
            stage.advance(by: 0.01)
            stage.move(0, 799, 0)
            for _ in 0..<5 { stage.frame() }
            #expect(!tracker.places.isEmpty && tracker.places.allSatisfy { stage.window.bounds.contains($0) })
            stage.up()
        }
    }

    @Test("Without resampling the same finger advances by whole reports")
    func unevenWithout() throws {
        try withTracker { stage, tracker in
            let reports = slide(stage, interval: 1 / 100, duration: 0.6)
            #expect(tracker.places.count > 20)
            #expect(tracker.places.allSatisfy { place in reports.contains { abs($0 - place.x) < 0.001 } })
            let steps = zip(tracker.places.dropFirst(6), tracker.places.dropFirst(7)).map { $1.x - $0.x }
            #expect(steps.contains { abs($0 - 10) > 1 })
        }
    }

    @Test("A touch is where the finger is when the frame is seen")
    func noLag() throws {
        try withTracker { stage, tracker in
            stage.headless.resamplingLimit = 0.03
            let start = stage.now
            slide(stage, interval: 0.01, duration: 0.5)
            stage.frame()
            let shown = stage.headless.lastFrameTime
            let place = try #require(tracker.places.last)
            #expect(abs(place.x - (10 + (shown - start) * 600)) < 0.1)
            #expect(stage.pixel(Int(place.x), 100) == 0xFFFF_0000)
        }
    }

    @Test("A finger that stops is told of until it is shown where it is, and then nothing is awake")
    func stops() throws {
        try withTracker { stage, tracker in
            stage.headless.resamplingLimit = 0.03
            let last = try #require(slide(stage, interval: 0.01, duration: 0.3).last)
            stage.advance(by: 0.5)
            #expect(abs(try #require(tracker.places.last).x - last) < 0.001)
            let count = tracker.places.count
            stage.advance(by: 5)
            #expect(tracker.places.count == count)
            stage.up(0)
            #expect(abs(try #require(tracker.end).x - last) < 0.001)
        }
    }

    @Test("A finger that lifts while it is shown ahead ends where it was, once")
    func lifts() throws {
        try withTracker { stage, tracker in
            stage.headless.resamplingLimit = 0.03
            let last = try #require(slide(stage, interval: 0.01, duration: 0.3).last)
            stage.up(0)
            #expect(abs(try #require(tracker.end).x - last) < 0.001)
            let count = tracker.places.count
            stage.advance(by: 1)
            #expect(tracker.places.count == count)
        }
    }

    @MainActor
    private final class Follower: NSObject {
        var translation = CGPoint.zero
        var changes = 0
        func panned(_ pan: UIPanGestureRecognizer) {
            translation = pan.translation(in: nil)
            changes += 1
        }
    }

    @Test("What a gesture moved ends where the finger lifted, not where a frame showed it ahead")
    func gestureEnd() throws {
        try withTracker { stage, tracker in
            stage.headless.resamplingLimit = 0.03
            let follower = Follower()
            tracker.addGestureRecognizer(UIPanGestureRecognizer(target: follower, action: Follower.panned))
            let last = try #require(slide(stage, interval: 0.01, duration: 0.3).last)
            stage.frame()
            #expect(follower.translation.x > last - 10 + 1)
            stage.up(0)
            #expect(abs(follower.translation.x - (last - 10)) < 0.001)
            #expect(follower.changes > 10)
        }
    }

    @Test("Every report is in the coalesced touches once, unchanged, in order")
    func samples() throws {
        try withTracker { stage, tracker in
            stage.headless.resamplingLimit = 0.03
            let reports = slide(stage, interval: 0.01, duration: 0.3)
            let seen = tracker.coalesced.flatMap { $0 }.map(\.x)
            #expect(zip(seen, reports).allSatisfy { abs($0 - $1) < 0.001 })
            #expect(seen.count >= reports.count - 2)
        }
    }

    @Test("Predicted touches lie beyond the touch, by about a frame")
    func prediction() throws {
        try withTracker { stage, tracker in
            stage.headless.resamplingLimit = 0.03
            slide(stage, interval: 0.01, duration: 0.5)
            let place = try #require(tracker.places.last)
            let guess = try #require(tracker.predicted.last)
            #expect(guess.x > place.x + 5 && guess.x < place.x + 15)
        }
    }

    @Test("A second finger that lands does not make the first jump back")
    func secondFinger() throws {
        try withTracker { stage, tracker in
            stage.headless.resamplingLimit = 0.03
            slide(stage, interval: 0.01, duration: 0.3)
            stage.down(1, 400, 300)
            stage.up(1)
            stage.frame()
            let xs = tracker.places.map(\.x)
            #expect(zip(xs, xs.dropFirst()).allSatisfy { $0 <= $1 }, "\(xs.suffix(6))")
        }
    }

    @Test("The velocity of a pan is that of the reports")
    func panVelocity() throws {
        try withTracker { stage, tracker in
            stage.headless.resamplingLimit = 0.03
            let pan = UIPanGestureRecognizer()
            tracker.addGestureRecognizer(pan)
            slide(stage, interval: 0.01, duration: 0.4)
            stage.frame()
            #expect(abs(pan.velocity(in: tracker).x - 600) < 1)
            stage.up(0)
        }
    }
}
