/// Puts device events together to reports of whole contacts. Knows no library and no clock.
struct ContactAssembler {
    private var validator: ContactValidator
    private var report: [Contact] = []
    private var reportDevice: UInt32 = 0
    /// Where the pointer is on the panel; one for all mice.
    private var pointer = SIMD2(0.5, 0.5)
    private let deliver: ([Contact]) -> Void

    /// `deliver` gets one report at a time, never an empty one.
    init(firstIdentifier: UInt64, deliver: @escaping ([Contact]) -> Void) {
        validator = ContactValidator(firstIdentifier: firstIdentifier)
        report.reserveCapacity(2 * ContactValidator.maximumContacts)
        self.deliver = deliver
    }

    /// - Parameter now: in microseconds; no event is stamped later than this.
    mutating func accept(_ event: DeviceEvent, panel: PointerPanel, now: UInt64) {
        switch event {
        case .touch(var raw):
            raw.microseconds = min(raw.microseconds, Int64(clamping: now))
            add(raw)
        case .frame(let deviceID):
            if deviceID == reportDevice { closeReport() }
        case .removed(let deviceID):
            closeReport()
            validator.cancelAll(deviceID: deviceID, microseconds: Int64(clamping: now), into: &report)
            closeReport()
        case .pointerMotion(let deviceID, let dx, let dy, let microseconds):
            let motion = panel.panelMotion(dx: dx, dy: dy)
            movePointer(to: pointer + motion, deviceID, min(microseconds, Int64(clamping: now)))
        case .pointerPosition(let deviceID, let x, let y, let microseconds):
            movePointer(to: SIMD2(x, y), deviceID, min(microseconds, Int64(clamping: now)))
        case .leftButton(let deviceID, let isDown, let microseconds):
            addMouse(isDown ? .began : .ended, deviceID, min(microseconds, Int64(clamping: now)))
        case .added, .key, .other:
            break
        }
    }

    /// Delivers what is there. To be called when a device has nothing more to say for now: not every device sends the end
    /// of its report after the last finger has lifted.
    mutating func closeReport() {
        if report.isEmpty { return }
        deliver(report)
        report.removeAll(keepingCapacity: true)
    }

    /// The source stops: nothing stays down.
    mutating func cancelAll(now: UInt64) {
        closeReport()
        validator.cancelAll(microseconds: Int64(clamping: now), into: &report)
        closeReport()
    }

    private mutating func add(_ raw: RawContact) {
        if raw.deviceID != reportDevice {
            closeReport()
            reportDevice = raw.deviceID
        }
        validator.accept(raw, into: &report)
    }

    private mutating func movePointer(to position: SIMD2<Double>, _ deviceID: UInt32, _ microseconds: Int64) {
        // A position that is not a number leaves the pointer where it was.
        if !position.x.isNaN { pointer.x = min(max(position.x, 0), 1) }
        if !position.y.isNaN { pointer.y = min(max(position.y, 0), 1) }
        // Dropped unless the button is down.
        addMouse(.moved, deviceID, microseconds)
    }

    private mutating func addMouse(_ phase: ContactPhase, _ deviceID: UInt32, _ microseconds: Int64) {
        add(
            RawContact(
                deviceID: deviceID, slot: 0, phase: phase, kind: .mouse, x: pointer.x, y: pointer.y,
                microseconds: microseconds))
        closeReport()
    }
}
