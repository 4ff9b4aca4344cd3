/// Whether something starts a program at boot, and starts it again.
struct ServiceCheck: Hashable {
    /// Whether systemd is process 1.
    var hasSystemd: Bool
    /// Where `vitrine@.service` is; nil when it is not installed.
    var unit: String?
    /// Programs that are started at boot.
    var enabled: [String]
    /// Programs among these that are not in /usr/local/bin, where the unit looks for them.
    var missing: [String]
    /// Whether this tool is where the unit calls it to put the console back.
    var hasTool: Bool

    private static let unitName = "vitrine@.service"
    private static let programs = "/usr/local/bin"

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
            missing: enabled.filter { !SystemFile.exists("\(programs)/\($0)") },
            hasTool: SystemFile.exists("\(programs)/vitrine"))
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
                    "there is no \(Self.programs)/vitrine, which the unit calls to put the console back",
                    do: "install it there"))
        }
        if enabled.isEmpty {
            findings.append(
                .bad(
                    "service manager", "\(Self.unitName) is installed, no program is started at boot",
                    do: "systemctl enable --now vitrine@PROGRAM"))
        } else if missing.isEmpty {
            findings.append(.good("service manager", "systemd starts \(enabled.joined(separator: ", ")) at boot"))
        }
        return findings
    }
}
