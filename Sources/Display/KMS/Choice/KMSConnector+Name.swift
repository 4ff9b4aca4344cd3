extension KMSConnector {
    /// The kernel's names for `DRM_MODE_CONNECTOR_…`, as in /sys/class/drm.
    private static let typeNames = [
        "Unknown", "VGA", "DVI-I", "DVI-D", "DVI-A", "Composite", "SVIDEO", "LVDS", "Component", "DIN", "DP", "HDMI-A",
        "HDMI-B", "TV", "eDP", "Virtual", "DSI", "DPI", "Writeback", "SPI", "USB",
    ]
    private static let builtInTypes: Set<String> = ["LVDS", "eDP", "DSI", "DPI", "SPI"]

    private var typeName: String {
        Int(type) < Self.typeNames.count ? Self.typeNames[Int(type)] : "Unknown"
    }

    /// "DSI-1"
    var name: String { "\(typeName)-\(typeIndex)" }

    /// Part of the device, as against something plugged in.
    var isBuiltIn: Bool { Self.builtInTypes.contains(typeName) }

    /// Writes pictures to memory; nobody sees them.
    var isWriteback: Bool { typeName == "Writeback" }

    /// Whether a picture can be shown on it. Some panels cannot tell whether they are there; a mode is their word for it.
    var isUsable: Bool { connection != .disconnected && !modes.isEmpty && !isWriteback }

    /// "HDMI-A-1 disconnected", for a person.
    var state: String {
        switch connection {
        case .connected: modes.isEmpty ? "\(name) connected, without modes" : "\(name) connected"
        case .disconnected: "\(name) disconnected"
        case .unknown: modes.isEmpty ? "\(name) unknown, without modes" : "\(name) unknown"
        }
    }
}

extension KMSConfiguration {
    /// Whether the connector will do. With timings of its own a configuration needs none from the panel; with the
    /// connector's name besides, not even the panel's word that it is there (no hot-plug line, a broken EDID).
    func canUse(_ connector: KMSConnector) -> Bool {
        guard let mode, KMSMode.isModeline(mode), !connector.isWriteback else { return connector.isUsable }
        return self.connector == connector.name || connector.connection != .disconnected
    }
}
