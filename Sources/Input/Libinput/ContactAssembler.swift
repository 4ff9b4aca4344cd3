/// Puts device events together to reports of whole contacts, and to events of the pointer. Knows no library and no clock.
struct ContactAssembler {
    private var validator: ContactValidator
    private var report: [Contact] = []
    private var reportDevice: UInt32 = 0
    /// Where the pointer is; one for all mice.
    private var pointer = PointerPlace()
    /// The panels beside the first one.
    var otherPanels: [PointerPanel] = []
    /// The device that last moved the pointer or scrolled.
    private var pointerDevice: UInt32?
    /// Mice with buttons down.
    private var pressed: [(deviceID: UInt32, buttons: PointerButtons)] = []
    /// Touch devices that this program calibrates, and those that are not heard.
    private var calibrations: [UInt32: Calibration] = [:]
    private var ignored: Set<UInt32> = []
    /// The names of what is plugged in, for people, and what they have heard of each.
    private var names: [UInt32: String] = [:]
    private var told: [UInt32: DeviceFaults] = [:]
    /// The trackpad whose fingers pinch, and how far they have turned.
    private var pinching: (deviceID: UInt32, degrees: Double)?
    /// The pen above the panel.
    private var hoveringPen: UInt32?
    /// Devices of panels other than the first that say where on a panel they are.
    private var outputs: [UInt32: Int] = [:]
    private let rules: DeviceRules
    private let note: (String) -> Void
    private let deliver: ([Contact]) -> Void
    private let deliverPointer: (PointerEvent) -> Void

    /// - Parameters:
    ///   - note: gets what a person should know about a device.
    ///   - deliverPointer: gets what the pointer does beside making contacts.
    ///   - deliver: gets one report at a time, never an empty one.
    init(
        firstIdentifier: UInt64, rules: DeviceRules = DeviceRules(), note: @escaping (String) -> Void = { _ in },
        deliverPointer: @escaping (PointerEvent) -> Void = { _ in }, deliver: @escaping ([Contact]) -> Void
    ) {
        validator = ContactValidator(firstIdentifier: firstIdentifier)
        report.reserveCapacity(2 * ContactValidator.maximumContacts)
        self.rules = rules
        self.note = note
        self.deliver = deliver
        self.deliverPointer = deliverPointer
    }

    /// - Parameter now: in microseconds; no event is stamped later than this.
    mutating func accept(_ event: DeviceEvent, panel: PointerPanel, now: UInt64) {
        func time(_ microseconds: Int64) -> Int64 { min(microseconds, Int64(clamping: now)) }
        switch event {
        case .added(let device):
            add(device)
        case .touch(var raw):
            if ignored.contains(raw.deviceID) { return }
            raw.microseconds = time(raw.microseconds)
            if let calibration = calibrations[raw.deviceID], let x = raw.x, let y = raw.y {
                let position = calibration.applied(to: SIMD2(x, y))
                (raw.x, raw.y) = (position.x, position.y)
            }
            add(raw)
            // A pen has no report of several fingers.
            if raw.kind == .pen {
                closeReport()
                if raw.phase == .began { hoveringPen = nil }
            }
        case .frame(let deviceID):
            if deviceID == reportDevice { closeReport() }
        case .removed(let deviceID):
            remove(deviceID, Int64(clamping: now))
        case .pointerMotion(let deviceID, let dx, let dy, let microseconds):
            if otherPanels.isEmpty {
                let motion = panel.panelMotion(dx: dx, dy: dy)
                movePointer(to: pointer.position + motion, deviceID, time(microseconds))
            } else {
                pointer = pointer.moved(dx: dx, dy: dy, over: [panel] + otherPanels, isHeld: !pressed.isEmpty)
                movePointer(to: pointer.position, deviceID, time(microseconds))
            }
        case .pointerPosition(let deviceID, let x, let y, let microseconds):
            if pressed.isEmpty { pointer.output = outputs[deviceID] ?? 0 }
            movePointer(to: SIMD2(x, y), deviceID, time(microseconds))
        case .button(let deviceID, let button, let isDown, let microseconds):
            press(button, isDown, deviceID, time(microseconds))
        case .scroll(let deviceID, let action, let microseconds):
            tell(action, deviceID, time(microseconds))
        case .rested(let deviceID, let microseconds):
            tell(.rested, deviceID, time(microseconds))
        case .pinchBegan(let deviceID, let microseconds):
            endPinch(time(microseconds))
            pinching = (deviceID, 0)
            tell(.transformBegan, deviceID, time(microseconds))
        case .pinched(let deviceID, let scale, let degrees, let microseconds):
            pinch(scale, degrees, deviceID, time(microseconds))
        case .pinchEnded(let deviceID, let isCancelled, let microseconds):
            guard pinching?.deviceID == deviceID else { return }
            pinching = nil
            tell(.transformEnded(isCancelled: isCancelled), deviceID, time(microseconds))
        case .penHovered(let deviceID, let x, let y, let pen, let microseconds):
            hover(SIMD2(x, y), pen, deviceID, time(microseconds))
        case .penLeft(let deviceID, let microseconds):
            penLeft(deviceID, time(microseconds))
        case .penPressed(let deviceID, let microseconds):
            if ignored.contains(deviceID) { return }
            deliverPointer(PointerEvent(.penPressed, microseconds: UInt64(max(time(microseconds), 0))))
        case .key, .other:
            break
        }
    }

