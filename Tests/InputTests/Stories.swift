import Input

/// Checks promise 4, "one finger, one story", on a stream of contacts: what a reader may rely on.
struct StoryChecker {
    private(set) var live: [UInt64: Contact] = [:]
    private var over: Set<UInt64> = []
    private(set) var complaints: [String] = []
    private(set) var begun = 0

    mutating func read(_ contacts: [Contact]) {
        for contact in contacts { read(contact) }
    }

    mutating func read(_ contact: Contact) {
        check((0...1).contains(contact.x) && (0...1).contains(contact.y), contact, "is off the panel")
        check(!over.contains(contact.identifier), contact, "comes after the end of its story")
        if contact.phase == .began {
            check(live[contact.identifier] == nil, contact, "begins twice")
            let same = live.values.first {
                $0.slot == contact.slot && $0.deviceID == contact.deviceID && $0.kind == contact.kind
            }
            check(same == nil, contact, "begins in a slot that is taken")
            live[contact.identifier] = contact
            begun += 1
            check(live.count <= ContactValidator.maximumContacts, contact, "is one too many")
            return
        }
        guard let last = live[contact.identifier] else {
            complaints.append("\(contact) has no beginning")
            return
        }
        check(contact.slot == last.slot && contact.deviceID == last.deviceID, contact, "changes its slot")
        check(contact.microseconds >= last.microseconds, contact, "goes back in time")
        live[contact.identifier] = contact.isOver ? nil : contact
        if contact.isOver { over.insert(contact.identifier) }
    }

    private mutating func check(_ holds: Bool, _ contact: Contact, _ complaint: String) {
        if !holds { complaints.append("\(contact) \(complaint)") }
    }
}

/// SplitMix64: the same numbers for the same seed, everywhere.
struct Seeded: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

extension ContactQueue {
    /// Everything that waits.
    func drained() -> [Contact] {
        var contacts: [Contact] = []
        drain(into: &contacts)
        return contacts
    }
}
