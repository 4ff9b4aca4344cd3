/// How well a board file fits a machine.
struct MatchQuality: Comparable {
    /// Conditions that were met; a file that asks for more and gets it is the more exact one.
    var conditions = 0
    /// The place in the machine's `compatible` list: 0 is the board itself, later ones are its family.
    var compatibleIndex = Int.max
    /// What matched, for people: `raspberrypi,4-model-b`, `DSI-1 800x480`.
    var evidence: [String] = []

    static func < (one: MatchQuality, other: MatchQuality) -> Bool {
        if one.conditions != other.conditions { return one.conditions < other.conditions }
        return one.compatibleIndex > other.compatibleIndex
    }
}

extension BoardMatch {
    /// `nil` if a condition is not met.
    func quality(on machine: Machine) -> MatchQuality? {
        var quality = MatchQuality()
        if !compatible.isEmpty {
            guard let index = machine.compatible.firstIndex(where: compatible.contains) else { return nil }
            quality.conditions += 1
            quality.compatibleIndex = index
            quality.evidence.append(machine.compatible[index])
        }
        for (wanted, found) in [(dmiVendor, machine.dmiVendor), (dmiProduct, machine.dmiProduct)] {
            guard let wanted else { continue }
            guard wanted == found else { return nil }
            quality.conditions += 1
            quality.evidence.append(wanted)
        }
        let connectorConditions = [!connector.isEmpty, !driver.isEmpty, !mode.isEmpty].filter { $0 }.count
        if connectorConditions > 0 {
            // One connector must meet them all: the panel's size on the panel's connector.
            guard let found = machine.connectors.first(where: accepts) else { return nil }
            quality.conditions += connectorConditions
            let size = mode.map(\.description).first { found.sizes.contains($0) }
            quality.evidence.append(
                found.name + (size.map { " \($0)" } ?? "") + (driver.isEmpty ? "" : " (\(found.driver))"))
        }
        return quality
    }

    private func accepts(_ found: Machine.Connector) -> Bool {
        found.isPresent && (connector.isEmpty || connector.contains(found.name))
            && (driver.isEmpty || driver.contains(found.driver))
            && (mode.isEmpty || mode.contains { found.sizes.contains($0.description) })
    }
}
