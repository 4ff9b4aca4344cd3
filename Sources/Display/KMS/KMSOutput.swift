import Glibc
public import Raster

/// A display driven through the kernel's mode-setting interface: dumb buffers, page flips, no GPU.
///
/// Opening takes the card (DRM master) but shows nothing: the mode is set with the first picture that is presented, so
/// what was on the panel stays until then. A display that goes away and comes back, with another mode or on another card,
/// is followed without help; the caller reads `reconfigured` and paints.
public final class KMSOutput: Output {
    public internal(set) var info: OutputInfo
    /// Why displays that come and go are not noticed; nil when they are.
    public let hotplugError: DisplayError?

    let configuration: KMSConfiguration
    let kernel: KMSFunctions
    /// Who lends the connector to this output, where there are several; and under which number.
    let lessor: CardLessor?
    /// Which of the configurations it was opened with, from 0.
    public let slot: Int
    /// Why there was no display at the start.
    private(set) var initialReasons: [DisplayError.Candidate] = []
    /// Nil after the card vanished.
    var card: KMSCard? { didSet { updateDescriptors() } }
    /// Nil while no display is connected.
    var pipeline: KMSPipeline?
    /// What the CRTCs we use showed before, with the connectors they fed.
    var savedCRTCs: [UInt32: (crtc: KMSCRTC, connector: UInt32)] = [:]
    /// How displays that were here could be driven.
    var paths: [PathMemory.Key: PathMemory] = [:]
    let hotplug: HotplugSource?
    /// Who gives and takes the display; nil: nobody takes it.
    var seat: (any Seat)?
    public internal(set) var isPaused = false
    /// Readable when the machine slept; negative where that cannot be noticed.
    let suspendWatch: Int32
    /// Seconds that the machine has slept so far.
    var lastTimeAsleep: Double
    /// Whether a picture of ours was shown, so that there is something to put back.
    private var hasShown = false

    /// Wakes the caller for what has no event of its own: pictures that were shown by a blocking call, and retries.
    let timer: Int32
    var isTimerSet = false
    /// When the picture was shown that `handleEvents` has not told yet.
    var shownTime: Double?
    /// When to look for a display again that could not be used for the moment.
    var retryTime: Double?
    var retryDelay = KMSOutput.firstRetryDelay
    /// Pixels; stands for the size of a display that was not there yet.
    static let sizeWithoutDisplay = PixelSize(width: 800, height: 480)
    static let firstRetryDelay = 0.25
    static let longestRetryDelay = 5.0

    /// Counts flips over all configurations, so that an event of a former one is recognised.
    private var serial: UInt64 = 0
    private let flips: UnsafeMutableBufferPointer<KMSFlipEvent>
    private var isClosed = false
    /// The last failure told, so that one that repeats is told once.
    var lastFailure: DisplayError?

    /// Finds the display and takes the card.
    ///
    /// - Throws: `noConnectedOutput` with every card and the reason against it, or the call that was refused. The error's
    ///   `recovery` says whether to try again when `DisplayWatcher` tells of a change, or after a while.
    ///
    /// - Parameter seat: who opens the cards; nil: the process itself. Closed with the output.
    public static func open(
        _ configuration: KMSConfiguration = KMSConfiguration(), seat: DaemonSeat? = nil
    ) throws(DisplayError) -> KMSOutput {
        let output = try KMSOutput(configuration, kernel: seat.map { .system(on: $0) } ?? .system)
        if let seat { output.follow(seat) }
        return output
    }

    /// The same on another kernel, such as a scripted one.
    package convenience init(_ configuration: KMSConfiguration, kernel: KMSFunctions) throws(DisplayError) {
        try self.init(configuration, kernel: kernel, lessor: nil, slot: 0)
    }

    /// - Parameter lessor: With one, the output is made without its display, too, and waits for it.
    init(
        _ configuration: KMSConfiguration, kernel: KMSFunctions, lessor: CardLessor?, slot: Int
    ) throws(DisplayError) {
        self.configuration = configuration
        self.kernel = kernel
        self.lessor = lessor
        self.slot = slot
        // Watched before it is looked at: what comes in between is told.
        do {
            hotplug = try kernel.openHotplug()
            hotplugError = nil
        } catch {
            hotplug = nil
            hotplugError = DisplayError(.watchHotplug, on: "display cards", code: error.code)
        }
        timer = kernel.createTimer()
        guard timer >= 0 else {
            hotplug?.close()
            throw DisplayError(.createTimer, on: "display", code: -timer)
        }
        suspendWatch = kernel.createSuspendWatch()
        lastTimeAsleep = kernel.timeAsleep()
        info = OutputInfo(
            name: configuration.connector ?? "", card: "",
            panelSize: lessor == nil ? PixelSize(width: 0, height: 0) : Self.sizeWithoutDisplay)
        flips = .allocate(capacity: KMSFunctions.eventCapacity)
        do throws(DisplayError) {
            try attach()
            lessor?.join()
        } catch {
            if let lessor, case .noConnectedOutput(let candidates) = error.reason {
                lessor.join()
                initialReasons = candidates
                updateDescriptors()
                if error.recovery == .retryLater { retryLater() }
                setTimer()
                return
            }
            isClosed = true
            hotplug?.close()
            kernel.close(timer)
            if suspendWatch >= 0 { kernel.close(suspendWatch) }
            throw error
        }
    }

    deinit {
        close()
        flips.deallocate()
    }

    // MARK: Output

