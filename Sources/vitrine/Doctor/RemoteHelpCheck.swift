import RemoteScreen

/// Whether people elsewhere could see the panel.
struct RemoteHelpCheck {
    /// `VITRINE_VNC`, `VITRINE_VNC_ADDRESS`, `VITRINE_VNC_PASSWORD_FILE`.
    var environment: (String) -> String? = Environment.value
    /// Programs that run: one may serve already.
    var programs: [RunningOutput] = []
    var isServable: (RemoteScreenConfiguration) -> RemoteScreenError? = { configuration in
        do throws(RemoteScreenError) {
            try RemoteScreenServer.check(configuration)
            return nil
        } catch {
            return error
        }
    }

    /// None where it is off.
    var findings: [Finding] {
        let value = environment("VITRINE_VNC") ?? "off"
        guard value != "off" else { return [] }
        var configuration = RemoteScreenConfiguration()
        if let place = environment("VITRINE_VNC_ADDRESS") {
            let parts = place.split(separator: ":")
            configuration.address = parts.first.map(String.init) ?? configuration.address
            if parts.count == 2, let port = Int(parts[1]) { configuration.port = port }
        }
        let place = "\(configuration.address):\(configuration.port)"
        guard let file = environment("VITRINE_VNC_PASSWORD_FILE") else {
            return [
                .bad(
                    "remote help", "VNC without a password: nobody gets in",
                    do: "VITRINE_VNC_PASSWORD_FILE=FILE, the password in its first line, chmod 600")
            ]
        }
        do throws(RemoteScreenError) {
            try configuration.readPasswords(from: file)
        } catch {
            return [.bad("remote help", "nobody gets in", do: error.description)]
        }
        var findings: [Finding] = []
        if let program = programs.first(where: { $0.remoteAddress == place }) {
            findings.append(.good("remote help", "VNC on \(place), served by \(program.name) (\(program.process))"))
        } else if let error = isServable(configuration) {
            findings.append(.bad("remote help", "nobody could look", do: error.description))
        } else {
            let seeing = value == "view" ? ", for seeing only" : ""
            findings.append(.good("remote help", "VNC on \(place) with a password\(seeing)"))
        }
        if !configuration.address.hasPrefix("127.") {
            findings.append(
                .bad(
                    "remote help", "\(configuration.address) is reached from elsewhere, and VNC encrypts nothing",
                    do: "leave VITRINE_VNC_ADDRESS out and use a tunnel of ssh, unless the network is yours"))
        }
        return findings
    }
}
