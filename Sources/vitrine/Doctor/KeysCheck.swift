/// Whether keys can lead past a program that is started at boot.
struct KeysCheck: Hashable {
    /// `kernel.sysrq`; nil where the kernel has no such keys.
    var magicKeys: Int?
    /// Whether Ctrl+Alt+Delete restarts the machine.
    var restartsByKeys: Bool
    /// Programs that are started at boot: without one there is no kiosk whose keys could be closed.
    var enabled: [String]

    static func current(enabled: [String]) -> KeysCheck {
        let target = ["/etc/systemd/system/ctrl-alt-del.target", "/run/systemd/system/ctrl-alt-del.target"]
        return KeysCheck(
            magicKeys: SystemFile.lines("/proc/sys/kernel/sysrq").first.flatMap { Int($0) },
            restartsByKeys: !target.contains { SystemFile.linkTarget($0) == "/dev/null" }, enabled: enabled)
    }

    var findings: [Finding] {
        guard !enabled.isEmpty else { return [] }
        var findings: [Finding] = []
        if let magicKeys, magicKeys != 0 {
            findings.append(
                .bad(
                    "keys",
                    "kernel.sysrq is \(magicKeys): Alt+SysRq and a letter can end programs and restart the machine",
                    do: "in a kiosk, kernel.sysrq = 0 in /etc/sysctl.d, as systemd/install does"))
        }
        if restartsByKeys {
            findings.append(
                .bad(
                    "keys", "Ctrl+Alt+Delete restarts the machine",
                    do: "in a kiosk, systemctl mask ctrl-alt-del.target, as systemd/install does"))
        }
        if findings.isEmpty { findings = [.good("keys", "neither Alt+SysRq nor Ctrl+Alt+Delete does anything")] }
        return findings
    }
}
