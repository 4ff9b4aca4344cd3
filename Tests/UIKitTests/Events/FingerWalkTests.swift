import Foundation
import TestSupport
import Testing

@testable import UIKit

/// Ten fingers at random, from a device that errs, over views that change while they are touched: whatever happens, every touch
/// that a view hears of begins once, ends or is cancelled once, and is heard of by the view it landed on only; every gesture that
/// begins is over once.
@MainActor
@Suite("Fingers at random", .serialized)
struct FingerWalkTests {
    /// More of both for a long run.
    private nonisolated static let seeds = number("VITRINE_WALK_SEEDS") ?? 6
    private nonisolated static let steps = number("VITRINE_WALK_STEPS") ?? 600
    private nonisolated static let firstSeed = number("VITRINE_WALK_FIRST_SEED") ?? 1

    private nonisolated static func number(_ variable: String) -> Int? {
        ProcessInfo.processInfo.environment[variable].flatMap { Int($0) }
    }

    @Test("E-20, E-22 Every touch has one story, and every gesture", arguments: firstSeed..<firstSeed + seeds)
    func walk(seed: Int) throws {
        let stage = try Stage(width: 400, height: 400)
        defer { stage.close() }
        let walker = FingerWalker(stage: stage, seed: UInt64(seed))
        for step in 0..<Self.steps {
            walker.step()
            if let fault = walker.fault {
                Issue.record("seed \(seed), step \(step): \(fault)\n\(walker.recent.joined(separator: "\n"))")
                walker.liftAll()
                return
            }
        }
        walker.liftAll()
        #expect(walker.fault == nil, "seed \(seed): \(walker.fault ?? "")")
        #expect(walker.stories.open.isEmpty, "seed \(seed): \(walker.stories.open.count) touches never ended")
        #expect(walker.gestures.open.isEmpty, "seed \(seed): gestures never ended: \(walker.gestures.open)")
        #expect(walker.sleepless.isEmpty, "seed \(seed): recognizers that wait for nothing: \(walker.sleepless)")
        #expect(walker.stories.count > Self.steps / 60)
        // No finger of before is still believed to be somewhere: an exclusive view gets the next one.
        let last = TouchRecordingView(frame: stage.window.bounds)
        last.isExclusiveTouch = true
        stage.window.addSubview(last)
        stage.tap(300, 300)
        #expect(last.log == ["began 1", "ended 1"], "seed \(seed)")
    }
}
