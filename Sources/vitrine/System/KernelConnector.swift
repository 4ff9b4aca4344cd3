/// A connector as /sys shows it to everybody: for cards that may not be opened.
struct KernelConnector: Hashable {
    /// "/dev/dri/card0"
    var card: String
    /// "DSI-1"
    var name: String
    /// "connected", "disconnected" or "unknown"
    var status: String
    /// "800x480", each once.
    var sizes: [String]

    var isUsable: Bool { status != "disconnected" && !sizes.isEmpty }

    static func all(in folder: String = "/sys/class/drm") -> [KernelConnector] {
        SystemFile.names(in: folder).compactMap { entry in
            // card1-HDMI-A-1
            guard entry.hasPrefix("card"), let dash = entry.firstIndex(of: "-") else { return nil }
            let sizes = SystemFile.lines("\(folder)/\(entry)/modes")
            return KernelConnector(
                card: "/dev/dri/\(entry[..<dash])", name: String(entry[entry.index(after: dash)...]),
                status: SystemFile.lines("\(folder)/\(entry)/status").first ?? "unknown",
                sizes: sizes.reduce(into: []) { list, size in if !list.contains(size) { list.append(size) } })
        }
    }
}