    /// Delivers what is there. To be called when a device has nothing more to say for now: not every device sends the end
    /// of its report after the last finger has lifted.
    mutating func closeReport() {
        if report.isEmpty { return }
        let output = report[0].kind == .mouse ? pointer.output : outputs.isEmpty ? 0 : outputs[report[0].deviceID] ?? 0
        if output != 0 {
            for index in report.indices { report[index].output = output }
        }
        deliver(report)
        report.removeAll(keepingCapacity: true)
    }

    /// The source stops: nothing stays down.
    mutating func cancelAll(now: UInt64) {
        closeReport()
        validator.cancelAll(microseconds: Int64(clamping: now), into: &report)
        closeReport()
        pressed = []
        endPinch(Int64(clamping: now))
        if let hoveringPen { penLeft(hoveringPen, Int64(clamping: now)) }
    }

    // MARK: Devices

    private mutating func add(_ device: InputDevice) {
        let verdict = rules.verdict(on: device)
        if let message = verdict.message { note(message) }
        if verdict.isIgnored { ignored.insert(device.id) }
        calibrations[device.id] = verdict.calibration
        names[device.id] = "\(device.name) (\(device.node))"
        if verdict.output != 0 { outputs[device.id] = verdict.output }
    }

    private mutating func remove(_ deviceID: UInt32, _ now: Int64) {
        closeReport()
        validator.cancelAll(deviceID: deviceID, microseconds: now, into: &report)
        closeReport()
        penLeft(deviceID, now)
        calibrations[deviceID] = nil
        ignored.remove(deviceID)
        outputs[deviceID] = nil
        pressed.removeAll { $0.deviceID == deviceID }
        names[deviceID] = nil
        told[deviceID] = nil
        if pinching?.deviceID == deviceID { endPinch(now) }
        if pointerDevice == deviceID {
            tell(.left, deviceID, now)
            pointerDevice = nil
        }
    }

    private mutating func add(_ raw: RawContact) {
        if raw.deviceID != reportDevice {
            closeReport()
            reportDevice = raw.deviceID
        }
        validator.accept(raw, into: &report)
        if !validator.faults.isEmpty { tellFaults(of: raw) }
    }

    /// One line for each device and fault.
    private mutating func tellFaults(of raw: RawContact) {
        var faults = validator.faults
        validator.faults = []
        // A mouse's button that bounces is told late, with the time at which it was pressed: no fault of the device.
        if raw.kind == .mouse { faults.remove(DeviceFaults(.timeRunsBack)) }
        let before = told[raw.deviceID] ?? []
        guard !faults.subtracting(before).isEmpty else { return }
        told[raw.deviceID] = before.union(faults)
        let name = names[raw.deviceID] ?? "input device \(raw.deviceID)"
        for fault in DeviceFault.allCases
        where faults.contains(DeviceFaults(fault)) && !before.contains(DeviceFaults(fault)) {
            note("\(name): \(fault.text)")
        }
    }

