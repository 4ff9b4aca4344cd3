/// What a device does that no device should. A person hears of each once for each device; the contacts are made whole all
/// the same.
enum DeviceFault: UInt8, CaseIterable, Hashable, Sendable {
    /// An event is stamped earlier than the one before it, or before the clock began.
    case timeRunsBack
    /// A finger lands in a slot whose finger has not lifted.
    case slotUsedTwice
    /// A place far beyond the panel's edge, or none at all where one is needed.
    case outOfRange
    /// More fingers at once than are followed.
    case tooManyContacts

    /// For the log, after the device's name.
    var text: String {
        switch self {
        case .timeRunsBack: "its time stamps run backwards: an event counts as no earlier than the one before it"
        case .slotUsedTwice: "a finger lands where another has not lifted: the other one is cancelled"
        case .outOfRange: "it reports places far outside of its range: they count as the panel's edge"
        case .tooManyContacts:
            "more than \(ContactValidator.maximumContacts) fingers at once: the others are not followed"
        }
    }
}

/// Some faults.
struct DeviceFaults: OptionSet, Sendable {
    let rawValue: UInt8

    init(rawValue: UInt8) { self.rawValue = rawValue }

    init(_ fault: DeviceFault) { rawValue = 1 << fault.rawValue }
}
