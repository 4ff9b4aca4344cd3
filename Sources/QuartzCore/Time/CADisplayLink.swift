public import Foundation
internal import RenderServer

/// The frequencies an application would like: frames per second.
public struct CAFrameRateRange: Hashable, Sendable {
    public var minimum: Float
    public var maximum: Float
    /// 0: none in particular.
    public var preferred: Float?

    public init(minimum: Float, maximum: Float, preferred: Float? = nil) {
        self.minimum = minimum
        self.maximum = maximum
        self.preferred = preferred
    }

    /// As often as the panel shows frames.
    public static let `default` = CAFrameRateRange(minimum: 0, maximum: 0, preferred: 0)
}

/// Calls once per frame of the panel, in time for the frame's changes. While a link is running the panel makes frames, so
/// pause or invalidate it when there is nothing to do. Main thread.
///
/// There are no selectors on Linux: the action is a method of the target, `CADisplayLink(target: self, action: Self.step)`.
/// The target is held strongly until `invalidate()`.
@preconcurrency @MainActor
public final class CADisplayLink: NSObject {
    private var call: ((CADisplayLink) -> Void)?
    private weak var ticker: DisplayTicker?
    /// Whose frames it follows; nil: the main screen's.
    package weak var wantedContext: LayerContext?
    /// The end of the frame for which it last called.
    private var lastTarget = -Double.infinity

    /// Links that were started before there was a screen.
    private static var waiting: [CADisplayLink] = []

    /// - Parameter action: an unapplied method, `Target.step`, that takes the link.
    public init<Target: AnyObject>(target: Target, action: @escaping (Target) -> (CADisplayLink) -> Void) {
        call = { link in action(target)(link) }
        super.init()
    }

    /// - Parameter action: an unapplied method, `Target.step`, without parameters.
    public init<Target: AnyObject>(target: Target, action: @escaping (Target) -> () -> Void) {
        call = { _ in action(target)() }
        super.init()
    }

    /// When the last frame was shown, media time in seconds.
    public private(set) var timestamp: CFTimeInterval = 0
    /// When the next call's frame is expected to be shown, media time in seconds.
    public private(set) var targetTimestamp: CFTimeInterval = 0
    /// Seconds between two frames of the panel; 0 before the first call.
    public private(set) var duration: CFTimeInterval = 0

    /// Whether it does not call. Default false.
    public var isPaused = false {
        didSet { if !isPaused { ticker?.request() } }
    }
    /// Calls per second; 0 is every frame. Default 0. Rates between are met as closely as whole frames allow.
    public var preferredFramesPerSecond = 0 {
        didSet { if !isPaused { ticker?.request() } }
    }
    /// Of which `preferred`, or else `maximum`, counts. Default every frame.
    public var preferredFrameRateRange = CAFrameRateRange.default {
        didSet { if !isPaused { ticker?.request() } }
    }

    /// Starts it. The main run loop is the only one that has frames; modes are not told apart.
    public func add(to runloop: RunLoop, forMode mode: RunLoop.Mode) {
        guard call != nil, ticker == nil else { return }
        if let context = wantedContext ?? LayerContext.main {
            start(on: context.ticker)
        } else if !Self.waiting.contains(where: { $0 === self }) {
            Self.waiting.append(self)
        }
    }

    /// Stops it until it is added again.
    public func remove(from runloop: RunLoop, forMode mode: RunLoop.Mode) {
        ticker?.links.removeAll { $0 === self }
        ticker = nil
        Self.waiting.removeAll { $0 === self }
    }

    /// Stops it for good and lets go of the target.
    public func invalidate() {
        remove(from: .main, forMode: .common)
        call = nil
    }

    private func start(on ticker: DisplayTicker) {
        self.ticker = ticker
        ticker.links.append(self)
        if !isPaused { ticker.request() }
    }

    static func adoptWaitingLinks(_ ticker: DisplayTicker) {
        let links = waiting
        waiting = []
        for link in links { link.start(on: ticker) }
    }

    /// Seconds between calls that are asked for; 0 for every frame.
    private var interval: Double {
        if preferredFramesPerSecond > 0 { return 1 / Double(preferredFramesPerSecond) }
        let range = preferredFrameRateRange
        let rate = if let preferred = range.preferred, preferred > 0 { preferred } else { range.maximum }
        return rate > 0 && rate.isFinite ? 1 / Double(rate) : 0
    }

    /// When the next call's frame is to be shown, media time in seconds; in the past where every frame is wanted.
    fileprivate var dueTime: Double { lastTarget + interval }

    func tick(timestamp: Double, targetTimestamp target: Double) {
        guard !isPaused, let call else { return }
        let frame = max(target - timestamp, 0)
        // Half a frame early is nearer than half a frame late.
        guard target - lastTarget >= interval - frame / 2 else { return }
        lastTarget = target
        self.timestamp = timestamp
        duration = frame
        let frames = frame > 0 ? max((interval / frame).rounded(), 1) : 1
        targetTimestamp = timestamp + frames * frame
        call(self)
    }
}

/// The display links of one screen.
@MainActor
final class DisplayTicker {
    var links: [CADisplayLink] = []
    weak var sink: (any CommitSink)?
    /// Calls back on the main thread at a time of the media clock, seconds. Without it every frame is asked for.
    var schedule: ((_ time: Double, _ body: @escaping @MainActor () -> Void) -> Void)?
    private var isRequested = false
    /// When the next call of `schedule` comes back; infinity without one.
    private var scheduledTime = Double.infinity

    nonisolated init() {}

    /// Has the render server report the next frame.
    func request() {
        guard !isRequested, let sink else { return }
        isRequested = true
        sink.requestTick()
    }

    func tick(timestamp: Double, targetTimestamp: Double) {
        isRequested = false
        // A link may stop itself or others while it is called.
        let called = links
        for link in called where links.contains(where: { $0 === link }) {
            link.tick(timestamp: timestamp, targetTimestamp: targetTimestamp)
        }
        requestNext(after: targetTimestamp, frame: max(targetTimestamp - timestamp, 0))
    }

    /// Asks for the next frame, or, where no link wants one for a while, for one just before the first does: a clock that
    /// calls once a second leaves the machine asleep in between.
    private func requestNext(after target: Double, frame: Double) {
        var due = Double.infinity
        for link in links where !link.isPaused { due = min(due, link.dueTime) }
        guard due < .infinity else { return }
        let time = due - Self.lead * frame
        guard let schedule, time > target + Self.lead * frame else { return request() }
        guard time < scheduledTime else { return }
        scheduledTime = time
        schedule(time) { [weak self] in
            guard let self else { return }
            scheduledTime = .infinity
            if links.contains(where: { !$0.isPaused }) { request() }
        }
    }

    /// Frames between asking and the frame that is meant: one is on its way to the panel when the next is begun.
    private static let lead = 2.0
}

extension LayerContext {
    /// Who calls back on the main thread at a time of the media clock, seconds, for display links that are slower than the
    /// panel.
    package func scheduleLinks(
        with schedule: @escaping (_ time: Double, _ body: @escaping @MainActor () -> Void) -> Void
    ) {
        ticker.schedule = schedule
    }
}
