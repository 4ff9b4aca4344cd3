import Glibc
import Raster

/// One configured display: its pipe, its buffers, and where each flip stands.
final class KMSPipeline {
    let card: KMSCard
    let pipe: DisplayPipe
    let hasVerticalBlank: Bool
    private let committer: PipeCommitter
    private var buffers: [DumbBuffer] = []
    private var swapchain: Swapchain
    private var isDestroyed = false

    /// The next picture needs a mode set: the first one, after a blank, a lost master, a refusal.
    private var needsModeset = true
    /// The first picture may come in the mode that is set already.
    private var canTakeOver: Bool
    private var isMasterLost = false
    private var sendsClips: Bool
    private(set) var memory: PathMemory
    /// Flips in a row that only a worse way took. From `refusalLimit` on the better ones are not tried again.
    private var refusedFlips = 0
    private static let refusalLimit = 3
    /// Flips in a row that were never reported. From `lossLimit` on pictures are handed over without an event.
    private var lostFlips = 0
    private static let lossLimit = 2
    private var clips: [KMSClip] = []
    /// The kernel is told at most so many; beyond, one rectangle around all.
    static let maximumClips = 64
    private let cursor: KMSCursor
    /// What the cursor is to show once there is a mode.
    private var cursorWish: (picture: CursorPicture, place: SIMD2<Int>)?
    private var pendingSerial: UInt64 = 0
    private(set) var handOverTime = 0.0

    /// How a picture got to the panel.
    enum Outcome: Hashable {
        /// An event follows.
        case pending
        /// It is there.
        case shown
    }

    /// Makes the buffers. Shows nothing yet: the mode is set with the first picture, so that no black one comes before.
    init(
        card: KMSCard, pipe: DisplayPipe, configuration: KMSConfiguration, memory: PathMemory = PathMemory()
    ) throws(DisplayError) {
        self.card = card
        self.pipe = pipe
        self.memory = memory
        if configuration.usesDirtyRectangles { self.memory.way = .dirty }
        canTakeOver = pipe.isModeCurrent
        let count = self.memory.way == .dirty ? 1 : min(max(configuration.bufferCount, 2), 4)
        swapchain = Swapchain(count: count)
        sendsClips = configuration.usesDamageClips && pipe.atomic?.damageClips != nil && !memory.refusesClips
        // Drivers without vertical blanks say so; an old kernel or a CRTC that is off gives other errors.
        hasVerticalBlank = card.kernel.verticalBlankCount(card.fd, pipe.crtc) != Int64(-EOPNOTSUPP)
        committer = try PipeCommitter(card: card, pipe: pipe)
        cursor = KMSCursor(card: card, committer: committer)
        clips.reserveCapacity(Self.maximumClips)
        do throws(DisplayError) {
            for _ in 0..<count {
                buffers.append(
                    try DumbBuffer(on: card, size: pipe.bufferSize, format: pipe.format, subject: pipe.subject))
            }
        } catch {
            destroy()
            throw error
        }
    }

    /// Gives buffers and blobs back. The CRTC should show something else by now, or it goes off.
    func destroy() {
        guard !isDestroyed else { return }
        isDestroyed = true
        cursor.destroy()
        for buffer in buffers { buffer.destroy(on: card) }
        buffers = []
        committer.destroy()
    }

    var bufferCount: Int { swapchain.count }
    var isFlipPending: Bool { swapchain.pending != nil }
    var reportsDamage: Bool { sendsClips || isSingle }
    /// One buffer, painted while it is shown.
    var isSingle: Bool { swapchain.count == 1 }
    /// Flips are known not to work here, and to be needless: new buffers are due.
    private var wantsSingleBuffer: Bool { memory.way == .dirty && !isSingle }
    private var isTurned: Bool { pipe.turn != .none }
    /// These buffers are not what the device shows: others are due.
    var wantsNewBuffers: Bool { wantsSingleBuffer || (isTurned && memory.refusesTurning) }

    /// Whether the device would take the mode with this pixel format. Only what it could never show counts as a no: not
    /// being asked for just now is no answer.
    func canSetMode() -> Bool {
        guard let buffer = buffers.first else { return true }
        return !Self.isRefusalOfTheWay(committer.testMode(framebuffer: buffer.framebuffer))
    }

    // MARK: Frames

    func acquire() -> ScanoutBuffer? {
        guard let index = swapchain.acquire() else { return nil }
        let buffer = buffers[index]
        return ScanoutBuffer(
            index: index, pixels: buffer.pixels, bytesPerRow: buffer.bytesPerRow, size: pipe.bufferSize,
            format: pipe.format.format, age: swapchain.age(of: index))
    }

