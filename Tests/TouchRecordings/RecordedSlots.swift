internal import Input

/// Puts the kernel's events together to what libinput would say of them.
struct RecordedSlots {
    /// The most fingers a device may number.
    private static let capacity = 64

    private struct Slot {
        var isDown = false
        var x: Int32 = 0
        var y: Int32 = 0
        /// What the report so far says of it.
        var change: ContactPhase?
    }

    /// What the last event made of it, in order, nil at the end of a report; whoever reads it empties it.
    var said: [RawContact?] = []

    private let axes: TouchRecordingReader.Axes
    private var slots = [Slot](repeating: Slot(), count: RecordedSlots.capacity)
    /// The slot that is spoken of; out of range while the device speaks of one that is not followed.
    private var current = 0
    /// Events were lost: nothing is believed until the next report.
    private var isLost = false

    init(axes: TouchRecordingReader.Axes) { self.axes = axes }

    mutating func accept(_ event: TouchRecordingReader.Event) {
        typealias Code = TouchRecordingReader.Code
        switch (event.type, event.code) {
        case (Code.synchronization, Code.dropped):
            isLost = true
        case (Code.synchronization, Code.report):
            report(at: event.microseconds)
        case _ where isLost:
            break
        case (Code.absolute, Code.slot) where axes.hasSlots:
            current = Int(event.value)
        case (Code.absolute, Code.trackingID) where axes.hasSlots:
            setDown(event.value >= 0)
        case (Code.absolute, Code.touchX) where axes.hasSlots, (Code.absolute, Code.x) where !axes.hasSlots:
            place { $0.x = event.value }
        case (Code.absolute, Code.touchY) where axes.hasSlots, (Code.absolute, Code.y) where !axes.hasSlots:
            place { $0.y = event.value }
        case (Code.key, Code.touch) where !axes.hasSlots:
            setDown(event.value != 0)
        default:
            break
        }
    }

    private mutating func setDown(_ isDown: Bool) {
        guard slots.indices.contains(current) else { return }
        if isDown {
            slots[current].change = .began
        } else if slots[current].isDown || slots[current].change == .began {
            // A finger that came and went within one report was never there, for libinput neither.
            slots[current].change = slots[current].isDown ? .ended : nil
        }
    }

    private mutating func place(_ change: (inout Slot) -> Void) {
        guard slots.indices.contains(current) else { return }
        change(&slots[current])
        if slots[current].isDown, slots[current].change == nil { slots[current].change = .moved }
    }

    private mutating func report(at microseconds: Int64) {
        if isLost {
            // Which fingers are still down is unknown.
            isLost = false
            for index in slots.indices { slots[index].change = slots[index].isDown ? .cancelled : nil }
        }
        var isEmpty = true
        for index in slots.indices {
            guard let change = slots[index].change else { continue }
            slots[index].change = nil
            slots[index].isDown = change == .began || change == .moved
            isEmpty = false
            let isPlaced = slots[index].isDown
            said.append(
                RawContact(
                    deviceID: TouchChain.deviceID, slot: axes.hasSlots ? Int32(index) : -1, phase: change,
                    x: isPlaced ? axes.x.share(slots[index].x) : nil,
                    y: isPlaced ? axes.y.share(slots[index].y) : nil, microseconds: microseconds))
        }
        if !isEmpty { said.append(nil) }
    }
}