    // MARK: The pointer

    private mutating func movePointer(to position: SIMD2<Double>, _ deviceID: UInt32, _ microseconds: Int64) {
        // A position that is not a number leaves the pointer where it was.
        if !position.x.isNaN { pointer.position.x = min(max(position.x, 0), 1) }
        if !position.y.isNaN { pointer.position.y = min(max(position.y, 0), 1) }
        tell(.moved(x: pointer.position.x, y: pointer.position.y), deviceID, microseconds)
        // Dropped unless a button is down.
        addMouse(.moved, deviceID, microseconds)
    }

    /// The first button that goes down begins a contact, the last that goes up ends it; others change it.
    private mutating func press(
        _ button: PointerButtons, _ isDown: Bool, _ deviceID: UInt32, _ microseconds: Int64
    ) {
        let index = pressed.firstIndex { $0.deviceID == deviceID }
        let before = index.map { pressed[$0].buttons } ?? []
        let after = isDown ? before.union(button) : before.subtracting(button)
        guard after != before else { return }
        if let index { pressed.remove(at: index) }
        if !after.isEmpty { pressed.append((deviceID, after)) }
        pointerDevice = deviceID
        addMouse(before.isEmpty ? .began : after.isEmpty ? .ended : .moved, deviceID, microseconds)
    }

    private mutating func addMouse(_ phase: ContactPhase, _ deviceID: UInt32, _ microseconds: Int64) {
        add(
            RawContact(
                deviceID: deviceID, slot: 0, phase: phase, kind: .mouse, x: pointer.position.x, y: pointer.position.y,
                microseconds: microseconds, buttons: pressed.first { $0.deviceID == deviceID }?.buttons ?? []))
        closeReport()
    }

    private mutating func tell(_ action: PointerEvent.Action, _ deviceID: UInt32, _ microseconds: Int64) {
        switch action {
        case .wheel(let x, let y), .scrolled(let x, let y):
            guard x.isFinite, y.isFinite, x != 0 || y != 0 else { return }
        case .moved, .scrollEnded, .left, .rested, .transformBegan, .transformed, .transformEnded:
            break
        case .penHovered, .penLeft, .penPressed:
            return
        }
        pointerDevice = deviceID
        deliverPointer(PointerEvent(action, microseconds: UInt64(max(microseconds, 0)), output: pointer.output))
    }

    // MARK: Trackpads

    private mutating func pinch(_ scale: Double, _ degrees: Double, _ deviceID: UInt32, _ microseconds: Int64) {
        guard let before = pinching, before.deviceID == deviceID else { return }
        // What is no number, or no scale, says nothing.
        guard scale.isFinite, scale > 0, degrees.isFinite else { return }
        pinching = (deviceID, before.degrees + degrees)
        tell(.transformed(scale: scale, degrees: before.degrees + degrees), deviceID, microseconds)
    }

    private mutating func endPinch(_ microseconds: Int64) {
        guard let pinching else { return }
        self.pinching = nil
        tell(.transformEnded(isCancelled: true), pinching.deviceID, microseconds)
    }

    // MARK: Pens above the panel

    private mutating func hover(
        _ position: SIMD2<Double>, _ pen: PenState, _ deviceID: UInt32, _ microseconds: Int64
    ) {
        if ignored.contains(deviceID) || position.x.isNaN || position.y.isNaN { return }
        let place = calibrations[deviceID]?.applied(to: position) ?? position
        hoveringPen = deviceID
        let action = PointerEvent.Action.penHovered(
            x: min(max(place.x, 0), 1), y: min(max(place.y, 0), 1), pen)
        deliverPointer(
            PointerEvent(action, microseconds: UInt64(max(microseconds, 0)), output: outputs[deviceID] ?? 0))
    }

    private mutating func penLeft(_ deviceID: UInt32, _ microseconds: Int64) {
        guard hoveringPen == deviceID else { return }
        hoveringPen = nil
        deliverPointer(
            PointerEvent(.penLeft, microseconds: UInt64(max(microseconds, 0)), output: outputs[deviceID] ?? 0))
    }
}
