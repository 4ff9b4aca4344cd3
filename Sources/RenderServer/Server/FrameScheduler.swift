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

    /// Never start composition later than this before the refresh, seconds: what handing over a flip takes.
    public static let margin = 0.0015
    /// A flip not reported after this many seconds is lost.
    public static let flipTimeout = 1.0

    /// Seconds between refreshes.
    public private(set) var interval: Double
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
    /// Decaying maxima of measured costs, seconds.
    public private(set) var renderCost = 0.004
    public private(set) var mainCost = 0.002

    public init(interval: Double, now: Double) {
        self.interval = interval
        self.lastRefresh = now
    }

    /// The output has another refresh rate from now on.
    public mutating func reset(interval: Double, now: Double) {
        self = FrameScheduler(interval: interval, now: now)
    }

    /// The first refresh that is later than `time`.
    public func refresh(after time: Double) -> Double {
        let steps = ((time - lastRefresh) / interval + 1e-6).rounded(.down) + 1
        return lastRefresh + max(steps, 1) * interval
    }

    public func decide(_ situation: Situation, now: Double) -> Decision {
        if let since = flipInFlightSince {
            // The panel still owes the last frame. Its event wakes the loop; the deadline is for drivers that lose it.
            return now >= since + Self.flipTimeout ? .flipOverdue(since: since) : .wait(until: since + Self.flipTimeout)
        }
        guard situation.wantsFrame || situation.wantsTick || situation.isTickOutstanding else {
            return .wait(until: situation.nextAnimationTime)
        }
        if now < holdUntil { return .wait(until: holdUntil) }

        var target = refresh(after: max(now, renderedTarget - interval / 2))
        if target <= renderedTarget + interval / 2 { target = refresh(after: renderedTarget + interval / 2) }
        if situation.isTickOutstanding, tickedTarget > now, tickedTarget > renderedTarget { target = tickedTarget }
        let renderStart = target - min(renderCost + Self.margin, interval)
        if situation.wantsTick, !situation.isTickOutstanding {
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

    // MARK: What happened

    public mutating func didTick(target: Double) { tickedTarget = target }

    /// The main thread answered a tick after `cost` seconds.
    public mutating func didFinishTick(cost: Double) {
        mainCost = Self.decayed(mainCost, cost, interval: interval)
    }

    /// Composition for `target` is over, with or without something to show.
    public mutating func didRender(target: Double, cost: Double) {
        renderedTarget = target
        renderCost = Self.decayed(renderCost, cost, interval: interval)
    }

    public mutating func didHandOverFlip(now: Double) { flipInFlightSince = now }

    /// A flip was shown at `timestamp`. Returns how many refreshes passed since the last one of a running sequence
    /// beyond the one that was due.
    public mutating func didFlip(timestamp: Double, hasVerticalBlank: Bool) -> Int {
        flipInFlightSince = nil
        let steps = ((timestamp - lastRefresh) / interval).rounded()
        if hasVerticalBlank {
            lastRefresh = timestamp
        } else {
            // Such outputs show a frame as soon as they get it: keep our own grid, or each frame would move it.
            lastRefresh += max(steps, 0) * interval
        }
        return max(Int(exactly: steps) ?? 0, 1) - 1
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
