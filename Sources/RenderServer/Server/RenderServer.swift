internal import CShims
public import Display
import Motion
public import Raster
import Synchronization

/// Owns the render tree and the output, on a thread of its own: takes commits, evaluates animations for the coming
/// refresh, composites what is dirty, flips, and tells the main thread.
///
/// With real time, `start()` runs the loop on its own thread, so that animations go on while the main thread is busy.
/// With virtual time nobody waits: the caller advances the clock and calls `runFrame(at:)`.
public final class RenderServer: CommitSink, @unchecked Sendable {
    // Unchecked because `loop` is touched by one thread only: the render thread once started, the caller's otherwise.
    // All that crosses goes through `mailbox` and `shared`.

    /// What other threads may read.
    private struct Shared: Sendable {
        var info: OutputInfo
        var statistics = FrameStatistics()
        var isConnected: Bool
        var isPaused = false
        var failingSince: Double?
        var canShowCursor: Bool
        /// The last frames' reports.
        var recent = FrameHistory(capacity: RenderServer.recentLimit)
    }

    /// How many reports `recentFrames` keeps.
    public static let recentLimit = 512

    /// A quarter of the machine's memory, at least 64 MB; bytes.
    public static var standardContentsBudget: Int { max(64 << 20, Int(clamping: threads_physical_memory() / 4)) }

    private let mailbox = ServerMailbox()
    private let shared: Mutex<Shared>
    private let loop: RenderLoop
    private let wakeEvent: Int32
    private let wakeMain = Mutex<MainThreadWake?>(nil)
    private var thread = pthread_t()
    private var isThreadRunning = false
    /// Main thread's own list, swapped with the mailbox's, so that draining allocates nothing.
    private var drained: [RenderEvent] = []

    /// How the picture is turned on its way to the panel.
    public let rotation: Rotation

    /// Takes over `output`, which is closed by `stop()`.
    ///
    /// - Parameters:
    ///   - threads: how many threads draw, and from how much work on.
    ///   - contentsBudget: bytes that the pixels of all layers' contents may take; beyond it, `RenderEvent.warning` is
    ///     sent, once. Nothing is taken away from the layers.
    ///   - dithers: whether a panel of 16 bits per pixel gets neighbouring levels in a pattern where a colour lies between
    ///     them.
    public init(
        output: any Output, rotation: Rotation, threads: DrawingThreads = .automatic,
        contentsBudget: Int = RenderServer.standardContentsBudget, dithers: Bool = false
    ) {
        self.rotation = rotation
        wakeEvent = vitrine_descriptor_event()
        shared = Mutex(
            Shared(info: output.info, isConnected: output.isConnected, canShowCursor: output.canShowCursor))
        loop = RenderLoop(
            output: output, rotation: rotation, threads: threads, contentsBudget: contentsBudget, dithers: dithers,
            mailbox: mailbox)
    }

    deinit {
        if wakeEvent >= 0 { close(wakeEvent) }
    }

    // MARK: Facts, any thread

    /// What the output is; changes with `RenderEvent.outputChanged`.
    public var outputInfo: OutputInfo { shared.withLock { $0.info } }

    /// The screen in front of the panel, pixels: the panel's size with `rotation` applied.
    public var screenSize: PixelSize { rotation.applied(to: outputInfo.panelSize) }

    /// Counts of what was shown so far.
    public var statistics: FrameStatistics { shared.withLock { $0.statistics } }

    /// Reports of the last shown frames, newest last; at most `recentLimit`.
    public var recentFrames: [FrameReport] { shared.withLock { $0.recent.inOrder } }

    /// How long the last frames took, percentiles of at most `recentLimit`. Computed when asked for: a frame pays nothing.
    public var timings: FrameTimings { FrameTimings(recentFrames) }

    /// Whether a panel is there.
    public var isConnected: Bool { shared.withLock { $0.isConnected } }

    /// Whether another program has the panel, by leave of the seat: its fingers and keys are not for us.
    public var isPaused: Bool { shared.withLock { $0.isPaused } }