    /// - Parameter serial: Comes back with the flip's event.
    func present(
        _ index: Int, damage: UnsafeBufferPointer<PixelRect>, serial: UInt64
    ) throws(DisplayError) -> Outcome {
        guard swapchain.acquired == index else { throw error(.present, reason: .staleBuffer) }
        guard !isFlipPending else { throw error(.present, code: EBUSY, reason: .flipPending) }
        let framebuffer = buffers[index].framebuffer
        if needsModeset {
            try setMode(framebuffer: framebuffer)
            swapchain.didPresent(index)
            swapchain.didFlip()
            return .shown
        }
        handOverTime = card.kernel.now()
        let outcome = try flip(framebuffer, damage: damage, serial: serial)
        swapchain.didPresent(index)
        pendingSerial = serial
        if outcome == .shown { swapchain.didFlip() }
        return outcome
    }

    /// Whether the event belongs to the flip that is pending; events of flips given up by `recover` do not.
    func didFlip(serial: UInt64) -> Bool {
        guard isFlipPending, serial == pendingSerial else { return false }
        lostFlips = 0
        swapchain.didFlip()
        return true
    }

    /// Sets the mode again with the picture that should be visible.
    func recover() throws(DisplayError) {
        if isFlipPending {
            lostFlips += 1
            // A driver that never reports flips would show one picture per timeout.
            if lostFlips >= Self.lossLimit { memory.way = max(memory.way, .blocking) }
        }
        swapchain.didFlip()
        canTakeOver = false
        needsModeset = true
        isMasterLost = true
        try takeMaster()
        if let front = swapchain.front { try setMode(framebuffer: buffers[front].framebuffer) }
    }

    func blank() throws(DisplayError) {
        try takeMaster()
        let result = committer.blank()
        requireModeset()
        guard result >= 0 else { throw refusal(committer.offOperation, result) }
        // The device waited for the flip that was pending. Its event must not be taken for a later one's.
        swapchain.didFlip()
    }

    /// Another program gets the display: what was pending is over, and rights and mode are to be had anew.
    func suspend() {
        swapchain.didFlip()
        isMasterLost = true
        cursor.suspend()
        requireModeset()
    }

    /// The next picture sets the mode.
    func requireModeset() {
        canTakeOver = false
        needsModeset = true
    }

    // MARK: Kernel

    private func setMode(framebuffer: UInt32) throws(DisplayError) {
        try takeMaster()
        if canTakeOver {
            // Once: whatever the answer, afterwards the CRTC is as we set it.
            canTakeOver = false
            if committer.takeOver(framebuffer: framebuffer) >= 0 { return didSetMode() }
        }
        let result = committer.setMode(framebuffer: framebuffer)
        guard result >= 0 else {
            // The test said otherwise.
            if isTurned, Self.isRefusalOfTheWay(result) { memory.refusesTurning = true }
            throw refusal(committer.modeOperation, result)
        }
        didSetMode()
    }

    private func didSetMode() {
        needsModeset = false
        handOverTime = card.kernel.now()
        // Legacy drivers may have lost it, and so may others that had the display.
        if let wish = cursorWish { showCursor(wish.picture, at: wish.place) }
    }

    // MARK: The pointer

    var canShowCursor: Bool { !memory.refusesCursor }

    func setCursor(_ picture: CursorPicture?, at place: SIMD2<Int>) {
        guard let picture, canShowCursor else {
            cursorWish = nil
            return cursor.destroy()
        }
        cursorWish = (picture, place)
        if !needsModeset, !isMasterLost { showCursor(picture, at: place) }
    }

    func moveCursor(to place: SIMD2<Int>) {
        guard cursorWish != nil else { return }
        cursorWish?.place = place
        guard !needsModeset, !isMasterLost else { return }
        if !cursor.move(to: place) { refuseCursor() }
    }

    private func showCursor(_ picture: CursorPicture, at place: SIMD2<Int>) {
        if !cursor.show(picture, at: place) { refuseCursor() }
    }

    private func refuseCursor() {
        memory.refusesCursor = true
        cursorWish = nil
    }

    private func takeMaster() throws(DisplayError) {
        guard isMasterLost else { return }
        try card.becomeMaster()
        isMasterLost = false
    }

