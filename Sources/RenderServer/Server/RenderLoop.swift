import Display
import Raster

/// One turn after the other: reads the mailbox, asks the scheduler, does what it says. Used by one thread at a time.
final class RenderLoop {
    let output: any Output
    private let mailbox: ServerMailbox
    /// How far the picture is turned on its way to the panel, by whomever.
    let wantedRotation: Rotation
    /// How far it is turned when it is written.
    var rotation: Rotation { renderer.rotation }
    var scheduler: FrameScheduler
    var statistics = FrameStatistics()
    var isConnected: Bool
    /// The output said that it cannot work. Unlike a missing display this is a fault: no tick proves that frames flow.
    var hasGivenUp = false
    /// What was asked for.
    var power = PanelPower.on
    /// How dark the panel is by now.
    var darkness: PanelPower.Darkness?
    var refusedDarkenings = 0
    /// The first picture after the dark is not visible yet.
    var isWaking = false
    private(set) var isStopRequested = false
    /// What the pointer is to look like, and where it is to be; nil: there is none.
    var cursor: CursorWish?
    var isCursorShown = false
    var frameObserver: ((ScanoutBuffer, Double) -> Void)?

    let renderer: FrameRenderer
    let copies = PictureCopies()
    private var commits: [Commit] = []
    private var clips: [PixelRect] = []
    private var situation = FrameScheduler.Situation()
    private var tickSentAt = 0.0
    private var needsMainWake = false
    var hasChanges = false
    private var isClosed = false
    /// The buffer and report of the flip in flight.
    var inFlight: FrameReport?
    /// The report of the flip just shown, until the owner takes it.
    var finished: FrameReport?
    private var framesHandedOver = 0
    /// Whether the frame before this one was followed by another at once, so that a gap means a missed refresh.
    var isSequenceRunning = false
    private let dithers: Bool
    /// Counts refusals in a row: each waits longer, and only the first is told.
    var refusalsInARow = 0
    private var lastFailureText: String?
    /// When the first picture was refused or lost of which none was shown since; nil: all is well.
    var failingSince: Double?
    /// Bytes.
    private let contentsBudget: Int
    private var hasWarnedOfContents = false

    /// Damage clips handed to the kernel per flip; more are merged.
    private static let maximumClips = 16

    init(
        output: any Output, rotation: Rotation, threads: DrawingThreads, contentsBudget: Int, dithers: Bool,
        mailbox: ServerMailbox
    ) {
        self.dithers = dithers
        self.output = output
        self.mailbox = mailbox
        wantedRotation = rotation
        isConnected = output.isConnected
        self.contentsBudget = contentsBudget
        let info = output.info
        scheduler = FrameScheduler(interval: info.refreshInterval, now: MediaClock.now)
        renderer = FrameRenderer(
            panelSize: info.bufferSize, rotation: Self.turn(rotation, info), bufferCount: info.bufferCount,
            threads: threads, dithers: dithers)
        clips.reserveCapacity(Self.maximumClips)
    }

    /// What is left to turn where the device does not do it.
    static func turn(_ rotation: Rotation, _ info: OutputInfo) -> Rotation {
        info.deviceRotation == rotation ? .none : rotation
    }

    var fileDescriptors: [Int32] { output.fileDescriptors }

    var nextAnimationTime: Double { renderer.nextAnimationTime }

    func wantsFrame(now: Double) -> Bool {
        readRequests()
        let hasWork = mailbox.hasCommits || renderer.nextAnimationTime <= now
        guard isShowing else { return hasWork || needsDarkening }
        return hasWork || renderer.hasPendingDamage || situation.wantsTick
    }

    /// Whether there is a panel that shows pictures.
    private var isShowing: Bool { isConnected && !hasGivenUp && power == .on }

    // MARK: One turn

    /// Does what is due at `now`; returns when to come back at the latest, seconds.
    func turn(now start: Double) -> Double {
        statistics.wakeUps += 1
        hasChanges = true
        var now = start
        // A turn does a handful of things; the bound only guards against a scheduler that never waits.
        for _ in 0..<8 {
            readRequests()
            if isStopRequested { return now }
            guard isShowing else {
                serveCopies()
                return stayDark(now: now)
            }
            situation.wantsFrame =
                mailbox.hasCommits || renderer.hasPendingDamage || renderer.nextAnimationTime <= now
            situation.nextAnimationTime = renderer.nextAnimationTime
            statistics.isFrameDue = situation.wantsFrame
            switch scheduler.decide(situation, now: now) {
            case .wait(let until):
                serveCopies()
                return until
            case .tick(let target):
                postTickIfWanted(target: target)
                tickSentAt = now
            case .render(let target):
                render(target: target, now: now)
                now = MediaClock.now
            case .flipOverdue:
                recoverLostFlip(now: now)
            }
        }
        return now
    }

    func readRequests() {
        let requests = mailbox.takeRequests()
        if requests.wantsTick { situation.wantsTick = true }
        if requests.isTickFinished, situation.isTickOutstanding {
            situation.isTickOutstanding = false
            scheduler.didFinishTick(cost: MediaClock.now - tickSentAt)
        }
        if requests.isStopped { isStopRequested = true }
        if requests.wantsFullRepaint { renderer.invalidateEverything() }
        if requests.wantsRecovery { recoverByHand(now: MediaClock.now) }
        if let power = requests.power { change(to: power) }
        if requests.hasTaps { copies.add(mailbox.takeTaps()) }
        if requests.hasCursor { takeCursor(mailbox.takeCursor()) }
    }

