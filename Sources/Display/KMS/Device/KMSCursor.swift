internal import CDRM
import Glibc
import Raster

/// The pointer in the CRTC's cursor plane.
///
/// Whether the plane takes the picture is asked with an atomic test commit where the driver has them. It is then shown and
/// moved with the cursor calls, with atomic drivers too: a commit would be refused while a flip is pending, and the pointer
/// would wait for frames that have nothing to do with it.
final class KMSCursor {
    private let card: KMSCard
    private let committer: PipeCommitter
    private var buffer: DumbBuffer?
    private var size = PixelSize(width: 0, height: 0)
    private(set) var picture: CursorPicture?
    private var place = SIMD2(0, 0)
    private var isShown = false

    private static let format = ScanoutFormat(code: cdrm_format_argb8888, format: .xrgb8888)
    /// What devices take that do not say.
    private static let usualSide = 64
    private static let sides = 16...512

    init(card: KMSCard, committer: PipeCommitter) {
        self.card = card
        self.committer = committer
    }

    /// Shows it. False: this device does not show it, now and later.
    func show(_ picture: CursorPicture, at place: SIMD2<Int>) -> Bool {
        self.place = place
        guard picture != self.picture || buffer == nil else { return showAgain() }
        let old = buffer
        guard load(picture) else {
            destroy()
            return false
        }
        // The old one goes after the new one is shown: taking away what is shown would take the cursor away.
        defer { old?.destroy(on: card) }
        return showAgain()
    }

    /// After a mode set, or when another program had the display.
    func showAgain() -> Bool {
        guard let buffer, let picture else { return true }
        let result = card.kernel.setCursor(
            card.fd, committer.pipe.crtc, buffer.handle, UInt32(size.width), UInt32(size.height),
            Int32(clamping: picture.hotSpot.x), Int32(clamping: picture.hotSpot.y))
        isShown = result >= 0
        if isShown { return move(to: place) }
        guard Self.isForTheMoment(result) else {
            destroy()
            return false
        }
        return true
    }

    func move(to place: SIMD2<Int>) -> Bool {
        self.place = place
        guard isShown, let picture else { return true }
        let corner = place &- picture.hotSpot
        let result = card.kernel.moveCursor(
            card.fd, committer.pipe.crtc, Int32(clamping: corner.x), Int32(clamping: corner.y))
        if result >= 0 || Self.isForTheMoment(result) { return true }
        destroy()
        return false
    }

    /// Takes it away; the memory goes too.
    func destroy() {
        if isShown { _ = card.kernel.setCursor(card.fd, committer.pipe.crtc, 0, 0, 0, 0, 0) }
        isShown = false
        buffer?.destroy(on: card)
        buffer = nil
        picture = nil
    }

    /// Another program has the display: what it does with the plane is its own affair.
    func suspend() { isShown = false }

    // MARK: The picture

    private func load(_ picture: CursorPicture) -> Bool {
        size = PixelSize(
            width: side(KMSFunctions.Capability.cursorWidth), height: side(KMSFunctions.Capability.cursorHeight))
        guard picture.size.width <= size.width, picture.size.height <= size.height,
            let new = try? DumbBuffer(on: card, size: size, format: Self.format, subject: committer.pipe.subject)
        else { return false }
        // The cursor calls know no pitch.
        guard new.bytesPerRow == size.width * 4 else {
            new.destroy(on: card)
            return false
        }
        for y in 0..<picture.size.height {
            let row = (new.pixels + y * new.bytesPerRow).assumingMemoryBound(to: UInt32.self)
            for x in 0..<picture.size.width { row[x] = picture.pixels[y * picture.size.width + x] }
        }
        guard isAccepted(new, picture) else {
            new.destroy(on: card)
            return false
        }
        buffer = new
        self.picture = picture
        return true
    }

    private func isAccepted(_ buffer: DumbBuffer, _ picture: CursorPicture) -> Bool {
        // Legacy drivers cannot be asked.
        guard committer.pipe.atomic != nil else { return true }
        _ = card.kernel.setClientCapability(card.fd, KMSFunctions.Capability.clientCursorHotSpot, 1)
        guard let plane = CursorPlane.find(on: card, crtc: committer.pipe.crtc, format: Self.format.code) else {
            return false
        }
        committer.cursorPlane = plane.id
        let result = committer.testCursor(
            plane, framebuffer: buffer.framebuffer, size: size, hotSpot: picture.hotSpot)
        return result >= 0 || Self.isForTheMoment(result)
    }

    private func side(_ capability: UInt64) -> Int {
        let value = Int(clamping: card.kernel.capability(card.fd, capability))
        return Self.sides.contains(value) ? value : Self.usualSide
    }

    /// No word about whether the device can.
    private static func isForTheMoment(_ result: Int32) -> Bool {
        switch -result {
        case EACCES, EPERM, EBUSY, EAGAIN, EINTR, ENODEV, ENOMEM: true
        default: false
        }
    }
}
