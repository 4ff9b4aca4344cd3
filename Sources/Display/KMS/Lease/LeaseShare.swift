/// What one output gets of a card.
struct LeaseShare: Hashable {
    var connector: UInt32
    var crtc: UInt32
    var primaryPlane: UInt32
    var cursorPlane: UInt32?

    var objects: [UInt32] { [connector, crtc, primaryPlane] + (cursorPlane.map { [$0] } ?? []) }
}

extension LeaseShare {
    /// Gives each wanted connector of the card a CRTC and planes of its own, whether something is connected to it or not.
    /// Connectors with a display come first; each keeps the CRTC that drives it where that is possible. Those for which
    /// nothing is left are not in the answer.
    static func divide(
        _ card: KMSCard, among configurations: [KMSConfiguration], _ connectors: [KMSConnector]
    ) throws(DisplayError) -> [Int: LeaseShare] {
        var wanted: [(slot: Int, connector: KMSConnector, crtcs: [DisplayPipe.CandidateCRTC])] = []
        for (slot, configuration) in configurations.enumerated() {
            // Named twice, it is the first one's.
            guard let connector = connectors.first(where: { $0.name == configuration.connector }),
                !wanted.contains(where: { $0.connector.id == connector.id })
            else { continue }
            wanted.append((slot, connector, try DisplayPipe.candidates(for: connector, on: card)))
        }
        wanted.sort { one, other in
            let (isOne, isOther) = (one.connector.isUsable, other.connector.isUsable)
            return isOne != isOther ? isOne : one.slot < other.slot
        }
        let planes = try ShareablePlane.all(of: card)
        var shares: [Int: LeaseShare] = [:]
        // As many as possible: where not all fit, the last ones go without.
        for count in stride(from: wanted.count, through: 1, by: -1) {
            var used: Set<UInt32> = []
            if assign(wanted.prefix(count).map { ($0.slot, $0.connector.id, $0.crtcs) }[...], planes, &used, &shares) {
                break
            }
            shares = [:]
        }
        return shares
    }

    /// Tries the CRTCs in the order of preference, one connector after the other. There are few of both.
    private static func assign(
        _ wanted: ArraySlice<(slot: Int, connector: UInt32, crtcs: [DisplayPipe.CandidateCRTC])>,
        _ planes: [ShareablePlane], _ used: inout Set<UInt32>, _ shares: inout [Int: LeaseShare]
    ) -> Bool {
        guard let first = wanted.first else { return true }
        for crtc in first.crtcs where !used.contains(crtc.id) {
            guard let primary = planes.pick(.primary, crtc, used) else { continue }
            let cursor = planes.pick(.cursor, crtc, used)
            let share = LeaseShare(
                connector: first.connector, crtc: crtc.id, primaryPlane: primary, cursorPlane: cursor)
            used.formUnion(share.objects)
            shares[first.slot] = share
            if assign(wanted.dropFirst(), planes, &used, &shares) { return true }
            used.subtract(share.objects)
            shares[first.slot] = nil
        }
        return false
    }
}

/// A primary or cursor plane.
struct ShareablePlane {
    enum Kind: String { case primary = "Primary", cursor = "Cursor" }

    var kind: Kind
    var plane: KMSPlane

    static func all(of card: KMSCard) throws(DisplayError) -> [ShareablePlane] {
        var planes: [ShareablePlane] = []
        for id in try card.read(.readPlane, { () throws(KernelError) in try card.kernel.planes(card.fd) }) {
            guard let kind = try card.properties(of: id, .plane)["type"].flatMap({ Kind(rawValue: $0.valueName) })
            else { continue }
            let plane = try card.read(.readPlane, of: "plane \(id)") { () throws(KernelError) in
                try card.kernel.plane(card.fd, id)
            }
            planes.append(ShareablePlane(kind: kind, plane: plane))
        }
        return planes
    }
}

extension [ShareablePlane] {
    /// The plane that the CRTC shows already, else one that shows nothing, else any that it can.
    fileprivate func pick(
        _ kind: ShareablePlane.Kind, _ crtc: DisplayPipe.CandidateCRTC, _ used: Set<UInt32>
    ) -> UInt32? {
        let possible = filter {
            $0.kind == kind && $0.plane.possibleCRTCs & (1 << UInt32(crtc.index)) != 0 && !used.contains($0.plane.id)
        }
        let best =
            possible.first { $0.plane.crtc == crtc.id } ?? possible.first { $0.plane.crtc == 0 } ?? possible.first
        return best?.plane.id
    }
}
