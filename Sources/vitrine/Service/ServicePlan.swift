/// What `vitrine install-service` finds under a root, and what it would do there. Changes nothing.
struct ServicePlan {
    enum Step: Hashable {
        case write(path: String, text: String)
        case link(path: String, target: String)
        case remove(path: String)
        /// A folder, if nothing is in it any more.
        case removeFolder(path: String)
        case run([String])
    }

    let request: ServiceRequest
    private(set) var findings: [Finding] = []
    private(set) var steps: [Step] = []

    /// Whether something that was found stands in the way.
    var isBlocked: Bool { findings.contains { $0.advice != nil } }

    private static let template = "vitrine@.service"
    private static let unitFolders = [
        "/etc/systemd/system", "/usr/local/lib/systemd/system", "/usr/lib/systemd/system", "/lib/systemd/system",
    ]
    private static let wants = "/etc/systemd/system/multi-user.target.wants"

    private var unit: String { "vitrine@\(request.name).service" }
    private var folder: String { "/etc/systemd/system/\(unit).d" }
    private var dropIn: String { "\(folder)/60-install-service.conf" }
    private var settings: String { "/etc/vitrine/\(request.name).env" }
    private var link: String { "\(Self.wants)/\(unit)" }

    /// - Parameter isLive: whether systemd runs the system that is changed.
    init(_ request: ServiceRequest, isLive: Bool) {
        self.request = request
        if request.isRemoval {
            planRemoval(isLive)
        } else {
            look()
            planInstallation(isLive)
        }
    }

    // MARK: What is there

    private func real(_ path: String) -> String { request.root + path }

    private func exists(_ path: String) -> Bool { SystemFile.isThere(real(path)) }

    private mutating func look() {
        lookAtProgram()
        guard let template = Self.unitFolders.map({ "\($0)/\(Self.template)" }).first(where: exists) else {
            findings.append(
                .bad(
                    "unit", "\(Self.template) is not installed",
                    do: "install the package vitrine-service, or run systemd/install of Vitrine's sources"))
            return
        }
        findings.append(.good("unit", template))
        if exists("/etc/systemd/system/\(unit)") {
            findings.append(
                .bad(
                    "unit", "/etc/systemd/system/\(unit) is there, and goes before \(Self.template)",
                    do: "remove it, or unmask the unit, whichever it is"))
        }
        lookAtOthers()
        lookAtConsole()
        lookAtSeat()
    }

    private mutating func lookAtProgram() {
        let places = request.path.map { [$0] } ?? ["/usr/local/bin/\(request.name)", "/usr/bin/\(request.name)"]
        guard let path = places.first(where: exists) else {
            findings.append(
                .bad("program", "\(places.joined(separator: " and ")): not there", do: "install it first"))
            return
        }
        guard SystemFile.isExecutable(real(path)) else {
            findings.append(.bad("program", "\(path) cannot be executed", do: "chmod 755 \(path)"))
            return
        }
        // The unit has neither.
        if let hidden = ["/home/", "/root/", "/tmp/", "/run/user/"].first(where: { path.hasPrefix($0) }) {
            findings.append(
                .bad(
                    "program", "\(path): the unit's program does not see \(hidden)", do: "install it in /usr/local/bin")
            )
            return
        }
        findings.append(.good("program", path))
    }

    /// Another program on the same panel.
    private mutating func lookAtOthers() {
        for entry in SystemFile.names(in: real(Self.wants)) where entry.hasPrefix("vitrine@") && entry != unit {
            let name = entry.dropFirst("vitrine@".count).prefix { $0 != "." }
            findings.append(
                .bad(
                    "panel", "\(name) is started at boot on the same panel",
                    do: "vitrine install-service --remove \(name)"))
        }
        let manager = "/etc/systemd/system/display-manager.service"
        if exists(manager), let target = SystemFile.linkTarget(real(manager)), target != "/dev/null" {
            let name = target.split(separator: "/").last.map(String.init) ?? "display-manager.service"
            findings.append(
                .bad(
                    "panel", "\(name), a desktop's login screen, has the display",
                    do: "systemctl disable --now \(name) && systemctl set-default multi-user.target"))
        }
    }

