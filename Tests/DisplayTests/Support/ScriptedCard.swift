import Display

/// A display card as a test wants it.
struct ScriptedCard {
    var path = "/dev/dri/card0"
    var driver = "panel"
    var deviceNumber: Int64 = 0xE200
    var hasDumbBuffers = true
    var isAtomic = true
    var hasUniversalPlanes = true
    var hasVerticalBlank = true
    var hasDamageClips = false
    var hasRotation = false
    /// Bits of the rotations that the planes say they can.
    var rotations: UInt64 = 1
    /// Cursor planes that know a hot spot.
    var hasHotSpot = false
    /// False: a CRTC with a mode is off all the same, as after DPMS.
    var isCRTCActive = true
    var linkStatus = "Good"
    var panelOrientation = ""
    /// Bytes added to each row of a buffer.
    var pitchPadding = 0
    var connectors: [KMSConnector] = []
    var encoders: [KMSEncoder] = []
    var crtcs: [KMSCRTC] = []
    var planes: [KMSPlane] = []
    /// Planes that are not primary.
    var overlays: Set<UInt32> = []
    var cursors: Set<UInt32> = []
    /// The CRTC that a connector is attached to, in the state that atomic commits change.
    var connectorCRTCs: [UInt32: UInt32] = [:]

    static let xrgb8888: UInt32 = 0x3432_5258
    static let argb8888: UInt32 = 0x3432_5241
    static let rgb565: UInt32 = 0x3631_4752
    static let xbgr8888: UInt32 = 0x3432_4258
    static let abgr8888: UInt32 = 0x3432_4241
    static let rgb888: UInt32 = 0x3432_4752
    static let bgr888: UInt32 = 0x3432_4742
    static let xrgb2101010: UInt32 = 0x3033_5258
    static let bgr565: UInt32 = 0x3631_4742
    static let nv12: UInt32 = 0x3231_564E

    /// One connected connector, one CRTC (41), one primary plane (31).
    static func panel(
        path: String = "/dev/dri/card0", driver: String = "panel", connector type: UInt32 = 16,
        modes: [KMSMode] = [.panel], formats: [UInt32] = [xrgb8888, rgb565]
    ) -> ScriptedCard {
        var card = ScriptedCard()
        card.path = path
        card.driver = driver
        card.deviceNumber = 0xE200 + Int64(path.utf8.last ?? 0)
        var connector = KMSConnector()
        connector.id = 51
        connector.type = type
        connector.encoders = [61]
        connector.modes = modes
        connector.millimetersWide = 154
        connector.millimetersHigh = 86
        card.connectors = [connector]
        var encoder = KMSEncoder()
        encoder.id = 61
        encoder.possibleCRTCs = 1
        card.encoders = [encoder]
        var crtc = KMSCRTC()
        crtc.id = 41
        card.crtcs = [crtc]
        card.planes = [plane(31, crtcs: 1, formats: formats)]
        return card
    }

    /// Two connectors, DSI-1 (51) and HDMI-A-1 (52), two CRTCs (41, 42) that both can feed, a primary (31, 32) and a cursor
    /// plane (33, 34) for each CRTC.
    static func two(modes: [KMSMode] = [.panel], second: KMSConnector.Connection = .connected) -> ScriptedCard {
        var card = panel(modes: modes)
        card.encoders[0].possibleCRTCs = 3
        var encoder = KMSEncoder()
        encoder.id = 62
        encoder.possibleCRTCs = 3
        card.encoders.append(encoder)
        var crtc = KMSCRTC()
        crtc.id = 42
        card.crtcs.append(crtc)
        var connector = KMSConnector()
        connector.id = 52
        connector.type = 11
        connector.encoders = [62]
        connector.connection = second
        connector.modes = second == .disconnected ? [] : [KMSMode(64, 32, rate: 60)]
        card.connectors.append(connector)
        card.planes.append(plane(32, crtcs: 2, formats: [xrgb8888]))
        card.planes.append(plane(33, crtcs: 1, formats: [argb8888]))
        card.planes.append(plane(34, crtcs: 2, formats: [argb8888]))
        card.cursors = [33, 34]
        return card
    }

    /// What a lease of some objects shows: masks count the CRTCs that are left.
    func leased(_ objects: Set<UInt32>) -> ScriptedCard {
        var part = self
        let indices = crtcs.indices.filter { objects.contains(crtcs[$0].id) }
        func filtered(_ mask: UInt32) -> UInt32 {
            indices.enumerated().reduce(0) { mask & (1 << UInt32($1.element)) == 0 ? $0 : $0 | 1 << UInt32($1.offset) }
        }
        part.crtcs = indices.map { crtcs[$0] }
        part.connectors = connectors.filter { objects.contains($0.id) }
        part.planes = planes.filter { objects.contains($0.id) }
        for index in part.planes.indices {
            part.planes[index].possibleCRTCs = filtered(part.planes[index].possibleCRTCs)
        }
        for index in part.encoders.indices {
            part.encoders[index].possibleCRTCs = filtered(part.encoders[index].possibleCRTCs)
        }
        return part
    }

