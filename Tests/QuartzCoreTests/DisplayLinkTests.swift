import Foundation
import QuartzCore
import RenderServer
import Testing

@testable import QuartzCore

@MainActor
private final class Ticked {
    var ticks: [Double] = []
    var count = 0
    var onTick: (() -> Void)?

    func step(_ link: CADisplayLink) {
        ticks.append(link.targetTimestamp)
        onTick?()
    }

    func plain() { count += 1 }
}

@Suite("Display link", .serialized)
@MainActor
struct DisplayLinkTests {
    private func tick(_ screen: Screen, _ frame: Int, rate: Double = 60) {
        screen.context.handle(
            .tick(timestamp: Double(frame) / rate, targetTimestamp: Double(frame + 1) / rate))
    }

    @Test("It calls once per frame, with both kinds of action, and asks for the next")
    func calls() {
        let screen = Screen()
        let target = Ticked()
        let link = CADisplayLink(target: target, action: Ticked.step)
        let other = CADisplayLink(target: target, action: Ticked.plain)
        #expect(screen.recorder.tickRequests == 0)
        link.add(to: .main, forMode: .common)
        other.add(to: .main, forMode: .default)
        #expect(screen.recorder.tickRequests == 1)
        tick(screen, 6)
        #expect(screen.recorder.tickRequests == 2 && target.ticks == [7.0 / 60] && target.count == 1)
        #expect(link.timestamp == 0.1 && abs(link.duration - 1.0 / 60) < 1e-12)
        link.invalidate()
        other.invalidate()
    }

    @Test("A slow link has the machine sleep between its calls, and is called when it was without")
    func slow() {
        let screen = Screen()
        let target = Ticked()
        let link = CADisplayLink(target: target, action: Ticked.plain)
        link.preferredFramesPerSecond = 1
        var wakes: [(time: Double, body: @MainActor () -> Void)] = []
        screen.context.ticker.schedule = { wakes.append(($0, $1)) }
        link.add(to: .main, forMode: .common)
        var requests = 0
        var calls: [Int] = []
        for frame in 0..<600 {
            // A wake-up comes back once its time has come, before the frame begins.
            while let first = wakes.first, first.time <= Double(frame) / 60 {
                wakes.removeFirst()
                first.body()
            }
            guard screen.recorder.tickRequests > requests else { continue }
            requests = screen.recorder.tickRequests
            let before = target.count
            tick(screen, frame)
            if target.count > before { calls.append(frame) }
        }
        #expect(calls == (0..<10).map { $0 * 60 })
        // Once for each call, and at most twice on the way to it.
        #expect(requests <= 30)

        // Another rate, and another link, are not kept waiting.
        link.preferredFramesPerSecond = 0
        #expect(screen.recorder.tickRequests > requests)
        link.invalidate()
    }

    @Test("Paused it asks for no frames and does not call")
    func paused() {
        let screen = Screen()
        let target = Ticked()
        let link = CADisplayLink(target: target, action: Ticked.step)
        link.isPaused = true
        link.add(to: .main, forMode: .common)
        #expect(screen.recorder.tickRequests == 0)
        link.isPaused = false
        #expect(screen.recorder.tickRequests == 1)
        tick(screen, 0)
        link.isPaused = true
        tick(screen, 1)
        #expect(target.ticks.count == 1 && screen.recorder.tickRequests == 2)
        tick(screen, 2)
        #expect(screen.recorder.tickRequests == 2)
        link.invalidate()
    }

    @Test("B23 the target is held until the link is invalidated, which a tick may do; then there is no further tick")
    func lifetime() {
        let screen = Screen()
        weak var target: Ticked?
        weak var link: CADisplayLink?
        do {
            let made = Ticked()
            let running = CADisplayLink(target: made, action: Ticked.step)
            running.add(to: .main, forMode: .common)
            (target, link) = (made, running)
        }
        #expect(target != nil && link != nil)
        tick(screen, 0)
        target?.onTick = { [weak link] in link?.invalidate() }
        tick(screen, 1)
        #expect(target == nil && link == nil)
        let requests = screen.recorder.tickRequests
        tick(screen, 2)
        #expect(screen.recorder.tickRequests == requests && screen.context.ticker.links.isEmpty)
    }

    @Test("A thousand links come and go")
    func many() {
        let screen = Screen()
        for _ in 0..<1_000 {
            let link = CADisplayLink(target: Ticked(), action: Ticked.step)
            link.add(to: .main, forMode: .common)
            link.invalidate()
        }
        #expect(screen.context.ticker.links.isEmpty)
    }

    @Test("A lower rate calls on as many frames as it asks for")
    func rates() {
        let screen = Screen()
        let target = Ticked()
        let link = CADisplayLink(target: target, action: Ticked.plain)
        link.preferredFramesPerSecond = 30
        link.add(to: .main, forMode: .common)
        for frame in 0..<60 { tick(screen, frame) }
        #expect(target.count == 30)
        link.preferredFramesPerSecond = 0
        link.preferredFrameRateRange = CAFrameRateRange(minimum: 10, maximum: 60, preferred: 20)
        for frame in 60..<120 { tick(screen, frame) }
        #expect(target.count == 50)
        #expect(abs(link.targetTimestamp - link.timestamp - 3.0 / 60) < 1e-9)
        link.invalidate()
    }
}
