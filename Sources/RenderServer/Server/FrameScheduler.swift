/// Decides when a frame is begun, when the main thread is told, and when composition starts. It only decides; the
/// render loop does. All times are seconds of the media clock, so every rule can be tested without a display.
///
/// A frame aims at a refresh: a time on the grid `lastRefresh + n · interval`. Composition starts as late as its measured
/// cost allows, so that what is shown is as new as possible; the main thread is ticked before that by its own measured
/// cost. A refresh that can no longer be reached is skipped, never queued.
public struct FrameScheduler: Sendable {
    /// What the render loop should do now.
    public enum Decision: Hashable, Sendable {
        /// Nothing to do until something happens, or until the time given.
        case wait(until: Double)
        /// Tell the main thread that the frame for `target` begins.
        case tick(target: Double)
        /// Take commits, evaluate animations for `target`, composite, flip.
        case render(target: Double)
        /// The flip handed over at `since` was never reported.
        case flipOverdue(since: Double)
    }

    /// What the loop knows when it asks.
    public struct Situation: Hashable, Sendable {
        /// Commits wait, or damage is not shown yet, or an animation moves now.
        public var wantsFrame = false
        /// When the earliest not yet begun animation begins; infinity without one.
        public var nextAnimationTime = Double.infinity
        /// The main thread asked for a tick.
        public var wantsTick = false
        /// The main thread was ticked for this frame and has not finished.
        public var isTickOutstanding = false

        public init() {}
    }

    /// Panels that take longer for a picture do not exist, seconds.
    public static let slowestInterval = 10.0
    /// Never start composition later than this before the refresh, seconds: what handing over a flip takes.
    public static let margin = 0.0015
    /// A flip not reported after this many seconds is lost. Slow panels (electronic paper) take their time.
    public var flipTimeout: Double { max(1, interval * 4) }

    /// Seconds between refreshes.
    public private(set) var interval: Double
    /// Panels that show fewer than ten pictures a second, by nature or because they were told to.
    private var isSlow: Bool { interval > 0.1 }
    /// The last refresh known, seconds: where the grid stands.
    public private(set) var lastRefresh: Double
    /// When the flip in flight was handed over; nil when none is.
    public private(set) var flipInFlightSince: Double?
    /// No frame before this time: set after a refused flip.
    private var holdUntil = -Double.infinity
    /// The refresh the tick was sent for; a frame is ticked once.
    private var tickedTarget = -Double.infinity
    /// The refresh rendering last aimed at, so that one refresh gets one attempt.
    private var renderedTarget = -Double.infinity
    /// What composition may take, seconds: the last frames' cost, and what cost as much more than once in the last seconds.
    public var renderCost: Double { max(recentRenderCost, repeatedRenderCost.value) }
    /// Decaying maxima of measured costs, seconds.
    private var recentRenderCost = 0.004
    public private(set) var mainCost = 0.002
    private var repeatedRenderCost = RepeatedMaximum(initial: 0.004)

    /// Flips of a running sequence in a row that came in steps which do not fit `interval`; and their distance.
    private var oddFlips = 0
    private var oddStep = 0.0

    /// - Parameter interval: what the output reports; 1/60 s in place of what can be no rate of a panel.
    public init(interval: Double, now: Double) {
        self.interval = interval > 1.0 / 1000 && interval <= Self.slowestInterval ? interval : 1.0 / 60
        self.lastRefresh = now
        // The first picture of a panel that takes seconds for one does not wait for them.
        if isSlow { lastRefresh -= self.interval }
    }

    /// The output has another refresh rate from now on.
    public mutating func reset(interval: Double, now: Double) {
        self = FrameScheduler(interval: interval, now: now)
    }

    /// The first refresh that is later than `time`.
    public func refresh(after time: Double) -> Double {
        // Slow panels have no grid to keep: what comes after a pause is shown at once.
        if isSlow { return max(time + Self.margin * 4, lastRefresh + interval) }
        let steps = ((time - lastRefresh) / interval + 1e-6).rounded(.down) + 1
        return lastRefresh + max(steps, 1) * interval
    }

    /// The refresh before the one at `target`. While nothing is drawn there are no flips that report refreshes: they pass all
    /// the same.
    public func refresh(before target: Double) -> Double {
        target - lastRefresh < interval * 1.5 ? lastRefresh : target - interval
    }

    public func decide(_ situation: Situation, now: Double) -> Decision {
        if let since = flipInFlightSince {
            // The panel still owes the last frame. Its event wakes the loop; the deadline is for drivers that lose it.
            return now >= since + flipTimeout ? .flipOverdue(since: since) : .wait(until: since + flipTimeout)
        }
        guard situation.wantsFrame || situation.wantsTick || situation.isTickOutstanding else {
            return .wait(until: situation.nextAnimationTime)
        }
        if now < holdUntil { return .wait(until: holdUntil) }
        if isSlow { return decideSlowly(situation, now: now) }

        var target = refresh(after: max(now, renderedTarget - interval / 2))
        if target <= renderedTarget + interval / 2 { target = refresh(after: renderedTarget + interval / 2) }
        if situation.isTickOutstanding, tickedTarget > now, tickedTarget > renderedTarget { target = tickedTarget }
        let renderStart = target - min(renderCost + Self.margin, interval)
        // Who asks again while the frame is made asks for the next one.
        if situation.wantsTick, !situation.isTickOutstanding, tickedTarget != target {
            let tickTime = renderStart - min(mainCost + Self.margin / 2, interval)
            return now >= tickTime ? .tick(target: target) : .wait(until: tickTime)
        }
        if situation.isTickOutstanding {
            // The main thread is at work on this frame: wait for it as long as the frame can still be reached.
            return now >= renderStart ? .render(target: target) : .wait(until: renderStart)
        }
        // Ticked and answered: everything for this frame is here, no reason to wait.
        if tickedTarget == target { return .render(target: target) }
        return now >= renderStart ? .render(target: target) : .wait(until: renderStart)
    }

