import Testing

@testable import RenderServer

@Suite("Frame scheduler")
struct FrameSchedulerTests {
    private let interval = 1.0 / 60

    private func scheduler() -> FrameScheduler { FrameScheduler(interval: interval, now: 100) }

    private func situation(_ change: (inout FrameScheduler.Situation) -> Void) -> FrameScheduler.Situation {
        var situation = FrameScheduler.Situation()
        change(&situation)
        return situation
    }

    @Test("Nothing to do: no wake-up at all")
    func idle() {
        #expect(scheduler().decide(FrameScheduler.Situation(), now: 100.5) == .wait(until: .infinity))
    }

    @Test("A delayed animation wakes the loop when it begins, not before")
    func delayed() {
        let later = situation { $0.nextAnimationTime = 107 }
        #expect(scheduler().decide(later, now: 100.5) == .wait(until: 107))
    }

    @Test("Composition starts as late as its cost allows and aims at the next refresh")
    func late() {
        let scheduler = scheduler()
        let wanting = situation { $0.wantsFrame = true }
        let target = 100 + interval
        let start = target - scheduler.renderCost - FrameScheduler.margin
        #expect(scheduler.decide(wanting, now: 100.001) == .wait(until: start))
        #expect(scheduler.decide(wanting, now: start + 1e-9) == .render(target: target))
    }

    @Test("A refresh that has passed is skipped, not queued")
    func skipping() {
        let wanting = situation { $0.wantsFrame = true }
        guard case .wait(let start) = scheduler().decide(wanting, now: 100 + interval * 7.2) else {
            Issue.record("expected to wait")
            return
        }
        #expect(start > 100 + interval * 7.2 && start < 100 + interval * 8)
    }

    @Test("While a flip is in flight nothing is begun; after a second it counts as lost")
    func inFlight() {
        var scheduler = scheduler()
        scheduler.didHandOverFlip(now: 100.01)
        let wanting = situation { $0.wantsFrame = true }
        #expect(scheduler.decide(wanting, now: 100.5) == .wait(until: 101.01))
        #expect(scheduler.decide(wanting, now: 101.02) == .flipOverdue(since: 100.01))
        _ = scheduler.didFlip(timestamp: 101.03, hasVerticalBlank: true)
        #expect(scheduler.decide(wanting, now: 101.03) != .flipOverdue(since: 100.01))
    }

    @Test("Who asks for a tick while its frame is made is ticked for the next one, not again for the same")
    func tickOnce() {
        var scheduler = scheduler()
        let asking = situation { $0.wantsTick = true }
        let target = 100 + interval
        let now = target - 0.004
        #expect(scheduler.decide(asking, now: now) == .tick(target: target))
        scheduler.didTick(target: target)
        scheduler.didFinishTick(cost: 0.0001)
        #expect(scheduler.decide(asking, now: now + 0.0002) == .render(target: target))
        scheduler.didRender(target: target, cost: 0.0001)
        guard case .wait(let until) = scheduler.decide(asking, now: now + 0.0004) else {
            Issue.record("expected to wait for the next frame")
            return
        }
        #expect(until > target - interval / 2)
        #expect(scheduler.decide(asking, now: until) == .tick(target: target + interval))
    }

    @Test("The main thread is ticked before composition, once per frame, and waited for only as long as there is time")
    func tick() {
        var scheduler = scheduler()
        let asking = situation { $0.wantsTick = true }
        let target = 100 + interval
        guard case .wait(let tickTime) = scheduler.decide(asking, now: 100.0001) else {
            Issue.record("expected to wait for the tick")
            return
        }
        #expect(scheduler.decide(asking, now: tickTime) == .tick(target: target))
        scheduler.didTick(target: target)
        let outstanding = situation { $0.isTickOutstanding = true }
        guard case .wait(let renderTime) = scheduler.decide(outstanding, now: tickTime + 1e-5) else {
            Issue.record("expected to wait for the answer")
            return
        }
        #expect(renderTime < target)
        #expect(scheduler.decide(outstanding, now: renderTime) == .render(target: target))
    }

    @Test("A refused flip is tried again after its delay")
    func refused() {
        var scheduler = scheduler()
        let wanting = situation { $0.wantsFrame = true }
        scheduler.didRender(target: 100 + interval, cost: 0.002)
        scheduler.didFail(now: 100.012, delay: 0.5)
        #expect(scheduler.decide(wanting, now: 100.2) == .wait(until: 100.512))
    }

    @Test("Missed refreshes are counted; outputs without a vertical blank keep their own grid")
    func counting() {
        var scheduler = scheduler()
        #expect(scheduler.didFlip(timestamp: 100 + interval, hasVerticalBlank: true) == 0)
        #expect(scheduler.didFlip(timestamp: 100 + interval * 4, hasVerticalBlank: true) == 2)
        var grid = FrameScheduler(interval: interval, now: 100)
        _ = grid.didFlip(timestamp: 100 + interval * 1.3, hasVerticalBlank: false)
        #expect(abs(grid.lastRefresh - (100 + interval)) < 1e-9)
    }

