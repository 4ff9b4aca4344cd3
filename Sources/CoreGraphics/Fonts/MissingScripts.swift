internal import CPango
import Foundation
import Synchronization

/// Remembers which scripts texts wanted and no font had, and says each once. Boxes on a panel must not be a riddle.
final class MissingScripts: Sendable {
    private struct State {
        /// By script, so there are no more than there are scripts.
        var found: [Int32: FontWarning] = [:]
        var listener: (@Sendable (FontWarning) -> Void)?
    }

    private let state = Mutex(State())
    /// A number that is no script's.
    private static let emoji: Int32 = -100

    /// No installed font has `character`.
    func note(_ character: UInt32) {
        guard let scalar = Unicode.Scalar(character), g_unichar_isdefined(character) != 0,
            scalar.properties.generalCategory != .privateUse
        else { return }
        let script = g_unichar_get_script(character)
        let isEmoji = scalar.properties.isEmoji && script == G_UNICODE_SCRIPT_COMMON
        let key = isEmoji ? Self.emoji : script.rawValue
        state.withLock { state in
            guard state.found[key] == nil else { return }
            let words = isEmoji ? (name: "emoji", package: "fonts-noto-color-emoji") : Self.words(script)
            let warning = FontWarning.scriptMissing(name: words.name, example: scalar, package: words.package)
            state.found[key] = warning
            state.listener?(warning)
        }
    }

    /// Tells `listener` what was missing so far and what will be, on the threads that lay out text. It must not use text.
    func tell(_ listener: @escaping @Sendable (FontWarning) -> Void) {
        state.withLock { state in
            state.listener = listener
            for warning in state.found.values { listener(warning) }
        }
    }

    /// Other fonts are installed now: what was missing may be there, or be missed again.
    func forget() { state.withLock { $0.found.removeAll() } }

    /// What people call a script, and the Debian package that has it.
    private static func words(_ script: GUnicodeScript) -> (name: String, package: String) {
        var tag = g_unicode_script_to_iso15924(script).bigEndian
        let code = withUnsafeBytes(of: &tag) { String(decoding: $0, as: UTF8.self) }
        switch code {
        case "Hani", "Bopo": return ("Chinese characters", "fonts-noto-cjk")
        case "Hira", "Kana": return ("Japanese characters", "fonts-noto-cjk")
        case "Hang": return ("Korean characters", "fonts-noto-cjk")
        default:
            let name = names[code].map { "\($0) letters" }
            let isCommon = script == G_UNICODE_SCRIPT_COMMON || script == G_UNICODE_SCRIPT_INHERITED
            return (name ?? (isCommon ? "some symbols" : "the script “\(code)”"), "fonts-noto-core")
        }
    }

    private static let names = [
        "Arab": "Arabic", "Armn": "Armenian", "Beng": "Bengali", "Cyrl": "Cyrillic", "Deva": "Devanagari",
        "Ethi": "Ethiopic", "Geor": "Georgian", "Grek": "Greek", "Gujr": "Gujarati", "Guru": "Gurmukhi",
        "Hebr": "Hebrew", "Khmr": "Khmer", "Knda": "Kannada", "Laoo": "Lao", "Latn": "Latin", "Mlym": "Malayalam",
        "Mymr": "Burmese", "Orya": "Odia", "Sinh": "Sinhala", "Syrc": "Syriac", "Taml": "Tamil", "Telu": "Telugu",
        "Thaa": "Thaana", "Thai": "Thai", "Tibt": "Tibetan",
    ]
}
