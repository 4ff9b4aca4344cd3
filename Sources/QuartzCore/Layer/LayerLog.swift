/// Where the model tree says what an application did wrong. The library itself never prints.
@MainActor
package enum LayerLog {
    /// Receives one sentence per mistake; nil drops them. Set by UIKit, which knows the journal.
    package static var report: ((String) -> Void)?

    package static func note(_ message: @autoclosure () -> String) {
        if let report { report(message()) }
    }
}
