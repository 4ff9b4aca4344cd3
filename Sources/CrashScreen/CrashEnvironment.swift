import Foundation
import UIKit

/// The stopped program's own settings decide where the picture goes and how it is turned. They may also be what stopped it:
/// a value that cannot be used is left out, and what does not concern the picture's place always is.
enum CrashEnvironment {
    /// What the crash screen takes over from the program's settings.
    static let kept: Set<String> = [
        "VITRINE_OUTPUT", "VITRINE_PANEL", "VITRINE_ROTATION", "VITRINE_CARD", "VITRINE_CONNECTOR", "VITRINE_MODE",
        "VITRINE_KMS", "VITRINE_FORMAT", "VITRINE_BUFFERS", "VITRINE_SEAT", "VITRINE_FRAMES", "VITRINE_FRAMES_INTERVAL",
        "VITRINE_UNTIL", "VITRINE_CLOCK", "VITRINE_FONT",
    ]

    /// Names of variables to remove so that every value left can be used.
    static func refused(in environment: [String: String]) -> [String] {
        var rest = environment
        var refused: [String] = []
        for name in environment.keys.sorted() where name.hasPrefix("VITRINE_") && !kept.contains(name) {
            rest[name] = nil
            refused.append(name)
        }
        while let name = UIApplication.unusableVariable(in: rest), rest[name] != nil {
            rest[name] = nil
            refused.append(name)
        }
        return refused
    }

    static func makeUsable() {
        for name in refused(in: ProcessInfo.processInfo.environment) { unsetenv(name) }
    }
}
