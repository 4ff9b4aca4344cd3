/// What `vitrine install-service` was asked for.
struct ServiceRequest: Hashable {
    /// Who opens the card and the input devices.
    enum Seat: String, CaseIterable {
        case direct, seatd, logind
    }

    /// A variable for the program.
    struct Setting: Hashable {
        var name: String
        var value: String
    }

    /// The instance of the unit: the program's name without its folder.
    var name: String
    /// Where the program is; nil: where the unit looks for it.
    var path: String?
    var arguments: [String] = []
    var seat = Seat.direct
    var settings: [Setting] = []
    /// The folder that stands for /; empty: / itself.
    var root = ""
    var isDryRun = false
    var isRemoval = false
    var isStarted = false
    var isJSON = false

    init(name: String) { self.name = name }

    /// - Parameter words: those after the command's name; what follows `--` is the program's.
    init(_ words: [String]) throws(UsageError) {
        var own = words
        if let end = words.firstIndex(of: "--") {
            own = Array(words[..<end])
            arguments = Array(words[(end + 1)...])
        }
        let sorted = try Arguments(
            own, flags: ["--dry-run", "--remove", "--start", "--json"], options: ["--seat", "--set", "--root"],
            maximum: 1)
        guard let program = sorted.rest.first else { throw UsageError(reason: "install-service needs a program") }
        isDryRun = sorted.flags.contains("--dry-run")
        isRemoval = sorted.flags.contains("--remove")
        isStarted = sorted.flags.contains("--start")
        isJSON = sorted.flags.contains("--json")
        seat = try sorted.choice("--seat", Seat.self) ?? .direct
        root = sorted.values["--root"]?.last ?? ""
        while root.hasSuffix("/") { root.removeLast() }
        name = program
        if program.contains("/") {
            guard !program.hasSuffix("/") else { throw UsageError(reason: "\"\(program)\" is a folder") }
            guard program.hasPrefix("/") else {
                throw UsageError(reason: "\"\(program)\" is a path that depends on where you are: from / on, please")
            }
            name = program.split(separator: "/").last.map(String.init) ?? ""
            path = program
        }
        guard Self.isName(name) else {
            throw UsageError(
                reason:
                    "\"\(name)\" cannot be the name of a service: letters, digits and . _ : - are possible, the first a "
                    + "letter or a digit")
        }
        for text in sorted.values["--set"] ?? [] { settings.append(try Self.setting(text)) }
        try Variables.check { name in settings.last { $0.name == name }?.value }
        if isRemoval, isStarted || !settings.isEmpty || !arguments.isEmpty || sorted.values["--seat"] != nil {
            throw UsageError(reason: "--remove takes a program, --root, --dry-run and --json")
        }
        if isStarted, !root.isEmpty {
            throw UsageError(reason: "--start does not go with --root: nothing runs in there")
        }
        if let word = arguments.first(where: { !Self.isPlain($0) }) {
            throw UsageError(reason: "a unit cannot hand on \"\(Lines.plain(word))\": it has control characters")
        }
    }

    static func isName(_ name: String) -> Bool {
        func isPlain(_ scalar: Unicode.Scalar) -> Bool {
            scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
        }
        guard let first = name.unicodeScalars.first, isPlain(first), name.utf8.count <= 200 else { return false }
        return name.unicodeScalars.allSatisfy { isPlain($0) || "._:-".unicodeScalars.contains($0) }
    }

    private static func setting(_ text: String) throws(UsageError) -> Setting {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let isNamed =
            parts[0].unicodeScalars.allSatisfy {
                $0.isASCII && ($0.properties.isAlphabetic || ("0"..."9").contains($0) || $0 == "_")
            } && parts[0].unicodeScalars.first.map { !("0"..."9").contains($0) } == true
        guard parts.count == 2, isNamed, isPlain(parts[1]) else {
            throw UsageError(reason: "--set takes NAME=VALUE, not \"\(Lines.plain(text))\"")
        }
        return Setting(name: parts[0], value: parts[1])
    }

    private static func isPlain(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7f }
    }
}
