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
    private var isMasterLost = false
    private var sendsClips: Bool
    /// Flips that only the blocking way took, in a row. From `blockingLimit` on the other way is not tried again.
    private var blockingFlips = 0
    private static let blockingLimit = 3
    private var clips: [KMSClip] = []
    /// The kernel is told at most so many; beyond, one rectangle around all.
    static let maximumClips = 64
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
    init(card: KMSCard, pipe: DisplayPipe, configuration: KMSConfiguration) throws(DisplayError) {
        self.card = card
        self.pipe = pipe
        let count = min(max(configuration.bufferCount, 2), 4)
        swapchain = Swapchain(count: count)
        sendsClips = configuration.usesDamageClips && pipe.atomic?.damageClips != nil
        // Drivers without vertical blanks say so; an old kernel or a CRTC that is off gives other errors.
        hasVerticalBlank = card.kernel.verticalBlankCount(card.fd, pipe.crtc) != Int64(-EOPNOTSUPP)
        committer = try PipeCommitter(card: card, pipe: pipe)
        clips.reserveCapacity(Self.maximumClips)
        do throws(DisplayError) {
            for _ in 0..<count {
                buffers.append(
                    try DumbBuffer(on: card, size: pipe.mode.size, format: pipe.format, subject: pipe.subject))
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
        for buffer in buffers { buffer.destroy(on: card) }
        buffers = []
        committer.destroy()
    }

    var bufferCount: Int { swapchain.count }
    var isFlipPending: Bool { swapchain.pending != nil }
    var reportsDamage: Bool { sendsClips }

    // MARK: Frames

    func acquire() -> ScanoutBuffer? {
        guard let index = swapchain.acquire() else { return nil }
        let buffer = buffers[index]
        return ScanoutBuffer(
            index: index, pixels: buffer.pixels, bytesPerRow: buffer.bytesPerRow, size: pipe.mode.size,
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
        swapchain.didFlip()
        return true
    }

    /// Sets the mode again with the picture that should be visible.
    func recover() throws(DisplayError) {
        swapchain.didFlip()
        needsModeset = true
        isMasterLost = true
        try takeMaster()
        if let front = swapchain.front { try setMode(framebuffer: buffers[front].framebuffer) }
    }

    func blank() throws(DisplayError) {
        try takeMaster()
        let result = committer.blank()
        needsModeset = true
        guard result >= 0 else { throw refusal(committer.modeOperation, result) }
    }

    /// The next picture sets the mode.
    func requireModeset() { needsModeset = true }

    // MARK: Kernel

    private func setMode(framebuffer: UInt32) throws(DisplayError) {
        try takeMaster()
        let result = committer.setMode(framebuffer: framebuffer)
        guard result >= 0 else { throw refusal(committer.modeOperation, result) }
        needsModeset = false
        handOverTime = card.kernel.now()
    }

    private func takeMaster() throws(DisplayError) {
        guard isMasterLost else { return }
        try card.becomeMaster()
        isMasterLost = false
    }

    private func flip(
        _ framebuffer: UInt32, damage: UnsafeBufferPointer<PixelRect>, serial: UInt64
    ) throws(DisplayError) -> Outcome {
        let blob = clipsBlob(for: damage)
        defer { if blob != 0 { _ = card.kernel.destroyBlob(card.fd, blob) } }
        guard blockingFlips < Self.blockingLimit else {
            let result = committer.blockingFlip(framebuffer: framebuffer, clipsBlob: blob)
            guard result >= 0 else { throw refusal(committer.flipOperation, result) }
            return .shown
        }
        var result = committer.flip(framebuffer: framebuffer, clipsBlob: blob, userData: serial)
        guard isRefusalOfTheWay(result) else {
            guard result >= 0 else { throw refusal(committer.flipOperation, result) }
            blockingFlips = 0
            return .pending
        }
        // The driver does not like the way this is asked. Try the simpler ones, and remember what works: the same
        // refusal once per frame would help nobody.
        if blob != 0 {
            if committer.flip(framebuffer: framebuffer, clipsBlob: 0, userData: serial) >= 0 {
                sendsClips = false
                return .pending
            }
        }
        result = committer.blockingFlip(framebuffer: framebuffer, clipsBlob: 0)
        guard result >= 0 else { throw refusal(committer.flipOperation, result) }
        blockingFlips += 1
        return .shown
    }

    /// As against a refusal of the moment (EBUSY), of rights (EACCES), or of a device that is gone (ENODEV).
    private func isRefusalOfTheWay(_ result: Int32) -> Bool {
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
            needsModeset = true
        case EBUSY:
            // Nothing of ours is pending, so no event will come: what is busy there must be waited out.
            return error(operation, code: EBUSY, recovery: .retryLater)
        case ENODEV, ENXIO:
            break
        default:
            needsModeset = true
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
        DamageClips.convert(damage, panel: pipe.mode.size, limit: Self.maximumClips, into: &clips)
        guard !clips.isEmpty else { return 0 }
        let blob = clips.withUnsafeBufferPointer { card.kernel.createClipsBlob(card.fd, $0) }
        return blob > 0 ? UInt32(blob) : 0
    }
}