    /// There is no grid: a frame may begin once the last one is `interval` old, and then does at once. (A target that is
    /// always a little later than now would never be reached.)
    private func decideSlowly(_ situation: Situation, now: Double) -> Decision {
        let cost = min(renderCost + Self.margin, interval)
        let tickCost = min(mainCost + Self.margin / 2, interval)
        let last = max(lastRefresh, renderedTarget)
        let isTicked = tickedTarget > max(last, now)
        var start = last + interval - cost
        if situation.isTickOutstanding {
            // The main thread is at work: its commit is waited for as long as it was thought to take, or, when there is nothing
            // else to show, until the next frame would be half an interval late.
            start = max(start, tickedTarget - cost + (situation.wantsFrame ? 0 : interval / 2))
        } else if situation.wantsTick, !isTicked {
            let tickTime = max(last, tickedTarget) + interval - cost - tickCost
            if now >= tickTime { return .tick(target: max(start, now + tickCost) + cost) }
            if !situation.wantsFrame || tickTime < start { return .wait(until: tickTime) }
        }
        return now >= start ? .render(target: max(now + cost, isTicked ? tickedTarget : 0)) : .wait(until: start)
    }

    // MARK: What happened

    public mutating func didTick(target: Double) { tickedTarget = target }

    /// The main thread answered a tick after `cost` seconds.
    public mutating func didFinishTick(cost: Double) {
        mainCost = Self.decayed(mainCost, cost, interval: interval)
    }

    /// Composition for `target` is over, with or without something to show.
    public mutating func didRender(target: Double, cost: Double) {
        renderedTarget = target
        recentRenderCost = Self.decayed(recentRenderCost, cost, interval: interval)
        repeatedRenderCost.add(min(cost, interval))
    }

    public mutating func didHandOverFlip(now: Double) { flipInFlightSince = now }

    /// A flip was shown at `timestamp`. Returns how many refreshes passed since the last one of a running sequence
    /// beyond the one that was due.
    ///
    /// - Parameter isContinuous: whether a frame was due at every refresh since the last flip. Then the distance says how
    ///   fast the panel really is.
    public mutating func didFlip(timestamp: Double, hasVerticalBlank: Bool, isContinuous: Bool = false) -> Int {
        flipInFlightSince = nil
        if hasVerticalBlank, isContinuous { learn(from: timestamp - lastRefresh) }
        let steps = ((timestamp - lastRefresh) / interval).rounded()
        if hasVerticalBlank || isSlow {
            lastRefresh = timestamp
        } else {
            // Such outputs show a frame as soon as they get it: keep our own grid, or each frame would move it.
            lastRefresh += max(steps, 0) * interval
        }
        return max(Int(exactly: steps) ?? 0, 1) - 1
    }

    /// Panels report their rate roughly, or wrong. A small difference is followed step by step; a step that keeps coming
    /// back, though composition is fast enough for the rate reported, is the rate.
    private mutating func learn(from step: Double) {
        guard step > 1.0 / 1000, step < 0.1 else { return }
        if abs(step / interval - 1) < 0.04 {
            interval += (step - interval) / 8
            oddFlips = 0
        } else if abs(step / oddStep - 1) < 0.02, recentRenderCost + Self.margin < interval * 0.75 {
            oddFlips += 1
            if oddFlips >= 12 {
                interval = period(of: step)
                oddFlips = 0
            }
        } else {
            oddStep = step
            oddFlips = 1
        }
    }

    /// Whole steps of the rate reported are those of a slower panel; of others each may be two refreshes of a faster one.
    private func period(of step: Double) -> Double {
        let whole = (step / interval).rounded()
        return whole >= 2 && abs(step / interval / whole - 1) < 0.04 ? step : step / max(whole, 1)
    }

    /// The refresh of `target` was left as it was: there was nothing new.
    public mutating func didSkip(target: Double) {
        lastRefresh = max(lastRefresh, target)
    }

    /// The device refused the flip or lost it: try again, not before `delay` seconds from now.
    public mutating func didFail(now: Double, delay: Double) {
        flipInFlightSince = nil
        renderedTarget = -.infinity
        holdUntil = now + delay
    }

    /// Follows a rise at once and a fall slowly, so that one slow frame makes the next ones start early enough.
    private static func decayed(_ old: Double, _ new: Double, interval: Double) -> Double {
        min(max(new, old * 0.9 + new * 0.1), interval)
    }
}

/// The largest of the last values but one: what happens again and again counts, what happened once does not.
struct RepeatedMaximum: Sendable {
    /// Values in one window; two windows count.
    static let length = 128

    private var first: Double
    private var second: Double
    /// Of the window before.
    private var oldFirst: Double
    private var oldSecond: Double
    private var count = 0

    init(initial: Double) {
        (first, second) = (0, 0)
        (oldFirst, oldSecond) = (initial, initial)
    }

    var value: Double {
        let larger = max(first, oldFirst)
        let smaller = min(first, oldFirst)
        return max(smaller, larger == first ? second : oldSecond)
    }

    mutating func add(_ new: Double) {
        if count == Self.length {
            (oldFirst, oldSecond) = (first, second)
            (first, second) = (0, 0)
            count = 0
        }
        count += 1
        if new > first {
            (first, second) = (new, first)
        } else if new > second {
            second = new
        }
    }
}
