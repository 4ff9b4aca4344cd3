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

    /// Whether a picture can be shown on it. Some panels cannot tell whether they are there; a mode is their word for it.
    var isUsable: Bool { connection != .disconnected && !modes.isEmpty && typeName != "Writeback" }

    /// "HDMI-A-1 disconnected", for a person.
    var state: String {
        switch connection {
        case .connected: modes.isEmpty ? "\(name) connected, without modes" : "\(name) connected"
        case .disconnected: "\(name) disconnected"
        case .unknown: modes.isEmpty ? "\(name) unknown, without modes" : "\(name) unknown"
        }
    }
}
