import Foundation
import UIKit

/// The stopped program's own settings decide where the picture goes and how it is turned. They may also be what stopped it:
/// a value that cannot be used is left out, and what does not concern the picture's place always is: recordings, scripts and
/// a time to end only where there is no panel, which is where pictures are tried.
enum CrashEnvironment {
    /// What the crash screen takes over from the program's settings.
    static let kept: Set<String> = [
        "VITRINE_OUTPUT", "VITRINE_PANEL", "VITRINE_ROTATION", "VITRINE_CARD", "VITRINE_CONNECTOR", "VITRINE_MODE",
        "VITRINE_KMS", "VITRINE_FORMAT", "VITRINE_BUFFERS", "VITRINE_SEAT", "VITRINE_FONT",
    ]

    /// The same without a panel.
    static let keptHeadless: Set<String> = [
        "VITRINE_FRAMES", "VITRINE_FRAMES_INTERVAL", "VITRINE_UNTIL", "VITRINE_CLOCK",
    ]

    /// Names of variables to remove so that every value left can be used.
    static func refused(in environment: [String: String]) -> [String] {
        var rest = environment
        var refused: [String] = []
        let isHeadless = environment["VITRINE_OUTPUT"] == "headless"
        let kept = isHeadless ? kept.union(keptHeadless) : kept
        for name in environment.keys.sorted() where name.hasPrefix("VITRINE_") && !kept.contains(name) {
            rest[name] = nil
            refused.append(name)
        }
        // A folder that cannot be written to would end it at the start, as it may have ended the program.
        if let folder = rest["VITRINE_FRAMES"], !folder.isEmpty, !isWritable(folder) {
            rest["VITRINE_FRAMES"] = nil
            refused.append("VITRINE_FRAMES")
        }
        while let name = UIApplication.unusableVariable(in: rest), rest[name] != nil {
            rest[name] = nil
            refused.append(name)
        }
        return refused
    }

    private static func isWritable(_ folder: String) -> Bool {
        let manager = FileManager.default
        try? manager.createDirectory(atPath: folder, withIntermediateDirectories: true)
        var isFolder: ObjCBool = false
        return manager.fileExists(atPath: folder, isDirectory: &isFolder) && isFolder.boolValue
            && manager.isWritableFile(atPath: folder)
    }

    static func makeUsable() {
        for name in refused(in: ProcessInfo.processInfo.environment) { unsetenv(name) }
    }
}
