/// The texts that `vitrine install-service` writes.
enum ServiceFiles {
    static let mark = "# Written by vitrine install-service; vitrine install-service --remove takes it away again."

    /// What differs from the template unit; nil where nothing does.
    static func dropIn(_ request: ServiceRequest) -> String? {
        var unit: [String] = []
        var service: [String] = []
        switch request.seat {
        case .direct: break
        case .seatd: (unit, service) = (seatdUnit, seatdService)
        case .logind: (unit, service) = (logindUnit, logindService)
        }
        if request.path != nil || !request.arguments.isEmpty {
            let words = [request.path ?? request.name] + request.arguments
            service += ["ExecStart=", "ExecStart=\(words.map(quoted).joined(separator: " "))"]
        }
        guard !unit.isEmpty || !service.isEmpty else { return nil }
        var lines = [mark]
        if !unit.isEmpty { lines += ["", "[Unit]"] + unit }
        if !service.isEmpty { lines += ["", "[Service]"] + service }
        return lines.joined(separator: "\n") + "\n"
    }

    // systemd/variants has the same, with the reasons; a test compares them.
    static let seatdUnit = ["Wants=seatd.service", "After=seatd.service"]
    static let seatdService = [
        "Environment=VITRINE_SEAT=libseat LIBSEAT_BACKEND=seatd", "SupplementaryGroups=", "SupplementaryGroups=video",
        "DeviceAllow=", "DeviceAllow=char-tty rw",
    ]
    static let logindUnit = [
        "Wants=dbus.socket systemd-logind.service", "After=dbus.socket systemd-logind.service",
    ]
    static let logindService = [
        "Environment=VITRINE_SEAT=libseat LIBSEAT_BACKEND=logind",
        "Environment=XDG_SESSION_TYPE=wayland XDG_SESSION_CLASS=user XDG_SEAT=seat0 XDG_VTNR=1", "PAMName=login",
        "UtmpIdentifier=tty1", "UtmpMode=user", "SupplementaryGroups=", "DeviceAllow=", "DeviceAllow=char-tty rw",
    ]

    /// A word of a command as systemd reads it.
    static func quoted(_ word: String) -> String {
        var quoted = ""
        for character in word {
            switch character {
            case "\\", "\"": quoted += "\\\(character)"
            case "%": quoted += "%%"
            case "$": quoted += "$$"
            default: quoted.append(character)
            }
        }
        let isSimple = word.unicodeScalars.allSatisfy {
            $0.isASCII
                && ($0.properties.isAlphabetic || ("0"..."9").contains($0) || "/._:=+,@%$-".unicodeScalars.contains($0))
        }
        return isSimple && !word.isEmpty ? quoted : "\"\(quoted)\""
    }

    /// The file of settings with these among them. Lines of others stay as they are.
    ///
    /// - Parameter lines: of the file there is; nil where there is none.
    static func environment(_ settings: [ServiceRequest.Setting], in lines: [String]?) -> String {
        var result = lines ?? [mark]
        for setting in settings {
            let line = "\(setting.name)=\(environmentValue(setting.value))"
            let index = result.lastIndex { existing in
                let text = existing.drop { $0 == " " || $0 == "\t" }
                return text.hasPrefix("\(setting.name)=")
            }
            if let index { result[index] = line } else { result.append(line) }
        }
        return result.map { $0 + "\n" }.joined()
    }

    /// A value as `EnvironmentFile=` reads it.
    static func environmentValue(_ value: String) -> String {
        let isSimple = value.unicodeScalars.allSatisfy {
            $0.isASCII
                && ($0.properties.isAlphabetic || ("0"..."9").contains($0) || "/._:=+,@-".unicodeScalars.contains($0))
        }
        if isSimple { return value }
        var quoted = "\""
        for character in value {
            // Within quotes these four are special to systemd.
            if "\\\"$`".contains(character) { quoted.append("\\") }
            quoted.append(character)
        }
        return quoted + "\""
    }
}
