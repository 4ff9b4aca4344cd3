import Raster

/// The way of a picture through the card: plane, CRTC, connector; with the mode and the pixel format.
struct DisplayPipe {
    var connector: KMSConnector
    var mode: KMSMode
    var crtc: UInt32
    var plane: UInt32
    var format: ScanoutFormat
    var panelRotation: Rotation
    /// The CRTC drives this connector in this mode already.
    var isModeCurrent = false
    /// What the plane takes and we can write, the one to use first.
    var usableFormats: [ScanoutFormat] = []
    /// How far the plane turns the picture.
    var turn = Rotation.none
    /// The numbers that atomic commits need; nil: legacy calls.
    var atomic: AtomicProperties?

    var subject: String { connector.name }

    /// Pixels of a buffer: what is painted before the plane turns it.
    var bufferSize: PixelSize { turn.applied(to: mode.size) }

    /// Whether the plane says that it can turn the picture so far.
    func canTurn(by rotation: Rotation) -> Bool {
        rotation != .none && (atomic?.rotations ?? 0) & rotation.planeRotation != 0
    }
}

extension Rotation {
    /// `DRM_MODE_ROTATE_…`, which count counterclockwise.
    var planeRotation: UInt64 {
        switch self {
        case .none: 1 << 0
        case .quarter: 1 << 3
        case .half: 1 << 2
        case .threeQuarter: 1 << 1
        }
    }
}

extension DisplayPipe {
    /// Chooses mode, CRTC, plane and format for a connector.
    static func choose(
        on card: KMSCard, connector: KMSConnector, configuration: KMSConfiguration
    ) throws(DisplayError) -> DisplayPipe {
        let subject = "\(card.name), \(connector.name)"
        guard let mode = ModeChoice.choose(from: connector.modes, wanted: configuration.mode) else {
            throw DisplayError(
                .chooseMode, on: subject,
                reason: .noSuchMode(wanted: configuration.mode ?? "", offered: distinctTexts(connector.modes)))
        }
        let planes = try PrimaryPlane.all(of: card)
        let crtcs = try candidates(for: connector, on: card)
        guard let (crtc, plane) = pair(crtcs, planes) else {
            throw DisplayError(.choosePlane, on: subject, reason: .noUsablePlane)
        }
        let formats = ScanoutFormat.usable(of: plane.plane.formats, preference: configuration.format)
        guard let format = formats.first else {
            throw DisplayError(
                .choosePlane, on: subject,
                reason: .noUsableFormat(plane.plane.formats.map { ScanoutFormat.name(of: $0) }))
        }
        let connectorProperties = try card.properties(of: connector.id, .connector)
        var pipe = DisplayPipe(
            connector: connector, mode: mode, crtc: crtc.id, plane: plane.plane.id, format: format,
            panelRotation: Rotation(panelOrientation: connectorProperties["panel orientation"]?.valueName ?? ""))
        pipe.usableFormats = formats
        pipe.isModeCurrent = crtc.currentMode.map { $0.hasTimings(of: mode) } ?? false
        if card.isAtomic {
            let crtcProperties = try card.properties(of: crtc.id, .crtc)
            pipe.atomic = AtomicProperties(
                connector: connectorProperties, crtc: crtcProperties, plane: plane.properties)
            // Dark all the same where only the CRTC's output is off.
            if crtcProperties["ACTIVE"]?.value == 0 { pipe.isModeCurrent = false }
        }
        return pipe
    }

    private static func distinctTexts(_ modes: [KMSMode]) -> [String] {
        modes.reduce(into: []) { texts, mode in
            if !texts.contains(mode.text) { texts.append(mode.text) }
        }
    }

    // MARK: CRTC and plane

    struct CandidateCRTC: Hashable {
        var id: UInt32
        /// Its place in the card's list, which the masks of possible CRTCs count by.
        var index: Int
        /// The mode in which it drives the connector now.
        var currentMode: KMSMode?
    }

    /// The CRTCs that can drive the connector, best first: the one that does so now (no mode set is needed if the firmware
    /// or a splash screen chose the same mode), then those that drive nothing.
    static func candidates(
        for connector: KMSConnector, on card: KMSCard
    ) throws(DisplayError) -> [CandidateCRTC] {
        let crtcs = try card.resources().crtcs
        var possible: UInt32 = 0
        var current: UInt32 = 0
        for id in connector.encoders {
            let encoder = try card.read(.readEncoder, of: connector.name) { () throws(KernelError) in
                try card.kernel.encoder(card.fd, id)
            }
            possible |= encoder.possibleCRTCs
            if id == connector.encoder { current = encoder.crtc }
        }
        var ranked: [(rank: Int, crtc: CandidateCRTC)] = []
        for (index, id) in crtcs.enumerated() where index < 32 && possible & (1 << UInt32(index)) != 0 {
            let state = try card.read(.readCRTC, of: connector.name) { () throws(KernelError) in
                try card.kernel.crtc(card.fd, id)
            }
            let rank = id == current ? 0 : state.mode == nil ? 1 : 2
            ranked.append((rank, CandidateCRTC(id: id, index: index, currentMode: rank == 0 ? state.mode : nil)))
        }
        // The rank, then the card's own order.
        return ranked.sorted { ($0.rank, $0.crtc.index) < ($1.rank, $1.crtc.index) }.map(\.crtc)
    }

    /// The first CRTC that has a primary plane: its current one, else one that is idle, else any that can.
    private static func pair(
        _ crtcs: [CandidateCRTC], _ planes: [PrimaryPlane]
    ) -> (CandidateCRTC, PrimaryPlane)? {
        for crtc in crtcs {
            let possible = planes.filter { $0.plane.possibleCRTCs & (1 << UInt32(crtc.index)) != 0 }
            let plane =
                possible.first { $0.plane.crtc == crtc.id } ?? possible.first { $0.plane.crtc == 0 } ?? possible.first
            if let plane { return (crtc, plane) }
        }
        return nil
    }
}

/// A plane that a CRTC shows by itself, under all others.
struct PrimaryPlane {
    var plane: KMSPlane
    var properties: KMSPropertyTable

    static func all(of card: KMSCard) throws(DisplayError) -> [PrimaryPlane] {
        let ids = try card.read(.readPlane) { () throws(KernelError) in try card.kernel.planes(card.fd) }
        var planes: [PrimaryPlane] = []
        for id in ids {
            let properties = try card.properties(of: id, .plane)
            guard properties["type"]?.valueName == "Primary" else { continue }
            let plane = try card.read(.readPlane, of: "plane \(id)") { () throws(KernelError) in
                try card.kernel.plane(card.fd, id)
            }
            planes.append(PrimaryPlane(plane: plane, properties: properties))
        }
        return planes
    }
}

extension Rotation {
    /// The rotation that makes the picture upright on a panel mounted as the kernel says. "Left Side Up": the panel's left
    /// edge is at the top of the device, so the top of the screen belongs there.
    init(panelOrientation: String) {
        self =
            switch panelOrientation {
            case "Upside Down": .half
            case "Left Side Up": .threeQuarter
            case "Right Side Up": .quarter
            default: .none
            }
    }
}