    /// Since when the device has refused or lost every picture, seconds of the media clock; nil while it shows them, or has
    /// none to show.
    public var failingSince: Double? { shared.withLock { $0.failingSince } }

    /// Whether the device may be able to show the pointer itself: known for sure only once it was asked, see
    /// `RenderEvent.cursorRefused`.
    public var canShowCursor: Bool { shared.withLock { $0.canShowCursor } }

    // MARK: Main thread

    /// Called on the render thread whenever events wait; must make the main thread call `drainEvents(_:)`.
    public func setMainThreadWaker(_ wake: @escaping @Sendable () -> Void) {
        wakeMain.withLock { $0 = MainThreadWake(call: wake) }
    }

    public func makeCommit() -> Commit { mailbox.emptyCommit() }

    public func submit(_ commit: Commit) {
        mailbox.submit(commit)
        wakeLoop()
    }

    public func requestTick() {
        mailbox.requestTick()
        wakeLoop()
    }

    /// The main thread has done its work for the last tick and submitted it: the frame need not wait longer.
    public func finishTick() {
        mailbox.finishTick()
        wakeLoop()
    }

    /// Shows the whole picture again, whatever is believed to be on the panel.
    public func requestFullRepaint() {
        mailbox.requestFullRepaint()
        wakeLoop()
    }

    /// Sets the mode again with a picture painted anew, also where the output has said that it cannot work.
    public func requestRecovery() {
        mailbox.requestRecovery()
        wakeLoop()
    }

    /// Makes the panel dark, or shows the picture again. Takes effect soon; `RenderEvent.panelLit` tells when the picture
    /// is back.
    public func setPower(_ power: PanelPower) {
        mailbox.request(power)
        wakeLoop()
    }

    /// Has the device show the pointer, without a frame for it; nil takes it away. Copies of the picture do not show it.
    ///
    /// - Parameters:
    ///   - picture: upright on the screen.
    ///   - place: where it points, pixels of the screen.
    public func setCursor(_ picture: CursorPicture?, at place: SIMD2<Int>) {
        mailbox.request(CursorWish(picture: picture, place: place))
        wakeLoop()
    }

    /// Hands over all waiting events, oldest first.
    public func drainEvents(_ body: (RenderEvent) -> Void) {
        mailbox.takeEvents(into: &drained)
        for event in drained { body(event) }
        drained.removeAll(keepingCapacity: true)
    }

    /// Called with every shown frame on the render thread, after its flip was handed over: the buffer as the panel scans
    /// it and the time it is for. For recording and tests; reading scan-out memory of a real panel is slow. Set it before
    /// `start()`.
    public func setFrameObserver(_ observer: @escaping (ScanoutBuffer, Double) -> Void) {
        loop.frameObserver = observer
    }

    // MARK: Copies of the picture, any thread

    /// Has the tap told of what the panel shows, until `detach`.
    public func attach(_ tap: FrameTap) {
        mailbox.attach(tap)
        wakeLoop()
    }

    public func detach(_ tap: FrameTap) {
        tap.end()
        wakeLoop()
    }

    // MARK: Real time

    /// Starts the render thread.
    public func start() throws(ThreadError) {
        precondition(!isThreadRunning, "The render server runs already.")
        let context = Unmanaged.passRetained(self)
        let result = pthread_create(
            &thread, nil,
            { pointer in
                let server = Unmanaged<RenderServer>.fromOpaque(pointer!).takeRetainedValue()
                _ = vitrine_thread_set_name("render")
                server.runUntilStopped()
                return nil
            }, context.toOpaque())
        guard result == 0 else {
            context.release()
            throw ThreadError(errno: result)
        }
        isThreadRunning = true
    }

    /// Ends the render thread, if there is one, and closes the output.
    public func stop() {
        if isThreadRunning {
            mailbox.stop()
            wakeLoop()
            pthread_join(thread, nil)
            isThreadRunning = false
        }
        loop.close()
    }

