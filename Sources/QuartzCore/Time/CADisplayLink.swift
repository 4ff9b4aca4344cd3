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
    public var preferredFramesPerSecond = 0
    /// Of which `preferred`, or else `maximum`, counts. Default every frame.
    public var preferredFrameRateRange = CAFrameRateRange.default

    /// Starts it. The main run loop is the only one that has frames; modes are not told apart.
    public func add(to runloop: RunLoop, forMode mode: RunLoop.Mode) {
        guard call != nil, ticker == nil else { return }
        if let context = LayerContext.main {
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
    private var isRequested = false

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
        if links.contains(where: { !$0.isPaused }) { request() }
    }
}
