import Display
import Raster

/// One turn after the other: reads the mailbox, asks the scheduler, does what it says. Used by one thread at a time.
final class RenderLoop {
    let output: any Output
    private let mailbox: ServerMailbox
    /// How far the picture is turned on its way to the panel, by whomever.
    let wantedRotation: Rotation
    /// How far it is turned when it is written.
    private var rotation: Rotation { renderer.rotation }
    var scheduler: FrameScheduler
    var statistics = FrameStatistics()
    private(set) var isConnected: Bool
    /// The output said that it cannot work. Unlike a missing display this is a fault: no tick proves that frames flow.
    private(set) var hasGivenUp = false
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
    /// Who takes copies of the picture; nearly always nobody.
    private var taps: [FrameTap] = []
    /// Whether the frame handed over last was not offered to the taps yet.
    private var hasNewPicture = false
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
    private var finished: FrameReport?
    private var framesHandedOver = 0
    /// Whether the frame before this one was followed by another at once, so that a gap means a missed refresh.
    private var isSequenceRunning = false
    private let dithers: Bool
    /// Counts refusals in a row: each waits longer, and only the first is told.
    private var refusalsInARow = 0
    private var lastFailureText: String?
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
    private static func turn(_ rotation: Rotation, _ info: OutputInfo) -> Rotation {
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
                serveTaps()
                return stayDark(now: now)
            }
            situation.wantsFrame =
                mailbox.hasCommits || renderer.hasPendingDamage || renderer.nextAnimationTime <= now
            situation.nextAnimationTime = renderer.nextAnimationTime
            statistics.isFrameDue = situation.wantsFrame
            switch scheduler.decide(situation, now: now) {
            case .wait(let until):
                serveTaps()
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
        if let power = requests.power { change(to: power) }
        if requests.hasTaps { taps += mailbox.takeTaps() }
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
            hasNewPicture = true
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

    // MARK: The output

    func handleOutputEvents() {
        hasChanges = true
        do throws(DisplayError) {
            try output.handleEvents { event in handle(event) }
        } catch {
            didFail(error, now: MediaClock.now)
        }
    }

    private func handle(_ event: OutputEvent) {
        switch event {
        case .flipped(_, let timestamp):
            didFlip(timestamp: timestamp)
        case .reconfigured:
            let info = output.info
            renderer.outputChanged(
                panelSize: info.bufferSize, rotation: Self.turn(wantedRotation, info), bufferCount: info.bufferCount)
            scheduler.reset(interval: info.refreshInterval, now: MediaClock.now)
            inFlight = nil
            dropStagedCopies()
            isConnected = true
            hasGivenUp = false
            darkness = nil
            showCursorAgain()
            post(.outputChanged)
        case .disconnected:
            isConnected = false
            isCursorShown = false
            inFlight = nil
            dropStagedCopies()
            post(.outputChanged)
        case .connected:
            isConnected = true
            darkness = nil
            renderer.invalidateEverything()
            scheduler.reset(interval: output.info.refreshInterval, now: MediaClock.now)
            showCursorAgain()
            post(.outputChanged)
        }
    }

    private func didFlip(timestamp: Double) {
        let missed = scheduler.didFlip(
            timestamp: timestamp, hasVerticalBlank: output.info.hasVerticalBlank, isContinuous: isSequenceRunning)
        guard var report = inFlight else { return }
        inFlight = nil
        report.flipTime = timestamp
        for tap in taps where tap.subject == .frames {
            tap.publish(number: report.number, time: timestamp, rotation: rotation)
        }
        report.missedIntervals = isSequenceRunning ? missed : 0
        report.isContinuous = isSequenceRunning
        if report.contactLatency > 0 { report.contactLatency = timestamp - report.contactLatency }
        isSequenceRunning = renderer.nextAnimationTime <= timestamp || renderer.hasPendingDamage
        statistics.framesShown += 1
        statistics.missedRefreshes += report.missedIntervals
        statistics.lastFlipTime = timestamp
        finished = report
        if isWaking {
            isWaking = false
            post(.panelLit)
        }
        // Only the first frame is news to the main thread; the rest is in the statistics.
        if report.number == 1 { post(.framePresented(report)) }
    }

    /// The damage is kept in every case: the frame that should be visible becomes visible when the device allows it.
    private func didFail(_ error: DisplayError, now: Double) {
        statistics.flipsRefused += 1
        refusalsInARow += 1
        isSequenceRunning = false
        inFlight = nil
        dropStagedCopies()
        switch error.recovery {
        case .retryAfterEvent:
            scheduler.didFail(now: now, delay: scheduler.interval)
        case .retryLater, .reconfigure:
            let delay = min(scheduler.interval * Double(1 << min(refusalsInARow, 6)), 1)
            scheduler.didFail(now: now, delay: delay)
            if error.recovery == .reconfigure { recoverOutput(now: now) }
        case .stop:
            hasGivenUp = true
        }
        // One line per kind of failure, not one per frame.
        if refusalsInARow == 3 || error.recovery == .stop { tellFailure(error.description) }
    }

    func recoverLostFlip(now: Double) {
        statistics.flipsLost += 1
        inFlight = nil
        dropStagedCopies()
        scheduler.didFail(now: now, delay: 0)
        tellFailure(
            "\(output.info.name): the display did not report a page flip within "
                + "\(scheduler.flipTimeout) s; setting the mode again.")
        recoverOutput(now: now)
    }

    private func recoverOutput(now: Double) {
        renderer.invalidateEverything()
        do throws(DisplayError) {
            try output.recover()
        } catch {
            scheduler.didFail(now: now, delay: 1)
            tellFailure(error.description)
        }
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

    // MARK: Copies

    /// Composes the copies that are wanted. Called when there is nothing else to do until the panel reports.
    func serveTaps() {
        guard !taps.isEmpty else {
            hasNewPicture = false
            return
        }
        for tap in taps where !tap.isOver {
            switch tap.subject {
            case .now:
                compose(for: tap)
                tap.publish(number: framesHandedOver, time: MediaClock.now, rotation: rotation)
                tap.end()
            case .frames:
                // Told when its flip is reported.
                if hasNewPicture, inFlight != nil { compose(for: tap) }
            }
        }
        hasNewPicture = false
        taps.removeAll(where: \.isOver)
        if taps.isEmpty { renderer.forgetCopies() }
    }

    private func compose(for tap: FrameTap) {
        let info = output.info
        guard let copy = tap.stage(size: renderer.panelSize, format: info.format) else { return }
        // The first of the copies are those of recordings; a single picture stands apart from them.
        let index = tap.subject == .now ? Self.singleCopy : copy.index
        let isNew = copy.isNew || tap.subject == .now
        renderer.renderCopy(
            into: ScanoutBuffer(
                index: index, pixels: copy.bitmap.pixels, bytesPerRow: copy.bitmap.bytesPerRow,
                size: renderer.panelSize, format: info.format, age: isNew ? 0 : 1))
    }

    private static let singleCopy = 3

    private func dropStagedCopies() {
        hasNewPicture = false
        for tap in taps { tap.discard() }
    }

    func skipRefresh(target: Double) { scheduler.didSkip(target: target) }

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