    @Test("The refresh before a frame is an interval before it, also when nothing was shown for long")
    func before() {
        var scheduler = scheduler()
        _ = scheduler.didFlip(timestamp: 100 + interval * 0.98, hasVerticalBlank: true)
        // As it was reported while frames follow each other, foretold after a pause.
        #expect(scheduler.refresh(before: 100 + interval * 2) == 100 + interval * 0.98)
        #expect(abs(scheduler.refresh(before: 100 + interval * 9) - (100 + interval * 8)) < 1e-9)
    }

    @Test("One frame per refresh, for every rate", arguments: [50, 55.3, 60, 66.7, 120])
    func steady(_ rate: Double) {
        var scheduler = FrameScheduler(interval: 1 / rate, now: 50)
        let wanting = situation { $0.wantsFrame = true }
        var now = 50.0001
        var targets: [Double] = []
        while targets.count < 200 {
            switch scheduler.decide(wanting, now: now) {
            case .wait(let until):
                #expect(until > now)
                now = until
            case .render(let target):
                targets.append(target)
                scheduler.didRender(target: target, cost: 0.001)
                scheduler.didHandOverFlip(now: now)
                now = target
                #expect(scheduler.didFlip(timestamp: target, hasVerticalBlank: true) == 0)
            default:
                Issue.record("unexpected decision")
                return
            }
        }
        for (a, b) in zip(targets, targets.dropFirst()) { #expect(abs(b - a - 1 / rate) < 1e-6) }
    }

    /// Plays a panel that shows what it gets after `delay` seconds. Returns when frames were shown and how often it was decided.
    private func play(
        _ scheduler: inout FrameScheduler, from start: Double, seconds: Double, delay: Double = 0.01,
        ask: (Double) -> FrameScheduler.Situation
    ) -> (shown: [Double], ticks: [Double], decisions: Int) {
        var (now, shown, ticks, decisions) = (start, [Double](), [Double](), 0)
        while now < start + seconds, decisions < 10_000 {
            decisions += 1
            switch scheduler.decide(ask(now), now: now) {
            case .wait(let until): now = min(until, start + seconds)
            case .render(let target):
                scheduler.didRender(target: target, cost: 0.001)
                scheduler.didHandOverFlip(now: now)
                now += delay
                _ = scheduler.didFlip(timestamp: now, hasVerticalBlank: false)
                shown.append(now)
            case .tick(let target):
                ticks.append(now)
                scheduler.didTick(target: target)
                scheduler.didFinishTick(cost: 0.001)
            case .flipOverdue: return (shown, ticks, decisions)
            }
        }
        return (shown, ticks, decisions)
    }

    @Test(
        "A slow panel shows its first picture at once, then no more than its rate, without a wake-up in between",
        arguments: [0.2, 1, 5, 9.9])
    func slow(_ rate: Double) {
        var scheduler = FrameScheduler(interval: 1 / rate, now: 50)
        let frames = 20.0
        let wanting = situation { $0.wantsFrame = true }
        let moving = play(&scheduler, from: 50, seconds: frames / rate) { _ in wanting }
        #expect(abs(moving.shown[0] - 50.01) < 1e-6)
        #expect(moving.shown.count >= Int(frames) - 1 && moving.shown.count <= Int(frames) + 1)
        #expect(moving.decisions < moving.shown.count * 4)
        for (a, b) in zip(moving.shown, moving.shown.dropFirst()) { #expect(b - a > 1 / rate - 0.007) }
        // After a pause it is at once again.
        let later = 50 + (frames + 10) / rate
        let again = play(&scheduler, from: later, seconds: 0.5 / rate) { _ in wanting }
        #expect(again.shown.count == 1 && abs(again.shown[0] - later - 0.01) < 1e-6)
    }

    @Test("On a slow panel the main thread is told once for each picture, before it, also when nothing has to be drawn")
    func slowTicks() {
        var scheduler = FrameScheduler(interval: 0.2, now: 50)
        let both = situation { ($0.wantsFrame, $0.wantsTick) = (true, true) }
        let drawn = play(&scheduler, from: 50, seconds: 4) { _ in both }
        #expect((19...21).contains(drawn.shown.count) && abs(drawn.ticks.count - drawn.shown.count) <= 1)
        for (tick, shown) in zip(drawn.ticks, drawn.shown) { #expect(tick < shown && shown - tick < 0.02) }
        scheduler = FrameScheduler(interval: 0.2, now: 50)
        let asking = situation { $0.wantsTick = true }
        let idle = play(&scheduler, from: 50, seconds: 4) { _ in asking }
        #expect((19...21).contains(idle.ticks.count))
    }

    @Test("On a slow panel the main thread's work is waited for")
    func slowMainThread() {
        var scheduler = FrameScheduler(interval: 0.2, now: 50)
        guard case .tick(let target) = scheduler.decide(situation { $0.wantsTick = true }, now: 50) else {
            Issue.record("no tick")
            return
        }
        scheduler.didTick(target: target)
        let working = situation { $0.isTickOutstanding = true }
        guard case .wait(let until) = scheduler.decide(working, now: 50.05) else {
            Issue.record("rendered without what the main thread makes")
            return
        }
        #expect(until > 50.09 && until < 50.2)
        // It answers: at once.
        guard case .render = scheduler.decide(situation { $0.wantsFrame = true }, now: 50.06) else {
            Issue.record("no frame")
            return
        }
    }
}