    private func wakeLoop() {
        if isThreadRunning { _ = vitrine_descriptor_signal(wakeEvent) }
    }

    private func runUntilStopped() {
        var descriptors: [pollfd] = []
        while true {
            if loop.isStopRequested { return }
            let deadline = loop.turn(now: MediaClock.now)
            publish()
            if loop.isStopRequested { return }
            descriptors.removeAll(keepingCapacity: true)
            descriptors.append(pollfd(fd: wakeEvent, events: Int16(POLLIN), revents: 0))
            for descriptor in loop.fileDescriptors {
                descriptors.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
            }
            let ready = descriptors.withUnsafeMutableBufferPointer {
                threads_poll($0.baseAddress, Int32($0.count), deadline)
            }
            if ready <= 0 { continue }
            if descriptors[0].revents != 0 { threads_drain_event(wakeEvent) }
            if descriptors.dropFirst().contains(where: { $0.revents != 0 }) { loop.handleOutputEvents() }
        }
    }

    // MARK: Virtual time

    /// Whether anything has to be shown or ticked: commits, damage, a moving animation, a tick request.
    public var wantsFrame: Bool { loop.wantsFrame(now: MediaClock.now) }

    /// When the earliest animation that has not begun begins, seconds; infinity without one.
    public var nextAnimationTime: Double { loop.nextAnimationTime }

    /// The first refresh after `time`, seconds.
    public func nextRefresh(after time: Double) -> Double { loop.scheduler.refresh(after: time) }

    /// Posts the tick for the frame of `target`, if one was asked for.
    public func postTick(target: Double) {
        loop.postTickIfWanted(target: target)
        publish()
    }

    /// Takes the waiting commits and shows the frame for `target` if anything changed. The output must complete flips by
    /// itself when told (`HeadlessOutput.completeFlip`). Returns whether a flip was handed over.
    @discardableResult
    public func runFrame(at target: Double) -> Bool {
        let flipped = loop.render(target: target, now: MediaClock.now)
        loop.readRequests()
        loop.serveCopies()
        publish()
        return flipped
    }

    /// What the panel should show now: a full repaint of the same tree through the same rotation and format. For tests.
    public func referenceBitmap() throws(Bitmap.Failure) -> Bitmap { try loop.referenceBitmap() }

    /// The refresh of `target` passed without a new frame; the next one aims later.
    public func skipRefresh(target: Double) { loop.skipRefresh(target: target) }

    /// Whether `drainEvents(_:)` would hand over anything.
    public var hasEvents: Bool { mailbox.hasEvents }

    /// Reads the output's events now: the flip just completed.
    public func handleOutputEvents() {
        loop.handleOutputEvents()
        publish()
    }

    private func publish() {
        if loop.takeChanges() {
            let info = loop.output.info
            let statistics = loop.statistics
            let isConnected = loop.isConnected
            let isPaused = loop.output.isPaused
            let canShowCursor = loop.output.canShowCursor
            let failingSince = loop.failingSince
            let report = loop.takeFinishedReport()
            shared.withLock {
                $0.info = info
                $0.statistics = statistics
                $0.isConnected = isConnected
                $0.isPaused = isPaused
                $0.failingSince = failingSince
                $0.canShowCursor = canShowCursor
                if let report { $0.recent.append(report) }
            }
        }
        if loop.takeNeedsMainWake() { wakeMain.withLock { $0 }?.call() }
    }
}

/// A closure in a generic place is wrapped anew whenever it is read through `inout`, each time around what the last time left:
/// memory that never comes back, and a call that grows deeper with every frame. A structure is not.
private struct MainThreadWake {
    let call: @Sendable () -> Void
}

/// The system would not start a thread.
public struct ThreadError: Error, Hashable, CustomStringConvertible {
    /// What pthread_create returned.
    public let errno: Int32

    public var description: String {
        "The render thread could not be started (error \(errno)). The process may have too many threads (see ulimit -u)."
    }
}
