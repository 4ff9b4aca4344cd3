import UIKit

/// A task of the main actor that waits for all kinds of things, and says when it went on: the time of each must not depend on
/// the machine where the clock is virtual.
@MainActor
struct AwaitedTasks {
    let square: UIView

    func start() {
        Task {
            let begin = CACurrentMediaTime()
            func tell(_ what: String) { say("\(what) \(Int(((CACurrentMediaTime() - begin) * 1000).rounded()))") }
            tell("begins")
            await UIView.animate(withDuration: .milliseconds(400)) { square.center.x = 300 }
            tell("animated")
            for _ in 0..<5 { await Task.yield() }
            tell("yielded")
            let depth = await Self.descend(3)
            tell("descended \(depth)")
            let sum = await Task.detached { (0..<200_000).reduce(0, &+) }.value
            tell("detached \(sum)")
            _ = await UIView.animateKeyframes(withDuration: 0.3, delay: 0, options: []) {
                UIView.addKeyframe(withRelativeStartTime: 0, relativeDuration: 1) { square.center.y = 200 }
            }
            tell("keyframes")
            let animator = UIViewPropertyAnimator(duration: 0.25, curve: .linear) { square.center.x = 60 }
            animator.startAnimation()
            _ = await animator.addCompletion()
            tell("animator")
        }
    }

    /// On other threads.
    private nonisolated static func descend(_ depth: Int) async -> Int {
        if depth == 0 { return 0 }
        await Task.yield()
        return await descend(depth - 1) + 1
    }
}
