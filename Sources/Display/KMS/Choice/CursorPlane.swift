/// The plane that a CRTC shows its cursor with, and the numbers of its properties.
struct CursorPlane: Hashable {
    var id: UInt32
    var properties: PlaneProperties
    /// For virtual machines: which pixel of the picture points.
    var hotSpotX: UInt32?
    var hotSpotY: UInt32?

    /// The CRTC's cursor plane, if it has one that takes pictures with alpha.
    static func find(on card: KMSCard, crtc: UInt32, format: UInt32) -> CursorPlane? {
        guard let index = (try? card.resources())?.crtcs.firstIndex(of: crtc), index < 32,
            let ids = try? card.kernel.planes(card.fd)
        else { return nil }
        for id in ids {
            guard let properties = try? card.properties(of: id, .plane), properties["type"]?.valueName == "Cursor",
                let plane = try? card.kernel.plane(card.fd, id), plane.possibleCRTCs & (1 << UInt32(index)) != 0,
                plane.formats.contains(format), plane.crtc == 0 || plane.crtc == crtc
            else { continue }
            if let found = CursorPlane(id, properties) { return found }
        }
        return nil
    }

    private init?(_ id: UInt32, _ table: KMSPropertyTable) {
        guard let properties = PlaneProperties(table) else { return nil }
        self.id = id
        self.properties = properties
        hotSpotX = table.settable("HOTSPOT_X")
        hotSpotY = table.settable("HOTSPOT_Y")
    }
}
