import CoreFoundation
import Display
import Foundation
import Input
import QuartzCore
import RenderServer

/// Runs the application without waiting: the media clock jumps from one event to the next. Two runs of the same program
/// with the same contacts show identical frames.
///
/// Foundation's timers and delayed dispatch run on real time and are not part of it; display links, animations,
/// gestures and contacts are.
@MainActor
final class VirtualTimeDriver {
    /// A panel, what is on it, and its scripted fingers.
    @MainActor
    final class Part {
        let session: DisplaySession
        let output: HeadlessOutput
        var playback: ContactPlayback?
        /// When its next frame is due, while frames are chosen.
        fileprivate var target = Double.infinity

        init(session: DisplaySession, output: HeadlessOutput) {
            self.session = session
            self.output = output
        }

        fileprivate var server: RenderServer { session.server }
    }

    /// The main panel first.
    private var parts: [Part]
    private var main: Part { parts[0] }
    var playback: ContactPlayback? {
        get { main.playback }
        set { main.playback = newValue }
    }
    /// Whether Swift's tasks are a part of virtual time: nothing happens later than they could have answered. Tests that
    /// drive the main thread themselves do without.
    var waitsForTasks = false
    /// How long before the refresh a frame is made, seconds; the time composition would take.
    private static let lead = 0.004

    init(session: DisplaySession, output: HeadlessOutput) {
        precondition(MediaClock.isVirtual, "Virtual time must be set before.")
        parts = [Part(session: session, output: output)]
    }

    /// Another panel beside the main one.
    @discardableResult
    func add(_ session: DisplaySession, output: HeadlessOutput) -> Part {
        let part = Part(session: session, output: output)
        parts.append(part)
        return part
    }

    func remove(_ session: DisplaySession) {
        let main = main
        parts.removeAll { $0.session === session && $0 !== main }
    }

    /// Does everything that happens until `end` (media time, seconds) and leaves the clock there.
    /// - Returns: false if nothing is left that could ever happen.
    @discardableResult
    func advance(to end: Double) -> Bool {
        settle()
        while true {
            let now = MediaClock.now
            let frame = nextFrameTarget(now: now)
            let contact = nextContactTime
            let scheduled = MainScheduler.shared.nextTime
            let next = min(frame - Self.lead, contact, scheduled)
            if next > end {
                MediaClock.setVirtual(max(end, now))
                return next.isFinite
            }
            if contact <= next {
                MediaClock.setVirtual(max(contact, now))
                for part in parts {
                    for event in part.playback?.pointerEvents(upTo: contact) ?? [] { part.session.deliver(event) }
                    for frame in part.playback?.frames(upTo: contact) ?? [] { part.session.deliver(frame.contacts) }
                }
            } else if scheduled <= next {
                MediaClock.setVirtual(max(scheduled, now))
                MainScheduler.shared.run(until: scheduled)
            } else {
                runFrames(from: frame, now: now)
            }
            settle()
        }
    }

    private var nextContactTime: Double {
        parts.reduce(Double.infinity) { min($0, $1.playback?.nextTime ?? .infinity) }
    }

    /// Commits what has changed and shows it with the next refresh; the run loop does not turn.
    func showNextFrame() {
        drain()
        let now = MediaClock.now
        let target = main.server.nextRefresh(after: now + Self.lead - 1e-9)
        if main.server.wantsFrame {
            runFrame(main, target: target, now: now, turnsRunLoop: false)
        } else {
            MediaClock.setVirtual(target)
        }
        drain()
    }

    /// When the next frame is due to be on the panel; infinity while nothing wants one.
    private func nextFrameTarget(now: Double) -> Double {
        var earliest = Double.infinity
        for part in parts {
            part.target = nextFrameTarget(of: part.server, now: now)
            earliest = min(earliest, part.target)
        }
        return earliest
    }

    private func nextFrameTarget(of server: RenderServer, now: Double) -> Double {
        if server.wantsFrame { return server.nextRefresh(after: now + Self.lead - 1e-9) }
        let begin = server.nextAnimationTime
        return begin.isFinite ? server.nextRefresh(after: max(begin - 1e-9, now + Self.lead - 1e-9)) : .infinity
    }

