import ControlSocket

/// One link of the chain from the display's driver to a picture that answers a finger.
struct Finding: Hashable {
    /// What was looked at, in a word or two.
    var subject: String
    /// What was found.
    var text: String
    /// What to do about it; nil when it is as it should be.
    var advice: String?

    static func good(_ subject: String, _ text: String) -> Finding { Finding(subject: subject, text: text) }

    static func bad(_ subject: String, _ text: String, do advice: String) -> Finding {
        Finding(subject: subject, text: text, advice: advice)
    }

    var json: JSONValue {
        .fields([
            "subject": .text(subject), "ok": .bool(advice == nil), "text": .text(Lines.joined(text)),
            "advice": .optional(advice.map(Lines.joined)),
        ])
    }

    /// One line.
    var line: String {
        let words = Lines.plain(Lines.joined(advice.map { "\(text): \($0)" } ?? text))
        return "\(advice == nil ? "ok" : "--") \(subject): \(words)\n"
    }
}
