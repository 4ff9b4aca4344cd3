import Glibc
import Raster

/// Puts framebuffers on one pipe: with atomic commits where the driver has them, with the legacy calls elsewhere. Answers
/// are as the kernel gives them: zero or more, or a negative errno.
final class PipeCommitter {
    let card: KMSCard
    let pipe: DisplayPipe
    /// The commit being put together. Kept, so that a frame allocates nothing.
    private var values: [KMSPropertyValue] = []
    private let modeBlob: UInt32
    private var hasStrangerConnectors = false
    private var isDestroyed = false
    /// Shows our cursor, so that it is left alone.
    var cursorPlane: UInt32 = 0

    init(card: KMSCard, pipe: DisplayPipe) throws(DisplayError) {
        self.card = card
        self.pipe = pipe
        values.reserveCapacity(64)
        guard pipe.atomic != nil else {
            modeBlob = 0
            return
        }
        let blob = card.kernel.createModeBlob(card.fd, pipe.mode)
        guard blob >= 0 else {
            throw DisplayError(.createBlob, on: "\(card.name), \(pipe.subject)", code: Int32(-blob))
        }
        modeBlob = UInt32(blob)
    }

    func destroy() {
        guard !isDestroyed, modeBlob != 0 else { return }
        isDestroyed = true
        _ = card.kernel.destroyBlob(card.fd, modeBlob)
    }

    var modeOperation: DisplayError.Operation { pipe.atomic == nil ? .setMode : .commitMode }
    var offOperation: DisplayError.Operation { pipe.atomic == nil ? .switchOff : .commitOff }
    var flipOperation: DisplayError.Operation { pipe.atomic == nil ? .flip : .commitFlip }

    // MARK: Showing

    /// Sets the mode and shows a framebuffer. Waits for the device, asks for no event: some drivers refuse a mode set that
    /// is non-blocking or wants an event, and some hang over it.
    func setMode(framebuffer: UInt32) -> Int32 {
        guard let atomic = pipe.atomic else {
            return card.kernel.setCRTC(card.fd, pipe.crtc, framebuffer, 0, 0, [pipe.connector.id], pipe.mode)
        }
        prepareModeset(atomic, framebuffer)
        return commit([.allowModeset], userData: 0)
    }

    /// Asks whether `setMode` would work, without doing it. With a real framebuffer: what fits depends on its format and
    /// pitch. Drivers without atomic commits cannot be asked.
    func testMode(framebuffer: UInt32) -> Int32 {
        guard let atomic = pipe.atomic else { return 0 }
        prepareModeset(atomic, framebuffer)
        return commit([.testOnly, .allowModeset], userData: 0)
    }

    /// Shows a framebuffer in the mode that the firmware or a splash screen left: the panel does not go dark in between.
    /// The kernel refuses where that mode would have to be set after all. Waits, without event, as `setMode`.
    func takeOver(framebuffer: UInt32) -> Int32 {
        guard let atomic = pipe.atomic else { return setMode(framebuffer: framebuffer) }
        values.removeAll(keepingCapacity: true)
        detachStrangers()
        // Another connector that shows the same picture leaves only with a mode set.
        guard !hasStrangerConnectors else { return -EINVAL }
        preparePlane(atomic, framebuffer)
        return commit([], userData: 0)
    }

    private func prepareModeset(_ atomic: AtomicProperties, _ framebuffer: UInt32) {
        values.removeAll(keepingCapacity: true)
        detachStrangers()
        set(pipe.connector.id, atomic.connectorCRTC, pipe.crtc)
        if let linkStatus = atomic.linkStatus { set(pipe.connector.id, linkStatus, 0) }
        set(pipe.crtc, atomic.crtcMode, modeBlob)
        set(pipe.crtc, atomic.crtcActive, 1)
        preparePlane(atomic, framebuffer)
    }

    private func preparePlane(_ atomic: AtomicProperties, _ framebuffer: UInt32) {
        put(framebuffer, on: pipe.plane, atomic.plane, source: pipe.bufferSize, destination: pipe.mode.size)
        if let rotation = atomic.planeRotation { set(pipe.plane, rotation, UInt32(pipe.turn.planeRotation)) }
    }