    /// Hands a picture over in the best way that is not known to be refused. The same refusal once per frame would help
    /// nobody, so what works is remembered.
    private func flip(
        _ framebuffer: UInt32, damage: UnsafeBufferPointer<PixelRect>, serial: UInt64
    ) throws(DisplayError) -> Outcome {
        if isSingle {
            try markDirty(framebuffer, damage)
            return .shown
        }
        let blob = clipsBlob(for: damage)
        defer { if blob != 0 { _ = card.kernel.destroyBlob(card.fd, blob) } }
        var result: Int32 = -EINVAL
        if memory.way == .event {
            result = committer.flip(framebuffer: framebuffer, clipsBlob: blob, userData: serial)
            if blob != 0, Self.isRefusalOfTheWay(result) {
                result = committer.flip(framebuffer: framebuffer, clipsBlob: 0, userData: serial)
                if result >= 0 { refuseClips() }
            }
            if result >= 0 {
                refusedFlips = 0
                return .pending
            }
        }
        if memory.way != .modeset, Self.isRefusalOfTheWay(result) {
            // With clips only where these are known not to be the reason.
            result = committer.blockingFlip(framebuffer: framebuffer, clipsBlob: memory.way == .blocking ? blob : 0)
            if result >= 0 { return didTake(.blocking) }
        }
        // The legacy blocking way is a mode set already.
        if pipe.atomic != nil, Self.isRefusalOfTheWay(result) {
            result = committer.setMode(framebuffer: framebuffer)
            if result >= 0 { return didTake(.modeset) }
        }
        throw refusal(committer.flipOperation, result)
    }

    private func markDirty(_ framebuffer: UInt32, _ damage: UnsafeBufferPointer<PixelRect>) throws(DisplayError) {
        DamageClips.convert(damage, panel: pipe.bufferSize, limit: Self.maximumClips, into: &clips)
        let result = clips.withUnsafeBufferPointer { card.kernel.markDirty(card.fd, framebuffer, $0) }
        // A device without it shows memory as it is.
        guard result >= 0 || result == -ENOSYS || result == -EOPNOTSUPP else { throw refusal(.markDirty, result) }
    }

    /// Whether the legacy driver that refuses flips wants to be told of changes instead.
    private func takesDirtyRectangles() -> Bool {
        guard pipe.atomic == nil, let front = swapchain.front else { return false }
        return card.kernel.markDirty(
            card.fd, buffers[front].framebuffer, UnsafeBufferPointer(start: nil, count: 0)) >= 0
    }

    private func didTake(_ way: PathMemory.Way) -> Outcome {
        if way > memory.way {
            refusedFlips += 1
            if refusedFlips >= Self.refusalLimit {
                memory.way = takesDirtyRectangles() ? .dirty : way
                refusedFlips = 0
            }
        } else {
            refusedFlips = 0
        }
        return .shown
    }

    private func refuseClips() {
        sendsClips = false
        memory.refusesClips = true
    }

    /// As against a refusal of the moment (EBUSY), of rights (EACCES), or of a device that is gone (ENODEV).
    private static func isRefusalOfTheWay(_ result: Int32) -> Bool {
        switch -result {
        case EINVAL, ENOSYS, EOPNOTSUPP, ENOSPC, E2BIG, ERANGE: true
        default: false
        }
    }

    /// An error for the kernel's answer, and what follows for the next picture.
    private func refusal(_ operation: DisplayError.Operation, _ result: Int32) -> DisplayError {
        switch -result {
        case EACCES, EPERM:
            isMasterLost = true
            requireModeset()
        case EBUSY:
            // Nothing of ours is pending, so no event will come: what is busy there must be waited out.
            return error(operation, code: EBUSY, recovery: .retryLater)
        case ENODEV, ENXIO:
            break
        default:
            requireModeset()
        }
        return error(operation, code: -result)
    }

    private func error(
        _ operation: DisplayError.Operation, code: Int32 = 0, reason: DisplayError.Reason = .refused,
        recovery: DisplayError.Recovery? = nil
    ) -> DisplayError {
        DisplayError(
            operation, on: "\(card.name), \(pipe.subject)", code: code, reason: reason, recovery: recovery)
    }

    // MARK: Damage

    /// A blob with the damage, 0 for none: the device then takes everything as changed.
    private func clipsBlob(for damage: UnsafeBufferPointer<PixelRect>) -> UInt32 {
        guard sendsClips, !damage.isEmpty else { return 0 }
        DamageClips.convert(damage, panel: pipe.bufferSize, limit: Self.maximumClips, into: &clips)
        guard !clips.isEmpty else { return 0 }
        let blob = clips.withUnsafeBufferPointer { card.kernel.createClipsBlob(card.fd, $0) }
        return blob > 0 ? UInt32(blob) : 0
    }
}
