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
    private let session: DisplaySession
    private let output: HeadlessOutput
    private var server: RenderServer { session.server }
    var playback: ContactPlayback?
    /// How long before the refresh a frame is made, seconds; the time composition would take.
    private static let lead = 0.004

    init(session: DisplaySession, output: HeadlessOutput) {
        precondition(MediaClock.isVirtual, "Virtual time must be set before.")
        self.session = session
        self.output = output
    }

    /// Does everything that happens until `end` (media time, seconds) and leaves the clock there.
    /// - Returns: false if nothing is left that could ever happen.
    @discardableResult
    func advance(to end: Double) -> Bool {
        settle()
        while true {
            let now = MediaClock.now
            let frame = nextFrameTarget(now: now)
            let contact = playback?.nextTime ?? .infinity
            let scheduled = MainScheduler.shared.nextTime
            let next = min(frame - Self.lead, contact, scheduled)
            if next > end {
                MediaClock.setVirtual(max(end, now))
                return next.isFinite
            }
            if contact <= next {
                MediaClock.setVirtual(max(contact, now))
                for event in playback?.pointerEvents(upTo: contact) ?? [] { session.take(event) }
                for frame in playback?.frames(upTo: contact) ?? [] { session.take(frame.contacts) }
            } else if scheduled <= next {
                MediaClock.setVirtual(max(scheduled, now))
                MainScheduler.shared.run(until: scheduled)
            } else {
                runFrame(target: frame, now: now)
            }
            settle()
        }
    }

    /// Commits what has changed and shows it with the next refresh; the run loop does not turn.
    func showNextFrame() {
        drain()
        let now = MediaClock.now
        let target = server.nextRefresh(after: now + Self.lead - 1e-9)
        if server.wantsFrame {
            runFrame(target: target, now: now, turnsRunLoop: false)
        } else {
            MediaClock.setVirtual(target)
        }
        drain()
    }

    /// When the next frame is due to be on the panel; infinity while nothing wants one.
    private func nextFrameTarget(now: Double) -> Double {
        if server.wantsFrame { return server.nextRefresh(after: now + Self.lead - 1e-9) }
        let begin = server.nextAnimationTime
        return begin.isFinite ? server.nextRefresh(after: max(begin - 1e-9, now + Self.lead - 1e-9)) : .infinity
    }

    private func runFrame(target: Double, now: Double, turnsRunLoop: Bool = true) {
        MediaClock.setVirtual(max(target - Self.lead, now))
        server.postTick(target: target)
        if turnsRunLoop { settle() } else { drain() }
        let flipped = server.runFrame(at: target)
        MediaClock.setVirtual(target)
        if flipped {
            output.completeFlip(at: target)
            server.handleOutputEvents()
        } else {
            server.skipRefresh(target: target)
        }
    }

    /// Takes the render server's news and commits, as the end of a run loop's turn does.
    private func drain() {
        for _ in 0..<1000 {
            session.drainServer()
            CATransaction.flush()
            // Tiles are drawn on threads of their own; which frame shows them must not depend on those.
            if CATiledLayer.finishDrawing() { continue }
            if !server.hasEvents { return }
        }
    }

    /// Lets the main thread finish what it has to do now, without letting time pass.
    func settle() {
        for _ in 0..<1000 {
            session.drainServer()
            let result = CFRunLoopRunInMode(kCFRunLoopDefaultMode, 0, true)
            CATransaction.flush()
            CATransaction.runCallbacks()
            if CATiledLayer.finishDrawing() { continue }
            if result.rawValue != 4, !session.server.hasEvents { return }
        }
    }
}
