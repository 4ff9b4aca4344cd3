import Dispatch
import Foundation
import QuartzCore
import RenderServer

/// Calls back on the main thread at a time of the media clock: long presses, tap limits, delayed completions.
///
/// With real time one timer is armed for the earliest entry, on the monotonic clock, and nothing wakes up when there is
/// none. With virtual time the driver asks for `nextTime` and calls `run(until:)`.
@MainActor
final class MainScheduler {
    static let shared = MainScheduler()

    /// What keeps an entry cancellable.
    @MainActor
    final class Token {
        fileprivate let time: Double
        fileprivate let order: Int
        fileprivate var body: (() -> Void)?

        fileprivate init(time: Double, order: Int, body: @escaping () -> Void) {
            self.time = time
            self.order = order
            self.body = body
        }

        func cancel() {
            guard body != nil else { return }
            body = nil
            MainScheduler.shared.didCancel()
        }
    }

    private var entries: [Token] = []
    private var nextOrder = 0
    private var timer: (any DispatchSourceTimer)?
    private var armedTime = Double.infinity

    /// When the earliest entry is due, seconds; infinity without one.
    var nextTime: Double { entries.first { $0.body != nil }?.time ?? .infinity }

    @discardableResult
    func schedule(at time: Double, _ body: @escaping () -> Void) -> Token {
        let token = Token(time: time.isNaN ? MediaClock.now : time, order: nextOrder, body: body)
        nextOrder += 1
        let index = entries.firstIndex { $0.time > token.time } ?? entries.endIndex
        entries.insert(token, at: index)
        arm()
        return token
    }

    /// Runs all entries due at `time`, in order, those they add included.
    func run(until time: Double) {
        while let first = entries.first, first.time <= time {
            entries.removeFirst()
            let body = first.body
            first.body = nil
            body?()
        }
        arm()
    }

    private func didCancel() {
        entries.removeAll { $0.body == nil }
        arm()
    }

    private func arm() {
        guard !MediaClock.isVirtual else { return }
        let next = nextTime
        guard next != armedTime else { return }
        armedTime = next
        guard next.isFinite else {
            timer?.cancel()
            timer = nil
            return
        }
        let timer =
            self.timer
            ?? {
                let timer = DispatchSource.makeTimerSource(queue: .main)
                timer.setEventHandler {
                    MainActor.assumeIsolated {
                        MainScheduler.shared.armedTime = .infinity
                        MainScheduler.shared.run(until: MediaClock.now)
                    }
                }
                timer.activate()
                return timer
            }()
        self.timer = timer
        // Times beyond what a timer counts are looked at again after three years.
        let delay = min(max(next - MediaClock.now, 0), 1e8)
        timer.schedule(deadline: .now() + delay, leeway: .nanoseconds(0))
    }
}