    func postTickIfWanted(target: Double) {
        readRequests()
        guard situation.wantsTick else { return }
        situation.wantsTick = false
        situation.isTickOutstanding = true
        scheduler.didTick(target: target)
        post(.tick(timestamp: scheduler.refresh(before: target), targetTimestamp: target))
    }

    // MARK: A frame

    /// Returns whether a flip was handed over.
    @discardableResult
    func render(target: Double, now: Double) -> Bool {
        situation.isTickOutstanding = false
        guard isShowing else {
            _ = stayDark(now: now)
            return scheduler.flipInFlightSince != nil
        }
        takeCommits(at: target)
        guard renderer.hasPendingDamage else {
            scheduler.didRender(target: target, cost: max(MediaClock.now - now, 0))
            isSequenceRunning = false
            // A contact that changed nothing must not count for a later frame that something else moves.
            _ = renderer.takeNewestContactTime()
            return false
        }
        do throws(DisplayError) {
            guard let buffer = try output.acquire() else {
                // All buffers are with the device: its next event frees one.
                scheduler.didFail(now: now, delay: scheduler.interval / 2)
                return false
            }
            let counters = renderer.render(into: buffer)
            renderer.damageClips(limit: Self.maximumClips, into: &clips)
            try clips.withUnsafeBufferPointer { (clips) throws(DisplayError) in
                try output.present(buffer, damage: clips)
            }
            renderer.didPresent(bufferIndex: buffer.index)
            let cost = max(MediaClock.now - now, 0)
            scheduler.didRender(target: target, cost: cost)
            scheduler.didHandOverFlip(now: MediaClock.now)
            refusalsInARow = 0
            framesHandedOver += 1
            var report = FrameReport()
            report.number = framesHandedOver
            report.presentationTime = target
            report.pixelsComposited = counters.pixelsComposited
            report.bytesWritten = counters.bytesWritten
            report.layersVisited = counters.layersVisited
            report.renderDuration = cost
            let contactTime = renderer.takeNewestContactTime()
            report.contactLatency = contactTime > 0 ? contactTime : 0
            inFlight = report
            statistics.pixelsComposited += counters.pixelsComposited
            statistics.bytesWritten += counters.bytesWritten
            statistics.layersVisited += counters.layersVisited
            copies.pictureChanged()
            checkCursor()
            frameObserver?(buffer, target)
            return true
        } catch {
            didFail(error, now: now)
            return false
        }
    }

    /// Brings the tree to `time`, seconds, and tells which animations are over.
    func takeCommits(at time: Double) {
        applyCommits()
        renderer.update(at: time)
        renderer.drainEndedAnimations { post(.animationEnded(identifier: $0)) }
    }

    private func applyCommits() {
        mailbox.take(into: &commits)
        for commit in commits {
            renderer.apply(commit)
            mailbox.recycle(commit)
        }
        statistics.commitsApplied += commits.count
        commits.removeAll(keepingCapacity: true)
        statistics.contentsBytes = renderer.contentsByteCount + renderer.rasterizedByteCount
        statistics.contentsCount = renderer.contentsCount
        if renderer.contentsByteCount > contentsBudget, !hasWarnedOfContents { warnOfContents() }
    }

    private func warnOfContents() {
        hasWarnedOfContents = true
        let megabyte = 1 << 20
        post(
            .warning(
                "The contents of layers take \((renderer.contentsByteCount + megabyte - 1) / megabyte) MB in "
                    + "\(renderer.contentsCount) bitmaps, more than their budget of \(contentsBudget / megabyte) MB: the "
                    + "system may run out of memory. Scale pictures to the size they are shown at, remove what is not "
                    + "seen, or raise VITRINE_CONTENTS_BUDGET."))
    }

    func tellFailure(_ text: String) {
        guard text != lastFailureText else { return }
        lastFailureText = text
        post(.outputFailed(text))
    }

    func post(_ event: RenderEvent) {
        if mailbox.post(event) { needsMainWake = true }
    }

    func referenceBitmap() throws(Bitmap.Failure) -> Bitmap {
        let size = renderer.screenSize
        let screen = try Bitmap(width: size.width, height: size.height, format: .xrgb8888)
        renderer.renderReference(into: screen)
        let info = output.info
        let bitmap = try Bitmap(width: info.bufferSize.width, height: info.bufferSize.height, format: info.format)
        Kernels.scanOut(
            screen.surface, to: bitmap.surface, rotation: rotation, dithering: dithers ? (x: 0, y: 0) : nil)
        bitmap.freeze()
        return bitmap
    }

    func skipRefresh(target: Double) { scheduler.didSkip(target: target) }

    /// Composes the copies that are wanted. Called when there is nothing else to do until the panel reports.
    func serveCopies() {
        guard copies.areWanted else { return copies.forgetPicture() }
        copies.serve(with: renderer, format: output.info.format, frame: framesHandedOver, isInFlight: inFlight != nil)
    }

    // MARK: For the owner

    func takeNeedsMainWake() -> Bool {
        defer { needsMainWake = false }
        return needsMainWake
    }

    func takeFinishedReport() -> FrameReport? {
        defer { finished = nil }
        return finished
    }

    func takeChanges() -> Bool {
        defer { hasChanges = false }
        return hasChanges
    }

    func close() {
        guard !isClosed else { return }
        isClosed = true
        output.close()
    }
}