    /// A panel that a splash screen shows a picture on already, in `mode`.
    static func lit(_ mode: KMSMode = .panel) -> ScriptedCard {
        var card = panel()
        card.connectors[0].encoder = 61
        card.connectorCRTCs = [51: 41]
        card.encoders[0].crtc = 41
        card.crtcs[0].mode = mode
        card.crtcs[0].framebuffer = 7
        card.planes[0].crtc = 41
        return card
    }

    /// Renders, but shows nothing.
    static func renderer(path: String) -> ScriptedCard {
        var card = ScriptedCard()
        card.path = path
        card.driver = "v3d"
        card.deviceNumber = 0xE300
        return card
    }

    static func plane(_ id: UInt32, crtcs: UInt32, formats: [UInt32]) -> KMSPlane {
        var plane = KMSPlane()
        plane.id = id
        plane.possibleCRTCs = crtcs
        plane.formats = formats
        return plane
    }

    // MARK: Properties

    /// The numbers under which the names are given out, the same on every object.
    static let propertyNames = [
        "type", "FB_ID", "CRTC_ID", "SRC_X", "SRC_Y", "SRC_W", "SRC_H", "CRTC_X", "CRTC_Y", "CRTC_W", "CRTC_H",
        "FB_DAMAGE_CLIPS", "MODE_ID", "ACTIVE", "link-status", "panel orientation", "rotation",
        "HOTSPOT_X", "HOTSPOT_Y",
    ]

    static func name(ofProperty id: UInt32) -> String { propertyNames[Int(id) - 1] }

    func properties(of object: UInt32, _ type: KMSObjectType) -> [KMSProperty] {
        switch type {
        case .crtc:
            let isActive = isCRTCActive && crtcs.first { $0.id == object }?.mode != nil
            return [property("MODE_ID"), property("ACTIVE", isActive ? 1 : 0)]
        case .connector:
            var list = [
                property("CRTC_ID", UInt64(connectorCRTCs[object] ?? 0)),
                property("link-status", linkStatus == "Bad" ? 1 : 0, linkStatus),
            ]
            if !panelOrientation.isEmpty { list.append(property("panel orientation", 1, panelOrientation, true)) }
            return list
        case .plane:
            let plane = planes.first { $0.id == object }
            let kind = cursors.contains(object) ? "Cursor" : overlays.contains(object) ? "Overlay" : "Primary"
            var list = [
                property("type", 1, kind, true), property("FB_ID"),
                property("CRTC_ID", UInt64(plane?.crtc ?? 0)),
            ]
            list += ["SRC_X", "SRC_Y", "SRC_W", "SRC_H", "CRTC_X", "CRTC_Y", "CRTC_W", "CRTC_H"].map { property($0) }
            if hasDamageClips { list.append(property("FB_DAMAGE_CLIPS")) }
            if hasRotation {
                var rotation = property("rotation", 1)
                rotation.allowedBits = rotations
                list.append(rotation)
            }
            if hasHotSpot, cursors.contains(object) { list += [property("HOTSPOT_X"), property("HOTSPOT_Y")] }
            return list
        }
    }

    private func property(
        _ name: String, _ value: UInt64 = 0, _ valueName: String = "", _ isImmutable: Bool = false
    ) -> KMSProperty {
        var property = KMSProperty()
        property.id = UInt32((Self.propertyNames.firstIndex(of: name) ?? 0) + 1)
        property.name = name
        property.value = value
        property.valueName = valueName
        property.isImmutable = isImmutable
        return property
    }
}

extension KMSMode {
    /// 32x16 at 50 Hz: small, so that tests are quick.
    static let panel = KMSMode(32, 16, rate: 50)

    /// A mode of that size and rate, with no blanking to speak of.
    init(_ width: Int, _ height: Int, rate: Double, isPreferred: Bool = false, isInterlaced: Bool = false) {
        self.init()
        hdisplay = UInt16(width)
        vdisplay = UInt16(height)
        htotal = UInt16(width + 8)
        vtotal = UInt16(height + 4)
        clock = UInt32((rate * Double(htotal) * Double(vtotal) / 1000).rounded())
        if isInterlaced {
            clock /= 2
            flags = 1 << 4
        }
        vrefresh = UInt32(rate.rounded())
        type = isPreferred ? 1 << 3 : 0
        name = "\(width)x\(height)"
    }
}
