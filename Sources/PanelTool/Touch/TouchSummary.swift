import ControlSocket

/// What a touch test found, for its end.
struct TouchSummary: Sendable {
    var devices: [String] = []
    /// Contacts that began, and at most at once.
    var contactCount = 0
    var greatestAtOnce = 0
    /// Contacts that the device or the system took back.
    var cancelledCount = 0
    /// The highest rate of one finger, reports a second.
    var greatestRate: Double?
    var coverage = TouchCoverage(width: 1, height: 1, field: 1)

    var text: String {
        var text = devices.map { "\($0)\n" }.joined()
        text += "\(contactCount) contacts, at most \(greatestAtOnce) at once, \(cancelledCount) cancelled"
        if let greatestRate { text += ", up to \(Self.number(greatestRate)) reports a second" }
        text += "\n\(coverage.touched.count) of \(coverage.count) fields touched\n"
        if coverage.touched.count < coverage.count {
            text += coverage.picture.map { "  \($0)\n" }.joined()
        }
        return text
    }

    var json: JSONValue {
        .fields([
            "devices": .list(devices.map { .text($0) }),
            "contacts": .integer(contactCount),
            "at_once": .integer(greatestAtOnce),
            "cancelled": .integer(cancelledCount),
            "reports_per_second": greatestRate.map { .number(($0 * 10).rounded() / 10) } ?? .null,
            "fields": .integer(coverage.count),
            "touched": .integer(coverage.touched.count),
            "rows": .list(coverage.picture.map { .text($0) }),
        ])
    }

    /// Without a fraction: "98".
    static func number(_ value: Double) -> String {
        value.isFinite && abs(value) < 1e9 ? "\(Int(value.rounded()))" : "?"
    }
}