    /// The earliest frame, and with it those of other panels that are made meanwhile: one after the other they would be
    /// late.
    private func runFrames(from first: Double, now: Double) {
        guard parts.count > 1 else { return runFrame(main, target: first, now: now) }
        let due = parts.filter { $0.target < first + Self.lead }.sorted { $0.target < $1.target }
        MediaClock.setVirtual(max(first - Self.lead, now))
        for part in due { part.server.postTick(target: part.target) }
        settle()
        let flipped = due.map { $0.server.runFrame(at: $0.target) }
        for (part, isFlipped) in zip(due, flipped) { finishFrame(of: part, target: part.target, isFlipped: isFlipped) }
    }

    private func runFrame(_ part: Part, target: Double, now: Double, turnsRunLoop: Bool = true) {
        MediaClock.setVirtual(max(target - Self.lead, now))
        part.server.postTick(target: target)
        if turnsRunLoop { settle() } else { drain() }
        finishFrame(of: part, target: target, isFlipped: part.server.runFrame(at: target))
    }

    private func finishFrame(of part: Part, target: Double, isFlipped: Bool) {
        MediaClock.setVirtual(target)
        if isFlipped {
            part.output.completeFlip(at: target)
            part.server.handleOutputEvents()
        } else {
            part.server.skipRefresh(target: target)
        }
    }

    /// Takes the render server's news and commits, as the end of a run loop's turn does.
    private func drain() {
        for _ in 0..<1000 {
            for part in parts { part.session.drainServer() }
            CATransaction.flush()
            // Tiles are drawn on threads of their own; which frame shows them must not depend on those.
            if CATiledLayer.finishDrawing() { continue }
            if !hasEvents { return }
        }
    }

    /// Lets the main thread finish what it has to do now, without letting time pass.
    func settle() {
        var quietPasses = 0
        var hasWaited = false
        for _ in 0..<1000 {
            for part in parts { part.session.drainServer() }
            let result = CFRunLoopRunInMode(kCFRunLoopDefaultMode, 0, true)
            CATransaction.flush()
            CATransaction.runCallbacks()
            if CATiledLayer.finishDrawing() { continue }
            guard result.rawValue != Self.handledSource, !hasEvents else {
                quietPasses = 0
                hasWaited = false
                continue
            }
            // What the callbacks of one pass put into the main queue is found by the next.
            quietPasses += 1
            guard quietPasses > 1 else { continue }
            guard waitsForTasks, !hasWaited else { return }
            waitForPools()
            hasWaited = true
            quietPasses = 0
        }
    }

    /// `kCFRunLoopRunHandledSource`, which does not come through to Swift.
    private static let handledSource: Int32 = 4

    // MARK: Swift's tasks

    /// Waits until the threads that Swift's tasks run on have nothing left to do: a task on its way back to the main thread
    /// would otherwise meet a clock that has gone on, and every run would be another. What such a task waits for outside the
    /// process is not waited for.
    ///
    /// As many tasks as can run at a time are held at the same moment, so that no other one is at work. One that works for
    /// longer than `patience`, or waits for the main thread, is not waited for that long again until it has come back.
    private func waitForPools() {
        for (index, priority) in Self.priorities.enumerated() {
            let arrived = DispatchSemaphore(value: 0)
            let released = DispatchSemaphore(value: 0)
            for _ in 0..<Self.threads {
                Task.detached(priority: priority) { Self.hold(arrived, until: released) }
            }
            let deadline = DispatchTime.now() + (isBusy[index] ? Self.impatience : Self.patience)
            isBusy[index] = !(0..<Self.threads).allSatisfy { _ in arrived.wait(timeout: deadline) == .success }
            for _ in 0..<Self.threads { released.signal() }
        }
    }

    private nonisolated static func hold(_ arrived: DispatchSemaphore, until released: DispatchSemaphore) {
        arrived.signal()
        released.wait()
    }

    /// On this system each priority has a queue of its own that runs as many tasks at a time as there are processors.
    private static let priorities: [TaskPriority] = [.high, .medium, .low, .background]
    private static let threads = max(ProcessInfo.processInfo.activeProcessorCount, 1)
    /// Seconds.
    private static let patience = 2.0
    private static let impatience = 0.01
    private var isBusy = [Bool](repeating: false, count: priorities.count)

    private var hasEvents: Bool { parts.contains { $0.server.hasEvents } }
}
