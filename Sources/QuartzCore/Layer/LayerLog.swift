/// Where the model tree says what an application did wrong. The library itself never prints.
@MainActor
package enum LayerLog {
    /// Receives one sentence per mistake; nil drops them. Set by UIKit, which knows the journal.
    package static var report: ((String) -> Void)? {
        didSet { told.removeAll() }
    }

    /// Sentences that were said and are not repeated; no more than `toldLimit`.
    private static var told: Set<String> = []
    private static let toldLimit = 64

    package static func note(_ message: @autoclosure () -> String) {
        if let report { report(message()) }
    }

    /// Says it to whoever listens now, the first time only.
    package static func noteOnce(_ message: String) {
        guard let report, told.count < toldLimit, told.insert(message).inserted else { return }
        report(message)
    }
}
