import Foundation
import QuartzCore
import Raster
import RenderServer

@testable import QuartzCore

/// Takes commits as the render server would, and keeps what a test wants to see of them.
@MainActor
final class Recorder: CommitSink {
    private(set) var commits: [Commit] = []
    private(set) var tickRequests = 0
    /// Whether commits are kept; a server that is done with them gives them back emptied.
    var keeps = true
    private var emptied: [Commit] = []

    nonisolated init() {}

    nonisolated func makeCommit() -> Commit {
        MainActor.assumeIsolated { emptied.popLast() ?? Commit() }
    }

    nonisolated func submit(_ commit: Commit) {
        MainActor.assumeIsolated {
            if keeps {
                commits.append(commit)
            } else {
                commit.removeAll()
                emptied.append(commit)
            }
        }
    }

    nonisolated func requestTick() {
        MainActor.assumeIsolated { tickRequests += 1 }
    }

    var last: Commit? { commits.last }

    func forget() { commits.removeAll() }
}

/// A screen of 100 × 100 points with a root layer, at a virtual time of 0.
@MainActor
final class Screen {
    let root = CALayer()
    let recorder = Recorder()
    let context: LayerContext

    init(scale: Double = 1, time: Double = 0) {
        CATransaction.flush()
        CATransaction.runCallbacks()
        MediaClock.setVirtual(time)
        root.bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
        root.anchorPoint = .zero
        context = LayerContext(sink: recorder, rootLayer: root, scale: scale)
    }

    /// A layer in the root layer.
    func layer(_ frame: CGRect = CGRect(x: 0, y: 0, width: 10, height: 10)) -> CALayer {
        let layer = CALayer()
        layer.frame = frame
        root.addSublayer(layer)
        return layer
    }

    /// Commits, and lets what is owed be called.
    func flush() {
        CATransaction.flush()
        CATransaction.runCallbacks()
    }

    func advance(to time: Double) { MediaClock.setVirtual(time) }

    /// The render server's report that every running animation whose time is over by now has ended.
    func endAnimations() {
        let now = MediaClock.now
        let over = context.running.values
            .filter { $0.layer.mediaTime(fromLocal: $0.motions.first?.endTime ?? 0) < now }
            .map(\.identifier).sorted()
        for identifier in over { context.handle(.animationEnded(identifier: identifier)) }
    }
}

/// Collects what happens, in order.
@MainActor
final class Journal: NSObject, CAAnimationDelegate {
    var lines: [String] = []

    func animationDidStart(_ anim: CAAnimation) { lines.append("didStart") }
    func animationDidStop(_ anim: CAAnimation, finished flag: Bool) { lines.append("didStop(\(flag))") }
}

/// Lines written to the log while `body` runs.
@MainActor
func logged(_ body: () -> Void) -> [String] {
    var lines: [String] = []
    let before = LayerLog.report
    LayerLog.report = { lines.append($0) }
    body()
    LayerLog.report = before
    return lines
}

func r(_ x: CGFloat, _ y: CGFloat, _ width: CGFloat, _ height: CGFloat) -> CGRect {
    CGRect(x: x, y: y, width: width, height: height)
}

func p(_ x: CGFloat, _ y: CGFloat) -> CGPoint { CGPoint(x: x, y: y) }

func isClose(_ a: CGRect, _ b: CGRect, _ tolerance: CGFloat = 1e-3) -> Bool {
    abs(a.minX - b.minX) <= tolerance && abs(a.minY - b.minY) <= tolerance && abs(a.width - b.width) <= tolerance
        && abs(a.height - b.height) <= tolerance
}

func isClose(_ a: CGPoint, _ b: CGPoint, _ tolerance: CGFloat = 1e-4) -> Bool {
    abs(a.x - b.x) <= tolerance && abs(a.y - b.y) <= tolerance
}
