/// Whether something starts a program at boot, and starts it again.
struct ServiceCheck: Hashable {
    /// Whether systemd is process 1.
    var hasSystemd: Bool
    /// Where `vitrine@.service` is; nil when it is not installed.
    var unit: String?
    /// Programs that are started at boot.
    var enabled: [String]
    /// Programs among these that are not where the unit looks for them, and for which no drop-in names another place.
    var missing: [String]
    /// Whether this tool is where the unit calls it to put the console back.
    var hasTool: Bool

    private static let unitName = "vitrine@.service"
    private static let folders = ["/usr/local/bin", "/usr/bin"]
    private static let programs = folders.joined(separator: " or ")

    static func current() -> ServiceCheck {
        let folders = [
            "/etc/systemd/system", "/usr/local/lib/systemd/system", "/usr/lib/systemd/system", "/lib/systemd/system",
        ]
        let links = SystemFile.names(in: "/etc/systemd/system/multi-user.target.wants")
        let enabled = links.filter { $0.hasPrefix("vitrine@") && $0.hasSuffix(".service") }
            .map { String($0.dropFirst("vitrine@".count).dropLast(".service".count)) }
        return ServiceCheck(
            hasSystemd: SystemFile.isFolder("/run/systemd/system"),
            unit: folders.map { "\($0)/\(unitName)" }.first(where: SystemFile.exists), enabled: enabled,
            missing: enabled.filter { name in !isInstalled(name) && !hasOwnCommand(name) },
            hasTool: isInstalled("vitrine"))
    }

    private static func isInstalled(_ name: String) -> Bool {
        Self.folders.contains { SystemFile.exists("\($0)/\(name)") }
    }

    /// A drop-in that says what is started; that it can be is systemd's to say.
    private static func hasOwnCommand(_ name: String) -> Bool {
        ["/etc/systemd/system", "/usr/local/lib/systemd/system", "/usr/lib/systemd/system"].contains { folder in
            let folder = "\(folder)/vitrine@\(name).service.d"
            return SystemFile.names(in: folder).contains { file in
                SystemFile.lines("\(folder)/\(file)").contains { $0.hasPrefix("ExecStart=") && $0 != "ExecStart=" }
            }
        }
    }

    var findings: [Finding] {
        guard hasSystemd else {
            return [
                .bad(
                    "service manager", "systemd does not run here",
                    do: "have whatever runs here start the program at boot, and again after a failure")
            ]
        }
        guard unit != nil else {
            return [
                .bad(
                    "service manager", "systemd runs, \(Self.unitName) is not installed",
                    do: "run systemd/install of Vitrine's sources")
            ]
        }
        var findings: [Finding] = missing.map {
            .bad(
                "service manager", "\($0) is started at boot and is not in \(Self.programs)",
                do: "install it, or systemctl disable vitrine@\($0)")
        }
        if !hasTool {
            findings.append(
                .bad(
                    "service manager",
                    "there is no vitrine in \(Self.programs), which the unit calls to put the console back",
                    do: "install it there"))
        }
        if enabled.isEmpty {
            findings.append(
                .bad(
                    "service manager", "\(Self.unitName) is installed, no program is started at boot",
                    do: "vitrine install-service --start PROGRAM"))
        } else if missing.isEmpty {
            findings.append(.good("service manager", "systemd starts \(enabled.joined(separator: ", ")) at boot"))
        }
        return findings
    }
}