    /// The unit takes tty1; the login prompt there makes way by itself, one elsewhere does no harm.
    private mutating func lookAtConsole() {
        let folder = "/etc/systemd/system/getty@tty1.service.d"
        let isLoggedIn = SystemFile.names(in: real(folder)).contains { name in
            SystemFile.lines(real("\(folder)/\(name)")).contains { $0.contains("--autologin") || $0.contains(" -a ") }
        }
        if isLoggedIn {
            findings.append(
                .bad(
                    "console", "\(folder) logs a user in on tty1 by itself, who may start something on the panel",
                    do: "remove that drop-in (raspi-config: Boot, Console without autologin)"))
        } else if exists("/etc/systemd/system/getty.target.wants/getty@tty1.service") {
            findings.append(.good("console", "the login prompt on tty1 makes way while the program runs"))
        } else {
            findings.append(.good("console", "tty1 is free"))
        }
    }

    private mutating func lookAtSeat() {
        switch request.seat {
        case .direct:
            let isKnown =
                SystemFile.lines(real("/etc/passwd")).contains { $0.hasPrefix("vitrine:") }
                || ["/etc/sysusers.d/vitrine.conf", "/usr/lib/sysusers.d/vitrine.conf"].contains(where: exists)
            findings.append(
                isKnown
                    ? .good("seat", "the user vitrine opens the display, by its groups")
                    : .bad("seat", "there is no user vitrine", do: "systemd-sysusers, with systemd/vitrine.sysusers"))
        case .seatd:
            let isThere = ["/usr/sbin/seatd", "/usr/bin/seatd", "/usr/local/bin/seatd"].contains(where: exists)
            findings.append(
                isThere ? .good("seat", "seatd") : .bad("seat", "there is no seatd", do: "apt-get install seatd"))
        case .logind:
            let folders = ["/usr/lib", "/lib"].flatMap { folder in
                ["\(folder)/security"]
                    + SystemFile.names(in: real(folder)).filter { $0.hasSuffix("-linux-gnu") }
                    .map { "\(folder)/\($0)/security" }
            }
            guard folders.contains(where: { exists("\($0)/pam_systemd.so") }) else {
                findings.append(
                    .bad(
                        "seat", "there is no pam_systemd, which opens the session", do: "apt-get install libpam-systemd"
                    ))
                return
            }
            // Without it logind lets nobody but root bring a session to the front, which libseat asks for.
            let polkit = "/usr/share/dbus-1/system-services/org.freedesktop.PolicyKit1.service"
            findings.append(
                exists(polkit)
                    ? .good("seat", "systemd-logind")
                    : .bad(
                        "seat", "there is no polkit, without which logind does not bring the session to the front",
                        do: "apt-get install polkitd"))
        }
    }

    // MARK: What is to be done

    private mutating func planInstallation(_ isLive: Bool) {
        if let text = ServiceFiles.dropIn(request) {
            write(dropIn, text)
        } else if exists(dropIn) {
            steps.append(.remove(path: dropIn))
            removeFolder(without: 1)
        }
        if !request.settings.isEmpty {
            let lines = exists(settings) ? SystemFile.allLines(real(settings)) : nil
            write(settings, ServiceFiles.environment(request.settings, in: lines))
        }
        if let template = Self.unitFolders.map({ "\($0)/\(Self.template)" }).first(where: exists),
            SystemFile.linkTarget(real(link)) != template
        {
            if exists(link) { steps.append(.remove(path: link)) }
            steps.append(.link(path: link, target: template))
        }
        guard isLive else { return }
        if !steps.isEmpty { steps.append(.run(["systemctl", "daemon-reload"])) }
        if request.isStarted { steps.append(.run(["systemctl", "--no-block", "restart", unit])) }
    }

    private mutating func planRemoval(_ isLive: Bool) {
        let files = [link, dropIn].filter(exists)
        if isLive, !files.isEmpty { steps.append(.run(["systemctl", "stop", unit])) }
        for file in files { steps.append(.remove(path: file)) }
        if files.contains(dropIn) { removeFolder(without: 1) }
        if exists(settings) {
            if SystemFile.lines(real(settings)).first == ServiceFiles.mark {
                steps.append(.remove(path: settings))
            } else {
                findings.append(.good("settings", "\(settings) is not from here and stays"))
            }
        }
        if isLive, !steps.isEmpty { steps.append(.run(["systemctl", "daemon-reload"])) }
    }

    private mutating func removeFolder(without count: Int) {
        if SystemFile.names(in: real(folder)).count <= count { steps.append(.removeFolder(path: folder)) }
    }

    /// Nothing where the file says just that already.
    private mutating func write(_ path: String, _ text: String) {
        if SystemFile.text(real(path)) != text { steps.append(.write(path: path, text: text)) }
    }
}