    private func put(
        _ framebuffer: UInt32, on plane: UInt32, _ properties: PlaneProperties, source: PixelSize,
        destination: PixelSize
    ) {
        set(plane, properties.framebuffer, framebuffer)
        set(plane, properties.crtc, pipe.crtc)
        for (property, value) in zip(properties.source, Self.rect(source)) { set(plane, property, value << 16) }
        for (property, value) in zip(properties.destination, Self.rect(destination)) { set(plane, property, value) }
    }

    private static func rect(_ size: PixelSize) -> [UInt32] { [0, 0, UInt32(size.width), UInt32(size.height)] }

    /// Asks whether a plane would show the cursor.
    func testCursor(_ plane: CursorPlane, framebuffer: UInt32, size: PixelSize, hotSpot: SIMD2<Int>) -> Int32 {
        values.removeAll(keepingCapacity: true)
        put(framebuffer, on: plane.id, plane.properties, source: size, destination: size)
        if let property = plane.hotSpotX { set(plane.id, property, UInt32(max(hotSpot.x, 0))) }
        if let property = plane.hotSpotY { set(plane.id, property, UInt32(max(hotSpot.y, 0))) }
        return commit([.testOnly], userData: 0)
    }

    /// Shows another framebuffer at the next vertical blank; an event with `userData` follows.
    func flip(framebuffer: UInt32, clipsBlob: UInt32, userData: UInt64) -> Int32 {
        guard let atomic = pipe.atomic else {
            return card.kernel.pageFlip(card.fd, pipe.crtc, framebuffer, userData)
        }
        prepareFlip(atomic, framebuffer, clipsBlob)
        return commit([.nonBlocking, .event], userData: userData)
    }

    /// For drivers that refuse the above: waits for the device, and has no event.
    func blockingFlip(framebuffer: UInt32, clipsBlob: UInt32) -> Int32 {
        guard let atomic = pipe.atomic else { return setMode(framebuffer: framebuffer) }
        prepareFlip(atomic, framebuffer, clipsBlob)
        return commit([], userData: 0)
    }

    /// Switches the signal off.
    func blank() -> Int32 {
        guard let atomic = pipe.atomic else {
            return card.kernel.setCRTC(card.fd, pipe.crtc, 0, 0, 0, [], nil)
        }
        values.removeAll(keepingCapacity: true)
        set(pipe.crtc, atomic.crtcActive, 0)
        return commit([.allowModeset], userData: 0)
    }

    // MARK: Commits

    private func prepareFlip(_ atomic: AtomicProperties, _ framebuffer: UInt32, _ clipsBlob: UInt32) {
        values.removeAll(keepingCapacity: true)
        set(pipe.plane, atomic.plane.framebuffer, framebuffer)
        if clipsBlob != 0, let damageClips = atomic.damageClips { set(pipe.plane, damageClips, clipsBlob) }
    }

    private func set(_ object: UInt32, _ property: UInt32, _ value: UInt32) {
        values.append(KMSPropertyValue(object: object, property: property, value: UInt64(value)))
    }

    private func commit(_ flags: KMSFunctions.CommitFlags, userData: UInt64) -> Int32 {
        values.withUnsafeBufferPointer { card.kernel.commit(card.fd, flags, $0, userData) }
    }

    /// Takes off our CRTC what others left on it: cursors and overlays, and connectors that showed the same picture. What
    /// cannot be read is left alone; the commit then tells.
    private func detachStrangers() {
        let kernel = card.kernel
        hasStrangerConnectors = false
        for plane in (try? kernel.planes(card.fd)) ?? [] where plane != pipe.plane && plane != cursorPlane {
            detach(plane, .plane, clearing: ["FB_ID", "CRTC_ID"])
        }
        for connector in (try? kernel.resources(card.fd))?.connectors ?? [] where connector != pipe.connector.id {
            if detach(connector, .connector, clearing: ["CRTC_ID"]) { hasStrangerConnectors = true }
        }
    }

    @discardableResult
    private func detach(_ object: UInt32, _ type: KMSObjectType, clearing names: [String]) -> Bool {
        guard let properties = try? card.properties(of: object, type),
            properties["CRTC_ID"]?.value == UInt64(pipe.crtc)
        else { return false }
        for name in names {
            if let property = properties.settable(name) { set(object, property, 0) }
        }
        return true
    }
}
