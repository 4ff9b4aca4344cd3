/// One link of the chain from the display's driver to a picture that answers a finger.
struct Finding: Hashable {
    /// What was looked at, in a word or two.
    var subject: String
    /// What was found.
    var text: String
    /// What to do about it; nil when it is as it should be.
    var advice: String?
    /// Whether nothing can be shown as long as it is so.
    var preventsPicture = false

    static func good(_ subject: String, _ text: String) -> Finding { Finding(subject: subject, text: text) }

    /// Something is missing that a picture does not need.
    static func poor(_ subject: String, _ text: String, do advice: String) -> Finding {
        Finding(subject: subject, text: text, advice: advice)
    }

    /// Nothing can be shown.
    static func broken(_ subject: String, _ text: String, do advice: String) -> Finding {
        Finding(subject: subject, text: text, advice: advice, preventsPicture: true)
    }

    /// One line.
    var line: String {
        let words = Lines.plain(Lines.joined(advice.map { "\(text): \($0)" } ?? text))
        return "\(advice == nil ? "ok" : "--") \(subject): \(words)\n"
    }
}
