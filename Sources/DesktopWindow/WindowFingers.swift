import Input

/// Makes contacts of a window's touches and its mouse. Used by the window's thread.
struct WindowFingers {
    private let mouse: WindowConfiguration.Mouse
    private let input: ReportedInput
    /// Which slot a finger of the desktop has; those that came down beside the picture have none.
    private var slots: [Finger: Int32] = [:]
    private var isMouseDown = false
    private var isDoubled = false

    private struct Finger: Hashable {
        let device: Int64
        let finger: Int64
    }

    /// The mouse's contacts; fingers come after them.
    private static let mouseSlot: Int32 = 0
    private static let mirrorSlot: Int32 = 1
    private static let firstFingerSlot: Int32 = 2

    init(mouse: WindowConfiguration.Mouse, input: ReportedInput) {
        self.mouse = mouse
        self.input = input
    }

    // MARK: Touch screens

    /// - Parameter x: in the window's units, as `geometry`.
    mutating func finger(
        _ phase: ContactPhase, device: Int64, finger: Int64, x: Double, y: Double, in geometry: WindowGeometry
    ) {
        let finger = Finger(device: device, finger: finger)
        let position = geometry.screenPosition(x: x, y: y)
        if phase == .began {
            guard WindowGeometry.contains(position) else { return }
            let taken = Set(slots.values)
            slots[finger] = (Self.firstFingerSlot...).first { !taken.contains($0) }
        }
        guard let slot = slots[finger] else { return }
        if phase == .ended || phase == .cancelled { slots[finger] = nil }
        let place = geometry.panelPosition(ofScreen: position)
        input.report([(slot, phase, place.x, place.y)])
    }

    // MARK: The mouse

    /// - Parameter isDoubled: Alt or Control is held: a second finger mirrors the first about the middle of the screen.
    mutating func mouse(
        _ phase: ContactPhase, x: Double, y: Double, isDoubled: Bool = false, in geometry: WindowGeometry
    ) {
        let position = geometry.screenPosition(x: x, y: y)
        let place = geometry.panelPosition(ofScreen: position)
        if mouse == .pointer { input.report(.moved(x: clamped(place.x), y: clamped(place.y))) }
        switch phase {
        case .began:
            guard WindowGeometry.contains(position), !isMouseDown else { return }
            isMouseDown = true
            self.isDoubled = isDoubled && mouse == .finger
        case .moved, .ended, .cancelled:
            guard isMouseDown else { return }
        }
        if phase == .ended { isMouseDown = false }
        let first = (slot: Self.mouseSlot, phase: phase, x: place.x, y: place.y)
        guard self.isDoubled else {
            input.report([first], kind: mouse == .pointer ? .mouse : .finger)
            return
        }
        let mirrored = geometry.panelPosition(ofScreen: 1 - position)
        input.report([first, (Self.mirrorSlot, phase, mirrored.x, mirrored.y)])
    }

    func wheel(x: Double, y: Double, at windowX: Double, _ windowY: Double, in geometry: WindowGeometry) {
        let place = geometry.panelPosition(ofScreen: geometry.screenPosition(x: windowX, y: windowY))
        input.report(.moved(x: clamped(place.x), y: clamped(place.y)))
        input.report(.wheel(x: x, y: y))
        if mouse == .finger { input.report(.left) }
    }

    func leave() {
        if mouse == .pointer { input.report(.left) }
    }

    /// What was down is cancelled by others.
    mutating func forget() {
        slots = [:]
        isMouseDown = false
    }

    private func clamped(_ value: Double) -> Double { min(max(value, 0), 1) }
}