    /// Kept, for it is asked for with every frame.
    public private(set) var fileDescriptors: [Int32] = []

    func updateDescriptors() {
        fileDescriptors = [timer]
        if suspendWatch >= 0 { fileDescriptors.append(suspendWatch) }
        if let seat { fileDescriptors.append(seat.fileDescriptor) }
        if let card { fileDescriptors.append(card.fd) }
        if let hotplug { fileDescriptors.append(hotplug.fileDescriptor) }
    }

    public var isConnected: Bool { pipeline != nil && !isPaused }

    public func acquire() throws(DisplayError) -> ScanoutBuffer? { isPaused ? nil : pipeline?.acquire() }

    public func present(_ buffer: ScanoutBuffer, damage: UnsafeBufferPointer<PixelRect>) throws(DisplayError) {
        guard let pipeline, !isPaused else { throw disconnected(.present) }
        guard shownTime == nil else {
            // Shown already, but not told: one event for each picture, in order.
            throw DisplayError(.present, on: "\(info.card), \(info.name)", code: EBUSY, reason: .flipPending)
        }
        serial += 1
        let outcome: KMSPipeline.Outcome
        do throws(DisplayError) {
            outcome = try pipeline.present(buffer.index, damage: damage, serial: serial)
        } catch {
            // Nothing else would have the other buffers made.
            if pipeline.wantsNewBuffers {
                retryTime = kernel.now()
                setTimer()
            }
            throw error
        }
        hasShown = true
        if outcome == .shown {
            shownTime = kernel.now()
            setTimer()
        }
    }

    public func handleEvents(_ body: (OutputEvent) -> Void) throws(DisplayError) {
        guard !isClosed else { return }
        if isTimerSet { isTimerSet = !kernel.clearTimer(timer) }
        var failure = readFlips(body)
        if let shownTime {
            self.shownTime = nil
            body(.flipped(sequence: 0, timestamp: shownTime))
        }
        if let error = changeBuffers(body) { failure = error }
        if let error = followSeat(body) { failure = error }
        if let error = followSuspend(body) { failure = error }
        if let error = followHotplug(body) { failure = error }
        setTimer()
        if let failure, failure != lastFailure {
            lastFailure = failure
            throw failure
        }
    }

    public func recover() throws(DisplayError) {
        guard let pipeline, !isPaused else { throw disconnected(.commitMode) }
        shownTime = nil
        try pipeline.recover()
    }

    public func blank() throws(DisplayError) {
        guard !isPaused else { return }
        shownTime = nil
        try pipeline?.blank()
    }

    public var canShowCursor: Bool { configuration.usesCursorPlane && pipeline?.canShowCursor ?? false }

    public func setCursor(_ picture: CursorPicture?, at place: SIMD2<Int>) {
        guard !isPaused, configuration.usesCursorPlane || picture == nil else { return }
        pipeline?.setCursor(picture, at: place)
    }

    public func moveCursor(to place: SIMD2<Int>) {
        guard !isPaused else { return }
        pipeline?.moveCursor(to: place)
    }

    public func close() {
        guard !isClosed else { return }
        isClosed = true
        if let card {
            // A console that is shown again knows nothing of our pointer.
            pipeline?.setCursor(nil, at: .zero)
            // Before our framebuffers go: taking away the one that is shown would switch the CRTC off.
            if hasShown, !isPaused { restoreCRTCs(on: card) }
            pipeline?.destroy()
            card.dropMaster()
            card.close()
        }
        pipeline = nil
        card = nil
        lessor?.leave()
        hotplug?.close()
        kernel.close(timer)
        if suspendWatch >= 0 { kernel.close(suspendWatch) }
        seat?.close()
        seat = nil
        fileDescriptors = []
    }

    // MARK: Flips

    private func readFlips(_ body: (OutputEvent) -> Void) -> DisplayError? {
        guard let card else { return nil }
        // Also without a display: an event that is left unread would keep the descriptor readable.
        let count = kernel.readEvents(card.fd, flips)
        guard count >= 0 else {
            loseCard(isGone: count == -ENODEV, body)
            // Gone: the caller was told, and udev will tell when it is back.
            if count == -ENODEV, hotplug != nil { return nil }
            retryLater()
            return DisplayError(.readEvents, on: card.name, code: -count)
        }
        for index in 0..<Int(count) {
            let event = flips[index]
            guard let pipeline, pipeline.didFlip(serial: event.userData) else { continue }
            body(.flipped(sequence: event.sequence, timestamp: plausibleTime(of: event, on: pipeline)))
        }
        return nil
    }

    /// Some drivers give zero, or a time of another clock; the moment the event was read is then the best guess.
    private func plausibleTime(of event: KMSFlipEvent, on pipeline: KMSPipeline) -> Double {
        let time = Double(event.seconds) + Double(event.microseconds) * 1e-6
        let now = kernel.now()
        let earliest = pipeline.handOverTime - info.refreshInterval
        return time > 0 && time >= earliest && time <= now + info.refreshInterval ? time : now
    }

    // MARK: Timer

    private func setTimer() {
        guard let time = shownTime ?? retryTime else { return }
        isTimerSet = true
        _ = kernel.setTimer(timer, time)
    }

    func retryLater() {
        retryTime = kernel.now() + retryDelay
        retryDelay = min(retryDelay * 2, Self.longestRetryDelay)
    }

    func disconnected(_ operation: DisplayError.Operation) -> DisplayError {
        DisplayError(operation, on: "\(info.card), \(info.name)", reason: .disconnected)
    }
}
