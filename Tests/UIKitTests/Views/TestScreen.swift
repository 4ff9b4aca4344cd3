import Foundation
import QuartzCore
import RenderServer
import UIKit

/// A screen without a panel, in time that stands still until it is moved: commits are kept, and animations end when the
/// clock passes their end.
@MainActor
final class TestScreen {
    final class Sink: CommitSink {
        private(set) var commitCount = 0
        var running: [(identifier: UInt64, endTime: Double)] = []

        func makeCommit() -> Commit { Commit() }

        func submit(_ commit: Commit) {
            commitCount += 1
            for update in commit.animations {
                switch update {
                case .add(_, let animation): running.append((animation.identifier, animation.endTime))
                case .remove(_, let identifier): running.removeAll { $0.identifier == identifier }
                }
            }
        }

        func requestTick() {}
    }

    let sink = Sink()
    let screen: UIScreen
    let context: LayerContext
    let window: UIWindow
    private(set) var time = 1000.0

    private init(width: CGFloat, height: CGFloat, scale: CGFloat) {
        MediaClock.setVirtual(time)
        CATransaction.flush()
        CATransaction.runCallbacks()
        screen = UIScreen(pixelSize: CGSize(width: width * scale, height: height * scale), scale: scale)
        UIScreen.setMain(screen)
        context = LayerContext(sink: sink, rootLayer: screen.rootLayer, scale: Double(scale))
        window = UIWindow(frame: screen.bounds)
        window.makeKeyAndVisible()
        commit()
    }

    /// Runs `body` with a screen of its own that is gone afterwards. Nothing else on the main actor comes in between.
    static func with(
        width: CGFloat = 320, height: CGFloat = 480, scale: CGFloat = 1, _ body: @MainActor (TestScreen) throws -> Void
    ) rethrows {
        let previous = UIScreen.main
        let test = TestScreen(width: width, height: height, scale: scale)
        defer {
            test.window.isHidden = true
            test.commit()
            UIScreen.setMain(previous)
            MediaClock.setVirtual(nil)
        }
        try body(test)
    }

    /// Runs `body` with a screen of its own, where others on the main actor come in between: they may move the clock, so
    /// animations end here when they are told to, see `endAnimations()`.
    static func withAwaiting(_ body: @MainActor (TestScreen) async throws -> Void) async rethrows {
        let previous = UIScreen.main
        let test = TestScreen(width: 320, height: 480, scale: 1)
        UIScreen.setMain(previous)
        MediaClock.setVirtual(nil)
        defer {
            test.window.isHidden = true
            test.commit()
        }
        try await body(test)
    }

    /// Ends all animations that are under way as if their time were over.
    func endAnimations() {
        let ended = sink.running
        sink.running = []
        for animation in ended { context.handle(.animationEnded(identifier: animation.identifier)) }
        commit()
    }

    /// What the run loop does before it waits.
    func commit() {
        CATransaction.flush()
        CATransaction.runCallbacks()
        CATransaction.flush()
    }

    /// Moves the clock on.
    func advance(by seconds: Double) {
        time += seconds
        MediaClock.setVirtual(time)
        let ended = sink.running.filter { $0.endTime <= time }
        sink.running.removeAll { $0.endTime <= time }
        for animation in ended { context.handle(.animationEnded(identifier: animation.identifier)) }
        commit()
    }
}
