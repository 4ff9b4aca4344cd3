import Glibc

/// The variables of the process.
enum Environment {
    /// Nil when it is not there, or empty.
    static func value(_ name: String) -> String? {
        guard let text = getenv(name), text.pointee != 0 else { return nil }
        return String(cString: text)
    }

    /// Those of the names that are there.
    static func values(_ names: [String]) -> [String: String] {
        names.reduce(into: [:]) { values, name in values[name] = value(name) }
    }
}
