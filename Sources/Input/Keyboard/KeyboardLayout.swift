import Glibc

/// Which keymap keyboards have, in the terms of xkbcommon and `/etc/default/keyboard`.
///
/// An empty value means the system's: `XKB_DEFAULT_RULES`, `XKB_DEFAULT_LAYOUT` and so on of the environment, and without
/// them what xkbcommon was built with (a US keyboard).
public struct KeyboardLayout: Hashable, Sendable {
    public var rules = ""
    public var model = ""
    /// For example `de`, or `us,ru` for two between which `options` may switch.
    public var layout = ""
    public var variant = ""
    /// For example `compose:ralt`.
    public var options = ""
    /// The locale whose table of dead keys and compose sequences applies, for example `en_US.UTF-8`. Empty: that of
    /// `LC_ALL`, `LC_CTYPE` or `LANG`, else `C`.
    public var locale = ""

    public init(
        rules: String = "", model: String = "", layout: String = "", variant: String = "", options: String = "",
        locale: String = ""
    ) {
        self.rules = rules
        self.model = model
        self.layout = layout
        self.variant = variant
        self.options = options
        self.locale = locale
    }

    /// Where Debian keeps the machine's layout; `dpkg-reconfigure keyboard-configuration` and `localectl` write it.
    public static let systemFile = "/etc/default/keyboard"

    /// The machine's layout: `systemFile`, for the values that the environment does not give.
    public static func system(file: String = systemFile) -> KeyboardLayout {
        guard let text = contents(of: file) else { return KeyboardLayout() }
        return KeyboardLayout(shellVariables: text) { getenv($0) != nil }
    }

    /// From lines such as `XKBLAYOUT="de"`; `isGiven` tells which variables of the environment come first.
    init(shellVariables text: String, isGiven: (String) -> Bool) {
        self.init()
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: "=", maxSplits: 1).map { $0.filter { $0 != " " && $0 != "\t" } }
            guard parts.count == 2 else { continue }
            let value = String(
                parts[1].drop { $0 == "\"" || $0 == "'" }.prefix { $0 != "\"" && $0 != "'" && $0 != "#" })
            switch parts[0] {
            case "XKBMODEL" where !isGiven("XKB_DEFAULT_MODEL"): model = value
            case "XKBLAYOUT" where !isGiven("XKB_DEFAULT_LAYOUT"): layout = value
            // A variant belongs to its layout.
            case "XKBVARIANT" where !isGiven("XKB_DEFAULT_LAYOUT") && !isGiven("XKB_DEFAULT_VARIANT"): variant = value
            case "XKBOPTIONS" where !isGiven("XKB_DEFAULT_OPTIONS"): options = value
            default: break
            }
        }
    }

    /// The first 64 KiB.
    private static func contents(of file: String) -> String? {
        guard let stream = fopen(file, "re") else { return nil }
        defer { fclose(stream) }
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 65_536) { buffer in
            let count = fread(buffer.baseAddress, 1, buffer.count, stream)
            return String(decoding: buffer[..<count], as: UTF8.self)
        }
    }
}
